/* fresh.c - the edit stream, and changes to contents and lists; see generate.h */
#include "engine/decode/decode.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/edit/fresh.h"
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
    if (n > UINT32_MAX / 2 - s->size) /* defensive: only 2 GiB of edits reach it */
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
    /* plain elements change their size with versions and counts around them: what is stored must be known */
    if (node->flat && a3d_side_set(doc, index, A3D_SIDE_SIZE, n) != 0)
        return A3D_STOP;
    return A3D_OK;
}

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
    return a3d_flat_locate(doc, index, count - 1, &size) + (uint64_t)size;
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

/* A fresh element of a plain list. */
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
        int64_t count = s->kind == A3D_SCALAR ? 1 : inline_count ? row->least : s->count_by == A3D_COUNT_FIXED ? s->count_add
                      : s->count_by == A3D_COUNT_OUTER ? a3d_outer_count(doc, list, s)
                      : values[s->slot] * s->count_mul + s->count_add; /* A3D_COUNT_FIELD */
        if (inline_count)
            a3d_put_prefix(doc, out, (uint64_t)count, 0);
        values[i] = s->kind == A3D_SCALAR ? fresh_value(row) : count;
        put_scalars(doc, out, row, s->type, count > 0 ? (uint64_t)count : 0);
    }
}

/* The bytes of n fresh elements of a list without nodes. They are all alike, so that a count that only claims
 * much is refused at once. */
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

/* Replaces bytes from..to of a content by others, in a copy of its own. A field around it may have been set, by which its
 * elements would be longer than what is there. */
int a3d_splice(a3d_doc *doc, uint32_t list, uint32_t from, uint32_t to, const a3d_text *insert, uint32_t count)
{
    uint32_t stream, off, total = (uint32_t)a3d_content_size(doc, list);
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    const uint8_t *p = total > 0 ? a3d_content(doc, a3d_at(doc, list), &stream, &off) : NULL;
    if (p != NULL && total > doc->streams[stream].size - off)
        return A3D_STOP;
    a3d_put(&bytes, p, from);
    a3d_put(&bytes, insert->data, insert->size);
    if (p != NULL)
        a3d_put(&bytes, p + to, total - to);
    int st = bytes.failed || insert->failed ? A3D_STOP : a3d_set_content(doc, list, bytes.data, (uint32_t)bytes.size, count);
    a3d_text_free(&bytes);
    return st;
}

int a3d_set_fill(a3d_doc *doc, uint32_t list, bool fill)
{
    a3d_node *node = a3d_at(doc, list);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t stream, off, count = node->v.at.count, times = fill ? 1 : count;
    uint32_t size = s->kind == A3D_ARRAY ? a3d_width(s->type) : a3d_flat_stride(doc, list, s->record);
    if (((node->form & A3D_FORM_FILL) != 0) == fill)
        return A3D_OK;
    if ((uint64_t)size * times > doc->most_fresh)
        return A3D_STOP;
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    const uint8_t *first = a3d_content(doc, node, &stream, &off);
    for (uint32_t i = 0; i < times && !bytes.failed; i++)
        a3d_put(&bytes, first, size);
    int st = bytes.failed ? A3D_STOP : a3d_set_content(doc, list, bytes.data, (uint32_t)bytes.size, count);
    if (st == A3D_OK)
        node->form = ((node->form & 6u) | (fill ? A3D_FORM_FILL : 0u)) & 7;
    a3d_text_free(&bytes);
    return st;
}

static int splice_content(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t remove, const a3d_text *insert, uint32_t count)
{
    a3d_doc *doc = ctx->doc;
    a3d_node *node = a3d_at(doc, list);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t size, stored = a3d_stored_count(node);
    if (s->fill && (node->form & A3D_FORM_FILL)) { /* the one element stands for all: only the count changes */
        node->v.at.count += count - remove;
        return A3D_OK;
    }
    uint32_t total = (uint32_t)a3d_content_size(doc, list), width = s->kind == A3D_ARRAY ? a3d_width(s->type) : 0;
    uint32_t from = width ? index * width : index < stored ? a3d_flat_locate(doc, list, index, &size) : total;
    uint32_t to = width ? (index + remove) * width : index + remove < stored ? a3d_flat_locate(doc, list, index + remove, &size) : total;
    return a3d_splice(doc, list, from, to, insert, node->v.at.count + count - remove);
}

/* A list of nodes needs its elements side by side: they move to the end of the document, `now` of them, each from the place
 * among the old that from[] says (UINT32_MAX: a fresh one). Children and side entries follow their element. */
static int move_elements(a3d_ctx *ctx, uint32_t list, const uint32_t *from, uint32_t now)
{
    a3d_doc *doc = ctx->doc;
    uint32_t old = a3d_at(doc, list)->v.at.first, count = a3d_at(doc, list)->v.at.count, first;
    uint32_t *moved = a3d_arena_alloc(doc->arena, (count + 1u) * sizeof *moved);
    if (moved == NULL || from == NULL || a3d_reserve(ctx, now, list, a3d_at(doc, list)->stream, &first) != A3D_OK)
        return A3D_STOP;
    bool extra = false;
    for (uint32_t i = 0; i < now; i++) {
        a3d_node *to = a3d_at(doc, first + i);
        to->row = &a3d_row_element;
        to->off = UINT32_MAX;
        if (from[i] == UINT32_MAX)
            continue;
        *to = *a3d_at(doc, old + from[i]);
        moved[from[i]] = first + i;
        for (uint32_t k = 0; to->state == A3D_PRESENT && k < to->v.at.count; k++)
            a3d_at(doc, to->v.at.first + k)->parent = first + i;
        extra |= to->extra != 0;
        a3d_at(doc, old + from[i])->state = A3D_GATED;
    }
    for (size_t k = 0; extra && k < doc->n_sides; k++) {
        uint32_t place = doc->sides[k].node - old;
        if (place < count && moved[place] != 0)
            doc->sides[k].node = moved[place];
    }
    if (extra)
        a3d_side_rehash(doc);
    a3d_at(doc, list)->v.at.first = first;
    a3d_at(doc, list)->v.at.count = now;
    return A3D_OK;
}

/* from[] of a list that gets n fresh elements before `index`. */
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
        int st = bytes.failed ? A3D_STOP : splice_content(ctx, list, index, 0, &bytes, n);
        a3d_text_free(&bytes);
        return st == A3D_OK ? list : A3D_NO_NODE;
    }
    if (move_elements(ctx, list, places_with(doc, list, index, n), a3d_at(doc, list)->v.at.count + n) != A3D_OK)
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

int a3d_remove_spans(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    uint32_t count = a3d_at(doc, list)->v.at.count, now = 0;
    a3d_text none;
    a3d_text_init(&none, doc->arena);
    if (a3d_shape_of(a3d_at(doc, list))->kind == A3D_ARRAY || a3d_at(doc, list)->flat) {
        int st = A3D_OK;
        for (uint32_t i = n; i > 0 && st == A3D_OK; i--)
            st = splice_content(ctx, list, spans[i - 1].at, spans[i - 1].n, &none, 0);
        return st;
    }
    uint32_t *from = a3d_arena_alloc(doc->arena, (count + 1u) * sizeof *from);
    for (uint32_t i = 0, k = 0; from != NULL && i < count; i++) {
        k += k < n && i >= spans[k].at + spans[k].n;
        if (k == n || i < spans[k].at)
            from[now++] = i;
    }
    return move_elements(ctx, list, from, now);
}

int a3d_remove_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n)
{
    return a3d_remove_spans(ctx, list, &(a3d_span){index, n}, 1);
}
