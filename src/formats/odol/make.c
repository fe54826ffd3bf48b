/* make.c - random ODOL documents, where the tables do not suffice: the model as a whole, and which file fills which
 * field */
#include "formats/odol/make.h"
#include "formats/odol/parts.h"

#include <stdio.h>

/* ---- small things ---- */

int a3d_odol_set(a3d_maker *m, uint32_t node, int64_t value)
{
    a3d_node *at = a3d_at(m->ctx.doc, node);
    at->state = A3D_PRESENT;
    at->honest = at->row->derive.kind != A3D_GIVEN;
    at->v.i = value;
    return A3D_OK;
}

int a3d_odol_put(a3d_maker *m, uint32_t node, a3d_text *bytes, uint32_t count, bool fill)
{
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    int st = a3d_make_content(m, node, bytes, count);
    a3d_text_free(bytes);
    if (fill && count > 0)
        a3d_at(m->ctx.doc, node)->form |= A3D_FORM_FILL;
    return st;
}

int a3d_odol_name(a3d_maker *m, uint32_t node, const char *stem, const char *ending)
{
    char name[40], whole[64];
    a3d_make_name(m, stem, name);
    snprintf(whole, sizeof whole, "%s%s", name, ending);
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    return a3d_make_text(m, node, whole);
}

void a3d_odol_set_vector(a3d_maker *m, uint32_t record, unsigned slot, const int64_t at[3])
{
    for (unsigned c = 0; c < 3; c++)
        a3d_make_value(m, a3d_whole_field(m->ctx.doc, record, slot), VEC3_x + c, a3d_float_bits(at[c], ODOL_GRAIN));
}

int a3d_odol_vector(a3d_maker *m, uint32_t node, int64_t lo, int64_t hi)
{
    int st = a3d_make(m, node);
    for (unsigned c = 0; st == A3D_OK && c < 3; c++)
        a3d_make_value(m, node, VEC3_x + c, a3d_make_float(m, lo, hi, ODOL_GRAIN));
    return st;
}

int a3d_odol_unit_vector(a3d_maker *m, uint32_t node)
{
    int64_t axis[3];
    int st = a3d_make(m, node);
    a3d_make_direction(m, axis);
    for (unsigned c = 0; st == A3D_OK && c < 3; c++)
        a3d_make_value(m, node, VEC3_x + c, a3d_float_bits(axis[c], 20));
    return st;
}

/* ---- the list of LODs ---- */

/* Kinds of LODs by their resolution, in the order of the file. */
static const float kinds[] = {1000,  1100,  1200,  10000, 10010, 11000, 11010, 1e13f, 4e13f,
                              1e15f, 2e15f, 3e15f, 4e15f, 5e15f, 6e15f, 7e15f, 8e15f, 1.5e16f};

static int make_resolutions(a3d_maker *m, uint32_t node, const a3d_odol_plan *p)
{
    enum { KINDS = sizeof kinds / sizeof *kinds };
    uint32_t special = a3d_random_below(&m->random, p->lods + 1), next = 0;
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < p->lods; i++) {
        uint32_t bits = a3d_float_bits(i + 1, 1), left = p->lods - i;
        if (i >= p->lods - special) {
            next += a3d_random_below(&m->random, KINDS - next - left + 1);
            memcpy(&bits, &kinds[next++], sizeof bits);
        }
        a3d_put_type(&bytes, A3D_F32, bits, false);
    }
    return a3d_odol_put(m, node, &bytes, p->lods, false);
}

/* The LOD of a kind, or -1. */
static int64_t lod_of(const a3d_doc *doc, float kind)
{
    content c = content_of(doc, doc->root, P3D_resolution);
    for (uint32_t i = 0; i < c.stored; i++)
        if (load_float(c.p + 4 * (size_t)i) - kind == 0)
            return i;
    return -1;
}

static int choose_in_file(a3d_maker *m, uint32_t node, unsigned slot)
{
    a3d_odol_plan *p = m->own;
    switch (slot) {
    case P3D_nLods:
        p = a3d_arena_alloc(m->ctx.doc->arena, sizeof *p);
        if (p == NULL)
            return A3D_STOP;
        m->own = p;
        p->lods = a3d_few(m, 1, 12, 600);
        p->shape_version = m->ctx.doc->vars[A3D_VAR_VERSION] == 71   ? 0x03030300
                           : m->ctx.doc->vars[A3D_VAR_VERSION] == 75 ? 0x04010100
                                                                     : 0x03040000;
        return a3d_odol_set(m, node, p->lods);
    case P3D_resolution: return make_resolutions(m, node, p);
    case P3D_muzzle_flash:
        return a3d_luck(m, 1, 2) ? a3d_make_text(m, node, "") : a3d_odol_name(m, node, "muzzle\\flash", "");
    case P3D_has_anims: return a3d_odol_set(m, node, a3d_luck(m, 1, 2));
    default: return A3D_UNCHOSEN;
    }
}

/* ---- model info ---- */

/* Whether a field holds the number of the LOD of a kind. */
static bool names_lod(const a3d_doc *doc, unsigned slot, int64_t *value)
{
    static const struct {
        uint16_t slot;
        float kind;
    } rows[] = {
#define ODOL_KIND_ROW(field, resolution, bits) {MODEL_INFO_##field, resolution},
        ODOL_LOD_KINDS(ODOL_KIND_ROW)};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].slot == slot) {
            *value = lod_of(doc, rows[i].kind);
            return true;
        }
    *value = -1;
    return slot >= MODEL_INFO_memory && slot <= MODEL_INFO_hitpoints;
}

static int make_numbers(a3d_maker *m, uint32_t node, uint32_t count, int64_t lo, int64_t hi)
{
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < count; i++)
        a3d_put_type(&bytes, A3D_I32, a3d_random_between(&m->random, lo, hi), false);
    return a3d_odol_put(m, node, &bytes, count, false);
}

static int choose_in_info(a3d_maker *m, uint32_t node, uint32_t info, unsigned slot)
{
    enum { FAR = 4 * ODOL_REACH };
    const a3d_doc *doc = m->ctx.doc;
    a3d_odol_plan *p = m->own;
    int64_t value, power = a3d_random_between(&m->random, -10, 10);
    if (names_lod(doc, slot, &value))
        return a3d_odol_set(m, node, value);
    switch (slot) {
    case MODEL_INFO_bounding_sphere:
    case MODEL_INFO_geometry_sphere: return a3d_odol_set(m, node, a3d_make_float(m, 2 * ODOL_REACH, FAR, ODOL_GRAIN));
    case MODEL_INFO_and_hints: return a3d_odol_set(m, node, a3d_random_below(&m->random, 1 << 20));
    case MODEL_INFO_or_hints:
        return a3d_odol_set(m, node,
                            a3d_whole_value(doc, info, MODEL_INFO_and_hints) | a3d_random_below(&m->random, 1 << 20));
    case MODEL_INFO_view_density: return a3d_odol_set(m, node, a3d_make_float(m, -(100 << ODOL_GRAIN), 0, ODOL_GRAIN));
    case MODEL_INFO_bbox_min: return a3d_odol_vector(m, node, -FAR, -2 * ODOL_REACH);
    case MODEL_INFO_bbox_max: return a3d_odol_vector(m, node, 2 * ODOL_REACH, FAR);
    case MODEL_INFO_bbox_visual_min: return a3d_odol_vector(m, node, -2 * ODOL_REACH, 0);
    case MODEL_INFO_bbox_visual_max: return a3d_odol_vector(m, node, 0, 2 * ODOL_REACH);
    case MODEL_INFO_dayz_float: return a3d_odol_set(m, node, 0x3f800000);
    case MODEL_INFO_mass: return a3d_odol_set(m, node, (127 + power) << 23);
    case MODEL_INFO_inv_mass: return a3d_odol_set(m, node, (254 << 23) - a3d_whole_value(doc, info, MODEL_INFO_mass));
    case MODEL_INFO_armor: return a3d_odol_set(m, node, (127 + power) << 23);
    case MODEL_INFO_inv_armor: return a3d_odol_set(m, node, (254 << 23) - a3d_whole_value(doc, info, MODEL_INFO_armor));
    case MODEL_INFO_min_shadow: return a3d_odol_set(m, node, a3d_random_below(&m->random, p->lods + 1));
    case MODEL_INFO_shadow_volume_lod:
    case MODEL_INFO_shadow_buffer_lod:
    case MODEL_INFO_shadow_buffer_lod_vis: return make_numbers(m, node, p->lods, -1, (int64_t)p->lods - 1);
    case MODEL_INFO_mass_array: return make_numbers(m, node, 0, 0, 0);
    case MODEL_INFO_class:
    case MODEL_INFO_damage: return a3d_luck(m, 1, 2) ? a3d_make_text(m, node, "") : a3d_odol_name(m, node, "class", "");
    default: return A3D_UNCHOSEN;
    }
}

/* ---- which record ---- */

int a3d_odol_choose(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t record = a3d_at(doc, node)->parent;
    const a3d_record *type = a3d_record_type(doc, record);
    unsigned slot = node - a3d_at(doc, record)->v.at.first;
    switch (type->id) {
    case REC_P3D: return choose_in_file(m, node, slot);
    case REC_MODEL_INFO: return choose_in_info(m, node, record, slot);
    case REC_SKELETON: return a3d_odol_choose_in_skeleton(m, node, slot);
    case REC_BONE: return a3d_odol_choose_in_bone(m, node, record, slot);
    case REC_ANIMATIONS:
    case REC_ANIM_CLASS:
    case REC_ANIM_LOD_BONES:
    case REC_AXIS: return a3d_odol_choose_in_motion(m, node, record, type->id, slot);
    case REC_HULL:
    case REC_HULLS:
    case REC_MESH:
    case REC_MESHES:
    case REC_BUOYANCY:
    case REC_SPHERES: return a3d_odol_choose_in_tail(m, node, record, type->id, slot);
    default: return a3d_odol_choose_in_lod(m, node, record, type->id, slot);
    }
}

/* ---- the whole document ---- */

/* The values of its LOD that a loading hint repeats. */
static void put_hint(const a3d_doc *doc, uint32_t lod, a3d_text *out)
{
    a3d_put_type(out, A3D_U32, count_of(doc, lod, LOD_faces), false);
    a3d_put_type(out, A3D_U32, a3d_whole_value(doc, lod, LOD_color), false);
    a3d_put_type(out, A3D_U32, a3d_whole_value(doc, lod, LOD_special), false);
    a3d_put_type(out, A3D_U32, a3d_whole_value(doc, lod, LOD_or_hints), false);
    a3d_put_type(out, A3D_U8, count_of(doc, lod, LOD_sub2skel) > 0, false);
    if (doc->vars[A3D_VAR_VERSION] < 51)
        return;
    a3d_put_type(out, A3D_U32, count_of(doc, lod, LOD_positions), false);
    a3d_put_type(out, A3D_F32, a3d_whole_value(doc, lod, LOD_face_area), false);
}

/* Sometimes makes a mass for each vertex of the geometry. */
static int repair_masses(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t info = model_info_of(doc);
    int64_t geometry = a3d_whole_value(doc, info, MODEL_INFO_geometry);
    range lods = elements(doc, doc->root, P3D_lods);
    if (geometry < 0 || a3d_luck(m, 1, 2))
        return A3D_OK;
    uint32_t n = (uint32_t)count_of(doc, lods.first + (uint32_t)geometry, LOD_positions);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < n; i++)
        a3d_put_type(&bytes, A3D_F32, a3d_make_float(m, 0, 4096, 4), false);
    return a3d_odol_put(m, a3d_whole_field(doc, info, MODEL_INFO_mass_array), &bytes, n, false);
}

/* LODs are stored by descending resolution, but listed by ascending resolution. */
int a3d_odol_repair(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    range lods = elements(doc, doc->root, P3D_lods);
    content permanent = content_of(doc, doc->root, P3D_permanent);
    a3d_text hints = text_for(m);
    uint32_t n = 0;
    for (uint32_t i = 0; i < lods.count; i++) {
        a3d_at(doc, lods.first + i)->off = lods.count - i;
        if (permanent.p[i] != 0)
            continue;
        put_hint(doc, lods.first + i, &hints);
        n++;
    }
    int st = a3d_odol_put(m, a3d_whole_field(doc, doc->root, P3D_loadableInfos), &hints, n, false);
    return st == A3D_OK ? repair_masses(m) : st;
}
