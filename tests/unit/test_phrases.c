/* Texts of reports: paths, bytes of files that a terminal or a CI server would take for more than text, and values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "report/common/phrases.h"

static void expect_text(a3d_text *out, const char *expected)
{
    a3d_putc(out, '\0');
    assert_string_equal(out->data, expected);
    out->size = 0;
}

static void paths_are_plain(void **state)
{
    static const char *const cases[][2] = {
        {"a", "a"}, {"./a", "a"}, {".//a", "a"}, {"././a", "a"}, {"./", "./"}, {".", "."}, {"../a", "../a"},
        {"/a", "/a"}, {".a", ".a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(a3d_plain_path(cases[i][0]), cases[i][1]);
}

/* CI servers take a line that begins with ::word, also after blanks, for a command. */
static void no_line_is_a_command(void **state)
{
    static const char *const cases[][3] = {
        /* the line so far, a text, and what comes of both */
        {"", "::error::x", "\\x3a:error::x"},
        {"", " ::error", " \\x3a:error"},
        {"  ", "::error", "  \\x3a:error"},
        {" ", ":", " :"},
        {"a\n", "::error", "a\n\\x3a:error"},
        {"a", "::error", "a::error"},
        {"", "a::error", "a::error"},
        {"", ":error", ":error"},
        {"", "\x7f::e", "\\x7f\\x3a:e"},
        {"", "a#b", "a#b"},
    };
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_puts(&out, cases[i][0]);
        a3d_put_printable(&out, cases[i][1], strlen(cases[i][1]));
        expect_text(&out, cases[i][2]);
    }
    a3d_arena_free(&arena);
}

/* What must not be printed is escaped wherever it is in a text, after few characters or many. */
static void escapes_anywhere(void **state)
{
    static const char *const cases[][2] = {
        {"\n", "\\x0a"}, {"\x1f", "\\x1f"}, {"\x7f", "\\x7f"}, {"\x80", "\\x80"}, {"\xff", "\\xff"},
        {"##vso[", "\\x23#vso["}, {"\xe2\x80\xae", "\\xe2\\x80\\xae"}, {"~ #\xc3\xa4", "~ #\xc3\xa4"},
    };
    enum { MOST = 20 };
    static const char letters[] = "abcdefghijklmnopqrst";
    a3d_arena arena;
    a3d_text out, in, wanted;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    a3d_text_init(&in, &arena);
    a3d_text_init(&wanted, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int before = 0; before <= MOST; before++)
            for (int after = 0; after <= MOST; after++) {
                in.size = wanted.size = 0;
                a3d_printf(&in, "%.*s%s%.*s", before, letters, cases[i][0], after, letters);
                a3d_printf(&wanted, "%.*s%s%.*s%c", before, letters, cases[i][1], after, letters, 0);
                a3d_put_printable(&out, in.data, in.size);
                expect_text(&out, wanted.data);
            }
    a3d_text_free(&in);
    a3d_text_free(&wanted);
    a3d_arena_free(&arena);
}

/* Bytes that are not UTF-8 are passed on in names of files alone, and controls nowhere. */
static void bytes_of_names(void **state)
{
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    a3d_put_file_name(&out, "a\xe4" "b");
    expect_text(&out, "a\xe4" "b");
    a3d_put_printable(&out, "a\xe4" "b", 3);
    expect_text(&out, "a\\xe4b");
    a3d_put_file_name(&out, "a\x1b[1m");
    expect_text(&out, "a\\x1b[1m");
    a3d_put_file_name(&out, "\xc3\xa4");
    expect_text(&out, "\xc3\xa4");
    a3d_arena_free(&arena);
}

/* A byte of a switch that is neither 0 nor 1 is shown as a number. */
static void switches(void **state)
{
    static const a3d_row row = {.name = "visible"};
    static const char *const expected[] = {"false", "true", "2", "3", "4"};
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (int64_t value = 0; value < 5; value++) {
        a3d_put_scalar(&out, &row, A3D_BOOL, value);
        expect_text(&out, expected[value]);
    }
    a3d_arena_free(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_plain), cmocka_unit_test(no_line_is_a_command),
        cmocka_unit_test(escapes_anywhere), cmocka_unit_test(bytes_of_names),
        cmocka_unit_test(switches),
    };
    return cmocka_run_group_tests_name("phrases", tests, NULL, NULL);
}
