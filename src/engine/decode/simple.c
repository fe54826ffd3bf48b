/* simple.c - rows of which little has to be asked when they are read, which most are; see reading.h */
#include "engine/decode/mask.h"
#include "engine/decode/reading.h"
#include "engine/decode/trace.h"
#include "engine/document/conditions.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

/* Where reading stands, apart from the cursor: so all of it can stay in registers. */
typedef struct easy {
    a3d_ctx *ctx;
    const uint8_t *data;
    uint32_t pos, end;
    bool big, wide; /* byte order; inline counts take four bytes, else one to three */
} easy;

/* ---- what stands there: into a node that is fresh. False: nothing was done, and more has to be asked. ---- */

A3D_INLINE bool take(easy *e, a3d_node *node, uint64_t size)
{
    if (size > e->end - e->pos)
        return false;
    node->off = e->pos;
    node->size = (uint32_t)size;
    node->state = A3D_PRESENT;
    a3d_trace(e->ctx, node);
    e->pos += (uint32_t)size;
    return true;
}

A3D_INLINE bool read_number(easy *e, const a3d_row *row, a3d_node *node, bool vital)
{
    unsigned type = row->shape.type, width = a3d_width(type);
    if (e->end - e->pos < width)
        return false;
    const uint8_t *p = e->data + e->pos;
    int64_t value = type == A3D_I32 ? (int32_t)a3d_load32(p, e->big) : a3d_load_type(p, type, e->big);
    if (vital && !a3d_domain_holds(&row->domain, value))
        return false;
    node->v.i = value;
    return take(e, node, width);
}

/* An inline count in its plain form. */
A3D_INLINE bool load_count(const easy *e, uint32_t *count, uint32_t *size)
{
    const uint8_t *p = e->data + e->pos;
    *size = e->wide ? 4 : 1;
    if (e->end - e->pos < *size || (!e->wide && p[0] >= 0x80))
        return false;
    *count = e->wide ? a3d_load32(p, e->big) : p[0];
    return true;
}

/* Padding is there and zero, or there is none. */
A3D_INLINE bool read_values(easy *e, const a3d_shape *s, a3d_node *node)
{
    uint32_t count, size;
    if (!load_count(e, &count, &size))
        return false;
    uint64_t content = size + (uint64_t)count * a3d_width(s->type), all = content;
    if (s->pad != 0)
        all += (s->pad - (content - size) % s->pad) % s->pad;
    for (uint64_t i = content; i < all && all <= e->end - e->pos; i++)
        if (e->data[e->pos + i] != 0)
            return false;
    if (!take(e, node, all))
        return false;
    node->v.at.first = node->off + size;
    node->v.at.count = count;
    return true;
}

/* A list without elements, or one whose elements consist of numbers. */
A3D_INLINE bool read_list(easy *e, const a3d_row *row, a3d_node *node)
{
    uint32_t count, size, stride = 0;
    if (!load_count(e, &count, &size))
        return false;
    bool flat = !row->nodes && a3d_record_is_flat(e->ctx, row->shape.record);
    if (count > 0 && (!flat || (stride = a3d_plan_rows(e->ctx, row->shape.record)->numbers) == 0))
        return false;
    if (!take(e, node, size + (uint64_t)count * stride))
        return false;
    node->flat = flat;
    node->v.at.first = flat ? node->off + size : (uint32_t)e->ctx->doc->n_nodes;
    node->v.at.count = count;
    return true;
}

A3D_INLINE bool read_content(easy *e, const a3d_row *row, a3d_node *node, unsigned what)
{
    switch (what) {
    case A3D_CONTENT_NUMBER:
        return read_number(e, row, node, false);
    case A3D_CONTENT_VITAL:
        return read_number(e, row, node, true);
    case A3D_CONTENT_VALUES:
        return read_values(e, &row->shape, node);
    case A3D_CONTENT_LIST:
        return read_list(e, row, node);
    default:
        return false;
    }
}

/* ---- whether it stands there ---- */

A3D_INLINE bool leave_out(const easy *e, a3d_node *node, a3d_state state)
{
    node->off = e->pos;
    node->state = state & 3;
    return true;
}

A3D_INLINE bool read_masked(easy *e, const a3d_row *row, a3d_node *node, unsigned what)
{
    a3d_mask *mask = &e->ctx->doc->mask;
    if (mask->used >= mask->room)
        return false;
    bool absent = a3d_mask_bit(mask, mask->used) != 0;
    if (absent ? !leave_out(e, node, A3D_ABSENT) : !read_content(e, row, node, what))
        return false;
    mask->used++;
    return true;
}

static bool read_formed(easy *e, const a3d_row *row, a3d_node *node)
{
    const a3d_doc *doc = e->ctx->doc;
    unsigned i = 0;
    while (row->alts[i].shape.kind != A3D_NOTHING && !a3d_gate_open(doc, &row->alts[i].gate)) /* defensive: test_forms (test_tables.c): in each version one of such forms has bytes */
        i++;
    const a3d_shape *s = &row->alts[i].shape;
    if (s->kind == A3D_NOTHING || !a3d_gate_open(doc, &row->gate)) /* defensive: test_forms (test_tables.c): in each version one of such forms has bytes */
        return leave_out(e, node, A3D_GATED);
    if (s->count_by != A3D_COUNT_PREFIX || s->fill || s->pack != A3D_PACK_NONE || !read_values(e, s, node)) /* defensive: test_forms (test_tables.c): such a form is not condensed behind a count of its own */
        return false;
    node->alt = i & 3;
    return true;
}

A3D_INLINE bool applies(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    return a3d_gate_open(doc, &row->gate) && a3d_when_holds(doc, &row->when[0], record) &&
           (row->when[1].op == A3D_ALWAYS || a3d_when_holds(doc, &row->when[1], record));
}

A3D_INLINE bool read_row(easy *e, const a3d_row *row, a3d_node *node, unsigned how)
{
    bool open = true;
    switch (how & A3D_PRESENCE_MASK) {
    case A3D_PRESENCE_SURE:
        break;
    case A3D_PRESENCE_MASKED:
        return read_masked(e, row, node, how - (how & A3D_PRESENCE_MASK));
    case A3D_PRESENCE_GATED:
        open = a3d_gate_open(e->ctx->doc, &row->gate);
        break;
    case A3D_PRESENCE_FORMED:
        return read_formed(e, row, node);
    case A3D_PRESENCE_LIKE:
        open = node[-1].state != A3D_GATED;
        break;
    default:
        open = applies(e->ctx->doc, row, node->parent);
        break;
    }
    return open ? read_content(e, row, node, how - (how & A3D_PRESENCE_MASK)) : leave_out(e, node, A3D_GATED);
}

unsigned a3d_go_easy(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, const uint8_t *how, uint32_t self, unsigned slot)
{
    easy e = {ctx, cur->data, cur->pos, cur->end, ctx->format->big_endian, ctx->format->prefix == A3D_PREFIX_U32};
    const a3d_row *row = &type->rows[slot];
    a3d_node *node = a3d_at(ctx->doc, a3d_field(ctx->doc, self, slot));
    while (read_row(&e, row, node, how[slot]) && ++slot < type->n_rows && how[slot] > A3D_PRESENCE_SURE) {
        row++;
        node++;
    }
    cur->pos = e.pos;
    return slot;
}

/* ---- many small records ---- */

/* One element, of which all bytes and bits would be there. */
A3D_INLINE void read_element(easy *e, const a3d_record *type, const uint8_t *how, uint32_t element, a3d_node *field, uint32_t stream)
{
    a3d_node *self = a3d_at(e->ctx->doc, element);
    a3d_mask *mask = &e->ctx->doc->mask;
    self->off = e->pos;
    self->state = A3D_PRESENT;
    self->v.at.first = (uint32_t)(field - e->ctx->doc->nodes);
    self->v.at.count = type->n_rows;
    for (unsigned i = 0; i < type->n_rows; i++) {
        field[i] = (a3d_node){.row = &type->rows[i], .parent = element, .stream = stream & 0xfffff};
        if ((how[i] & A3D_PRESENCE_MASK) == A3D_PRESENCE_MASKED && a3d_mask_bit(mask, mask->used++) != 0)
            leave_out(e, &field[i], A3D_ABSENT);
        else
            read_number(e, &type->rows[i], &field[i], false);
    }
    self->size = e->pos - self->off;
}

/* How many elements are there whatever their bits say, and within the limits. */
static uint32_t sure_elements(const a3d_ctx *ctx, const easy *e, const a3d_record *type, uint32_t most)
{
    const a3d_mask *mask = &ctx->doc->mask;
    const a3d_plan *plan = &ctx->plans[type->id];
    uint32_t fit = (e->end - e->pos) / plan->most, n = fit < most ? fit : most;
    uint32_t bits = plan->numbers > 0 ? n : (mask->room - mask->used) / type->n_rows;
    n = bits < n ? bits : n;
    uint64_t nodes = (uint64_t)n * type->n_rows;
    return nodes <= ctx->limits.nodes - ctx->doc->n_nodes && a3d_has_steps(ctx, nodes) && ctx->depth < ctx->limits.depth ? n : 0;
}

uint32_t a3d_read_small(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t element, uint32_t count)
{
    easy e = {ctx, cur->data, cur->pos, cur->end, ctx->format->big_endian, ctx->format->prefix == A3D_PREFIX_U32};
    const a3d_plan *plan = a3d_plan_rows(ctx, type);
    uint32_t done = 0, first, n;
    while (done < count && (n = sure_elements(ctx, &e, type, count - done)) > 0 &&
           a3d_add_nodes(ctx, n * type->n_rows, &first) == A3D_OK)
        for (uint32_t k = 0; k < n; k++, done++)
            read_element(&e, type, plan->rows, element + done, a3d_at(ctx->doc, first + k * type->n_rows), cur->stream);
    cur->pos = e.pos;
    return done;
}
