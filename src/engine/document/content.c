/* content.c - see content.h */
#include "engine/document/content.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/document/prefix.h"

#include <string.h>

uint32_t a3d_edit_bytes(a3d_doc *doc, const void *bytes, uint32_t n)
{
    if (doc->edit_stream == 0) {
        a3d_ctx ctx = {.doc = doc, .format = doc->format};
        a3d_stream s = {.owner = A3D_NO_NODE, .owned = true, .data = a3d_block_resize(doc->arena, NULL, 16)};
        doc->edit_cap = 16;
        if (s.data == NULL || a3d_open_stream(&ctx, s, &doc->edit_stream) != A3D_OK)
            return UINT32_MAX;
    }
    a3d_stream *s = &doc->streams[doc->edit_stream];
    if (n > UINT32_MAX / 2 - s->size)
        return UINT32_MAX;
    uint8_t *data = (uint8_t *)(uintptr_t)s->data;
    data = a3d_grow(doc->arena, data, &doc->edit_cap, (size_t)s->size + n + 1, 1);
    if (data == NULL)
        return UINT32_MAX;
    if (n > 0)
        memcpy(data + s->size, bytes, n);
    s->data = data;
    s->size += n;
    return s->size - n;
}

int a3d_set_content(a3d_doc *doc, uint32_t index, const void *bytes, uint32_t n, uint32_t count)
{
    uint32_t off = a3d_edit_bytes(doc, bytes, n);
    if (off == UINT32_MAX)
        return A3D_STOP;
    a3d_node *node = a3d_at(doc, index);
    node->state = A3D_PRESENT;
    node->edited = 1;
    node->packed = 0;
    node->v.at.first = off;
    node->v.at.count = count;
    if (a3d_shape_of(node)->fill && (node->form & A3D_FORM_FILL) && count != 1)
        node->form = node->form & 6u;
    /* the size of plain elements depends on versions and counts around them, so what is stored must be recorded */
    if (node->flat && a3d_side_set(doc, index, A3D_SIDE_SIZE, n) != 0)
        return A3D_STOP;
    return A3D_OK;
}

bool a3d_size_is_kept(const a3d_doc *doc, uint32_t list)
{
    const a3d_side *size = a3d_at(doc, list)->edited ? a3d_side_find(doc, list, A3D_SIDE_SIZE, NULL) : NULL;
    return size != NULL && (size->value & A3D_SIZE_KEPT) != 0;
}

int a3d_keep_size(a3d_doc *doc, uint32_t list)
{
    const a3d_side *size = a3d_side_find(doc, list, A3D_SIDE_SIZE, NULL);
    return size != NULL && a3d_side_set(doc, list, A3D_SIDE_SIZE, size->value | A3D_SIZE_KEPT) == 0 ? A3D_OK : A3D_STOP;
}

uint64_t a3d_content_size(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t count = a3d_stored_count(node);
    if (s->kind == A3D_ARRAY)
        return (uint64_t)count * a3d_width(s->type);
    uint32_t size = 0, stride = a3d_flat_stride(doc, index, s->record);
    if (stride != 0 || count == 0)
        return (uint64_t)count * stride;
    if (a3d_size_is_kept(doc, index))
        return (uint32_t)a3d_side_find(doc, index, A3D_SIDE_SIZE, NULL)->value;
    return a3d_flat_locate(doc, index, count - 1, &size) + (uint64_t)size;
}

bool a3d_stored_content(const a3d_doc *doc, uint32_t index, const uint8_t **bytes, uint32_t *size)
{
    uint32_t stream, off;
    uint64_t asked = a3d_content_size(doc, index);
    *bytes = asked > 0 ? a3d_content(doc, a3d_at(doc, index), &stream, &off) : NULL;
    if (asked > 0 && (*bytes == NULL || asked > doc->streams[stream].size - off))
        return false;
    *size = (uint32_t)asked;
    return true;
}

bool a3d_elements_are_whole(const a3d_doc *doc, uint32_t list)
{
    const a3d_node *node = a3d_at(doc, list);
    uint64_t stride = a3d_flat_stride(doc, list, a3d_shape_of(node)->record);
    uint32_t stream, off;
    a3d_content(doc, node, &stream, &off);
    return off + stride * a3d_stored_count(node) <= doc->streams[stream].size;
}

void a3d_put_prefix(const a3d_doc *doc, a3d_text *out, uint64_t count, unsigned least)
{
    unsigned size = a3d_prefix_least(doc->format, count);
    if (doc->format->prefix == A3D_PREFIX_A3D && size < least)
        size = least;
    uint8_t *p = a3d_extend(out, size);
    if (p != NULL)
        a3d_prefix_store(doc->format, p, size, count);
}

void a3d_presence(const a3d_doc *doc, uint32_t index, a3d_text *bits)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    if (node->state != A3D_PRESENT || node->flat || (kind != A3D_RECORD && kind != A3D_VECTOR && kind != A3D_SWITCH))
        return;
    const a3d_node *inner = a3d_at(doc, node->v.at.first);
    for (uint32_t i = 0; i < node->v.at.count; i++, inner++) {
        const a3d_row *row = inner->row;
        if (row->optional && (inner->state == A3D_PRESENT || inner->state == A3D_ABSENT))
            a3d_putc(bits, inner->state == A3D_ABSENT);
        if (row->alts != NULL || (row->shape.kind != A3D_SCALAR && row->shape.kind != A3D_ARRAY)) /* most are numbers */
            a3d_presence(doc, node->v.at.first + i, bits);
    }
}
