/* rules_lod_list.c - rules about the list of LODs, and about numbers in the model info that refer to LODs */
#include "formats/odol/parts.h"

/* --- the list of LODs --- */

/* Checks ODOL-057 and ODOL-058: more LODs than any known model has, and more than the signed bytes of the index can
 * address. */
static void check_lod_number(a3d_ctx *ctx)
{
    enum { USUAL_LODS = 64, MOST_LODS = 128 };
    int64_t n = a3d_whole_value(ctx->doc, ctx->doc->root, P3D_nLods);
    if (n <= USUAL_LODS)
        return;
    bool most = n > MOST_LODS;
    a3d_finding *f = broken_field(ctx, most ? ODOL_RULE_LODS_MOST : ODOL_RULE_LODS_MANY, ctx->doc->root, P3D_nLods);
    a3d_expect(f, 1, most ? MOST_LODS : USUAL_LODS);
    a3d_actual(f, n);
    a3d_say(ctx, f, "the model has %s; expected at most %d", a3d_amount_of((uint64_t)n, "LOD").text,
            most ? MOST_LODS : USUAL_LODS);
}

static a3d_amount resolution_at(const a3d_doc *doc, const content *c, uint32_t i)
{
    return named_resolution(doc, (double)load_float(c->p + 4 * (size_t)i));
}

/* With NULL as the expectation, the caller adds the message. */
static a3d_finding *report_resolution(a3d_ctx *ctx, unsigned rule, const content *c, uint32_t i, const char *expected)
{
    a3d_finding *f = broken_at(ctx, rule, c, 4 * i, 4);
    a3d_suffix(ctx, f, "[%u]", (unsigned)i);
    if (expected != NULL)
        a3d_say(ctx, f, "resolution[%u] is %s; expected %s", (unsigned)i, resolution_at(ctx->doc, c, i).text, expected);
    return f;
}

/* The same for one that is below another: expected is that one, or more than it. */
static void report_low(a3d_ctx *ctx, unsigned rule, const content *c, uint32_t i, const char *expected, double other,
                       const char *why)
{
    a3d_say(ctx, report_resolution(ctx, rule, c, i, NULL), "resolution[%u] is %s; expected %s %s, %s", (unsigned)i,
            resolution_at(ctx->doc, c, i).text, expected, named_resolution(ctx->doc, other).text, why);
}

static bool is_shadow_buffer(double r)
{
    return r >= SHADOW_BUFFERS && r < END_OF_SHADOWS;
}

/* The first of the shadow buffer LODs at the end of the list. */
static uint32_t trailing_buffers(const content *c)
{
    uint32_t n = c->stored;
    while (n > 0 && is_shadow_buffer((double)load_float(c->p + 4 * (size_t)(n - 1))))
        n--;
    return n;
}

/* Checks ODOL-061 to ODOL-063: not negative; graphical LODs first and ascending, then the others, also ascending. */
static void check_header_order(a3d_ctx *ctx, const content *c)
{
    double graphical = -1, special = 0;
    uint32_t buffers = trailing_buffers(c);
    for (uint32_t i = 0; i < c->stored; i++) {
        double r = (double)load_float(c->p + 4 * (size_t)i);
        if (i == buffers)
            special = 0;
        if (r < 0)
            report_resolution(ctx, ODOL_RULE_RESOLUTION_NEGATIVE, c, i, "0 or more");
        else if (r < FIRST_SPECIAL && special > 0)
            report_resolution(ctx, ODOL_RULE_LOD_GRAPHICAL, c, i, "graphical LODs before LODs of other kinds");
        else if (r < FIRST_SPECIAL && r <= graphical)
            report_low(ctx, ODOL_RULE_LOD_GRAPHICAL, c, i, "more than", graphical, "as in a graphical LOD before it");
        else if (r >= FIRST_SPECIAL && r < special)
            report_low(ctx, ODOL_RULE_LOD_SPECIAL, c, i, "at least", special, "as in a LOD before it");
        if (r < FIRST_SPECIAL)
            graphical = r > graphical ? r : graphical;
        else
            special = r > special ? r : special;
    }
}

typedef struct placed_resolution {
    float value;
    uint32_t index;
} placed_resolution;

static int by_resolution(const void *a, const void *b)
{
    const placed_resolution *p = a, *q = b;
    if (p->value != q->value)
        return p->value < q->value ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* Checks ODOL-064. */
static void check_duplicates(a3d_ctx *ctx, const content *c)
{
    placed_resolution *sorted = c->stored > 1 ? a3d_block_resize(ctx->doc->arena, NULL, c->stored * sizeof *sorted)
                                              : NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; sorted != NULL && i < c->stored; i++)
        if (is_finite_bits(a3d_load32(c->p + 4 * (size_t)i, false)))
            sorted[n++] = (placed_resolution){load_float(c->p + 4 * (size_t)i), i};
    if (n > 1 && a3d_work(ctx, (uint64_t)n * 16) == A3D_OK)
        qsort(sorted, n, sizeof *sorted, by_resolution);
    for (uint32_t i = 1; i < n; i++)
        if (sorted[i].value == sorted[i - 1].value && !is_shadow_buffer((double)sorted[i].value))
            a3d_say(ctx, report_resolution(ctx, ODOL_RULE_LOD_TWINS, c, sorted[i].index, NULL),
                    "resolution[%u] is %s, as is resolution[%u]; expected another value", (unsigned)sorted[i].index,
                    resolution_at(ctx->doc, c, sorted[i].index).text, (unsigned)sorted[i - 1].index);
    if (sorted != NULL)
        a3d_block_resize(ctx->doc->arena, sorted, 0);
}

/* Checks ODOL-186. */
static void check_permanent(a3d_ctx *ctx, const content *resolutions)
{
    content c = content_of(ctx->doc, ctx->doc->root, P3D_permanent);
    for (uint32_t i = 0; i < c.stored && i < resolutions->stored; i++) {
        double r = (double)load_float(resolutions->p + 4 * (size_t)i);
        unsigned usual = r >= 1e13 ? 1 : 0;
        if ((usual == 0 && (r < FIRST_SPECIAL || r >= END_OF_SHADOWS)) || c.p[i] == usual || c.p[i] > 1)
            continue;
        a3d_finding *f = broken_at(ctx, ODOL_RULE_PERMANENT, &c, i, 1);
        a3d_suffix(ctx, f, "[%u]", (unsigned)i);
        expect_one(f, usual, c.p[i]);
        a3d_say(ctx, f, "permanent[%u] is %u; expected %u for a LOD of resolution %s", (unsigned)i, c.p[i], usual,
                named_resolution(ctx->doc, r).text);
    }
}

static void check_list(a3d_ctx *ctx)
{
    content c = content_of(ctx->doc, ctx->doc->root, P3D_resolution);
    check_lod_number(ctx);
    if (c.p == NULL || a3d_work(ctx, c.stored) != A3D_OK)
        return;
    check_header_order(ctx, &c);
    check_duplicates(ctx, &c);
    check_permanent(ctx, &c);
}

/* --- numbers that refer to LODs --- */

static const uint16_t index_slots[] = {MODEL_INFO_memory,          MODEL_INFO_geometry,
                                       MODEL_INFO_geometry_simple, MODEL_INFO_geometry_physx,
                                       MODEL_INFO_geometry_dayz,   MODEL_INFO_geometry_fire,
                                       MODEL_INFO_geometry_view,   MODEL_INFO_view_pilot_geo,
                                       MODEL_INFO_view_gunner_geo, MODEL_INFO_view_commander_geo,
                                       MODEL_INFO_view_cargo_geo,  MODEL_INFO_land_contact,
                                       MODEL_INFO_roadway,         MODEL_INFO_paths,
                                       MODEL_INFO_hitpoints};
static const uint16_t shadow_slots[] = {MODEL_INFO_shadow_volume_lod, MODEL_INFO_shadow_buffer_lod,
                                        MODEL_INFO_shadow_buffer_lod_vis};

static void no_such_lod(a3d_ctx *ctx, a3d_finding *f, const char *name, int64_t least, int64_t most, int64_t value)
{
    a3d_expect(f, least, most);
    a3d_actual(f, value);
    a3d_say(ctx, f, "%s is %lld; expected a LOD index, %s", name, (long long)value,
            a3d_range_of(least, most, value).text);
}

static int64_t moved(int64_t number, uint32_t at, uint32_t n, int64_t none)
{
    return number < at ? number : number < (int64_t)at + n ? none : number - n;
}

void a3d_odol_removed(a3d_doc *doc, uint32_t list, uint32_t at, uint32_t n)
{
    uint32_t info = model_info_of(doc);
    if (info == A3D_NO_NODE || list != a3d_whole_field(doc, doc->root, P3D_lods))
        return;
    for (unsigned i = 0; i < sizeof index_slots / sizeof *index_slots; i++) {
        a3d_node *node = a3d_at(doc, a3d_whole_field(doc, info, index_slots[i]));
        node->v.i = node->state == A3D_PRESENT ? moved(node->v.i, at, n, -1) : node->v.i;
    }
    for (unsigned k = 0; k < sizeof shadow_slots / sizeof *shadow_slots; k++) {
        content c = content_of(doc, info, shadow_slots[k]);
        /* Removing elements of these lists together with the LODs has left a copy that may be written to. */
        for (uint32_t i = 0; i < c.stored && a3d_at(doc, c.node)->edited; i++) {
            uint8_t *p = (uint8_t *)(uintptr_t)c.p + 4 * (size_t)i;
            a3d_store(p, 4, (uint64_t)moved((int32_t)a3d_load32(p, false), at, n, -1), false);
        }
    }
    a3d_node *shadow = a3d_at(doc, a3d_whole_field(doc, info, MODEL_INFO_min_shadow));
    shadow->v.i = shadow->state == A3D_PRESENT ? moved(shadow->v.i, at, n, count_of(doc, doc->root, P3D_lods))
                                               : shadow->v.i;
}

/* Checks ODOL-115 to ODOL-129, ODOL-135, ODOL-146 to ODOL-148. */
static void check_lod_numbers(a3d_ctx *ctx, uint32_t info, int64_t n)
{
    const a3d_doc *doc = ctx->doc;
    for (unsigned i = 0; i < sizeof index_slots / sizeof *index_slots; i++) {
        int64_t value = a3d_whole_value(doc, info, index_slots[i]);
        if (is_present(doc, info, index_slots[i]) && (value < -1 || value >= n))
            no_such_lod(ctx, broken_field(ctx, ODOL_RULE_LOD_INDEX, info, index_slots[i]),
                        a3d_node_name(doc, a3d_whole_field(doc, info, index_slots[i])), -1, n - 1, value);
    }
    for (unsigned k = 0; k < sizeof shadow_slots / sizeof *shadow_slots; k++) {
        content c = content_of(doc, info, shadow_slots[k]);
        for (uint32_t i = 0; i < c.stored; i++) {
            int64_t value = (int32_t)a3d_load32(c.p + 4 * (size_t)i, false);
            if (value >= -1 && value < n)
                continue;
            a3d_finding *f = broken_at(ctx, ODOL_RULE_LOD_INDEX, &c, 4 * i, 4);
            a3d_suffix(ctx, f, "[%u]", (unsigned)i);
            no_such_lod(ctx, f, a3d_node_name(doc, c.node), -1, n - 1, value);
        }
    }
    int64_t shadow = a3d_whole_value(doc, info, MODEL_INFO_min_shadow);
    if (shadow > n)
        no_such_lod(ctx, broken_field(ctx, ODOL_RULE_MIN_SHADOW, info, MODEL_INFO_min_shadow), "min_shadow", 0, n,
                    shadow);
}

/* Some tools write the resolution of a kind as a rounded decimal, so its last bits differ. */
static bool is_kind(double resolution, double kind)
{
    double off = resolution / kind - 1;
    return off > -1e-6 && off < 1e-6;
}

/* The number of the LOD with this resolution, or -1. */
static int64_t lod_of_kind(const content *c, double kind)
{
    for (uint32_t i = 0; i < c->stored; i++)
        if (is_kind((double)load_float(c->p + 4 * (size_t)i), kind))
            return i;
    return -1;
}

/* Checks ODOL-131 and ODOL-132: a number must refer to a LOD of its kind. */
static void check_kinds(a3d_ctx *ctx, uint32_t info, const content *c)
{
    static const struct {
        uint16_t slot;
        float kind;
    } kinds[] = {
#define ODOL_KIND_ROW(field, resolution, bits) {MODEL_INFO_##field, resolution},
        ODOL_LOD_KINDS_ALONE(ODOL_KIND_ROW)};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double kind = (double)kinds[i].kind;
        int64_t named = a3d_whole_value(ctx->doc, info, kinds[i].slot), real = lod_of_kind(c, kind);
        if (!is_present(ctx->doc, info, kinds[i].slot) || named < -1 || named >= c->stored)
            continue;
        bool other = named >= 0 && !is_kind((double)load_float(c->p + 4 * (size_t)named), kind);
        if (!other && (named >= 0 || real < 0))
            continue;
        a3d_finding *f = broken_field(ctx, other ? ODOL_RULE_LOD_KIND : ODOL_RULE_LOD_UNNAMED, info, kinds[i].slot);
        expect_one(f, real, named);
        a3d_say(ctx, f, "%s is %lld%s; expected %lld%s of resolution %s",
                a3d_node_name(ctx->doc, a3d_whole_field(ctx->doc, info, kinds[i].slot)), (long long)named,
                other ? ", a LOD of another kind" : "", (long long)real,
                real >= 0 ? ", the LOD" : " (none), because there is no LOD",
                named_resolution(ctx->doc, kind).text);
    }
}

/* Checks ODOL-130, ODOL-133, ODOL-134. */
static void check_fallbacks(a3d_ctx *ctx, uint32_t info, const content *c)
{
    int64_t geometry = a3d_whole_value(ctx->doc, info, MODEL_INFO_geometry),
            view = a3d_whole_value(ctx->doc, info, MODEL_INFO_geometry_view);
    int64_t own_view = lod_of_kind(c, (double)6e15f), own_fire = lod_of_kind(c, (double)7e15f);
    bool good = geometry >= 0 && geometry < c->stored &&
                is_kind((double)load_float(c->p + 4 * (size_t)geometry), (double)1e13f);
    int64_t right_geometry = good ? geometry : lod_of_kind(c, (double)1e13f);
    int64_t right_view = own_view >= 0 ? own_view : right_geometry;
    const struct {
        uint16_t slot;
        uint16_t rule;
        int64_t usual, right; /* as the stored numbers are, and as they should be: a wrong one is no advice */
    } rows[] = {{MODEL_INFO_view_commander_geo, ODOL_RULE_COMMANDER_VIEW, -1, -1},
                {MODEL_INFO_geometry_view, ODOL_RULE_VIEW_FALLBACK, own_view >= 0 ? own_view : geometry, right_view},
                {MODEL_INFO_geometry_fire, ODOL_RULE_FIRE_FALLBACK, own_fire >= 0 ? own_fire : view,
                 own_fire >= 0 ? own_fire : right_view}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = a3d_whole_value(ctx->doc, info, rows[i].slot);
        if (value == rows[i].usual || value == rows[i].right || !is_present(ctx->doc, info, rows[i].slot))
            continue;
        a3d_finding *f = broken_field(ctx, rows[i].rule, info, rows[i].slot);
        expect_one(f, rows[i].right, value);
        a3d_say(ctx, f, "%s is %lld; expected %lld, as in other models",
                a3d_node_name(ctx->doc, a3d_whole_field(ctx->doc, info, rows[i].slot)), (long long)value,
                (long long)rows[i].right);
    }
}

void a3d_odol_check_lod_list(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t info = model_info_of(doc);
    content resolutions = content_of(doc, doc->root, P3D_resolution);
    check_list(ctx);
    if (info == A3D_NO_NODE)
        return;
    /* without LODs no number can be right, which has a finding of its own */
    if (a3d_whole_value(doc, doc->root, P3D_nLods) > 0)
        check_lod_numbers(ctx, info, a3d_whole_value(doc, doc->root, P3D_nLods));
    if (resolutions.p != NULL) {
        check_kinds(ctx, info, &resolutions);
        check_fallbacks(ctx, info, &resolutions);
    }
}
