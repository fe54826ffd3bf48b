/* make_tail.c - random shapes after the LODs: hulls, meshes, buoyancy spheres */
#include "engine/document/conditions.h"
#include "formats/odol/make.h"
#include "formats/odol/parts.h"

static int make_blob(a3d_maker *m, uint32_t node)
{
    const a3d_odol_plan *p = m->own;
    uint32_t word = p->shape_version == 0x04010100 ? 9 : 8;
    a3d_text bytes = text_for(m);
    a3d_put(&bytes, "NXS\1CVXM", 8);
    a3d_put_type(&bytes, A3D_U32, 13, false);
    a3d_put_type(&bytes, A3D_U32, 0, false);
    a3d_put(&bytes, "ICE\1CLHL", 8);
    a3d_put_type(&bytes, A3D_U32, word, false);
    a3d_put(&bytes, "ICE\1CVHL", 8);
    a3d_put_type(&bytes, A3D_U32, word, false);
    for (uint32_t n = a3d_many(m, 0, 2000, 1); n > 0; n--)
        a3d_put_type(&bytes, A3D_U8, a3d_random_below(&m->random, 256), false);
    return a3d_odol_put(m, node, &bytes, (uint32_t)bytes.size, false);
}

/* The second set has as many shapes as the first. */
static int make_shapes(a3d_maker *m, uint32_t node, uint32_t record)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t place = record - a3d_whole_field(doc, doc->root, 0), n = a3d_few(m, 0, 8, 60);
    if (place == P3D_hullsB)
        n = a3d_at(doc, a3d_whole_field(doc, a3d_whole_field(doc, doc->root, P3D_hullsA), HULLS_hulls))->v.at.count;
    if (place == P3D_meshesB)
        n = a3d_at(doc, a3d_whole_field(doc, a3d_whole_field(doc, doc->root, P3D_meshesA), MESHES_meshes))->v.at.count;
    return a3d_make_list(m, node, n);
}

static int make_spheres(a3d_maker *m, uint32_t node)
{
    uint32_t count = (uint32_t)a3d_given_count(m->ctx.doc, node);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < 5 * count; i++) /* a position, a radius, a surface */
        a3d_put_type(&bytes, A3D_F32, a3d_make_float(m, i % 5 < 3 ? -ODOL_REACH : 0, ODOL_REACH, ODOL_GRAIN), false);
    return a3d_odol_put(m, node, &bytes, count, false);
}

static int choose_in_spheres(a3d_maker *m, uint32_t node, unsigned slot)
{
    switch (slot) {
    case SPHERES_nx:
    case SPHERES_ny:
    case SPHERES_nz: return a3d_odol_set(m, node, 2 + a3d_random_below(&m->random, 3));
    case SPHERES_radius:
    case SPHERES_volume: return a3d_odol_set(m, node, a3d_make_float(m, 0, ODOL_REACH, ODOL_GRAIN));
    case SPHERES_spheres: return make_spheres(m, node);
    case SPHERES_bounds_min: return a3d_odol_vector(m, node, -ODOL_REACH, 0);
    case SPHERES_bounds_max: return a3d_odol_vector(m, node, 0, ODOL_REACH);
    default: return A3D_UNCHOSEN;
    }
}

int a3d_odol_choose_in_tail(a3d_maker *m, uint32_t node, uint32_t record, unsigned id, unsigned slot)
{
    const a3d_odol_plan *p = m->own;
    bool late = m->ctx.doc->vars[A3D_VAR_VERSION] >= 60;
    switch (id) {
    case REC_HULL: return make_blob(m, node);
    case REC_MESH:
        return slot == MESH_data ? make_blob(m, node)
                                 : a3d_odol_set(m, node, (int64_t)a3d_random_below(&m->random, 2) - 1);
    case REC_HULLS:
    case REC_MESHES: return slot == HULLS_S ? a3d_odol_set(m, node, p->shape_version) : make_shapes(m, node, record);
    case REC_BUOYANCY:
        if (slot != BUOYANCY_kind)
            return A3D_UNCHOSEN;
        return a3d_odol_set(m, node, late && a3d_luck(m, 1, 4) ? 2 : !m->plain && a3d_luck(m, 1, 32));
    case REC_SPHERES: return choose_in_spheres(m, node, slot);
    default: return A3D_UNCHOSEN; /* all others are drawn by the tables */
    }
}
