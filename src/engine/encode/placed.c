/* placed.c - encodes records that addresses place, in file order, and their addresses */
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/context.h"
#include "engine/encode/parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct part {
    uint32_t off, node;
} part;

static int by_offset(const void *a, const void *b)
{
    const part *p = a, *q = b;
    if (p->off != q->off)
        return p->off < q->off ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

/* Stores an element's address in its array, which was written earlier. In freeze mode, only checks whether it would
 * change. */
static void store_address(a3d_enc *enc, a3d_node *array, uint32_t end, uint32_t i, uint32_t value)
{
    bool big = enc->doc->format->big_endian;
    uint8_t *p = (uint8_t *)enc->out->data + end - 4 * (size_t)array->v.at.count + 4 * (size_t)i;
    if (enc->mode == A3D_FREEZE && a3d_load32(p, big) != value)
        array->honest = 0;
    else if (array->honest || enc->mode == A3D_CANONICAL)
        a3d_store(p, 4, value, big);
}

/* Copies the addresses that were written back into the document. */
static void keep_addresses(a3d_enc *enc, uint32_t array, uint32_t end)
{
    const a3d_node *node = a3d_at(enc->doc, array);
    uint32_t stream, off, n = 4 * node->v.at.count;
    if (enc->mode != A3D_FAITHFUL || !node->honest || n == 0 || enc->out->failed)
        return;
    const char *written = enc->out->data + end - n;
    if (memcmp(a3d_content(enc->doc, node, &stream, &off), written, n) != 0 &&
        a3d_set_content(enc->doc, array, written, n, node->v.at.count) != A3D_OK)
        a3d_encode_fail(enc, "memory ran out");
}

/* Writes the elements in file order, with the gaps between them; new elements come last. */
void a3d_encode_placed(a3d_enc *enc, uint32_t index, const a3d_frame *around)
{
    a3d_doc *doc = enc->doc;
    const a3d_node *node = a3d_at(doc, index);
    uint32_t first = node->v.at.first, count = node->v.at.count;
    unsigned starts = node->row->place_start - 1u, ends = node->row->place_end - 1u;
    a3d_node *start_array = a3d_at(doc, a3d_field(doc, node->parent, starts));
    a3d_node *end_array = a3d_at(doc, a3d_field(doc, node->parent, ends));
    part *parts = a3d_block_resize(doc->arena, NULL, (count + doc->n_sides + 1) * sizeof *parts);
    size_t n = 0;
    A3D_ASSERT(around != NULL && node->row->place_start != 0);
    if (parts == NULL) {
        a3d_encode_fail(enc, "memory ran out");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (a3d_at(doc, first + i)->state == A3D_PRESENT)
            parts[n++] = (part){a3d_at(doc, first + i)->off, first + i};
    for (const a3d_side *s = NULL;
         enc->mode != A3D_CANONICAL && (s = a3d_side_find(doc, index, A3D_SIDE_GAP, s)) != NULL;)
        parts[n++] = (part){a3d_at(doc, (uint32_t)s->value)->off, (uint32_t)s->value};
    qsort(parts, n, sizeof *parts, by_offset);
    for (size_t i = 0; i < n; i++) {
        const a3d_node *p = a3d_at(doc, parts[i].node);
        uint32_t at = (uint32_t)enc->out->size, element = parts[i].node - first;
        if (p->row == &a3d_row_gap) {
            a3d_put(enc->out, doc->streams[p->stream].data + p->off, p->size);
            continue;
        }
        a3d_encode_node(enc, parts[i].node, NULL, 0);
        if (enc->out->failed || element >= start_array->v.at.count || element >= end_array->v.at.count)
            continue;
        store_address(enc, start_array, around->end[starts], element, at);
        store_address(enc, end_array, around->end[ends], element, (uint32_t)enc->out->size);
    }
    keep_addresses(enc, a3d_field(doc, node->parent, starts), around->end[starts]);
    keep_addresses(enc, a3d_field(doc, node->parent, ends), around->end[ends]);
    a3d_block_resize(doc->arena, parts, 0);
}
