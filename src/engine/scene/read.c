/* read.c - reads fields, texts and ids of a document; see scene.h */
#include "base/never.h"
#include "engine/document/flat.h"
#include "engine/scene/scene.h"

#include <stdlib.h>
#include <string.h>

bool a3d_items_of(const a3d_doc *doc, uint32_t record, unsigned slot, a3d_items *items)
{
    uint32_t index = a3d_field(doc, record, slot);
    const a3d_node *node = a3d_at(doc, index);
    if (node->state != A3D_PRESENT || node->v.at.count == 0)
        return false;
    const a3d_shape *shape = a3d_shape_of(node);
    if (shape->kind != A3D_ARRAY && (shape->kind != A3D_VECTOR || !node->flat))
        return false;
    items->node = index;
    items->big = doc->format->big_endian;
    items->count = a3d_stored_count(node);
    items->fill = shape->fill && (node->form & A3D_FORM_FILL) != 0;
    items->stride = shape->kind == A3D_ARRAY ? a3d_width(shape->type) : a3d_flat_stride(doc, index, shape->record);
    items->data = a3d_content(doc, node, &items->stream, &items->off);
    uint32_t size = doc->streams[items->stream].size;
    return items->stride != 0 && items->data != NULL && items->off <= size &&
           (uint64_t)items->count * items->stride <= size - items->off;
}

bool a3d_items_sized(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned width, a3d_items *items)
{
    return a3d_items_of(doc, record, slot, items) && !A3D_NEVER(items->stride != width);
}

uint32_t a3d_records_of(const a3d_doc *doc, uint32_t record, unsigned slot, uint32_t *first)
{
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, slot));
    *first = 0;
    if (node->state != A3D_PRESENT || node->flat || a3d_shape_of(node)->kind != A3D_VECTOR)
        return 0;
    *first = node->v.at.first;
    return node->v.at.count;
}

a3d_label a3d_label_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    a3d_items items;
    if (!a3d_items_sized(doc, record, slot, 1, &items))
        return (a3d_label){NULL, 0};
    while (items.count > 0 && items.data[items.count - 1] == 0)
        items.count--;
    return (a3d_label){(const char *)items.data, items.count};
}

a3d_label a3d_label_keep(a3d_scene *v, a3d_text *text)
{
    const char *copy = text->failed || text->size == 0 ? NULL : a3d_arena_text(v->arena, text->data, text->size);
    a3d_label label = {copy, copy != NULL ? (uint32_t)text->size : 0};
    v->failed |= copy == NULL;
    a3d_text_free(text);
    return label;
}

bool a3d_floats_of(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned count, float *out)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t field = a3d_field(doc, record, slot + i);
        if (!a3d_was_read(doc, field))
            return false;
        out[i] = a3d_float_from((uint32_t)a3d_at(doc, field)->v.u);
    }
    return true;
}

/* ---- ids ---- */

static int compare(const void *left, const void *right)
{
    const a3d_id *a = left, *b = right;
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->value < b->value ? -1 : a->value > b->value;
}

void a3d_ids_add(a3d_scene *v, a3d_ids *ids, uint32_t space, int64_t id, uint32_t value)
{
    a3d_id *at = a3d_grow(v->arena, ids->list.at, &ids->list.cap, ids->list.n + 1, sizeof *at);
    v->failed |= at == NULL;
    if (at == NULL)
        return;
    ids->list.at = at;
    at[ids->list.n++] = (a3d_id){id, space, value};
}

void a3d_ids_sort(a3d_scene *v, a3d_ids *ids)
{
    if (ids->list.n > 0 && !v->failed)
        qsort(ids->list.at, ids->list.n, sizeof *ids->list.at, compare);
}

uint32_t a3d_ids_find(const a3d_ids *ids, uint32_t space, int64_t id)
{
    size_t low = 0, high = ids->list.n;
    a3d_id wanted = {id, space, 0};
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&ids->list.at[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const a3d_id *at = low < ids->list.n ? &ids->list.at[low] : NULL;
    return at != NULL && at->space == space && at->id == id ? at->value : A3D_NONE;
}
