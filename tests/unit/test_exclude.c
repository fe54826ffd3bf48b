/* test_exclude.c - patterns of what is skipped in folders: how a list is split, and what fits first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/config/exclude.h"
#include "os/files.h"

/* The patterns of a list, with | after each. */
static void expect_patterns(const char *list, const char *expected)
{
    char found[80] = "";
    size_t n, size = 0;
    for (const char *rest = list, *p; (p = a3d_next_pattern(&rest, &n)) != NULL; found[size++] = '|') {
        memcpy(found + size, p, n);
        size += n;
    }
    found[size] = '\0';
    assert_string_equal(found, expected);
}

static void lists_are_split_at_commas(void **state)
{
    (void)state;
    expect_patterns("", "");
    expect_patterns(" \t,, ", "");
    expect_patterns("a", "a|");
    expect_patterns(" a b ,\tc\t", "a b|c|");
    expect_patterns("a,b/", "a|b/|");
    expect_patterns("{a,b},c", "{a,b}|c|");
    expect_patterns("{a,{b,c},d},e", "{a,{b,c},d}|e|");
    expect_patterns("a},b", "a}|b|"); /* there is no brace to close */
    expect_patterns("a}{b,c},d", "a}{b,c}|d|");
    expect_patterns("[a,b],c", "[a,b]|c|");
    expect_patterns("[{],a", "[{],a|"); /* a brace counts in a set, too */
    expect_patterns("a\\,b", "a\\,b|");
    expect_patterns("\\{a,b", "\\{a|b|");
    expect_patterns("\\[a,b", "\\[a|b|");
    expect_patterns("[a\\],b],c", "[a\\],b]|c|");
    expect_patterns("a\\", "a\\|");
}

typedef struct expected {
    const char *from, *named, *path;
    bool folder;
    size_t first;
} expected;

/* Of the patterns, the number of the first that excludes a path. */
static void expect_first(const char *const *patterns, const expected *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a3d_arena arena;
        a3d_excludes these = {.n = 0};
        a3d_arena_init(&arena, NULL);
        for (const char *const *p = patterns; *p != NULL; p++)
            assert_null(a3d_exclude_add(&arena, &these, *p, strlen(*p)));
        size_t first = a3d_excludes_fit(&arena, &these, cases[i].from, cases[i].named, cases[i].path, cases[i].folder);
        if (first != cases[i].first)
            fail_msg("%s from %s in %s: pattern %zu, not %zu", cases[i].path, cases[i].from, cases[i].named, first,
                     cases[i].first);
        a3d_arena_free(&arena);
    }
}
#define EXPECT_FIRST(list, ...) \
    expect_first((const char *const[]){__VA_ARGS__, NULL}, list, sizeof list / sizeof *list)

static void patterns_are_relative_to_their_folder(void **state)
{
    static const expected cases[] = {
        {"/t", "/t", "/t/old", true, 1},
        {"/t", "/t", "/t/old", false, 0}, /* with a slash at the end, only a folder */
        {"/t", "/t", "/t/x/old", true, 0},
        {"/t/x", "/t", "/t/x/old", true, 1},
        {"/t", "/t", "/t/new/a.m3g", false, 2},
        {"/t", "/t", "/t/new/x/a.m3g", false, 0},
        {"/t", "/t", "/t/x/b.bak", false, 3},
        {"/t", "/t", "/t/b.bak", true, 3},
        {"/t", "/", "/t/b.bak", false, 3},
        {"/t", "/t", "/u/b.bak", false, 3}, /* a name, wherever it is */
    };
    (void)state;
    EXPECT_FIRST(cases, "old/", "new/*.m3g", "*.bak");
}

/* Whoever names a folder that a pattern matches wants it. Only a folder below that of the pattern can be such a one. */
static void what_is_named_is_wanted(void **state)
{
    static const expected cases[] = {
        {"/t", "/t/new", "/t/new/a", false, 0},
        {"/t", "/t", "/t/new/a", false, 1},
        {"/t", "/t/other", "/t/other/a", false, 0},
        {"/t", "/t", "/t/other/a", false, 2},
        {"/t", "/u", "/t/other/a", false, 2},
        {"/t", "/t/one", "/t/one/a", false, 3},
    };
    static const expected all[] = {
        {"/t", "/t", "/t/a", false, 1}, {"/t", "/t/b", "/t/b/a", false, 0}, {"/t", "/", "/t/a", false, 1}};
    (void)state;
    EXPECT_FIRST(cases, "new/**", "other/*", "one/a");
    EXPECT_FIRST(all, "*");
    static const expected second[] = {{"/t", "/t/a", "/t/a/b", false, 2}, {"/t", "/t", "/t/a/b", false, 1}};
    EXPECT_FIRST(second, "a/**", "a/b");
}

/* Where there are drives, a pattern with one is of absolute paths; elsewhere it is a pattern like others. */
static void a_drive_makes_a_pattern_absolute(void **state)
{
    static const expected drives[] = {
        {"/C:/t", "/C:/t", "/C:/a/x.m3g", false, 1}, {"/C:/t", "/C:/t", "/C:/t/C:/a/x.m3g", false, 0},
        {"/C:/t", "/C:/t", "/D:/a/x.m3g", false, 0}, {"/C:/t", "/C:/t", "/C:/old", true, 2},
        {"/C:/t", "/C:/t", "/C:/old", false, 0},     {"/C:/t", "/C:/old", "/C:/old", true, 0},
        {"/C:/t", "/C:/a", "/C:/a/x.m3g", false, 1},
    };
    static const expected none[] = {
        {"/t", "/t", "/t/C:/a/x.m3g", false, 1}, {"/t", "/t", "/C:/a/x.m3g", false, 0},
        {"/t", "/t", "/t/C:/old", true, 2},
    };
    (void)state;
    if (a3d_os_has_drives())
        EXPECT_FIRST(drives, "c:/a/x*", "C:/old/");
    else
        EXPECT_FIRST(none, "C:/a/x*", "C:/old/");
}

static void each_pattern_that_matches_is_marked(void **state)
{
    a3d_arena arena;
    a3d_excludes these = {.n = 0};
    (void)state;
    a3d_arena_init(&arena, NULL);
    assert_int_equal(a3d_excludes_fit(&arena, &these, "/t", "/t", "/t/a", false), 0);
    assert_null(a3d_exclude_add(&arena, &these, "a", 1));
    assert_null(a3d_exclude_add(&arena, &these, "b*", 1)); /* the size counts */
    assert_null(a3d_exclude_add(&arena, &these, "[ab]", 4));
    assert_int_equal(a3d_excludes_fit(&arena, &these, "/t", "/t", "/t/bc", false), 0);
    assert_int_equal(a3d_excludes_fit(&arena, &these, "/t", "/t", "/t/a", false), 1);
    assert_true(these.at[0].matched && !these.at[1].matched && these.at[2].matched);
    assert_int_equal(a3d_excludes_fit(&arena, &these, "/t", "/t", "/t/c", false), 0);
    assert_true(these.at[0].matched && !these.at[1].matched && these.at[2].matched);
    assert_false(these.at[0].absolute);
    a3d_arena_free(&arena);
}

static void wrong_patterns_are_refused(void **state)
{
    a3d_arena arena;
    a3d_excludes these = {.n = 0};
    (void)state;
    a3d_arena_init(&arena, NULL);
    assert_string_equal(a3d_exclude_add(&arena, &these, "", 0), "a pattern is missing");
    assert_string_equal(a3d_exclude_add(&arena, &these, "{b", 2), "a { without }");
    assert_int_equal(these.n, 0);
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_split_at_commas),
        cmocka_unit_test(patterns_are_relative_to_their_folder),
        cmocka_unit_test(what_is_named_is_wanted),
        cmocka_unit_test(a_drive_makes_a_pattern_absolute),
        cmocka_unit_test(each_pattern_that_matches_is_marked),
        cmocka_unit_test(wrong_patterns_are_refused),
    };
    return cmocka_run_group_tests_name("exclude", tests, NULL, NULL);
}
