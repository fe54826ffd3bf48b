/* rules_material.c - rules about the values of materials: versions, shaders, stages */
#include "formats/odol/parts.h"

/* Checks ODOL-235 and ODOL-236: the material version that is usual in a file of this version. */
static void check_material_version(a3d_ctx *ctx, uint32_t material)
{
    const a3d_doc *doc = ctx->doc;
    int64_t version = doc->vars[A3D_VAR_VERSION], mv = a3d_whole_value(doc, material, MATERIAL_mv);
    int64_t usual = version == 40 ? 9 : version >= 48 && version <= 50 ? 10 : version >= 59 ? 11 : -1;
    bool dayz = (doc->vars[A3D_VAR_BRANCH] & ODOL_DAYZ) != 0;
    if (!dayz && mv < 9)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_MATERIAL_OLD, material, MATERIAL_mv),
                "mv is %lld; expected 9\u201311, because no real file has this material version", (long long)mv);
    else if (!dayz && usual >= 0 && mv != usual)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_MATERIAL_USUAL, material, MATERIAL_mv),
                "mv is %lld; expected %lld, as in other files of version %lld", (long long)mv, (long long)usual,
                (long long)version);
}

/* Checks ODOL-241, ODOL-242, ODOL-249. */
static void check_modes(a3d_ctx *ctx, uint32_t material)
{
    enum { KNOWN_FLAGS = 0x809F3 }; /* bits 0, 1, 4 to 8, 11, 19 */
    const a3d_doc *doc = ctx->doc;
    bool dayz = (doc->vars[A3D_VAR_BRANCH] & ODOL_DAYZ) != 0, first = doc->vars[A3D_VAR_VERSION] == 40;
    int64_t light = a3d_whole_value(doc, material, MATERIAL_main_light);
    int64_t fog = a3d_whole_value(doc, material, MATERIAL_fog_mode);
    uint32_t flags = (uint32_t)a3d_whole_value(doc, material, MATERIAL_render_flags);
    if (is_present(doc, material, MATERIAL_main_light) && light != 1 && !(first && light == 0) && !(dayz && light == 3))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_MAIN_LIGHT, material, MATERIAL_main_light),
                "main_light is %lld; expected 1", (long long)light);
    if (is_present(doc, material, MATERIAL_fog_mode) && fog != 1 && !(first && (fog == 0 || fog == 2)))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_FOG, material, MATERIAL_fog_mode), "fog_mode is %lld; expected 1",
                (long long)fog);
    if ((flags & ~(uint32_t)KNOWN_FLAGS) != 0)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_RENDER_FLAGS, material, MATERIAL_render_flags),
                "render_flags is %08x; expected only bits of %08x", (unsigned)flags, (unsigned)KNOWN_FLAGS);
}

/* For ODOL-257: the usual number of additional stages by pixel shader; -1 if it is unknown. */
static int usual_stages(int64_t shader)
{
    static const struct {
        uint8_t shader, stages;
    } table[] = {{0, 0},  {1, 0},  {2, 3},  {3, 3},  {4, 2},  {5, 2},  {6, 1},  {8, 2},  {10, 0},
                 {12, 0}, {13, 0}, {15, 3}, {18, 2}, {19, 3}, {20, 4}, {21, 5}, {22, 2}, {23, 3},
                 {24, 4}, {25, 5}, {56, 2}, {58, 3}, {59, 0}, {60, 0}, {111, 7}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].shader == shader)
            return table[i].stages;
    return -1;
}

/* Checks ODOL-254, ODOL-257, ODOL-258. */
static void check_stage_number(a3d_ctx *ctx, uint32_t material)
{
    const a3d_doc *doc = ctx->doc;
    int64_t mv = a3d_whole_value(doc, material, MATERIAL_mv), n = a3d_whole_value(doc, material, MATERIAL_nStages);
    int64_t texgens = a3d_whole_value(doc, material, MATERIAL_nTexGens);
    int usual = usual_stages(a3d_whole_value(doc, material, MATERIAL_pixel_shader));
    if (!is_present(doc, material, MATERIAL_nStages))
        return;
    if ((mv == 9 || mv == 10) && texgens != n) {
        a3d_finding *f = broken_field(ctx, ODOL_RULE_TEXGEN_NUMBER, material, MATERIAL_nTexGens);
        expect_one(f, n, texgens);
        a3d_say(ctx, f, "nTexGens is %lld; expected %lld, the number of stages", (long long)texgens, (long long)n);
    }
    if (usual >= 0 && n != usual + 1) {
        a3d_finding *f = broken_field(ctx, ODOL_RULE_SHADER_STAGES, material, MATERIAL_nStages);
        expect_one(f, usual + 1, n);
        a3d_say(ctx, f, "nStages is %lld; expected %d for pixel shader %s", (long long)n, usual + 1,
                a3d_named_value(doc, a3d_whole_field(doc, material, MATERIAL_pixel_shader),
                                a3d_whole_value(doc, material, MATERIAL_pixel_shader)).text);
    }
    if (count_of(doc, material, MATERIAL_surface) > 0 && n != 1)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_SURFACE_STAGES, material, MATERIAL_nStages),
                "nStages is %lld; expected 1, because the material has a surface", (long long)n);
}

/* Checks ODOL-262 and ODOL-263: the texgen of a stage. 0 is always allowed for the thermal stage, and if there are no
 * texgens. */
static void check_texgen(a3d_ctx *ctx, uint32_t stage, int64_t texgens, bool thermal)
{
    int64_t named = a3d_whole_value(ctx->doc, stage, STAGE_texgen);
    if (!is_present(ctx->doc, stage, STAGE_texgen) || texgens < 0 || named < texgens ||
        (named == 0 && (thermal || texgens == 0)))
        return;
    a3d_finding *f = broken_field(ctx, ODOL_RULE_STAGE_TEXGEN, stage, STAGE_texgen);
    a3d_expect(f, 0, texgens > 0 ? texgens - 1 : 0);
    a3d_actual(f, named);
    a3d_say(ctx, f, "texgen is %lld; expected %s, because the material has %s", (long long)named,
            a3d_range_of(0, texgens > 0 ? texgens - 1 : 0, named).text,
            a3d_amount_of((uint64_t)texgens, "texgen").text);
}

static void check_stages(a3d_ctx *ctx, uint32_t material)
{
    const a3d_doc *doc = ctx->doc;
    range stages = elements(doc, material, MATERIAL_stages);
    int64_t texgens = count_of(doc, material, MATERIAL_texgens);
    for (uint32_t i = 0; i < stages.count; i++)
        if (is_whole(doc, stages.first + i))
            check_texgen(ctx, stages.first + i, texgens, false);
    uint32_t thermal = inner(doc, material, MATERIAL_stage_ti);
    if (thermal != A3D_NO_NODE)
        check_texgen(ctx, thermal, texgens, true);
    if (stages.count == 0 || !is_whole(doc, stages.first))
        return;
    if (count_of(doc, stages.first, STAGE_texture) > 0) /* ODOL-266 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_STAGE_FIRST, stages.first, STAGE_texture),
                "texture of stage 0 is \"%.*s\"; expected an empty text, because stage 0 is the default stage",
                QUOTED(text_of(doc, a3d_whole_field(doc, stages.first, STAGE_texture))));
    else if (a3d_whole_value(doc, stages.first, STAGE_texgen) != 0)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_STAGE_FIRST, stages.first, STAGE_texgen),
                "texgen of stage 0 is %lld; expected 0, because stage 0 is the default stage",
                (long long)a3d_whole_value(doc, stages.first, STAGE_texgen));
}

void a3d_odol_check_materials(a3d_ctx *ctx, const odol_lod *lod)
{
    range materials = elements(ctx->doc, lod->node, LOD_materials);
    for (uint32_t i = 0; i < materials.count && a3d_work(ctx, 4) == A3D_OK; i++) {
        uint32_t material = materials.first + i;
        if (!is_whole(ctx->doc, material) || !is_present(ctx->doc, material, MATERIAL_mv))
            continue;
        check_material_version(ctx, material);
        check_modes(ctx, material);
        check_stage_number(ctx, material);
        check_stages(ctx, material);
    }
}
