/* Patterns of .gitignore files. tests/scripts/gitignore.sh compares them with those of Git. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/wild.h"

static bool fits_folded(const char *pattern, const char *text, bool fold, uint64_t *steps)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_wild *w = a3d_wild_make(&arena, pattern, fold);
    assert_non_null(w);
    bool found = a3d_wild_fits(w, text, steps);
    a3d_arena_free(&arena);
    return found;
}

static bool fits(const char *pattern, const char *text, uint64_t *steps)
{
    return fits_folded(pattern, text, false, steps);
}

static void patterns_match_as_in_git(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool fits;
    } rows[] = {
        {"*", "a", true}, {"*", "", true}, {"*", "a/b", false}, {"a*c", "abbc", true}, {"a*c", "ab/c", false}, {"*a*b*", "xaxbx", true},
        {"?", "a", true}, {"?", "/", false}, {"?", "", false}, {"a?c", "a/c", false},
        {"**", "a/b/c", true}, {"a/**", "a/b/c", true}, {"a/**", "a", false}, {"**/a", "a", true}, {"**/a", "x/y/a", true}, {"**/a", "ba", false},
        {"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true}, {"a/**/b", "ab", false}, {"a/***/b", "a/x/y/b", true},
        {"**/**/a", "a", true}, {"a**", "ab/c", false}, {"a**b", "axb", true}, {"a**/b", "a/x/b", false}, {"/**x", "/a/x", false},
        {"**\\/a", "x/y/a", true}, {"**\\/a", "a", false},
        {"[ab]", "b", true}, {"[ab]", "c", false}, {"[!ab]", "c", true}, {"[^ab]", "a", false}, {"[!a]", "/", false}, {"[a-c]x", "bx", true},
        {"[]a]", "]", true}, {"[!]a]", "]", false}, {"[a-]", "-", true}, {"[-a]", "-", true}, {"[\\]]", "]", true}, {"[a-\\c]", "b", true},
        {"[+--]", ",", true}, {"[+--]", "-", true}, {"[+-/]", "/", false}, {"[a-b-z]", "c", false}, {"[a-b-z]", "-", true}, {"[c-a]", "b", false},
        {"[[:alpha:]]", "q", true}, {"[[:alpha:]]", "1", false}, {"[[:alpha:]]", "\xc3", false}, {"[[:digit:]x]", "x", true},
        {"[[:alnum:]]", "7", true}, {"[[:alnum:]]", "_", false}, {"[[:blank:]]", "\t", true}, {"[[:cntrl:]]", "\x7f", true},
        {"[[:graph:]]", " ", false}, {"[[:print:]]", " ", true}, {"[[:lower:]]", "A", false}, {"[[:upper:]]", "A", true},
        {"[[:punct:]]", "~", true}, {"[[:punct:]]", "a", false}, {"[[:space:]]", "\r", true}, {"[[:space:]]", "\v", false},
        {"[[:xdigit:]]", "f", true}, {"[[:xdigit:]]", "g", false}, {"[[:foo:]]", "f", false}, {"[[:alpha:]-z]", "-", true},
        {"[[:a]", "a", true}, {"[[:a]", ":", true}, {"[[:]]", ":]", true}, {"[[a]", "[", true}, {"[\x80-\xff]", "\xc3", true},
        {"[a", "[a", false}, {"[", "[", false}, {"[]", "]", false}, {"[!]", "!", false}, {"[[:alpha:", "a", false}, {"[\\", "\\", false},
        {"[a-", "a", false}, {"[a-\\", "a", false},
        {"\\*", "*", true}, {"\\*", "a", false}, {"\\a", "a", true}, {"a\\", "a\\", false}, {"a\\", "a", false}, {"\\\\", "\\", true},
        {"", "", true}, {"", "a", false}, {"{a,b}", "a", false}, {"{a,b}", "{a,b}", true}, {"*.m3g", "x.m3g", true}, {"*.m3g", ".m3g", true},
        {"*.m3g", "m3g", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t steps = 10000;
        if (fits(rows[i].pattern, rows[i].text, &steps) != rows[i].fits)
            fail_msg("%s and %s", rows[i].pattern, rows[i].text);
    }
}

static void case_does_not_count_where_git_says_so(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool fits;
    } rows[] = {
        {"*.M3g", "x.m3G", true}, {"A?c", "aBC", true}, {"a*B", "AxB", true}, {"*a", "xA", true}, {"\xc3\x89", "\xc3\xa9", false},
        {"[a]", "A", true}, {"[A]", "A", false}, {"[A]", "a", false}, {"[A-C]", "b", true}, {"[A-C]", "B", true}, {"[^A-C]", "b", false},
        {"[a-c]", "B", true}, {"[[:upper:]]", "q", true}, {"[[:upper:]]", "Q", true}, {"[[:lower:]]", "Q", true}, {"\\a", "A", true},
        {"\\A", "A", false}, {"@", "`", false}, {"[[:upper:]", "q", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t steps = 10000;
        if (fits_folded(rows[i].pattern, rows[i].text, true, &steps) != rows[i].fits)
            fail_msg("%s and %s", rows[i].pattern, rows[i].text);
    }
}

static void plain_beginnings_end_at_a_sign(void **state)
{
    (void)state;
    assert_int_equal(a3d_wild_plain("abc"), 3);
    assert_int_equal(a3d_wild_plain("ab*c"), 2);
    assert_int_equal(a3d_wild_plain("a/?"), 2);
    assert_int_equal(a3d_wild_plain("[a]"), 0);
    assert_int_equal(a3d_wild_plain("a\\*"), 1);
}

/* The work is counted, and a pattern that would take more matches nothing. */
static void work_is_bounded(void **state)
{
    (void)state;
    uint64_t steps = 1000;
    assert_true(fits("a*b", "aab", &steps));
    assert_int_equal(steps, 1000 - 4 * 4);
    assert_false(fits("a*c", "aab", &steps)); /* told by its end, for nothing */
    assert_int_equal(steps, 1000 - 4 * 4);
    steps = 15;
    assert_false(fits("a*b", "aab", &steps));
    assert_int_equal(steps, 0);
}

static void the_longest_pattern_matches(void **state)
{
    (void)state;
    static char pattern[A3D_WILD_LONGEST + 1], text[2 * A3D_WILD_LONGEST];
    for (size_t i = 0; i < A3D_WILD_LONGEST; i += 2)
        memcpy(pattern + i, "*a", 2);
    memset(text, 'a', sizeof text - 1);
    uint64_t steps = 4 << 20;
    assert_true(fits(pattern, text, &steps));
    text[sizeof text - 2] = 'b';
    assert_false(fits(pattern, text, &steps));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_match_as_in_git),
        cmocka_unit_test(case_does_not_count_where_git_says_so),
        cmocka_unit_test(plain_beginnings_end_at_a_sign),
        cmocka_unit_test(work_is_bounded),
        cmocka_unit_test(the_longest_pattern_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
