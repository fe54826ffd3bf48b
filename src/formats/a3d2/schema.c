/* schema.c - Alternativa3D A3D2: the tables. Big-endian; fields in alphabetical order, as the generated code
 * of the reference has them. An optional field consumes one bit of the null mask when decoding reaches it. */
#include "model/schema.h"
#include "engine/ctx.h"
#include "engine/mask.h"
#include "formats/a3d2/a3d2.h"
#include "formats/a3d2/rules.h"
#include "model/rules.h"

#include <stdio.h>

enum {
    REC_FILE, REC_SCENE, REC_LIGHT, REC_OMNI, REC_SPOT, REC_CLIP, REC_TRACK, REC_KEYFRAME, REC_BOX, REC_CUBE_MAP,
    REC_DECAL, REC_IMAGE, REC_INDEX_BUFFER, REC_NODE, REC_MAP, REC_MATERIAL, REC_MESH, REC_SKIN, REC_BIND, REC_SPRITE,
    REC_SURFACE, REC_TRANSFORM, REC_MATRIX, REC_VERTEX_BUFFER, REC_LAYER, REC_CAMERA, REC_LOD, RECORDS
};

#define NAME TEXT, UTF8

/* ---- what others are made of ---- */

#define MATRIX_FIELDS(F, P)                                                                                    \
    F(P, a, F32, FINITE, PRESET(0x3f800000), SAYS("first row; d is the x of the translation"))                 \
    F(P, b, F32, FINITE) F(P, c, F32, FINITE) F(P, d, F32, FINITE)                                             \
    F(P, e, F32, FINITE, SAYS("second row; h is the y of the translation"))                                    \
    F(P, f, F32, FINITE, PRESET(0x3f800000)) F(P, g, F32, FINITE) F(P, h, F32, FINITE)                         \
    F(P, i, F32, FINITE, SAYS("third row; l is the z of the translation"))                                     \
    F(P, j, F32, FINITE) F(P, k, F32, FINITE, PRESET(0x3f800000)) F(P, l, F32, FINITE)
A3D_SLOTS(MATRIX)
A3D_RECORD_OF(MATRIX, matrix, "Matrix", REC_MATRIX)

#define TRANSFORM_FIELDS(F, P) F(P, matrix, OF(matrix), SAYS("three rows of four; the last row 0 0 0 1 is implied"))
A3D_SLOTS(TRANSFORM)
A3D_RECORD_OF(TRANSFORM, transform, "Transform", REC_TRANSFORM)

#define SURFACE_FIELDS(F, P)                                                            \
    F(P, indexBegin, I32, SAYS("first index"))                                          \
    F(P, materialId, I32, OPTIONAL, SAYS("material, -1 or absent for none"))            \
    F(P, numTriangles, I32, SAYS("triangles, three indices each"))
A3D_SLOTS(SURFACE)
A3D_RECORD_OF(SURFACE, surface, "Surface", REC_SURFACE)

/* ---- nodes of the scene ---- */

#define BOX_ID(F, P) F(P, boundBoxId, I32, OPTIONAL, SAYS("bounding box, -1 or absent for none"))
#define ID(F, P) F(P, id, I64, SAYS("id among the nodes of its kind"))
#define NAMED(F, P) F(P, name, NAME, OPTIONAL, SAYS("name; animation tracks find their target by it"))
#define PARENT(F, P) F(P, parentId, I64, OPTIONAL, SAYS("node that this one hangs on; absent for the root"))
#define PLACE(F, P) F(P, transform, OF(transform), OPTIONAL, SAYS("placement in the parent; absent for none"))
#define VISIBLE(F, P) F(P, visible, BOOL, SAYS("whether it is drawn"))

#define LIGHT_FIELDS(F, P)                                      \
    BOX_ID(F, P)                                                \
    F(P, color, U32, SAYS("RGB in the low 24 bits"))            \
    ID(F, P)                                                    \
    F(P, intensity, F32, FINITE, SAYS("factor on the colour"))  \
    NAMED(F, P) PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(LIGHT)
A3D_RECORD_OF(LIGHT, light, "Light", REC_LIGHT)

#define REACH(F, P)                                                             \
    F(P, attenuationBegin, F32, FINITE, SAYS("distance where it starts to fade"))  \
    F(P, attenuationEnd, F32, FINITE, SAYS("distance where it ends"))

#define OMNI_FIELDS(F, P) REACH(F, P) LIGHT_FIELDS(F, P)
A3D_SLOTS(OMNI)
A3D_RECORD_OF(OMNI, omni_light, "OmniLight", REC_OMNI)

#define SPOT_FIELDS(F, P)                                                        \
    REACH(F, P) BOX_ID(F, P)                                                     \
    F(P, color, U32, SAYS("RGB in the low 24 bits"))                             \
    F(P, falloff, F32, FINITE, SAYS("outer angle of the cone, radians"))         \
    F(P, hotspot, F32, FINITE, SAYS("inner angle of the cone, radians"))         \
    ID(F, P)                                                                     \
    F(P, intensity, F32, FINITE, SAYS("factor on the colour"))                   \
    NAMED(F, P) PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(SPOT)
A3D_RECORD_OF(SPOT, spot_light, "SpotLight", REC_SPOT)

#define NODE_FIELDS(F, P) BOX_ID(F, P) ID(F, P) NAMED(F, P) PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(NODE)
A3D_RECORD_OF(NODE, node, "Object", REC_NODE)

#define GEOMETRY_OF(F, P) F(P, indexBufferId, I32, SAYS("index buffer"))
#define SURFACES(F, P) F(P, surfaces, LIST(surface), SAYS("ranges of triangles with their materials"))
#define BUFFERS(F, P) F(P, vertexBuffers, ARRAY(I32), SAYS("vertex buffers by id"))

#define MESH_FIELDS(F, P) \
    BOX_ID(F, P) ID(F, P) GEOMETRY_OF(F, P) NAMED(F, P) PARENT(F, P) SURFACES(F, P) PLACE(F, P) BUFFERS(F, P) VISIBLE(F, P)
A3D_SLOTS(MESH)
A3D_RECORD_OF(MESH, mesh, "Mesh", REC_MESH)

#define DECAL_FIELDS(F, P)                                                  \
    BOX_ID(F, P) ID(F, P) GEOMETRY_OF(F, P) NAMED(F, P)                     \
    F(P, offset, F32, FINITE, SAYS("how far it is drawn before its base"))  \
    PARENT(F, P) SURFACES(F, P) PLACE(F, P) BUFFERS(F, P) VISIBLE(F, P)
A3D_SLOTS(DECAL)
A3D_RECORD_OF(DECAL, decal, "Decal", REC_DECAL)

#define BIND_FIELDS(F, P)                                                                     \
    F(P, bindPoseTransform, OF(transform), SAYS("inverse of the joint's place in the bind pose")) \
    F(P, id, I64, SAYS("joint"))
A3D_SLOTS(BIND)
A3D_RECORD_OF(BIND, bind, "JointBindTransform", REC_BIND)

#define SKIN_FIELDS(F, P)                                                                          \
    BOX_ID(F, P) ID(F, P) GEOMETRY_OF(F, P)                                                        \
    F(P, jointBindTransforms, LIST(bind), SAYS("bind pose of each joint"))                         \
    F(P, joints, ARRAY(I64), SAYS("joints, surface after surface"))                                \
    NAMED(F, P)                                                                                    \
    F(P, numJoints, ARRAY(U16), SAYS("how many of the joints belong to each surface"))             \
    PARENT(F, P) SURFACES(F, P) PLACE(F, P) BUFFERS(F, P) VISIBLE(F, P)
A3D_SLOTS(SKIN)
A3D_RECORD_OF(SKIN, skin, "Skin", REC_SKIN)

/* The published codec has materialId optional, an older one required; nothing in a file tells which it was. */
#define SPRITE_FIELDS(F, P)                                                                            \
    F(P, alwaysOnTop, BOOL, SAYS("drawn over everything"))                                             \
    BOX_ID(F, P)                                                                                       \
    F(P, height, F32, FINITE, SAYS("height"))                                                          \
    ID(F, P)                                                                                           \
    F(P, materialId, I32, OPTIONAL, BRANCH(A3D2_USUAL), SAYS("material, -1 or absent for none"))       \
    F(P, materialIdRequired, I32, SHOWN("materialId"), BRANCH(A3D2_REQUIRED_SPRITE_MATERIAL),          \
      SAYS("the same without a mask bit (--compat required-sprite-material)"))                         \
    NAMED(F, P)                                                                                        \
    F(P, originX, F32, FINITE, SAYS("point of the picture that stands at the place, across"))          \
    F(P, originY, F32, FINITE, SAYS("the same, down"))                                                 \
    PARENT(F, P)                                                                                       \
    F(P, perspectiveScale, BOOL, SAYS("smaller when further away"))                                    \
    F(P, rotation, F32, FINITE, SAYS("turn in the plane of the screen, radians"))                      \
    PLACE(F, P) VISIBLE(F, P)                                                                          \
    F(P, width, F32, FINITE, SAYS("width"))
A3D_SLOTS(SPRITE)
A3D_RECORD_OF(SPRITE, sprite, "Sprite", REC_SPRITE)

#define CAMERA_FIELDS(F, P)                                                \
    BOX_ID(F, P)                                                           \
    F(P, farClipping, F32, FINITE, SAYS("distance where it ends"))         \
    F(P, fov, F32, FINITE, SAYS("field of view; unit unknown"))            \
    ID(F, P) NAMED(F, P)                                                   \
    F(P, nearClipping, F32, FINITE, SAYS("distance where it starts"))      \
    F(P, orthographic, BOOL, SAYS("parallel projection"))                  \
    PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(CAMERA)
A3D_RECORD_OF(CAMERA, camera, "Camera", REC_CAMERA)

#define LOD_FIELDS(F, P)                                                            \
    BOX_ID(F, P)                                                                    \
    F(P, distances, ARRAY(F32), FINITE, SAYS("distance from which each level shows"))  \
    ID(F, P) NAMED(F, P)                                                            \
    F(P, objects, ARRAY(I64), SAYS("node of each level"))                           \
    PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(LOD)
A3D_RECORD_OF(LOD, lod, "LOD", REC_LOD)

/* ---- animation ---- */

#define CLIP_FIELDS(F, P)                                                           \
    F(P, id, I32, SAYS("id"))                                                       \
    F(P, loop, BOOL, SAYS("starts again at its end"))                               \
    F(P, name, NAME, OPTIONAL, SAYS("name"))                                        \
    F(P, objectIDs, ARRAY(I64), OPTIONAL, SAYS("nodes that it moves"))              \
    F(P, tracks, ARRAY(I32), SAYS("tracks by id"))
A3D_SLOTS(CLIP)
A3D_RECORD_OF(CLIP, clip, "AnimationClip", REC_CLIP)

#define KEYFRAME_FIELDS(F, P)                        \
    F(P, time, F32, FINITE, SAYS("seconds"))         \
    F(P, transform, OF(transform), SAYS("placement at that time"))
A3D_SLOTS(KEYFRAME)
A3D_RECORD_OF(KEYFRAME, keyframe, "Keyframe", REC_KEYFRAME)

#define TRACK_FIELDS(F, P)                                   \
    F(P, id, I32, SAYS("id"))                                \
    F(P, keyframes, LIST(keyframe), SAYS("in order of time")) \
    F(P, objectName, NAME, SAYS("name of the node that it moves"))
A3D_SLOTS(TRACK)
A3D_RECORD_OF(TRACK, track, "Track", REC_TRACK)

/* ---- boxes, materials, images ---- */

#define BOX_FIELDS(F, P)                                                                             \
    F(P, box, ARRAY(F32), FINITE, LEAST(6), SAYS("minX minY minZ maxX maxY maxZ"))                   \
    F(P, id, I32, SAYS("id"))
A3D_SLOTS(BOX)
A3D_RECORD_OF(BOX, box, "Box", REC_BOX)

#define CUBE_MAP_FIELDS(F, P)                                       \
    F(P, backId, I32, OPTIONAL, SAYS("image of the back"))          \
    F(P, bottomId, I32, OPTIONAL, SAYS("image of the bottom"))      \
    F(P, frontId, I32, OPTIONAL, SAYS("image of the front"))        \
    F(P, id, I32, SAYS("id"))                                       \
    F(P, leftId, I32, OPTIONAL, SAYS("image of the left"))          \
    F(P, rightId, I32, OPTIONAL, SAYS("image of the right"))        \
    F(P, topId, I32, SAYS("image of the top"))
A3D_SLOTS(CUBE_MAP)
A3D_RECORD_OF(CUBE_MAP, cube_map, "CubeMap", REC_CUBE_MAP)

#define IMAGE_FIELDS(F, P) F(P, id, I32, SAYS("id")) F(P, url, NAME, SAYS("file of the picture"))
A3D_SLOTS(IMAGE)
A3D_RECORD_OF(IMAGE, image, "Image", REC_IMAGE)

#define MAP_FIELDS(F, P)                                        \
    F(P, channel, U16, SAYS("set of texture coordinates"))      \
    F(P, id, I32, SAYS("id"))                                   \
    F(P, imageId, I32, SAYS("image"))
A3D_SLOTS(MAP)
A3D_RECORD_OF(MAP, map, "Map", REC_MAP)

#define MATERIAL_FIELDS(F, P)                                                       \
    F(P, diffuseMapId, I32, OPTIONAL, SAYS("map of the colour"))                    \
    F(P, glossinessMapId, I32, OPTIONAL, SAYS("map of the glossiness"))             \
    F(P, id, I32, SAYS("id"))                                                       \
    F(P, lightMapId, I32, OPTIONAL, SAYS("map of the baked light"))                 \
    F(P, normalMapId, I32, OPTIONAL, SAYS("map of the normals"))                    \
    F(P, opacityMapId, I32, OPTIONAL, SAYS("map of the opacity"))                   \
    F(P, reflectionCubeMapId, I32, OPTIONAL, SAYS("cube map of the reflection"))    \
    F(P, specularMapId, I32, OPTIONAL, SAYS("map of the specular colour"))
A3D_SLOTS(MATERIAL)
A3D_RECORD_OF(MATERIAL, material, "Material", REC_MATERIAL)

/* ---- buffers ---- */

#define INDEX_BUFFER_FIELDS(F, P)                                        \
    F(P, byteBuffer, BYTES, SAYS("indices, 16-bit little-endian"))       \
    F(P, id, I32, SAYS("id"))                                            \
    F(P, indexCount, I32, SAYS("number of indices"))
A3D_SLOTS(INDEX_BUFFER)
A3D_RECORD_OF(INDEX_BUFFER, index_buffer, "IndexBuffer", REC_INDEX_BUFFER)

static const a3d_name attributes[] = {{0, "POSITION"}, {1, "NORMAL"}, {2, "TANGENT4"}, {3, "JOINT"}, {4, "TEXCOORD"}, {0, NULL}};

#define VERTEX_BUFFER_FIELDS(F, P)                                                                                  \
    F(P, attributes, ARRAY(I32), ONE_OF(attributes), LEAST(1), SAYS("what a vertex is made of, in this order"))     \
    F(P, byteBuffer, BYTES, SAYS("vertices: little-endian floats, from 2.6 on big-endian 16-bit words"))            \
    F(P, id, I32, SAYS("id"))                                                                                       \
    F(P, vertexCount, U16, SAYS("number of vertices"))
A3D_SLOTS(VERTEX_BUFFER)
A3D_RECORD_OF(VERTEX_BUFFER, vertex_buffer, "VertexBuffer", REC_VERTEX_BUFFER)

/* ---- the scene ---- */

#define LAYER_FIELDS(F, P)                                        \
    F(P, id, I32, SAYS("id"))                                     \
    F(P, name, NAME, OPTIONAL, SAYS("name"))                      \
    F(P, objects, ARRAY(I64), OPTIONAL, SAYS("nodes in it"))
A3D_SLOTS(LAYER)
A3D_RECORD_OF(LAYER, layer, "Layer", REC_LAYER)

#define SCENE_FIELDS(F, P)                                                                                          \
    F(P, mask, READ_BY(a3d_null_mask), SHOWN("$mask"), SAYS("null mask: a bit for each optional field, 1 = absent")) \
    F(P, versionMajor, U16, MUST_BE_BY(2, A3D2_RULE_MAJOR), SAYS("major version"))                                           \
    F(P, versionMinor, U16, PUBLISH(VERSION), SAYS("minor version"))                                                \
    F(P, ambientLights, LIST(light), OPTIONAL, SAYS("ambient lights"))                                              \
    F(P, animationClips, LIST(clip), OPTIONAL, SAYS("animation clips"))                                             \
    F(P, animationTracks, LIST(track), OPTIONAL, SAYS("animation tracks"))                                          \
    F(P, boxes, LIST(box), NODES, OPTIONAL, SAYS("bounding boxes"))                                                        \
    F(P, cubeMaps, LIST(cube_map), OPTIONAL, SAYS("cube maps"))                                                     \
    F(P, decals, LIST(decal), OPTIONAL, SAYS("decals"))                                                             \
    F(P, directionalLights, LIST(light), OPTIONAL, SAYS("directional lights"))                                      \
    F(P, images, LIST(image), OPTIONAL, SAYS("images"))                                                             \
    F(P, indexBuffers, LIST(index_buffer), NODES, OPTIONAL, SAYS("index buffers"))                                         \
    F(P, joints, LIST(node), OPTIONAL, SAYS("joints of skins"))                                                     \
    F(P, maps, LIST(map), OPTIONAL, SAYS("maps: images on a channel"))                                              \
    F(P, materials, LIST(material), OPTIONAL, SAYS("materials"))                                                    \
    F(P, meshes, LIST(mesh), OPTIONAL, SAYS("meshes"))                                                              \
    F(P, objects, LIST(node), OPTIONAL, SAYS("nodes without a shape"))                                              \
    F(P, omniLights, LIST(omni_light), OPTIONAL, SAYS("lights in all directions"))                                  \
    F(P, skins, LIST(skin), OPTIONAL, SAYS("meshes with joints"))                                                   \
    F(P, spotLights, LIST(spot_light), OPTIONAL, SAYS("lights in a cone"))                                          \
    F(P, sprites, LIST(sprite), OPTIONAL, SAYS("pictures that face the viewer"))                                    \
    F(P, vertexBuffers, LIST(vertex_buffer), NODES, OPTIONAL, SAYS("vertex buffers"))                                      \
    F(P, layers, LIST(layer), OPTIONAL, SINCE(4), SAYS("layers (part Extra1)"))                                     \
    F(P, cameras, LIST(camera), OPTIONAL, SINCE(5), SAYS("cameras (part Extra2)"))                                  \
    F(P, lods, LIST(lod), OPTIONAL, SINCE(5), SAYS("levels of detail (part Extra2)"))
A3D_SLOTS(SCENE)
A3D_RECORD_OF(SCENE, scene, "A3D2", REC_SCENE)

#define FILE_FIELDS(F, P)                                                                                           \
    F(P, package, READ_BY(a3d2_package_header), SHOWN("$package"),                                                  \
      SPAN(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_EXACT), SAYS("package header: bytes that follow, and whether they are packed")) \
    F(P, message, ALTS({IF(AT(P, package), FORM_NE, A3D2_STORED), OF(scene), ZLIB}, {OF(scene)}), STREAM("package"), \
      TRANSPARENT, SAYS("mask, version and body"))
A3D_SLOTS(FILE)
A3D_RECORD_OF(FILE, file, "File", REC_FILE)

static const a3d_record *const records[RECORDS] = {
    [REC_FILE] = &file, [REC_SCENE] = &scene, [REC_LIGHT] = &light, [REC_OMNI] = &omni_light, [REC_SPOT] = &spot_light,
    [REC_CLIP] = &clip, [REC_TRACK] = &track, [REC_KEYFRAME] = &keyframe, [REC_BOX] = &box, [REC_CUBE_MAP] = &cube_map,
    [REC_DECAL] = &decal, [REC_IMAGE] = &image, [REC_INDEX_BUFFER] = &index_buffer, [REC_NODE] = &node, [REC_MAP] = &map,
    [REC_MATERIAL] = &material, [REC_MESH] = &mesh, [REC_SKIN] = &skin, [REC_BIND] = &bind, [REC_SPRITE] = &sprite,
    [REC_SURFACE] = &surface, [REC_TRANSFORM] = &transform, [REC_MATRIX] = &matrix, [REC_VERTEX_BUFFER] = &vertex_buffer,
    [REC_LAYER] = &layer, [REC_CAMERA] = &camera, [REC_LOD] = &lod,
};

static const a3d_rule rules[] = {
    {0},
#define RULE(ident, fault, kebab, severity, title, why, source) A3D_RULE_ROW("a3d2", fault, kebab, severity, title, why, source)
#include "formats/a3d2/rules.def"
#undef RULE
};

static const a3d_version versions[] = {
    {0, "2.0", NULL, true}, {4, "2.4", NULL, true}, {5, "2.5", NULL, true}, {6, "2.6", NULL, true}, {0, NULL, NULL, false}};

static const a3d_compat compats[] = {
    {"required-sprite-material", "Sprite.materialId is required and uses no mask bit, as in an older codec and the PDF",
     A3D2_REQUIRED_SPRITE_MATERIAL},
    {NULL, NULL, 0}};

static int probe(const uint8_t *data, size_t size)
{
    /* No magic: any start can be a package but for that of A3D1, which would be one stored byte. */
    if (size < 2 || (data[0] == 0 && data[1] == 1))
        return 0;
    unsigned head = data[0] & 0x80 ? 4 : 2;
    bool packed = (data[0] & 0xc0) != 0;
    bool zlib = size >= head + 2u && (data[head] & 0x0f) == 8 && (data[head] << 8 | data[head + 1]) % 31 == 0;
    return packed && zlib ? 2 : 1;
}

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    snprintf(out, room, "2.%lld", (long long)doc->vars[A3D_VAR_VERSION]);
}

static const a3d_node *read_field(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *n = a3d_at(doc, a3d_field(doc, record, slot));
    return n->state == A3D_PRESENT ? n : NULL;
}

static void examine_package(a3d_ctx *ctx, uint32_t index, const a3d_node *package)
{
    uint32_t message = a3d_field(ctx->doc, ctx->doc->root, FILE_message);
    if (package->form == A3D2_STORED) {
        a3d_finding *f = a3d_report_node(ctx, &rules[A3D2_RULE_STORED], index);
        a3d_say(ctx, f, "the package is stored; that is legal, but no known writer makes it");
        if (package->v.i < 256)
            a3d_say(ctx, a3d_report_node(ctx, &rules[A3D2_RULE_LOOKS_LIKE_A3D1], index),
                    "the file starts with 00, which the reference loader takes for A3D1");
        return;
    }
    if (a3d_at(ctx->doc, message)->state != A3D_PRESENT || ctx->doc->n_streams < 2)
        return;
    uint32_t size = ctx->doc->streams[1].size;
    if ((package->form == A3D2_LONG) != (size >= 16384))
        a3d_say(ctx, a3d_report_node(ctx, &rules[A3D2_RULE_LONG_FORM], index),
                "the header is %s, the message has %u bytes; the reference writer goes long from 16384 on",
                package->form == A3D2_LONG ? "long" : "short", (unsigned)size);
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
    const a3d_node *minor = read_field(ctx->doc, message, SCENE_versionMinor);
    if (minor == NULL || minor->v.i == 0 || (minor->v.i >= 4 && minor->v.i <= 6))
        return;
    a3d_finding *f = a3d_report_node(ctx, &rules[A3D2_RULE_MINOR], a3d_field(ctx->doc, message, SCENE_versionMinor));
    a3d_actual(f, minor->v.i);
    a3d_expect_text(f, "0, 4, 5 or 6");
    a3d_say(ctx, f, "minor version %lld was never seen; read as %s", (long long)minor->v.i, minor->v.i < 4 ? "2.0" : "2.6");
}

const a3d_format a3d_format_a3d2 = {
    .name = "a3d2",
    .title = "Alternativa3D scene in a package (A3D2)",
    .extensions = "a3d",
    .big_endian = true,
    .root = &file,
    .records = records,
    .n_records = RECORDS,
    .rules = rules,
    .n_rules = A3D2_RULES,
    .versions = versions,
    .compats = compats,
    .usual = A3D2_USUAL,
    .prefix = A3D_PREFIX_A3D,
    .probe = probe,
    .examine = examine,
    .version_text = version_text,
};
