/* rules.c - all rules of an ODOL file in their order, and comparisons between distant parts of it.
 *
 * Called once after decoding. Fields that a fault left undecoded are skipped: a comparison that lacks one side reports
 * nothing. */
#include "formats/odol/parts.h"

enum { MOST_ORDERED_LODS = 1024 }; /* beyond this the physical order is not checked */

/* --- the file --- */

/* A float for each LOD, or NULL if some are not read. */
static const uint8_t *resolutions_of(const a3d_doc *doc, uint32_t count)
{
    uint32_t stream, off;
    if (count_of(doc, doc->root, P3D_resolution) != (int64_t)count)
        return NULL;
    return a3d_content(doc, a3d_at(doc, a3d_whole_field(doc, doc->root, P3D_resolution)), &stream, &off);
}

static void report_order(a3d_ctx *ctx, uint32_t lod, uint32_t before)
{
    uint32_t stream, off, node = a3d_whole_field(ctx->doc, ctx->doc->root, P3D_resolution);
    a3d_content(ctx->doc, a3d_at(ctx->doc, node), &stream, &off);
    a3d_finding *f = a3d_report(ctx, rule_of(ctx, ODOL_RULE_LOD_ORDER), node, stream, off + 4 * lod, 4);
    a3d_suffix(ctx, f, "[%u]", (unsigned)lod);
    a3d_say(ctx, f, "LOD %u, of resolution %s, is after LOD %u, of resolution %s; expected the higher resolution first",
            (unsigned)lod, named_resolution(ctx->doc, resolution_of(ctx->doc, lod)).text, (unsigned)before,
            named_resolution(ctx->doc, resolution_of(ctx->doc, before)).text);
}

/* Whether one LOD directly follows the other in the file. A LOD with a wrong address is not read. */
static bool is_next(const a3d_node *lod, const a3d_node *next)
{
    return lod->state == A3D_PRESENT && next->state == A3D_PRESENT && lod->off + lod->size == next->off;
}

/* Compares only adjacent LODs, since wrong addresses have findings of their own. */
static int check_order(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    range lods = elements(doc, doc->root, P3D_lods);
    uint32_t n = lods.count > MOST_ORDERED_LODS ? 0 : lods.count;
    const uint8_t *resolution = resolutions_of(doc, n);
    if (n == 0 || resolution == NULL)
        return A3D_OK;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (is_next(a3d_at(doc, lods.first + i), a3d_at(doc, lods.first + j)) &&
                load_float(resolution + 4 * j) > load_float(resolution + 4 * i))
                report_order(ctx, j, i);
    return a3d_work(ctx, (uint64_t)n * n);
}

static const char of_lod[] = "the number of vertices";

/* Reports a list that has not as many entries as something else, and says what that is. */
static void report_count(a3d_ctx *ctx, unsigned rule, uint32_t list, int64_t expected, const char *what)
{
    a3d_finding *f = wrong_count(ctx, rule, list, expected);
    a3d_say(ctx, f, "%s has %s; expected %s, %s", a3d_node_name(ctx->doc, list),
            a3d_amount_of(a3d_at(ctx->doc, list)->v.at.count, "entry").text, a3d_number_of((uint64_t)expected).text,
            what);
}

static int check_animations(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    if (!is_present(doc, doc->root, P3D_animations))
        return A3D_OK;
    uint32_t animations = a3d_whole_field(doc, doc->root, P3D_animations);
    int64_t n = a3d_whole_value(doc, animations, ANIMATIONS_nAnimLods);
    int64_t lods = a3d_whole_value(doc, doc->root, P3D_nLods);
    uint32_t node = a3d_whole_field(doc, animations, ANIMATIONS_nAnimLods);
    bool none = n == -1 && count_of(doc, animations, ANIMATIONS_classes) == 0;
    if (is_present(doc, animations, ANIMATIONS_nAnimLods) && n != lods) {
        a3d_finding *f = a3d_report_node(ctx, rule_of(ctx, none ? ODOL_RULE_ANIM_LODS_NONE : ODOL_RULE_ANIM_LODS),
                                         node);
        expect_one(f, lods, n);
        a3d_say(ctx, f, "nAnimLods is %lld; expected %lld, the number of LODs", (long long)n, (long long)lods);
    }
    range tables = elements(doc, animations, ANIMATIONS_lod_bones);
    int64_t bones = skeleton_bones(doc);
    for (uint32_t i = 0; bones >= 0 && i < tables.count; i++) {
        uint32_t table = tables.first + i;
        if (a3d_at(doc, table)->state != A3D_PRESENT || !is_present(doc, table, ANIM_LOD_BONES_bones))
            continue;
        if (count_of(doc, table, ANIM_LOD_BONES_bones) != bones)
            report_count(ctx, ODOL_RULE_ANIM_BONES, a3d_whole_field(doc, table, ANIM_LOD_BONES_bones), bones,
                         "the number of bones in the skeleton");
    }
    return a3d_work(ctx, tables.count);
}

/* --- vertices of a LOD --- */

enum { VERTEX_ARRAYS = 4 };

/* The arrays with an element for each vertex, without those that were not decoded. */
static unsigned vertex_arrays(const a3d_doc *doc, uint32_t lod, uint32_t out[VERTEX_ARRAYS])
{
    static const uint16_t slots[] = {LOD_clip, LOD_positions, LOD_normals};
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++)
        if (is_present(doc, lod, slots[i]))
            out[n++] = a3d_whole_field(doc, lod, slots[i]);
    if (is_present(doc, lod, LOD_uv0) && is_present(doc, a3d_whole_field(doc, lod, LOD_uv0), UV_SET_uv))
        out[n++] = a3d_whole_field(doc, a3d_whole_field(doc, lod, LOD_uv0), UV_SET_uv);
    return n;
}

/* Checks the arrays against the vertex count and returns it, or -1 if it is unknown. If all arrays agree with each
 * other, the count itself is wrong. */
static int64_t check_vertex_arrays(a3d_ctx *ctx, uint32_t lod)
{
    const a3d_doc *doc = ctx->doc;
    bool early = is_present(doc, lod, LOD_clip_early);
    if (!early && !is_present(doc, lod, LOD_n_vertices))
        return -1;
    int64_t n = early ? count_of(doc, lod, LOD_clip_early) : a3d_whole_value(doc, lod, LOD_n_vertices);
    uint32_t arrays[VERTEX_ARRAYS];
    unsigned n_arrays = vertex_arrays(doc, lod, arrays), agreeing = 0;
    for (unsigned i = 0; i < n_arrays; i++)
        agreeing += a3d_at(doc, arrays[i])->v.at.count == a3d_at(doc, arrays[0])->v.at.count;
    if (n_arrays >= VERTEX_ARRAYS - 1 && agreeing == n_arrays && a3d_at(doc, arrays[0])->v.at.count != n) {
        int64_t real = a3d_at(doc, arrays[0])->v.at.count;
        uint32_t field = a3d_whole_field(doc, lod, early ? LOD_clip_early : LOD_n_vertices);
        a3d_finding *f = early ? wrong_count(ctx, ODOL_RULE_VERTEX_COUNT, field, real)
                               : a3d_report_node(ctx, rule_of(ctx, ODOL_RULE_VERTEX_COUNT), field);
        expect_one(f, real, n);
        a3d_say(ctx, f, "%s %lld; expected %lld, the number of entries in each vertex array",
                early ? "the number of entries in clip is" : "n_vertices is", (long long)n, (long long)real);
        return real;
    }
    for (unsigned i = 0; i < n_arrays; i++)
        if (a3d_at(doc, arrays[i])->v.at.count != n)
            report_count(ctx, ODOL_RULE_VERTEX_COUNT, arrays[i], n, of_lod);
    return n;
}

/* Checks arrays that may be empty. */
static void check_optional_arrays(a3d_ctx *ctx, uint32_t lod, int64_t n)
{
    static const uint16_t slots[] = {LOD_vertex2point, LOD_st, LOD_bone_ref, LOD_neighbours};
    const a3d_doc *doc = ctx->doc;
    for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++) {
        int64_t count = count_of(doc, lod, slots[i]);
        if (count > 0 && count != n)
            report_count(ctx, ODOL_RULE_VERTEX_OPTIONAL, a3d_whole_field(doc, lod, slots[i]), n, of_lod);
    }
    range frames = elements(doc, lod, LOD_frames);
    for (uint32_t i = 0; i < frames.count; i++)
        if (a3d_at(doc, frames.first + i)->state == A3D_PRESENT && is_present(doc, frames.first + i, FRAME_points) &&
            count_of(doc, frames.first + i, FRAME_points) != n)
            report_count(ctx, ODOL_RULE_VERTEX_OPTIONAL, a3d_whole_field(doc, frames.first + i, FRAME_points), n,
                         of_lod);
}

static void check_uv_counts(a3d_ctx *ctx, uint32_t lod, int64_t n)
{
    const a3d_doc *doc = ctx->doc;
    range sets = elements(doc, lod, LOD_uv_more);
    for (uint32_t i = 0; i < sets.count; i++) {
        uint32_t set = sets.first + i;
        if (a3d_at(doc, set)->state != A3D_PRESENT || !is_present(doc, set, UV_SET_uv))
            continue;
        int64_t count = count_of(doc, set, UV_SET_uv);
        if (count != n)
            report_count(ctx, count == 0 ? ODOL_RULE_UV_EMPTY : ODOL_RULE_VERTEX_COUNT,
                         a3d_whole_field(doc, set, UV_SET_uv), n, of_lod);
    }
}

/* --- selections, bones of a LOD --- */

static int check_selections(a3d_ctx *ctx, uint32_t lod)
{
    const a3d_doc *doc = ctx->doc;
    range selections = elements(doc, lod, LOD_selections);
    for (uint32_t i = 0; i < selections.count; i++) {
        uint32_t selection = selections.first + i;
        if (a3d_at(doc, selection)->state != A3D_PRESENT)
            continue;
        int64_t weights = count_of(doc, selection, SELECTION_weights),
                vertices = count_of(doc, selection, SELECTION_vertices);
        if (weights > 0 && weights != vertices)
            report_count(ctx, ODOL_RULE_WEIGHT_COUNT, a3d_whole_field(doc, selection, SELECTION_weights), vertices,
                         "the number of vertices in the selection");
    }
    return a3d_work(ctx, selections.count);
}

/* Vertex counts have 16 bits before version 69 (ODOL-281). */
static void check_vertex_limit(a3d_ctx *ctx, uint32_t lod, int64_t n)
{
    if (ctx->doc->vars[A3D_VAR_VERSION] >= 69 || n <= 65536)
        return;
    bool early = is_present(ctx->doc, lod, LOD_clip_early);
    a3d_finding *f = broken_field(ctx, ODOL_RULE_VERTEX_LIMIT, lod, early ? LOD_clip_early : LOD_n_vertices);
    a3d_actual(f, n);
    a3d_say(ctx, f, "the LOD has %s; expected at most 65,536, because faces have indices of 16 bits in this version",
            a3d_amount_of((uint64_t)n, "vertex").text);
}

/* Checks ODOL-360. A word that hides the rest of the LOD was reported when it was read. */
static void check_announcement(a3d_ctx *ctx, uint32_t lod)
{
    uint32_t field = a3d_whole_field(ctx->doc, lod, LOD_u67);
    if (a3d_at(ctx->doc, field)->state != A3D_PRESENT || a3d_at(ctx->doc, field)->v.i == 0 ||
        a3d_side_find(ctx->doc, lod, A3D_SIDE_TAINT, NULL) != NULL)
        return;
    a3d_finding *f = broken(ctx, ODOL_RULE_U67_IDLE, field);
    expect_one(f, 0, a3d_at(ctx->doc, field)->v.i);
    a3d_say(ctx, f, "u67 is %lld; expected 0, because no structure follows", (long long)a3d_at(ctx->doc, field)->v.i);
}

static void check_lod(a3d_ctx *ctx, odol_lod *lod)
{
    int64_t lists = count_of(ctx->doc, lod->node, LOD_skel2sub);
    if (lod->bones >= 0 && lists > 0 && lists != lod->bones)
        report_count(ctx, ODOL_RULE_SKELETON_LINKS, a3d_whole_field(ctx->doc, lod->node, LOD_skel2sub), lod->bones,
                     "the number of bones in the skeleton");
    lod->vertices = check_vertex_arrays(ctx, lod->node);
    if (lod->vertices >= 0) {
        check_optional_arrays(ctx, lod->node, lod->vertices);
        check_uv_counts(ctx, lod->node, lod->vertices);
        check_vertex_limit(ctx, lod->node, lod->vertices);
    }
    check_announcement(ctx, lod->node);
    a3d_odol_scan_faces(ctx, lod);
    if (a3d_odol_check_sections(ctx, lod) == A3D_OK)
        check_selections(ctx, lod->node);
}

/* A wrong value before the first fault of the file may be its cause, which a3d_link_causes decides. The targets of
 * proxies come after them and may not have been read. */
static void leave_open(a3d_doc *doc, size_t from, uint32_t fault, uint32_t proxies)
{
    const a3d_finding *root = &doc->findings[fault];
    if (fault != a3d_missing_cause(doc))
        return;
    for (size_t i = from; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        uint32_t node = f->place.node;
        while (node != A3D_NO_NODE && node != proxies)
            node = a3d_at(doc, node)->parent;
        if (f->cause == fault && f->severity == A3D_ERROR && f->stream == root->stream && f->off < root->off &&
            node != proxies)
            f->cause = A3D_NO_CAUSE;
    }
}

/* Checks the values of a LOD. If a fault ended its reading, whatever is odd in it follows from that. */
static void check_lod_values(a3d_ctx *ctx, const odol_lod *lod)
{
    size_t before = ctx->doc->n_findings;
    static void (*const topics[])(a3d_ctx *, const odol_lod *) = {a3d_odol_check_references, a3d_odol_check_parts,
                                                                  a3d_odol_check_materials, a3d_odol_check_geometry,
                                                                  a3d_odol_check_weights};
    const a3d_side *taint = a3d_side_find(ctx->doc, lod->node, A3D_SIDE_TAINT, NULL);
    uint32_t cause = ctx->cause;
    if (taint != NULL && cause == 0)
        ctx->cause = (uint32_t)taint->value + 1;
    for (unsigned i = 0; i < sizeof topics / sizeof *topics && ctx->doc->limited == A3D_LIMIT_NONE; i++)
        topics[i](ctx, lod);
    ctx->cause = cause;
    if (taint != NULL)
        leave_open(ctx->doc, before, (uint32_t)taint->value, a3d_whole_field(ctx->doc, lod->node, LOD_proxies));
}

static void check_lods(a3d_ctx *ctx)
{
    range lods = elements(ctx->doc, ctx->doc->root, P3D_lods);
    odol_rising rising;
    odol_lod lod = {.bones = skeleton_bones(ctx->doc), .rising = &rising};
    for (lod.index = 0; lod.index < lods.count && ctx->doc->limited == A3D_LIMIT_NONE; lod.index++) {
        lod.node = lods.first + lod.index;
        rising.n = 0;
        if (!is_whole(ctx->doc, lod.node))
            continue;
        check_lod(ctx, &lod);
        if (ctx->doc->limited == A3D_LIMIT_NONE)
            check_lod_values(ctx, &lod);
    }
}

void a3d_odol_examine(struct a3d_ctx *ctx)
{
    static void (*const topics[])(a3d_ctx *) = {
        a3d_odol_check_header, a3d_odol_check_skeleton, a3d_odol_check_motion, check_lods,
        a3d_odol_check_tail,   a3d_odol_check_text,     a3d_odol_check_blocks};
    if (!is_whole(ctx->doc, ctx->doc->root))
        return;
    a3d_odol_check_version(ctx);
    if (check_order(ctx) != A3D_OK || check_animations(ctx) != A3D_OK || a3d_odol_check_hints(ctx) != A3D_OK)
        return;
    for (unsigned i = 0; i < sizeof topics / sizeof *topics && ctx->doc->limited == A3D_LIMIT_NONE; i++)
        topics[i](ctx);
}
