/* test_shell.c - commands that people paste into a shell: words in quotes, bytes that cannot be shown, and rows */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "os/process.h"
#include "report/common/shell.h"

static void expect(a3d_text *out, const char *expected)
{
    a3d_putc(out, '\0');
    assert_string_equal(out->data, expected);
    out->size = 0;
}

static void words_are_quoted_where_they_must(void **state)
{
    static const char *const cases[][2] = {
        {"a.m3g", "a.m3g"}, {"A/b_c-d+e,f:g@h%i", "A/b_c-d+e,f:g@h%i"}, {"", "''"}, {"a b", "'a b'"},
        {"a'b", "'a'\\''b'"},
        {"-a", "./'-a'"}, {"a-", "a-"}, {"$a", "'$a'"}, {"~", "'~'"}, {"a\n", "'a\n'"}, {"-", "./'-'"},
    };
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_put_word(&out, cases[i][0]);
        expect(&out, cases[i][1]);
    }
    a3d_arena_free(&arena);
}

#ifndef _WIN32
/* A path in the place of {} is one word of the command, whatever it has. */
static void paths_of_commands_are_one_word(void **state)
{
    static const char *const cases[][2] = {{"a/b_C-1+.m3g", "a/b_C-1+.m3g"}, {"a b", "'a b'"}, {"it's", "'it'\\''s'"},
                                           {"'", "''\\'''"}, {"a;b", "'a;b'"}, {"$(x)", "'$(x)'"}, {"a=b", "'a=b'"}};
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_os_put_word(&out, cases[i][0]);
        expect(&out, cases[i][1]);
    }
    a3d_arena_free(&arena);
}
#endif

static void what_cannot_be_shown_is_printed(void **state)
{
    static const char *const cases[][2] = {
        {"a3dlint fix a%.m3g", "a3dlint fix a%.m3g"},
        {"fix 'a\303\251'", "fix 'a\303\251'"},
        {"fix '\n'", "eval \"$(printf 'fix \\047\\012\\047')\""},
        {"fix '%\1'", "eval \"$(printf 'fix \\047%%\\001\\047')\""},
        {"fix \377", "eval \"$(printf 'fix \\377')\""},
        {"fix \302", "eval \"$(printf 'fix \\302')\""},
        {"fix \303\251\302\205", "eval \"$(printf 'fix \\303\\251\\302\\205')\""},
    };
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_put_command(&out, cases[i][0], strlen(cases[i][0]));
        expect(&out, cases[i][1]);
    }
    a3d_arena_free(&arena);
}

static void rows_are_no_wider_than_asked(void **state)
{
    static const struct {
        const char *command, *expected;
        unsigned indent, width;
    } cases[] = {
        {"one two", "one two", 0, 7},
        {"three four", "three \\\n    four", 0, 9},
        {"one two six", "one two \\\n    six", 0, 10},
        {"one two", "  one two", 2, 9},
        {"three four", "  three \\\n      four", 2, 11},
        {"'a b' c", "'a b' c", 0, 7},
    };
    a3d_arena arena;
    a3d_text out;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_put_command_rows(&out, cases[i].command, strlen(cases[i].command), cases[i].indent, cases[i].width);
        expect(&out, cases[i].expected);
    }
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_quoted_where_they_must),
#ifndef _WIN32
        cmocka_unit_test(paths_of_commands_are_one_word),
#endif
        cmocka_unit_test(what_cannot_be_shown_is_printed),
        cmocka_unit_test(rows_are_no_wider_than_asked),
    };
    return cmocka_run_group_tests_name("shell", tests, NULL, NULL);
}
