/* test_recipe.c - recipes: how a line is split, what it starts from, and which lines are refused */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "lint/generate.h"

enum { MOST_WORDS = 64, MOST_TEXT = 8192, MOST_STEPS = 16 };

/* Makes the file `name` of these lines. Returns why it cannot be made, or NULL; the file is then in *out. */
static const char *make(a3d_arena *arena, const char *const *lines, const char *name, a3d_text *out)
{
    a3d_format format = a3d_format_m3g;
    format.twins = lines;
    a3d_arena_init(arena, NULL);
    a3d_text_init(out, arena);
    return a3d_make_recipe(arena, &format, name, out);
}

static void expect_bytes_of(const char *line, const void *bytes, size_t size)
{
    a3d_arena arena;
    a3d_text out;
    const char *why = make(&arena, (const char *const[]){line, NULL}, "x", &out);
    if (why != NULL)
        fail_msg("%s: %s", line, why);
    if (out.size != size || (size > 0 && memcmp(out.data, bytes, size) != 0))
        fail_msg("%s: other bytes", line);
    a3d_arena_free(&arena);
}

static void expect_refused(const char *line, const char *expected)
{
    a3d_arena arena;
    a3d_text out;
    const char *why = make(&arena, (const char *const[]){line, NULL}, "x", &out);
    if (why == NULL || strcmp(why, expected) != 0)
        fail_msg("%s: %s, not %s", line, why != NULL ? why : "made", expected);
    a3d_arena_free(&arena);
}

static void hex_is_pairs_of_digits(void **state)
{
    (void)state;
    expect_bytes_of("x.m3g = hex:00ff7fAb", "\x00\xff\x7f\xab", 4);
    expect_bytes_of("x.m3g = hex:09 af aF*3", "\x09\xaf\xaf\xaf\xaf", 5);
    expect_bytes_of("x.m3g = hex:01*0 02*1 03", "\x02\x03", 2);
    expect_bytes_of("x.m3g = hex:", "", 0);
    expect_refused("x.m3g = hex:0", "hex: takes pairs of hex digits");
    expect_refused("x.m3g = hex:0g", "hex: takes pairs of hex digits");
    expect_refused("x.m3g = hex:00 1", "hex: takes pairs of hex digits");
    expect_refused("x.m3g = hex:00 *2", "hex: takes pairs of hex digits");
}

static void words_are_split_as_a_shell_does(void **state)
{
    (void)state;
    expect_bytes_of("x.m3g  =   hex:01  02 ", "\1\2", 2);
    expect_bytes_of("x.m3g = 'hex:01' \"02\" 0'3'", "\1\2\3", 3);
    expect_refused("x.m3g = hex:01 '02", "the recipe is not NAME = BASE EDIT...");
    expect_refused("x.m3g = hex:01 \"02'", "the recipe is not NAME = BASE EDIT...");
    expect_refused("x.m3g = hex:01 '02 03'", "hex: takes pairs of hex digits"); /* one word, with a space in it */
    expect_bytes_of("x.m3g = hex:01 ''", "\1", 1); /* no digits are no bytes */
}

static void a_line_has_a_name_and_a_base(void **state)
{
    (void)state;
    expect_refused("x.m3g = ", "the recipe is not NAME = BASE EDIT...");
    expect_refused("x.m3g : hex:01", "the recipe is not NAME = BASE EDIT...");
    expect_refused("y.m3g = hex:01", "unknown recipe");
    expect_refused("xx.m3g = hex:01", "unknown recipe");
    expect_refused("x.m3g = y.m3g", "unknown recipe");
    expect_refused("x.m3g = @nothing", "unknown version");
    expect_refused("x.m3g = @m3g:9", "unknown version");
    expect_refused("x.m3g = @m3g nothing=1", "path 'nothing': no such field at 'nothing'");
}

/* The text of all words, each with a NUL, may have 8191 bytes; of words there may be 64. */
static void lines_are_bounded(void **state)
{
    static const char start[] = "x.m3g = hex:", too_long[] = "the recipe is not NAME = BASE EDIT...";
    enum { START = 12, DIGITS = MOST_TEXT - 1 - 6 - 2 - 4 - 1 };
    static char line[START + DIGITS + 2], zeros[DIGITS / 2];
    (void)state;
    memcpy(line, start, START);
    memset(line + START, '0', DIGITS);
    expect_bytes_of(line, zeros, DIGITS / 2);
    line[START + DIGITS] = '0';
    expect_refused(line, too_long); /* and not for its odd number of digits */

    memset(line, 0, sizeof line);
    memcpy(line, start, START);
    for (unsigned i = 3; i < MOST_WORDS; i++)
        strcat(line, " 00");
    expect_bytes_of(line, zeros, MOST_WORDS - 3);
    strcat(line, " 00");
    expect_refused(line, too_long);
}

/* A recipe may start from another, and that from another: 16 in all. */
static void recipes_are_nested_up_to_a_bound(void **state)
{
    static char text[MOST_STEPS + 1][40];
    const char *lines[MOST_STEPS + 2] = {"x0.m3g = hex:07"};
    a3d_arena arena;
    a3d_text out;
    (void)state;
    for (unsigned i = 1; i <= MOST_STEPS; i++) {
        snprintf(text[i], sizeof text[i], "x%u.m3g = x%u.m3g%s", i, i - 1, i == 2 ? " then:x0" : "");
        lines[i] = text[i];
    }
    assert_null(make(&arena, lines, "x15", &out));
    assert_int_equal(out.size, 2);
    assert_memory_equal(out.data, "\7\7", 2);
    a3d_arena_free(&arena);
    assert_string_equal(make(&arena, lines, "x16.m3g", &out), "unknown recipe");
    a3d_arena_free(&arena);
}

/* The file of `line` is what the wish makes. */
static void expect_generated(const char *line, const a3d_format *format, const char *version, uint32_t branch,
                             uint64_t size)
{
    a3d_arena arena;
    a3d_text out;
    a3d_wish wish = {.format = format, .branch = branch, .seed = 1, .size = size};
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (strcmp(v->text, version) == 0)
            wish.version = v;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    assert_null(a3d_generate_random(&arena, &wish, &out));
    expect_bytes_of(line, out.data, out.size);
    a3d_arena_free(&arena);
}

static uint32_t branch_named(const a3d_format *format, const char *name)
{
    const a3d_branch *b = format->branches;
    while (strcmp(b->name, name) != 0)
        b++;
    return b->mask;
}

static void bases_are_generated(void **state)
{
    uint32_t arma = branch_named(&a3d_format_odol, "arma"), dayz = branch_named(&a3d_format_odol, "dayz");
    (void)state;
    expect_generated("x.m3g = @m3g:1.0", &a3d_format_m3g, "1.0", 0, 0);
    expect_generated("x.m3g = @m3g:1.0%400", &a3d_format_m3g, "1.0", 0, 400);
    expect_generated("x.m3g = @tanki", &a3d_format_tanki, "3", 0, 0); /* the newest version */
    expect_generated("x.m3g = @tanki:2", &a3d_format_tanki, "2", 0, 0);
    expect_generated("x.m3g = @odol:54:arma", &a3d_format_odol, "54", arma, 0);
    expect_generated("x.m3g = @odol:54:dayz", &a3d_format_odol, "54", dayz, 0);
    expect_generated("x.m3g = @odol:54:dayz%3000", &a3d_format_odol, "54", dayz, 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_is_pairs_of_digits),
        cmocka_unit_test(words_are_split_as_a_shell_does),
        cmocka_unit_test(a_line_has_a_name_and_a_base),
        cmocka_unit_test(lines_are_bounded),
        cmocka_unit_test(recipes_are_nested_up_to_a_bound),
        cmocka_unit_test(bases_are_generated),
    };
    return cmocka_run_group_tests_name("recipe", tests, NULL, NULL);
}
