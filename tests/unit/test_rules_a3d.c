/* Alternativa3D: the records as the constraint table lists them, and facts of decoding that no rule can show. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "lint/lint.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"

/* ---- layouts ---- */

typedef struct layout {
    const char *row, *record, *fields; /* a field is NAME TYPE, with ? when it is optional */
    unsigned bytes, bits;              /* the least that it takes */
} layout;

#define NODE_TAIL "name string?, parentId int64?, transform Transform?, visible bool"

static const layout a3d2_layouts[] = {
    {"A3D-087", "AmbientLight", "boundBoxId int?, color uint, id int64, intensity float, " NODE_TAIL, 17, 4},
    {"A3D-091", "AnimationClip", "id int, loop bool, name string?, objectIDs int64[]?, tracks int[]", 6, 2},
    {"A3D-098", "Track", "id int, keyframes Keyframe[], objectName string", 6, 0},
    {"A3D-103", "Keyframe", "time float, transform Transform", 52, 0},
    {"A3D-107", "Box", "box float[], id int", 5, 0},
    {"A3D-115", "CubeMap", "backId int?, bottomId int?, frontId int?, id int, leftId int?, rightId int?, topId int", 8, 5},
    {"A3D-125", "Decal", "boundBoxId int?, id int64, indexBufferId int, name string?, offset float, parentId int64?, surfaces Surface[], transform Transform?, vertexBuffers int[], visible bool", 19, 4},
    {"A3D-132", "DirectionalLight", "boundBoxId int?, color uint, id int64, intensity float, " NODE_TAIL, 17, 4},
    {"A3D-136", "Image", "id int, url string", 5, 0},
    {"A3D-141", "IndexBuffer", "byteBuffer bytes, id int, indexCount int", 9, 0},
    {"A3D-150", "Joint", "boundBoxId int?, id int64, " NODE_TAIL, 9, 4},
    {"A3D-154", "Map", "channel ushort, id int, imageId int", 10, 0},
    {"A3D-159", "Material", "diffuseMapId int?, glossinessMapId int?, id int, lightMapId int?, normalMapId int?, opacityMapId int?, reflectionCubeMapId int?, specularMapId int?", 4, 7},
    {"A3D-170", "Mesh", "boundBoxId int?, id int64, indexBufferId int, name string?, parentId int64?, surfaces Surface[], transform Transform?, vertexBuffers int[], visible bool", 15, 4},
    {"A3D-177", "Object", "boundBoxId int?, id int64, " NODE_TAIL, 9, 4},
    {"A3D-181", "OmniLight", "attenuationBegin float, attenuationEnd float, boundBoxId int?, color uint, id int64, intensity float, " NODE_TAIL, 25, 4},
    {"A3D-185", "SpotLight", "attenuationBegin float, attenuationEnd float, boundBoxId int?, color uint, falloff float, hotspot float, id int64, intensity float, " NODE_TAIL, 33, 4},
    {"A3D-191", "Sprite", "alwaysOnTop bool, boundBoxId int?, height float, id int64, materialId int?, name string?, originX float, originY float, parentId int64?, perspectiveScale bool, rotation float, transform Transform?, visible bool, width float", 31, 5},
    {"A3D-198", "Skin", "boundBoxId int?, id int64, indexBufferId int, jointBindTransforms JointBindTransform[], joints int64[], name string?, numJoints ushort[], parentId int64?, surfaces Surface[], transform Transform?, vertexBuffers int[], visible bool", 18, 4},
    {"A3D-213", "JointBindTransform", "bindPoseTransform Transform, id int64", 56, 0},
    {"A3D-214", "Matrix", "a float, b float, c float, d float, e float, f float, g float, h float, i float, j float, k float, l float", 48, 0},
    {"A3D-215", "Surface", "indexBegin int, materialId int?, numTriangles int", 8, 1},
    {"A3D-225", "Transform", "matrix Matrix", 48, 0},
    {"A3D-226", "VertexBuffer", "attributes enum[], byteBuffer bytes, id int, vertexCount ushort", 8, 0},
    {"A3D-271", "Layer", "id int, name string?, objects int64[]?", 4, 2},
    {"A3D-275", "Camera", "boundBoxId int?, farClipping float, fov float, id int64, name string?, nearClipping float, orthographic bool, parentId int64?, transform Transform?, visible bool", 22, 4},
    {"A3D-279", "LOD", "boundBoxId int?, distances float[], id int64, name string?, objects int64[], parentId int64?, transform Transform?, visible bool", 11, 4},
};

static const layout a3d1_layouts[] = {
    {"A3D-214", "Matrix", "a float, b float, c float, d float, e float, f float, g float, h float, i float, j float, k float, l float", 48, 0},
    {"A3D-291", "Box", "box float[]?, id Id?", 0, 2},
    {"A3D-295", "Geometry", "id Id?, indexBuffer IndexBuffer?, vertexBuffers VertexBuffer[]?", 0, 3},
    {"A3D-300", "IndexBuffer", "byteBuffer bytes?, indexCount int", 4, 1},
    {"A3D-302", "VertexBuffer", "attributes byte[]?, byteBuffer bytes?, vertexCount ushort", 2, 2},
    {"A3D-308", "Image", "id Id?, url string?", 0, 2},
    {"A3D-312", "Map", "channel ushort, id Id?, imageId Id?, uOffset float?, uScale float?, vOffset float?, vScale float?", 2, 6},
    {"A3D-317", "Material", "diffuseMapId Id?, glossinessMapId Id?, id Id?, lightMapId Id?, normalMapId Id?, opacityMapId Id?, specularMapId Id?", 0, 7},
    {"A3D-326", "Object", "boundBoxId Id?, geometryId Id?, id Id?, name string?, parentId ParentId?, surfaces Surface[]?, transformation Transformation?, visible bool?", 0, 8},
    {"A3D-336", "Surface", "indexBegin int, materialId Id?, numTriangles int", 8, 1},
    {"A3D-338", "Transformation", "matrix Matrix?", 0, 1},
};

/* Names of the table for what is one record here. */
static const char *record_name(const char *name)
{
    return strcmp(name, "AmbientLight") == 0 || strcmp(name, "DirectionalLight") == 0 ? "Light" : name;
}

static const a3d_record *record_of(const a3d_format *format, const char *name)
{
    for (unsigned i = 0; i < format->n_records; i++)
        if (strcmp(format->records[i]->name, record_name(name)) == 0)
            return format->records[i];
    fail_msg("%s has no record %s", format->name, name);
    return NULL;
}

typedef struct least {
    unsigned bytes, bits;
} least;

static const char *const scalar_names[A3D_TYPES] = {"", "byte", "bool", "ushort", "", "uint", "int", "int64", "float"};

static least least_of(const a3d_record *record);

/* The type of a row in the words of the table. */
static void type_text(const a3d_row *row, char *out, size_t room)
{
    const a3d_shape *s = &row->shape;
    if (s->kind == A3D_SCALAR)
        snprintf(out, room, "%s", scalar_names[s->type]);
    else if (s->kind == A3D_ARRAY)
        snprintf(out, room, "%s%s", s->text ? "string" : s->type == A3D_U8 ? "bytes" : scalar_names[s->type],
                 s->text || s->type == A3D_U8 ? "" : "[]");
    else
        snprintf(out, room, "%s%s", s->record->name, s->kind == A3D_VECTOR ? "[]" : "");
}

/* Types of the table that are the same on the wire. */
static bool same_type(const char *stated, const char *found)
{
    size_t n = strcspn(stated, "[?");
    if (strncmp(stated, "enum", 4) == 0)
        return strcmp(found, "int[]") == 0;
    if (strncmp(stated, "Id", n) == 0 || strncmp(stated, "ParentId", n) == 0)
        return strcmp(found, "uint") == 0;
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)n, stated);
    size_t m = strlen(record_name(name));
    return strncmp(found, record_name(name), m) == 0 && strcmp(found + m, stated[n] == '[' ? "[]" : "") == 0;
}

/* Rows that no file has unless another reading is asked for. */
static bool is_usual(const a3d_row *row)
{
    return row->gate.branches == 0 || (row->gate.branches & A3D2_USUAL) != 0;
}

static least least_of(const a3d_record *record)
{
    least sum = {0, 0};
    for (unsigned i = 0; i < record->n_rows; i++) {
        const a3d_row *row = &record->rows[i];
        least part = {1, 0};
        if (!is_usual(row))
            continue;
        if (row->shape.kind == A3D_SCALAR)
            part.bytes = a3d_width(row->shape.type);
        else if (row->shape.kind == A3D_RECORD)
            part = least_of(row->shape.record);
        sum.bytes += row->optional ? 0 : part.bytes;
        sum.bits += row->optional ? 1 : part.bits;
    }
    return sum;
}

static void check_layout(const a3d_format *format, const layout *l, unsigned skip)
{
    const a3d_record *record = record_of(format, l->record);
    const char *p = l->fields;
    for (unsigned i = skip; i < record->n_rows; i++) {
        const a3d_row *row = &record->rows[i];
        char name[40], stated[40], found[60];
        int n = 0;
        if (!is_usual(row))
            continue;
        if (sscanf(p, "%39s %39[^,]%n", name, stated, &n) != 2)
            fail_msg("%s: %s has a field %s too many", l->row, l->record, row->name);
        p += n + (p[n] == ',');
        type_text(row, found, sizeof found);
        bool optional = stated[strlen(stated) - 1] == '?';
        if (strcmp(name, row->name) != 0 || !same_type(stated, found) || optional != row->optional)
            fail_msg("%s: %s.%s is %s%s, the table says %s %s", l->row, l->record, row->name, found, row->optional ? "?" : "", name, stated);
    }
    assert_string_equal(p, "");
    if (skip == 0) {
        assert_int_equal(least_of(record).bytes, l->bytes);
        assert_int_equal(least_of(record).bits, l->bits);
    }
}

static void test_layouts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof a3d2_layouts / sizeof *a3d2_layouts; i++)
        check_layout(&a3d_format_a3d2, &a3d2_layouts[i], 0);
    for (size_t i = 0; i < sizeof a3d1_layouts / sizeof *a3d1_layouts; i++)
        check_layout(&a3d_format_a3d1, &a3d1_layouts[i], 0);
}

/* A3D-027, A3D-288: version and mask, then six lists. A3D-026, A3D-040, A3D-076 to A3D-078, A3D-269, A3D-270: mask
 * and version, then 19 lists; skins stand before spotLights; one more from 2.4 on, two more from 2.5 on. */
static void test_roots(void **state)
{
    (void)state;
    static const layout bare = {"A3D-288", "A3D", "boxes Box[]?, geometries Geometry[]?, images Image[]?, maps Map[]?, materials Material[]?, objects Object[]?", 0, 6};
    static const layout scene = {"A3D-076", "A3D2",
        "ambientLights AmbientLight[]?, animationClips AnimationClip[]?, animationTracks Track[]?, boxes Box[]?, cubeMaps CubeMap[]?, "
        "decals Decal[]?, directionalLights DirectionalLight[]?, images Image[]?, indexBuffers IndexBuffer[]?, joints Joint[]?, maps Map[]?, "
        "materials Material[]?, meshes Mesh[]?, objects Object[]?, omniLights OmniLight[]?, skins Skin[]?, spotLights SpotLight[]?, "
        "sprites Sprite[]?, vertexBuffers VertexBuffer[]?, layers Layer[]?, cameras Camera[]?, lods LOD[]?", 0, 22};
    check_layout(&a3d_format_a3d1, &bare, 3);
    check_layout(&a3d_format_a3d2, &scene, 3);
    const a3d_record *root = record_of(&a3d_format_a3d2, "A3D2");
    assert_int_equal(root->rows[3 + 18].gate.since, 0);
    assert_int_equal(root->rows[3 + 19].gate.since, 4);
    assert_int_equal(root->rows[3 + 20].gate.since, 5);
    assert_int_equal(root->rows[3 + 21].gate.since, 5);
}

/* ---- bytes written by hand ---- */

static const char *judged(build *b, const a3d_format *format, const void *bytes, size_t size)
{
    build_read(b, format, bytes, size, 0);
    return build_findings(b->doc);
}
#define JUDGED(b, format, text) judged(b, format, text, sizeof(text) - 1)

/* A3D-032, A3D-036 to A3D-039, A3D-057, A3D-079: a mask of one byte length and two bytes, first bit 0x80. Boxes are
 * absent, geometries empty, images has one element whose url is absent; id is 1, big-endian. */
static void test_long_mask(void **state)
{
    (void)state;
    build b;
    JUDGED(&b, &a3d_format_a3d1, "\0\1\0\0" "\x82\x8f\x00" "\x00" "\x01\0\0\0\1");
    const a3d_doc *doc = b.doc;
    uint32_t boxes = a3d_field(doc, doc->root, 3);
    assert_int_equal(a3d_at(doc, boxes)->state, A3D_ABSENT);
    assert_int_equal(a3d_at(doc, boxes + 1)->state, A3D_PRESENT);
    assert_int_equal(a3d_at(doc, boxes + 1)->v.at.count, 0);
    uint32_t image = a3d_at(doc, boxes + 2)->v.at.first;
    assert_int_equal(a3d_at(doc, boxes + 2)->v.at.count, 1);
    assert_int_equal(a3d_value(doc, image, 0), 1);
    assert_int_equal(a3d_at(doc, a3d_field(doc, image, 1))->state, A3D_ABSENT);
    assert_int_equal(doc->mask.room, 16);
    assert_int_equal(doc->mask.used, 8);
    build_free(&b);
}

/* A3D-033, A3D-034: the length of 22 bits. */
static void test_longest_mask(void **state)
{
    (void)state;
    build b;
    JUDGED(&b, &a3d_format_a3d1, "\0\1\0\0" "\xc0\0\1\xfc");
    assert_int_equal(b.doc->mask.header, 24);
    assert_int_equal(b.doc->mask.room, 8);
    build_free(&b);
}

/* A3D-052, A3D-053: the longest length is 22 bits long, so nothing longer can be said. */
static void test_longest_count(void **state)
{
    (void)state;
    build b;
    const char *found = JUDGED(&b, &a3d_format_a3d1, "\0\1\0\0" "\x20\xf8\xff\xff\xff");
    assert_non_null(strstr(found, "4194303"));
    build_free(&b);
}

/* A3D-072 to A3D-074: the version decides which lists there are. */
static void test_parts(void **state)
{
    static const struct {
        uint32_t version;
        unsigned bits;
    } parts[] = {{0, 19}, {4, 20}, {5, 22}, {6, 22}};
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        build b;
        build_make(&b, &a3d_format_a3d2, parts[i].version, WORDS("boxes.$present=no"));
        assert_int_equal(b.doc->mask.used, parts[i].bits);
        build_free(&b);
    }
}

/* A3D-075, A3D-232, A3D-233: the same position (1 2 3), as floats and as words; the box holds it only when it is
 * read in the right order and coding. */
static void check_position(uint32_t version, const char *bytes, const char *box, bool inside)
{
    build b;
    build_make(&b, &a3d_format_a3d2, version,
               WORDS("indexBuffers+={id=1,indexCount=3,byteBuffer=hex:000000000000}",
                     "vertexBuffers+={id=1,attributes={POSITION,TEXCOORD},vertexCount=1}", bytes, box,
                     "meshes+={boundBoxId=1,id=1,indexBufferId=1,surfaces+={numTriangles=1},vertexBuffers={1},visible=1}"));
    bool told = strstr(build_findings(b.doc), "box-contains") != NULL;
    if (told == inside)
        fail_msg("version %u: %s", (unsigned)version, build_findings(b.doc));
    build_free(&b);
}

static void test_vertices(void **state)
{
    (void)state;
    static const char floats[] = "vertexBuffers[0].byteBuffer=hex:0000803f00000040000040400000803f0000803f";
    static const char words[] = "vertexBuffers[0].byteBuffer=hex:3c00400042003c003c00";
    check_position(5, floats, "boxes+={box={1,2,3,1,2,3},id=1}", true);
    check_position(5, floats, "boxes+={box={1,2,1,1,2,2},id=1}", false);
    check_position(6, words, "boxes+={box={1,2,3,1,2,3},id=1}", true);
    check_position(6, words, "boxes+={box={1,2,1,1,2,2},id=1}", false);
    /* 0000 is 2^-15, 8001 is negative, 7c00 is 65536 */
    check_position(6, "vertexBuffers[0].byteBuffer=hex:000080017c003c003c00", "boxes+={box={0,-0.0001,65536,0,0,65536},id=1}", true);
}

/* `wanted` is the rule and place of the only finding about parents; NULL: there is none. */
static void expect_parents(const char *const *words, const char *wanted)
{
    build b;
    build_make(&b, &a3d_format_a3d2, 5, words);
    const char *all = build_findings(b.doc), *found = strstr(all, "a3d2/parent-");
    if (wanted == NULL ? found != NULL : found == NULL || strncmp(found, wanted, strlen(wanted)) != 0)
        fail_msg("expected %s among\n%s", wanted != NULL ? wanted : "nothing about parents", all);
    build_free(&b);
}

/* A3D-081, A3D-082: kinds that share an id hide each other in the loader: meshes hide lights, which hide objects. */
static void test_shared_parents(void **state)
{
#define NODE(list, id, parent) list "+={id=" #id ",parentId=" #parent ",visible=1}"
    (void)state;
    static const char light[] = "ambientLights+={id=1,visible=1}", camera[] = "cameras+={id=1,visible=1}";
    expect_parents(WORDS(light, NODE("meshes", 1, 1)), "a3d2/parent-self meshes[0].parentId");
    expect_parents(WORDS(light, NODE("objects", 1, 1)), NULL);
    expect_parents(WORDS(camera, NODE("objects", 1, 1)), "a3d2/parent-self objects[0].parentId");
    expect_parents(WORDS(light, NODE("meshes", 1, 2), NODE("objects", 2, 1)), "a3d2/parent-cycle meshes[0].parentId");
    expect_parents(WORDS(light, "meshes+={id=1,visible=1}", NODE("meshes", 2, 1), "objects+={id=2,visible=1}"), NULL);
    /* what the loader takes is unknown: an id that is repeated in its list, or of a joint and an object */
    expect_parents(WORDS(light, NODE("meshes", 1, 1), NODE("meshes", 1, 1)), NULL);
    expect_parents(WORDS(NODE("joints", 1, 1), "objects+={id=1,visible=1}"), NULL);
#undef NODE
}

/* A3D-086, A3D-101: names of all kinds of nodes are looked at. */
static void test_names(void **state)
{
    (void)state;
    static const char *const lists[] = {"ambientLights", "decals", "directionalLights", "joints", "meshes", "objects",
                                        "omniLights", "skins", "spotLights", "sprites", "cameras", "lods"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char empty[80], named[80], wanted[80];
        const char *other = i == 0 ? "objects+={id=2,name=\"twice\",visible=1}" : "ambientLights+={id=2,name=\"twice\",visible=1}";
        snprintf(empty, sizeof empty, "%s+={id=1,name=\"\",visible=1}", lists[i]);
        snprintf(named, sizeof named, "%s+={id=1,name=\"twice\",visible=1}", lists[i]);
        snprintf(wanted, sizeof wanted, "a3d2/name-empty %s[0].name", lists[i]);
        build b;
        build_make(&b, &a3d_format_a3d2, 5, WORDS(empty));
        if (strstr(build_findings(b.doc), wanted) == NULL)
            fail_msg("expected %s among\n%s", wanted, build_findings(b.doc));
        build_free(&b);
        build_make(&b, &a3d_format_a3d2, 5, WORDS(named, other, "animationTracks+={id=1,objectName=\"twice\"}"));
        if (strstr(build_findings(b.doc), "a3d2/track-target-unique animationTracks[0].objectName") == NULL)
            fail_msg("%s: expected two nodes of that name among\n%s", lists[i], build_findings(b.doc));
        build_free(&b);
    }
}

/* A3D-113: no list that is referred to by ids may use the one that stands for none. */
static void test_ids(void **state)
{
    (void)state;
    static const char *const lists[] = {"boxes", "cubeMaps", "maps", "materials"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (int id = -1; id < 2; id++) {
            char add[80], wanted[80];
            build b;
            snprintf(add, sizeof add, "%s+={id=%d}", lists[i], id);
            snprintf(wanted, sizeof wanted, "a3d2/id-minus-one %s[0].id", lists[i]);
            build_make(&b, &a3d_format_a3d2, 6, WORDS(add));
            bool found = strstr(build_findings(b.doc), wanted) != NULL;
            if (found != (id == -1))
                fail_msg("%s among\n%s", wanted, build_findings(b.doc));
            build_free(&b);
        }
    }
}

/* A3D-002, A3D-003: the first bytes decide. */
static void test_starts(void **state)
{
    (void)state;
    assert_int_equal(a3d_format_a3d2.probe((const uint8_t *)"\0\1\0\0\x3f\xff", 6), 0);
    assert_int_equal(a3d_format_a3d1.probe((const uint8_t *)"\0\1\0\0\x3f\xff", 6), 2);
    assert_int_equal(a3d_format_a3d1.probe((const uint8_t *)"\1\0\0\0\x3f\xff", 6), 0);
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_detected kind = a3d_detect(&arena, (const uint8_t *)"A3D\0\3\0\0\0", 8, &(a3d_options){.name = "x.a3d"});
    assert_non_null(kind.format);
    assert_string_equal(kind.format->name, "tanki");
    a3d_arena_free(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts),  cmocka_unit_test(test_roots),         cmocka_unit_test(test_long_mask),
        cmocka_unit_test(test_longest_mask), cmocka_unit_test(test_longest_count), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_vertices), cmocka_unit_test(test_shared_parents),
        cmocka_unit_test(test_starts),   cmocka_unit_test(test_names), cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
