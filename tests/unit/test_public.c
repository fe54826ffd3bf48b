/* The library as others see it: choices, reports, findings, and memory that runs out at every call. */
#include "../support/build.h"

#include "a3dlint.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/tanki/tanki.h"

#include <stdlib.h>
#include <string.h>

/* A Tanki model with one block length that is wrong. */
static void make_bad(build *b)
{
    build_make(b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials.length:=44"));
}

static bool contains(const char *text, size_t size, const char *part)
{
    size_t n = strlen(part);
    for (size_t i = 0; i + n <= size; i++)
        if (memcmp(text + i, part, n) == 0)
            return true;
    return false;
}

static void test_valid(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_tanki, 3, NULL);
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    assert_non_null(report);
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_VALID);
    assert_string_equal(a3dlint_verdict_name(A3DLINT_VALID), "valid");
    assert_string_equal(a3dlint_get_format(report), "tanki");
    assert_string_equal(a3dlint_get_version(report), "3");
    assert_null(a3dlint_get_branch(report));
    assert_null(a3dlint_get_message(report));
    assert_int_equal(a3dlint_get_count(report, A3DLINT_ERROR), 0);
    assert_true(a3dlint_get_steps(report) > 0);
    const uint8_t *bytes;
    size_t size;
    assert_null(a3dlint_rewrite(report, A3DLINT_FAITHFUL, &bytes, &size));
    assert_int_equal(size, b.size);
    assert_memory_equal(bytes, b.bytes, size);
    a3dlint_report_free(report);
    a3dlint_report_free(NULL);
    a3dlint_free(lint);
    a3dlint_free(NULL);
    build_free(&b);
}

static void test_finding(void **state)
{
    (void)state;
    build b;
    make_bad(&b);
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, "fence.a3d", b.bytes, b.size);
    size_t more = 1, n = a3dlint_get_findings(report, &more);
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_INVALID);
    assert_int_equal(more, 0);
    assert_true(n >= 1);
    a3dlint_finding f = {0};
    for (size_t i = 0; i < n && (f.path == NULL || strcmp(f.path, "materials.length") != 0); i++)
        assert_int_equal(a3dlint_get_finding(report, i, &f), 0);
    assert_string_equal(f.rule, "tanki/block-length");
    assert_int_equal(f.severity, A3DLINT_ERROR);
    assert_string_equal(f.stream, "file");
    assert_int_equal(f.offset, 20);
    assert_int_equal(f.size, 4);
    assert_int_equal(f.file_offset, 20);
    assert_int_equal(f.bit, A3DLINT_NO_BIT);
    assert_string_equal(f.actual, "44");
    assert_true(f.cause == A3DLINT_NO_CAUSE);
    assert_int_equal(a3dlint_get_finding(report, n, &f), -1);
    const char *text;
    size_t size;
    assert_int_equal(a3dlint_write(report, "ndjson", &text, &size), 0);
    assert_true(size > 10 && text[size - 1] == '\n');
    assert_int_equal(a3dlint_write(report, "text", &text, &size), 0);
    assert_memory_equal(text, "fence.a3d: error tanki/block-length: ", 37);
    assert_int_equal(a3dlint_write(report, "html", &text, &size), -1); /* whose parts only the program has */
    assert_int_equal(a3dlint_write(report, "smoke", &text, &size), -1);
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* Of a bit the finding says which one. */
static void test_bit(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_a3d2, 6, WORDS("$mask.tail=1"));
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    a3dlint_finding f = {0};
    for (size_t i = 0; f.rule == NULL || strcmp(f.rule, "a3d2/mask-padding") != 0; i++)
        assert_int_equal(a3dlint_get_finding(report, i, &f), 0);
    assert_int_equal(f.bit, 7);
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

static void test_choices(void **state)
{
    (void)state;
    build b;
    make_bad(&b);
    a3dlint *lint = a3dlint_new(NULL);
    assert_int_equal(a3dlint_set_severity(lint, "tanki/no-such-rule", A3DLINT_OFF), -1);
    assert_int_equal(a3dlint_set_severity(lint, "tanki/*", (a3dlint_severity)4), -1);
    assert_int_equal(a3dlint_set_severity(lint, "*/block-length", A3DLINT_NOTE), 0);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_VALID);
    assert_true(a3dlint_get_count(report, A3DLINT_NOTE) >= 1);
    a3dlint_report_free(report);

    assert_int_equal(a3dlint_add_only(lint, "no/such"), -1);
    assert_int_equal(a3dlint_add_only(lint, "m3g/*"), 0);
    report = a3dlint_check(lint, NULL, b.bytes, b.size);
    assert_int_equal(a3dlint_get_findings(report, NULL), 0);
    a3dlint_report_free(report);

    assert_int_equal(a3dlint_add_compat(lint, "nobody"), -1);
    assert_int_equal(a3dlint_add_compat(lint, "nokia"), 0);
    assert_int_equal(a3dlint_set_limit(lint, (a3dlint_limit)7, 1), -1);
    assert_int_equal(a3dlint_set_limit(lint, A3DLINT_MAX_INPUT, b.size - 1), 0);
    report = a3dlint_check(lint, NULL, b.bytes, b.size);
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_LIMITED);
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* A limit has the name under which this library sets it. Reports are those of the command line, with its options. */
static void test_names_of_limits(void **state)
{
    (void)state;
    build b;
    make_bad(&b);
    a3dlint *lint = a3dlint_new(NULL);
    const char *const mine = "the limit of input, 9 bytes, was reached (A3DLINT_MAX_INPUT)", *text;
    const uint8_t *data;
    size_t size;
    assert_int_equal(a3dlint_set_limit(lint, A3DLINT_MAX_INPUT, 9), 0);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    assert_string_equal(a3dlint_get_message(report), mine);
    assert_string_equal(a3dlint_hex(report, NULL, 0, &text, &size), mine);
    assert_string_equal(a3dlint_glb(report, &data, &size, NULL), mine);
    assert_int_equal(a3dlint_write(report, "json", &text, &size), 0);
    assert_true(contains(text, size, "was reached (--max-input)"));
    a3dlint_output *output = a3dlint_fix(lint, NULL, b.bytes, b.size, A3DLINT_CERTAIN);
    assert_string_equal(a3dlint_get_reason(output), mine);
    a3dlint_output_free(output);
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

static void test_format(void **state)
{
    (void)state;
    a3dlint *lint = a3dlint_new(NULL);
    assert_int_equal(a3dlint_set_format(lint, "obj", NULL), -1);
    assert_int_equal(a3dlint_set_format(lint, "odol", "skyrim"), -1);
    assert_int_equal(a3dlint_set_format(lint, "odol", "dayz"), 0);
    a3dlint_report *report = a3dlint_check(lint, NULL, "ODOL", 4);
    assert_string_equal(a3dlint_get_format(report), "odol");
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_INVALID);
    const uint8_t *bytes;
    size_t size;
    assert_non_null(a3dlint_rewrite(report, A3DLINT_CANONICAL, &bytes, &size));
    a3dlint_report_free(report);
    assert_int_equal(a3dlint_set_format(lint, NULL, NULL), 0);
    report = a3dlint_check(lint, NULL, NULL, 0);
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_UNREADABLE);
    assert_null(a3dlint_get_format(report));
    assert_null(a3dlint_get_version(report));
    assert_non_null(a3dlint_rewrite(report, A3DLINT_FAITHFUL, &bytes, &size));
    a3dlint_report_free(report);
    a3dlint_free(lint);
}

static void test_catalogue(void **state)
{
    (void)state;
    a3dlint_rule_info rule;
    size_t n = 0;
    while (a3dlint_get_rule(n, &rule) == 0) {
        assert_non_null(strchr(rule.id, '/'));
        assert_true(rule.title[0] != '\0' && rule.rationale[0] != '\0' && rule.source[0] != '\0');
        n++;
    }
    assert_true(n > 600);
    assert_int_equal(a3dlint_get_rule(SIZE_MAX, &rule), -1);
    assert_string_equal(a3dlint_version(), A3DLINT_VERSION);
}

/* ---- known readers ---- */

static void test_readers(void **state)
{
    (void)state;
    a3dlint_reader_info reader, before = {.name = ""};
    a3dlint_quirk quirk;
    a3dlint_rule_info rule;
    size_t n_readers = 0, n_quirks = 0, n_of_rules = 0, n_habits = 0;
    bool flash = false, severe = false;
    a3dlint *lint = a3dlint_new(NULL);
    for (; a3dlint_get_reader(n_readers, &reader) == 0; n_readers++, before = reader) {
        assert_true(reader.name != before.name);
        assert_int_equal(a3dlint_add_compat(lint, reader.name), 0);
        assert_int_equal(a3dlint_set_format(lint, reader.format, NULL), 0);
        assert_true(reader.meaning[0] != '\0');
        flash |= strcmp(reader.name, "flash") == 0 && strcmp(reader.format, "a3d1") == 0 && strcmp(reader.who, "the published Flash loader") == 0;
    }
    assert_true(n_readers > 5 && flash);
    assert_int_equal(a3dlint_get_reader(SIZE_MAX, &reader), -1);
    for (; a3dlint_get_quirk(NULL, n_quirks, &quirk) == 0; n_quirks++) {
        assert_int_equal(a3dlint_add_compat(lint, quirk.reader), 0);
        assert_int_equal(a3dlint_set_format(lint, quirk.format, NULL), 0);
        assert_non_null(a3dlint_does_name(quirk.does));
        assert_true(quirk.what[0] != '\0' && quirk.source[0] != '\0');
        n_habits += quirk.rule == NULL;
    }
    for (size_t i = 0; a3dlint_get_rule(i, &rule) == 0; i++)
        for (size_t k = 0; a3dlint_get_quirk(rule.id, k, &quirk) == 0; k++, n_of_rules++)
            assert_string_equal(quirk.rule, rule.id);
    assert_true(n_habits > 0 && n_of_rules > 50);
    assert_int_equal(n_of_rules + n_habits, n_quirks);
    for (size_t k = 0; a3dlint_get_quirk("a3d1/truncated", k, &quirk) == 0; k++)
        severe |= strcmp(quirk.reader, "flash") == 0 && quirk.does == A3DLINT_REJECTS && quirk.severity == A3DLINT_ERROR;
    assert_true(severe);
    assert_int_equal(a3dlint_get_quirk("a3d1/no-such-rule", 0, &quirk), -1);
    assert_int_equal(a3dlint_get_quirk("a3d1/truncated", SIZE_MAX, &quirk), -1);
    assert_string_equal(a3dlint_does_name(A3DLINT_READS_BEYOND), "reads beyond");
    assert_null(a3dlint_does_name((a3dlint_does)5));
    a3dlint_free(lint);
}

/* ---- links ---- */

static a3dlint_answer answer_missing(void *user, const char *from, const char *uri, uint64_t limit, a3dlint_linked *linked)
{
    assert_string_equal(from, "scene.m3g");
    assert_string_equal(uri, "other.m3g");
    assert_true(limit > 0);
    linked->why = "nobody has it";
    ++*(int *)user;
    return A3DLINT_MISSING;
}

static void test_lookup(void **state)
{
    (void)state;
    build b;
    int asked = 0;
    build_make(&b, &a3d_format_m3g, 1,
               WORDS("sections+=1", "sections[1].objects-=1", "sections[1].objects+={type=ExternalReference,URI=\"other.m3g\"}",
                     "sections[2].objects+={type=Group,children={2}}", "sections[0].objects[0].hasExternalReferences=1"));
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_set_lookup(lint, answer_missing, &asked);
    a3dlint_report *report = a3dlint_check(lint, "scene.m3g", b.bytes, b.size);
    assert_int_equal(asked, 1);
    a3dlint_report_free(report);
    report = a3dlint_check(lint, NULL, b.bytes, b.size); /* without a name there is no place to start from */
    assert_int_equal(asked, 1);
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* ---- memory ---- */

/* A check that needs more than the limit says so, and one that fits is as ever. What a report holds is missing for the
 * next until it is freed. */
static void test_memory_limit(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_m3g, 1, NULL);
    a3dlint *lint = a3dlint_new(NULL);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(a3dlint_set_limit(lint, A3DLINT_MAX_MEMORY, i == 0 ? 1 : 100), 0); /* 0 would be no limit */
        a3dlint_report *report = a3dlint_check(lint, "a.m3g", b.bytes, b.size);
        assert_non_null(report);
        assert_int_equal(a3dlint_get_verdict(report), A3DLINT_LIMITED);
        assert_string_equal(a3dlint_get_message(report), "the limit of memory was reached (A3DLINT_MAX_MEMORY)");
        assert_int_equal(a3dlint_get_findings(report, NULL), 0);
        a3dlint_report_free(report);
    }
    assert_int_equal(a3dlint_set_limit(lint, A3DLINT_MAX_MEMORY, 1 << 20), 0);
    a3dlint_report *held[64];
    unsigned n = 0;
    while (n < 64) {
        held[n] = a3dlint_check(lint, "a.m3g", b.bytes, b.size);
        assert_non_null(held[n]);
        if (a3dlint_get_verdict(held[n++]) == A3DLINT_LIMITED)
            break;
        assert_int_equal(a3dlint_get_verdict(held[n - 1]), A3DLINT_VALID);
    }
    assert_in_range(n, 2, 63);
    while (n > 0)
        a3dlint_report_free(held[--n]);
    a3dlint_report *again = a3dlint_check(lint, "a.m3g", b.bytes, b.size);
    assert_int_equal(a3dlint_get_verdict(again), A3DLINT_VALID);
    const char *text;
    size_t size;
    assert_int_equal(a3dlint_write(again, "json", &text, &size), 0);
    a3dlint_report_free(again);
    a3dlint_free(lint);
    build_free(&b);
}

typedef struct meter {
    size_t held;
    unsigned long calls, fail_at;
} meter;

static void *metered(void *user, void *p, size_t old_size, size_t size)
{
    meter *m = user;
    if (size == 0) {
        free(p);
        m->held -= old_size;
        return NULL;
    }
    if (++m->calls == m->fail_at)
        return NULL;
    void *q = realloc(p, size);
    assert_non_null(q);
    m->held += size - old_size;
    return q;
}

/* A report says what the command line says: only errors fail, and the exit status is that of the verdict. */
static void test_forms(void **state)
{
    (void)state;
    build b;
    make_bad(&b);
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, "x.a3d", b.bytes, b.size);
    const char *text;
    size_t size;
    assert_int_equal(a3dlint_write(report, "sarif", &text, &size), 0);
    assert_true(contains(text, size, "\"exitCode\": 1,"));
    a3dlint_report_free(report);
    assert_int_equal(a3dlint_set_severity(lint, "*", A3DLINT_WARNING), 0);
    report = a3dlint_check(lint, "x.a3d", b.bytes, b.size);
    assert_int_equal(a3dlint_write(report, "sarif", &text, &size), 0);
    assert_true(contains(text, size, "\"exitCode\": 0,"));
    assert_int_equal(a3dlint_write(report, "junit", &text, &size), 0);
    assert_true(contains(text, size, "failures=\"0\""));
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* All that a caller can do. Returns whether nothing failed. */
static bool do_all(meter *m, const build *b)
{
    a3dlint_memory memory = {metered, m};
    a3dlint *lint = a3dlint_new(&memory);
    if (lint == NULL)
        return false;
    bool good = a3dlint_set_severity(lint, "tanki/*", A3DLINT_ERROR) == 0 && a3dlint_add_only(lint, "tanki/*") == 0 && a3dlint_add_compat(lint, "nokia") == 0;
    a3dlint_report *report = a3dlint_check(lint, "fence.a3d", b->bytes, b->size);
    good = good && report != NULL && a3dlint_get_verdict(report) == A3DLINT_INVALID;
    a3dlint_finding f;
    const char *text;
    const uint8_t *bytes;
    size_t size;
    if (report != NULL) {
        for (size_t i = 0; i < a3dlint_get_findings(report, NULL); i++)
            good = a3dlint_get_finding(report, i, &f) == 0 && good;
        good = a3dlint_write(report, "sarif", &text, &size) == 0 && good;
        good = a3dlint_rewrite(report, A3DLINT_FAITHFUL, &bytes, &size) == NULL && good;
    }
    a3dlint_report_free(report);
    a3dlint_free(lint);
    return good;
}

static void test_memory(void **state)
{
    (void)state;
    build b;
    meter m = {0};
    make_bad(&b);
    assert_true(do_all(&m, &b));
    assert_int_equal(m.held, 0);
    unsigned long calls = m.calls;
    assert_true(calls > 5);
    for (unsigned long i = 1; i <= calls; i++) {
        m = (meter){.fail_at = i};
        assert_false(do_all(&m, &b)); /* each request is needed */
        assert_int_equal(m.held, 0);
    }
    build_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid), cmocka_unit_test(test_finding), cmocka_unit_test(test_bit),
        cmocka_unit_test(test_choices), cmocka_unit_test(test_names_of_limits), cmocka_unit_test(test_format),
        cmocka_unit_test(test_catalogue), cmocka_unit_test(test_readers), cmocka_unit_test(test_lookup), cmocka_unit_test(test_memory), cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
