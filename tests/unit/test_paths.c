/* test_paths.c - paths as configuration files and baselines see them: absolute, relative, inside of folders */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/input/paths.h"

typedef char *path_fn(a3d_arena *arena, const char *a, const char *b);
typedef struct row {
    const char *a, *b, *expected;
} row;

static void expect_all(path_fn *fn, const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        const char *path = fn(&arena, rows[i].a, rows[i].b);
        if (path == NULL || strcmp(path, rows[i].expected) != 0)
            fail_msg("%s and %s: %s, not %s", rows[i].a, rows[i].b, path != NULL ? path : "nothing", rows[i].expected);
        a3d_arena_free(&arena);
    }
}

static void paths_are_absolute_from_a_folder(void **state)
{
    static const row rows[] = {
        {"/t", "a", "/t/a"},          {"/t", ".", "/t"},          {"/t", "", "/t"},          {"/t", "./a/./b", "/t/a/b"},
        {"/t", "a//b/", "/t/a/b"},    {"/t/u", "..", "/t"},       {"/t/u", "../a", "/t/a"},  {"/t", "..", "/"},
        {"/t", "../../a", "/a"},      {"/t", "a/../b", "/t/b"},   {"/t", "...", "/t/..."},   {"/t", ".a", "/t/.a"},
        {"/t", "..a", "/t/..a"},      {"/", "a", "/a"},           {"/", ".", "/"},           {"/t//u/", "a", "/t/u/a"},
        {"/t", "a..", "/t/a.."},
    };
    (void)state;
    expect_all(a3d_absolute_from, rows, sizeof rows / sizeof *rows);
}

static void paths_are_relative_to_a_folder(void **state)
{
    static const row rows[] = {
        {"/t", "/t/a", "a"},            {"/t", "/t/a/b", "a/b"},       {"/t", "/t", "."},         {"/t", "/t/", "."},
        {"/t/u", "/t/a", "../a"},       {"/t/u", "/t", ".."},          {"/t/u/v", "/t/a", "../../a"},
        {"/t/u/v", "/t", "../.."},      {"/t/uv", "/t/uw/a", "../uw/a"}, {"/t/u", "/t/uv", "../uv"}, {"/t/uv", "/t/u", "../u"},
        {"/t", "a/b", "a/b"},           {"/t", "-", "-"},              {"/t/u", "/t/u/a!b", "a!b"},
    };
    (void)state;
    expect_all(a3d_relative_path, rows, sizeof rows / sizeof *rows);
}

static char *folder_of(a3d_arena *arena, const char *path, const char *none)
{
    (void)none;
    return a3d_folder_of(arena, path);
}

static void folders_are_what_is_before_the_last_slash(void **state)
{
    static const row rows[] = {
        {"/t/a", "", "/t"}, {"/t/u/a", "", "/t/u"}, {"/t/", "", "/t"}, {"/a", "", "/"}, {"/", "", "/"}, {"a", "", "/"},
    };
    (void)state;
    expect_all(folder_of, rows, sizeof rows / sizeof *rows);
}

static void what_is_inside_has_the_folder_before_it(void **state)
{
    (void)state;
    assert_true(a3d_is_inside("/t", "/t"));
    assert_true(a3d_is_inside("/t", "/t/a"));
    assert_true(a3d_is_inside("/", "/t"));
    assert_true(a3d_is_inside("/", "/"));
    assert_false(a3d_is_inside("/t", "/tu"));
    assert_false(a3d_is_inside("/t/u", "/t"));
    assert_false(a3d_is_inside("/t", "/"));
    assert_false(a3d_is_inside("/t", "/u/t"));
}

/* Of a member, only the path of its archive is resolved: the rest is as the archive has it. */
static void members_keep_their_names(void **state)
{
    static const struct {
        const char *path, *expected;
        size_t member;
    } cases[] = {{"a/../b.zip!x/../y", "/t/b.zip!x/../y", 10}, {"a/./b", "/t/a/b", 0}, {"b.zip!y", "/t/b.zip!y", 5},
                 {"./b.zip", "/t/b.zip", 7}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        assert_string_equal(a3d_absolute_member(&arena, "/t", cases[i].path, cases[i].member), cases[i].expected);
        a3d_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_absolute_from_a_folder),
        cmocka_unit_test(paths_are_relative_to_a_folder),
        cmocka_unit_test(folders_are_what_is_before_the_last_slash),
        cmocka_unit_test(what_is_inside_has_the_folder_before_it),
        cmocka_unit_test(members_keep_their_names),
    };
    return cmocka_run_group_tests_name("paths", tests, NULL, NULL);
}
