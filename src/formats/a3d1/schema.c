/* schema.c - Alternativa3D A3D1: the tables. Big-endian; nearly every field is optional and uses a mask bit.
 * Source: specs on Alternativa3D, sections 1.1 and 7. */
#include "model/schema.h"
#include "engine/ctx.h"
#include "engine/mask.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d1/rules.h"
#include "model/rules.h"

#include <stdio.h>

enum {
    REC_FILE, REC_BOX, REC_GEOMETRY, REC_INDEX_BUFFER, REC_VERTEX_BUFFER, REC_IMAGE, REC_MAP, REC_MATERIAL, REC_OBJECT,
    REC_SURFACE, REC_TRANSFORMATION, REC_MATRIX, RECORDS
};

#define NAME TEXT, UTF8
#define ID_OF(F, P, field, text) F(P, field, U32, OPTIONAL, SAYS(text))

#define BOX_FIELDS(F, P)                                                                           \
    F(P, box, ARRAY(F32), OPTIONAL, FINITE, LEAST(6), SAYS("minX minY minZ maxX maxY maxZ"))       \
    ID_OF(F, P, id, "id")
A3D_SLOTS(BOX)
A3D_RECORD_OF(BOX, box, "Box", REC_BOX)

#define INDEX_BUFFER_FIELDS(F, P)                                                  \
    F(P, byteBuffer, BYTES, OPTIONAL, SAYS("indices, 16-bit little-endian"))       \
    F(P, indexCount, I32, SAYS("number of indices"))
A3D_SLOTS(INDEX_BUFFER)
A3D_RECORD_OF(INDEX_BUFFER, index_buffer, "IndexBuffer", REC_INDEX_BUFFER)

#define VERTEX_BUFFER_FIELDS(F, P)                                                                                 \
    F(P, attributes, ARRAY(I8), OPTIONAL, WITHIN(0, 5), LEAST(1),                                                  \
      SAYS("what a vertex is made of: 0 POSITION, 1 NORMAL, 2 TANGENT4, 5 TEXCOORD"))                              \
    F(P, byteBuffer, BYTES, OPTIONAL, SAYS("vertices, little-endian floats"))                                      \
    F(P, vertexCount, U16, SAYS("number of vertices"))
A3D_SLOTS(VERTEX_BUFFER)
A3D_RECORD_OF(VERTEX_BUFFER, vertex_buffer, "VertexBuffer", REC_VERTEX_BUFFER)

#define GEOMETRY_FIELDS(F, P)                                                                       \
    ID_OF(F, P, id, "id")                                                                           \
    F(P, indexBuffer, OF(index_buffer), OPTIONAL, SAYS("triangles"))                                \
    F(P, vertexBuffers, LIST(vertex_buffer), OPTIONAL, SAYS("vertices"))
A3D_SLOTS(GEOMETRY)
A3D_RECORD_OF(GEOMETRY, geometry, "Geometry", REC_GEOMETRY)

#define IMAGE_FIELDS(F, P) \
    ID_OF(F, P, id, "id")  \
    F(P, url, NAME, OPTIONAL, SAYS("file of the picture, a NUL at its end"))
A3D_SLOTS(IMAGE)
A3D_RECORD_OF(IMAGE, image, "Image", REC_IMAGE)

#define MAP_FIELDS(F, P)                                                     \
    F(P, channel, U16, SAYS("set of texture coordinates"))                   \
    ID_OF(F, P, id, "id")                                                    \
    ID_OF(F, P, imageId, "image")                                            \
    F(P, uOffset, F32, OPTIONAL, FINITE, SAYS("shift across"))               \
    F(P, uScale, F32, OPTIONAL, FINITE, SAYS("scale across"))                \
    F(P, vOffset, F32, OPTIONAL, FINITE, SAYS("shift down"))                 \
    F(P, vScale, F32, OPTIONAL, FINITE, SAYS("scale down"))
A3D_SLOTS(MAP)
A3D_RECORD_OF(MAP, map, "Map", REC_MAP)

#define MATERIAL_FIELDS(F, P)                                \
    ID_OF(F, P, diffuseMapId, "map of the colour")           \
    ID_OF(F, P, glossinessMapId, "map of the glossiness")    \
    ID_OF(F, P, id, "id")                                    \
    ID_OF(F, P, lightMapId, "map of the baked light")        \
    ID_OF(F, P, normalMapId, "map of the normals")           \
    ID_OF(F, P, opacityMapId, "map of the opacity")          \
    ID_OF(F, P, specularMapId, "map of the specular colour")
A3D_SLOTS(MATERIAL)
A3D_RECORD_OF(MATERIAL, material, "Material", REC_MATERIAL)

#define SURFACE_FIELDS(F, P)                          \
    F(P, indexBegin, I32, SAYS("first index"))        \
    ID_OF(F, P, materialId, "material")               \
    F(P, numTriangles, I32, SAYS("triangles, three indices each"))
A3D_SLOTS(SURFACE)
A3D_RECORD_OF(SURFACE, surface, "Surface", REC_SURFACE)

#define MATRIX_FIELDS(F, P)                                                                                    \
    F(P, a, F32, FINITE, PRESET(0x3f800000), SAYS("first row; d is the x of the translation"))                 \
    F(P, b, F32, FINITE) F(P, c, F32, FINITE) F(P, d, F32, FINITE)                                             \
    F(P, e, F32, FINITE, SAYS("second row; h is the y of the translation"))                                    \
    F(P, f, F32, FINITE, PRESET(0x3f800000)) F(P, g, F32, FINITE) F(P, h, F32, FINITE)                         \
    F(P, i, F32, FINITE, SAYS("third row; l is the z of the translation"))                                     \
    F(P, j, F32, FINITE) F(P, k, F32, FINITE, PRESET(0x3f800000)) F(P, l, F32, FINITE)
A3D_SLOTS(MATRIX)
A3D_RECORD_OF(MATRIX, matrix, "Matrix", REC_MATRIX)

#define TRANSFORMATION_FIELDS(F, P) F(P, matrix, OF(matrix), OPTIONAL, SAYS("three rows of four"))
A3D_SLOTS(TRANSFORMATION)
A3D_RECORD_OF(TRANSFORMATION, transformation, "Transformation", REC_TRANSFORMATION)

#define OBJECT_FIELDS(F, P)                                                                     \
    ID_OF(F, P, boundBoxId, "bounding box")                                                     \
    ID_OF(F, P, geometryId, "geometry")                                                         \
    ID_OF(F, P, id, "id")                                                                       \
    F(P, name, NAME, OPTIONAL, SAYS("name, a NUL at its end"))                                  \
    ID_OF(F, P, parentId, "object that this one hangs on")                                      \
    F(P, surfaces, LIST(surface), OPTIONAL, SAYS("ranges of triangles with their materials"))   \
    F(P, transformation, OF(transformation), OPTIONAL, SAYS("placement in the parent"))         \
    F(P, visible, BOOL, OPTIONAL, SAYS("whether it is drawn"))
A3D_SLOTS(OBJECT)
A3D_RECORD_OF(OBJECT, object, "Object", REC_OBJECT)

#define FILE_FIELDS(F, P)                                                                                            \
    F(P, versionMajor, U16, PUBLISH(VERSION), MUST_BE(1), SAYS("major version"))                                     \
    F(P, versionMinor, U16, PUBLISH(USER), IS_BY(0, A3D1_RULE_MINOR), SAYS("minor version"))                                        \
    F(P, mask, READ_BY(a3d_null_mask), SHOWN("$mask"), SAYS("null mask: a bit for each optional field, 1 = absent")) \
    F(P, boxes, LIST(box), OPTIONAL, SAYS("bounding boxes"))                                                         \
    F(P, geometries, LIST(geometry), OPTIONAL, SAYS("vertices and triangles"))                                       \
    F(P, images, LIST(image), OPTIONAL, SAYS("images"))                                                              \
    F(P, maps, LIST(map), OPTIONAL, SAYS("maps: images on a channel"))                                               \
    F(P, materials, LIST(material), OPTIONAL, SAYS("materials"))                                                     \
    F(P, objects, LIST(object), OPTIONAL, SAYS("nodes; those with surfaces are meshes"))
A3D_SLOTS(FILE)
A3D_RECORD_OF(FILE, file, "A3D", REC_FILE)

static const a3d_record *const records[RECORDS] = {
    [REC_FILE] = &file, [REC_BOX] = &box, [REC_GEOMETRY] = &geometry, [REC_INDEX_BUFFER] = &index_buffer,
    [REC_VERTEX_BUFFER] = &vertex_buffer, [REC_IMAGE] = &image, [REC_MAP] = &map, [REC_MATERIAL] = &material,
    [REC_OBJECT] = &object, [REC_SURFACE] = &surface, [REC_TRANSFORMATION] = &transformation, [REC_MATRIX] = &matrix,
};

static const a3d_rule rules[] = {
    {0},
#define RULE(ident, fault, kebab, severity, title, why, source) A3D_RULE_ROW("a3d1", fault, kebab, severity, title, why, source)
#include "formats/a3d1/rules.def"
#undef RULE
};

static const a3d_version versions[] = {{1, "1.0", NULL, true}, {0, NULL, NULL, false}};

/* TrueType fonts start with the same four bytes, and no mask can follow that says less than six bits. */
static int probe(const uint8_t *data, size_t size)
{
    if (size < 2 || data[0] != 0 || data[1] != 1)
        return 0;
    return size > 5 && data[2] == 0 && data[3] == 0 && (data[4] >= 0x80 || data[4] >= 0x20) ? 2 : 1;
}

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    snprintf(out, room, "1.%lld", (long long)doc->vars[A3D_VAR_USER]);
}

const a3d_format a3d_format_a3d1 = {
    .name = "a3d1",
    .title = "Alternativa3D scene, bare (A3D1)",
    .extensions = "a3d",
    .big_endian = true,
    .root = &file,
    .records = records,
    .n_records = RECORDS,
    .rules = rules,
    .n_rules = A3D1_RULES,
    .versions = versions,
    .prefix = A3D_PREFIX_A3D,
    .probe = probe,
    .version_text = version_text,
};
