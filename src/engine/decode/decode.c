/* decode.c - nodes, rows and records; see decode.h */
#include "engine/decode/decode.h"
#include "base/never.h"
#include "engine/check/check.h"
#include "engine/decode/mask.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/decode/trace.h"
#include "engine/document/conditions.h"
#include "engine/document/derive.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

#include <string.h>

/* ---- rows ---- */

int a3d_read_scalar(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    unsigned width = a3d_width(s->type);
    if (cur->end - cur->pos < width)
        return a3d_truncated(ctx, cur, index, width);
    node->v.i = a3d_load_type(cur->data + cur->pos, s->type, ctx->format->big_endian);
    cur->pos += width;
    a3d_publish(ctx->doc, node);
    node->size = width;
    node->state = A3D_PRESENT;
    const a3d_domain *domain = &node->row->domain;
    if (!domain->vital || cur->end - cur->pos < domain->harmless || a3d_domain_holds(domain, node->v.i))
        return A3D_OK;
    a3d_domain_report(ctx, index, node->row, s->type, (uint64_t)node->v.i);
    return A3D_BAD;
}

static int read_packed_record(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_record *type)
{
    uint32_t stream, end = cur->end - a3d_shape_of(a3d_at(ctx->doc, index))->reserve;
    int st = a3d_unpack_zlib(ctx, cur, index, end, &stream);
    if (st != A3D_OK)
        return st;
    a3d_at(ctx->doc, index)->packed = 1;
    a3d_cur inner = a3d_cursor(ctx->doc, stream);
    st = a3d_read_record(ctx, &inner, type, index);
    if (st == A3D_STOP)
        return st;
    if (st == A3D_BAD) {
        a3d_taint(ctx, index);
    } else if (inner.pos < inner.end) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRAILING, index, inner.stream, inner.pos, inner.end - inner.pos);
        a3d_actual(f, inner.end - inner.pos);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%s after the end of the model", a3d_amount_of(inner.end - inner.pos, "extra byte").text);
        ctx->doc->faulty = true;
    }
    return a3d_take_slack(ctx, &inner, index, inner.end);
}

static int read_switch(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_record *type = a3d_chosen_record(ctx->doc, node, a3d_shape_of(node));
    if (type != NULL)
        return a3d_read_record(ctx, cur, type, index);
    uint32_t key = a3d_whole_field(ctx->doc, node->parent, a3d_shape_of(node)->slot);
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TYPE, key, a3d_at(ctx->doc, key)->stream, a3d_at(ctx->doc, key)->off,
                                  a3d_at(ctx->doc, key)->size);
    a3d_actual(f, a3d_at(ctx->doc, key)->v.i);
    enum { MOST = 64 };
    int64_t keys[MOST];
    size_t n = 0;
    for (const a3d_case *c = a3d_shape_of(node)->cases; c->key != A3D_CASE_END && n < MOST; c++)
        keys[n++] = c->key;
    a3d_say(ctx, f, "%s is %lld; expected %s", a3d_row_name(a3d_at(ctx->doc, key)->row),
            (long long)a3d_at(ctx->doc, key)->v.i, a3d_values_of(keys, n).text);
    return A3D_BAD;
}

/* Reads the content of a row whose gate is open and whose mask bit says present. */
A3D_INLINE int read_shape(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    switch (s->kind) {
    case A3D_SCALAR:
        return a3d_read_scalar(ctx, cur, index);
    case A3D_ARRAY:
        return a3d_read_array(ctx, cur, index);
    case A3D_VECTOR:
        return a3d_read_vector(ctx, cur, index);
    case A3D_RECORD:
        if (s->pack == A3D_PACK_ZLIB)
            return read_packed_record(ctx, cur, index, s->record);
        return a3d_read_record(ctx, cur, s->record, index);
    case A3D_SWITCH:
        return read_switch(ctx, cur, index);
    default:
        return s->custom->read(ctx, cur, index);
    }
}

/* Reads a row that is present, and completes its node. */
A3D_INLINE int read_present(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    a3d_trace(ctx, a3d_at(ctx->doc, index));
    return a3d_complete(ctx, cur, index, read_shape(ctx, cur, index));
}

/* Which alternative of a row applies, by how its presence is found out (A3D_PRESENCE_...); -1: none does. */
A3D_INLINE int choose(const a3d_doc *doc, const a3d_row *row, uint32_t record, unsigned presence)
{
    if (presence == A3D_PRESENCE_SURE)
        return 0;
    return presence == A3D_PRESENCE_CHOSEN || a3d_row_applies(doc, row, record) ? a3d_choose_alt(doc, row, record) : -1;
}

int a3d_read_row(a3d_ctx *ctx, a3d_cur *cur, const a3d_row *row, uint32_t index, uint32_t record,
                 unsigned presence)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    node->off = cur->pos;
    int alt = choose(ctx->doc, row, record, presence);
    if (alt < 0) {
        node->state = A3D_GATED;
        return A3D_OK;
    }
    if (alt > 0)
        node->alt = (unsigned)alt & 3;
    if (row->optional) {
        int bit = a3d_mask_next(ctx, index);
        if (bit < 0)
            return A3D_BAD;
        if (bit == 1) {
            node->state = A3D_ABSENT;
            return A3D_OK;
        }
    }
    return read_present(ctx, cur, index);
}

/* ---- records ---- */

/* Reserves the nodes of the rows of a record. */
A3D_INLINE int reserve_rows(a3d_ctx *ctx, const a3d_record *type, uint32_t self, uint32_t stream)
{
    uint32_t first;
    if (a3d_add_nodes(ctx, type->n_rows, &first) != A3D_OK)
        return A3D_STOP;
    const uint32_t bits = (a3d_node){.stream = stream & 0xfffff}.bits;
    a3d_node *node = a3d_at(ctx->doc, self), *field = a3d_at(ctx->doc, first);
    node->v.at.first = first;
    node->v.at.count = type->n_rows;
    node->state = A3D_PRESENT;
    for (const a3d_row *row = type->rows, *end = row + type->n_rows; row < end; row++, field++) {
        field->row = row;
        field->parent = self;
        field->off = field->size = 0;
        field->bits = bits;
        field->v.u = 0;
    }
    return A3D_OK;
}

static inline bool is_tainted(const a3d_doc *doc, uint32_t node)
{
    return a3d_at(doc, node)->extra && a3d_side_find(doc, node, A3D_SIDE_TAINT, NULL) != NULL;
}

/* Reads the rows from `slot` on into their reserved nodes. */
A3D_INLINE int fill_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot,
                           uint32_t start, bool derives)
{
    a3d_node *node = a3d_at(ctx->doc, self);
    if (!node->packed)
        node->off = start;
    ctx->depth++;
    int st = a3d_read_rows(ctx, cur, type, self, slot, start);
    ctx->depth--;
    node = a3d_at(ctx->doc, self);
    if (!node->packed)
        node->size = cur->pos - start;
    if (derives && st != A3D_STOP)
        a3d_check_derived(ctx, self, type, st == A3D_OK && !is_tainted(ctx->doc, self));
    return st;
}

int a3d_reread_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, uint32_t was, unsigned slot)
{
    uint32_t start = cur->pos;
    A3D_ASSERT(slot < type->n_rows);
    if (ctx->depth >= ctx->limits.depth)
        return a3d_limit(ctx, A3D_LIMIT_DEPTH);
    if (reserve_rows(ctx, type, self, cur->stream) != A3D_OK)
        return A3D_STOP;
    for (unsigned i = 0; i < slot; i++) {
        uint32_t field = a3d_whole_field(ctx->doc, self, i);
        *a3d_at(ctx->doc, field) = *a3d_at(ctx->doc, a3d_whole_field(ctx->doc, was, i));
        a3d_at(ctx->doc, field)->parent = self;
    }
    if (slot > 0)
        cur->pos = a3d_at(ctx->doc, a3d_whole_field(ctx->doc, was, slot))->off;
    return fill_record(ctx, cur, type, self, slot, start, a3d_plan_rows(ctx, type)->derives);
}

/* Reads a record that consists of numbers only and fits in the window. */
static int read_numbers(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, uint32_t size)
{
    uint32_t first, start = cur->pos;
    if (a3d_add_nodes(ctx, type->n_rows, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, first);
    const uint32_t bits = (a3d_node){.stream = cur->stream & 0xfffff, .state = A3D_PRESENT}.bits;
    for (const a3d_row *row = type->rows, *end = row + type->n_rows; row < end; row++, node++) {
        unsigned width = a3d_width(row->shape.type);
        node->row = row;
        node->parent = self;
        node->off = cur->pos;
        node->size = width;
        node->bits = bits;
        a3d_trace(ctx, node);
        node->v.i = a3d_load_type(cur->data + cur->pos, row->shape.type, ctx->format->big_endian);
        cur->pos += width;
    }
    node = a3d_at(ctx->doc, self);
    node->v.at.first = first;
    node->v.at.count = type->n_rows;
    node->state = A3D_PRESENT;
    if (!node->packed) {
        node->off = start;
        node->size = size;
    }
    return A3D_OK;
}

int a3d_read_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self)
{
    const a3d_plan *plan = a3d_plan_rows(ctx, type);
    uint32_t numbers = plan->numbers;
    if (ctx->depth >= ctx->limits.depth)
        return a3d_limit(ctx, A3D_LIMIT_DEPTH);
    if (numbers > 0 && cur->end - cur->pos >= numbers)
        return read_numbers(ctx, cur, type, self, numbers);
    if (reserve_rows(ctx, type, self, cur->stream) != A3D_OK)
        return A3D_STOP;
    int st = fill_record(ctx, cur, type, self, 0, cur->pos, plan->derives);
    return st == A3D_OK && ctx->sparse ? a3d_make_sparse(ctx, type, self) : st;
}
