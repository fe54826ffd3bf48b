/* order.c - sorts elements by one of their numbers; see fix.h */
#include "engine/document/content.h"
#include "engine/document/flat.h"
#include "engine/fix/fix.h"

#include <stdlib.h>
#include <string.h>

/* An element's sort key: a float, then its position. */
typedef struct ranked {
    float value;
    uint32_t at;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *p = a, *q = b;
    if (p->value < q->value || q->value < p->value)
        return p->value < q->value ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

/* Sorts the floats at a stride. Returns NULL if one is not finite or memory ran out. */
static ranked *rank(a3d_doc *doc, const uint8_t *p, uint32_t stride, uint32_t count, bool falling)
{
    ranked *list = a3d_arena_alloc(doc->arena, (count + 1u) * sizeof *list);
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        uint32_t bits = a3d_load32(p + (size_t)i * stride, doc->format->big_endian);
        memcpy(&list[i].value, &bits, sizeof bits);
        if ((bits & 0x7f800000) == 0x7f800000)
            return NULL;
        list[i].value = falling ? -list[i].value : list[i].value;
        list[i].at = i;
    }
    if (list != NULL)
        qsort(list, count, sizeof *list, by_value);
    return list;
}

/* Sorts a plain list by the field that the finding is about. */
static bool order_plain(a3d_fixer *x, const a3d_finding *f)
{
    a3d_doc *doc = x->doc;
    const a3d_node *node = a3d_at(doc, f->place.node);
    uint32_t stream, off, count = node->v.at.count;
    uint32_t stride = a3d_flat_stride(doc, f->place.node, a3d_shape_of(node)->record);
    const uint8_t *p = a3d_content(doc, node, &stream, &off);
    if (p == NULL || stride < 4 || f->size != 4 || f->off < off || a3d_stored_count(node) != count)
        return false;
    x->cost += (uint64_t)stride * count;
    const ranked *order = rank(doc, p + (f->off - off) % stride, stride, count, false);
    a3d_text sorted;
    a3d_text_init(&sorted, doc->arena);
    for (uint32_t i = 0; order != NULL && i < count; i++)
        a3d_put(&sorted, p + (size_t)order[i].at * stride, stride);
    bool good = order != NULL && !sorted.failed &&
                a3d_set_content(doc, f->place.node, sorted.data, (uint32_t)sorted.size, count) == A3D_OK;
    a3d_text_free(&sorted);
    return good;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    return *p < *q ? -1 : *p > *q;
}

/* Sorts elements that addresses place: the greater an element's number in the array, the earlier it comes in the
 * file. */
static bool order_placed(a3d_fixer *x, uint32_t array, uint32_t list)
{
    a3d_doc *doc = x->doc;
    uint32_t stream, off, count = a3d_at(doc, array)->v.at.count, first = a3d_at(doc, list)->v.at.first;
    x->cost += count;
    const ranked *order = rank(doc, a3d_content(doc, a3d_at(doc, array), &stream, &off), 4, count, true);
    uint32_t *offs = a3d_arena_alloc(doc->arena, (count + 1u) * sizeof *offs);
    if (order == NULL || offs == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        offs[i] = a3d_at(doc, first + i)->off;
    qsort(offs, count, sizeof *offs, by_number);
    for (uint32_t i = 0; i < count; i++)
        a3d_at(doc, first + order[i].at)->off = offs[i];
    return true;
}

bool a3d_fix_order(a3d_fixer *x, const a3d_finding *f)
{
    const a3d_doc *doc = x->doc;
    const a3d_node *node = a3d_at(doc, f->place.node);
    if (node->state != A3D_PRESENT || node->v.at.count == 0)
        return false;
    if (node->flat)
        return order_plain(x, f);
    for (uint32_t i = 0; a3d_shape_of(node)->kind == A3D_ARRAY && i < a3d_at(doc, node->parent)->v.at.count; i++) {
        uint32_t list = a3d_field(doc, node->parent, i);
        const a3d_node *placed = a3d_at(doc, list);
        if (placed->row->place_start != 0 && placed->state == A3D_PRESENT && placed->v.at.count == node->v.at.count)
            return order_placed(x, f->place.node, list);
    }
    return false;
}
