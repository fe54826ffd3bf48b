/* schema.c - the tables of A3D2, built from the records in records.h */
#include "base/text.h"
#include "engine/document/context.h"
#include "engine/document/findings.h"
#include "formats/a3d2/records.h"
#include "formats/a3d2/statements.h"
#include "model/rules.h"

#include <stdio.h>

static const a3d_name attributes[] = {{0, "POSITION"}, {1, "NORMAL"},   {2, "TANGENT4"},
                                      {3, "JOINT"},    {4, "TEXCOORD"}, {0, NULL}};

A3D_RECORD_OF(MATRIX, matrix, "Matrix", REC_MATRIX)
A3D_RECORD_OF(TRANSFORM, transform, "Transform", REC_TRANSFORM)
A3D_RECORD_OF(SURFACE, surface, "Surface", REC_SURFACE)
A3D_RECORD_OF(LIGHT, light, "Light", REC_LIGHT)
A3D_RECORD_OF(OMNI, omni_light, "OmniLight", REC_OMNI)
A3D_RECORD_OF(SPOT, spot_light, "SpotLight", REC_SPOT)
A3D_RECORD_OF(NODE, node, "Object", REC_NODE)
A3D_RECORD_OF(JOINT, joint, "Joint", REC_JOINT)
A3D_RECORD_OF(MESH, mesh, "Mesh", EACH(REC_MESH, MESHES))
A3D_RECORD_OF(DECAL, decal, "Decal", EACH(REC_DECAL, MESHES))
A3D_RECORD_OF(BIND, bind, "JointBindTransform", EACH(REC_BIND, BONES))
A3D_RECORD_WITH(SKIN, skin, "Skin", EACH(REC_SKIN, MESHES),
                RELATION(COUNT_TERM(SKIN_numJoints), EQ, COUNT_TERM(SKIN_surfaces), A3D2_RULE_SKIN_COUNTS))
A3D_RECORD_OF(SPRITE, sprite, "Sprite", REC_SPRITE)
A3D_RECORD_OF(CAMERA, camera, "Camera", REC_CAMERA)
A3D_RECORD_WITH(LOD, lod, "LOD", REC_LOD,
                RELATION(COUNT_TERM(LOD_distances), GE, COUNT_TERM(LOD_objects), A3D2_RULE_LOD_DISTANCES),
                RELATION(COUNT_TERM(LOD_distances), LE, COUNT_TERM(LOD_objects), A3D2_RULE_LOD_SURPLUS))
A3D_RECORD_OF(CLIP, clip, "AnimationClip", REC_CLIP)
A3D_RECORD_OF(KEYFRAME, keyframe, "Keyframe", REC_KEYFRAME)
A3D_RECORD_OF(TRACK, track, "Track", EACH(REC_TRACK, TRACKS))
A3D_RECORD_WITH(BOX, box, "Box", REC_BOX,
                RELATION(COUNT_TERM(BOX_box), EQ, NUMBER(6), A3D2_RULE_BOX_COUNT))
A3D_RECORD_OF(CUBE_MAP, cube_map, "CubeMap", REC_CUBE_MAP)
A3D_RECORD_OF(IMAGE, image, "Image", EACH(REC_IMAGE, IMAGES))
A3D_RECORD_OF(MAP, map, "Map", REC_MAP)
A3D_RECORD_OF(MATERIAL, material, "Material", EACH(REC_MATERIAL, MATERIALS))
A3D_RECORD_OF(INDEX_BUFFER, index_buffer, "IndexBuffer", REC_INDEX_BUFFER)
A3D_RECORD_WITH(VERTEX_BUFFER, vertex_buffer, "VertexBuffer", REC_VERTEX_BUFFER,
                RELATION(COUNT_TERM(VERTEX_BUFFER_attributes), GE, NUMBER(1), A3D2_RULE_ATTRIBUTES_EMPTY))
A3D_RECORD_OF(LAYER, layer, "Layer", REC_LAYER)
A3D_RECORD_OF(SCENE, scene, "A3D2", REC_SCENE)
A3D_RECORD_OF(FILE, file, "File", REC_FILE)

static const a3d_record *const records[RECORDS] = {
    [REC_FILE] = &file,
    [REC_SCENE] = &scene,
    [REC_LIGHT] = &light,
    [REC_OMNI] = &omni_light,
    [REC_SPOT] = &spot_light,
    [REC_CLIP] = &clip,
    [REC_TRACK] = &track,
    [REC_KEYFRAME] = &keyframe,
    [REC_BOX] = &box,
    [REC_CUBE_MAP] = &cube_map,
    [REC_DECAL] = &decal,
    [REC_IMAGE] = &image,
    [REC_INDEX_BUFFER] = &index_buffer,
    [REC_NODE] = &node,
    [REC_JOINT] = &joint,
    [REC_MAP] = &map,
    [REC_MATERIAL] = &material,
    [REC_MESH] = &mesh,
    [REC_SKIN] = &skin,
    [REC_BIND] = &bind,
    [REC_SPRITE] = &sprite,
    [REC_SURFACE] = &surface,
    [REC_TRANSFORM] = &transform,
    [REC_MATRIX] = &matrix,
    [REC_VERTEX_BUFFER] = &vertex_buffer,
    [REC_LAYER] = &layer,
    [REC_CAMERA] = &camera,
    [REC_LOD] = &lod,
};

static const a3d_rule rules[] = {
    A3D_NO_RULE("a3d2")
#define RULE(ident, fault, kebab, severity, title, why, ...) \
    A3D_RULE_ROW("a3d2", fault, kebab, severity, title, why, __VA_ARGS__)
#include "formats/a3d2/rules.def"
#undef RULE
};

static const a3d_version versions[] = {{0, "2.0", NULL, true},
                                       {4, "2.4", NULL, true},
                                       {5, "2.5", NULL, true},
                                       {6, "2.6", NULL, true},
                                       {0, NULL, NULL, false}};

static int probe(const uint8_t *data, size_t size)
{
    /* There is no magic: any file can start a package, except that 00 01 is A3D1 and would be a package of one stored
     * byte. */
    if (size < 2 || (data[0] == 0 && data[1] == 1))
        return 0;
    unsigned head = data[0] & 0x80 ? 4 : 2;
    bool packed = (data[0] & 0xc0) != 0;
    bool zlib = size >= head + 2u && (data[head] & 0x0f) == 8 && (data[head] << 8 | data[head + 1]) % 31 == 0;
    return packed && (zlib || a3d2_starts(data, size)) ? 2 : 1;
}

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    snprintf(out, room, "2.%lld", (long long)doc->vars[A3D_VAR_VERSION]);
}

/* What known exporters do and others do not. */
static void writer(const a3d_doc *doc, int zlib_level, a3d_text *out)
{
    const a3d_node *channel = a3d_first_of(doc, &MAP_ROWS[MAP_channel]);
    bool known = a3d_publisher(doc, A3D_VAR_VERSION) != A3D_NO_NODE;
    bool first = known && doc->vars[A3D_VAR_VERSION] == 0;
    if (first && zlib_level == 3)
        a3d_puts(out, "like the Flash exporter");
    else if (!first && channel != NULL && !doc->faulty && channel->v.i < 2)
        a3d_puts(out, channel->v.i == 1 ? "like the exporter of 3ds Max" : "like the add-on for Blender");
}

static const a3d_node *read_field(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *n = a3d_at(doc, a3d_field(doc, record, slot));
    return n->state == A3D_PRESENT ? n : NULL;
}

/* Checks A3D-025. Data that is not a zlib stream at all was reported before. */
static void note_level(a3d_ctx *ctx, uint32_t message)
{
    const a3d_node *packed = a3d_at(ctx->doc, message);
    const a3d_stream *file_bytes = &ctx->doc->streams[0];
    if (packed->stream != 0 || packed->size < 2 || (uint64_t)packed->off + 2 > file_bytes->size)
        return;
    const uint8_t *p = file_bytes->data + packed->off;
    if (p[0] == 0x78 && (p[1] == 0xda || p[1] == 0x9c))
        return;
    a3d_finding *f = a3d_report(ctx, &rules[A3D2_RULE_ZLIB_LEVEL], message, 0, packed->off, 2);
    a3d_say(ctx, f, "the zlib header is %02x %02x; expected 78 da or 78 9c, as in files of known writers", p[0], p[1]);
}

static void examine_package(a3d_ctx *ctx, uint32_t index, const a3d_node *package)
{
    uint32_t message = a3d_field(ctx->doc, ctx->doc->root, FILE_message);
    if (package->form == A3D2_STORED) {
        a3d_finding *f = a3d_report_node(ctx, &rules[A3D2_RULE_STORED], index);
        a3d_say(ctx, f, "the package is not compressed; expected a compressed one, as all known writers write");
        if (package->v.i < 256)
            a3d_say(ctx, a3d_report_node(ctx, &rules[A3D2_RULE_LOOKS_LIKE_A3D1], index),
                    "the file starts with 00; expected another byte, because the reference loader takes this for A3D1");
        return;
    }
    if (a3d_at(ctx->doc, message)->state != A3D_PRESENT || ctx->doc->n_streams < 2)
        return;
    note_level(ctx, message);
    uint32_t size = ctx->doc->streams[1].size;
    if ((package->form == A3D2_LONG) != (size >= 16384))
        a3d_say(ctx, a3d_report_node(ctx, &rules[A3D2_RULE_LONG_FORM], index),
                "the package header has the %s form; expected the %s form, because the content has %s, %s than 16,384",
                package->form == A3D2_LONG ? "long" : "short", package->form == A3D2_LONG ? "short" : "long",
                a3d_amount_of(size, "unpacked byte").text, package->form == A3D2_LONG ? "fewer" : "not fewer");
}

static void examine(a3d_ctx *ctx)
{
    const a3d_node *package = read_field(ctx->doc, ctx->doc->root, FILE_package);
    if (package == NULL)
        return;
    examine_package(ctx, a3d_field(ctx->doc, ctx->doc->root, FILE_package), package);
    uint32_t message = a3d_field(ctx->doc, ctx->doc->root, FILE_message);
    if (read_field(ctx->doc, ctx->doc->root, FILE_message) == NULL || a3d_at(ctx->doc, message)->v.at.count == 0)
        return;
    a3d2_check(ctx, message);
    const a3d_node *minor = read_field(ctx->doc, message, SCENE_versionMinor);
    if (minor == NULL || minor->v.i == 0 || (minor->v.i >= 4 && minor->v.i <= 6))
        return;
    a3d_finding *f = a3d_report_node(ctx, &rules[A3D2_RULE_MINOR], a3d_field(ctx->doc, message, SCENE_versionMinor));
    a3d_actual(f, minor->v.i);
    a3d_expect_text(f, "0, 4, 5 or 6");
    a3d_say(ctx, f, "versionMinor is %lld; expected 0, 4, 5 or 6; the file was read as version %s",
            (long long)minor->v.i, minor->v.i < 4 ? "2.0" : "2.6");
}

#define A3D_FAMILY "a3d2"
#define A3D_READERS "formats/a3d2/readers.def"
#define A3D_TWINS "formats/a3d2/twins.def"
#define A3D_READINGS                                                                                            \
    {"required-sprite-material",                                                                                \
     "Sprite.materialId is required and uses no mask bit, as in an older codec and the PDF",                    \
     A3D2_REQUIRED_SPRITE_MATERIAL, A3D2_OPTIONAL_SPRITE_MATERIAL, NULL},                                       \
    {"optional-spot-decal",                                                                                     \
     "SpotLight.falloff, SpotLight.hotspot and Decal.offset are optional and use a mask bit, as in the PDF and" \
     " in files of one add-on",                                                                                 \
     A3D2_OPTIONAL_SPOT_DECAL, A3D2_REQUIRED_SPOT_DECAL, NULL},
#include "model/lists.def"

const a3d_format a3d_format_a3d2 = {
    .name = "a3d2",
    .title = "Alternativa3D scene in a package (A3D2)",
    .extensions = "a3d",
    .big_endian = true,
    .sparse = true,
    .root = &file,
    .records = records,
    .n_records = RECORDS,
    .rules = rules,
    .n_rules = A3D2_RULES,
    .twins = twins,
    .versions = versions,
    .compats = compats,
    .quirks = quirks,
    .usual = A3D2_USUAL,
    .prefix = A3D_PREFIX_A3D,
    .probe = probe,
    .starts = a3d2_starts,
    .heads = a3d2_heads,
    .examine = examine,
    .version_text = version_text,
    .writer = writer,
    .choose = a3d2_choose,
    .repair = a3d2_repair,
    .surplus = a3d2_surplus,
    .scene = a3d2_scene,
};
