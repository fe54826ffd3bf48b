/* Tanki A3D: the layout of each record in both versions, byte for byte; rules about objects. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "formats/tanki/tanki.h"

/* Nothing but notes. */
static void expect_notes(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity >= A3D_WARNING)
            fail_msg("expected notes at most, but found\n%s", build_findings(doc));
}

/* The payload of one child block, found by walking over those before it. */
static const uint8_t *payload(const build *b, unsigned block, uint32_t *size)
{
    const uint8_t *p = b->bytes + 16;
    for (;; block--) {
        *size = (uint32_t)(p[4] | p[5] << 8 | p[6] << 16);
        if (block == 0)
            return p + 8;
        p += 8 + *size;
    }
}

static void holds(uint32_t version, const char *const *words, unsigned block, const char *bytes, uint32_t size)
{
    build b;
    uint32_t n;
    build_make(&b, &a3d_format_tanki, version, words);
    const uint8_t *p = payload(&b, block, &n);
    assert_int_equal(n, size);
    assert_memory_equal(p, bytes, size);
    build_free(&b);
}
#define HOLDS(version, block, bytes, ...) holds(version, WORDS(__VA_ARGS__), block, bytes, sizeof bytes - 1)

#define F1 "\x00\x00\x80\x3f"
#define F2 "\x00\x00\x00\x40"
#define F3 "\x00\x00\x40\x40"
#define F4 "\x00\x00\x80\x40"
#define W(n) n "\0\0\0"

/* TANKI-006, TANKI-030, TANKI-038, TANKI-039 */
static void materials(void **state)
{
    (void)state;
    HOLDS(2, 0, W("\1") "ab\0" F1 F2 F3 "c\0", "materials+={name=\"ab\",color={r=1,g=2,b=3},diffuseMap=\"c\"}");
    HOLDS(3, 0, W("\1") W("\2") "ab\0\0" F1 F2 F3 W("\1") "c\0\0\0", "materials+={name=\"ab\",color={r=1,g=2,b=3},diffuseMap=\"c\"}");
}

/* TANKI-030, TANKI-045, TANKI-046, TANKI-062, TANKI-072, TANKI-073 */
static void meshes(void **state)
{
    (void)state;
    HOLDS(2, 1, W("\1") W("\1") W("\1") W("\1") F1 F2 F3 W("\1") W("\1") "\0\0\0\0\0\0" W("\7") "\xff\xff",
          "meshes+={vertexCount=1,buffers+={type=position,vertices[0]={x=1,y=2,z=3}},submeshes+={indices={0,0,0},smoothing={7}}}");
    HOLDS(3, 1, W("\1") W("\0") F1 F2 F3 F1 F2 F3 F4 W("\1") W("\1") W("\1") F1 F2 F3 W("\1") W("\3") "\0\0\0\0\0\0\0\0",
          "meshes+={boundsMin={x=1,y=2,z=3},boundsMax={x=1,y=2,z=3},radius=4,vertexCount=1,"
          "buffers+={type=position,vertices[0]={x=1,y=2,z=3}},submeshes+={indices={0,0,0}}}");
}

/* TANKI-062 */
static void buffer_widths(void **state)
{
    static const struct {
        const char *type;
        uint32_t width;
    } types[] = {{"position", 3}, {"uv1", 2}, {"normal", 3}, {"uv2", 2}, {"color", 4}, {"normal2", 3}};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char word[80];
        build b;
        uint32_t size;
        snprintf(word, sizeof word, "meshes+={vertexCount=5,buffers+={type=%s}}", types[i].type);
        build_make(&b, &a3d_format_tanki, 2, WORDS(word));
        payload(&b, 1, &size);
        assert_int_equal(size, 4 + 4 + 4 + 4 + 5 * 4 * types[i].width + 4);
        build_free(&b);
    }
}

/* TANKI-084, TANKI-085, TANKI-087 */
static void transforms(void **state)
{
    (void)state;
    HOLDS(2, 2, W("\1") F1 F2 F3 F1 F2 F3 F4 F1 F2 F3 W("\0"),
          "transforms+={position={x=1,y=2,z=3},rotation={x=1,y=2,z=3,w=4},scale={x=1,y=2,z=3}}");
    HOLDS(3, 2, W("\1") W("\1") "t\0\0\0" F1 F2 F3 F1 F2 F3 F4 F1 F2 F3 "\xff\xff\xff\xff",
          "transforms+={name=\"t\",position={x=1,y=2,z=3},rotation={x=1,y=2,z=3,w=4},scale={x=1,y=2,z=3}}", "transforms.parents={-1}");
}

/* TANKI-102, TANKI-103 */
static void objects(void **state)
{
    (void)state;
    HOLDS(2, 3, W("\1") "o\0" W("\2") W("\3"), "objects+={name=\"o\",mesh=2,transform=3}");
    HOLDS(3, 3, W("\1") W("\2") W("\3") W("\2") W("\4") "\xff\xff\xff\xff", "objects+={mesh=2,transform=3,materials={4,-1}}");
}

/* TANKI-027: with content of any length, blocks of version 3 follow each other without padding between them. */
static void blocks_need_no_padding(void **state)
{
    static const char *const names[] = {"a", "ab", "abc", "abcd"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char word[60];
        build b;
        uint32_t size;
        snprintf(word, sizeof word, "materials+={name=\"%s\"}", names[i]);
        build_make(&b, &a3d_format_tanki, 3, WORDS(word));
        expect_notes(b.doc);
        payload(&b, 0, &size);
        assert_int_equal(size % 4, 0);
        build_free(&b);
    }
}

/* So many vertices in a row, each with a place of its own and the second normal 0, 0, 1. */
static void make_row(build *b, unsigned n, char axis)
{
    char word[120];
    build_fresh(b, &a3d_format_tanki, 3, 0);
    snprintf(word, sizeof word, "meshes+={vertexCount=%u,buffers+={type=position},buffers+={type=normal2,vertices[*].z=1}}", n);
    build_edit(b, WORDS(word));
    for (unsigned i = 0; i < n; i++) {
        snprintf(word, sizeof word, "meshes[0].buffers[0].vertices[%u].%c=%u", i, axis, i);
        build_edit(b, WORDS(word));
    }
}

/* What is found of shared places when the file is read again. */
static void expect_shared(build *b, const char *expected)
{
    build again;
    unsigned found = 0;
    build_encode(b, A3D_FAITHFUL);
    build_again(&again, b, 0);
    for (size_t i = 0; i < again.doc->n_findings; i++) {
        const a3d_finding *f = &again.doc->findings[i];
        if (strcmp(f->rule->id, "tanki/normal2-shared") != 0)
            continue;
        assert_non_null(expected);
        assert_string_equal(f->message, expected);
        found++;
    }
    assert_int_equal(found, expected != NULL);
    build_free(&again);
}

/* TANKI-069: along each axis, for few vertices and for many, the last is compared with the one at its place. */
static void normals_at_one_place(void **state)
{
    static const unsigned sizes[] = {3, 17, 300};
    (void)state;
    for (unsigned k = 0; k < 9; k++) {
        unsigned n = sizes[k / 3], middle = n / 2;
        char word[120], message[160];
        build b;
        make_row(&b, n, "xyz"[k % 3]);
        expect_shared(&b, NULL);
        snprintf(word, sizeof word, "meshes[0].buffers[1].vertices[%u]={x=1,z=0}", n - 1);
        build_edit(&b, WORDS(word));
        expect_shared(&b, NULL);
        snprintf(word, sizeof word, "meshes[0].buffers[0].vertices[%u].%c=%u", n - 1, "xyz"[k % 3], middle);
        build_edit(&b, WORDS(word));
        snprintf(message, sizeof message, "normal2 of vertex %u differs from that of vertex %u; expected the same, "
                 "because they share a position", n - 1, middle);
        expect_shared(&b, message);
        snprintf(word, sizeof word, "meshes[0].buffers[1].vertices[%u]={x=0,z=1}", n - 1);
        build_edit(&b, WORDS(word));
        expect_shared(&b, NULL);
        build_free(&b);
    }
}

/* ---- TANKI-109 to TANKI-113, TANKI-044: what objects share and what is unused ---- */

#define TRIANGLE "vertexCount=3,buffers+={type=position,vertices[1].x=1,vertices[2].y=1},submeshes+={indices={0,1,2}}"
#define MESH "meshes+={" TRIANGLE "}"
#define TRANSFORM "transforms+={name=\"t\",rotation={w=1},scale={x=1,y=1,z=1}}"
#define TWO MESH, MESH, TRANSFORM, TRANSFORM, "transforms.parents={-1,-1}", "objects+=2", "objects[1].mesh=1", \
    "objects[1].transform=1"

static const twins list[] = {
    {"more materials than submeshes", .version = 3, .both = WORDS(TWO, "objects[1].materials={-1}"),
     .bad = WORDS("objects[1].materials={-1,-1,-1}"), .good = WORDS("objects[0].materials={-1}"),
     .findings = "tanki/object-materials objects[0].materials file+368/4 is 0 not 1\n"
                 "tanki/object-materials objects[1].materials file+380/16 is 3 not 1"},
    {"a shared mesh", .version = 3, .both = WORDS(TWO), .bad = WORDS("objects[1].mesh=0"),
     .findings = "tanki/mesh-shared objects[1].mesh file+372/4 is 0\n"
                 "tanki/mesh-unused meshes[1] file+136/96"},
    {"a shared transform", .version = 3, .both = WORDS(TWO), .bad = WORDS("objects[1].transform=0"),
     .findings = "tanki/transform-shared objects[1].transform file+376/4 is 0"},
    {"transforms in another order", .version = 3, .both = WORDS(TWO),
     .bad = WORDS("objects[0].transform=1", "objects[1].transform=0"),
     .findings = "tanki/object-order objects[1].transform file+376/4 is 0"},
    {"an unused material, version 2", .version = 2,
     .both = WORDS(MESH, "materials+=2", "meshes[0].submeshes[0].material=1"),
     .good = WORDS("meshes[0].submeshes+={indices={0,1,2},material=0}"),
     .findings = "tanki/material-unused materials[0] file+28/14"},
    {"bounds of a mesh without vertices", .version = 3,
     .both = WORDS("meshes+={buffers+={type=position}}", "objects+={}", "transforms+={}", "transforms.parents={-1}"),
     .bad = WORDS("meshes[0].boundsMin.y=1"), .good = WORDS("meshes[0].boundsMin.y=0"),
     .findings = "tanki/bounds-order meshes[0].boundsMin file+44/12"},
    {"bounds of a mesh without positions", .version = 3,
     .both = WORDS("meshes+={}", "objects+={}", "transforms+={}", "transforms.parents={-1}"),
     .bad = WORDS("meshes[0].boundsMin.y=1"), .good = WORDS("meshes[0].boundsMin.y=0"),
     .findings = "tanki/bounds-order meshes[0].boundsMin file+44/12"},
    {"an unused material, version 3", .version = 3, .both = WORDS(TWO, "materials+=2"),
     .bad = WORDS("objects[0].materials={1}"),
     .good = WORDS("objects[0].materials={1}", "objects[1].materials={0}"),
     .findings = "tanki/material-unused materials[0] file+28/20"},
};

#define SOUND "meshes+={boundsMax={x=1,y=1},radius=1," TRIANGLE "}"
#define USES(object, what, element) "objects[" #object "]." #what "=" #element
#define NAMED(name) "transforms+={name=\"" name "\",rotation={w=1},scale={x=1,y=1,z=1}}"

/* All messages about a model of three meshes, three transforms and four objects, each with one material. */
static void expect_messages(const char *const *words, const char *messages)
{
    build b;
    a3d_text t;
    build_make(&b, &a3d_format_tanki, 3,
               WORDS(SOUND, SOUND, SOUND, NAMED("a"), NAMED("b"), NAMED("c"), "transforms.parents={-1,-1,-1}",
                     "objects+={materials={-1}}", "objects+={materials={-1}}", "objects+={materials={-1}}",
                     "objects+={materials={-1}}"));
    build_edit(&b, words);
    build_encode(&b, A3D_FAITHFUL);
    build again;
    build_again(&again, &b, 0);
    a3d_text_init(&t, &again.arena);
    for (size_t i = 0; i < again.doc->n_findings; i++)
        a3d_printf(&t, "%s: %s\n", again.doc->findings[i].rule->id, again.doc->findings[i].message);
    a3d_putc(&t, '\0');
    assert_string_equal(t.data, messages);
    build_free(&again);
    build_free(&b);
}

/* The first object that uses something is named, and one that is used is not unused. */
static void users_are_named(void **state)
{
    (void)state;
    expect_messages(WORDS(USES(1, mesh, 1), USES(2, mesh, 2), USES(3, mesh, 1), USES(1, transform, 1),
                          USES(2, transform, 2), USES(3, transform, 2)),
                    "tanki/mesh-shared: mesh 1 is already used by objects[1]\n"
                    "tanki/transform-shared: transform 2 is already used by objects[2]\n");
    expect_messages(WORDS("objects-=2", USES(1, mesh, 2), USES(0, transform, 2), USES(1, transform, 1)),
                    "tanki/object-order: transform is 1; expected more than 2, the transform of the object before it\n"
                    "tanki/mesh-unused: meshes[1] is unused; expected a reference to it\n");
    expect_messages(WORDS("objects-=1", USES(1, mesh, 1), USES(2, mesh, 2), USES(1, transform, 1),
                          USES(2, transform, 2),
                          "materials+={name=\"m\",diffuseMap=\"m\"}", "materials+={name=\"n\",diffuseMap=\"n\"}",
                          "materials+={name=\"o\",diffuseMap=\"o\"}", "objects[1].materials={2,0}"),
                    "tanki/object-materials: materials has 2 entries; expected 1, the number of submeshes of the mesh\n"
                    "tanki/material-unused: materials[1] is unused; expected a reference to it\n");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(materials), cmocka_unit_test(meshes),  cmocka_unit_test(buffer_widths),
        cmocka_unit_test(transforms), cmocka_unit_test(objects), cmocka_unit_test(blocks_need_no_padding),
        cmocka_unit_test(normals_at_one_place), cmocka_unit_test(users_are_named),
    };
    return run_twins("layout of Tanki A3D", &a3d_format_tanki, list, sizeof list / sizeof *list, tests,
                     sizeof tests / sizeof *tests);
}
