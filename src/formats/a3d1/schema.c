/* schema.c - the tables of A3D1, built from the records in records.h */
#include "formats/a3d1/a3d1.h"
#include "formats/a3d1/records.h"
#include "model/rules.h"

#include <stdio.h>
#include <string.h>

/* Readers skip 3 and 4. */
static const a3d_name attributes[] = {{0, "POSITION"}, {1, "NORMAL"}, {2, "TANGENT4"}, {5, "TEXCOORD"}, {0, NULL}};

A3D_RECORD_WITH(BOX, box, "Box", REC_BOX, RELATION(COUNT_TERM(BOX_box), EQ, NUMBER(6), A3D1_RULE_BOX_COUNT))
A3D_RECORD_OF(INDEX_BUFFER, index_buffer, "IndexBuffer", REC_INDEX_BUFFER)
A3D_RECORD_WITH(VERTEX_BUFFER, vertex_buffer, "VertexBuffer", REC_VERTEX_BUFFER,
                RELATION(COUNT_TERM(VERTEX_BUFFER_attributes), GE, NUMBER(1), A3D1_RULE_ATTRIBUTES_EMPTY))
A3D_RECORD_OF(GEOMETRY, geometry, "Geometry", REC_GEOMETRY)
A3D_RECORD_OF(IMAGE, image, "Image", EACH(REC_IMAGE, IMAGES))
A3D_RECORD_OF(MAP, map, "Map", REC_MAP)
A3D_RECORD_OF(MATERIAL, material, "Material", EACH(REC_MATERIAL, MATERIALS))
A3D_RECORD_OF(SURFACE, surface, "Surface", REC_SURFACE)
A3D_RECORD_OF(MATRIX, matrix, "Matrix", REC_MATRIX)
A3D_RECORD_OF(TRANSFORMATION, transformation, "Transformation", REC_TRANSFORMATION)
A3D_RECORD_OF(OBJECT, object, "Object", REC_OBJECT)
A3D_RECORD_OF(FILE, file, "A3D", REC_FILE)

static const a3d_record *const records[RECORDS] = {
    [REC_FILE] = &file, [REC_BOX] = &box, [REC_GEOMETRY] = &geometry, [REC_INDEX_BUFFER] = &index_buffer,
    [REC_VERTEX_BUFFER] = &vertex_buffer, [REC_IMAGE] = &image, [REC_MAP] = &map, [REC_MATERIAL] = &material,
    [REC_OBJECT] = &object, [REC_SURFACE] = &surface, [REC_TRANSFORMATION] = &transformation, [REC_MATRIX] = &matrix,
};

static const a3d_rule rules[] = {
    A3D_NO_RULE("a3d1")
#define RULE(ident, fault, kebab, severity, title, why, ...) \
    A3D_RULE_ROW("a3d1", fault, kebab, severity, title, why, __VA_ARGS__)
#include "formats/a3d1/rules.def"
#undef RULE
};

static const a3d_version versions[] = {{1, "1.0", NULL, true}, {0, NULL, NULL, false}};

/* TrueType fonts start with the same four bytes, but no null mask can follow with fewer than six bits. */
static int probe(const uint8_t *data, size_t size)
{
    if (size < 2 || data[0] != 0 || data[1] != 1)
        return 0;
    return size > 5 && data[2] == 0 && data[3] == 0 && (data[4] >= 0x80 || data[4] >= 0x20) ? 2 : 1;
}

/* Four bytes are fixed, and few masks are short. */
static bool starts(const uint8_t *data, size_t size)
{
    return probe(data, size) == 2;
}

/* Versions 1 and 0 are the only magic. If more than one byte of it is wrong, the rest of the file must prove it. */
static size_t heads_of(const uint8_t *data, size_t size, a3d_head heads[A3D_HEADS])
{
    enum { PROOF = 64 };
    static const uint8_t start[4] = {0, 1, 0, 0};
    unsigned wrong = 0;
    if (size < 8)
        return 0;
    for (unsigned i = 0; i < 4; i++)
        wrong += data[i] != start[i];
    bool lost = memcmp(data, start + 1, 3) == 0;
    heads[0] = (a3d_head){.bytes = {0, 1, 0, 0}, .size = 4, .replaced = lost ? 3 : 4};
    return wrong == 1 || lost || (wrong > 1 && size >= PROOF);
}

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    snprintf(out, room, "1.%lld", (long long)doc->vars[A3D_VAR_USER]);
}

#define A3D_FAMILY "a3d1"
#define A3D_READERS "formats/a3d1/readers.def"
#define A3D_TWINS "formats/a3d1/twins.def"
#include "model/lists.def"

const a3d_format a3d_format_a3d1 = {
    .name = "a3d1",
    .title = "Alternativa3D scene, bare (A3D1)",
    .extensions = "a3d",
    .big_endian = true,
    .sparse = true,
    .root = &file,
    .records = records,
    .n_records = RECORDS,
    .rules = rules,
    .n_rules = A3D1_RULES,
    .twins = twins,
    .versions = versions,
    .compats = compats,
    .quirks = quirks,
    .prefix = A3D_PREFIX_A3D,
    .probe = probe,
    .starts = starts,
    .heads = heads_of,
    .examine = a3d1_check,
    .version_text = version_text,
    .choose = a3d_a3d1_choose,
    .repair = a3d_a3d1_repair,
    .scene = a3d1_scene,
};
