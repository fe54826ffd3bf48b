/* The library as others see it: NULL for what a function needs, and numbers out of range, are refused. */
#include "../support/build.h"

#include "a3dlint.h"
#include "formats/m3g/m3g.h"
#include "formats/tanki/tanki.h"

#include <string.h>

/* ---- no checker ---- */

static a3dlint_answer find_nothing(void *user, const char *from, const char *uri, uint64_t limit, a3dlint_linked *linked)
{
    (void)user, (void)from, (void)uri, (void)limit, (void)linked;
    return A3DLINT_FOUND;
}

static void test_no_checker(void **state)
{
    (void)state;
    const a3dlint_memory nothing = {NULL, NULL};
    assert_null(a3dlint_new(&nothing));
    assert_int_equal(a3dlint_set_limit(NULL, A3DLINT_MAX_WORK, 1), -1);
    assert_int_equal(a3dlint_set_limit(NULL, A3DLINT_MAX_MEMORY, 1), -1);
    assert_int_equal(a3dlint_set_severity(NULL, "*", A3DLINT_OFF), -1);
    assert_int_equal(a3dlint_add_only(NULL, "*"), -1);
    assert_int_equal(a3dlint_add_compat(NULL, "nokia"), -1);
    assert_int_equal(a3dlint_set_format(NULL, "m3g", NULL), -1);
    a3dlint_set_lookup(NULL, find_nothing, NULL);
    assert_null(a3dlint_check(NULL, "a.m3g", "", 0));
}

static void test_no_words(void **state)
{
    (void)state;
    a3dlint *lint = a3dlint_new(NULL);
    assert_int_equal(a3dlint_set_severity(lint, NULL, A3DLINT_OFF), -1);
    assert_int_equal(a3dlint_add_only(lint, NULL), -1);
    assert_int_equal(a3dlint_add_compat(lint, NULL), -1);
    assert_int_equal(a3dlint_set_format(lint, NULL, "dayz"), -1);
    assert_null(a3dlint_check(lint, NULL, NULL, 1));
    assert_null(a3dlint_verdict_name((a3dlint_verdict)4));
    assert_null(a3dlint_verdict_name((a3dlint_verdict)-1));
    assert_null(a3dlint_does_name((a3dlint_does)99));
    assert_int_equal(a3dlint_get_rule(0, NULL), -1);
    assert_int_equal(a3dlint_get_reader(0, NULL), -1);
    assert_int_equal(a3dlint_get_quirk(NULL, 0, NULL), -1);
    a3dlint_free(lint);
}

/* ---- no report ---- */

static void test_no_report(void **state)
{
    (void)state;
    const char *text;
    const uint8_t *data;
    size_t size = 1;
    a3dlint_finding finding;
    assert_int_equal(a3dlint_get_verdict(NULL), A3DLINT_LIMITED);
    assert_null(a3dlint_get_message(NULL));
    assert_null(a3dlint_get_format(NULL));
    assert_null(a3dlint_get_version(NULL));
    assert_null(a3dlint_get_branch(NULL));
    assert_int_equal(a3dlint_get_steps(NULL), 0);
    assert_int_equal(a3dlint_get_count(NULL, A3DLINT_ERROR), 0);
    assert_int_equal(a3dlint_get_findings(NULL, &size), 0);
    assert_int_equal(size, 0);
    assert_int_equal(a3dlint_get_finding(NULL, 0, &finding), -1);
    assert_int_equal(a3dlint_write(NULL, "text", &text, &size), -1);
    assert_string_equal(a3dlint_rewrite(NULL, A3DLINT_FAITHFUL, &data, &size), "no report was given");
    assert_string_equal(a3dlint_hex(NULL, NULL, 0, &text, &size), "no report was given");
    assert_string_equal(a3dlint_glb(NULL, &data, &size, NULL), "no report was given");
}

/* A report has to put its result somewhere. */
static void test_no_place(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials.length:=44"));
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    const char *text, *const why = "no place for the result was given";
    const uint8_t *data;
    size_t size;
    assert_int_equal(a3dlint_get_finding(report, 0, NULL), -1);
    assert_int_equal(a3dlint_write(report, NULL, &text, &size), -1);
    assert_int_equal(a3dlint_write(report, "text", NULL, &size), -1);
    assert_int_equal(a3dlint_write(report, "text", &text, NULL), -1);
    assert_string_equal(a3dlint_rewrite(report, A3DLINT_FAITHFUL, NULL, &size), why);
    assert_string_equal(a3dlint_rewrite(report, A3DLINT_FAITHFUL, &data, NULL), why);
    assert_string_equal(a3dlint_hex(report, NULL, 0, NULL, &size), why);
    assert_string_equal(a3dlint_hex(report, NULL, 0, &text, NULL), why);
    assert_string_equal(a3dlint_glb(report, NULL, &size, &text), why);
    assert_string_equal(a3dlint_glb(report, &data, NULL, &text), why);
    assert_int_equal(a3dlint_write(report, "text", &text, &size), 0); /* the report is as it was */
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* ---- what is made ---- */

/* Nothing was made for this reason. */
static void assert_refused(a3dlint_output *output, const char *why)
{
    size_t size = 1;
    assert_non_null(output);
    assert_string_equal(a3dlint_get_reason(output), why);
    assert_null(a3dlint_get_data(output, &size));
    assert_int_equal(size, 0);
    a3dlint_output_free(output);
}

static void test_nothing_to_make(void **state)
{
    (void)state;
    a3dlint *lint = a3dlint_new(NULL);
    assert_refused(a3dlint_fix(NULL, NULL, "", 0, A3DLINT_CERTAIN), "no checker was given");
    assert_refused(a3dlint_fix(lint, NULL, NULL, 1, A3DLINT_CERTAIN), "no bytes were given");
    assert_refused(a3dlint_generate(NULL, "m3g", 0, 0), "no checker was given");
    assert_refused(a3dlint_generate(lint, NULL, 0, 0), "no format was given");
    assert_refused(a3dlint_break(NULL, "m3g/checksum", NULL, 0, 0, 0), "no checker was given");
    assert_refused(a3dlint_break(lint, NULL, "m3g", 0, 0, 0), "no rule was given");
    assert_refused(a3dlint_explain(NULL, "m3g/checksum", 0), "no checker was given");
    assert_refused(a3dlint_explain(lint, NULL, 0), "no rule was given");
    a3dlint_free(lint);
}

static void test_no_output(void **state)
{
    (void)state;
    size_t size = 1;
    assert_string_equal(a3dlint_get_reason(NULL), "no output was given");
    assert_null(a3dlint_get_data(NULL, &size));
    assert_int_equal(size, 0);
    assert_null(a3dlint_get_data(NULL, NULL));
    assert_string_equal(a3dlint_get_fixes(NULL), "");
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_output *output = a3dlint_generate(lint, "m3g", 0, 0);
    assert_null(a3dlint_get_reason(output));
    assert_null(a3dlint_get_data(output, NULL));
    a3dlint_output_free(output);
    a3dlint_free(lint);
}

/* ---- links ---- */

/* A lookup that names no file, or bytes that it lacks, has found nothing. */
static a3dlint_answer find_in_part(void *user, const char *from, const char *uri, uint64_t limit, a3dlint_linked *linked)
{
    const unsigned *what = user;
    (void)from, (void)uri, (void)limit;
    *linked = (a3dlint_linked){NULL, *what == 0 ? 4 : 0, *what == 1 ? NULL : "b.m3g", NULL};
    return *what < 2 ? A3DLINT_FOUND : *what == 2 ? A3DLINT_MISSING : (a3dlint_answer)99;
}

static void test_lookup_without_a_file(void **state)
{
    (void)state;
    static const char *const whys[] = {"the lookup gave no file", "the lookup gave no file", "no reason was given",
                                       "no reason was given"};
    build b;
    build_make(&b, &a3d_format_m3g, 1,
               WORDS("sections+=1", "sections[1].objects-=1", "sections[1].objects+={type=ExternalReference,URI=\"other.m3g\"}",
                     "sections[2].objects+={type=Group,children={2}}", "sections[0].objects[0].hasExternalReferences=1"));
    a3dlint *lint = a3dlint_new(NULL);
    for (unsigned what = 0; what < 4; what++) {
        a3dlint_finding f = {0};
        bool told = false;
        a3dlint_set_lookup(lint, find_in_part, &what);
        a3dlint_report *report = a3dlint_check(lint, "scene.m3g", b.bytes, b.size);
        for (size_t i = 0; a3dlint_get_finding(report, i, &f) == 0; i++)
            told |= strstr(f.message, whys[what]) != NULL;
        assert_true(told);
        a3dlint_report_free(report);
    }
    a3dlint_free(lint);
    build_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_checker), cmocka_unit_test(test_no_words), cmocka_unit_test(test_no_report),
        cmocka_unit_test(test_no_place), cmocka_unit_test(test_nothing_to_make), cmocka_unit_test(test_no_output),
        cmocka_unit_test(test_lookup_without_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
