/* facts.c - when a row is there, in which form, and the least that a record takes; see decode.h */
#include "engine/decode.h"
#include "engine/flat.h"
#include "engine/prefix.h"

/* ---- conditions ---- */

bool a3d_when_holds(const a3d_doc *doc, const a3d_when *when, uint32_t record)
{
    if (when->op == A3D_ALWAYS)
        return true;
    if (when->outer != NULL)
        record = a3d_enclosing(doc, record, when->outer);
    if (record == A3D_NO_NODE)
        return false;
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, when->slot));
    bool there = field->state == A3D_PRESENT;
    int64_t value = there ? field->v.i : 0;
    switch (when->op) {
    case A3D_EQ: return value == when->value;
    case A3D_NE: return value != when->value;
    case A3D_LT: return value < when->value;
    case A3D_LE: return value <= when->value;
    case A3D_GT: return value > when->value;
    case A3D_GE: return value >= when->value;
    case A3D_FORM_EQ: return there && field->form == when->value;
    case A3D_FORM_NE: return there && field->form != when->value;
    case A3D_EMPTY: return !there || field->v.at.count == 0;
    default: return there && field->v.at.count != 0;
    }
}

bool a3d_row_applies(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    return a3d_gate_open(doc, &row->gate) && a3d_when_holds(doc, &row->when[0], record) && a3d_when_holds(doc, &row->when[1], record) &&
           (row->when_call == NULL || row->when_call(doc, record));
}

int a3d_choose_alt(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    if (row->alts == NULL)
        return 0;
    for (int i = 0; row->alts[i].shape.kind != A3D_NOTHING; i++)
        if (a3d_gate_open(doc, &row->alts[i].gate) && a3d_when_holds(doc, &row->alts[i].when, record))
            return i;
    return -1;
}

/* ---- least sizes ---- */

static void add_shape(a3d_ctx *ctx, a3d_facts *facts, const a3d_shape *s)
{
    uint32_t prefix = a3d_prefix_least(ctx->format, 0);
    switch (s->kind) {
    case A3D_SCALAR:
        facts->least_bytes += a3d_width(s->type);
        break;
    case A3D_CUSTOM:
        facts->least_bytes += s->custom->least_size;
        break;
    case A3D_RECORD:
        facts->least_bytes += a3d_facts_of(ctx, s->record)->least_bytes;
        facts->least_bits += a3d_facts_of(ctx, s->record)->least_bits;
        break;
    case A3D_ARRAY:
    case A3D_VECTOR:
        if (s->count_by == A3D_COUNT_PREFIX)
            facts->least_bytes += prefix + s->fill;
        else if (s->count_by == A3D_COUNT_NUL)
            facts->least_bytes += 1;
        else if (s->count_by == A3D_COUNT_FIXED && s->kind == A3D_ARRAY)
            facts->least_bytes += (uint32_t)s->count_add * a3d_width(s->type);
        break;
    default:
        break;
    }
}

/* The first alternative that the gates leave; those with a condition may turn out to be nothing at all. */
static const a3d_shape *sure_shape(const a3d_doc *doc, const a3d_row *row)
{
    if (row->alts == NULL)
        return &row->shape;
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++)
        if (a3d_gate_open(doc, &alt->gate))
            return alt->when.op == A3D_ALWAYS ? &alt->shape : NULL;
    return NULL;
}

const a3d_facts *a3d_facts_of(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_facts *facts = &ctx->facts[type->id];
    if (facts->known)
        return facts;
    a3d_facts sum = *facts;
    sum.known = true;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (!a3d_gate_open(ctx->doc, &row->gate))
            continue;
        if (row->optional)
            sum.least_bits++;
        else if (row->when[0].op == A3D_ALWAYS && row->when_call == NULL && sure_shape(ctx->doc, row) != NULL)
            add_shape(ctx, &sum, sure_shape(ctx->doc, row));
    }
    *facts = sum;
    return facts;
}

bool a3d_record_is_flat(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_facts *facts = &ctx->facts[type->id];
    if (!facts->flat_known) {
        facts->flat_known = true;
        facts->flat = a3d_is_flat(type);
        for (unsigned i = 0; i < type->n_rows; i++) /* elements without nodes are met here only */
            ctx->linked |= type->rows[i].ref.spaces != 0;
    }
    return facts->flat;
}

/* ---- kinds of rows ---- */

/* Whether a row is there, and in which form, depends on its gate alone. */
static bool is_steady(const a3d_row *row)
{
    return row->alts == NULL && !row->optional && row->when[0].op == A3D_ALWAYS && row->when[1].op == A3D_ALWAYS && row->when_call == NULL;
}

static bool is_plain(const a3d_row *row)
{
    return is_steady(row) && row->shape.kind == A3D_SCALAR && row->publish == 0 && !row->domain.vital && row->derive.window == A3D_NO_WINDOW;
}

static bool is_sure(const a3d_row *row)
{
    return is_steady(row) && row->gate.since == 0 && row->gate.until == 0 && row->gate.branches == 0;
}

const a3d_facts *a3d_sort_anew(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_facts *facts = &ctx->facts[type->id];
    bool numbers = true, finite = true;
    facts->sorted = true;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (i < 128 && is_plain(row))
            facts->plain[i / 64] |= UINT64_C(1) << i % 64;
        ctx->linked |= row->ref.spaces != 0 || row->keys.space != 0;
        if (i < 128 && is_sure(row))
            facts->sure[i / 64] |= UINT64_C(1) << i % 64;
        facts->derives = facts->derives || row->derive.kind != A3D_GIVEN;
        numbers = numbers && is_plain(row) && is_sure(row);
        finite = finite && row->shape.type == A3D_F32 && row->domain.kind == A3D_FINITE;
        facts->numbers += a3d_width(row->shape.type);
    }
    if (!numbers || facts->derives)
        facts->numbers = 0;
    facts->finite = finite && facts->numbers > 0;
    return facts;
}
