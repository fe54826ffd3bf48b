/* Patterns for paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/glob.h"

static bool fits(const char *pattern, const char *path)
{
    a3d_arena arena;
    const char *why;
    a3d_arena_init(&arena, NULL);
    a3d_glob *g = a3d_glob_make(&arena, pattern, strlen(pattern), &why);
    assert_non_null(g);
    bool found = a3d_glob_fits(&arena, g, path);
    a3d_arena_free(&arena);
    return found;
}

static void patterns_fit_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *path;
        bool fits;
    } rows[] = {
        {"*", "a.m3g", true}, {"*", "x/y/a.m3g", true}, {"*.m3g", "x/a.m3g", true}, {"*.m3g", "x/a.m3gx", false},
        {"a.m3g", "x/a.m3g", true}, {"/a.m3g", "x/a.m3g", false}, {"/a.m3g", "a.m3g", true},
        {"x/*.m3g", "x/a.m3g", true}, {"x/*.m3g", "x/y/a.m3g", false}, {"x/*.m3g", "w/x/a.m3g", false},
        {"x/**", "x/a", true}, {"x/**", "x/y/z/a", true}, {"x/**", "x", false}, {"x/**", "xx/a", false},
        {"**/a", "a", true}, {"**/a", "x/y/a", true}, {"**/a", "ba", false}, {"x/**/a", "x/a", true}, {"x/**/a", "x/y/a", true},
        {"x/**/a", "xa", false}, {"x**a", "x/y/a", false}, {"/x**a", "x/y/a", true},
        {"?.m3g", "a.m3g", true}, {"?.m3g", "ab.m3g", false}, {"?.m3g", ".m3g", false}, {"a?b/c", "a/b/c", false},
        {"[abc]", "b", true}, {"[abc]", "d", false}, {"[!abc]", "d", true}, {"[!abc]", "b", false}, {"[a-c]", "b", true}, {"[a-c]", "-", false},
        {"[-a]", "-", true}, {"[a-]", "-", true}, {"[]]", "]", true}, {"[\\]]", "]", true}, {"[0-9][0-9]", "42", true}, {"x[/]y", "x/y", false},
        {"{one,two}", "two", true}, {"{one,two}", "three", false}, {"{,x}y", "y", true}, {"{,x}y", "xy", true},
        {"*.{m3g,{a3d,p3d}}", "q.p3d", true}, {"*.{m3g,{a3d,p3d}}", "q.a3d", true}, {"*.{m3g,{a3d,p3d}}", "q.", false},
        {"{a*,b?}z", "bxz", true}, {"{a*,b?}z", "bxxz", false}, {"{a,b}{c,d}", "bd", true}, {"{x/y,z}", "x/y", true}, {"{x/y,z}", "q/z", false},
        {"lod{3..12}", "lod7", true}, {"lod{3..12}", "lod13", false}, {"lod{12..3}", "lod12", true}, {"lod{-2..2}.a", "lod-1.a", true},
        {"lod{3..12}", "lod", false}, {"lod{1..20}5", "lod15", true}, {"a,b", "a,b", true}, {"\\*", "*", true}, {"\\*", "x", false},
        {"\\{a,b\\}", "{a,b}", true}, {"", "", true}, {"", "a", false}, {"a**b", "aXXb", true},
        {"./x/*.m3g", "x/a.m3g", true}, {"./x/*.m3g", "w/x/a.m3g", false}, {"./a.m3g", "a.m3g", true}, {"./a.m3g", "x/a.m3g", false},
        {"././a", "a", true}, {"./**", "x/a", true}, {".a/b", ".a/b", true}, {".", ".", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fits(rows[i].pattern, rows[i].path) != rows[i].fits)
            fail_msg("%s and %s", rows[i].pattern, rows[i].path);
}

static void backslashes_of_folders_are_seen(void **state)
{
    (void)state;
    static const char *const folders[] = {"old\\x", "old\\*", "old\\**", "old\\*.m3g", "..\\old", "C:\\x", "[ab]\\x", "a/b\\c",
        "\xc3\xa4\\\xc3\xb6", "old\\*\\x"};
    static const char *const escapes[] = {"", "\\", "a\\", "\\*", "\\*.m3g", "a\\*b", "a\\[b\\]", "\\{a,b\\}", "a\\,b", "[a\\b]",
        "[\\]]", "a\\\\b", "a\\.b", "a\\-b", "a\\?", "a/b"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!a3d_glob_has_backslashes(folders[i], strlen(folders[i])))
            fail_msg("%s: not seen", folders[i]);
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (a3d_glob_has_backslashes(escapes[i], strlen(escapes[i])))
            fail_msg("%s: no folders", escapes[i]);
}

static void wrong_patterns_are_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"[abc", "a [ without ]"}, {"[", "a [ without ]"}, {"[]", "a [ without ]"}, {"{a", "a { without }"},
        {"a}", "a } without {"}, {"a\\", "a \\ with nothing behind it"}, {"{{{{{{{{{{{{{{{{{", "braces inside braces, too deep"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_arena arena;
        const char *why = NULL;
        a3d_arena_init(&arena, NULL);
        assert_null(a3d_glob_make(&arena, rows[i][0], strlen(rows[i][0]), &why));
        assert_string_equal(why, rows[i][1]);
        a3d_arena_free(&arena);
    }
}

/* A match takes memory for each letter of both, which a long pattern must not ask for. */
static void long_patterns_are_refused(void **state)
{
    (void)state;
    static char pattern[1025];
    memset(pattern, 'a', sizeof pattern);
    for (size_t n = sizeof pattern - 1; n <= sizeof pattern; n++) {
        a3d_arena arena;
        const char *why = NULL;
        a3d_arena_init(&arena, NULL);
        bool made = a3d_glob_make(&arena, pattern, n, &why) != NULL;
        assert_int_equal(made, n < sizeof pattern);
        assert_string_equal(made ? "" : why, made ? "" : "a pattern may have 1024 bytes, this one has more");
        a3d_arena_free(&arena);
    }
}

/* Where a search that goes back would never end. */
static void many_ways_are_one_pass(void **state)
{
    (void)state;
    char pattern[1024] = "", path[256];
    for (int i = 0; i < 100; i++)
        strcat(pattern, i % 2 ? "{a,a,*}" : "**");
    memset(path, 'a', sizeof path);
    path[sizeof path - 2] = 'b';
    path[sizeof path - 1] = '\0';
    strcat(pattern, "c");
    assert_false(fits(pattern, path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(patterns_fit_what_they_say), cmocka_unit_test(wrong_patterns_are_refused),
                                       cmocka_unit_test(backslashes_of_folders_are_seen),
                                       cmocka_unit_test(long_patterns_are_refused), cmocka_unit_test(many_ways_are_one_pass)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
