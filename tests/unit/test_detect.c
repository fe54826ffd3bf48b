/* test_detect.c - which format a file is taken for, by its bytes and by its name */
#include "../support/build.h"

#include <string.h>

#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "lint/generate.h"
#include "lint/lint.h"

static void names_claim_formats(void **state)
{
    static const struct {
        const char *name;
        bool m3g, a3d, odol;
    } cases[] = {
        {NULL, false, false, false},     {"", false, false, false},       {"m3g", false, false, false},
        {"a.m3g", true, false, false},   {"a.M3g", true, false, false},   {".m3g", true, false, false},
        {"a.m3gx", false, false, false}, {"a.m3", false, false, false},   {"a.m3g.bak", false, false, false},
        {"a.bak.m3g", true, false, false}, {"a.m3g/b", false, false, false}, {"a.m3g/b.a3d", false, true, false},
        {"a.a3d", false, true, false},   {"a.p3d", false, false, true},   {"a.P3D", false, false, true},
        {"a.", false, false, false},     {"a,m3g", false, false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name != NULL ? cases[i].name : "no name");
        assert_int_equal(a3d_claims(&a3d_format_m3g, cases[i].name), cases[i].m3g);
        assert_int_equal(a3d_claims(&a3d_format_a3d1, cases[i].name), cases[i].a3d);
        assert_int_equal(a3d_claims(&a3d_format_a3d2, cases[i].name), cases[i].a3d);
        assert_int_equal(a3d_claims(&a3d_format_tanki, cases[i].name), cases[i].a3d);
        assert_int_equal(a3d_claims(&a3d_format_odol, cases[i].name), cases[i].odol);
    }
}

static const char *detected(const void *data, size_t size, const char *name)
{
    a3d_arena arena;
    a3d_options options = {.name = name};
    a3d_arena_init(&arena, NULL);
    a3d_detected found = a3d_detect(&arena, data, size, &options);
    const char *format = found.format != NULL ? found.format->name : found.relative != NULL ? "another kind" : "none";
    a3d_arena_free(&arena);
    return format;
}

/* Up to a quarter of a magic may be wrong if the name suggests the format. */
static void a_damaged_magic_needs_the_name(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, NULL);
    assert_string_equal(detected(b.bytes, b.size, NULL), "m3g");
    assert_string_equal(detected(b.bytes, b.size, "a.p3d"), "m3g");
    for (unsigned wrong = 1; wrong <= 4; wrong++) {
        b.bytes[wrong - 1] ^= 0x20;
        assert_string_equal(detected(b.bytes, b.size, "a.m3g"), wrong <= 3 ? "m3g" : "none");
        assert_string_equal(detected(b.bytes, b.size, "a.p3d"), "none");
        assert_string_equal(detected(b.bytes, b.size, NULL), "none");
    }
    build_free(&b);
}

/* A magic that the end of the file cuts, with no more than a byte of it missing. */
static void a_cut_magic_is_known_by_the_name(void **state)
{
    (void)state;
    assert_string_equal(detected("ODO", 3, "a.p3d"), "odol");
    assert_string_equal(detected("OD", 2, "a.p3d"), "none");
    assert_string_equal(detected("ODOL", 4, NULL), "odol");
    assert_string_equal(detected("ODO", 3, NULL), "none");
    assert_string_equal(detected("A3", 2, "a.a3d"), "none");
    assert_string_equal(detected("A3D", 3, "a.a3d"), "tanki");
    assert_string_equal(detected("", 0, "a.p3d"), "none");
    assert_string_equal(detected("", 0, NULL), "none");
}

static void short_marks_are_decoded(void **state)
{
    static const struct {
        const a3d_format *format;
        uint32_t version;
        const char *name;
    } cases[] = {{&a3d_format_a3d1, 0, "a3d1"}, {&a3d_format_a3d2, 0, "a3d2"}, {&a3d_format_a3d2, 6, "a3d2"},
                 {&a3d_format_tanki, 2, "tanki"}, {&a3d_format_odol, 54, "odol"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        build_make(&b, cases[i].format, cases[i].version, NULL);
        assert_string_equal(detected(b.bytes, b.size, NULL), cases[i].name);
        assert_string_equal(detected(b.bytes, b.size, "a.m3g"), cases[i].name);
        build_free(&b);
    }
}

/* What the name suggests has to be read some way: bytes of any kind are not. */
static void a_name_alone_is_not_enough(void **state)
{
    (void)state;
    static const char some[16] = "\x91\xf3\7\xee\xc5\x81\xd2\x19\xa7\xfe\x93\xb8\6\xcb\xdd\x95";
    assert_string_equal(detected(some, sizeof some, "a.a3d"), "none");
    assert_string_equal(detected(some, sizeof some, "a.m3g"), "none");
    assert_string_equal(detected(some, sizeof some, "a.p3d"), "none");
    assert_string_equal(detected("some text that is no model", 26, "a.p3d"), "another kind");
    assert_string_equal(detected("MLOD\1\1\0\0", 8, "a.p3d"), "another kind");
}

/* The format of a file as one letter. */
static char letter(const void *data, size_t size, const char *name)
{
    static const char *const all[][2] = {{"a3d1", "1"},  {"a3d2", "2"}, {"tanki", "t"},
                                         {"m3g", "m"},   {"odol", "o"}, {"another kind", "~"}};
    const char *format = detected(data, size, name);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(format, all[i][0]) == 0)
            return all[i][1][0];
    return '.';
}

/* Which format a file is taken for whose first bytes are damaged, one at a time, or that is cut: a letter for each of
 * the bytes, and for each of the lengths. */
static void damage_is_detected_by_bytes_and_name(void **state)
{
    enum { BYTES = 32 };
    static const struct {
        const a3d_format *format;
        const char *version, *name;
        uint64_t size; /* 0: the smallest document */
        const char *damaged, *cut;
    } cases[] = {
        {&a3d_format_a3d1, "1.0", NULL, 0, "..1111", "......"},
        {&a3d_format_a3d1, "1.0", "a.a3d", 0, "..1111", "...211"},
        {&a3d_format_a3d1, "1.0", NULL, 900, "..111111111111111111111111111111", "......11111111111111111111111111"},
        {&a3d_format_a3d1, "1.0", "a.a3d", 900, "..111111111111111111111111111111", "...21111111111111111111111111111"},
        {&a3d_format_a3d2, "2.0", NULL, 0, ".2..2222222222222", "....2222222222222"},
        {&a3d_format_a3d2, "2.0", "a.a3d", 0, ".2..2222222222222", "....2222222222222"},
        {&a3d_format_a3d2, "2.0", NULL, 900, ".2..2222222222222222222222222222", "....2222222222222222222222222222"},
        {&a3d_format_a3d2, "2.0", "a.a3d", 900, ".2..2222222222222222222222222222", "....2222222222222222222222222222"},
        {&a3d_format_a3d2, "2.6", NULL, 0, ".2..22222222222222", "....22222222222222"},
        {&a3d_format_a3d2, "2.6", "a.a3d", 0, ".2..22222222222222", "....22222222222222"},
        {&a3d_format_a3d2, "2.6", NULL, 900, ".222..22222222222222222222222222", "......22222222222222222222222222"},
        {&a3d_format_a3d2, "2.6", "a.a3d", 900, ".222..22222222222222222222222222", "......22222222222222222222222222"},
        {&a3d_format_tanki, "2", NULL, 0, "....tttttttttttttttttttttttttttt", "....tttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "2", "a.a3d", 0, "tttttttttttttttttttttttttttttttt", "...ttttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "2", NULL, 900, "....tttttttttttttttttttttttttttt", "....tttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "2", "a.a3d", 900, "tttttttttttttttttttttttttttttttt", "...ttttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "3", NULL, 0, "....tttttttttttttttttttttttttttt", "....tttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "3", "a.a3d", 0, "tttttttttttttttttttttttttttttttt", "...ttttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "3", NULL, 900, "....tttttttttttttttttttttttttttt", "....tttttttttttttttttttttttttttt"},
        {&a3d_format_tanki, "3", "a.a3d", 900, "tttttttttttttttttttttttttttttttt", "...ttttttttttttttttttttttttttttt"},
        {&a3d_format_m3g, "1.0", NULL, 0, "....mmmmmmmmmmmmmmmmmmmmmmmmmmmm", "....mmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
        {&a3d_format_m3g, "1.0", "a.m3g", 0, "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "....mmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
        {&a3d_format_m3g, "1.0", NULL, 900, "....mmmmmmmmmmmmmmmmmmmmmmmmmmmm", "....mmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
        {&a3d_format_m3g, "1.0", "a.m3g", 900, "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "....mmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
        {&a3d_format_odol, "40", NULL, 0, "....oooooooooooooooooooooooooooo", "....oooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "40", "a.p3d", 0, "oooooooooooooooooooooooooooooooo", "...ooooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "40", NULL, 900, "....oooooooooooooooooooooooooooo", "....oooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "40", "a.p3d", 900, "oooooooooooooooooooooooooooooooo", "...ooooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "75", NULL, 0, "....oooooooooooooooooooooooooooo", "....oooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "75", "a.p3d", 0, "oooooooooooooooooooooooooooooooo", "...ooooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "75", NULL, 900, "....oooooooooooooooooooooooooooo", "....oooooooooooooooooooooooooooo"},
        {&a3d_format_odol, "75", "a.p3d", 900, "oooooooooooooooooooooooooooooooo", "...ooooooooooooooooooooooooooooo"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char damaged[BYTES + 1] = "", cut[BYTES + 1] = "";
        a3d_arena arena;
        a3d_text file;
        a3d_wish wish = {.format = cases[i].format, .seed = 1, .size = cases[i].size};
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        for (const a3d_version *v = wish.format->versions; v->text != NULL; v++)
            if (strcmp(v->text, cases[i].version) == 0)
                wish.version = v;
        assert_null(a3d_generate_random(&arena, &wish, &file));
        for (size_t k = 0; k < BYTES; k++) {
            cut[k] = k < file.size ? letter(file.data, k, cases[i].name) : '\0';
            if (k < file.size) {
                file.data[k] = (char)(file.data[k] ^ 0xd5);
                damaged[k] = letter(file.data, file.size, cases[i].name);
                file.data[k] = (char)(file.data[k] ^ 0xd5);
            }
        }
        print_message("case %zu\n", i);
        assert_string_equal(damaged, cases[i].damaged);
        assert_string_equal(cut, cases[i].cut);
        a3d_arena_free(&arena);
    }
}

/* A stored package has neither a magic nor a zlib header: its exact length and its version show what it is, even if
 * the field after the version is broken. */
static void a_stored_package_is_known_by_its_length_and_version(void **state)
{
    /* 260 bytes: a mask with the first list of the root, version 2.0, more entries than could follow */
    static const uint8_t start[] = {0x01, 0x04, 0x4f, 0xff, 0xfc, 0, 2, 0, 0, 0xff, 0xff, 0xff};
    static const struct {
        size_t size, changed;
        const char *name, *format;
    } cases[] = {{262, 0, "a.a3d", "a3d2"}, {262, 0, NULL, "a3d2"}, {262, 6, "a.a3d", "none"},
                 {262, 8, "a.a3d", "none"}, {263, 0, "a.a3d", "none"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bytes[263] = {0};
        memcpy(bytes, start, sizeof start);
        if (cases[i].changed != 0)
            bytes[cases[i].changed] = 3;
        print_message("case %d\n", (int)i);
        assert_string_equal(detected(bytes, cases[i].size, cases[i].name), cases[i].format);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_claim_formats),
        cmocka_unit_test(a_damaged_magic_needs_the_name),
        cmocka_unit_test(a_cut_magic_is_known_by_the_name),
        cmocka_unit_test(short_marks_are_decoded),
        cmocka_unit_test(a_name_alone_is_not_enough),
        cmocka_unit_test(damage_is_detected_by_bytes_and_name),
        cmocka_unit_test(a_stored_package_is_known_by_its_length_and_version),
    };
    return cmocka_run_group_tests_name("detect", tests, NULL, NULL);
}
