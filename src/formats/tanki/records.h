/* records.h - the Tanki file, record by record: fields in wire order.
 *
 * Holds only field lists and their slots. schema.c turns them into tables and resolves the names of records and
 * enumerations. */
#ifndef A3D_FORMATS_TANKI_RECORDS_H
#define A3D_FORMATS_TANKI_RECORDS_H

#include "model/schema.h"

/* Record types by number. */
enum {
    REC_FILE, REC_ROOT, REC_MATERIALS, REC_MATERIAL, REC_MESHES, REC_MESH, REC_BUFFER, REC_SUBMESH, REC_TRANSFORMS,
    REC_TRANSFORM, REC_OBJECTS, REC_OBJECT, REC_VEC2, REC_VEC3, REC_VEC4, REC_COLOR, RECORDS
};

/* The spaces of elements that are referred to by index. */
enum { SPACE_MATERIAL, SPACE_MESH, SPACE_TRANSFORM };
#define ONE_SPACE(space) (UINT64_C(1) << (space))

#define STRING ALTS({UNTIL(2), .shape = {.kind = A3D_ARRAY, .type = A3D_U8, .text = 1, .count_by = A3D_COUNT_NUL}},  \
                    {SINCE(3), .shape = {.kind = A3D_ARRAY, .type = A3D_U8, .text = 1, .pad = 4}}), UTF8

/* ---- small things ---- */

#define VEC2_FIELDS(F, P) F(P, u, F32, FINITE, SAYS("across")) F(P, v, F32, FINITE, SAYS("down"))
A3D_SLOTS(VEC2)

#define VEC3_FIELDS(F, P) F(P, x, F32, FINITE) F(P, y, F32, FINITE) F(P, z, F32, FINITE)
A3D_SLOTS(VEC3)

#define VEC4_FIELDS(F, P) F(P, x, F32, FINITE) F(P, y, F32, FINITE) F(P, z, F32, FINITE) F(P, w, F32, FINITE)
A3D_SLOTS(VEC4)

#define COLOR_FIELDS(F, P) F(P, r, F32, FINITE) F(P, g, F32, FINITE) F(P, b, F32, FINITE)
A3D_SLOTS(COLOR)

/* ---- materials ---- */

#define MATERIAL_FIELDS(F, P)                                                                                          \
    F(P, name, STRING, SAYS("name, often empty or \"Default\""))                                                       \
    F(P, color, OF(color), SAYS("diffuse color, 0 to 1"))                                                              \
    F(P, diffuseMap, STRING, ASSET(IMAGES, FILLED), SAYS("file name of the texture or empty"))
A3D_SLOTS(MATERIAL)

/* Lengths of version 2 have rules of their own, so that their severity can be lowered: no official file could be
 * measured. */
#define LENGTH2 SPAN_BY(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_SOFT, TANKI_RULE_LENGTH2, TANKI_RULE_LENGTH_ZERO)

#define BLOCK_HEAD(F, P, number)                                                 \
    F(P, id, U32, MUST_BE(number), SAYS("what the block holds"))                 \
    F(P, length2, U32, SHOWN("length"), UNTIL(2), LENGTH2,                       \
      SAYS("bytes of the payload that follows; readers ignore it"))              \
    F(P, length, U32, SINCE(3), SPAN(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_SOFT), \
      SAYS("bytes of the payload that follows"))

#define MATERIALS_FIELDS(F, P)                                              \
    BLOCK_HEAD(F, P, 4)                                                     \
    F(P, list, LIST(material), TRANSPARENT, BY_POSITION(SPACE_MATERIAL, 0), \
      SAYS("the materials; others name them by position"))
A3D_SLOTS(MATERIALS)

/* ---- meshes ---- */

#define MESH_FIELDS(F, P)                                                                                  \
    F(P, name, STRING, SINCE(3), SAYS("name, empty in many files"))                                        \
    F(P, boundsMin, OF(vec3), SINCE(3), SAYS("least coordinates of the positions"))                        \
    F(P, boundsMax, OF(vec3), SINCE(3), SAYS("greatest coordinates of the positions"))                     \
    F(P, radius, F32, SINCE(3), FINITE, SAYS("largest distance of a position from the local origin"))      \
    F(P, vertexCount, U32, ASSET(VERTICES, VALUE), WITHIN_BY(0, 65536, TANKI_RULE_VERTICES_MANY), \
      SAYS("vertices in each buffer")) \
    F(P, buffers, LIST(buffer), SAYS("vertex data, one buffer for each attribute"))                        \
    F(P, submeshes, LIST(submesh), SAYS("triangles"))
A3D_SLOTS(MESH)

#define BUFFER_FIELDS(F, P)                                                                \
    F(P, type, U32, MUST_BE_ONE_OF(buffer_types), SAYS("attribute that the buffer holds")) \
    F(P, vertices,                                                                         \
      ALTS({IF(AT(P, type), EQ, 2), LIST(vec2), COUNT_OUT(mesh, MESH_vertexCount)},        \
           {IF(AT(P, type), EQ, 4), LIST(vec2), COUNT_OUT(mesh, MESH_vertexCount)},        \
           {IF(AT(P, type), EQ, 5), LIST(vec4), COUNT_OUT(mesh, MESH_vertexCount)},        \
           {LIST(vec3), COUNT_OUT(mesh, MESH_vertexCount)}),                               \
      MEASURED, BOUNDED_IF(AT(P, type), EQ, 1), SAYS("one vector for each vertex"))
A3D_SLOTS(BUFFER)

#define SUBMESH_FIELDS(F, P)                                                                                 \
    F(P, faceCount, U32, UNTIL(2), COUNT_OF_BY(AT(P, indices), 3), SAYS("triangles"))                        \
    F(P, indexCount, U32, SINCE(3), COUNT_OF(AT(P, indices)), MULTIPLE_BY(3, TANKI_RULE_TRIANGLES),          \
      SAYS("indices, three for each triangle"))                                                              \
    F(P, indices, ASSET(TRIANGLES, THIRDS), \
      ALTS({UNTIL(2), ARRAY(U16), COUNT_IS(AT(P, faceCount), 3, 0)}, \
                       {ARRAY(U16), COUNT_IN(AT(P, indexCount)), PAD4}),                                     \
      SAYS("triangle list, counter-clockwise seen from outside"))                                            \
    F(P, smoothing, ARRAY(U32), COUNT_IN(AT(P, faceCount)), UNTIL(2), SAYS("smoothing groups of each face")) \
    F(P, material, U16, UNTIL(2), PRESET(0xffff),                                                            \
      REF_OR(0xffff, ONE_SPACE(SPACE_MATERIAL), TANKI_RULE_MATERIAL_REFERENCE),                              \
      SAYS("position of the material, 65535 for none"))
A3D_SLOTS(SUBMESH)

#define MESHES_FIELDS(F, P) \
    BLOCK_HEAD(F, P, 2)     \
    F(P, list, LIST(mesh), TRANSPARENT, BY_POSITION(SPACE_MESH, 0), SAYS("the meshes; objects name them by position"))
A3D_SLOTS(MESHES)

/* ---- transforms ---- */

#define TRANSFORM_FIELDS(F, P)                                                    \
    F(P, name, STRING, SINCE(3), SAYS("name of the node"))                        \
    F(P, position, OF(vec3), SAYS("translation"))                                 \
    F(P, rotation, OF(vec4), SAYS("quaternion; all zero means none"))             \
    F(P, scale, OF(vec3), SAYS("scale; all zero means none"))
A3D_SLOTS(TRANSFORM)

#define TRANSFORMS_FIELDS(F, P)                                                                           \
    BLOCK_HEAD(F, P, 3)                                                                                   \
    F(P, list, LIST(transform), TRANSPARENT, BY_POSITION(SPACE_TRANSFORM, 0),                             \
      SAYS("the transforms; objects name them by position"))                                              \
    F(P, parents, ARRAY(I32), COUNT_IN_LIST(AT(P, list)),                                                 \
      SAYS("parent of each transform: its position from 0, -1 for none; in version 2 from 1, 0 for none"))
A3D_SLOTS(TRANSFORMS)
#define COUNT_IN_LIST(slot_) COUNT_OUT(transforms_block, slot_)

/* ---- objects ---- */

#define OBJECT_FIELDS(F, P)                                                                                     \
    F(P, name, STRING, UNTIL(2), SAYS("name of the object"))                                                    \
    F(P, mesh, U32, REF(ONE_SPACE(SPACE_MESH), TANKI_RULE_OBJECT_MESH), SAYS("position of the mesh"))           \
    F(P, transform, U32, REF(ONE_SPACE(SPACE_TRANSFORM), TANKI_RULE_OBJECT_TRANSFORM),                          \
      SAYS("position of the transform"))                                                                        \
    F(P, materials, ARRAY(I32), SINCE(3), REF_OR(-1, ONE_SPACE(SPACE_MATERIAL), TANKI_RULE_MATERIAL_REFERENCE), \
      SAYS("material of each submesh, -1 for none"))
A3D_SLOTS(OBJECT)

#define OBJECTS_FIELDS(F, P) \
    BLOCK_HEAD(F, P, 5)      \
    F(P, list, LIST(object), TRANSPARENT, SAYS("what is drawn: a mesh at a transform"))
A3D_SLOTS(OBJECTS)

/* ---- the file ---- */

#define ROOT_FIELDS(F, P)                                                                                              \
    F(P, rootId, U32, MUST_BE(1), SAYS("id of the root block"))                                                        \
    F(P, rootLength2, U32, SHOWN("rootLength"), UNTIL(2), LENGTH2,                                                     \
      SAYS("bytes of the four blocks; readers ignore it"))                                                             \
    F(P, rootLength, U32, SINCE(3), SPAN(A3D_AFTER_FIELD, A3D_NO_SLOT, 0, A3D_SOFT), SAYS("bytes of the four blocks")) \
    F(P, materials, OF(materials_block), SAYS("materials block"))                                                      \
    F(P, meshes, OF(meshes_block), SAYS("meshes block"))                                                               \
    F(P, transforms, OF(transforms_block), SAYS("transforms block"))                                                   \
    F(P, objects, OF(objects_block), SAYS("objects block"))
A3D_SLOTS(ROOT)

#define FILE_FIELDS(F, P)                                                                                              \
    F(P, magic, BYTES, FIXED(4), MAGIC("A3D\0", 4), SAYS("identifier"))                                                \
    F(P, version, U16, PUBLISH(VERSION), MUST_BE_WITHIN(1, 3), SAYS_NOTING("version", "only 2 and 3 are documented"))  \
    F(P, versionHigh, U16, IS_BY(0, TANKI_RULE_MINOR), SAYS("always 0; some take it for a minor version"))             \
    F(P, content, BYTES, REST, UNTIL(1), SAYS("version 1: undocumented, not read"))                                    \
    F(P, root, OF(root_block), SINCE(2), TRANSPARENT, SAYS("the root block"))
A3D_SLOTS(FILE)

#endif
