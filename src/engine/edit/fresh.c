/* fresh.c - see fresh.h */
#include "engine/edit/fresh.h"
#include "engine/document/conditions.h"
#include "engine/document/content.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/edit/elements.h"

#include <string.h>

int a3d_set_slack(a3d_ctx *ctx, uint32_t index, const void *bytes, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    uint32_t first, at = a3d_edit_bytes(doc, bytes, n);
    uint32_t inner = a3d_at(doc, index)->packed ? a3d_stream_of(doc, index) : a3d_at(doc, index)->stream;
    if (at == UINT32_MAX || a3d_reserve(ctx, 1, index, inner, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(doc, first);
    node->row = &a3d_row_slack;
    node->state = A3D_PRESENT;
    node->edited = 1;
    node->form = index == doc->root ? A3D_FORM_BEHIND : 0;
    node->off = at;
    node->size = n;
    return a3d_side_set(doc, index, A3D_SIDE_SLACK, first) == 0 ? A3D_OK : A3D_STOP;
}

/* ---- values of fresh scalars ---- */

static int64_t fresh_value(const a3d_row *row)
{
    const a3d_domain *d = &row->domain;
    if (row->preset != 0)
        return row->preset;
    if (d->kind == A3D_IS || (d->kind == A3D_RANGE && d->lo > 0))
        return d->lo;
    if (d->kind == A3D_ENUM && !a3d_domain_holds(d, 0))
        return d->names[0].value;
    return 0;
}

static void put_scalars(a3d_doc *doc, a3d_text *out, const a3d_row *row, unsigned type, uint64_t count)
{
    unsigned width = a3d_width(type);
    out->failed |= count > doc->most_fresh || count * width > doc->most_fresh;
    uint8_t *p = a3d_extend(out, (size_t)count * width);
    for (uint64_t i = 0; p != NULL && i < count; i++)
        a3d_store(p + i * width, width, (uint64_t)fresh_value(row), doc->format->big_endian);
}

/* Appends a fresh element of a plain list. */
static void put_flat(a3d_doc *doc, a3d_text *out, uint32_t list, const a3d_record *type)
{
    int64_t values[16] = {0};
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        int alt = a3d_gate_open(doc, &row->gate) ? 0 : -1;
        while (alt >= 0 && row->alts != NULL && !a3d_gate_open(doc, &row->alts[alt].gate))
            alt++;
        if (alt < 0)
            continue;
        const a3d_shape *s = row->alts != NULL ? &row->alts[alt].shape : &row->shape;
        if (s->kind == A3D_RECORD) {
            put_flat(doc, out, list, s->record);
            continue;
        }
        bool inline_count = s->kind == A3D_ARRAY && s->count_by == A3D_COUNT_PREFIX;
        int64_t count = s->kind == A3D_SCALAR            ? 1
                        : inline_count                   ? row->least
                        : s->count_by == A3D_COUNT_FIXED ? s->count_add
                        : s->count_by == A3D_COUNT_OUTER ? a3d_outer_count(doc, list, s)
                                                         : values[s->slot] * s->count_mul + s->count_add;
        if (inline_count)
            a3d_put_prefix(doc, out, (uint64_t)count, 0);
        values[i] = s->kind == A3D_SCALAR ? fresh_value(row) : count;
        put_scalars(doc, out, row, s->type, count > 0 ? (uint64_t)count : 0);
    }
}

/* Appends n fresh elements of an array or plain list. All are alike, so a huge count fails at once. */
static void put_elements(a3d_doc *doc, a3d_text *out, uint32_t list, uint32_t n)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, list));
    size_t start = out->size;
    if (s->kind == A3D_ARRAY) {
        put_scalars(doc, out, a3d_at(doc, list)->row, s->type, n);
        return;
    }
    if (n > 0)
        put_flat(doc, out, list, s->record);
    size_t one = out->size - start;
    if (out->failed || n < 2 || one == 0)
        return;
    uint8_t *more = n <= UINT32_MAX / one && n <= doc->most_fresh / one ? a3d_extend(out, (n - 1) * one) : NULL;
    out->failed |= more == NULL;
    for (uint32_t i = 0; more != NULL && i < n - 1; i++)
        memcpy(more + i * one, out->data + start, one);
}

/* ---- fresh nodes ---- */

static int fresh_record(a3d_ctx *ctx, uint32_t index, const a3d_record *type)
{
    uint32_t first;
    if (a3d_reserve(ctx, type->n_rows, index, ctx->doc->edit_stream, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, index);
    node->v.at.first = first;
    node->v.at.count = type->n_rows;
    node->state = A3D_PRESENT;
    for (unsigned i = 0; i < type->n_rows; i++) {
        a3d_at(ctx->doc, first + i)->row = &type->rows[i];
        a3d_at(ctx->doc, first + i)->state = A3D_GATED;
        a3d_at(ctx->doc, first + i)->off = UINT32_MAX;
    }
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        int alt = a3d_row_applies(ctx->doc, row, index) ? a3d_choose_alt(ctx->doc, row, index) : -1;
        if (alt < 0)
            continue;
        a3d_at(ctx->doc, first + i)->alt = (unsigned)alt & 3;
        a3d_at(ctx->doc, first + i)->state = A3D_ABSENT;
        if (!row->optional && a3d_fresh(ctx, first + i) != A3D_OK)
            return A3D_STOP;
    }
    return A3D_OK;
}

static uint32_t fresh_count(a3d_ctx *ctx, uint32_t index)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    if (s->count_by == A3D_COUNT_PREFIX || s->count_by == A3D_COUNT_FRAMED)
        return a3d_at(ctx->doc, index)->row->least;
    uint64_t count = a3d_given_count(ctx->doc, index);
    return count <= A3D_MOST_FRESH ? (uint32_t)count : 0;
}

int a3d_fresh_list(a3d_ctx *ctx, uint32_t index, uint32_t count)
{
    a3d_doc *doc = ctx->doc;
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, index));
    const a3d_row *row = a3d_at(doc, index)->row;
    bool flat = s->kind == A3D_ARRAY || (a3d_is_flat(s->record) && !row->nodes);
    if (!flat) {
        a3d_at(doc, index)->state = A3D_PRESENT;
        a3d_at(doc, index)->v.at.count = 0;
        for (uint32_t i = 0; i < count; i++)
            if (a3d_fresh_element(ctx, index, i) == A3D_NO_NODE)
                return A3D_STOP;
        return A3D_OK;
    }
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    a3d_at(doc, index)->flat = s->kind == A3D_VECTOR;
    if (s->kind == A3D_VECTOR)
        put_elements(doc, &bytes, index, count);
    if (row->domain.kind == A3D_BYTES)
        a3d_put(&bytes, row->domain.bytes, (size_t)row->domain.lo);
    else if (s->kind == A3D_ARRAY)
        put_scalars(doc, &bytes, row, s->type, count);
    int st = bytes.failed ? A3D_STOP : a3d_set_content(doc, index, bytes.data, (uint32_t)bytes.size, count);
    a3d_text_free(&bytes);
    a3d_at(doc, index)->honest = 1;
    return st;
}

int a3d_fresh(a3d_ctx *ctx, uint32_t index)
{
    a3d_doc *doc = ctx->doc;
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, index));
    const a3d_row *row = a3d_at(doc, index)->row;
    const a3d_record *type;
    a3d_at(doc, index)->state = A3D_PRESENT;
    switch (s->kind) {
    case A3D_SCALAR:
        a3d_at(doc, index)->v.i = row->publish ? doc->vars[row->publish - 1] : 0;
        if (!row->publish || !a3d_domain_holds(&row->domain, a3d_at(doc, index)->v.i) || a3d_at(doc, index)->v.i == 0)
            a3d_at(doc, index)->v.i = fresh_value(row);
        a3d_publish(doc, a3d_at(doc, index));
        a3d_at(doc, index)->honest = row->derive.kind != A3D_GIVEN;
        return A3D_OK;
    case A3D_ARRAY:
    case A3D_VECTOR:
        return a3d_fresh_list(ctx, index, fresh_count(ctx, index));
    case A3D_CUSTOM:
        s->custom->fresh(doc, index);
        a3d_at(doc, index)->honest = row->derive.kind != A3D_GIVEN;
        return A3D_OK;
    default:
        type = a3d_record_type(doc, index);
        if (type == NULL) {
            a3d_at(doc, index)->state = A3D_GATED;
            return A3D_OK;
        }
        return fresh_record(ctx, index, type);
    }
}

/* ---- elements ---- */

/* The from[] of a3d_move_elements for n fresh elements before `index`; NULL when memory ran out. */
static const uint32_t *places_with(a3d_doc *doc, uint32_t list, uint32_t index, uint32_t n)
{
    uint32_t count = a3d_at(doc, list)->v.at.count;
    uint32_t *from = a3d_arena_alloc(doc->arena, ((size_t)count + n + 1) * sizeof *from);
    for (uint32_t i = 0; from != NULL && i < count + n; i++)
        from[i] = i < index ? i : i < index + n ? UINT32_MAX : i - n;
    return from;
}

uint32_t a3d_fresh_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, list));
    if (index > a3d_at(doc, list)->v.at.count)
        index = a3d_at(doc, list)->v.at.count;
    if (s->kind == A3D_ARRAY || a3d_at(doc, list)->flat) {
        a3d_text bytes;
        a3d_text_init(&bytes, doc->arena);
        put_elements(doc, &bytes, list, n);
        int st = bytes.failed ? A3D_STOP : a3d_splice_elements(ctx, list, index, 0, &bytes, n);
        a3d_text_free(&bytes);
        return st == A3D_OK ? list : A3D_NO_NODE;
    }
    if (a3d_move_elements(ctx, list, places_with(doc, list, index, n), a3d_at(doc, list)->v.at.count + n) != A3D_OK)
        return A3D_NO_NODE;
    uint32_t element = a3d_at(doc, list)->v.at.first + index;
    for (uint32_t i = 0; i < n; i++)
        if (fresh_record(ctx, element + i, s->record) != A3D_OK)
            return A3D_NO_NODE;
    return element;
}

uint32_t a3d_fresh_element(a3d_ctx *ctx, uint32_t list, uint32_t index)
{
    return a3d_fresh_elements(ctx, list, index, 1);
}
