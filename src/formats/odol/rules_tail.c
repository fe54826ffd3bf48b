/* rules_tail.c - rules about what follows the last LOD: cooked shapes and buoyancy */
#include "formats/odol/parts.h"

#include <stdio.h>

/* --- the version of the library, which is in each of the four lists --- */

typedef struct shape_list {
    uint32_t record; /* A3D_NO_NODE if absent */
    bool meshes;
} shape_list;

enum { SHAPE_LISTS = 4 };

static shape_list shape_list_of(const a3d_doc *doc, unsigned i)
{
    static const uint16_t slots[SHAPE_LISTS] = {P3D_hullsA, P3D_meshesA, P3D_hullsB, P3D_meshesB};
    return (shape_list){inner(doc, doc->root, slots[i]), i % 2 == 1};
}

static uint32_t version_field(const a3d_doc *doc, const shape_list *l)
{
    return a3d_whole_field(doc, l->record, l->meshes ? (unsigned)MESHES_S : (unsigned)HULLS_S);
}

static bool is_version(uint64_t s)
{
    return (s & 0xff) == 0 && (s >> 24 == 3 || s >> 24 == 4);
}

/* The table has reported an unknown version (ODOL-368). If the value cannot be a version at all, only the other rule
 * reports it. */
static a3d_finding *no_version(a3d_ctx *ctx, uint32_t field)
{
    const a3d_doc *doc = ctx->doc;
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        if (f->rule != rule_of(ctx, ODOL_RULE_PHYSX_VERSION) || f->place.node != field)
            continue;
        f->rule = rule_of(ctx, ODOL_RULE_PHYSX_SHAPE);
        f->severity = f->rule->severity;
        return f;
    }
    return broken(ctx, ODOL_RULE_PHYSX_SHAPE, field);
}

/* A version of PhysX as its field has it and as people know it: "50594048 (3.4.1)". */
static a3d_amount physx_of(uint32_t s)
{
    a3d_amount out;
    snprintf(out.text, sizeof out.text, "%u (%u.%u.%u)", (unsigned)s, (unsigned)(s >> 24), (unsigned)(s >> 16 & 255),
             (unsigned)(s >> 8 & 255));
    return out;
}

/* Checks ODOL-367, ODOL-370. */
static void check_version(a3d_ctx *ctx, uint32_t field, bool first)
{
    int64_t version = ctx->doc->vars[A3D_VAR_VERSION];
    uint32_t s = (uint32_t)a3d_at(ctx->doc, field)->v.u;
    uint32_t usual = version == 71 ? 0x03030300 : version == 73 ? 0x03040000 : version == 75 ? 0x04010100 : s;
    bool shaped = is_version(s);
    if (shaped && (s == usual || !first))
        return;
    a3d_finding *f = shaped ? broken(ctx, ODOL_RULE_PHYSX_USUAL, field) : no_version(ctx, field);
    a3d_actual(f, s);
    if (shaped)
        a3d_say(ctx, f, "PhysX version is %s; expected %s, as in other files of version %lld", physx_of(s).text,
                physx_of(usual).text, (long long)version);
    else
        a3d_say(ctx, f, "PhysX version is %u; expected %s", (unsigned)s,
                f->expected != NULL ? f->expected : "one such as 50594048 (3.4.1)");
}

/* Checks ODOL-369. Compares with the previous version, so that a single odd version is reported once. */
static void check_versions(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t fields[SHAPE_LISTS], n = 0, odd = 0;
    for (unsigned i = 0; i < SHAPE_LISTS; i++) {
        shape_list l = shape_list_of(doc, i);
        if (l.record != A3D_NO_NODE && a3d_at(doc, version_field(doc, &l))->state == A3D_PRESENT)
            fields[n++] = version_field(doc, &l);
    }
    for (uint32_t i = 1; i < n; i++)
        odd += a3d_at(doc, fields[i])->v.u != a3d_at(doc, fields[0])->v.u;
    uint64_t most = n > 1 && odd > n / 2 ? a3d_at(doc, fields[1])->v.u : n > 0 ? a3d_at(doc, fields[0])->v.u : 0;
    for (uint32_t i = 0; i < n; i++) {
        check_version(ctx, fields[i], i == 0);
        if (a3d_at(doc, fields[i])->v.u == most || !is_version(a3d_at(doc, fields[i])->v.u))
            continue;
        a3d_finding *f = broken(ctx, ODOL_RULE_PHYSX_SAME, fields[i]);
        expect_one(f, (int64_t)most, a3d_at(doc, fields[i])->v.i);
        a3d_say(ctx, f, "PhysX version is %s; expected %s, as in the other lists",
                physx_of((uint32_t)a3d_at(doc, fields[i])->v.u).text, physx_of((uint32_t)most).text);
    }
}

/* --- blobs (ODOL-372 to ODOL-375) --- */

enum { BLOB_MAGIC = 8, BLOB_WORDS = 16, BLOB_HULL = 28, BLOB_CONVEX = 40 };

/* Checks for a part at `at` of a blob: an 8-byte mark, followed by the format word. */
static bool has_part(const content *blob, uint32_t at, const char *mark, uint32_t word)
{
    return blob->stored >= at + 12 && memcmp(blob->p + at, mark, 8) == 0 && a3d_load32(blob->p + at + 8, false) == word;
}

/* Reports `size` bytes at `at` of a blob, as far as they are there. */
static void blob_finding(a3d_ctx *ctx, unsigned rule, const content *blob, uint32_t at, uint32_t size,
                         const char *expected)
{
    uint32_t left = at < blob->stored ? blob->stored - at : 0, n = left < size ? left : size;
    a3d_finding *f = broken_at(ctx, rule, blob, left > 0 ? at : 0, n);
    char bytes[64] = "";
    for (uint32_t i = 0; i < n; i++)
        snprintf(bytes + 3 * (size_t)i, 4, " %02x", blob->p[at + i]);
    if (n < size)
        a3d_say(ctx, f, "data has %s; expected at least %u, with %s", a3d_amount_of(blob->stored, "byte").text,
                (unsigned)(at + size), expected);
    else
        a3d_say(ctx, f, "bytes %u\u2013%u of data are%s; expected %s", (unsigned)at, (unsigned)(at + size - 1), bytes,
                expected);
}

/* Checks a part and reports it if it is another one. */
static bool check_part(a3d_ctx *ctx, const content *blob, uint32_t at, const char *mark, const char *what,
                       uint32_t word)
{
    char expected[96];
    if (has_part(blob, at, mark, word))
        return true;
    snprintf(expected, sizeof expected, "%.3s, 1, %s and the number %u, the start of %s", mark, mark + 4,
             (unsigned)word, what);
    blob_finding(ctx, ODOL_RULE_BLOB_PARTS, blob, at, 12, expected);
    return false;
}

static void check_blob(a3d_ctx *ctx, uint32_t record, unsigned slot, int64_t s)
{
    content blob = content_of(ctx->doc, record, slot);
    uint32_t word = s == 0x04010100 ? 9 : 8;
    if (!is_present(ctx->doc, record, slot))
        return;
    if (blob.stored < BLOB_MAGIC || memcmp(blob.p, "NXS\1CVXM", BLOB_MAGIC) != 0) {
        if (blob.p == NULL)
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_BLOB_MAGIC, record, slot),
                    "data is empty; expected the bytes of a shape");
        else
            blob_finding(ctx, ODOL_RULE_BLOB_MAGIC, &blob, 0, BLOB_MAGIC,
                         "NXS, 1, CVXM, the start of a convex mesh of PhysX");
        return;
    }
    if (blob.stored < BLOB_WORDS || a3d_load32(blob.p + 8, false) != 13 || a3d_load32(blob.p + 12, false) != 0)
        blob_finding(ctx, ODOL_RULE_BLOB_WORDS, &blob, BLOB_MAGIC, 8, "the numbers 13 and 0");
    else if (check_part(ctx, &blob, BLOB_WORDS, "ICE\1CLHL", "the convex hull", word))
        check_part(ctx, &blob, BLOB_HULL, "ICE\1CVHL", "the hull data", word);
}

/* Checks ODOL-376, ODOL-377. */
static void check_mesh_bone(a3d_ctx *ctx, uint32_t mesh)
{
    const a3d_doc *doc = ctx->doc;
    int64_t bone = a3d_whole_value(doc, mesh, MESH_bone), bones = skeleton_bones(doc);
    if (!is_present(doc, mesh, MESH_bone) || (bone >= -1 && (bone <= 0 || bones < 0 || bone < bones)))
        return;
    a3d_finding *f = broken_field(ctx, bone < -1 ? ODOL_RULE_MESH_BONE : ODOL_RULE_MESH_BONE_HIGH, mesh, MESH_bone);
    a3d_actual(f, bone);
    a3d_say(ctx, f, "bone is %lld; expected %s, because the skeleton has %s", (long long)bone,
            a3d_range_of(-1, bones > 0 ? bones - 1 : 0, bone).text,
            a3d_amount_of((uint64_t)(bones > 0 ? bones : 0), "bone").text);
}

static void check_shapes(a3d_ctx *ctx, const shape_list *l)
{
    const a3d_doc *doc = ctx->doc;
    int64_t s = (int64_t)a3d_at(doc, version_field(doc, l))->v.u;
    range shapes = elements(doc, l->record, l->meshes ? (unsigned)MESHES_meshes : (unsigned)HULLS_hulls);
    for (uint32_t i = 0; i < shapes.count && a3d_work(ctx, 2) == A3D_OK; i++) {
        if (!is_whole(doc, shapes.first + i))
            continue;
        check_blob(ctx, shapes.first + i, l->meshes ? (unsigned)MESH_data : (unsigned)HULL_data, s);
        if (l->meshes)
            check_mesh_bone(ctx, shapes.first + i);
    }
}

/* Checks ODOL-378. */
static void check_pair(a3d_ctx *ctx, const shape_list *a, const shape_list *b)
{
    unsigned slot = a->meshes ? (unsigned)MESHES_meshes : (unsigned)HULLS_hulls;
    if (a->record == A3D_NO_NODE || b->record == A3D_NO_NODE)
        return;
    int64_t first = count_of(ctx->doc, a->record, slot), second = count_of(ctx->doc, b->record, slot);
    if (first < 0 || second < 0 || first == second)
        return;
    a3d_finding *f = broken_field(ctx, ODOL_RULE_SHAPE_COUNTS, b->record, slot);
    expect_one(f, first, second);
    a3d_say(ctx, f, "%s has %s; expected %s, as in %s", a3d_node_name(ctx->doc, b->record),
            a3d_amount_of((uint64_t)second, a->meshes ? "mesh" : "hull").text, a3d_number_of((uint64_t)first).text,
            a3d_node_name(ctx->doc, a->record));
}

/* --- buoyancy --- */

/* Checks ODOL-385, ODOL-386. */
static void check_sphere_sizes(a3d_ctx *ctx, uint32_t spheres)
{
    static const uint16_t slots[] = {SPHERES_radius, SPHERES_volume};
    content c = content_of(ctx->doc, spheres, SPHERES_spheres);
    for (unsigned i = 0; i < 2; i++)
        if (float_of(ctx->doc, spheres, slots[i]) < 0)
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_BUOYANCY_SIZE, spheres, slots[i]), "%s is %s; expected 0 or more",
                    i == 0 ? "radius" : "volume", a3d_real_of(float_of(ctx->doc, spheres, slots[i])).text);
    for (uint32_t i = 0; i < c.stored && a3d_work(ctx, 1) == A3D_OK; i++)
        for (uint32_t k = 0; k < 2; k++) {
            float value = load_float(c.p + 20 * (size_t)i + 12 + 4 * k);
            if (!(value < 0))
                continue;
            a3d_finding *f = broken_at(ctx, ODOL_RULE_BUOYANCY_SIZE, &c, 20 * i + 12 + 4 * k, 4);
            a3d_suffix(ctx, f, "[%u].%s", (unsigned)i, k == 0 ? "radius" : "surface");
            a3d_say(ctx, f, "%s of sphere %u is %s; expected 0 or more", k == 0 ? "radius" : "surface", (unsigned)i,
                    a3d_real_of((double)value).text);
        }
}

static void check_spheres(a3d_ctx *ctx, uint32_t spheres)
{
    const a3d_doc *doc = ctx->doc;
    for (unsigned slot = SPHERES_nx; slot <= SPHERES_nz; slot++) { /* ODOL-383 */
        int64_t n = a3d_whole_value(doc, spheres, slot);
        if (is_present(doc, spheres, slot) && n >= 0 && (n < 2 || n > 4))
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_BUOYANCY_GRID, spheres, slot),
                    "%s is %lld; expected 2\u20134 spheres along an axis",
                    a3d_node_name(doc, a3d_whole_field(doc, spheres, slot)), (long long)n);
    }
    check_sphere_sizes(ctx, spheres);
    a3d_odol_check_box(ctx, spheres, SPHERES_bounds_min, SPHERES_bounds_max, ODOL_RULE_BUOYANCY_BOX); /* ODOL-388 */
    if (doc->vars[A3D_VAR_VERSION] < 60) /* ODOL-389 */
        a3d_say(ctx, broken(ctx, ODOL_RULE_BUOYANCY_EARLY, spheres),
                "a model of version %d has spheres in buoyancy; expected version 60 or later, as in all real files",
                (int)doc->vars[A3D_VAR_VERSION]);
}

void a3d_odol_check_tail(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    shape_list lists[SHAPE_LISTS];
    check_versions(ctx);
    for (unsigned i = 0; i < SHAPE_LISTS; i++) {
        lists[i] = shape_list_of(doc, i);
        if (lists[i].record != A3D_NO_NODE)
            check_shapes(ctx, &lists[i]);
    }
    check_pair(ctx, &lists[0], &lists[2]);
    check_pair(ctx, &lists[1], &lists[3]);
    uint32_t buoyancy = inner(doc, doc->root, P3D_buoyancy);
    if (buoyancy == A3D_NO_NODE)
        return;
    if (inner(doc, buoyancy, BUOYANCY_iteration) != A3D_NO_NODE) /* ODOL-381 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_BUOYANCY_ITERATION, buoyancy, BUOYANCY_kind),
                "kind is 1 (iteration); expected 0 (none) or 2 (spheres), as in all real files");
    if (inner(doc, buoyancy, BUOYANCY_spheres) != A3D_NO_NODE)
        check_spheres(ctx, inner(doc, buoyancy, BUOYANCY_spheres));
}
