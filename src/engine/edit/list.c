/* list.c - edits that insert and remove elements of lists */
#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"
#include "engine/edit/normalize.h"
#include "engine/edit/parts.h"
#include "engine/edit/shift.h"
#include "engine/edit/value.h"

#include <string.h>

/* Finds the list that a target means, and the position in it. */
static const char *list_of(a3d_ctx *ctx, const a3d_target *t, uint32_t *list, uint32_t *at)
{
    a3d_doc *doc = ctx->doc;
    *list = t->indexed && !t->element ? a3d_at(doc, t->node)->parent : t->node;
    if (a3d_at(doc, *list)->state == A3D_ABSENT && a3d_fresh(ctx, *list) != A3D_OK)
        return "memory ran out";
    if (a3d_at(doc, *list)->state == A3D_PRESENT && a3d_shape_of(a3d_at(doc, *list))->kind == A3D_RECORD) {
        for (uint32_t i = 0; i < a3d_at(doc, *list)->v.at.count; i++) {
            uint32_t inner = a3d_field(doc, *list, i);
            if (a3d_at(doc, inner)->row->transparent && a3d_shape_of(a3d_at(doc, inner))->kind == A3D_VECTOR) {
                *list = inner;
                break;
            }
        }
    }
    unsigned kind = a3d_shape_of(a3d_at(doc, *list))->kind;
    if ((kind != A3D_VECTOR && kind != A3D_ARRAY) || a3d_at(doc, *list)->state != A3D_PRESENT)
        return a3d_error(ctx, "%s is not a list", a3d_row_name(a3d_at(doc, *list)->row));
    *at = t->indexed ? t->index : a3d_at(doc, *list)->v.at.count;
    return NULL;
}

static const char *insert_values(a3d_ctx *ctx, uint32_t list, uint32_t at, const a3d_edit_word *e)
{
    const char *p = e->value + 1, *end = e->value + e->value_size - 1, *why = NULL;
    for (; p < end && why == NULL; p++, at++) {
        const char *stop = a3d_item_end(p, end);
        a3d_edit_word one = {.value = p, .value_size = (size_t)(stop - p), .op = '='};
        a3d_target t = {.node = list, .element = true, .index = at, .indexed = true};
        if (a3d_fresh_element(ctx, list, at) == A3D_NO_NODE)
            return "memory ran out";
        why = a3d_edit_inside(ctx, &t, &one);
        p = stop;
    }
    return why;
}

/* += and -= on an array inside an element that has no nodes. */
static const char *resize_inside(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e)
{
    uint32_t stream, off;
    unsigned width = a3d_width(t->type);
    int64_t n = 0;
    if (!t->array)
        return a3d_error(ctx, "%s is not a list", a3d_row_name(t->row));
    a3d_text all;
    a3d_text_init(&all, ctx->doc->arena);
    a3d_put(&all, a3d_content(ctx->doc, a3d_at(ctx->doc, t->node), &stream, &off) + t->off, (size_t)t->count * width);
    const char *why = e->op == '+' && a3d_is_braced(e) ? a3d_edit_values(ctx, e, t->type, t->row, &all)
                                                : a3d_parse_scalar(ctx, e->value, e->value_size, A3D_U32, NULL, &n);
    if (why == NULL && e->op == '-' && n > t->count)
        why = a3d_error(ctx, "%s has only %u elements", a3d_row_name(t->row), (unsigned)t->count);
    if (why == NULL && e->op == '-')
        all.size -= (size_t)n * width;
    uint8_t *zeros = why == NULL && e->op == '+' ? a3d_extend(&all, (size_t)n * width) : NULL;
    if (zeros != NULL)
        memset(zeros, 0, (size_t)n * width);
    if (why == NULL)
        why = all.failed ? "memory ran out" : a3d_edit_replace(ctx, t, &all, width);
    a3d_text_free(&all);
    return why;
}

/* Sets fields of the element that was inserted at `at`. The document is normalized first, so a list whose count is
 * in another field may have lost the element already. */
static const char *set_inserted(a3d_ctx *ctx, uint32_t list, uint32_t at, const a3d_edit_word *e)
{
    if (a3d_normalize(ctx) != A3D_OK)
        return "memory ran out";
    const a3d_node *node = a3d_at(ctx->doc, list);
    if (node->state != A3D_PRESENT)
        return a3d_error(ctx, "%s does not exist in this version or with these values", a3d_row_name(node->row));
    if (at >= node->v.at.count)
        return a3d_error(ctx, "%s has %u elements, as another field says", a3d_row_name(node->row),
                         (unsigned)node->v.at.count);
    a3d_target inner = {.node = node->v.at.first + at, .claim_index = -1};
    if (node->flat)
        inner = (a3d_target){.node = list, .element = true, .index = at, .indexed = true, .claim_index = -1};
    return a3d_edit_fields(ctx, &inner, e);
}

const char *a3d_edit_insert(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const a3d_edit_word *e = user;
    uint32_t list, at;
    int64_t n = 1;
    if (t->field)
        return resize_inside(ctx, t, e);
    const char *why = list_of(ctx, t, &list, &at);
    if (why == NULL && !a3d_is_braced(e))
        why = a3d_parse_scalar(ctx, e->value, e->value_size, A3D_U32, NULL, &n);
    if (why != NULL)
        return why;
    if (a3d_is_braced(e) && a3d_shape_of(a3d_at(ctx->doc, list))->kind == A3D_ARRAY)
        return insert_values(ctx, list, at, e);
    if (n > A3D_MOST_FRESH)
        return a3d_error(ctx, "more than %u elements at once", (unsigned)A3D_MOST_FRESH);
    if (!a3d_shift_for_new(ctx, list, at, (uint32_t)n))
        return "memory ran out";
    if (n > 0 && a3d_fresh_elements(ctx, list, at, (uint32_t)n) == A3D_NO_NODE)
        return "memory ran out";
    if (!a3d_is_braced(e))
        return NULL;
    return set_inserted(ctx, list, at, e);
}

const char *a3d_edit_remove(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const a3d_edit_word *e = user;
    uint32_t list, at;
    int64_t n;
    if (t->field)
        return resize_inside(ctx, t, e);
    const char *why = list_of(ctx, t, &list, &at);
    if (why == NULL)
        why = a3d_parse_scalar(ctx, e->value, e->value_size, A3D_U32, NULL, &n);
    if (why != NULL)
        return why;
    uint32_t count = a3d_at(ctx->doc, list)->v.at.count;
    if (n > count || (t->indexed && at + n > count))
        return a3d_error(ctx, "%s has only %u elements", a3d_row_name(a3d_at(ctx->doc, list)->row), (unsigned)count);
    if (!t->indexed)
        at = count - (uint32_t)n;
    a3d_span span = {at, (uint32_t)n};
    bool good = a3d_shift_for_removed(ctx, list, &span, 1, A3D_GONE_NAMES_NOTHING) &&
                a3d_remove_spans(ctx, list, &span, 1) == A3D_OK;
    return good ? NULL : "memory ran out";
}
