/* records.h - the records of A3D1, fields in wire order, for the tables and for the rules in C.
 *
 * Big-endian. Nearly every field is optional and takes a bit of the null mask. Source: specs on Alternativa3D, sections
 * 1.1 and 7. */
#ifndef A3D_FORMATS_A3D1_RECORDS_H
#define A3D_FORMATS_A3D1_RECORDS_H

#include "engine/decode/mask.h"
#include "formats/a3d1/rules.h"
#include "model/schema.h"

/* Record types by number. */
enum {
    REC_FILE, REC_BOX, REC_GEOMETRY, REC_INDEX_BUFFER, REC_VERTEX_BUFFER, REC_IMAGE, REC_MAP, REC_MATERIAL, REC_OBJECT,
    REC_SURFACE, REC_TRANSFORMATION, REC_MATRIX, RECORDS
};

/* Id spaces. */
enum { A3D1_BOX, A3D1_GEOMETRY, A3D1_IMAGE, A3D1_MAP, A3D1_MATERIAL, A3D1_OBJECT, A3D1_SPACES };

#define NAME TEXT, UTF8
#define ID_OF(F, P, field, text) F(P, field, U32, OPTIONAL, NOT_BY(0xffffffff, A3D1_RULE_ID_NONE), SAYS(text))
#define REF_TO(F, P, field, space, rule, text) \
    F(P, field, U32, OPTIONAL, REF(1u << A3D1_##space, A3D1_RULE_##rule), SAYS(text))

#define BOX_FIELDS(F, P)                                                                     \
    F(P, box, ARRAY(F32), OPTIONAL, FINITE, LEAST(6), SAYS("minX minY minZ maxX maxY maxZ")) \
    ID_OF(F, P, id, "id")
A3D_SLOTS(BOX)

#define INDEX_BUFFER_FIELDS(F, P)                                            \
    F(P, byteBuffer, BYTES, OPTIONAL, SAYS("indices, 16-bit little-endian")) \
    F(P, indexCount, I32, WITHIN_BY(0, INT32_MAX, A3D1_RULE_INDEX_COUNT), SAYS("number of indices"))
A3D_SLOTS(INDEX_BUFFER)

#define VERTEX_BUFFER_FIELDS(F, P)                                                    \
    F(P, attributes, ARRAY(I8), OPTIONAL, WITHIN_NAMED(0, 5, attributes), LEAST(1),   \
      SAYS("what a vertex is made of, in this order")) \
    F(P, byteBuffer, BYTES, OPTIONAL, SAYS("vertices, little-endian floats"))         \
    F(P, vertexCount, U16, ASSET(VERTICES, VALUE), SAYS("number of vertices"))
A3D_SLOTS(VERTEX_BUFFER)

#define GEOMETRY_FIELDS(F, P)                                        \
    ID_OF(F, P, id, "id")                                            \
    F(P, indexBuffer, OF(index_buffer), OPTIONAL, SAYS("triangles")) \
    F(P, vertexBuffers, LIST(vertex_buffer), OPTIONAL, SAYS("vertices"))
A3D_SLOTS(GEOMETRY)

#define IMAGE_FIELDS(F, P) \
    ID_OF(F, P, id, "id")  \
    F(P, url, NAME, OPTIONAL, SAYS("file of the picture, a NUL at its end"))
A3D_SLOTS(IMAGE)

#define MAP_FIELDS(F, P)                                                                           \
    F(P, channel, U16, WITHIN_BY(0, 1, A3D1_RULE_MAP_CHANNEL), SAYS("set of texture coordinates")) \
    ID_OF(F, P, id, "id")                                                                          \
    REF_TO(F, P, imageId, IMAGE, MAP_IMAGE, "image")                                               \
    F(P, uOffset, F32, OPTIONAL, FINITE, SAYS("shift across"))                                     \
    F(P, uScale, F32, OPTIONAL, FINITE, SAYS("scale across"))                                      \
    F(P, vOffset, F32, OPTIONAL, FINITE, SAYS("shift down"))                                       \
    F(P, vScale, F32, OPTIONAL, FINITE, SAYS("scale down"))
A3D_SLOTS(MAP)

#define MATERIAL_FIELDS(F, P)                                                                                          \
    REF_TO(F, P, diffuseMapId, MAP, MAP_REF, "map of the color")                                                       \
    REF_TO(F, P, glossinessMapId, MAP, MAP_REF, "map of the glossiness")                                               \
    ID_OF(F, P, id, "id")                                                                                              \
    REF_TO(F, P, lightMapId, MAP, MAP_REF, "map of the baked light")                                                   \
    REF_TO(F, P, normalMapId, MAP, MAP_REF, "map of the normals")                                                      \
    REF_TO(F, P, opacityMapId, MAP, MAP_REF, "map of the opacity")                                                     \
    REF_TO(F, P, specularMapId, MAP, MAP_REF, "map of the specular color")
A3D_SLOTS(MATERIAL)

#define SURFACE_FIELDS(F, P)                                                                        \
    F(P, indexBegin, I32, WITHIN_BY(0, INT32_MAX, A3D1_RULE_SURFACE_NEGATIVE), SAYS("first index")) \
    REF_TO(F, P, materialId, MATERIAL, MATERIAL_REF, "material")                                    \
    F(P, numTriangles, I32, ASSET(TRIANGLES, VALUE), WITHIN_BY(0, INT32_MAX, A3D1_RULE_SURFACE_NEGATIVE), \
      SAYS("triangles, three indices each"))
A3D_SLOTS(SURFACE)

#define MATRIX_FIELDS(F, P)                                                                    \
    F(P, a, F32, FINITE, PRESET(0x3f800000), SAYS("first row; d is the x of the translation")) \
    F(P, b, F32, FINITE) F(P, c, F32, FINITE) F(P, d, F32, FINITE)                             \
    F(P, e, F32, FINITE, SAYS("second row; h is the y of the translation"))                    \
    F(P, f, F32, FINITE, PRESET(0x3f800000)) F(P, g, F32, FINITE) F(P, h, F32, FINITE)         \
    F(P, i, F32, FINITE, SAYS("third row; l is the z of the translation"))                     \
    F(P, j, F32, FINITE) F(P, k, F32, FINITE, PRESET(0x3f800000)) F(P, l, F32, FINITE)
A3D_SLOTS(MATRIX)

#define TRANSFORMATION_FIELDS(F, P) F(P, matrix, OF(matrix), OPTIONAL, SAYS("three rows of four"))
A3D_SLOTS(TRANSFORMATION)

#define OBJECT_FIELDS(F, P)                                                                   \
    REF_TO(F, P, boundBoxId, BOX, BOX_REF, "bounding box")                                    \
    REF_TO(F, P, geometryId, GEOMETRY, GEOMETRY_REF, "geometry")                              \
    ID_OF(F, P, id, "id")                                                                     \
    F(P, name, NAME, OPTIONAL, SAYS("name, a NUL at its end"))                                \
    REF_TO(F, P, parentId, OBJECT, PARENT_REF, "object that this one hangs on")               \
    F(P, surfaces, LIST(surface), OPTIONAL, ASSET(MESHES, FILLED), SAYS("ranges of triangles with their materials")) \
    F(P, transformation, OF(transformation), OPTIONAL, SAYS("placement in the parent"))       \
    F(P, visible, BOOL, OPTIONAL, SAYS("whether it is drawn"))
A3D_SLOTS(OBJECT)

#define FILE_FIELDS(F, P)                                                                                            \
    F(P, versionMajor, U16, PUBLISH(VERSION), MUST_BE(1), SAYS("major version"))                                     \
    F(P, versionMinor, U16, PUBLISH(USER), IS_BY(0, A3D1_RULE_MINOR), SAYS("minor version"))                         \
    F(P, mask, READ_BY(a3d_null_mask), SHOWN("$mask"), SAYS("null mask: a bit for each optional field, 1 = absent")) \
    F(P, boxes, LIST(box), OPTIONAL, KEYED(A3D1_BOX, BOX_id, A3D1_RULE_ID), SAYS("bounding boxes"))                  \
    F(P, geometries, LIST(geometry), OPTIONAL, KEYED(A3D1_GEOMETRY, GEOMETRY_id, A3D1_RULE_ID),                      \
      SAYS("vertices and triangles"))                                                                                \
    F(P, images, LIST(image), OPTIONAL, KEYED(A3D1_IMAGE, IMAGE_id, A3D1_RULE_ID), SAYS("images"))                   \
    F(P, maps, LIST(map), OPTIONAL, KEYED(A3D1_MAP, MAP_id, A3D1_RULE_ID), SAYS("maps: images on a channel"))        \
    F(P, materials, LIST(material), OPTIONAL, KEYED(A3D1_MATERIAL, MATERIAL_id, A3D1_RULE_ID), SAYS("materials"))    \
    F(P, objects, LIST(object), OPTIONAL, KEYED(A3D1_OBJECT, OBJECT_id, A3D1_RULE_ID),                               \
      SAYS("nodes; those with surfaces are meshes"))
A3D_SLOTS(FILE)

/* Checks everything in a file that the tables cannot express. */
void a3d1_check(struct a3d_ctx *ctx);

#endif
