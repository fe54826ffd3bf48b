/* content.c - edits whole arrays, and values inside arrays and plain lists */
#include "engine/document/content.h"
#include "engine/edit/elements.h"
#include "engine/edit/parts.h"
#include "engine/edit/value.h"

#include <string.h>

static const char *set_array_bytes(a3d_ctx *ctx, uint32_t index, const a3d_text *bytes)
{
    unsigned width = a3d_width(a3d_shape_of(a3d_at(ctx->doc, index))->type);
    if (bytes->failed)
        return "memory ran out";
    if (bytes->size % width != 0)
        return a3d_error(ctx, "%u bytes are no whole number of elements of %u bytes", (unsigned)bytes->size, width);
    uint32_t size = (uint32_t)bytes->size;
    return a3d_set_content(ctx->doc, index, bytes->data, size, size / width) == A3D_OK ? NULL : "memory ran out";
}

const char *a3d_edit_values(a3d_ctx *ctx, const a3d_edit_word *e, unsigned type, const a3d_row *row, a3d_text *bytes)
{
    const char *p = e->value + 1, *end = e->value + e->value_size - 1;
    const a3d_name *names = row->domain.names;
    for (; p < end; p++) {
        const char *stop = a3d_item_end(p, end);
        int64_t value;
        const char *why = a3d_parse_scalar(ctx, p, (size_t)(stop - p), type, names, &value);
        uint8_t *at = why == NULL ? a3d_extend(bytes, a3d_width(type)) : NULL;
        if (why != NULL)
            return why;
        if (at != NULL)
            a3d_store(at, a3d_width(type), (uint64_t)value, ctx->format->big_endian);
        p = stop;
    }
    return NULL;
}

const char *a3d_edit_array(a3d_ctx *ctx, uint32_t index, const a3d_edit_word *e)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    a3d_text bytes;
    a3d_text_init(&bytes, ctx->doc->arena);
    const char *why = a3d_is_braced(e) ? a3d_edit_values(ctx, e, a3d_shape_of(node)->type, node->row, &bytes)
                                : a3d_parse_bytes(ctx, e->value, e->value_size, &bytes);
    if (why == NULL)
        why = set_array_bytes(ctx, index, &bytes);
    a3d_text_free(&bytes);
    return why;
}

/* Gives the node a copy of its content that may be changed. */
static bool own_content(a3d_doc *doc, uint32_t index, uint32_t size)
{
    const a3d_node *node = a3d_at(doc, index);
    uint32_t stream, off, count = node->v.at.count;
    bool fill = a3d_shape_of(node)->fill && (node->form & A3D_FORM_FILL);
    a3d_text copy;
    a3d_text_init(&copy, doc->arena);
    a3d_put(&copy, a3d_content(doc, node, &stream, &off), size);
    bool ok = !copy.failed && a3d_set_content(doc, index, copy.data, size, count) == A3D_OK;
    if (fill)
        a3d_at(doc, index)->form |= A3D_FORM_FILL;
    a3d_text_free(&copy);
    return ok;
}

const char *a3d_edit_overwrite(a3d_ctx *ctx, uint32_t index, uint32_t at, const void *bytes, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    const a3d_node *node = a3d_at(doc, index);
    uint32_t total;
    const uint8_t *p;
    if (!a3d_stored_content(doc, index, &p, &total) || (uint64_t)at + n > total)
        return "the bytes lie beyond the end of the content";
    if ((!node->edited || node->packed) && !own_content(doc, index, total))
        return "memory ran out";
    uint8_t *content = (uint8_t *)(uintptr_t)doc->streams[doc->edit_stream].data + a3d_at(doc, index)->v.at.first;
    if (n > 0)
        memcpy(content + at, bytes, n);
    return NULL;
}

/* Appends everything from the count of an array inside an element up to its values, for an array of n values. */
static void put_counter(a3d_doc *doc, const a3d_target *t, uint64_t n, a3d_text *out)
{
    if (t->counter == NULL) {
        a3d_put_prefix(doc, out, n, 0);
        return;
    }
    uint32_t stream, off;
    const uint8_t *content = a3d_content(doc, a3d_at(doc, t->node), &stream, &off);
    unsigned width = a3d_width(t->counter->shape.type);
    uint8_t *at = a3d_extend(out, width);
    if (at != NULL)
        a3d_store(at, width, n, doc->format->big_endian);
    a3d_put(out, content + t->counter_off + width, t->off - t->counter_off - width);
}

const char *a3d_edit_replace(a3d_ctx *ctx, const a3d_target *t, const a3d_text *values, unsigned width)
{
    a3d_doc *doc = ctx->doc;
    if (values->size == (size_t)t->count * width && t->prefix == 0)
        return a3d_edit_overwrite(ctx, t->node, t->off, values->data, (uint32_t)values->size);
    if (t->prefix == 0 && t->counter == NULL)
        return a3d_error(ctx, "%s takes %u values here", a3d_row_name(t->row), (unsigned)t->count);
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    put_counter(doc, t, values->size / width, &bytes);
    a3d_put(&bytes, values->data, values->size);
    uint32_t from = t->counter != NULL ? t->counter_off : t->off - t->prefix;
    int st = a3d_splice(doc, t->node, from, t->off + t->count * width, &bytes, a3d_at(doc, t->node)->v.at.count);
    a3d_text_free(&bytes);
    return st == A3D_OK ? NULL : "memory ran out";
}

const char *a3d_edit_inside(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e)
{
    uint8_t bytes[8];
    int64_t value;
    const a3d_node *node = a3d_at(ctx->doc, t->node);
    unsigned type = t->field ? t->type : a3d_shape_of(node)->type, width = a3d_width(type);
    const a3d_row *row = t->field ? t->row : node->row;
    if (t->field && t->array) {
        a3d_text all;
        a3d_text_init(&all, ctx->doc->arena);
        const char *why = a3d_is_braced(e) ? a3d_edit_values(ctx, e, type, row, &all)
                                           : a3d_parse_bytes(ctx, e->value, e->value_size, &all);
        if (why == NULL)
            why = a3d_edit_replace(ctx, t, &all, width);
        a3d_text_free(&all);
        return why;
    }
    const a3d_name *names = row->domain.names;
    const char *why = a3d_parse_scalar(ctx, e->value, e->value_size, type, names, &value);
    if (why != NULL)
        return why;
    a3d_store(bytes, width, (uint64_t)value, ctx->format->big_endian);
    return a3d_edit_overwrite(ctx, t->node, t->field ? t->off : t->index * width, bytes, width);
}
