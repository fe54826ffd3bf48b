/* make_lod.c - random LODs; the contents are planned first, so that the parts can refer to each other */
#include "formats/odol/make.h"
#include "formats/odol/parts.h"

#include <stdio.h>

typedef a3d_odol_plan plan;

static bool is_wide(const a3d_maker *m)
{
    return m->ctx.doc->vars[A3D_VAR_VERSION] >= 69;
}

/* ---- the plan of a LOD ---- */

static uint32_t face_measure(const a3d_maker *m, unsigned corners)
{
    return corners == 4 ? (is_wide(m) ? 20 : 10) : (is_wide(m) ? 16 : 8);
}

static int plan_faces(a3d_maker *m, plan *p)
{
    uint32_t measure = 0;
    p->corners = a3d_arena_alloc(m->ctx.doc->arena, p->faces + 1);
    if (p->corners == NULL)
        return A3D_STOP;
    for (uint32_t i = 0; i < p->faces; i++)
        p->corners[i] = (uint8_t)(3 + a3d_luck(m, 1, 3));
    for (uint32_t i = 0, section = 0; section < p->sections; section++) {
        p->bounds[section] = measure;
        for (; i < (uint64_t)p->faces * (section + 1) / p->sections; i++)
            measure += face_measure(m, p->corners[i]);
        p->bounds[section + 1] = measure;
    }
    return A3D_OK;
}

static int plan_lod(a3d_maker *m, plan *p)
{
    uint32_t most = is_wide(m) ? 1000000 : 65536;
    p->vertices = !a3d_is_bulky(m) && a3d_luck(m, 1, 8) ? 0 : a3d_many(m, 3, most, 50);
    p->faces = p->vertices == 0 || a3d_luck(m, 1, 16) ? 0 : a3d_many(m, 1, most, 14);
    p->sections = p->faces == 0 ? 0 : 1 + below(m, p->faces < ODOL_MOST_SECTIONS ? p->faces : ODOL_MOST_SECTIONS);
    p->textures = a3d_few(m, 0, 20, 20);
    p->materials = a3d_luck(m, 1, 2) ? 0 : a3d_few(m, 0, 6, 300);
    p->proxies = a3d_luck(m, 2, 3) ? 0 : 1 + below(m, 3);
    p->selections = p->proxies + a3d_few(m, 0, 30, 40);
    p->subskeleton = p->bones > 0 ? below(m, (p->bones > 200 ? 200 : p->bones) + 1) : 0;
    p->weights = p->subskeleton == 0 ? 0 : p->subskeleton == 1 ? 1 : 1 + below(m, 2);
    return plan_faces(m, p);
}

/* ---- proxies and bones ---- */

static uint32_t place_of(const a3d_doc *doc, uint32_t record)
{
    return record - a3d_at(doc, a3d_at(doc, record)->parent)->v.at.first;
}

/* A rotation by 90 degrees about none, one or two axes. */
static int make_matrix(a3d_maker *m, uint32_t node)
{
    uint32_t turn = below(m, 3), sign = below(m, 8);
    int st = a3d_make(m, node);
    for (unsigned row = 0; st == A3D_OK && row < 4; row++)
        for (unsigned c = 0; c < 3; c++) {
            int64_t unit = c == (row + turn) % 3 ? (sign >> row & 1 ? -256 : 256) : 0;
            int64_t value = row < 3 ? unit : a3d_random_between(&m->random, -ODOL_REACH, ODOL_REACH);
            uint32_t vector = a3d_whole_field(m->ctx.doc, node, MATRIX_right + row);
            a3d_make_value(m, vector, VEC3_x + c, a3d_float_bits(value, 8));
        }
    return st;
}

static int choose_in_proxy(a3d_maker *m, uint32_t node, uint32_t proxy, unsigned slot)
{
    const plan *p = m->own;
    uint32_t place = place_of(m->ctx.doc, proxy);
    char name[40];
    switch (slot) {
    case PROXY_model:
        snprintf(name, sizeof name, "p3d\\proxy%u", (unsigned)place);
        return a3d_make_text(m, node, name);
    case PROXY_matrix: return make_matrix(m, node);
    case PROXY_id: return a3d_odol_set(m, node, 1 + place);
    case PROXY_selection: return a3d_odol_set(m, node, place);
    case PROXY_bone: return a3d_odol_set(m, node, (int64_t)below(m, p->bones + 1) - 1);
    default: return a3d_odol_set(m, node, (int64_t)below(m, p->sections + 1) - 1);
    }
}

/* The entries of sub2skel are the first bones in turn; skel2sub leads back from each, or is empty. */
static int make_bones(a3d_maker *m, uint32_t node, bool back)
{
    const plan *p = m->own;
    uint32_t n = !back ? p->subskeleton : p->subskeleton > 0 && a3d_luck(m, 2, 3) ? p->bones : 0;
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < n; i++) {
        if (back)
            a3d_put_type(&bytes, A3D_U32, i < p->subskeleton, false);
        if (!back || i < p->subskeleton)
            a3d_put_type(&bytes, A3D_I32, i, false);
    }
    return a3d_odol_put(m, node, &bytes, n, false);
}

/* ---- materials ---- */

static int64_t material_version(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    int64_t version = doc->vars[A3D_VAR_VERSION];
    if ((doc->vars[A3D_VAR_BRANCH] & ODOL_DAYZ) != 0 && a3d_luck(m, 1, 2))
        return a3d_luck(m, 1, 2) ? 16 : 20;
    if (!m->plain && a3d_luck(m, 1, 4))
        return below(m, 12);
    return version == 40 ? 9 : version >= 48 && version <= 50 ? 10 : 11;
}

static int choose_in_material(a3d_maker *m, uint32_t node, uint32_t material, unsigned slot)
{
    const a3d_doc *doc = m->ctx.doc;
    int64_t mv = slot > MATERIAL_mv ? a3d_whole_value(doc, material, MATERIAL_mv) : 0;
    switch (slot) {
    case MATERIAL_name: return a3d_odol_name(m, node, "p3d\\material", ".rvmat");
    case MATERIAL_mv: return a3d_odol_set(m, node, material_version(m));
    case MATERIAL_main_light:
    case MATERIAL_fog_mode: return a3d_odol_set(m, node, 1);
    case MATERIAL_render_flags: return a3d_odol_set(m, node, below(m, 1 << 20) & 0x809f3);
    case MATERIAL_surface:
        return a3d_luck(m, 1, 2) ? a3d_make_text(m, node, "") : a3d_odol_name(m, node, "p3d\\surface", ".bisurf");
    case MATERIAL_nStages: return a3d_odol_set(m, node, 1 + below(m, 5));
    case MATERIAL_nTexGens:
        return a3d_odol_set(m, node, mv <= 10 ? a3d_whole_value(doc, material, MATERIAL_nStages) : 1 + below(m, 3));
    default: return A3D_UNCHOSEN;
    }
}

static int choose_in_stage(a3d_maker *m, uint32_t node, uint32_t stage, unsigned slot)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t material = a3d_enclosing(doc, stage, a3d_odol_records[REC_MATERIAL]);
    bool plain = a3d_at(doc, stage)->row == &a3d_row_element && place_of(doc, stage) > 0;
    if (slot == STAGE_texture)
        return plain ? a3d_odol_name(m, node, "p3d\\stage", ".paa") : a3d_make_text(m, node, "");
    if (slot != STAGE_texgen)
        return A3D_UNCHOSEN;
    int64_t texgens = a3d_whole_value(doc, material,
                                a3d_whole_value(doc, material, MATERIAL_mv) > 8 ? MATERIAL_nTexGens : MATERIAL_nStages);
    return a3d_odol_set(m, node, plain ? below(m, (uint32_t)texgens) : 0);
}

/* ---- faces, sections, selections ---- */

static int make_faces(a3d_maker *m, uint32_t node)
{
    const plan *p = m->own;
    unsigned type = is_wide(m) ? A3D_U32 : A3D_U16;
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < p->faces; i++) {
        uint32_t start = below(m, p->vertices);
        a3d_put_type(&bytes, A3D_U8, p->corners[i], false);
        for (unsigned k = 0; k < p->corners[i]; k++)
            a3d_put_type(&bytes, type, (start + k) % p->vertices, false);
    }
    return a3d_odol_put(m, node, &bytes, p->faces, false);
}

static int make_areas(a3d_maker *m, uint32_t node)
{
    a3d_text bytes = text_for(m);
    a3d_put_type(&bytes, A3D_F32, a3d_make_float(m, 1, 4096, 8), false);
    a3d_put_type(&bytes, A3D_F32, a3d_luck(m, 1, 2) ? a3d_make_float(m, 1, 4096, 8) : a3d_float_bits(-1000, 0), false);
    return a3d_odol_put(m, node, &bytes, 2, false);
}

static int choose_in_section(a3d_maker *m, uint32_t node, uint32_t section, unsigned slot)
{
    const plan *p = m->own;
    uint32_t place = place_of(m->ctx.doc, section);
    switch (slot) {
    case SECTION_face_from: return a3d_odol_set(m, node, p->bounds[place]);
    case SECTION_face_to: return a3d_odol_set(m, node, p->bounds[place + 1]);
    case SECTION_n_bones: return a3d_odol_set(m, node, below(m, p->subskeleton + 1));
    case SECTION_texture: return a3d_odol_set(m, node, (int64_t)below(m, p->textures + 1) - 1);
    case SECTION_material: return a3d_odol_set(m, node, (int64_t)below(m, p->materials + 1) - 1);
    case SECTION_surface: return a3d_make_text(m, node, "");
    case SECTION_area_over_tex: return make_areas(m, node);
    default: return A3D_UNCHOSEN;
    }
}

/* Makes a run of numbers below `all`. */
static int make_run(a3d_maker *m, uint32_t node, uint32_t all)
{
    unsigned type = a3d_shape_of(a3d_at(m->ctx.doc, node))->type;
    uint32_t n = all == 0 || a3d_luck(m, 1, 3) ? 0 : a3d_many(m, 1, all, a3d_width(type)),
             start = below(m, all - n + 1);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < n; i++)
        a3d_put_type(&bytes, type, start + i, false);
    return a3d_odol_put(m, node, &bytes, n, false);
}

static int make_weights(a3d_maker *m, uint32_t node, uint32_t selection)
{
    uint32_t n = a3d_luck(m, 1, 2) ? 0 : (uint32_t)count_of(m->ctx.doc, selection, SELECTION_vertices);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < n; i++)
        a3d_put_type(&bytes, A3D_U8, below(m, 256), false);
    return a3d_odol_put(m, node, &bytes, n, false);
}

static int choose_in_selection(a3d_maker *m, uint32_t node, uint32_t selection, unsigned slot)
{
    const plan *p = m->own;
    uint32_t place = place_of(m->ctx.doc, selection);
    char name[60];
    switch (slot) {
    case SELECTION_name:
        snprintf(name, sizeof name, "proxy:\\p3d\\proxy%u.%03u", (unsigned)place, (unsigned)place + 1);
        return place < p->proxies ? a3d_make_text(m, node, name) : a3d_odol_name(m, node, "selection", "");
    case SELECTION_faces: return make_run(m, node, p->faces);
    case SELECTION_sections:
        return make_run(m, node, a3d_whole_value(m->ctx.doc, selection, SELECTION_sectional) ? p->sections : 0);
    case SELECTION_vertices: return make_run(m, node, p->vertices);
    case SELECTION_weights: return make_weights(m, node, selection);
    default: return A3D_UNCHOSEN;
    }
}

/* ---- the LOD ---- */

static int make_edges(a3d_maker *m, uint32_t node)
{
    const plan *p = m->own;
    unsigned type = a3d_shape_of(a3d_at(m->ctx.doc, node))->type;
    uint32_t count = m->odd ? p->vertices : 0;
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < count; i++)
        a3d_put_type(&bytes, type, below(m, count), false);
    return a3d_odol_put(m, node, &bytes, count, false);
}

static int choose_hints(a3d_maker *m, uint32_t node, uint32_t lod, unsigned slot)
{
    const plan *p = m->own;
    if (p->vertices == 0)
        return a3d_odol_set(m, node, slot == LOD_and_hints ? 0x0fffff00 : 0);
    return a3d_odol_set(m, node,
                        slot == LOD_or_hints ? below(m, 1 << 20)
                                             : a3d_whole_value(m->ctx.doc, lod, LOD_or_hints) & below(m, 1 << 20));
}

static int choose_in_lod(a3d_maker *m, uint32_t node, uint32_t lod, unsigned slot)
{
    plan *p = m->own;
    switch (slot) {
    case LOD_proxies: return plan_lod(m, p) == A3D_OK ? a3d_make_list(m, node, p->proxies) : A3D_STOP;
    case LOD_sub2skel: return make_bones(m, node, false);
    case LOD_skel2sub: return make_bones(m, node, true);
    case LOD_clip_early:
    case LOD_clip: return a3d_odol_make_clip(m, node);
    case LOD_n_vertices: return a3d_odol_set(m, node, p->vertices);
    case LOD_face_area: return a3d_odol_set(m, node, a3d_make_float(m, 0, 65536, 8));
    case LOD_or_hints:
    case LOD_and_hints: return choose_hints(m, node, lod, slot);
    case LOD_bmin:
    case LOD_bmax:
    case LOD_bcenter: return a3d_odol_vector(m, node, 0, 0);
    case LOD_bradius: return a3d_odol_set(m, node, 0);
    case LOD_textures: return a3d_make_list(m, node, p->textures);
    case LOD_materials: return a3d_make_list(m, node, p->materials);
    case LOD_point2vertex:
    case LOD_vertex2point: return make_edges(m, node);
    case LOD_n_faces: return a3d_odol_set(m, node, p->faces);
    case LOD_faces: return make_faces(m, node);
    case LOD_sections: return a3d_make_list(m, node, p->sections);
    case LOD_selections: return a3d_make_list(m, node, p->selections);
    case LOD_frames:
        return a3d_make_list(m, node,
                             m->ctx.doc->vars[A3D_VAR_VERSION] < 47 && a3d_luck(m, 1, 4) ? 1 + below(m, 3) : 0);
    case LOD_bone_ref_simple: return a3d_odol_set(m, node, p->weights == 1 && p->vertices > 0);
    case LOD_n_uv: return a3d_odol_set(m, node, 1 + below(m, a3d_luck(m, 1, 3) ? 4 : 1));
    case LOD_positions: return a3d_odol_make_positions(m, node, lod);
    case LOD_normals: return a3d_odol_make_directions(m, node, 1, false);
    case LOD_st: return a3d_odol_make_directions(m, node, 2, true);
    case LOD_bone_ref: return a3d_odol_make_bone_refs(m, node);
    case LOD_neighbours: return a3d_odol_make_neighbours(m, node, lod);
    default: return A3D_UNCHOSEN;
    }
}

static int make_points(a3d_maker *m, uint32_t node)
{
    const plan *p = m->own;
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < 3 * p->vertices; i++)
        a3d_put_type(&bytes, A3D_F32, a3d_make_float(m, -ODOL_REACH, ODOL_REACH, ODOL_GRAIN), false);
    return a3d_odol_put(m, node, &bytes, p->vertices, false);
}

int a3d_odol_choose_in_lod(a3d_maker *m, uint32_t node, uint32_t record, unsigned id, unsigned slot)
{
    switch (id) {
    case REC_LOD: return choose_in_lod(m, node, record, slot);
    case REC_PROXY: return choose_in_proxy(m, node, record, slot);
    case REC_TEXTURE: return a3d_odol_name(m, node, "p3d\\texture", ".paa");
    case REC_MATERIAL: return choose_in_material(m, node, record, slot);
    case REC_STAGE: return choose_in_stage(m, node, record, slot);
    case REC_SECTION: return choose_in_section(m, node, record, slot);
    case REC_SELECTION: return choose_in_selection(m, node, record, slot);
    case REC_PROPERTY: return slot == PROPERTY_name ? a3d_odol_name(m, node, "property", "") : A3D_UNCHOSEN;
    case REC_FRAME: return slot == FRAME_points ? make_points(m, node) : A3D_UNCHOSEN;
    case REC_UV_SET:
        if (slot == UV_SET_uv)
            return a3d_odol_make_uv(m, node);
        return a3d_odol_set(m, node,
                            a3d_make_float(m, slot < UV_SET_maxU ? -1024 : 0, slot < UV_SET_maxU ? 0 : 1024, 8));
    default: return A3D_UNCHOSEN;
    }
}
