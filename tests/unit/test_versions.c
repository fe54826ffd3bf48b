/* The version of an A3D2 model, which is packed with the rest: what is said of a wrong one, and of bytes too many, which
 * may be content of another version. */
#include "../support/build.h"

#include <stdio.h>
#include <zlib.h>

#include "base/bytes.h"
#include "formats/a3d2/a3d2.h"
#include "lint/lint.h"

enum { MOST = 4096 }; /* bytes of a file, and of its content */

typedef struct content {
    uint8_t bytes[MOST];
    uLong size;
    unsigned minor; /* where the minor version is */
} content;

/* The content of a model with a triangle, whose vertices take half as many bytes from version 6 on. */
static void make_content(uint32_t version, content *c)
{
    static const char *const floats = "hex:00000000000000000000000000000000000000000000803f0000803f0000000000000000"
                                      "00000000000000000000803f000000000000803f0000000000000000000000000000803f";
    static const char *const halves = "hex:0000000000000000003c0000000000000000003c003c003c00003c0000000000003c0000";
    char vertices[400];
    build b;
    snprintf(vertices, sizeof vertices, "vertexBuffers+={id=1,attributes={POSITION,NORMAL},vertexCount=3,byteBuffer=%s}",
             version < 6 ? floats : halves);
    build_make(&b, &a3d_format_a3d2, version,
               WORDS("indexBuffers+={id=1,indexCount=3,byteBuffer=hex:000001000200}", vertices));
    build_encode(&b, A3D_FAITHFUL);
    c->size = sizeof c->bytes;
    assert_int_equal(uncompress(c->bytes, &c->size, b.bytes + 2, b.size - 2), Z_OK);
    c->minor = version < 6 ? 5 : 6; /* after the null mask and the major version */
    assert_int_equal(a3d_load(c->bytes + c->minor, 2, true), version);
    build_free(&b);
}

/* Checks the package of a content. Its first error has this rule and this suspect, which is proven and the only one, or
 * not. */
static void expect_version(const content *c, const char *rule, const char *message, bool proven)
{
    uint8_t file[MOST];
    uLong size = sizeof file - 2;
    a3d_arena arena;
    a3d_options options = {.format = &a3d_format_a3d2};
    a3d_arena_init(&arena, NULL);
    assert_int_equal(compress(file + 2, &size, c->bytes, c->size), Z_OK);
    a3d_store(file, 2, 0x4000u | size, true);
    const a3d_result *result = a3d_lint(&arena, file, size + 2, &options);
    assert_non_null(result);
    assert_int_equal(result->verdict, A3DLINT_INVALID);
    const a3d_finding *f = result->doc->findings;
    while (f->severity < A3D_ERROR)
        f++;
    print_message("%s; %s\n", f->message, f->n_suspects > 0 ? f->suspects[0].message : "no suspect");
    assert_string_equal(f->rule->id, rule);
    assert_true(proven ? f->n_suspects == 1 : f->n_suspects > 0);
    assert_string_equal(f->suspects[0].message, message);
    assert_int_equal(f->suspects[0].proven, proven);
    for (size_t i = 0; i < result->doc->n_findings; i++) {
        const a3d_finding *other = &result->doc->findings[i];
        assert_true(other == f || other->severity < A3D_ERROR || other->cause != A3D_NO_CAUSE);
    }
    a3d_arena_free(&arena);
}

/* One other version fits. What the wrong one breaks beside the first error follows from it. */
static void wrong_version(void **state)
{
    static const struct {
        uint32_t is, was;
        const char *rule, *message;
    } cases[] = {
        {5, 0, "a3d2/truncated", "versionMinor should probably be 0; everything after it then decodes"},
        {9, 0, "a3d2/truncated", "versionMinor should probably be 0; everything after it then decodes"},
        {4, 6, "a3d2/vertex-buffer-size", "versionMinor should probably be 6; the file then decodes without an error"},
        {0, 6, "a3d2/vertex-buffer-size", "versionMinor should probably be 6; the file then decodes without an error"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        content c;
        make_content(cases[i].was, &c);
        a3d_store(c.bytes + c.minor, 2, cases[i].is, true);
        expect_version(&c, cases[i].rule, cases[i].message, true);
    }
}

/* A version with more fields takes a few bytes too many for content. That proves nothing. */
static void bytes_too_many(void **state)
{
    content c;
    (void)state;
    make_content(0, &c);
    c.bytes[c.size++] = 0;
    expect_version(&c, "a3d2/trailing-bytes", "versionMinor should perhaps be 4; everything after it then decodes", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_version), cmocka_unit_test(bytes_too_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
