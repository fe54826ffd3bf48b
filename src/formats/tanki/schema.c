/* schema.c - the tables of Tanki Online A3D.
 *
 * Little-endian; blocks with an id and a length inside one root block. Version 2 ends strings with a NUL and aligns
 * nothing. Version 3 counts strings, and pads them and index lists to four bytes. */
#include "base/text.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"
#include "formats/tanki/tanki.h"
#include "model/doc.h"
#include "model/rules.h"

#include <stdio.h>
#include <string.h>

A3D_RECORD_OF(VEC2, vec2, "Vec2", REC_VEC2)
A3D_RECORD_OF(VEC3, vec3, "Vec3", REC_VEC3)
A3D_RECORD_OF(VEC4, vec4, "Vec4", REC_VEC4)
A3D_RECORD_OF(COLOR, color, "Color", REC_COLOR)
A3D_RECORD_OF(MATERIAL, material, "Material", EACH(REC_MATERIAL, MATERIALS))
A3D_RECORD_OF(MATERIALS, materials_block, "Materials", REC_MATERIALS)
A3D_DECLARE(mesh)
static const a3d_name buffer_types[] = {{1, "position"}, {2, "uv1"},     {3, "normal"}, {4, "uv2"},
                                        {5, "color"},    {6, "normal2"}, {0, NULL}};
A3D_RECORD_OF(BUFFER, buffer, "Buffer", REC_BUFFER)
A3D_RECORD_WITH(SUBMESH, submesh, "Submesh", REC_SUBMESH,
                RELATION(COUNT_TERM(SUBMESH_indices), NE, NUMBER(0), TANKI_RULE_TRIANGLES_NONE))
A3D_RECORD_WITH(MESH, mesh, "Mesh", EACH(REC_MESH, MESHES),
                RELATION(VALUE_TERM(MESH_vertexCount), NE, NUMBER(0), TANKI_RULE_VERTICES_NONE),
                RELATION(COUNT_TERM(MESH_submeshes), NE, NUMBER(0), TANKI_RULE_SUBMESHES_NONE))
A3D_RECORD_OF(MESHES, meshes_block, "Meshes", REC_MESHES)
A3D_RECORD_WITH(TRANSFORM, transform, "Transform", REC_TRANSFORM,
                RELATION(COUNT_TERM(TRANSFORM_name), NE, NUMBER(0), TANKI_RULE_TRANSFORM_UNNAMED))
A3D_DECLARE(transforms_block)
A3D_RECORD_OF(TRANSFORMS, transforms_block, "Transforms", REC_TRANSFORMS)
A3D_RECORD_WITH(OBJECT, object, "Object", REC_OBJECT,
                RELATION(COUNT_TERM(OBJECT_name), NE, NUMBER(0), TANKI_RULE_OBJECT_UNNAMED))
A3D_RECORD_OF(OBJECTS, objects_block, "Objects", REC_OBJECTS)
A3D_RECORD_OF(ROOT, root_block, "Root", REC_ROOT)
A3D_RECORD_OF(FILE, file, "File", REC_FILE)

static const a3d_record *const records[RECORDS] = {
    [REC_FILE] = &file, [REC_ROOT] = &root_block, [REC_MATERIALS] = &materials_block, [REC_MATERIAL] = &material,
    [REC_MESHES] = &meshes_block, [REC_MESH] = &mesh, [REC_BUFFER] = &buffer, [REC_SUBMESH] = &submesh,
    [REC_TRANSFORMS] = &transforms_block, [REC_TRANSFORM] = &transform, [REC_OBJECTS] = &objects_block,
    [REC_OBJECT] = &object, [REC_VEC2] = &vec2, [REC_VEC3] = &vec3, [REC_VEC4] = &vec4, [REC_COLOR] = &color,
};

static const a3d_rule rules[] = {
    A3D_NO_RULE("tanki")
#define RULE(ident, fault, kebab, severity, title, why, ...) \
    A3D_RULE_ROW("tanki", fault, kebab, severity, title, why, __VA_ARGS__)
#include "formats/tanki/rules.def"
#undef RULE
};

static const a3d_version versions[] = {
    {1, "1", NULL, false}, {2, "2", NULL, true}, {3, "3", NULL, true}, {0, NULL, NULL, false}};

static int probe(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data, "A3D", 4) == 0 ? 3 : 0;
}

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    snprintf(out, room, "%lld", (long long)doc->vars[A3D_VAR_VERSION]);
}

#define A3D_FAMILY "tanki"
#define A3D_READERS "formats/tanki/readers.def"
#define A3D_TWINS "formats/tanki/twins.def"
#include "model/lists.def"

static void writer(const a3d_doc *doc, int zlib_level, a3d_text *out)
{
    const a3d_node *radius = a3d_first_of(doc, &MESH_ROWS[MESH_radius]);
    (void)zlib_level;
    if (radius != NULL && radius->v.i == 0)
        a3d_puts(out, "like the add-on for Blender (radius 0)");
}

const a3d_format a3d_format_tanki = {
    .name = "tanki",
    .title = "Tanki Online model (A3D\\0)",
    .extensions = "a3d",
    .root = &file,
    .records = records,
    .n_records = RECORDS,
    .rules = rules,
    .n_rules = TANKI_RULES,
    .twins = twins,
    .versions = versions,
    .compats = compats,
    .quirks = quirks,
    .prefix = A3D_PREFIX_U32,
    .probe = probe,
    .examine = a3d_tanki_examine,
    .version_text = version_text,
    .writer = writer,
    .choose = a3d_tanki_choose,
    .repair = a3d_tanki_repair,
    .scene = a3d_tanki_scene,
};
