/* test_as.c - FORMAT[:VERSION][:BRANCH]: what the words mean, and what is chosen where they are left out */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "lint/as.h"
#include "lint/uri.h"

typedef struct expected {
    const char *text, *version, *branch; /* what is read; NULL: not given */
    const char *made, *of;               /* the version and the branch of a file that is made; NULL: none can be */
} expected;

static const expected known[] = {
    {"m3g", NULL, NULL, "1.0", NULL},
    {"m3g:1.0", "1.0", NULL, "1.0", NULL},
    {"a3d2", NULL, NULL, "2.6", NULL},
    {"a3d2:2.4", "2.4", NULL, "2.4", NULL},
    {"tanki", NULL, NULL, "3", NULL},
    {"tanki:2", "2", NULL, "2", NULL},
    {"tanki:1", "1", NULL, NULL, NULL},
    {"odol", NULL, NULL, "75", "arma"},
    {"odol:arma", NULL, "arma", "75", "arma"},
    {"odol:dayz", NULL, "dayz", "55", "dayz"},
    {"odol:53", "53", NULL, "53", "arma"},
    {"odol:53:arma", "53", "arma", "53", "arma"},
    {"odol:53:dayz", "53", "dayz", "53", "dayz"},
    {"odol:dayz:53", "53", "dayz", "53", "dayz"},
    {"odol:40", "40", NULL, "40", "arma"},
    {"odol:40:arma", "40", "arma", "40", "arma"},
    {"odol:75:arma", "75", "arma", "75", "arma"},
};

static void words_mean_versions_and_branches(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const expected *e = &known[i];
        a3d_arena arena;
        a3d_text problem;
        a3d_as as;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&problem, &arena);
        print_message("%s\n", e->text);
        assert_true(a3d_read_as(e->text, &as, &problem));
        assert_int_equal(problem.size, 0);
        assert_string_equal(as.version != NULL ? as.version->text : "-", e->version != NULL ? e->version : "-");
        assert_string_equal(as.branch != NULL ? as.branch->name : "-", e->branch != NULL ? e->branch : "-");
        assert_int_equal(a3d_complete_as(&as), e->made != NULL);
        if (e->made != NULL) {
            a3d_wish wish = {.seed = 7};
            a3d_wish_as(&as, &wish);
            assert_ptr_equal(wish.format, as.format);
            assert_ptr_equal(wish.version, as.version);
            assert_string_equal(wish.version->text, e->made);
            const a3d_branch *b = as.format->branches;
            while (b != NULL && b->name != NULL && b->mask != wish.branch)
                b++;
            assert_string_equal(b != NULL && b->name != NULL ? b->name : "-", e->of != NULL ? e->of : "-");
            assert_true(as.format->branches != NULL || wish.branch == 0);
            bool dayz = e->of != NULL && strcmp(e->of, "dayz") == 0; /* its versions have rows of their own */
            assert_string_equal(wish.version->branch != NULL ? wish.version->branch : "-", dayz ? "dayz" : "-");
            assert_int_equal(wish.seed, 7);
        }
        a3d_arena_free(&arena);
    }
}

static void other_words_are_refused(void **state)
{
    static const char *const cases[][2] = {
        {"", "unknown format ''; choose from a3d1, a3d2, tanki, m3g, odol"},
        {"m3", "unknown format 'm3'; choose from a3d1, a3d2, tanki, m3g, odol"},
        {"m3gg:1.0", "unknown format 'm3gg'; choose from a3d1, a3d2, tanki, m3g, odol"},
        {"m3g:", "m3g has no version or branch ''; choose from 1.0, 2.0"},
        {"m3g:1", "m3g has no version or branch '1'; choose from 1.0, 2.0"},
        {"m3g:1.0:1.0", "m3g takes one version and one branch; '1.0' is one too many"},
        {"odol:arma:arma", "odol takes one version and one branch; 'arma' is one too many"},
        {"odol:arma:dayz", "odol takes one version and one branch; 'dayz' is one too many"},
        {"odol:75:dayz", "version 75 does not exist in branch dayz"},
        {"odol:52:dayz", "version 52 does not exist in branch dayz"},
        {"odol:56:dayz", "version 56 does not exist in branch dayz"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text problem;
        a3d_as as;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&problem, &arena);
        assert_false(a3d_read_as(cases[i][0], &as, &problem));
        a3d_putc(&problem, '\0');
        assert_string_equal(problem.data, cases[i][1]);
        a3d_arena_free(&arena);
    }
}

/* ---- names of other files ---- */

static void links_are_relative(void **state)
{
    (void)state;
    assert_null(a3d_link_refusal("a.png"));
    assert_null(a3d_link_refusal(""));
    assert_null(a3d_link_refusal("a b:c")); /* a scheme has no space */
    assert_null(a3d_link_refusal("./a:b"));
    assert_string_equal(a3d_link_refusal("http://x/a"), "its URI has a scheme, and nothing is fetched");
    assert_string_equal(a3d_link_refusal("Z9+-.a:"), "its URI has a scheme, and nothing is fetched");
    assert_string_equal(a3d_link_refusal(":"), "its URI has a scheme, and nothing is fetched");
    assert_string_equal(a3d_link_refusal("/a"), "its URI is absolute, and where it starts is not known");
}

static void escapes_are_decoded(void **state)
{
    static const char *const cases[][2] = {
        {"a%20b", "a b"}, {"%41%5a%7A", "AZz"}, {"%C3%a9", "\xc3\xa9"}, {"%01", "\1"}, {"%2E%2e", ".."},
        {"%ff%30", "\xff" "0"},
        {"", NULL}, {"a", NULL}, {"%", NULL}, {"%4", NULL}, {"%4g", NULL}, {"%g4", NULL}, {"%00", NULL},
        {"a%2Fb", NULL},
        {"%2f", NULL}, {"%41%", NULL}, {"%@1", NULL}, {"%G1", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        const char *name = a3d_link_unescaped(&arena, cases[i][0]);
        assert_string_equal(name != NULL ? name : "refused", cases[i][1] != NULL ? cases[i][1] : "refused");
        a3d_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_mean_versions_and_branches),
        cmocka_unit_test(other_words_are_refused),
        cmocka_unit_test(links_are_relative),
        cmocka_unit_test(escapes_are_decoded),
    };
    return cmocka_run_group_tests_name("as", tests, NULL, NULL);
}
