/* make_motion.c - random skeletons and their animations */
#include "formats/odol/make.h"
#include "formats/odol/parts.h"

/* ---- bones ---- */

int a3d_odol_choose_in_skeleton(a3d_maker *m, uint32_t node, unsigned slot)
{
    a3d_odol_plan *p = m->own;
    switch (slot) {
    case SKELETON_name: return a3d_luck(m, 1, 2) ? a3d_make_text(m, node, "") : a3d_odol_name(m, node, "skeleton", "");
    case SKELETON_bones:
        p->bones = a3d_few(m, 1, 200, 24);
        return a3d_make_list(m, node, p->bones);
    case SKELETON_pivots: return a3d_make_text(m, node, "");
    default: return A3D_UNCHOSEN;
    }
}

/* A parent is one of the earlier bones, or none. */
int a3d_odol_choose_in_bone(a3d_maker *m, uint32_t node, uint32_t bone, unsigned slot)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t first = a3d_at(doc, a3d_at(doc, bone)->parent)->v.at.first;
    if (slot == BONE_bone)
        return a3d_odol_name(m, node, "bone", "");
    if (bone == first || a3d_luck(m, 1, 4))
        return a3d_make_text(m, node, "");
    text name = text_of(doc, a3d_whole_field(doc, first + a3d_random_below(&m->random, bone - first), BONE_bone));
    a3d_text copy = text_for(m);
    a3d_put(&copy, name.p, name.n);
    return a3d_odol_put(m, node, &copy, (uint32_t)copy.size, false);
}

/* ---- what moves them ---- */

/* The bone that a class moves, the same in all LODs; -1 for none. */
static int64_t bone_of(const a3d_odol_plan *p, uint32_t class)
{
    return p->bones > 0 ? (int64_t)(class % (p->bones + 1)) - 1 : -1;
}

static uint32_t class_count(const a3d_doc *doc)
{
    uint32_t animations = a3d_whole_field(doc, doc->root, P3D_animations);
    return a3d_at(doc, a3d_whole_field(doc, animations, ANIMATIONS_classes))->v.at.count;
}

/* Lists the classes that move each bone. */
static int make_bone_classes(a3d_maker *m, uint32_t node)
{
    const a3d_odol_plan *p = m->own;
    uint32_t classes = class_count(m->ctx.doc);
    a3d_text bytes = text_for(m);
    for (uint32_t bone = 0; bone < p->bones; bone++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < classes; i++)
            n += bone_of(p, i) == bone;
        a3d_put_type(&bytes, A3D_U32, n, false);
        for (uint32_t i = 0; i < classes; i++)
            if (bone_of(p, i) == bone)
                a3d_put_type(&bytes, A3D_U32, i, false);
    }
    return a3d_odol_put(m, node, &bytes, p->bones, false);
}

static int choose_in_class(a3d_maker *m, uint32_t node, uint32_t class, unsigned slot)
{
    const a3d_doc *doc = m->ctx.doc;
    switch (slot) {
    case ANIM_CLASS_name: return a3d_odol_name(m, node, "motion", "");
    case ANIM_CLASS_source: return a3d_odol_name(m, node, "source", "");
    case ANIM_CLASS_min_phase: return a3d_odol_set(m, node, a3d_make_float(m, 0, 256, 8));
    case ANIM_CLASS_max_phase: return a3d_odol_set(m, node, a3d_make_float(m, 256, 1024, 8));
    case ANIM_CLASS_min_value: return a3d_odol_set(m, node, a3d_whole_value(doc, class, ANIM_CLASS_min_phase));
    case ANIM_CLASS_max_value: return a3d_odol_set(m, node, a3d_whole_value(doc, class, ANIM_CLASS_max_phase));
    case ANIM_CLASS_dir: return a3d_odol_unit_vector(m, node);
    case ANIM_CLASS_hide: return a3d_odol_set(m, node, a3d_make_float(m, 0, 256, 8));
    default: return A3D_UNCHOSEN;
    }
}

int a3d_odol_choose_in_motion(a3d_maker *m, uint32_t node, uint32_t record, unsigned id, unsigned slot)
{
    const a3d_odol_plan *p = m->own;
    uint32_t place = record - a3d_at(m->ctx.doc, a3d_at(m->ctx.doc, record)->parent)->v.at.first;
    switch (id) {
    case REC_ANIMATIONS:
        return slot == ANIMATIONS_nAnimLods ? a3d_odol_set(m, node, p->lods)
               : slot == ANIMATIONS_classes ? a3d_make_list(m, node, a3d_few(m, 0, 100, 80))
                                            : A3D_UNCHOSEN;
    case REC_ANIM_CLASS: return choose_in_class(m, node, record, slot);
    case REC_ANIM_LOD_BONES: return make_bone_classes(m, node);
    default:
        return slot == AXIS_bone       ? a3d_odol_set(m, node, bone_of(p, place))
               : slot == AXIS_axis_dir ? a3d_odol_unit_vector(m, node)
                                       : A3D_UNCHOSEN;
    }
}
