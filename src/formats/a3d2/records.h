/* records.h - the records of A3D2, fields in wire order, for the tables and for the rules in C.
 *
 * Big-endian. Fields are in alphabetical order, like in the generated code of the reference. Decoding an optional field
 * takes the next bit of the null mask. */
#ifndef A3D_FORMATS_A3D2_RECORDS_H
#define A3D_FORMATS_A3D2_RECORDS_H

#include "engine/decode/mask.h"
#include "formats/a3d2/a3d2.h"
#include "formats/a3d2/rules.h"
#include "model/schema.h"

/* Record types by number. */
enum {
    REC_FILE,
    REC_SCENE,
    REC_LIGHT,
    REC_OMNI,
    REC_SPOT,
    REC_CLIP,
    REC_TRACK,
    REC_KEYFRAME,
    REC_BOX,
    REC_CUBE_MAP,
    REC_DECAL,
    REC_IMAGE,
    REC_INDEX_BUFFER,
    REC_NODE,
    REC_JOINT,
    REC_MAP,
    REC_MATERIAL,
    REC_MESH,
    REC_SKIN,
    REC_BIND,
    REC_SPRITE,
    REC_SURFACE,
    REC_TRANSFORM,
    REC_MATRIX,
    REC_VERTEX_BUFFER,
    REC_LAYER,
    REC_CAMERA,
    REC_LOD,
    RECORDS
};

/* Id spaces: one for each kind that is referred to. */
enum {
    A3D2_BOX, A3D2_CUBE_MAP, A3D2_IMAGE, A3D2_INDEX_BUFFER, A3D2_MAP, A3D2_MATERIAL, A3D2_TRACK, A3D2_VERTEX_BUFFER,
    A3D2_CLIP, A3D2_LAYER, A3D2_AMBIENT_LIGHT, A3D2_DECAL, A3D2_DIRECTIONAL_LIGHT, A3D2_JOINT, A3D2_MESH, A3D2_OBJECT,
    A3D2_OMNI_LIGHT, A3D2_SKIN, A3D2_SPOT_LIGHT, A3D2_SPRITE, A3D2_CAMERA, A3D2_LOD, A3D2_SPACES
};
#define A3D2_IN(kind) (1ull << A3D2_##kind)
#define A3D2_JOINTS (A3D2_IN(JOINT) | A3D2_IN(OBJECT))
#define A3D2_NODES ((1ull << A3D2_SPACES) - (1ull << A3D2_AMBIENT_LIGHT))

#define A3D2_KEYED(kind, slot, rule) KEYED(A3D2_##kind, slot, A3D2_RULE_##rule)
#define MATERIAL_REF REF_OR(-1, A3D2_IN(MATERIAL), A3D2_RULE_MATERIAL_REF)
#define MAP_REF REF_OR(-1, A3D2_IN(MAP), A3D2_RULE_MAP_REF)
#define CUBE_IMAGE REF_OR(-1, A3D2_IN(IMAGE), A3D2_RULE_CUBE_IMAGE)

#define NAME TEXT, UTF8

/* ---- what others are made of ---- */

#define MATRIX_FIELDS(F, P)                                                                    \
    F(P, a, F32, FINITE, PRESET(0x3f800000), SAYS("first row; d is the x of the translation")) \
    F(P, b, F32, FINITE) F(P, c, F32, FINITE) F(P, d, F32, FINITE)                             \
    F(P, e, F32, FINITE, SAYS("second row; h is the y of the translation"))                    \
    F(P, f, F32, FINITE, PRESET(0x3f800000)) F(P, g, F32, FINITE) F(P, h, F32, FINITE)         \
    F(P, i, F32, FINITE, SAYS("third row; l is the z of the translation"))                     \
    F(P, j, F32, FINITE) F(P, k, F32, FINITE, PRESET(0x3f800000)) F(P, l, F32, FINITE)
A3D_SLOTS(MATRIX)

#define TRANSFORM_FIELDS(F, P) F(P, matrix, OF(matrix), SAYS("three rows of four; the last row 0 0 0 1 is implied"))
A3D_SLOTS(TRANSFORM)

#define SURFACE_FIELDS(F, P)                                                                        \
    F(P, indexBegin, I32, WITHIN_BY(0, INT32_MAX, A3D2_RULE_SURFACE_NEGATIVE), SAYS("first index")) \
    F(P, materialId, I32, OPTIONAL, MATERIAL_REF, SAYS("material, -1 or absent for none"))          \
    F(P, numTriangles, I32, ASSET(TRIANGLES, VALUE), WITHIN_BY(0, INT32_MAX, A3D2_RULE_SURFACE_NEGATIVE), \
      SAYS("triangles, three indices each"))
A3D_SLOTS(SURFACE)

/* ---- nodes of the scene ---- */

#define BOX_ID(F, P)                                                             \
    F(P, boundBoxId, I32, OPTIONAL, REF_OR(-1, A3D2_IN(BOX), A3D2_RULE_BOX_REF), \
      SAYS("bounding box, -1 or absent for none"))
#define ID(F, P) F(P, id, I64, SAYS("id among the nodes of its kind"))
#define NAMED(F, P) F(P, name, NAME, OPTIONAL, SAYS("name; animation tracks find their target by it"))
#define PARENT_IN(F, P, spaces, rule) \
    F(P, parentId, I64, OPTIONAL, REF(spaces, rule), SAYS("node that this one hangs on; absent for the root"))
#define PARENT(F, P) PARENT_IN(F, P, A3D2_NODES, A3D2_RULE_PARENT_REF)
#define PLACE(F, P) F(P, transform, OF(transform), OPTIONAL, SAYS("placement in the parent; absent for none"))
#define VISIBLE(F, P) F(P, visible, BOOL, SAYS("whether it is drawn"))

#define LIGHT_FIELDS(F, P)                                                                                             \
    BOX_ID(F, P)                                                                                                       \
    F(P, color, U32, SAYS("RGB in the low 24 bits"))                                                                   \
    ID(F, P)                                                                                                           \
    F(P, intensity, F32, FINITE, SAYS("factor on the color"))                                                          \
    NAMED(F, P) PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(LIGHT)

#define REACH(F, P)                                                               \
    F(P, attenuationBegin, F32, FINITE, SAYS("distance where it starts to fade")) \
    F(P, attenuationEnd, F32, FINITE, SAYS("distance where it ends"))

#define OMNI_FIELDS(F, P) REACH(F, P) LIGHT_FIELDS(F, P)
A3D_SLOTS(OMNI)

/* A float that is required, and the same with a mask bit, which the specification and some files have. */
#define SPOT_DECAL_FLOAT(F, P, name_, other, says)                                                          \
    F(P, name_, F32, FINITE, BRANCH(A3D2_REQUIRED_SPOT_DECAL), SAYS(says))                                  \
    F(P, other, F32, SHOWN(#name_), OPTIONAL, FINITE, BRANCH(A3D2_OPTIONAL_SPOT_DECAL),                     \
      SAYS("the same with a mask bit (--compat optional-spot-decal)"))

#define SPOT_FIELDS(F, P)                                                                                              \
    REACH(F, P)                                                                                                        \
    BOX_ID(F, P)                                                                                                       \
    F(P, color, U32, SAYS("RGB in the low 24 bits"))                                                                   \
        SPOT_DECAL_FLOAT(F, P, falloff, falloffOptional, "outer angle of the cone, radians")                           \
            SPOT_DECAL_FLOAT(F, P, hotspot, hotspotOptional, "inner angle of the cone, radians") ID(F, P)              \
                F(P, intensity, F32, FINITE, SAYS("factor on the color")) NAMED(F, P) PARENT(F, P) PLACE(F, P)         \
                    VISIBLE(F, P)
A3D_SLOTS(SPOT)

#define NODE_FIELDS(F, P) BOX_ID(F, P) ID(F, P) NAMED(F, P) PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(NODE)

/* The parent of a joint is a joint or an object. */
#define JOINT_FIELDS(F, P) \
    BOX_ID(F, P) ID(F, P) NAMED(F, P) PARENT_IN(F, P, A3D2_JOINTS, A3D2_RULE_JOINT_PARENT) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(JOINT)

#define GEOMETRY_OF(F, P) \
    F(P, indexBufferId, I32, REF(A3D2_IN(INDEX_BUFFER), A3D2_RULE_INDEX_BUFFER_REF), SAYS("index buffer"))
#define SURFACES(F, P) F(P, surfaces, LIST(surface), SAYS("ranges of triangles with their materials"))
#define BUFFERS(F, P)                                                                         \
    F(P, vertexBuffers, ARRAY(I32), REF(A3D2_IN(VERTEX_BUFFER), A3D2_RULE_VERTEX_BUFFER_REF), \
      SAYS("vertex buffers by id"))

#define MESH_FIELDS(F, P)                                                                                     \
    BOX_ID(F, P) ID(F, P) GEOMETRY_OF(F, P) NAMED(F, P) PARENT(F, P) SURFACES(F, P) PLACE(F, P) BUFFERS(F, P) \
    VISIBLE(F, P)
A3D_SLOTS(MESH)

#define DECAL_FIELDS(F, P)                                                 \
    BOX_ID(F, P) ID(F, P) GEOMETRY_OF(F, P) NAMED(F, P)                    \
    SPOT_DECAL_FLOAT(F, P, offset, offsetOptional, "how far it is drawn before its base") \
    PARENT(F, P) SURFACES(F, P) PLACE(F, P) BUFFERS(F, P) VISIBLE(F, P)
A3D_SLOTS(DECAL)

#define BIND_FIELDS(F, P)                                                                         \
    F(P, bindPoseTransform, OF(transform), SAYS("inverse of the joint's place in the bind pose")) \
    F(P, id, I64, REF(A3D2_JOINTS, A3D2_RULE_BIND_REF), SAYS("joint"))
A3D_SLOTS(BIND)

#define SKIN_FIELDS(F, P)                                                                                       \
    BOX_ID(F, P) ID(F, P) GEOMETRY_OF(F, P)                                                                     \
    F(P, jointBindTransforms, LIST(bind), SAYS("bind pose of each joint"))                                      \
    F(P, joints, ARRAY(I64), REF(A3D2_JOINTS, A3D2_RULE_SKIN_JOINT_REF), SAYS("joints, surface after surface")) \
    NAMED(F, P)                                                                                                 \
    F(P, numJoints, ARRAY(U16), SAYS("how many of the joints belong to each surface"))                          \
    PARENT(F, P) SURFACES(F, P) PLACE(F, P) BUFFERS(F, P) VISIBLE(F, P)
A3D_SLOTS(SKIN)

/* In the published codec materialId is optional, in an older one it is required; nothing in a file says which one wrote
 * it. */
#define SPRITE_FIELDS(F, P)                                                                                            \
    F(P, alwaysOnTop, BOOL, SAYS("drawn over everything"))                                                             \
    BOX_ID(F, P)                                                                                                       \
    F(P, height, F32, FINITE, SAYS("height"))                                                                          \
    ID(F, P)                                                                                                           \
    F(P, materialId, I32, OPTIONAL, BRANCH(A3D2_OPTIONAL_SPRITE_MATERIAL), MATERIAL_REF,                               \
      SAYS("material, -1 or absent for none"))                                                                         \
    F(P, materialIdRequired, I32, SHOWN("materialId"), BRANCH(A3D2_REQUIRED_SPRITE_MATERIAL), MATERIAL_REF,            \
      SAYS("the same without a mask bit (--compat required-sprite-material)"))                                         \
    NAMED(F, P)                                                                                                        \
    F(P, originX, F32, FINITE, SAYS("point of the picture that is at the place, across"))                              \
    F(P, originY, F32, FINITE, SAYS("the same, down"))                                                                 \
    PARENT(F, P)                                                                                                       \
    F(P, perspectiveScale, BOOL, SAYS("smaller when further away"))                                                    \
    F(P, rotation, F32, FINITE, SAYS("turn in the plane of the screen, radians"))                                      \
    PLACE(F, P) VISIBLE(F, P) F(P, width, F32, FINITE, SAYS("width"))
A3D_SLOTS(SPRITE)

#define CAMERA_FIELDS(F, P)                                           \
    BOX_ID(F, P)                                                      \
    F(P, farClipping, F32, FINITE, SAYS("distance where it ends"))    \
    F(P, fov, F32, FINITE, SAYS("field of view; unit unknown"))       \
    ID(F, P) NAMED(F, P)                                              \
    F(P, nearClipping, F32, FINITE, SAYS("distance where it starts")) \
    F(P, orthographic, BOOL, SAYS("parallel projection"))             \
    PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(CAMERA)

#define LOD_FIELDS(F, P)                                                                         \
    BOX_ID(F, P)                                                                                 \
    F(P, distances, ARRAY(F32), FINITE, SAYS("distance from which each level shows"))            \
    ID(F, P) NAMED(F, P)                                                                         \
    F(P, objects, ARRAY(I64), REF(A3D2_NODES, A3D2_RULE_LOD_OBJECT), SAYS("node of each level")) \
    PARENT(F, P) PLACE(F, P) VISIBLE(F, P)
A3D_SLOTS(LOD)

/* ---- animation ---- */

#define CLIP_FIELDS(F, P)                                                                                      \
    F(P, id, I32, SAYS("id"))                                                                                  \
    F(P, loop, BOOL, SAYS("starts again at its end"))                                                          \
    F(P, name, NAME, OPTIONAL, SAYS("name"))                                                                   \
    F(P, objectIDs, ARRAY(I64), OPTIONAL, REF(A3D2_NODES, A3D2_RULE_CLIP_OBJECT), SAYS("nodes that it moves")) \
    F(P, tracks, ARRAY(I32), REF(A3D2_IN(TRACK), A3D2_RULE_CLIP_TRACK), SAYS("tracks by id"))
A3D_SLOTS(CLIP)

#define KEYFRAME_FIELDS(F, P)                \
    F(P, time, F32, FINITE, SAYS("seconds")) \
    F(P, transform, OF(transform), SAYS("placement at that time"))
A3D_SLOTS(KEYFRAME)

#define TRACK_FIELDS(F, P)                                    \
    F(P, id, I32, SAYS("id"))                                 \
    F(P, keyframes, LIST(keyframe), SAYS("in order of time")) \
    F(P, objectName, NAME, SAYS("name of the node that it moves"))
A3D_SLOTS(TRACK)

/* ---- boxes, materials, images ---- */

#define BOX_FIELDS(F, P)                                                           \
    F(P, box, ARRAY(F32), FINITE, LEAST(6), SAYS("minX minY minZ maxX maxY maxZ")) \
    F(P, id, I32, NOT_BY(-1, A3D2_RULE_ID_NONE), SAYS("id"))
A3D_SLOTS(BOX)

#define CUBE_MAP_FIELDS(F, P)                                              \
    F(P, backId, I32, OPTIONAL, CUBE_IMAGE, SAYS("image of the back"))     \
    F(P, bottomId, I32, OPTIONAL, CUBE_IMAGE, SAYS("image of the bottom")) \
    F(P, frontId, I32, OPTIONAL, CUBE_IMAGE, SAYS("image of the front"))   \
    F(P, id, I32, NOT_BY(-1, A3D2_RULE_ID_NONE), SAYS("id"))               \
    F(P, leftId, I32, OPTIONAL, CUBE_IMAGE, SAYS("image of the left"))     \
    F(P, rightId, I32, OPTIONAL, CUBE_IMAGE, SAYS("image of the right"))   \
    F(P, topId, I32, REF(A3D2_IN(IMAGE), A3D2_RULE_CUBE_IMAGE), SAYS("image of the top"))
A3D_SLOTS(CUBE_MAP)

#define IMAGE_FIELDS(F, P) F(P, id, I32, SAYS("id")) F(P, url, NAME, SAYS("file of the picture"))
A3D_SLOTS(IMAGE)

#define MAP_FIELDS(F, P)                                                                           \
    F(P, channel, U16, WITHIN_BY(0, 1, A3D2_RULE_MAP_CHANNEL), SAYS("set of texture coordinates")) \
    F(P, id, I32, NOT_BY(-1, A3D2_RULE_ID_NONE), SAYS("id"))                                       \
    F(P, imageId, I32, REF(A3D2_IN(IMAGE), A3D2_RULE_MAP_IMAGE), SAYS("image"))
A3D_SLOTS(MAP)

#define MATERIAL_FIELDS(F, P)                                                                                          \
    F(P, diffuseMapId, I32, OPTIONAL, MAP_REF, SAYS("map of the color"))                                               \
    F(P, glossinessMapId, I32, OPTIONAL, MAP_REF, SAYS("map of the glossiness"))                                       \
    F(P, id, I32, NOT_BY(-1, A3D2_RULE_ID_NONE), SAYS("id"))                                                           \
    F(P, lightMapId, I32, OPTIONAL, MAP_REF, SAYS("map of the baked light"))                                           \
    F(P, normalMapId, I32, OPTIONAL, MAP_REF, SAYS("map of the normals"))                                              \
    F(P, opacityMapId, I32, OPTIONAL, MAP_REF, SAYS("map of the opacity"))                                             \
    F(P, reflectionCubeMapId, I32, OPTIONAL, REF_OR(-1, A3D2_IN(CUBE_MAP), A3D2_RULE_CUBE_MAP_REF),                    \
      SAYS("cube map of the reflection"))                                                                              \
    F(P, specularMapId, I32, OPTIONAL, MAP_REF, SAYS("map of the specular color"))
A3D_SLOTS(MATERIAL)

/* ---- buffers ---- */

#define INDEX_BUFFER_FIELDS(F, P)                                  \
    F(P, byteBuffer, BYTES, SAYS("indices, 16-bit little-endian")) \
    F(P, id, I32, SAYS("id"))                                      \
    F(P, indexCount, I32, WITHIN_BY(0, INT32_MAX, A3D2_RULE_INDEX_COUNT), SAYS("number of indices"))
A3D_SLOTS(INDEX_BUFFER)

#define VERTEX_BUFFER_FIELDS(F, P)                                                                              \
    F(P, attributes, ARRAY(I32), ONE_OF(attributes), LEAST(1), SAYS("what a vertex is made of, in this order")) \
    F(P, byteBuffer, BYTES, SAYS("vertices: little-endian floats, from 2.6 on big-endian 16-bit words"))        \
    F(P, id, I32, SAYS("id"))                                                                                   \
    F(P, vertexCount, U16, ASSET(VERTICES, VALUE), SAYS("number of vertices"))
A3D_SLOTS(VERTEX_BUFFER)

/* ---- the scene ---- */

#define LAYER_FIELDS(F, P)                   \
    F(P, id, I32, SAYS("id"))                \
    F(P, name, NAME, OPTIONAL, SAYS("name")) \
    F(P, objects, ARRAY(I64), OPTIONAL, REF(A3D2_NODES, A3D2_RULE_LAYER_OBJECT), SAYS("nodes in it"))
A3D_SLOTS(LAYER)

#define SCENE_FIELDS(F, P)                                                                                             \
    F(P, mask, READ_BY(a3d_null_mask), SHOWN("$mask"), SAYS("null mask: a bit for each optional field, 1 = absent"))   \
    F(P, versionMajor, U16, MUST_BE_BY(2, A3D2_RULE_MAJOR),                                                            \
      SAYS_OF("major version", 1, "an A3D1 scene, which is never in a package"))                                       \
    F(P, versionMinor, U16, PUBLISH(VERSION), SAYS("minor version"))                                                   \
    F(P, ambientLights, LIST(light), OPTIONAL, A3D2_KEYED(AMBIENT_LIGHT, LIGHT_id, NODE_ID), SAYS("ambient lights"))   \
    F(P, animationClips, LIST(clip), OPTIONAL, A3D2_KEYED(CLIP, CLIP_id, CLIP_ID), SAYS("animation clips"))            \
    F(P, animationTracks, LIST(track), OPTIONAL, A3D2_KEYED(TRACK, TRACK_id, ID), SAYS("animation tracks"))            \
    F(P, boxes, LIST(box), NODES, OPTIONAL, A3D2_KEYED(BOX, BOX_id, ID), SAYS("bounding boxes"))                       \
    F(P, cubeMaps, LIST(cube_map), OPTIONAL, A3D2_KEYED(CUBE_MAP, CUBE_MAP_id, ID), SAYS("cube maps"))                 \
    F(P, decals, LIST(decal), OPTIONAL, A3D2_KEYED(DECAL, DECAL_id, NODE_ID), SAYS("decals"))                          \
    F(P, directionalLights, LIST(light), OPTIONAL, A3D2_KEYED(DIRECTIONAL_LIGHT, LIGHT_id, NODE_ID),                   \
      SAYS("directional lights"))                                                                                      \
    F(P, images, LIST(image), OPTIONAL, A3D2_KEYED(IMAGE, IMAGE_id, ID), SAYS("images"))                               \
    F(P, indexBuffers, LIST(index_buffer), NODES, OPTIONAL, A3D2_KEYED(INDEX_BUFFER, INDEX_BUFFER_id, ID),             \
      SAYS("index buffers"))                                                                                           \
    F(P, joints, LIST(joint), OPTIONAL, A3D2_KEYED(JOINT, JOINT_id, NODE_ID), SAYS("joints of skins"))                 \
    F(P, maps, LIST(map), OPTIONAL, A3D2_KEYED(MAP, MAP_id, ID), SAYS("maps: images on a channel"))                    \
    F(P, materials, LIST(material), OPTIONAL, A3D2_KEYED(MATERIAL, MATERIAL_id, ID), SAYS("materials"))                \
    F(P, meshes, LIST(mesh), OPTIONAL, A3D2_KEYED(MESH, MESH_id, NODE_ID), SAYS("meshes"))                             \
    F(P, objects, LIST(node), OPTIONAL, A3D2_KEYED(OBJECT, NODE_id, NODE_ID), SAYS("nodes without a shape"))           \
    F(P, omniLights, LIST(omni_light), OPTIONAL, A3D2_KEYED(OMNI_LIGHT, OMNI_id, NODE_ID),                             \
      SAYS("lights in all directions"))                                                                                \
    F(P, skins, LIST(skin), OPTIONAL, A3D2_KEYED(SKIN, SKIN_id, NODE_ID), SAYS("meshes with joints"))                  \
    F(P, spotLights, LIST(spot_light), OPTIONAL, A3D2_KEYED(SPOT_LIGHT, SPOT_id, NODE_ID), SAYS("lights in a cone"))   \
    F(P, sprites, LIST(sprite), OPTIONAL, A3D2_KEYED(SPRITE, SPRITE_id, NODE_ID),                                      \
      SAYS("pictures that face the viewer"))                                                                           \
    F(P, vertexBuffers, LIST(vertex_buffer), NODES, OPTIONAL, A3D2_KEYED(VERTEX_BUFFER, VERTEX_BUFFER_id, ID),         \
      SAYS("vertex buffers"))                                                                                          \
    F(P, layers, LIST(layer), OPTIONAL, A3D2_KEYED(LAYER, LAYER_id, LAYER_ID), SINCE(4), SAYS("layers (part Extra1)")) \
    F(P, cameras, LIST(camera), OPTIONAL, A3D2_KEYED(CAMERA, CAMERA_id, NODE_ID), SINCE(5),                            \
      SAYS("cameras (part Extra2)"))                                                                                   \
    F(P, lods, LIST(lod), OPTIONAL, A3D2_KEYED(LOD, LOD_id, NODE_ID), SINCE(5),                                        \
      SAYS("levels of detail (part Extra2)"))
A3D_SLOTS(SCENE)

#define FILE_FIELDS(F, P)                                                                                            \
    F(P, package, READ_BY(a3d2_package_header), SHOWN("$package"),                                                   \
      SPAN(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_EXACT),                                                              \
      SAYS("package header: bytes that follow, and whether they are packed"))                                        \
    F(P, message, ALTS({IF(AT(P, package), FORM_NE, A3D2_STORED), OF(scene), ZLIB}, {OF(scene)}), STREAM("package"), \
      TRANSPARENT, SAYS("mask, version and body"))
A3D_SLOTS(FILE)

#endif
