/* Patterns that begin with a drive or a server; what they are on Windows, on any system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/drives.h"
#include "base/glob.h"

static void drives_and_servers_are_recognized(void **state)
{
    (void)state;
    static const char *const yes[] = {"C:\\", "c:/a", "z:\\**", "\\\\server\\share", "//server/share/*", "\\/s"};
    static const char *const no[] = {"", "C", "C:", "C:a", "1:/a", "a/b", "/a", "\\a", "/", "//", "\\\\", "///a", "{C:/a}", "*", "[c:/]", "CC:/"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!a3d_begins_with_drive(yes[i]))
            fail_msg("%s begins with none", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (a3d_begins_with_drive(no[i]))
            fail_msg("%s begins with one", no[i]);
}

static void a_pattern_gets_the_form_of_paths(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"C:\\assets\\**", "/C:/assets/**"}, {"c:/assets/**", "/C:/assets/**"}, {"d:\\", "/D:/"},
        {"C:\\a\\[bc]\\*.m3g", "/C:/a/[bc]/*.m3g"}, {"\\\\server\\share\\old\\**", "/unc:/server/share/old/**"},
        {"//server/share/*", "/unc:/server/share/*"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_arena arena;
        a3d_text out;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        a3d_put_drive_pattern(&out, rows[i][0], strlen(rows[i][0]));
        a3d_putc(&out, '\0');
        assert_string_equal(out.data, rows[i][1]);
        a3d_arena_free(&arena);
    }
}

static bool matches(const char *pattern, const char *path)
{
    a3d_arena arena;
    a3d_text out;
    const char *why = NULL;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    a3d_put_drive_pattern(&out, pattern, strlen(pattern));
    const a3d_glob *glob = a3d_glob_make(&arena, out.data, out.size, &why);
    assert_non_null(glob);
    bool found = a3d_glob_fits(&arena, glob, path + 1);
    a3d_arena_free(&arena);
    return found;
}

/* As cli/config/exclude.c matches them: against the absolute path without its first slash. */
static void such_patterns_match_absolute_paths(void **state)
{
    (void)state;
    assert_true(matches("C:\\assets\\**", "/C:/assets/old/a.m3g"));
    assert_true(matches("c:/assets/**", "/C:/assets/a.m3g"));
    assert_false(matches("D:/assets/**", "/C:/assets/a.m3g"));
    assert_false(matches("C:/assets/*", "/C:/assets/old/a.m3g"));
    assert_true(matches("\\\\server\\share\\**\\*.bak", "/unc:/server/share/a/b.bak"));
    assert_true(matches("C:/assets/{old,new}/", "/C:/assets/new/"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drives_and_servers_are_recognized),
        cmocka_unit_test(a_pattern_gets_the_form_of_paths),
        cmocka_unit_test(such_patterns_match_absolute_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
