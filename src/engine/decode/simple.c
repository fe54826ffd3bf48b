/* simple.c - the rows of a record. Simple ones, as most are, need few checks and are read right here; see reading.h */
#include "base/never.h"
#include "engine/decode/mask.h"
#include "engine/decode/reading.h"
#include "engine/decode/trace.h"
#include "engine/document/conditions.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

#include <string.h>

/* The position of reading, copied from the cursor so that it can stay in registers. */
typedef struct reader {
    a3d_ctx *ctx;
    const uint8_t *data;
    uint32_t pos, end;
    bool big; /* big-endian */
} reader;

/* ---- contents: each reads into an empty node, or returns false and leaves everything to the general way ---- */

A3D_INLINE bool take(reader *r, a3d_node *node, uint64_t size)
{
    if (size > r->end - r->pos)
        return false;
    node->off = r->pos;
    node->size = (uint32_t)size;
    node->state = A3D_PRESENT;
    a3d_trace(r->ctx, node);
    r->pos += (uint32_t)size;
    return true;
}

/* As a3d_load_type, without a call for most numbers. */
A3D_INLINE int64_t load_number(const uint8_t *p, unsigned type, unsigned width, bool big)
{
    if (width == 4)
        return type == A3D_I32 ? (int32_t)a3d_load32(p, big) : (int64_t)a3d_load32(p, big);
    if (width == 8)
        return (int64_t)a3d_load64(p, big);
    return type == A3D_U8 || type == A3D_BOOL ? p[0] : a3d_load_type(p, type, big);
}

A3D_INLINE bool read_number(reader *r, const a3d_row *row, a3d_node *node, bool vital)
{
    unsigned type = row->shape.type, width = a3d_width(type);
    if (r->end - r->pos < width)
        return false;
    const uint8_t *p = r->data + r->pos;
    int64_t value = load_number(p, type, width, r->big);
    if (vital && !a3d_domain_holds(&row->domain, value))
        return false;
    node->v.i = value;
    return take(r, node, width);
}

A3D_INLINE bool read_word(reader *r, a3d_node *node)
{
    if (r->end - r->pos < sizeof(uint32_t))
        return false;
    node->v.u = a3d_load32(r->data + r->pos, r->big);
    return take(r, node, sizeof(uint32_t));
}

/* Reads an inline count in its shortest form. */
A3D_INLINE bool load_count(const reader *r, uint32_t *count, uint32_t *size)
{
    const uint8_t *p = r->data + r->pos;
    bool wide = r->ctx->format->prefix == A3D_PREFIX_U32; /* four bytes, not one to three */
    *size = wide ? 4 : 1;
    if (r->end - r->pos < *size || (!wide && p[0] >= 0x80))
        return false;
    *count = wide ? a3d_load32(p, r->big) : p[0];
    return true;
}

/* Padding must be complete and zero. */
A3D_INLINE bool read_values(reader *r, const a3d_shape *s, a3d_node *node)
{
    uint32_t count, size;
    if (!load_count(r, &count, &size))
        return false;
    uint64_t content = size + (uint64_t)count * a3d_width(s->type), all = content;
    if (s->pad != 0)
        all += (s->pad - (content - size) % s->pad) % s->pad;
    for (uint64_t i = content; i < all && all <= r->end - r->pos; i++)
        if (r->data[r->pos + i] != 0)
            return false;
    if (!take(r, node, all))
        return false;
    node->v.at.first = node->off + size;
    node->v.at.count = count;
    return true;
}

/* A text that ends with a NUL. */
A3D_INLINE bool read_text(reader *r, a3d_node *node)
{
    const uint8_t *p = r->data + r->pos, *nul = r->pos < r->end ? memchr(p, 0, r->end - r->pos) : NULL;
    if (nul == NULL || !a3d_has_steps(r->ctx, (uint64_t)(nul - p) / 64))
        return false;
    a3d_work(r->ctx, (uint64_t)(nul - p) / 64);
    node->v.at.first = r->pos;
    node->v.at.count = (uint32_t)(nul - p);
    return take(r, node, (uint64_t)(nul - p) + 1);
}

/* A list that is empty, or whose elements are plain and always of the same size. */
A3D_INLINE bool read_list(reader *r, const a3d_row *row, a3d_node *node)
{
    uint32_t count, size, stride = 0;
    if (!load_count(r, &count, &size))
        return false;
    bool flat = !row->nodes && a3d_record_is_flat(r->ctx, row->shape.record);
    if (count > 0 && (!flat || (stride = a3d_plan_rows(r->ctx, row->shape.record)->stride) == 0))
        return false;
    if (!take(r, node, size + (uint64_t)count * stride))
        return false;
    node->flat = flat;
    node->v.at.first = flat ? node->off + size : (uint32_t)r->ctx->doc->n_nodes;
    node->v.at.count = count;
    return true;
}

A3D_INLINE bool read_content(reader *r, const a3d_row *row, a3d_node *node, unsigned what)
{
    switch (what) {
    case A3D_CONTENT_NUMBER:
        return read_number(r, row, node, false);
    case A3D_CONTENT_VITAL:
        return read_number(r, row, node, true);
    case A3D_CONTENT_WORD:
        return read_word(r, node);
    case A3D_CONTENT_VALUES:
        return read_values(r, &row->shape, node);
    case A3D_CONTENT_LIST:
        return read_list(r, row, node);
    case A3D_CONTENT_TEXT:
        return read_text(r, node);
    default:
        return false;
    }
}

/* ---- presence ---- */

A3D_INLINE bool leave_out(const reader *r, a3d_node *node, a3d_state state)
{
    node->off = r->pos;
    node->state = state & 3;
    return true;
}

A3D_INLINE bool read_masked(reader *r, const a3d_row *row, a3d_node *node, unsigned what)
{
    a3d_mask *mask = &r->ctx->doc->mask;
    if (mask->used >= mask->room)
        return false;
    bool absent = a3d_mask_bit(mask, mask->used) != 0;
    if (absent ? !leave_out(r, node, A3D_ABSENT) : !read_content(r, row, node, what))
        return false;
    mask->used++;
    return true;
}

static bool read_formed(reader *r, const a3d_row *row, a3d_node *node)
{
    const a3d_doc *doc = r->ctx->doc;
    unsigned i = 0;
    if (!a3d_gate_open(doc, &row->gate))
        return leave_out(r, node, A3D_GATED);
    while (!A3D_NEVER(row->alts[i].shape.kind == A3D_NOTHING) && !a3d_gate_open(doc, &row->alts[i].gate))
        i++;
    const a3d_shape *s = &row->alts[i].shape;
    if (A3D_NEVER(s->kind == A3D_NOTHING))
        return leave_out(r, node, A3D_GATED);
    if (s->count_by != A3D_COUNT_PREFIX || A3D_NEVER(s->fill) || s->pack != A3D_PACK_NONE || !read_values(r, s, node))
        return false;
    node->alt = i & 3;
    return true;
}

A3D_INLINE bool applies(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    const a3d_node *fields = a3d_at(doc, a3d_whole_field(doc, record, 0));
    return a3d_gate_open(doc, &row->gate) && a3d_when_holds(&row->when[0], fields + row->when[0].slot) &&
           (row->when[1].op == A3D_ALWAYS || a3d_when_holds(&row->when[1], fields + row->when[1].slot));
}

A3D_INLINE bool read_row(reader *r, const a3d_row *row, a3d_node *node, unsigned kind)
{
    bool open = true;
    if ((kind & A3D_PRESENCE_MASK) == A3D_PRESENCE_SURE) /* most */
        return read_content(r, row, node, kind - A3D_PRESENCE_SURE);
    switch (kind & A3D_PRESENCE_MASK) {
    case A3D_PRESENCE_MASKED:
        return read_masked(r, row, node, kind - (kind & A3D_PRESENCE_MASK));
    case A3D_PRESENCE_GATED:
        open = a3d_gate_open(r->ctx->doc, &row->gate);
        break;
    case A3D_PRESENCE_FORMED:
        return read_formed(r, row, node);
    case A3D_PRESENCE_LIKE:
        open = node[-1].state != A3D_GATED;
        break;
    default:
        open = applies(r->ctx->doc, row, node->parent);
        break;
    }
    return open ? read_content(r, row, node, kind - (kind & A3D_PRESENCE_MASK)) : leave_out(r, node, A3D_GATED);
}

/* Reads simple rows from `slot` on, as long as their kinds (a3d_plan.rows) and their bytes raise no question. Returns
 * the slot of the first row that was not read. */
A3D_INLINE unsigned read_simple_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, const uint8_t *kinds,
                                     uint32_t first, unsigned slot)
{
    reader r = {ctx, cur->data, cur->pos, cur->end, ctx->format->big_endian};
    const a3d_row *row = &type->rows[slot];
    a3d_node *node = a3d_at(ctx->doc, first + slot);
    while (kinds[slot] > A3D_PRESENCE_SURE && read_row(&r, row, node, kinds[slot])) {
        slot++;
        row++;
        node++;
    }
    cur->pos = r.pos;
    return slot;
}

/* Reads a record that is always there, as most are, into its node. */
A3D_INLINE int read_inner(a3d_ctx *ctx, a3d_cur *cur, const a3d_row *row, uint32_t index)
{
    a3d_at(ctx->doc, index)->off = cur->pos;
    a3d_trace(ctx, a3d_at(ctx->doc, index));
    return a3d_complete(ctx, cur, index, a3d_read_record(ctx, cur, row->shape.record, index));
}

int a3d_read_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    const a3d_row *follow = ctx->follow;
    const uint8_t *kinds = a3d_plan_rows(ctx, type)->rows;
    uint32_t first = a3d_at(ctx->doc, self)->v.at.first; /* it is not sparse yet */
    while ((slot = read_simple_rows(ctx, cur, type, kinds, first, slot)) < type->n_rows) {
        const a3d_row *row = &type->rows[slot];
        uint32_t field = first + slot;
        unsigned kind = kinds[slot++];
        ctx->follow = slot < type->n_rows ? row + 1 : NULL;
        int st = kind == A3D_PRESENCE_SURE + A3D_CONTENT_RECORD
                     ? read_inner(ctx, cur, row, field)
                     : a3d_read_row(ctx, cur, row, field, self, kind & A3D_PRESENCE_MASK);
        ctx->follow = follow;
        if (st == A3D_BAD && row->shape.kind == A3D_SCALAR && a3d_at(ctx->doc, field)->state == A3D_PRESENT)
            return a3d_skip_window(ctx, cur, type, self, slot, start);
        if (st != A3D_OK)
            return st;
        if (row->derive.window == A3D_NO_WINDOW || a3d_at(ctx->doc, field)->state != A3D_PRESENT)
            continue;
        return row->derive.window == A3D_EXACT ? a3d_read_exact(ctx, cur, type, self, slot, start)
                                               : a3d_read_soft(ctx, cur, type, self, slot, start);
    }
    return A3D_OK;
}

/* ---- lists of number records ---- */

/* Reads one element. Enough bytes and mask bits are left for it. */
A3D_INLINE void read_element(reader *r, const a3d_record *type, const uint8_t *kinds, uint32_t element,
                             a3d_node *field, uint32_t stream)
{
    a3d_node *self = a3d_at(r->ctx->doc, element);
    a3d_mask *mask = &r->ctx->doc->mask;
    self->off = r->pos;
    self->state = A3D_PRESENT;
    self->v.at.first = (uint32_t)(field - r->ctx->doc->nodes);
    self->v.at.count = type->n_rows;
    for (unsigned i = 0; i < type->n_rows; i++) {
        field[i] = (a3d_node){.row = &type->rows[i], .parent = element, .stream = stream & 0xfffff};
        if ((kinds[i] & A3D_PRESENCE_MASK) == A3D_PRESENCE_MASKED && a3d_mask_bit(mask, mask->used++) != 0)
            leave_out(r, &field[i], A3D_ABSENT);
        else
            read_number(r, &type->rows[i], &field[i], false);
    }
    self->size = r->pos - self->off;
}

/* The number of elements that certainly fit, whatever their mask bits are, and that the limits allow. */
static uint32_t sure_elements(const a3d_ctx *ctx, const reader *r, const a3d_record *type, uint32_t most)
{
    const a3d_mask *mask = &ctx->doc->mask;
    const a3d_plan *plan = &ctx->plans[type->id];
    uint32_t fit = (r->end - r->pos) / plan->most, n = fit < most ? fit : most;
    uint32_t bits = plan->numbers > 0 ? n : (mask->room - mask->used) / type->n_rows;
    n = bits < n ? bits : n;
    uint64_t nodes = (uint64_t)n * type->n_rows;
    bool allowed = nodes <= ctx->limits.nodes - a3d_all_nodes(ctx->doc) && a3d_has_steps(ctx, nodes);
    return allowed && ctx->depth < ctx->limits.depth ? n : 0;
}

uint32_t a3d_read_number_records(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t element, uint32_t count)
{
    reader r = {ctx, cur->data, cur->pos, cur->end, ctx->format->big_endian};
    const a3d_plan *plan = a3d_plan_rows(ctx, type);
    uint32_t done = 0, first, n;
    while (done < count && (n = sure_elements(ctx, &r, type, count - done)) > 0 &&
           a3d_add_nodes(ctx, n * type->n_rows, &first) == A3D_OK)
        for (uint32_t k = 0; k < n; k++, done++)
            read_element(&r, type, plan->rows, element + done, a3d_at(ctx->doc, first + k * type->n_rows), cur->stream);
    cur->pos = r.pos;
    return done;
}
