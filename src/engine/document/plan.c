/* plan.c - see plan.h */
#include "engine/document/plan.h"
#include "base/never.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/document/plan_cache.h"
#include "engine/document/prefix.h"

/* ---- the plans of a format ---- */

static void plan_all(a3d_ctx *ctx)
{
    bool linked = ctx->linked;
    for (unsigned i = 0; i < ctx->format->n_records; i++) {
        a3d_plan_anew(ctx, ctx->format->records[i]);
        a3d_record_is_flat(ctx, ctx->format->records[i]);
    }
    ctx->linked = linked;
}

bool a3d_begin_plans(a3d_ctx *ctx)
{
    a3d_plan_cache *cache = ctx->limits.plan_cache;
    bool fresh = false;
    ctx->plans = cache != NULL ? a3d_cached_plans(cache, ctx->format, &fresh) : NULL;
    if (ctx->plans != NULL) {
        ctx->keeps = &cache->arena;
        ctx->run = cache->at_once ? ++cache->runs : 1;
        if (fresh && cache->at_once)
            plan_all(ctx);
        return true;
    }
    ctx->limits.plan_cache = NULL;
    ctx->keeps = ctx->doc->arena;
    ctx->run = 1;
    ctx->plans = a3d_arena_alloc(ctx->keeps, (ctx->format->n_records + 1u) * sizeof *ctx->plans);
    return ctx->plans != NULL;
}

/* ---- least sizes ---- */

static void add_list(a3d_ctx *ctx, a3d_plan *plan, const a3d_shape *s)
{
    if (s->count_by == A3D_COUNT_PREFIX)
        plan->least_bytes += a3d_prefix_least(ctx->format, 0) + s->fill;
    else if (s->count_by == A3D_COUNT_NUL)
        plan->least_bytes += 1;
    else if (s->count_by == A3D_COUNT_FIXED && !A3D_NEVER(s->kind == A3D_VECTOR))
        plan->least_bytes += (uint32_t)s->count_add * a3d_width(s->type);
}

static void add_shape(a3d_ctx *ctx, a3d_plan *plan, const a3d_shape *s)
{
    if (s->kind == A3D_SCALAR) {
        plan->least_bytes += a3d_width(s->type);
    } else if (s->kind == A3D_RECORD) {
        plan->least_bytes += a3d_plan_of(ctx, s->record)->least_bytes;
        plan->least_bits += a3d_plan_of(ctx, s->record)->least_bits;
    } else if (A3D_NEVER(s->kind == A3D_CUSTOM)) {
        plan->least_bytes += s->custom->least_size;
    } else if (!A3D_NEVER(s->kind == A3D_SWITCH)) {
        add_list(ctx, plan, s);
    }
}

/* The shape that a row certainly has, by gates alone; NULL when a condition decides, since then it may be absent. */
static const a3d_shape *sure_shape(const a3d_doc *doc, const a3d_row *row)
{
    if (row->alts == NULL)
        return &row->shape;
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++)
        if (a3d_gate_open(doc, &alt->gate))
            return alt->when.op == A3D_ALWAYS ? &alt->shape : NULL;
    return NULL;
}

const a3d_plan *a3d_plan_sizes(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_plan *plan = &ctx->plans[type->id];
    a3d_plan sum = *plan;
    sum.version = ctx->doc->vars[A3D_VAR_VERSION];
    sum.branch = ctx->doc->vars[A3D_VAR_BRANCH];
    sum.run = ctx->run;
    sum.least_bytes = sum.least_bits = 0;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (!a3d_gate_open(ctx->doc, &row->gate))
            continue;
        if (row->optional)
            sum.least_bits++;
        else if (row->when[0].op == A3D_ALWAYS && row->when_call == NULL && sure_shape(ctx->doc, row) != NULL)
            add_shape(ctx, &sum, sure_shape(ctx->doc, row));
    }
    *plan = sum;
    return plan;
}

/* Whether any field of a plain record has a domain. */
static bool any_domain(const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (row->alts == NULL && row->shape.kind == A3D_RECORD ? any_domain(row->shape.record)
                                                               : a3d_has_domain(row, row->shape.type))
            return true;
    }
    return false;
}

static bool is_gated(const a3d_row *row)
{
    return (row->gate.since | row->gate.until | row->gate.branches) != 0;
}

/* The size of a plain record that depends on nothing; else 0. */
static uint32_t fixed_size(const a3d_record *type)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        const a3d_shape *s = &row->shape;
        uint32_t size = s->kind == A3D_SCALAR   ? a3d_width(s->type)
                        : s->kind == A3D_RECORD ? fixed_size(s->record)
                        : s->count_by == A3D_COUNT_FIXED ? (uint32_t)s->count_add * a3d_width(s->type)
                                                         : 0;
        if (row->alts != NULL || is_gated(row) || size == 0)
            return 0;
        sum += size;
    }
    return sum;
}

bool a3d_record_is_flat(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_plan *plan = &ctx->plans[type->id];
    if (!plan->flat_known) {
        plan->flat_known = true;
        plan->flat = a3d_is_flat(type);
        plan->checked = plan->flat && any_domain(type);
        plan->stride = plan->flat ? fixed_size(type) : 0;
        for (unsigned i = 0; i < type->n_rows; i++)
            plan->refers |= type->rows[i].ref.spaces != 0;
    }
    ctx->linked |= plan->refers; /* plain elements are seen here only */
    return plan->flat;
}

/* ---- kinds of rows ---- */

static bool same_condition(const a3d_when *a, const a3d_when *b)
{
    return a->op == b->op && a->value == b->value && !A3D_NEVER(a->slot != b->slot);
}

/* Whether gates alone choose among the forms of a row. */
static bool is_formed(const a3d_row *row)
{
    const a3d_alt *alt = row->alts;
    while (alt->shape.kind == A3D_ARRAY && alt->when.op == A3D_ALWAYS)
        alt++;
    return alt->shape.kind == A3D_NOTHING && !A3D_NEVER(row->optional || row->when[0].op != A3D_ALWAYS ||
                                                        row->when_call != NULL || row->domain.vital);
}

static unsigned how_to_read(const a3d_row *row, unsigned before)
{
    const a3d_when *when = row->when;
    bool free = when[0].op == A3D_ALWAYS; /* there is no second condition without a first */
    if (row->alts != NULL)
        return is_formed(row) ? A3D_PRESENCE_FORMED
               : free && row->when_call == NULL && !is_gated(row) ? A3D_PRESENCE_CHOSEN
                                                                  : A3D_PRESENCE_ASKED;
    if (free && row->when_call == NULL && !is_gated(row))
        return row->optional ? A3D_PRESENCE_MASKED : A3D_PRESENCE_SURE;
    if (row->when_call != NULL || when[0].outer != NULL || (row->optional && is_gated(row)))
        return A3D_PRESENCE_ASKED;
    if (free)
        return A3D_PRESENCE_GATED;
    if (is_gated(row) || when[1].op != A3D_ALWAYS)
        return A3D_PRESENCE_WHEN;
    bool like = (before == A3D_PRESENCE_WHEN || before == A3D_PRESENCE_LIKE) && same_condition(when, row[-1].when) &&
                !A3D_NEVER(row[-1].when[1].op != A3D_ALWAYS || is_gated(&row[-1]));
    return like ? A3D_PRESENCE_LIKE : A3D_PRESENCE_WHEN;
}

static unsigned what_to_read(const a3d_row *row)
{
    const a3d_shape *s = &row->shape;
    if (s->kind == A3D_SCALAR && row->publish == 0 && row->derive.window == A3D_NO_WINDOW)
        return row->domain.vital                          ? A3D_CONTENT_VITAL
               : s->type == A3D_U32 || s->type == A3D_F32 ? A3D_CONTENT_WORD
                                                          : A3D_CONTENT_NUMBER;
    bool counted = s->count_by == A3D_COUNT_PREFIX && !s->fill && s->pack == A3D_PACK_NONE && !A3D_NEVER(s->pad != 0);
    if (s->kind == A3D_ARRAY && counted && !A3D_NEVER(row->domain.vital))
        return A3D_CONTENT_VALUES;
    if (s->kind == A3D_ARRAY && s->count_by == A3D_COUNT_NUL)
        return A3D_CONTENT_TEXT;
    if (s->kind == A3D_RECORD && s->pack == A3D_PACK_NONE)
        return A3D_CONTENT_RECORD;
    return s->kind == A3D_VECTOR && counted && !A3D_NEVER(row->place_start != 0) ? A3D_CONTENT_LIST : A3D_CONTENT_OTHER;
}

static bool is_number(unsigned what)
{
    return what == A3D_CONTENT_NUMBER || what == A3D_CONTENT_WORD;
}

/* The size of the scalars that are always inside the window that an exact length opens. */
static uint32_t least_inside(const a3d_record *type)
{
    unsigned slot = 0;
    uint32_t sum = 0;
    while (slot < type->n_rows && type->rows[slot].derive.window != A3D_EXACT)
        slot++;
    for (unsigned i = slot + 1; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (row->gate.since != 0 || row->gate.until != 0 || row->alts != NULL)
            continue;
        if (!A3D_NEVER(row->gate.branches != 0 || row->optional || row->when[0].op != A3D_ALWAYS ||
                       row->when_call != NULL || row->shape.kind != A3D_SCALAR))
            sum += a3d_width(row->shape.type);
    }
    return sum;
}

static void list_derived(const a3d_record *type, uint8_t *slots)
{
    for (unsigned i = 0; i < type->n_rows; i++)
        if (type->rows[i].derive.kind != A3D_GIVEN)
            *slots++ = (uint8_t)i;
    *slots = A3D_NO_DERIVED;
}

/* Ends a decode for whose plans memory ran out. Later ones with the same cache must make their own. */
static void forget_plans(a3d_ctx *ctx)
{
    a3d_limit(ctx, A3D_LIMIT_MEMORY);
    if (ctx->limits.plan_cache != NULL)
        ctx->limits.plan_cache->n = 0;
}

const a3d_plan *a3d_plan_anew(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_plan *plan = &ctx->plans[type->id];
    uint8_t *kinds = a3d_arena_alloc(ctx->keeps, 2u * type->n_rows + 2);
    bool numbers = kinds != NULL, most = numbers, finite = true;
    uint64_t linked = 0;
    uint32_t size = 0;
    unsigned how = A3D_PRESENCE_ASKED, derives = A3D_GIVEN;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        how = how_to_read(row, how);
        unsigned what = row->alts == NULL && how != A3D_PRESENCE_ASKED ? what_to_read(row) : A3D_CONTENT_OTHER;
        if (kinds != NULL)
            kinds[i] = (uint8_t)(how + what);
        linked |= row->ref.spaces | row->keys.space;
        derives |= row->derive.kind;
        numbers &= how == A3D_PRESENCE_SURE && is_number(what);
        most &= (how == A3D_PRESENCE_SURE || how == A3D_PRESENCE_MASKED) && is_number(what);
        if (!most)
            continue;
        finite &= row->shape.type == A3D_F32 && row->domain.kind == A3D_FINITE;
        size += a3d_width(row->shape.type);
    }
    plan->linked = linked != 0;
    plan->derives = derives != A3D_GIVEN;
    plan->most = most ? size : 0;
    plan->numbers = numbers ? size : 0;
    plan->finite = finite && plan->numbers > 0;
    plan->inside = least_inside(type);
    static const uint8_t nothing[A3D_ROWS_MOST + 1]; /* without memory every row is read the general way */
    static const uint8_t none[] = {A3D_NO_DERIVED};
    plan->rows = kinds != NULL ? kinds : nothing;
    plan->derived = kinds != NULL ? kinds + type->n_rows + 1 : none;
    if (kinds != NULL) {
        kinds[type->n_rows] = A3D_PRESENCE_ASKED;
        list_derived(type, kinds + type->n_rows + 1);
    } else {
        forget_plans(ctx);
    }
    return plan;
}
