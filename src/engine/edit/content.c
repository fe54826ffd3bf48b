/* content.c - edits whole arrays, and values inside arrays and plain lists */
#include "engine/document/content.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"
#include "engine/edit/parts.h"
#include "engine/edit/value.h"

#include <string.h>

/* With `lies` an array of a fixed size may get another one. */
static const char *set_array_bytes(a3d_ctx *ctx, uint32_t index, const a3d_text *bytes, bool lies)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    unsigned width = a3d_width(s->type);
    if (bytes->failed)
        return "memory ran out";
    if (bytes->size % width != 0)
        return a3d_error(ctx, "%u bytes are no whole number of elements of %u bytes", (unsigned)bytes->size, width);
    if (!lies && s->count_by == A3D_COUNT_FIXED && bytes->size != (size_t)s->count_add * width)
        return a3d_error(ctx, "%s takes %u %s", a3d_row_name(a3d_at(ctx->doc, index)->row), (unsigned)s->count_add,
                         width == 1 ? "bytes" : "values");
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
        why = set_array_bytes(ctx, index, &bytes, e->op == ':');
    a3d_text_free(&bytes);
    return why;
}

bool a3d_edit_own(a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    uint32_t size, count = node->v.at.count;
    const uint8_t *bytes;
    bool fill = a3d_shape_of(node)->fill && (node->form & A3D_FORM_FILL);
    a3d_text copy;
    if (!a3d_stored_content(doc, index, &bytes, &size))
        return false;
    a3d_text_init(&copy, doc->arena);
    a3d_put(&copy, bytes, size);
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
    if ((!node->edited || node->packed) && !a3d_edit_own(doc, index))
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
    const a3d_domain *counts = t->counter != NULL ? &t->counter->domain : NULL;
    if (counts != NULL && counts->vital && !a3d_domain_holds(counts, (int64_t)(values->size / width)))
        return a3d_error(ctx, "%s cannot have %u values, since %s cannot be %u", a3d_row_name(t->row),
                         (unsigned)(values->size / width), a3d_row_name(t->counter), (unsigned)(values->size / width));
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    put_counter(doc, t, values->size / width, &bytes);
    a3d_put(&bytes, values->data, values->size);
    uint32_t from = t->counter != NULL ? t->counter_off : t->off - t->prefix, total;
    const uint8_t *p;
    if (!a3d_stored_content(doc, t->node, &p, &total) || t->off + (uint64_t)t->count * width > total)
        return "the bytes lie beyond the end of the content";
    int st = a3d_splice(doc, t->node, from, t->off + t->count * width, &bytes, a3d_at(doc, t->node)->v.at.count);
    a3d_text_free(&bytes);
    return st == A3D_OK ? NULL : "memory ran out";
}

/* ---- fields that count an array of their element ---- */

typedef struct counted {
    a3d_target array; /* base of its offsets: the element */
    const a3d_row *by;
    uint32_t by_off, base;
    bool found;
} counted;

static int seek_counted(void *user, const a3d_leaf *leaf)
{
    counted *k = user;
    if (leaf->counter != k->by || k->base + leaf->counter_off != k->by_off)
        return 0;
    k->array.type = leaf->shape->type;
    k->array.row = leaf->rows[leaf->depth - 1];
    k->array.off = k->base + leaf->off;
    k->array.count = leaf->count;
    k->array.counter = leaf->counter;
    k->array.counter_off = k->by_off;
    k->array.array = k->found = true;
    return 1;
}

/* Finds the array that a field of a plain element counts. */
static bool find_counted(const a3d_doc *doc, const a3d_target *t, a3d_target *array)
{
    const a3d_node *node = a3d_at(doc, t->node);
    uint32_t size, stream, off, base = a3d_flat_locate(doc, t->node, t->index, &size);
    counted k = {.array = *t, .by = t->row, .by_off = t->off, .base = base};
    const uint8_t *content = a3d_content(doc, node, &stream, &off);
    a3d_flat_element(doc, t->node, a3d_shape_of(node)->record, content + base, size, seek_counted, &k);
    *array = k.array;
    return k.found;
}

/* Gives an array inside an element another number of values: the first ones stay, new ones are 0. */
static const char *resize_array(a3d_ctx *ctx, const a3d_target *t, uint32_t n)
{
    uint32_t stream, off, width = a3d_width(t->type), kept = n < t->count ? n : t->count;
    a3d_text values;
    a3d_text_init(&values, ctx->doc->arena);
    a3d_put(&values, a3d_content(ctx->doc, a3d_at(ctx->doc, t->node), &stream, &off) + t->off, (size_t)kept * width);
    uint8_t *zeros = a3d_extend(&values, (size_t)(n - kept) * width);
    if (zeros != NULL)
        memset(zeros, 0, (size_t)(n - kept) * width);
    const char *why = values.failed ? "memory ran out" : a3d_edit_replace(ctx, t, &values, width);
    a3d_text_free(&values);
    return why;
}

/* Sets a field of a plain element. An array that it counts follows with '=', if its element may have that count.
 * Otherwise no other byte changes. */
static const char *set_field(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e, int64_t value)
{
    a3d_doc *doc = ctx->doc;
    a3d_target array;
    uint8_t bytes[8];
    bool varies = a3d_flat_stride(doc, t->node, a3d_shape_of(a3d_at(doc, t->node))->record) == 0;
    bool legal = !t->row->domain.vital || a3d_domain_holds(&t->row->domain, value);
    if (varies && e->op == '=' && legal && value >= 0 && value <= A3D_MOST_FRESH && find_counted(doc, t, &array))
        return resize_array(ctx, &array, (uint32_t)value);
    uint64_t before = a3d_content_size(doc, t->node);
    a3d_store(bytes, a3d_width(t->type), (uint64_t)value, ctx->format->big_endian);
    const char *why = a3d_edit_overwrite(ctx, t->node, t->off, bytes, a3d_width(t->type));
    if (why == NULL && varies && a3d_content_size(doc, t->node) != before && a3d_keep_size(doc, t->node) != A3D_OK)
        return "memory ran out";
    return why;
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
    if (t->field)
        return set_field(ctx, t, e, value);
    a3d_store(bytes, width, (uint64_t)value, ctx->format->big_endian);
    return a3d_edit_overwrite(ctx, t->node, t->index * width, bytes, width);
}
