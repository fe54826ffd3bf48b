/* schema.c - the tables of ODOL P3D, versions 40 to 75, and the C functions that they need.
 *
 * The field lists are in schema_file.h, schema_model.h and schema_lod.h, in wire order. Here they become records, each
 * before those that contain it. */
#include "formats/odol/schema.h"
#include "base/never.h"
#include "engine/document/context.h"
#include "engine/document/findings.h"
#include "engine/encode/encode.h"
#include "formats/odol/odol.h"
#include "formats/odol/rules.h"

/* Records to which fields of other records refer. */
A3D_DECLARE(animations)
A3D_DECLARE(material)

/* --- names of values --- */

static const a3d_name anim_types[] = {
    {0, "rotation"}, {1, "rotationX"}, {2, "rotationY"}, {3, "rotationZ"}, {4, "translation"}, {5, "translationX"},
    {6, "translationY"}, {7, "translationZ"}, {8, "direct"}, {9, "hide"}, {0, NULL}};

static const a3d_name anim_addresses[] = {{0, "clamp"}, {1, "loop"}, {2, "mirror"}, {0, NULL}};

static const a3d_name uv_sources[] = {
    {0, "None"}, {1, "Tex"}, {2, "Tex2"}, {3, "Tex3"}, {4, "Tex4"}, {5, "Tex5"}, {6, "Tex6"}, {7, "Tex7"}, {8, "Tex8"},
    {0, NULL}};

#define ODOL_KIND_NAME(field, resolution, bits) {bits, #field},
static const a3d_name lod_kinds[] = {ODOL_LOD_KINDS(ODOL_KIND_NAME){0, NULL}};

/* There are more, whose names no source gives. */
static const a3d_name map_types[] = {{4, "house"}, {22, "hide"}, {0, NULL}};

static const a3d_name filters[] = {{0, "point"}, {1, "linear"}, {2, "trilinear"}, {3, "anisotropic"}, {0, NULL}};

static const a3d_name material_versions[] = {
    {0, "mv0"}, {1, "mv1"}, {2, "mv2"}, {3, "mv3"}, {4, "mv4"}, {5, "mv5"}, {6, "mv6"}, {7, "mv7"}, {8, "mv8"},
    {9, "arma"}, {10, "vbs2"}, {11, "arrowhead"}, {16, "dayz16"}, {20, "dayz20"}, {0, NULL}};

static const a3d_name physx_versions[] = {
    {0x03020400, "3.2.4"}, {0x03030300, "3.3.3"}, {0x03040000, "3.4.0"}, {0x04010100, "4.1.1"}, {0, NULL}};

static const a3d_name special_flags[] = {
    {0, "none"}, {0x100, "bit8"}, {0x200, "bit9"}, {0x300, "bits8and9"}, {0, NULL}};

static const a3d_name pixel_shaders[] = {
    {0, "Normal"}, {1, "NormalDXTA"}, {2, "NormalMap"}, {3, "NormalMapThrough"}, {4, "NormalMapSpecularDIMap4"},
    {5, "NormalMapDiffuse"}, {6, "Detail"}, {7, "ps7"}, {8, "Water"}, {9, "ps9"}, {10, "White"}, {11, "ps11"},
    {12, "AlphaShadow"}, {13, "AlphaNoShadow"}, {14, "ps14"}, {15, "DetailMacroAS"}, {16, "ps16"}, {17, "ps17"},
    {18, "NormalMapSpecularMap"}, {19, "NormalMapDetailSpecularMap"}, {20, "NormalMapMacroASSpecularMap"},
    {21, "NormalMapDetailMacroASSpecularMap"}, {22, "NormalMapSpecularDIMap"}, {23, "NormalMapDetailSpecularDIMap"},
    {24, "NormalMapMacroASSpecularDIMap"}, {25, "NormalMapDetailMacroASSpecularDIMap"}, {56, "Glass"},
    {58, "NormalMapSpecularThrough"}, {59, "Grass"}, {60, "NormalMapThroughSimple"}, {102, "Super"}, {103, "Multi"},
    {107, "Tree"}, {110, "Skin"}, {111, "CalmWater"}, {114, "TreeAdv"}, {116, "TreeAdvTrunk"}, {0, NULL}};

static const a3d_name vertex_shaders[] = {
    {0, "Basic"}, {1, "NormalMap"}, {2, "NormalMapDiffuse"}, {3, "Grass"}, {8, "Water"}, {11, "NormalMapThrough"},
    {14, "BasicAS"}, {15, "NormalMapAS"}, {17, "Glass"}, {18, "NormalMapSpecularThrough"},
    {19, "NormalMapThroughNoFade"}, {20, "NormalMapSpecularThroughNoFade"}, {23, "Super"}, {24, "Multi"}, {25, "Tree"},
    {26, "TreeNoFade"}, {29, "Skin"}, {30, "CalmWater"}, {31, "TreeAdv"}, {32, "TreeAdvTrunk"}, {0, NULL}};

static const a3d_name buoyancy_kinds[] = {{0, "none"}, {1, "iteration"}, {2, "spheres"}, {0, NULL}};

/* --- faces --- */

a3d_odol_faces a3d_odol_walk_faces(const a3d_doc *doc, uint32_t lod)
{
    a3d_odol_faces walk = {.doc = doc, .list = a3d_at(doc, a3d_whole_field(doc, lod, LOD_faces))};
    walk.width = doc->vars[A3D_VAR_VERSION] >= 69 ? 4 : 2;
    walk.count = walk.list->state == A3D_PRESENT ? walk.list->v.at.count : 0;
    walk.flat = walk.list->flat;
    if (walk.flat && walk.count > 0) {
        uint32_t stream, off;
        walk.p = a3d_content(doc, walk.list, &stream, &off);
        walk.end = walk.p != NULL ? walk.p + (doc->streams[stream].size - off) : NULL;
    }
    return walk;
}

/* Passes faces with `corners` corners, as long as their size in memory is below `least`. */
static int64_t pass_alike(a3d_odol_faces *walk, unsigned corners, int64_t least)
{
    uint32_t size = 1 + corners * walk->width, most = walk->count - walk->next, i = 0;
    const uint8_t *p = walk->p;
    int64_t measure = (corners + 1) * walk->width, enough = least > 0 ? (least - 1) / measure + 1 : 0;
    most = enough < most ? (uint32_t)enough : most;
    most = (size_t)(walk->end - p) / size < most ? (uint32_t)((size_t)(walk->end - p) / size) : most;
    for (; most - i >= 4 && p[0] == corners && p[size] == corners && p[2 * size] == corners && p[3 * size] == corners;
         i += 4)
        p += 4 * size;
    for (; i < most && p[0] == corners; i++)
        p += size;
    walk->next += i;
    walk->p = p;
    return i * measure;
}

static int64_t pass_flat(a3d_odol_faces *walk, int64_t least)
{
    int64_t sum = 0;
    while (sum < least && walk->next < walk->count && !walk->odd) {
        uint32_t before = walk->next;
        sum += pass_alike(walk, 3, least - sum);
        sum += sum < least ? pass_alike(walk, 4, least - sum) : 0;
        walk->odd = walk->next == before;
    }
    return sum;
}

int64_t a3d_odol_pass_faces(a3d_odol_faces *walk, int64_t least)
{
    int64_t sum = 0;
    if (walk->flat)
        return pass_flat(walk, least);
    for (; sum < least && walk->next < walk->count && !walk->odd; walk->next++) {
        int64_t corners = a3d_whole_value(walk->doc, walk->list->v.at.first + walk->next, FACE_corners);
        walk->odd = corners != 3 && corners != 4;
        sum += walk->odd ? 0 : (corners + 1) * walk->width;
    }
    return sum;
}

/* The value of `alloc`. If the faces cannot be measured, the stored value is accepted. */
static uint64_t faces_measure(const a3d_doc *doc, uint32_t lod)
{
    a3d_odol_faces walk = a3d_odol_walk_faces(doc, lod);
    if (walk.flat && walk.count > 0 && !walk.list->edited && !walk.list->packed) {
        /* All faces were decoded, so none is odd: each takes its bytes, and its corner count takes a whole word in
         * memory. */
        uint32_t bytes = walk.list->off + walk.list->size - walk.list->v.at.first;
        return bytes + (uint64_t)walk.count * (walk.width - 1);
    }
    uint64_t sum = (uint64_t)a3d_odol_pass_faces(&walk, INT64_MAX);
    bool known = walk.list->state == A3D_PRESENT && !walk.odd;
    return known ? sum : (uint64_t)a3d_whole_value(doc, lod, LOD_alloc);
}

/* --- counts that are stored elsewhere --- */

/* Loading hints exist for the LODs that are not permanent. */
static uint32_t count_loadable(const a3d_doc *doc, uint32_t file)
{
    const a3d_node *permanent = a3d_at(doc, a3d_whole_field(doc, file, P3D_permanent));
    uint32_t stream, off, count = 0;
    const uint8_t *p = permanent->state == A3D_PRESENT ? a3d_content(doc, permanent, &stream, &off) : NULL;
    for (uint32_t i = 0; p != NULL && i < permanent->v.at.count; i++)
        count += p[i] == 0;
    return count;
}

/* The product of the three counts, or more than any file can hold. */
static uint32_t count_spheres(const a3d_doc *doc, uint32_t spheres)
{
    uint64_t product = 1;
    for (unsigned slot = SPHERES_nx; slot <= SPHERES_nz; slot++) {
        int64_t n = a3d_whole_value(doc, spheres, slot);
        if (n <= 0)
            return 0;
        product = product > UINT32_MAX ? product : product * (uint64_t)n;
    }
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

/* nStages counts stages, or pairs in old materials. */
static uint64_t count_stages(const a3d_doc *doc, uint32_t record)
{
    for (unsigned slot = MATERIAL_pairs; slot <= MATERIAL_stages; slot++) {
        const a3d_node *list = a3d_at(doc, a3d_whole_field(doc, record, slot));
        if (list->state == A3D_PRESENT)
            return list->v.at.count;
    }
    return (uint64_t)a3d_whole_value(doc, record, MATERIAL_nStages);
}

/* n_uv includes the first set. */
static uint64_t count_uv_sets(const a3d_doc *doc, uint32_t lod)
{
    const a3d_node *list = a3d_at(doc, a3d_whole_field(doc, lod, LOD_uv_more));
    return list->state == A3D_PRESENT ? (uint64_t)list->v.at.count + 1 : (uint64_t)a3d_whole_value(doc, lod, LOD_n_uv);
}

/* An axis is stored if the class rotates or moves a bone along one: entry i of the table belongs to class i. */
static bool has_axis(const a3d_doc *doc, uint32_t entry)
{
    if (a3d_whole_value(doc, entry, AXIS_bone) == -1)
        return false;
    uint32_t root = a3d_enclosing(doc, entry, &animations);
    if (A3D_NEVER(root == A3D_NO_NODE)) /* axes exist only inside animations */
        return false;
    const a3d_node *classes = a3d_at(doc, a3d_whole_field(doc, root, ANIMATIONS_classes));
    uint32_t i = entry - a3d_at(doc, a3d_at(doc, entry)->parent)->v.at.first;
    if (classes->state != A3D_PRESENT || i >= classes->v.at.count)
        return false;
    int64_t type = a3d_whole_value(doc, classes->v.at.first + i, ANIM_CLASS_type);
    return type != 8 && type != 9;
}

/* --- a material layout that the branch does not have --- */

/* The domain of mv is the same in both branches, so this field rejects what only DayZ has. It takes no bytes. */
static int refuse(struct a3d_ctx *ctx, struct a3d_cur *cur, uint32_t node)
{
    (void)cur;
    uint32_t record = a3d_at(ctx->doc, node)->parent;
    a3d_finding *f = a3d_report_node(ctx, &ctx->format->rules[ODOL_RULE_MATERIAL_VERSION],
                                     a3d_whole_field(ctx->doc, record, MATERIAL_mv));
    a3d_expect(f, 0, 11);
    a3d_actual(f, a3d_whole_value(ctx->doc, record, MATERIAL_mv));
    a3d_say(ctx, f, "mv is %lld; expected 0\u201311, because later layouts are documented for DayZ only",
            (long long)a3d_whole_value(ctx->doc, record, MATERIAL_mv));
    return A3D_BAD;
}

static void write_nothing(struct a3d_enc *enc, uint32_t node)
{
    (void)enc;
    (void)node;
}

static void fresh_nothing(a3d_doc *doc, uint32_t node)
{
    (void)doc;
    (void)node;
}

static const a3d_custom refusal = {refuse, write_nothing, fresh_nothing, 0, NULL, NULL};

/* --- records --- */

A3D_RECORD_OF(VEC3, vec3, "Vector", REC_VEC3)
A3D_RECORD_OF(POINT, point, "Point", REC_POINT)
A3D_RECORD_OF(MATRIX, matrix, "Matrix", REC_MATRIX)
A3D_RECORD_OF(RGBA, rgba, "Colour", REC_RGBA)

A3D_RECORD_OF(BONE, bone, "Bone", EACH(REC_BONE, BONES))
A3D_RECORD_OF(SKELETON, skeleton, "Skeleton", REC_SKELETON)
A3D_RECORD_OF(MODEL_INFO, model_info, "ModelInfo", REC_MODEL_INFO)
A3D_RECORD_OF(ANIM_CLASS, anim_class, "AnimationClass", EACH(REC_ANIM_CLASS, TRACKS))
A3D_RECORD_OF(BONE_CLASSES, bone_classes, "BoneClasses", REC_BONE_CLASSES)
A3D_RECORD_OF(ANIM_LOD_BONES, anim_lod_bones, "AnimLodBones", REC_ANIM_LOD_BONES)
A3D_RECORD_OF(AXIS, axis, "Axis", REC_AXIS)
A3D_RECORD_OF(ANIM_LOD_AXES, anim_lod_axes, "AnimLodAxes", REC_ANIM_LOD_AXES)
A3D_RECORD_OF(ANIMATIONS, animations, "Animations", REC_ANIMATIONS)
A3D_RECORD_OF(LOADABLE, loadable, "LoadableInfo", REC_LOADABLE)

A3D_RECORD_OF(PROXY, proxy, "Proxy", REC_PROXY)
A3D_RECORD_OF(LINKS, links, "BoneLinks", REC_LINKS)
A3D_RECORD_OF(TEXTURE, texture, "Texture", EACH(REC_TEXTURE, IMAGES))
A3D_RECORD_OF(STAGE, stage, "Stage", REC_STAGE)
A3D_RECORD_OF(TEXGEN, texgen, "TexGen", REC_TEXGEN)
A3D_RECORD_OF(TEXGEN_STAGE, texgen_stage, "TexGenStage", REC_TEXGEN_STAGE)
A3D_RECORD_OF(MATERIAL, material, "Material", EACH(REC_MATERIAL, MATERIALS))
A3D_RECORD_OF(FACE, face, "Face", REC_FACE)
A3D_RECORD_WITH(SECTION, section, "Section", REC_SECTION,
                RELATION(COUNT_TERM(SECTION_area_over_tex), EQ, NUMBER(2), ODOL_RULE_AREAS))
A3D_RECORD_OF(SELECTION, selection, "Selection", REC_SELECTION)
A3D_RECORD_OF(PROPERTY, property, "Property", REC_PROPERTY)
A3D_RECORD_OF(FRAME, frame, "Frame", REC_FRAME)
A3D_RECORD_OF(UV_PACKED, uv_packed, "PackedUv", REC_UV_PACKED)
A3D_RECORD_OF(UV_FLOAT, uv_float, "Uv", REC_UV_FLOAT)
A3D_RECORD_OF(UV_SET, uv_set, "UvSet", REC_UV_SET)
A3D_RECORD_OF(ST_PACKED, st_packed, "PackedTangents", REC_ST_PACKED)
A3D_RECORD_OF(ST_FLOAT, st_float, "Tangents", REC_ST_FLOAT)
A3D_RECORD_OF(BONE_WEIGHT, bone_weight, "BoneWeight", REC_BONE_WEIGHT)
A3D_RECORD_OF(BONE_REF, bone_ref, "BoneRef", REC_BONE_REF)
A3D_RECORD_OF(NEIGHBOUR, neighbour, "Neighbour", REC_NEIGHBOUR)
A3D_RECORD_OF(NEIGHBOURS, neighbours, "Neighbours", REC_NEIGHBOURS)
A3D_RECORD_OF(LOD, lod, "Lod", EACH(REC_LOD, MESHES))

A3D_RECORD_OF(HULL, hull, "Hull", REC_HULL)
A3D_RECORD_OF(HULLS, hulls, "Hulls", REC_HULLS)
A3D_RECORD_OF(MESH, mesh, "Mesh", REC_MESH)
A3D_RECORD_OF(MESHES, meshes, "Meshes", REC_MESHES)
A3D_RECORD_OF(ITERATION, iteration, "BuoyancyIteration", REC_ITERATION)
A3D_RECORD_OF(SPHERE, sphere, "BuoyancySphere", REC_SPHERE)
A3D_RECORD_OF(SPHERES, spheres, "BuoyancySpheres", REC_SPHERES)
A3D_RECORD_OF(BUOYANCY, buoyancy, "Buoyancy", REC_BUOYANCY)
/* The root is used outside. */
static const a3d_row P3D_ROWS[] = {P3D_FIELDS(A3D_ROW, P3D)};
const a3d_record a3d_odol_root = {.name = "P3D", .rows = P3D_ROWS, .n_rows = P3D_SLOTS, .id = REC_P3D};

const a3d_record *const a3d_odol_records[REC_COUNT] = {
    [REC_P3D] = &a3d_odol_root, [REC_MODEL_INFO] = &model_info, [REC_SKELETON] = &skeleton, [REC_BONE] = &bone,
    [REC_ANIMATIONS] = &animations, [REC_ANIM_CLASS] = &anim_class, [REC_ANIM_LOD_BONES] = &anim_lod_bones,
    [REC_BONE_CLASSES] = &bone_classes, [REC_ANIM_LOD_AXES] = &anim_lod_axes, [REC_AXIS] = &axis,
    [REC_LOADABLE] = &loadable, [REC_LOD] = &lod, [REC_PROXY] = &proxy, [REC_LINKS] = &links, [REC_TEXTURE] = &texture,
    [REC_MATERIAL] = &material, [REC_STAGE] = &stage, [REC_TEXGEN] = &texgen, [REC_TEXGEN_STAGE] = &texgen_stage,
    [REC_FACE] = &face, [REC_SECTION] = &section, [REC_SELECTION] = &selection, [REC_PROPERTY] = &property,
    [REC_FRAME] = &frame, [REC_UV_SET] = &uv_set, [REC_UV_PACKED] = &uv_packed, [REC_UV_FLOAT] = &uv_float,
    [REC_ST_PACKED] = &st_packed, [REC_ST_FLOAT] = &st_float, [REC_BONE_REF] = &bone_ref,
    [REC_BONE_WEIGHT] = &bone_weight, [REC_NEIGHBOUR] = &neighbour, [REC_NEIGHBOURS] = &neighbours,
    [REC_HULLS] = &hulls, [REC_HULL] = &hull, [REC_MESHES] = &meshes, [REC_MESH] = &mesh, [REC_BUOYANCY] = &buoyancy,
    [REC_ITERATION] = &iteration, [REC_SPHERES] = &spheres, [REC_SPHERE] = &sphere,
    [REC_VEC3] = &vec3, [REC_POINT] = &point, [REC_MATRIX] = &matrix, [REC_RGBA] = &rgba};
