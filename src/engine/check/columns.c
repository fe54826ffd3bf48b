/* columns.c - see columns.h */
#include "engine/check/columns.h"
#include "base/kernels.h"
#include "base/kernels_vectors.h"
#include "base/never.h"
#include "engine/document/conditions.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/document/plan.h"
#include "engine/document/plan_cache.h"

/* ---- words ---- */

/* Expresses a domain of a four-byte type as a test of words. False when that is not possible. */
static bool test_of(const a3d_domain *d, unsigned type, a3d_word_test *t)
{
    int64_t least = a3d_type_least(type), most = a3d_type_most(type);
    int64_t lo = d->lo > least ? d->lo : least, hi = d->hi < most ? d->hi : most;
    switch (d->kind) {
    case A3D_FINITE:
        *t = (a3d_word_test){0x7fffffff, 0, 0x7f7fffff, 0};
        return true;
    case A3D_STRICT:
        *t = (a3d_word_test){0x7fffffff, 0x00800000, 0x7f7fffff - 0x00800000, 0};
        return true;
    case A3D_RANGE:
        *t = (a3d_word_test){UINT32_MAX, (uint32_t)lo, (uint32_t)(hi - lo), (uint32_t)lo};
        return lo <= hi;
    case A3D_NOT:
        *t = (a3d_word_test){UINT32_MAX, (uint32_t)d->lo + 1, UINT32_MAX - 1, (uint32_t)d->lo + 1};
        return true;
    default:
        return false;
    }
}

/* Whether every value of the type is in the domain. */
static bool holds_always(const a3d_domain *d, unsigned type)
{
    return d->kind == A3D_RANGE && d->lo <= a3d_type_least(type) && d->hi >= a3d_type_most(type);
}

static bool all_floats(const a3d_ctx *ctx, const a3d_domain *d, const uint8_t *p, size_t n)
{
    if (d->kind == A3D_FINITE)
        return a3d_scan_finite(p, n, ctx->format->big_endian) == n;
    return d->kind == A3D_STRICT && a3d_scan_strict(p, n, ctx->format->big_endian) == n;
}

bool a3d_values_hold(const a3d_ctx *ctx, const a3d_domain *domain, unsigned type, const uint8_t *p, uint32_t n)
{
    a3d_word_test test;
    if (type == A3D_F32)
        return all_floats(ctx, domain, p, n);
    if (holds_always(domain, type))
        return true;
    return a3d_width(type) == 4 && test_of(domain, type, &test) &&
           a3d_words_pass(p, n, 1, ctx->format->big_endian, &test);
}

/* ---- elements ---- */

/* The domain that all fields of a plain record share if they are all floats, else NULL. */
static const a3d_domain *float_domain(const a3d_record *type)
{
    const a3d_domain *all = NULL;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        /* a row with alternatives has no shape of its own */
        bool number = row->shape.kind == A3D_SCALAR && row->shape.type == A3D_F32;
        const a3d_domain *d = number ? &row->domain : NULL;
        if (row->shape.kind == A3D_RECORD)
            d = float_domain(row->shape.record);
        if (d == NULL || A3D_NEVER(all != NULL && all->kind != d->kind))
            return NULL;
        all = d;
    }
    return all;
}

/* The fields of the elements, as found in the first of them. */
enum { MOST_COLUMNS = 24 };

typedef struct column {
    const a3d_domain *domain;
    uint32_t off, count;
    unsigned type;
} column;

typedef struct a3d_columns {
    column list[MOST_COLUMNS];
    unsigned n;
    bool too_many, may_ascend;
    bool words; /* the elements consist of words, which these tests check */
    uint32_t ascends_off; /* offset of the field that may ascend */
    a3d_word_test tests[A3D_WORD_TESTS];
} columns;

static int take_column(void *user, const a3d_leaf *leaf)
{
    columns *c = user;
    const a3d_row *row = leaf->rows[leaf->depth - 1];
    unsigned type = leaf->shape->type;
    if (row->ascends) {
        c->may_ascend = true;
        c->ascends_off = leaf->off;
    }
    if (!a3d_has_domain(row, type) || leaf->count == 0 || A3D_NEVER(holds_always(a3d_domain_of(row, type), type)))
        return 0;
    if (A3D_NEVER(c->n == MOST_COLUMNS))
        c->too_many = true;
    else
        c->list[c->n++] = (column){a3d_domain_of(row, type), leaf->off, leaf->count, type};
    return 0;
}

/* Makes a test for each word of an element. False when it does not consist of words, or a domain cannot be a test. */
static bool word_tests(const columns *c, uint32_t stride, a3d_word_test *tests)
{
    if (stride % 4 != 0 || stride / 4 > A3D_WORD_TESTS)
        return false;
    for (unsigned i = 0; i < stride / 4; i++)
        tests[i] = (a3d_word_test){0, 0, 0, 0};
    for (unsigned k = 0; k < c->n; k++) {
        const column *col = &c->list[k];
        bool is_test = test_of(col->domain, col->type, &tests[col->off / 4]);
        if (A3D_NEVER(!is_test || col->off % 4 != 0 || a3d_width(col->type) != 4))
            return false;
        for (uint32_t i = 1; i < col->count; i++)
            tests[col->off / 4 + i] = tests[col->off / 4];
    }
    return true;
}

/* Finds the columns in the first element. False when it does not fit or has too many. */
static bool find_columns(const a3d_ctx *ctx, uint32_t list, const uint8_t *p, uint32_t stride, columns *c)
{
    const a3d_record *type = a3d_shape_of(a3d_at(ctx->doc, list))->record;
    c->n = 0;
    c->too_many = c->may_ascend = c->words = false;
    if (a3d_flat_element(ctx->doc, list, type, p, stride, take_column, c) < 0 || c->too_many)
        return false;
    c->words = c->n > 0 && word_tests(c, stride, c->tests);
    return true;
}

/* The columns of a list, found anew in *c where they depend on more than its type, or where no decode may depend on
 * earlier ones (a3d_plan_cache.at_once). NULL: see above. */
static const columns *columns_of(a3d_ctx *ctx, uint32_t list, const uint8_t *p, uint32_t stride, columns *c)
{
    a3d_plan *plan = &ctx->plans[a3d_shape_of(a3d_at(ctx->doc, list))->record->id];
    if (plan->columns != NULL)
        return plan->columns;
    bool keeps = plan->numbers > 0 && (ctx->limits.plan_cache == NULL || !ctx->limits.plan_cache->at_once);
    columns *kept = keeps ? a3d_arena_alloc(ctx->keeps, sizeof *kept) : NULL;
    if (!find_columns(ctx, list, p, stride, kept != NULL ? kept : c))
        return NULL;
    plan->columns = kept;
    return kept != NULL ? kept : c;
}

/* Tests all words, and whether a field ascends. Both go piece by piece, while the bytes are in the cache. */
static bool words_hold(a3d_ctx *ctx, uint32_t list, const columns *c, const uint8_t *p, uint32_t count, uint32_t stride)
{
    enum { PIECE = 16384 };
    bool big = ctx->format->big_endian, ascends = c->may_ascend;
    for (uint32_t from = 0, n; from < count; from += n) {
        const uint8_t *q = p + (size_t)from * stride;
        n = count - from < PIECE / stride ? count - from : PIECE / stride;
        if (!a3d_words_pass(q, n, stride / 4, big, c->tests))
            return false;
        ascends = ascends && a3d_words_ascend(q + c->ascends_off, from + n < count ? n + 1 : n, stride, big);
    }
    if (ascends)
        a3d_note_ascending(ctx, list);
    return true;
}

static bool column_holds(const a3d_ctx *ctx, const column *col, const uint8_t *p)
{
    unsigned width = a3d_width(col->type);
    if (col->type == A3D_F32)
        return all_floats(ctx, col->domain, p, col->count);
    for (uint32_t i = 0; i < col->count; i++)
        if (!a3d_domain_holds(col->domain, a3d_load_type(p + (size_t)i * width, col->type, ctx->format->big_endian)))
            return false;
    return true;
}

/* Measures the vectors of a list and notes their extent. False when a value is not finite. */
static bool measure(a3d_ctx *ctx, uint32_t list, const uint8_t *p, uint32_t count)
{
    const a3d_node *node = a3d_at(ctx->doc, list);
    const a3d_when *when = &node->row->bounded;
    bool big = ctx->format->big_endian;
    bool bounded = when->op == A3D_ALWAYS ||
                   a3d_when_holds(when, a3d_at(ctx->doc, a3d_field(ctx->doc, node->parent, when->slot)));
    a3d_extent e;
    if (!(bounded ? a3d_vectors_extent(p, count, big, &e) : a3d_vectors_lengths(p, count, big, &e)))
        return false;
    a3d_note_extent(ctx, list, &e);
    return true;
}

bool a3d_elements_hold(a3d_ctx *ctx, uint32_t list, const uint8_t *p, uint32_t count, uint32_t stride)
{
    const a3d_node *node = a3d_at(ctx->doc, list);
    const a3d_record *type = a3d_shape_of(node)->record;
    const a3d_domain *floats = a3d_plan_rows(ctx, type)->finite ? &type->rows[0].domain : float_domain(type);
    if (floats != NULL && floats->kind == A3D_FINITE && node->row->measured && stride == 12 &&
        measure(ctx, list, p, count))
        return true;
    if (floats != NULL)
        return all_floats(ctx, floats, p, (size_t)count * (stride / 4));
    columns found;
    const columns *c = columns_of(ctx, list, p, stride, &found);
    if (c == NULL)
        return false;
    if (c->n == 0 || (c->words && words_hold(ctx, list, c, p, count, stride)))
        return true;
    for (uint32_t i = 0; i < count; i++)
        for (unsigned k = 0; k < c->n; k++)
            if (!column_holds(ctx, &c->list[k], p + (size_t)i * stride + c->list[k].off))
                return false;
    return true;
}
