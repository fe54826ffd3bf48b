/* ODOL: facts of decoding that no rule can break. Each row of the constraint table that says where a field
 * stands, and how wide it is, is shown by the bytes that the field takes in a file of the last version without
 * it and of the first version with it. */
#include "../support/build.h"

#include "formats/odol/odol.h"
#include "formats/odol/schema.h"

enum { NOWHERE = 0 };

/* Slots from the root inwards, each + 1; lists stand for their first element. */
#define PATH(...) {__VA_ARGS__}
#define INFO P3D_modelInfo + 1
#define IN_INFO(field) PATH(INFO, MODEL_INFO_##field + 1)
#define IN_FILE(field) PATH(P3D_##field + 1)
#define IN_LOD(field) PATH(P3D_lods + 1, LOD_##field + 1)
#define IN_MATERIAL(field) PATH(P3D_lods + 1, LOD_materials + 1, MATERIAL_##field + 1)
#define IN_STAGE(field) PATH(P3D_lods + 1, LOD_materials + 1, MATERIAL_stages + 1, STAGE_##field + 1)
#define IN_THERMAL(field) PATH(P3D_lods + 1, LOD_materials + 1, MATERIAL_stage_ti + 1, STAGE_##field + 1)
#define IN_SECTION(field) PATH(P3D_lods + 1, LOD_sections + 1, SECTION_##field + 1)
#define IN_SKELETON(field) PATH(INFO, MODEL_INFO_skeleton + 1, SKELETON_##field + 1)
#define IN_CLASS(field) PATH(P3D_animations + 1, ANIMATIONS_classes + 1, ANIM_CLASS_##field + 1)
#define IN_AXIS(field) PATH(P3D_animations + 1, ANIMATIONS_lod_axes + 1, ANIM_LOD_AXES_axes + 1, AXIS_##field + 1)
#define IN_UV(field) PATH(P3D_lods + 1, LOD_uv0 + 1, UV_SET_##field + 1)
#define BONE "modelInfo.skeleton={name=\"s\",bones+={bone=\"a\"}}"
#define CLASS(type) "has_anims=1", "animations.classes+={type=" type "}"
#define MATERIAL(version) "lods[0].materials+={mv=" version "}"
#define SPHERES "buoyancy.kind=spheres"

enum { DEEPEST = 4, MOST_WORDS = 5 };

static const struct fact {
    const char *id;
    uint32_t version, branch, size; /* size of the field's span, or NOWHERE */
    uint16_t path[DEEPEST];
    const char *words[MOST_WORDS];
} facts[] = {
    {"ODOL-024", 75, 0, 4, IN_LOD(positions), {NULL}},
    {"ODOL-046", 75, 0, 9, IN_LOD(clip), {"lods[0].clip={63,63,63}", "lods[0].clip.$fill=1"}},
    {"ODOL-049", 68, 0, 7, IN_LOD(point2vertex), {"lods[0].point2vertex={1}"}},
    {"ODOL-049", 69, 0, 9, IN_LOD(point2vertex), {"lods[0].point2vertex={1}"}},
    {"ODOL-052", 58, 0, NOWHERE, IN_FILE(app_id), {NULL}},
    {"ODOL-052", 59, 0, 4, IN_FILE(app_id), {NULL}},
    {"ODOL-054", 57, 0, NOWHERE, IN_FILE(muzzle_flash), {NULL}},
    {"ODOL-054", 58, 0, 1, IN_FILE(muzzle_flash), {NULL}},
    {"ODOL-071", 69, 0, NOWHERE, IN_INFO(lod_density_coef), {NULL}},
    {"ODOL-071", 70, 0, 4, IN_INFO(lod_density_coef), {NULL}},
    {"ODOL-072", 70, 0, NOWHERE, IN_INFO(draw_importance), {NULL}},
    {"ODOL-072", 71, 0, 4, IN_INFO(draw_importance), {NULL}},
    {"ODOL-073", 51, 0, NOWHERE, IN_INFO(bbox_visual_min), {NULL}},
    {"ODOL-073", 52, 0, 12, IN_INFO(bbox_visual_min), {NULL}},
    {"ODOL-080", 72, 0, NOWHERE, IN_INFO(ai_covers), {NULL}},
    {"ODOL-080", 73, 0, 1, IN_INFO(ai_covers), {NULL}},
    {"ODOL-082", 53, ODOL_ARMA, NOWHERE, IN_INFO(dayz_float), {NULL}},
    {"ODOL-082", 53, ODOL_DAYZ, 4, IN_INFO(dayz_float), {NULL}},
    {"ODOL-082", 55, ODOL_DAYZ, 1, IN_INFO(dayz_bool), {NULL}},
    {"ODOL-085", 41, 0, NOWHERE, IN_INFO(htMin), {NULL}},
    {"ODOL-085", 42, 0, 4, IN_INFO(htMin), {NULL}},
    {"ODOL-086", 42, 0, NOWHERE, IN_INFO(mFact), {NULL}},
    {"ODOL-086", 43, 0, 4, IN_INFO(mFact), {NULL}},
    {"ODOL-087", 40, 0, 1, IN_INFO(force_not_alpha), {NULL}},
    {"ODOL-089", 40, 0, 4, IN_INFO(sb_source), {NULL}},
    {"ODOL-092", 47, 0, NOWHERE, IN_INFO(shadow_offset), {NULL}},
    {"ODOL-092", 48, 0, 4, IN_INFO(shadow_offset), {NULL}},
    {"ODOL-094", 75, 0, NOWHERE, IN_SKELETON(bones), {NULL}},
    {"ODOL-094", 75, 0, 7, IN_SKELETON(bones), {BONE}},
    {"ODOL-095", 40, 0, NOWHERE, IN_SKELETON(discrete), {NULL}},
    {"ODOL-095", 40, 0, 1, IN_SKELETON(discrete), {BONE}},
    {"ODOL-104", 40, 0, NOWHERE, IN_SKELETON(pivots), {BONE}},
    {"ODOL-104", 41, 0, 1, IN_SKELETON(pivots), {BONE}},
    {"ODOL-111", 71, 0, NOWHERE, IN_INFO(explosion_shielding), {NULL}},
    {"ODOL-111", 72, 0, 4, IN_INFO(explosion_shielding), {NULL}},
    {"ODOL-112", 52, 0, NOWHERE, IN_INFO(geometry_simple), {NULL}},
    {"ODOL-112", 53, ODOL_ARMA, 1, IN_INFO(geometry_simple), {NULL}},
    {"ODOL-112", 53, ODOL_DAYZ, NOWHERE, IN_INFO(geometry_simple), {NULL}},
    {"ODOL-113", 53, ODOL_ARMA, NOWHERE, IN_INFO(geometry_physx), {NULL}},
    {"ODOL-113", 54, ODOL_ARMA, 1, IN_INFO(geometry_physx), {NULL}},
    {"ODOL-114", 53, ODOL_DAYZ, NOWHERE, IN_INFO(geometry_dayz), {NULL}},
    {"ODOL-114", 54, ODOL_DAYZ, 1, IN_INFO(geometry_dayz), {NULL}},
    {"ODOL-136", 40, 0, 1, IN_INFO(can_blend), {NULL}},
    {"ODOL-141", 40, 0, 4, IN_INFO(unused31), {NULL}},
    {"ODOL-143", 54, ODOL_DAYZ, NOWHERE, IN_INFO(dayz55), {NULL}},
    {"ODOL-143", 55, ODOL_DAYZ, 1, IN_INFO(dayz55), {NULL}},
    {"ODOL-145", 56, 0, NOWHERE, IN_INFO(shadow_volume_lod), {NULL}},
    {"ODOL-145", 57, 0, 4, IN_INFO(shadow_volume_lod), {NULL}},
    {"ODOL-149", 40, 0, 1, IN_FILE(has_anims), {NULL}},
    {"ODOL-156", 55, ODOL_ARMA, NOWHERE, IN_CLASS(period), {CLASS("0")}},
    {"ODOL-156", 56, 0, 4, IN_CLASS(period), {CLASS("0")}},
    {"ODOL-159", 75, 0, 4, IN_CLASS(angle1), {CLASS("3")}},
    {"ODOL-159", 75, 0, NOWHERE, IN_CLASS(angle1), {CLASS("4")}},
    {"ODOL-160", 75, 0, 4, IN_CLASS(off1), {CLASS("7")}},
    {"ODOL-160", 75, 0, NOWHERE, IN_CLASS(off1), {CLASS("8")}},
    {"ODOL-161", 75, 0, 12, IN_CLASS(dir), {CLASS("8")}},
    {"ODOL-161", 75, 0, 4, IN_CLASS(offset), {CLASS("8")}},
    {"ODOL-163", 75, 0, 4, IN_CLASS(hide), {CLASS("9")}},
    {"ODOL-164", 54, ODOL_ARMA, NOWHERE, IN_CLASS(unhide), {CLASS("9")}},
    {"ODOL-164", 55, ODOL_ARMA, 4, IN_CLASS(unhide), {CLASS("9")}},
    {"ODOL-173", 75, 0, NOWHERE, IN_AXIS(axis_dir), {CLASS("0")}},
    {"ODOL-173", 75, 0, 12, IN_AXIS(axis_dir), {CLASS("0"), "animations.lod_axes[0].axes[0].bone=0"}},
    {"ODOL-173", 75, 0, NOWHERE, IN_AXIS(axis_dir), {CLASS("9"), "animations.lod_axes[0].axes[0].bone=0"}},
    {"ODOL-188", 40, 0, 17, IN_FILE(loadableInfos), {"permanent={0}"}},
    {"ODOL-189", 50, 0, 17, IN_FILE(loadableInfos), {"permanent={0}"}},
    {"ODOL-189", 51, 0, 25, IN_FILE(loadableInfos), {"permanent={0}"}},
    {"ODOL-206", 40, 0, 4, PATH(P3D_lods + 1, LOD_proxies + 1, PROXY_section + 1), {"lods[0].proxies+=1"}},
    {"ODOL-208", 40, 0, 1028, IN_LOD(sub2skel), {"lods[0].sub2skel+=256"}},
    {"ODOL-208", 75, 0, 1028, IN_LOD(sub2skel), {"lods[0].sub2skel+=256"}},
    {"ODOL-216", 49, 0, 5, IN_LOD(clip_early), {NULL}},
    {"ODOL-216", 50, 0, NOWHERE, IN_LOD(clip_early), {NULL}},
    {"ODOL-216", 50, 0, 5, IN_LOD(clip), {NULL}},
    {"ODOL-217", 49, 0, NOWHERE, IN_LOD(n_vertices), {NULL}},
    {"ODOL-217", 50, 0, 4, IN_LOD(n_vertices), {NULL}},
    {"ODOL-218", 50, 0, NOWHERE, IN_LOD(face_area), {NULL}},
    {"ODOL-218", 51, 0, 4, IN_LOD(face_area), {NULL}},
    {"ODOL-237", 53, ODOL_DAYZ, 56, IN_MATERIAL(dayz16), {MATERIAL("16")}},
    {"ODOL-237", 53, ODOL_DAYZ, NOWHERE, IN_MATERIAL(dayz16), {MATERIAL("11")}},
    {"ODOL-238", 55, ODOL_DAYZ, 104, IN_MATERIAL(dayz20), {MATERIAL("20")}},
    {"ODOL-238", 55, ODOL_DAYZ, NOWHERE, IN_MATERIAL(dayz20), {MATERIAL("16")}},
    {"ODOL-243", 75, 0, 1, IN_MATERIAL(bool3), {MATERIAL("3")}},
    {"ODOL-243", 75, 0, NOWHERE, IN_MATERIAL(bool3), {MATERIAL("4")}},
    {"ODOL-245", 75, 0, NOWHERE, IN_MATERIAL(surface), {MATERIAL("5")}},
    {"ODOL-245", 75, 0, 1, IN_MATERIAL(surface), {MATERIAL("6")}},
    {"ODOL-247", 75, 0, NOWHERE, IN_MATERIAL(render_flags), {MATERIAL("3")}},
    {"ODOL-247", 75, 0, 4, IN_MATERIAL(render_flags), {MATERIAL("4")}},
    {"ODOL-250", 75, 0, NOWHERE, IN_MATERIAL(nStages), {MATERIAL("6")}},
    {"ODOL-250", 75, 0, 4, IN_MATERIAL(nStages), {MATERIAL("7")}},
    {"ODOL-252", 75, 0, NOWHERE, IN_MATERIAL(stages), {MATERIAL("7")}},
    {"ODOL-252", 75, 0, NOWHERE, IN_MATERIAL(pairs), {MATERIAL("8")}},
    {"ODOL-256", 75, 0, NOWHERE, IN_MATERIAL(stage_ti), {MATERIAL("9")}},
    {"ODOL-256", 75, 0, 9, IN_MATERIAL(stage_ti), {MATERIAL("10")}},
    {"ODOL-259", 75, 0, 4, IN_STAGE(filter), {MATERIAL("8")}},
    {"ODOL-261", 75, 0, 4, IN_STAGE(texgen), {MATERIAL("8")}},
    {"ODOL-264", 75, 0, NOWHERE, IN_STAGE(use_world_env_map), {MATERIAL("10")}},
    {"ODOL-264", 75, 0, 1, IN_STAGE(use_world_env_map), {MATERIAL("11")}},
    {"ODOL-264", 75, 0, 1, IN_THERMAL(use_world_env_map), {MATERIAL("11")}},
    {"ODOL-277", 68, 0, 7, IN_LOD(faces), {"lods[0].faces+=1"}},
    {"ODOL-277", 69, 0, 13, IN_LOD(faces), {"lods[0].faces+=1"}},
    {"ODOL-294", 75, 0, 1, IN_SECTION(surface), {"lods[0].sections+=1"}},
    {"ODOL-294", 75, 0, NOWHERE, IN_SECTION(surface), {"lods[0].sections+={material=0}"}},
    {"ODOL-296", 40, 0, 12, IN_SECTION(area_over_tex), {"lods[0].sections+=1"}},
    {"ODOL-299", 66, 0, NOWHERE, IN_SECTION(flag67), {"lods[0].sections+=1"}},
    {"ODOL-299", 67, 0, 4, IN_SECTION(flag67), {"lods[0].sections+=1"}},
    {"ODOL-301", 67, 0, NOWHERE, IN_SECTION(floats67), {"lods[0].sections+=1"}},
    {"ODOL-301", 67, 0, 44, IN_SECTION(floats67), {"lods[0].sections+={flag67=1}"}},
    {"ODOL-311", 75, 0, 8, PATH(P3D_lods + 1, LOD_selections + 1, SELECTION_weights + 1), {"lods[0].selections+={weights={1,2,3}}"}},
    {"ODOL-325", 75, 0, 21, PATH(P3D_lods + 1, LOD_uv_more + 1), {"lods[0].uv_more+=1"}},
    {"ODOL-326", 44, 0, NOWHERE, IN_UV(minU), {NULL}},
    {"ODOL-326", 45, 0, 4, IN_UV(minU), {NULL}},
    {"ODOL-327", 44, 0, 13, IN_UV(uv), {"lods[0].uv0.uv+=1"}},
    {"ODOL-327", 45, 0, 9, IN_UV(uv), {"lods[0].uv0.uv+=1"}},
    {"ODOL-334", 44, 0, 17, IN_LOD(normals), {"lods[0].normals+=1"}},
    {"ODOL-334", 45, 0, 9, IN_LOD(normals), {"lods[0].normals+=1"}},
    {"ODOL-340", 44, 0, 28, IN_LOD(st), {"lods[0].st+=1"}},
    {"ODOL-340", 45, 0, 12, IN_LOD(st), {"lods[0].st+=1"}},
    {"ODOL-359", 66, 0, NOWHERE, IN_LOD(u67), {NULL}},
    {"ODOL-359", 67, 0, 4, IN_LOD(u67), {NULL}},
    {"ODOL-361", 67, 0, NOWHERE, IN_LOD(u68), {NULL}},
    {"ODOL-361", 68, 0, 1, IN_LOD(u68), {NULL}},
    {"ODOL-380", 75, 0, 4, IN_FILE(buoyancy), {NULL}},
    {"ODOL-387", 59, 0, NOWHERE, PATH(P3D_buoyancy + 1, BUOYANCY_spheres + 1, SPHERES_bounds_max + 1), {SPHERES}},
    {"ODOL-387", 60, 0, 12, PATH(P3D_buoyancy + 1, BUOYANCY_spheres + 1, SPHERES_bounds_max + 1), {SPHERES}},
};

/* Bytes of the field at the end of a path. */
static uint32_t size_at(const a3d_doc *doc, const uint16_t *path)
{
    uint32_t record = doc->root;
    for (unsigned i = 0;; i++) {
        const a3d_node *field = a3d_at(doc, a3d_field(doc, record, path[i] - 1u));
        if (field->state != A3D_PRESENT)
            return NOWHERE;
        if (i + 1 == DEEPEST || path[i + 1] == 0)
            return field->size;
        record = a3d_shape_of(field)->kind == A3D_VECTOR ? field->v.at.first : a3d_field(doc, record, path[i] - 1u);
    }
}

static void test_layout(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const struct fact *fact = &facts[i];
        build made, read;
        build_fresh(&made, &a3d_format_odol, fact->version, fact->branch);
        build_edit(&made, fact->words);
        build_encode(&made, A3D_FAITHFUL);
        build_again(&read, &made, fact->branch);
        uint32_t size = size_at(read.doc, fact->path);
        if (size != fact->size)
            print_error("%s, version %u: %u bytes, expected %u\n", fact->id, (unsigned)fact->version, (unsigned)size, (unsigned)fact->size);
        assert_int_equal(size, fact->size);
        build_free(&read);
        build_free(&made);
    }
}

/* Four bytes are enough to know the format, three are not. */
static void test_probe(void **state)
{
    (void)state;
    assert_int_equal(a3d_format_odol.probe((const uint8_t *)"ODOL", 4), 3);
    assert_int_equal(a3d_format_odol.probe((const uint8_t *)"ODO", 3), 0);
    assert_int_equal(a3d_format_odol.probe((const uint8_t *)"ODOM", 4), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_layout), cmocka_unit_test(test_probe)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
