/* The library as others see it: what it makes of files, repairs, and writes about rules. */
#include "../support/build.h"

#include "a3dlint.h"
#include "formats/tanki/tanki.h"

#include <stdlib.h>
#include <string.h>

static bool has(const char *text, size_t size, const char *word)
{
    size_t n = strlen(word);
    for (; size >= n; text++, size--)
        if (memcmp(text, word, n) == 0)
            return true;
    return false;
}

/* A Tanki model with one block length that is wrong. */
static void make_bad(build *b)
{
    build_make(b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials.length:=44"));
}

static void test_hex(void **state)
{
    (void)state;
    build b;
    make_bad(&b);
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, "x.a3d", b.bytes, b.size);
    const char *text;
    size_t all, size;
    assert_null(a3dlint_hex(report, NULL, 0, &text, &all));
    assert_true(has(text, all, "materials.length"));
    char *first = malloc(all);
    memcpy(first, text, all);
    assert_null(a3dlint_hex(report, NULL, 0, &text, &size)); /* a second text is not put after the first */
    assert_int_equal(size, all);
    assert_memory_equal(text, first, all);
    free(first);
    assert_null(a3dlint_hex(report, "materials.length", 0, &text, &size));
    assert_true(size > 0 && size < all);
    assert_null(a3dlint_hex(report, "#0", 0, &text, &size));
    assert_true(has(text, size, "materials.length"));
    assert_non_null(a3dlint_hex(report, "#9", 0, &text, &size));
    assert_non_null(a3dlint_hex(report, "#", 0, &text, &size));
    assert_non_null(a3dlint_hex(report, "#4294967296", 0, &text, &size));
    assert_non_null(a3dlint_hex(report, "nothing", 0, &text, &size));
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* Bytes that a limit left unread belong to no field, and all are shown. */
static void test_hex_of_a_part(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=9"));
    a3dlint *lint = a3dlint_new(NULL);
    assert_int_equal(a3dlint_set_limit(lint, A3DLINT_MAX_NODES, 24), 0);
    a3dlint_report *report = a3dlint_check(lint, "x.a3d", b.bytes, b.size);
    const char *text;
    size_t size;
    assert_int_equal(a3dlint_get_verdict(report), A3DLINT_LIMITED);
    assert_null(a3dlint_hex(report, NULL, 0, &text, &size));
    assert_true(has(text, size, "00000014  b8 00 00 00                                       materials.length = 184\n"
                                "00000018  09 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00   (no field) |................|\n"));
    assert_true(has(text, size, "\n   ...                                                      ... 144 bytes\n"
                                "000000e8  05 00 00 00 04 00 00 00 00 00 00 00               (no field) |............|\n"));
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

static void test_glb(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_tanki, 3, NULL);
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    const uint8_t *data;
    const char *lost = NULL;
    size_t size;
    assert_null(a3dlint_hex(report, NULL, 0, &lost, &size)); /* a text before, which goes */
    assert_null(a3dlint_glb(report, &data, &size, &lost));
    assert_true(size > 20);
    assert_memory_equal(data, "glTF", 4);
    assert_string_equal(lost, "anything visible: the file has no mesh that could be drawn; it has no nodes and no pictures\n");
    a3dlint_report_free(report);
    report = a3dlint_check(lint, NULL, "no model", 8);
    assert_non_null(a3dlint_glb(report, &data, &size, NULL));
    assert_non_null(a3dlint_hex(report, NULL, 0, &lost, &size));
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

/* A file whose root a limit left unread has nothing to convert. The reason is the limit, not a lack of memory. */
static void test_glb_of_no_root(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_tanki, 3, NULL);
    a3dlint *lint = a3dlint_new(NULL);
    assert_int_equal(a3dlint_set_limit(lint, A3DLINT_MAX_NODES, 1), 0);
    a3dlint_report *report = a3dlint_check(lint, NULL, b.bytes, b.size);
    const uint8_t *data;
    size_t size;
    const char *why = a3dlint_glb(report, &data, &size, NULL);
    assert_non_null(why);
    assert_non_null(strstr(why, "the limit of nodes, 1 node, was reached"));
    a3dlint_report_free(report);
    a3dlint_free(lint);
    build_free(&b);
}

static a3dlint_verdict verdict_of(const a3dlint *lint, const a3dlint_output *output)
{
    size_t size;
    const void *data = a3dlint_get_data(output, &size);
    assert_null(a3dlint_get_reason(output));
    assert_non_null(data);
    a3dlint_report *report = a3dlint_check(lint, NULL, data, size);
    a3dlint_verdict verdict = a3dlint_get_verdict(report);
    a3dlint_report_free(report);
    return verdict;
}

static void test_fix(void **state)
{
    (void)state;
    build b;
    make_bad(&b);
    a3dlint *lint = a3dlint_new(NULL);
    a3dlint_output *output = a3dlint_fix(lint, "x.a3d", b.bytes, b.size, A3DLINT_CERTAIN);
    assert_int_equal(verdict_of(lint, output), A3DLINT_VALID);
    assert_non_null(strstr(a3dlint_get_fixes(output), "\"path\": \"x.a3d\""));
    assert_non_null(strstr(a3dlint_get_fixes(output), "materials.length"));
    a3dlint_output_free(output);
    output = a3dlint_fix(lint, NULL, b.bytes, b.size / 2, A3DLINT_SALVAGE);
    assert_true(a3dlint_get_reason(output) != NULL || verdict_of(lint, output) == A3DLINT_VALID);
    a3dlint_output_free(output);
    size_t size = 1;
    output = a3dlint_fix(lint, NULL, "no model", 8, A3DLINT_CERTAIN);
    assert_non_null(a3dlint_get_reason(output));
    assert_null(a3dlint_get_data(output, &size));
    assert_int_equal(size, 0);
    a3dlint_output_free(output);
    a3dlint_output_free(NULL);
    a3dlint_free(lint);
    build_free(&b);
}

static void test_generate(void **state)
{
    (void)state;
    a3dlint *lint = a3dlint_new(NULL);
    const char *const all[] = {"a3d1", "a3d2:2.6", "tanki:3", "m3g", "odol:73", "odol:dayz"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        a3dlint_output *output = a3dlint_generate(lint, all[i], i, i % 2 * 2000);
        assert_int_equal(verdict_of(lint, output), A3DLINT_VALID);
        assert_string_equal(a3dlint_get_fixes(output), "");
        a3dlint_output_free(output);
    }
    const char *const none[] = {"", "glb", "tanki:9", "tanki:3:dayz"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        a3dlint_output *output = a3dlint_generate(lint, none[i], 1, 100);
        assert_non_null(a3dlint_get_reason(output));
        a3dlint_output_free(output);
    }
    a3dlint_output *output = a3dlint_generate(lint, "m3g", 1, UINT64_MAX);
    assert_non_null(a3dlint_get_reason(output));
    a3dlint_output_free(output);
    a3dlint_free(lint);
}

static void test_break(void **state)
{
    (void)state;
    a3dlint *lint = a3dlint_new(NULL);
    const char *rule = "m3g/checksum";
    a3dlint_output *output = a3dlint_break(lint, rule, NULL, 0, 0, 0);
    assert_int_equal(verdict_of(lint, output), A3DLINT_INVALID);
    a3dlint_output_free(output);
    output = a3dlint_break(lint, rule, "m3g", 1, 7, 2000);
    assert_int_equal(verdict_of(lint, output), A3DLINT_VALID);
    a3dlint_output_free(output);
    output = a3dlint_break(lint, rule, "odol", 0, 0, 0);
    assert_non_null(a3dlint_get_reason(output));
    a3dlint_output_free(output);
    output = a3dlint_break(lint, "m3g/no-such-rule", NULL, 0, 0, 0);
    assert_non_null(a3dlint_get_reason(output));
    a3dlint_output_free(output);
    a3dlint_free(lint);
}

static void test_explain(void **state)
{
    (void)state;
    a3dlint *lint = a3dlint_new(NULL);
    size_t size;
    a3dlint_output *output = a3dlint_explain(lint, "m3g/checksum", 0);
    const char *page = a3dlint_get_data(output, &size);
    assert_memory_equal(page, "m3g/checksum", 12);
    a3dlint_output_free(output);
    output = a3dlint_explain(lint, "m3g/checksum", 1);
    page = a3dlint_get_data(output, &size);
    assert_true(has(page, size, "# m3g/checksum"));
    a3dlint_output_free(output);
    output = a3dlint_explain(lint, "m3g", 0);
    assert_string_equal(a3dlint_get_reason(output), "unknown rule 'm3g'");
    a3dlint_output_free(output);
    a3dlint_free(lint);
}

typedef struct meter {
    size_t held;
    unsigned long calls, fail_at;
} meter;

static void *metered(void *user, void *p, size_t old_size, size_t size)
{
    meter *m = user;
    if (size > 0 && ++m->calls == m->fail_at)
        return NULL;
    void *q = size > 0 ? realloc(p, size) : NULL;
    if (size == 0)
        free(p);
    m->held += size - old_size;
    return q;
}

/* The bytes of an output, which is freed; 0 when memory ran out. */
static size_t taken(a3dlint_output *output)
{
    size_t size = 0;
    if (output == NULL)
        return 0;
    assert_null(a3dlint_get_reason(output));
    (void)a3dlint_get_data(output, &size);
    a3dlint_output_free(output);
    return size;
}

/* The sizes of all that is made; 0 where memory ran out. */
static void make_all(meter *m, const build *b, size_t sizes[6])
{
    a3dlint_memory memory = {metered, m};
    const char *text;
    const uint8_t *data;
    memset(sizes, 0, 6 * sizeof *sizes);
    a3dlint *lint = a3dlint_new(&memory);
    if (lint == NULL)
        return;
    a3dlint_report *report = a3dlint_check(lint, "x.a3d", b->bytes, b->size);
    if (report != NULL && a3dlint_hex(report, NULL, 0, &text, &sizes[0]) != NULL)
        sizes[0] = 0;
    if (report != NULL && a3dlint_glb(report, &data, &sizes[1], NULL) != NULL)
        sizes[1] = 0;
    a3dlint_report_free(report);
    sizes[2] = taken(a3dlint_fix(lint, "x.a3d", b->bytes, b->size, A3DLINT_CERTAIN));
    sizes[3] = taken(a3dlint_generate(lint, "tanki", 3, 0));
    sizes[4] = taken(a3dlint_break(lint, "tanki/radius", NULL, 0, 0, 0));
    sizes[5] = taken(a3dlint_explain(lint, "tanki/radius", 0));
    a3dlint_free(lint);
    assert_int_equal(m->held, 0);
}

static void test_memory(void **state)
{
    (void)state;
    build b;
    meter m = {0};
    size_t right[6], sizes[6];
    make_bad(&b);
    make_all(&m, &b, right);
    unsigned long calls = m.calls;
    for (unsigned i = 0; i < 6; i++)
        assert_true(right[i] > 0);
    for (unsigned long at = 1; at <= calls; at++) {
        m = (meter){.fail_at = at};
        make_all(&m, &b, sizes);
        for (unsigned i = 0; i < 6; i++)
            assert_true(sizes[i] == 0 || sizes[i] == right[i]);
    }
    build_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hex), cmocka_unit_test(test_hex_of_a_part), cmocka_unit_test(test_glb),
        cmocka_unit_test(test_glb_of_no_root), cmocka_unit_test(test_fix), cmocka_unit_test(test_generate), cmocka_unit_test(test_break), cmocka_unit_test(test_explain), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
