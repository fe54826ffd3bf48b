/* pieces.c - see pieces.h */
#include "report/common/pieces.h"
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/prefix.h"

#include <stdlib.h>

enum { MOST_OF_A_NODE = 6 };

typedef struct cut {
    const a3d_doc *doc;
    a3d_piece *at;
    size_t n;
} cut;

/* Adds the bytes from..to of a stream, as far as they exist. */
static void add(cut *c, uint32_t stream, uint64_t from, uint64_t to, uint32_t node, a3d_part part)
{
    uint32_t size = c->doc->streams[stream].size;
    if (A3D_NEVER(to > size)) /* nodes are inside their stream (harnesses/judge_spans.c) */
        to = size;
    if (from < to)
        c->at[c->n++] = (a3d_piece){stream, (uint32_t)from, (uint32_t)(to - from), node, part};
}

/* Adds the parts of a list: count, fill flag, flag byte, content, terminator and padding. Packed bytes are added
 * with the streams; elements that have nodes are added by their own nodes. */
static void add_list(cut *c, uint32_t index)
{
    const a3d_doc *doc = c->doc;
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    const a3d_stream *in = &doc->streams[node->stream];
    uint64_t pos = node->off, end = pos + node->size;
    if (s->count_by == A3D_COUNT_PREFIX && pos < in->size) {
        uint32_t n = a3d_prefix_size(doc->format, in->data + pos, in->size - node->off);
        add(c, node->stream, pos, pos + n, index, A3D_PART_COUNT);
        pos += n;
    }
    if (s->fill)
        add(c, node->stream, pos, pos + 1, index, A3D_PART_FILL);
    pos += s->fill;
    if (s->kind == A3D_VECTOR && !node->flat)
        return;
    a3d_part part = s->kind == A3D_ARRAY ? A3D_PART_VALUES : A3D_PART_ELEMENTS;
    uint64_t size = a3d_content_size(doc, index), start = node->v.at.first;
    if (node->packed) {
        add(c, node->v.at.first, 0, size, index, part);
        add(c, node->stream, pos, doc->streams[node->v.at.first].off, index, A3D_PART_FLAG);
        return;
    }
    if (size == 0)
        start = pos;
    add(c, node->stream, pos, start, index, A3D_PART_FLAG);
    add(c, node->stream, start, start + size, index, part);
    add(c, node->stream, start + size, end, index, s->count_by == A3D_COUNT_NUL ? A3D_PART_END : A3D_PART_PAD);
}

static void add_node(cut *c, uint32_t index)
{
    const a3d_node *node = a3d_at(c->doc, index);
    static const uint8_t parts[] = {[A3D_SCALAR] = A3D_PART_VALUE,
                                    [A3D_CUSTOM] = A3D_PART_CUSTOM,
                                    [A3D_SLACK] = A3D_PART_SLACK,
                                    [A3D_GAP] = A3D_PART_GAP};
    if (node->state != A3D_PRESENT)
        return;
    unsigned kind = a3d_shape_of(node)->kind;
    if (kind == A3D_ARRAY || kind == A3D_VECTOR)
        add_list(c, index);
    else if (kind == A3D_SCALAR || kind == A3D_CUSTOM || kind == A3D_SLACK || kind == A3D_GAP)
        add(c, node->stream, node->off, (uint64_t)node->off + node->size, index, (a3d_part)parts[kind]);
}

static int by_place(const void *a, const void *b)
{
    const a3d_piece *p = a, *q = b;
    if (p->stream != q->stream)
        return p->stream < q->stream ? -1 : 1;
    if (p->off != q->off)
        return p->off < q->off ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

/* Copies the sorted pieces so that they tile each stream: bytes without an owner become a piece of their own, and
 * bytes with two owners go to the first. */
static size_t tile(const a3d_doc *doc, const a3d_piece *from, size_t n, a3d_piece *to)
{
    size_t i = 0, made = 0;
    for (uint32_t s = 0; s < doc->n_streams; s++) {
        uint32_t pos = 0, end = doc->streams[s].size;
        for (; i < n && from[i].stream == s; i++) {
            uint32_t stop = from[i].off + from[i].size;
            if (from[i].off > pos)
                to[made++] = (a3d_piece){s, pos, from[i].off - pos, A3D_NO_NODE, A3D_PART_UNOWNED};
            if (from[i].off > pos)
                pos = from[i].off;
            if (stop <= pos)
                continue;
            to[made] = from[i];
            to[made].off = pos;
            to[made++].size = stop - pos;
            pos = stop;
        }
        if (pos < end)
            to[made++] = (a3d_piece){s, pos, end - pos, A3D_NO_NODE, A3D_PART_UNOWNED};
    }
    return made;
}

bool a3d_pieces_make(a3d_pieces *pieces, const a3d_doc *doc, a3d_arena *arena)
{
    size_t most = MOST_OF_A_NODE * doc->n_nodes + 2 * doc->n_streams + 2;
    cut c = {doc, a3d_block_resize(arena, NULL, most * sizeof *c.at), 0};
    *pieces = (a3d_pieces){NULL, 0};
    if (c.at == NULL)
        return false;
    for (size_t i = 0; i < doc->n_nodes; i++)
        add_node(&c, (uint32_t)i);
    for (size_t s = 1; s < doc->n_streams; s++) {
        const a3d_stream *stream = &doc->streams[s];
        add(&c, stream->parent, stream->off, (uint64_t)stream->off + stream->packed_size, stream->owner,
            A3D_PART_PACKED);
    }
    qsort(c.at, c.n, sizeof *c.at, by_place);
    pieces->at = a3d_block_resize(arena, NULL, (2 * c.n + doc->n_streams + 1) * sizeof *c.at);
    if (pieces->at != NULL)
        pieces->n = tile(doc, c.at, c.n, pieces->at);
    a3d_block_resize(arena, c.at, 0);
    return pieces->at != NULL;
}

void a3d_pieces_free(a3d_pieces *pieces, a3d_arena *arena)
{
    if (pieces->at != NULL)
        a3d_block_resize(arena, pieces->at, 0);
    *pieces = (a3d_pieces){NULL, 0};
}

const a3d_record *a3d_piece_record(const a3d_doc *doc, const a3d_piece *piece)
{
    const a3d_record *type = NULL;
    if (piece->node == A3D_NO_NODE)
        return NULL;
    if (piece->part == A3D_PART_ELEMENTS)
        return a3d_shape_of(a3d_at(doc, piece->node))->record;
    for (uint32_t i = piece->node; i != A3D_NO_NODE && type == NULL; i = a3d_at(doc, i)->parent)
        type = a3d_record_type(doc, i);
    return type;
}
