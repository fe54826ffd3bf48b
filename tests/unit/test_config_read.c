/* test_config_read.c - configuration files: which lines are settings, and what is wrong with others */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/config.h"

/* What is read, as text: a line `NUMBER NAME=VALUE [SECTION]` for each setting, or `NUMBER: PROBLEM`. */
static void put_read(a3d_text *out, a3d_arena *arena, const char *file, size_t size)
{
    a3d_config config = {.n = 0};
    a3d_text problem;
    unsigned line = 99;
    a3d_text_init(&problem, arena);
    if (!a3d_config_read(arena, file, size, &config, &line, &problem)) {
        a3d_printf(out, "%u: ", line);
        a3d_put(out, problem.data, problem.size);
        return;
    }
    assert_int_equal(line, 0);
    assert_int_equal(problem.size, 0);
    for (size_t i = 0; i < config.n; i++) {
        const a3d_setting *s = &config.settings[i];
        assert_true((s->glob != NULL) == (s->section != NULL));
        a3d_printf(out, "%s%u %s=%s", i > 0 ? "\n" : "", s->line, s->name, s->value);
        if (s->section != NULL)
            a3d_printf(out, " [%s]", s->section);
        if (s->patterns > 0)
            a3d_printf(out, " after %zu", s->patterns);
    }
    if (config.root)
        a3d_puts(out, " root");
    if (config.gitignore > 0)
        a3d_printf(out, " git %zu", config.gitignore);
}

static void expect_sized(const char *file, size_t size, const char *expected)
{
    a3d_arena arena;
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    char *exact = malloc(size + 1); /* so that a sanitizer sees one byte too far */
    assert_non_null(exact);
    memcpy(exact + 1, file, size);
    put_read(&out, &arena, exact + 1, size);
    free(exact);
    a3d_putc(&out, '\0');
    if (strcmp(out.data, expected) != 0)
        fail_msg("%s\nis read as\n%s\nnot\n%s", file, out.data, expected);
    a3d_arena_free(&arena);
}

static void expect(const char *file, const char *expected)
{
    expect_sized(file, strlen(file), expected);
}

static void lines_are_settings(void **state)
{
    (void)state;
    expect("", "");
    expect("\n\n", "");
    expect("fail-on = note", "1 fail-on=note");
    expect("fail-on=note\n", "1 fail-on=note");
    expect("fail-on: note\n", "1 fail-on=note");
    expect("fail-on : note\nm3g/count=off", "1 fail-on=note\n2 m3g/count=off");
    expect("\xEF\xBB\xBF" "fail-on = note", "1 fail-on=note");
    expect("\r\n  \t \r\n\t fail-on\t=\tnote \t\r\n", "3 fail-on=note");
    expect("\v\f fail-on = \v note \f", "1 fail-on=note");
    expect("baseline = a", "1 baseline=a");
    expect("baseline = a=b:c", "1 baseline=a=b:c"); /* the first of = and : ends the name */
    expect("baseline : a=b", "1 baseline=a=b");
}

static void comments_are_left_out(void **state)
{
    static const char other[] = "1: a line is [PATTERN], NAME = VALUE, or a comment after ; or #";
    (void)state;
    expect("# fail-on = note\n  ; fail-on = note", "");
    expect("fail-on = note ; why", "1 fail-on=note");
    expect("fail-on = note\t;", "1 fail-on=note");
    expect("baseline = a;b", "1 baseline=a;b");
    expect("baseline = a # b", "1 baseline=a # b");
    expect("baseline = a;b ;c ;d", "1 baseline=a;b");
    expect("fail-on ; = note", other); /* the comment takes the = with it */
    expect("fail-on", other);
    expect("fail-on = note # why", "1: fail-on takes note, warning, error or never, not 'note # why'; after a value, a "
                                   "comment begins with ' ;'");
    expect("fail-on = note#why", "1: fail-on takes note, warning, error or never, not 'note#why'");
}

static void sections_have_patterns(void **state)
{
    (void)state;
    expect("fail-on=note\n[*.m3g]\nfail-on=error\nonly=m3g/*\n[x]\nas=m3g",
           "1 fail-on=note\n3 fail-on=error [*.m3g]\n4 only=m3g/* [*.m3g]\n6 as=m3g [x]");
    expect("  [x]  ; why\nas=m3g", "2 as=m3g [x]");
    expect("[x]# why\nas=m3g", "2 as=m3g [x]");
    expect("[x] #\nas=m3g", "2 as=m3g [x]");
    expect("[ x ]\nas=m3g", "2 as=m3g [ x ]");
    expect("[[a-c]x]\nas=m3g", "2 as=m3g [[a-c]x]");
    expect("[[[]x]\nas=m3g", "2 as=m3g [[[]x]");
    expect("[a\\]b]\nas=m3g", "2 as=m3g [a\\]b]");
    expect("[[]]x]\nas=m3g", "2 as=m3g [[]]x]");    /* a ] that is the first of a set belongs to it */
    expect("[[!]]x]\nas=m3g", "2 as=m3g [[!]]x]");
    expect("[[a!]x]\nas=m3g", "2 as=m3g [[a!]x]");
    expect("[[a]!]\nas=m3g", "2 as=m3g [[a]!]");
    expect("[x] y", "1: only a comment may follow [PATTERN]");
    expect("[x]]", "1: only a comment may follow [PATTERN]");
    expect("[x", "1: a section is [PATTERN]; its ] is missing");
    expect("[x\\]", "1: a section is [PATTERN]; its ] is missing, since \\ escapes it; folders are separated by /");
    expect("[x/]\nas=m3g", "2 as=m3g [x/]");
    expect("[x\\y]", "1: [x\\y]: folders are separated by /, not by \\: write [x/y]; a * itself is [*]");
    expect("\n[x\\*.m3g]", "2: [x\\*.m3g]: folders are separated by /, not by \\: write [x/*.m3g]; a * itself is [*]");
    expect("[C:\\x]", "1: [C:\\x]: folders are separated by /, not by \\: write a path relative to the folder of this file");
    expect("exclude = x\\y", "1: exclude: 'x\\y': folders are separated by /, not by \\; a * itself is [*]");
    expect("[[x]", "1: a section is [PATTERN]; its ] is missing");
    expect("[x\n]", "1: a section is [PATTERN]; its ] is missing; line 2: a line is [PATTERN], NAME = VALUE, or a "
                    "comment after ; or #");
    expect("[]", "1: a section needs a pattern: [*] is for all paths below this folder");
    expect("[{x]", "1: [{x]: a { without }");
}

static void values_are_checked(void **state)
{
    (void)state;
    expect("m3g/count = never", "1: m3g/count takes off, note, warning or error, not 'never'");
    expect("m3g/count = eror", "1: m3g/count takes off, note, warning or error, not 'eror'; did you mean error?");
    expect("fail-on = off", "1: fail-on takes note, warning, error or never, not 'off'");
    expect("fail-on = warn", "1: fail-on takes note, warning, error or never, not 'warn'; did you mean warning?");
    expect("only = m3g/*, tanki/radius", "1 only=m3g/*, tanki/radius");
    expect("only = m3g/*\ttanki/radius", "1 only=m3g/*\ttanki/radius");
    expect("only = m3g/cuont", "1: only: unknown rule 'm3g/cuont'; did you mean m3g/count?");
    expect("only =", "1: only takes rules: ids, or patterns with *, not ''");
    expect("ignore = , ,", "1: ignore takes rules: ids, or patterns with *, not ', ,'");
    expect("compat = tanki-client", "1 compat=tanki-client");
    expect("compat = tanki-clyent", "1: compat: unknown name 'tanki-clyent'; did you mean tanki-client?");
    expect("compat = ", "1: compat takes names, which a3dlint formats lists, not ''");
    expect("as = m3g:1.0", "1: as: the version is given by the file");
    expect("as = odol:dayz", "1 as=odol:dayz");
    expect("baseline =", "1: baseline takes a file, not ''");
    expect("root = true", "1 root=true root");
    expect("root = false", "1 root=false");
    expect("root = true\nroot = false", "1 root=true\n2 root=false");
    expect("root = True", "1: root takes true or false, not 'True'");
    expect("as=m3g\ngitignore = false\ngitignore = true", "1 as=m3g\n2 gitignore=false\n3 gitignore=true git 3");
    expect("exclude = a, {b,c} ,d\nas = m3g\nexclude = e",
           "1 exclude=a, {b,c} ,d after 3\n2 as=m3g after 3\n3 exclude=e after 4");
    expect("exclude = a, [", "1: exclude: '[': a [ without ]");
    expect("exclude = ,", "1: exclude takes patterns of paths, separated by commas, not ','");
    expect("[x]\nexclude = a", "2: exclude applies to the whole file; put it before the first [PATTERN]");
    expect("[x]\nm3g/count = off", "2 m3g/count=off [x]");
}

static void numbers_are_above_zero(void **state)
{
    static const char *const names[] = {"max-input", "max-unpacked", "max-nodes", "max-depth",
                                        "max-findings", "max-work"};
    char file[80], expected[160];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(file, sizeof file, "%s = 1", names[i]);
        snprintf(expected, sizeof expected, "1 %s=1", names[i]);
        expect(file, expected);
        snprintf(file, sizeof file, "[x]\n%s = 2Ki", names[i]);
        snprintf(expected, sizeof expected, "2 %s=2Ki [x]", names[i]);
        expect(file, expected);
        snprintf(file, sizeof file, "%s = 0", names[i]);
        snprintf(expected, sizeof expected, "1: %s takes a number above 0 (Ki, Mi, Gi may follow), not '0'", names[i]);
        expect(file, expected);
    }
}

#define NEITHER " is neither a setting nor a rule; see man a3dlint-config or docs/configuration.md"

static void names_are_known(void **state)
{
    (void)state;
    expect("fial-on = note", "1: 'fial-on' is neither a setting nor a rule; did you mean fail-on?");
    expect("count = note", "1: 'count' is neither a setting nor a rule; did you mean m3g/count?");
    expect("root/* = note", "1: 'root/*'" NEITHER);
    expect("m3g/xyzzy* = note", "1: 'm3g/xyzzy*'" NEITHER);
    expect("/root = true", "1: '/root'" NEITHER);
    expect("*/truncated = note", "1 */truncated=note");
    expect(" = note", "1: ''" NEITHER);
}

static void bytes_of_any_kind_are_read(void **state)
{
    (void)state;
    expect_sized("as = m3g\0", 9, "1: there is a NUL byte in this line");
    expect_sized("\nas\0= m3g\nas=m3g", 16, "2: there is a NUL byte in this line");
    expect_sized("as = m3gxyz", 8, "1 as=m3g"); /* nothing behind the end */
    expect_sized("[x]; \0", 5, "");
    expect_sized("[x] ", 4, "");
    expect_sized("as = m3g", 5, "1: as: unknown format ''; choose from a3d1, a3d2, tanki, m3g, odol");
    expect_sized("[x]", 2, "1: a section is [PATTERN]; its ] is missing");
}

/* All mistakes of a file are reported, ten at most; the line is that of the first. */
static void mistakes_are_counted(void **state)
{
    static const char wrong[] = "a line is [PATTERN], NAME = VALUE, or a comment after ; or #";
    (void)state;
    for (unsigned n = 1; n <= 13; n++) {
        char file[64] = "as = m3g\n", expected[1200];
        size_t size = (size_t)snprintf(expected, sizeof expected, "2: %s", wrong);
        for (unsigned i = 0; i < n; i++)
            strcat(file, i == 0 ? "x\nas = m3g\n" : "x\n");
        for (unsigned i = 1; i < n && i < 10; i++)
            size += (size_t)snprintf(expected + size, sizeof expected - size, "; line %u: %s", i + 3, wrong);
        if (n > 10)
            snprintf(expected + size, sizeof expected - size, "; and %u more mistake%s", n - 10, n == 11 ? "" : "s");
        expect(file, expected);
    }
}

static void words_are_taken_apart(void **state)
{
    static const char *const words[] = {"a", "bc", "d"};
    const char *rest = ", \ta,bc\t d ,", *word;
    size_t n, i = 0;
    (void)state;
    for (; (word = a3d_next_word(&rest, &n)) != NULL; i++) {
        assert_int_equal(n, strlen(words[i]));
        assert_memory_equal(word, words[i], n);
    }
    assert_int_equal(i, 3);
    assert_string_equal(rest, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_settings),
        cmocka_unit_test(comments_are_left_out),
        cmocka_unit_test(sections_have_patterns),
        cmocka_unit_test(values_are_checked),
        cmocka_unit_test(numbers_are_above_zero),
        cmocka_unit_test(names_are_known),
        cmocka_unit_test(bytes_of_any_kind_are_read),
        cmocka_unit_test(mistakes_are_counted),
        cmocka_unit_test(words_are_taken_apart),
    };
    return cmocka_run_group_tests_name("config_read", tests, NULL, NULL);
}
