/* rules_geometry.c - rules about the vertices of a LOD: positions and their box, normals, tangents, UV sets, clip flags
 *
 * Each array is passed once. The places that break a rule are counted, and the first one is shown. */
#include "base/kernels.h"
#include "base/kernels_vectors.h"
#include "engine/scene/scene.h"
#include "formats/odol/parts.h"

#include <float.h>
#include <stdio.h>

/* --- floats of lists (ODOL-023) --- */

static void check_floats(a3d_ctx *ctx, const content *c, uint32_t per_element, const char *name)
{
    uint64_t n = (uint64_t)c->stored * per_element;
    tally t = {0, 0};
    if (a3d_scan_finite(c->p, (size_t)n, false) == n)
        return;
    for (uint64_t i = 0; i < n; i++)
        if (!is_finite_bits(a3d_load32(c->p + 4 * i, false)))
            tally_add(&t, (uint32_t)i);
    a3d_finding *f = broken_at(ctx, ODOL_RULE_FLOAT, c, 4 * t.first, 4);
    f->count = t.count;
    f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = (int64_t)a3d_load32(c->p + 4 * (size_t)t.first, false)};
    a3d_suffix(ctx, f, "[%u]", (unsigned)(t.first / per_element));
    a3d_say(ctx, f, "%s[%u] has the value %s; expected finite numbers (%s affected)", name,
            (unsigned)(t.first / per_element), a3d_real_of((double)load_float(c->p + 4 * (size_t)t.first)).text,
            a3d_amount_of(t.count, "number").text);
}

/* --- positions --- */

typedef struct extent {
    float min[3], max[3];
    double from_center, from_origin; /* greatest squares */
} extent;

static extent measure(const content *positions, vec3d center)
{
    extent e = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}, 0, 0};
    for (uint32_t i = 0; i < positions->stored; i++) {
        double from_center = 0, from_origin = 0;
        for (unsigned k = 0; k < 3; k++) {
            float x = load_float(positions->p + 12 * (size_t)i + 4 * k);
            double d = (double)x - center.at[k];
            e.min[k] = x < e.min[k] ? x : e.min[k];
            e.max[k] = x > e.max[k] ? x : e.max[k];
            from_center += d * d;
            from_origin += (double)x * (double)x;
        }
        e.from_center = from_center > e.from_center ? from_center : e.from_center;
        e.from_origin = from_origin > e.from_origin ? from_origin : e.from_origin;
    }
    return e;
}

/* Whether a length with this square is at most / at least `length`. Squares are compared, since square roots would
 * require the math library. */
static bool is_within(double square, double length)
{
    return length >= 0 && square <= length * length;
}

static bool is_beyond(double square, double length)
{
    return length <= 0 || square >= length * length;
}

static bool is_close(double a, double b)
{
    return a - b <= 1e-3 && b - a <= 1e-3;
}

/* Zero has two signs, and the sign of a bound is arbitrary. */
static bool is_same(double stated, float real)
{
    return stated == (double)real;
}

/* Checks ODOL-223 to ODOL-226. */
static void check_extent(a3d_ctx *ctx, const odol_lod *lod, const extent *e)
{
    const a3d_doc *doc = ctx->doc;
    vec3d min = vector_of(doc, lod->node, LOD_bmin), max = vector_of(doc, lod->node, LOD_bmax),
          center = vector_of(doc, lod->node, LOD_bcenter);
    double radius = float_of(doc, lod->node, LOD_bradius);
    bool box = true, middle = true;
    for (unsigned k = 0; k < 3; k++) {
        box = box && is_same(min.at[k], e->min[k]) && is_same(max.at[k], e->max[k]);
        middle = middle && is_close(center.at[k], (min.at[k] + max.at[k]) / 2);
    }
    if (!box)
        a3d_say(
            ctx, broken_field(ctx, ODOL_RULE_LOD_BOX, lod->node, LOD_bmin),
            "bmin and bmax are (%g, %g, %g) and (%g, %g, %g); expected (%g, %g, %g) and (%g, %g, %g), the extent of "
            "the vertices",
            min.at[0], min.at[1], min.at[2], max.at[0], max.at[1], max.at[2], (double)e->min[0], (double)e->min[1],
            (double)e->min[2], (double)e->max[0], (double)e->max[1], (double)e->max[2]);
    if (!middle)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_LOD_CENTER, lod->node, LOD_bcenter),
                "bcenter is (%g, %g, %g); expected (%g, %g, %g), the center of bmin and bmax", center.at[0],
                center.at[1], center.at[2], (min.at[0] + max.at[0]) / 2, (min.at[1] + max.at[1]) / 2,
                (min.at[2] + max.at[2]) / 2);
    if (!is_within(e->from_center, radius + 1e-3) || !is_beyond(e->from_center, radius - 1e-3))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_LOD_RADIUS, lod->node, LOD_bradius),
                "bradius is %s; expected %s, the distance of the farthest vertex from bcenter",
                a3d_real_of(radius).text, a3d_real_of(a3d_square_root(e->from_center)).text);
}

/* Checks ODOL-227, ODOL-228. */
static void check_inside_model(a3d_ctx *ctx, const odol_lod *lod, const extent *e)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t info = model_info_of(doc);
    if (info == A3D_NO_NODE || !is_present(doc, info, MODEL_INFO_bbox_max))
        return;
    vec3d min = vector_of(doc, info, MODEL_INFO_bbox_min), max = vector_of(doc, info, MODEL_INFO_bbox_max);
    vec3d own_min = vector_of(doc, lod->node, LOD_bmin), own_max = vector_of(doc, lod->node, LOD_bmax);
    double sphere = float_of(doc, info, MODEL_INFO_bounding_sphere);
    unsigned k = 0;
    while (k < 3 && !(own_min.at[k] < min.at[k] - 1e-3 || own_max.at[k] > max.at[k] + 1e-3))
        k++;
    if (k < 3)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_LOD_OUTSIDE, lod->node, LOD_bmin),
                "the box of LOD %u is from %g to %g in %c; expected it inside the box of the model, from %g to %g",
                (unsigned)lod->index, own_min.at[k], own_max.at[k], "xyz"[k], min.at[k], max.at[k]);
    if (!is_within(e->from_origin, sphere + 1e-3))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_LOD_SPHERE, lod->node, LOD_positions),
                "the farthest vertex is %s from the origin; expected at most %s, bounding_sphere of the model",
                a3d_real_of(a3d_square_root(e->from_origin)).text, a3d_real_of(sphere).text);
}

/* What a single-precision pass shows: bounds, and squares within one part in a million. */
typedef struct fast_extent {
    a3d_extent extent;
    float farthest; /* from the center */
} fast_extent;

static bool scan_positions(const a3d_doc *doc, const odol_lod *lod, const content *positions, fast_extent *s)
{
    vec3d middle = vector_of(doc, lod->node, LOD_bcenter);
    float center[3] = {(float)middle.at[0], (float)middle.at[1], (float)middle.at[2]};
    return a3d_vectors_extent_around(positions->p, positions->stored, false, center, &s->extent, &s->farthest) &&
           s->extent.square > 1e-30f && s->extent.square < 1e37f && s->farthest > 1e-30f && s->farthest < 1e37f;
}

/* Whether this square certainly belongs to a length of at most / at least `length`. */
static bool surely_within(float square, double length)
{
    return is_within((double)square * (1 + 2e-6), length);
}

static bool surely_beyond(float square, double length)
{
    return is_beyond((double)square * (1 - 2e-6), length);
}

/* Whether positions, box and sphere certainly agree; if not, all is checked again exactly. */
static bool extent_holds(const a3d_doc *doc, const odol_lod *lod, const fast_extent *s)
{
    vec3d min = vector_of(doc, lod->node, LOD_bmin), max = vector_of(doc, lod->node, LOD_bmax),
          middle = vector_of(doc, lod->node, LOD_bcenter);
    double radius = float_of(doc, lod->node, LOD_bradius);
    uint32_t info = model_info_of(doc);
    const a3d_extent *e = &s->extent;
    if (!surely_within(s->farthest, radius + 1e-3) || !surely_beyond(s->farthest, radius - 1e-3))
        return false;
    for (unsigned k = 0; k < 3; k++)
        if (!is_same(min.at[k], e->low[k]) || !is_same(max.at[k], e->high[k]) ||
            !is_close(middle.at[k], (min.at[k] + max.at[k]) / 2))
            return false;
    if (info == A3D_NO_NODE || !is_present(doc, info, MODEL_INFO_bbox_max))
        return true;
    vec3d low = vector_of(doc, info, MODEL_INFO_bbox_min), high = vector_of(doc, info, MODEL_INFO_bbox_max);
    for (unsigned k = 0; k < 3; k++)
        if (min.at[k] < low.at[k] - 1e-3 || max.at[k] > high.at[k] + 1e-3)
            return false;
    return surely_within(e->square, float_of(doc, info, MODEL_INFO_bounding_sphere) + 1e-3);
}

/* Whether the fast pass is enough to report what is wrong: no bound is 0, whose sign is unknown, and no message tells a
 * length, of which not all digits are known. */
static bool is_enough(const a3d_doc *doc, const odol_lod *lod, const fast_extent *s, extent *e)
{
    double radius = float_of(doc, lod->node, LOD_bradius);
    uint32_t info = model_info_of(doc);
    bool sure = surely_within(s->farthest, radius + 1e-3) && surely_beyond(s->farthest, radius - 1e-3) &&
                (info == A3D_NO_NODE ||
                 surely_within(s->extent.square, float_of(doc, info, MODEL_INFO_bounding_sphere) + 1e-3));
    for (unsigned k = 0; k < 3; k++) {
        sure = sure && s->extent.low[k] != 0 && s->extent.high[k] != 0;
        e->min[k] = s->extent.low[k];
        e->max[k] = s->extent.high[k];
    }
    e->from_center = (double)s->farthest;
    e->from_origin = (double)s->extent.square;
    return sure;
}

static void check_positions(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    content c = content_of(doc, lod->node, LOD_positions);
    fast_extent s;
    extent e;
    a3d_odol_check_box(ctx, lod->node, LOD_bmin, LOD_bmax, ODOL_RULE_BOX_ORDER); /* ODOL-222 */
    if (float_of(doc, lod->node, LOD_bradius) < 0) /* ODOL-225 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_RADIUS, lod->node, LOD_bradius), "bradius is %s; expected 0 or more",
                a3d_real_of(float_of(doc, lod->node, LOD_bradius)).text);
    if (c.stored == 0 || a3d_work(ctx, c.stored / 4 + 1) != A3D_OK)
        return;
    bool seen = scan_positions(doc, lod, &c, &s);
    if (seen && extent_holds(doc, lod, &s))
        return;
    check_floats(ctx, &c, 3, "positions");
    if (!seen || !is_enough(doc, lod, &s, &e))
        e = measure(&c, vector_of(doc, lod->node, LOD_bcenter));
    check_extent(ctx, lod, &e);
    check_inside_model(ctx, lod, &e);
}

/* --- packed vectors: three signed 10-bit numbers in which 511 is 1 --- */

typedef struct vector_faults {
    tally reserved, low, length, zero;
} vector_faults;

static int component(uint32_t word, unsigned shift)
{
    int c = (int)(word >> shift & 1023);
    return c < 512 ? c : c - 1024;
}

/* Length 1 within 0.01, as squares in units of 1/511. */
enum { LEAST_SQUARE = 255925, MOST_SQUARE = 266369 };

static void check_words(vector_faults *v, const content *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        uint32_t word = a3d_load32(c->p + 4 * (size_t)i, false);
        int x = component(word, 0), y = component(word, 10), z = component(word, 20), square = x * x + y * y + z * z;
        if (square >= LEAST_SQUARE && square <= MOST_SQUARE && word >> 30 == 0 && x != -512 && y != -512 && z != -512)
            continue;
        if (word >> 30 != 0)
            tally_add(&v->reserved, i);
        if (x == -512 || y == -512 || z == -512)
            tally_add(&v->low, i);
        if (square == 0)
            tally_add(&v->zero, i);
        else if (square < LEAST_SQUARE || square > MOST_SQUARE)
            tally_add(&v->length, i);
    }
}

/* Looks at words one by one only if a piece of them, and a smaller piece of that, is not certainly right. */
static void check_piece(vector_faults *v, const content *c, uint32_t from, uint32_t to, uint32_t piece)
{
    enum { SMALL = 32 };
    for (uint32_t next; from < to; from = next) {
        next = to - from < piece ? to : from + piece;
        if (a3d_tens_unit(c->p + 4 * (size_t)from, next - from, false, LEAST_SQUARE, MOST_SQUARE))
            continue;
        if (piece > SMALL)
            check_piece(v, c, from, next, SMALL);
        else
            check_words(v, c, from, next);
    }
}

static vector_faults find_packed_faults(const content *c, uint32_t words)
{
    enum { PIECE = 512 };
    vector_faults v = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    check_piece(&v, c, 0, words, PIECE);
    return v;
}

static vector_faults find_float_faults(const content *c, uint32_t vectors)
{
    vector_faults v = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    for (uint32_t i = 0; i < vectors; i++) {
        double square = 0;
        for (unsigned k = 0; k < 3; k++) {
            double x = (double)load_float(c->p + 12 * (size_t)i + 4 * k);
            square += x * x;
        }
        if (square == 0)
            tally_add(&v.zero, i);
        else if (!(square >= 0.99 * 0.99 && square <= 1.01 * 1.01))
            tally_add(&v.length, i);
    }
    return v;
}

/* Reports the vectors that break a rule. `per` of them form one element of the list. */
static void report_vectors(a3d_ctx *ctx, unsigned rule, const content *c, const tally *t, uint32_t size, uint32_t per,
                           const char *one, const char *several)
{
    if (t->count == 0)
        return;
    a3d_finding *f = broken_at(ctx, rule, c, t->first * size, size);
    if (per == 2)
        a3d_suffix(ctx, f, "[%u].%s", (unsigned)(t->first / 2), t->first % 2 == 0 ? "s" : "t");
    else
        a3d_suffix(ctx, f, "[%u]", (unsigned)t->first);
    f->count = t->count;
    a3d_say(ctx, f, "%s %s", a3d_amount_of(t->count, per == 2 ? "tangent" : "normal").text,
            t->count == 1 ? one : several);
}

/* The length of a vector, which is packed if it has 4 bytes. */
static double length_at(const content *c, uint32_t index, uint32_t size)
{
    const uint8_t *p = c->p + (size_t)index * size;
    double square = 0;
    for (unsigned k = 0; k < 3; k++) {
        double x = size == 4 ? component(a3d_load32(p, false), 10 * k) / 511.0 : (double)load_float(p + 4 * k);
        square += x * x;
    }
    return a3d_square_root(square);
}

/* Reports the vectors that are not of unit length, with the length of the first. */
static void report_lengths(a3d_ctx *ctx, unsigned rule, const content *c, const tally *t, uint32_t size, uint32_t per)
{
    char found[64];
    if (t->count == 0)
        return;
    snprintf(found, sizeof found,
             t->count == 1 ? "has length %.6g; expected 1" : "have another length than 1 (the first: %.6g); expected 1",
             length_at(c, t->first, size));
    report_vectors(ctx, rule, c, t, size, per, found, found);
}

/* Checks ODOL-336 to ODOL-339, ODOL-342, ODOL-343. */
static void check_vectors(a3d_ctx *ctx, const odol_lod *lod, unsigned slot, uint32_t per)
{
    content c = content_of(ctx->doc, lod->node, slot);
    bool packed = ctx->doc->vars[A3D_VAR_VERSION] >= 45, tangents = slot == LOD_st;
    if (c.stored == 0 || a3d_work(ctx, (uint64_t)c.stored * per / 4 + 1) != A3D_OK)
        return;
    if (!packed)
        check_floats(ctx, &c, 3 * per, tangents ? "st" : "normals");
    vector_faults v = packed ? find_packed_faults(&c, c.stored * per) : find_float_faults(&c, c.stored * per);
    uint32_t size = packed ? 4 : 12;
    report_vectors(ctx, tangents ? ODOL_RULE_TANGENT_BITS : ODOL_RULE_NORMAL_BITS, &c, &v.reserved, size, per,
                   "has a 1 in its upper two bits; expected 0 in both",
                   "have a 1 in their upper two bits; expected 0 in both");
    report_lengths(ctx, tangents ? ODOL_RULE_TANGENT_LENGTH : ODOL_RULE_NORMAL_LENGTH, &c, &v.length, size, per);
    if (tangents)
        return;
    report_vectors(ctx, ODOL_RULE_NORMAL_ZERO, &c, &v.zero, size, per, "is zero; expected a unit vector",
                   "are zero; expected unit vectors");
    report_vectors(ctx, ODOL_RULE_NORMAL_LOW, &c, &v.low, size, per, "has a component of -512; expected -511 to 511",
                   "have a component of -512; expected -511 to 511");
}

/* --- UV sets and clip flags --- */

/* Checks ODOL-328, ODOL-329. */
static void check_uv_set(a3d_ctx *ctx, uint32_t set)
{
    const a3d_doc *doc = ctx->doc;
    content c = content_of(doc, set, UV_SET_uv);
    if (doc->vars[A3D_VAR_VERSION] < 45) {
        if (c.stored > 0 && a3d_work(ctx, c.stored / 8 + 1) == A3D_OK)
            check_floats(ctx, &c, 2, "uv");
        return;
    }
    for (unsigned k = 0; k < 2; k++)
        if (float_of(doc, set, UV_SET_minU + k) > float_of(doc, set, UV_SET_maxU + k))
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_UV_ORDER, set, UV_SET_minU + k),
                    "%s is %g; expected at most %s, which is %g", k == 0 ? "minU" : "minV",
                    float_of(doc, set, UV_SET_minU + k), k == 0 ? "maxU" : "maxV", float_of(doc, set, UV_SET_maxU + k));
    if (c.stored == 0 || a3d_work(ctx, c.stored / 16 + 1) != A3D_OK)
        return;
    tally t = {0, 0};
    if (!a3d_has_half(c.p, 2 * (size_t)c.stored, false, 0x8000))
        return;
    for (uint32_t i = 0; i < c.stored; i++) {
        uint32_t word = a3d_load32(c.p + 4 * (size_t)i, false);
        if ((word & 0xffff) == 0x8000 || word >> 16 == 0x8000)
            tally_add(&t, i);
    }
    if (t.count > 0)
        a3d_say(ctx, tally_report(ctx, ODOL_RULE_UV_LOW, &c, &t, 4), "%s %s -32768; expected -32767 or more",
                a3d_amount_of(t.count, "UV coordinate").text, t.count == 1 ? "is" : "are");
}

static void check_uv_sets(a3d_ctx *ctx, const odol_lod *lod)
{
    range more = elements(ctx->doc, lod->node, LOD_uv_more);
    if (inner(ctx->doc, lod->node, LOD_uv0) != A3D_NO_NODE)
        check_uv_set(ctx, inner(ctx->doc, lod->node, LOD_uv0));
    for (uint32_t i = 0; i < more.count; i++)
        if (is_whole(ctx->doc, more.first + i))
            check_uv_set(ctx, more.first + i);
}

/* Checks ODOL-322. */
static void check_clip(a3d_ctx *ctx, const odol_lod *lod)
{
    bool early = is_present(ctx->doc, lod->node, LOD_clip_early);
    content c = content_of(ctx->doc, lod->node, early ? LOD_clip_early : LOD_clip);
    if (c.stored == 0)
        return;
    const a3d_node *node = a3d_at(ctx->doc, c.node);
    uint32_t first = a3d_load32(c.p, false);
    if ((node->form & A3D_FORM_FILL) == 0)
        a3d_say(ctx, broken(ctx, ODOL_RULE_CLIP, c.node),
                "the clip flags are stored for each vertex; expected one value for all");
    else if (first != 0x3F)
        a3d_say(ctx, broken(ctx, ODOL_RULE_CLIP, c.node), "the clip flags of the vertices are %08x; expected 0000003f",
                (unsigned)first);
}

static void check_frames(a3d_ctx *ctx, const odol_lod *lod)
{
    range frames = elements(ctx->doc, lod->node, LOD_frames);
    for (uint32_t i = 0; i < frames.count; i++) {
        if (!is_whole(ctx->doc, frames.first + i))
            continue;
        content c = content_of(ctx->doc, frames.first + i, FRAME_points);
        if (c.stored > 0 && a3d_work(ctx, c.stored / 4 + 1) == A3D_OK)
            check_floats(ctx, &c, 3, "points");
    }
}

void a3d_odol_check_geometry(a3d_ctx *ctx, const odol_lod *lod)
{
    check_positions(ctx, lod);
    check_vectors(ctx, lod, LOD_normals, 1);
    check_vectors(ctx, lod, LOD_st, 2);
    check_uv_sets(ctx, lod);
    check_clip(ctx, lod);
    check_frames(ctx, lod);
}
