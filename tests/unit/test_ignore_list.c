/* test_ignore_list.c - lines of a .gitignore file: what they match, and which are refused */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input/ignore_list.h"

typedef struct expected {
    const char *file, *path;
    bool folder, fold;
    size_t line; /* as an index from 1; 0: none matches */
} expected;

static const expected cases[] = {
    {"a", "a", false, false, 1},
    {"a", "x/a", false, false, 1},
    {"a", "ab", false, false, 0},
    {"a", "b", false, false, 0},
    {"/a", "a", false, false, 1},
    {"/a", "x/a", false, false, 0},
    {"x/a", "x/a", false, false, 1},
    {"x/a", "y/x/a", false, false, 0},
    {"a/", "a", false, false, 0},
    {"a/", "a", true, false, 1},
    {"a/", "x/a", true, false, 1},
    {"x/a/", "x/a", true, false, 1},
    {"*.m3g", "x/y.m3g", false, false, 1},
    {"x*.m3g", "a/xy.m3g", false, false, 1},
    {"x*.m3g", "x/y.m3g", false, false, 0},
    {"a/x*.m3g", "a/xy.m3g", false, false, 1},
    /* spaces at the end do not count, nor does the end of a line */
    {"a  ", "a", false, false, 1},
    {"a b  ", "a b", false, false, 1},
    {"a b  ", "a", false, false, 0},
    {"a\\ ", "a ", false, false, 1},
    {"a\\  ", "a ", false, false, 1},
    {"a\\ ", "a", false, false, 0},
    {"a\r\nb\r\n", "b", false, false, 2},
    {"a\r", "a", false, false, 1},
    {"\xEF\xBB\xBF" "a", "a", false, false, 1},
    /* comments and empty lines are no lines of the list */
    {"#a\n\nb", "b", false, false, 1},
    {"#a", "#a", false, false, 0},
    {"\\#a", "#a", false, false, 1},
    /* the last line that matches counts */
    {"a\n!a\nb", "a", false, false, 2},
    {"!a\na", "a", false, false, 2},
    {"\\!a", "!a", false, false, 1},
    /* case */
    {"AzZ", "aZz", false, true, 1},
    {"AzZ", "aZz", false, false, 0},
    {"a@", "A`", false, true, 0},
    {"a[", "A{", false, true, 0},
    {"aB*c", "Ab.C", false, true, 1},
    {"aB*c", "Ab.C", false, false, 0},
};

static void lines_match_as_git_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_ignore_list list = {.fold = cases[i].fold};
        unsigned number = 99;
        uint64_t steps = 100000;
        a3d_arena_init(&arena, NULL);
        assert_null(a3d_ignore_read(&arena, cases[i].file, strlen(cases[i].file), &list, &number));
        assert_int_equal(number, 0);
        size_t line = a3d_ignore_match(&list, list.n, cases[i].path, cases[i].folder, &steps);
        if (line != cases[i].line)
            fail_msg("'%s' and %s: line %zu, not %zu", cases[i].file, cases[i].path, line, cases[i].line);
        a3d_arena_free(&arena);
    }
}

static void lines_are_what_they_say(void **state)
{
    static const char file[] = "# one\n!two/\nthree/*.x\n\nf*\n";
    a3d_arena arena;
    a3d_ignore_list list = {.fold = false};
    unsigned number;
    uint64_t steps = 100000;
    (void)state;
    a3d_arena_init(&arena, NULL);
    assert_null(a3d_ignore_read(&arena, file, sizeof file - 1, &list, &number));
    assert_int_equal(list.n, 3);
    assert_int_equal(list.at[0].number, 2);
    assert_int_equal(list.at[1].number, 3);
    assert_int_equal(list.at[2].number, 5);
    assert_true(list.at[0].negative && list.at[0].folders && list.at[0].name && list.at[0].rest == NULL);
    assert_true(!list.at[1].negative && !list.at[1].folders && !list.at[1].name && list.at[1].rest != NULL);
    assert_int_equal(list.at[0].n, 3);
    assert_int_equal(list.at[1].n, 6);
    assert_int_equal(list.at[2].n, 0); /* of a pattern for names, nothing is matched before the rest */
    /* only lines before the one that is named are asked */
    assert_int_equal(a3d_ignore_match(&list, 3, "three/a.x", false, &steps), 2);
    assert_int_equal(a3d_ignore_match(&list, 1, "three/a.x", false, &steps), 0);
    assert_int_equal(a3d_ignore_match(&list, 2, "f", false, &steps), 0);
    a3d_arena_free(&arena);
}

/* Reads `n` lines of `size` bytes each. */
static const char *read_lines(size_t n, size_t size, a3d_ignore_list *list, unsigned *number)
{
    a3d_arena arena;
    char *file = malloc(n * (size + 1));
    assert_non_null(file);
    memset(file, 'a', n * (size + 1));
    for (size_t i = 0; i < n; i++)
        file[i * (size + 1) + size] = '\n';
    a3d_arena_init(&arena, NULL);
    const char *why = a3d_ignore_read(&arena, file, n * (size + 1), list, number);
    a3d_arena_free(&arena);
    free(file);
    return why;
}

static void files_are_bounded(void **state)
{
    a3d_ignore_list list = {.fold = false};
    unsigned number;
    (void)state;
    assert_null(read_lines(2, 1024, &list, &number));
    assert_int_equal(list.n, 2);
    list = (a3d_ignore_list){.fold = false};
    assert_string_equal(read_lines(2, 1025, &list, &number), "a pattern may have 1024 bytes, this one has more");
    assert_int_equal(number, 1);
    assert_int_equal(list.n, 0);
    list = (a3d_ignore_list){.fold = false};
    assert_null(read_lines(10000, 1, &list, &number));
    assert_int_equal(list.n, 10000);
    list = (a3d_ignore_list){.fold = false};
    assert_string_equal(read_lines(10001, 1, &list, &number), "more than 10,000 patterns");
    assert_int_equal(number, 10001);
    assert_int_equal(list.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_match_as_git_says),
        cmocka_unit_test(lines_are_what_they_say),
        cmocka_unit_test(files_are_bounded),
    };
    return cmocka_run_group_tests_name("ignore_list", tests, NULL, NULL);
}
