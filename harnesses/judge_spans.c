/* judge_spans.c - every byte of every stream has one owner; see judge.h
 *
 * Owners are the leaves of the node tree: scalars, arrays and plain lists (prefix, flags and padding
 * included), custom fields, slack and gaps. A packed field owns its packed bytes in the outer stream. */
#include "engine/document/flat.h"
#include "judge.h"
#include "engine/document/nodes.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct span {
    uint32_t stream, node;
    uint64_t off, end;
} span;

typedef struct spans {
    const a3d_doc *doc;
    span *list;
    size_t n, cap;
    bool failed;
} spans;

static void own(spans *s, uint32_t node, uint32_t stream, uint64_t off, uint64_t size)
{
    if (size == 0 || s->failed)
        return;
    if (s->n == s->cap) {
        size_t cap = s->cap * 2 + 64;
        span *list = realloc(s->list, cap * sizeof *list);
        s->failed = list == NULL;
        if (s->failed)
            return;
        s->list = list;
        s->cap = cap;
    }
    s->list[s->n++] = (span){stream, node, off, off + size};
}

/* Content of an array or plain list that has a stream of its own. */
static void own_unpacked(spans *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    uint64_t count = a3d_stored_count(node), size = count * a3d_width(shape->type);
    uint32_t last = 0;
    if (shape->kind == A3D_VECTOR)
        size = count > 0 ? a3d_flat_locate(s->doc, index, (uint32_t)count - 1, &last) + (uint64_t)last : 0;
    own(s, index, node->v.at.first, 0, size);
}

static void walk(spans *s, uint32_t index);

static void walk_inside(spans *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    bool u32 = s->doc->format->prefix == A3D_PREFIX_U32;
    if (shape->kind == A3D_VECTOR && shape->count_by == A3D_COUNT_PREFIX)
        own(s, index, node->stream, node->off, u32 ? 4 : node->form + 1u);
    uint32_t stream = node->packed ? a3d_stream_of(s->doc, index) : 0;
    if (stream != 0)
        own(s, index, s->doc->streams[stream].parent, s->doc->streams[stream].off, s->doc->streams[stream].packed_size);
    for (uint32_t i = 0; i < node->v.at.count; i++)
        walk(s, node->v.at.first + i);
    for (const a3d_side *side = NULL; (side = a3d_side_find(s->doc, index, A3D_SIDE_GAP, side)) != NULL;)
        walk(s, (uint32_t)side->value);
}

static void walk(spans *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    bool inner = kind == A3D_RECORD || kind == A3D_SWITCH || (kind == A3D_VECTOR && !node->flat);
    if (node->state != A3D_PRESENT)
        return;
    if (inner)
        walk_inside(s, index);
    else
        own(s, index, node->stream, node->off, node->size);
    if (!inner && node->packed)
        own_unpacked(s, index);
    for (const a3d_side *side = NULL; (side = a3d_side_find(s->doc, index, A3D_SIDE_SLACK, side)) != NULL;)
        walk(s, (uint32_t)side->value);
}

static int by_place(const void *a, const void *b)
{
    const span *p = a, *q = b;
    if (p->stream != q->stream)
        return p->stream < q->stream ? -1 : 1;
    return p->off != q->off ? (p->off < q->off ? -1 : 1) : 0;
}

static bool tiles(const spans *s, char *why, size_t room)
{
    const a3d_doc *doc = s->doc;
    size_t at = 0;
    for (uint32_t stream = 0; stream < doc->n_streams; stream++) {
        uint64_t pos = 0;
        for (; at < s->n && s->list[at].stream == stream && s->list[at].off == pos; at++)
            pos = s->list[at].end;
        bool more = at < s->n && s->list[at].stream == stream;
        if (!more && pos == doc->streams[stream].size)
            continue;
        snprintf(why, room, "stream %u of %u bytes: owned up to %llu, then %s%s at %llu", (unsigned)stream,
                 (unsigned)doc->streams[stream].size, (unsigned long long)pos, more ? "comes " : "nothing",
                 more ? a3d_row_name(a3d_at(doc, s->list[at].node)->row) : "", (unsigned long long)(more ? s->list[at].off : pos));
        return false;
    }
    return at == s->n;
}

bool judge_spans(const a3d_doc *doc, char *why, size_t room)
{
    spans s = {.doc = doc};
    if (doc->n_nodes > 0)
        walk(&s, doc->root);
    if (s.n > 0)
        qsort(s.list, s.n, sizeof *s.list, by_place);
    bool ok = !s.failed && tiles(&s, why, room);
    free(s.list);
    return ok;
}
