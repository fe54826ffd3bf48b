/* What reports are written with: numbers and JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/json.h"
#include "base/numbers.h"

static void expect_text(a3d_text *t, const char *text)
{
    if (t->size != strlen(text) || memcmp(t->data, text, t->size) != 0)
        fail_msg("'%.*s' is not '%s'", (int)t->size, t->data, text);
    t->size = 0;
}

/* ---- numbers ---- */

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void expect_number(uint64_t value)
{
    char mine[A3D_NUMBER_ROOM + 1], other[A3D_NUMBER_ROOM + 1];
    *a3d_write_uint(mine, value) = '\0';
    snprintf(other, sizeof other, "%" PRIu64, value);
    assert_string_equal(mine, other);
    *a3d_write_int(mine, (int64_t)value) = '\0';
    snprintf(other, sizeof other, "%" PRId64, (int64_t)value);
    assert_string_equal(mine, other);
    for (unsigned least = 1; least <= 16; least += 5) {
        *a3d_write_digits(mine, value, least) = '\0';
        snprintf(other, sizeof other, "%0*" PRIx64, (int)least, value);
        assert_string_equal(mine, other);
    }
}

static void integers_are_those_of_printf(void **state)
{
    uint64_t seed = 88172645463325252u;
    (void)state;
    for (uint64_t i = 0; i < 1100; i++)
        expect_number(i);
    for (uint64_t ten = 1; ten <= UINT64_MAX / 10; ten *= 10) {
        expect_number(ten - 1);
        expect_number(ten);
        expect_number(0 - ten);
    }
    expect_number(INT64_MAX);
    expect_number((uint64_t)INT64_MAX + 1);
    expect_number(UINT64_MAX);
    for (unsigned i = 0; i < 2000; i++)
        expect_number(next(&seed) >> i % 64);
}

/* What is to come out: the fewest digits, but at least six, with which printf writes it so that it reads back. */
static void expect_float(uint32_t bits)
{
    char mine[A3D_NUMBER_ROOM + 1], other[A3D_NUMBER_ROOM + 1];
    float value;
    memcpy(&value, &bits, sizeof value);
    for (int digits = (bits & 0x7f800000u) != 0 ? 6 : 1; digits <= 9; digits++) {
        snprintf(other, sizeof other, "%.*g", digits, (double)value);
        if (strtof(other, NULL) == value)
            break;
    }
    *a3d_write_float(mine, bits) = '\0';
    assert_string_equal(mine, other);
}

static void floats_are_those_of_printf(void **state)
{
    uint64_t seed = 1234567;
    float power = 1e-12f;
    (void)state;
    for (uint32_t raised = 0; raised < 255; raised++)
        for (uint32_t near = 0; near < 3; near++)
            expect_float((raised << 23) + near - (raised > 0));
    for (int i = -12; i < 14; i++, power *= 10) {
        uint32_t bits;
        memcpy(&bits, &power, sizeof bits);
        for (uint32_t near = 0; near < 9; near++)
            expect_float(bits + near - 4);
    }
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t bits = (uint32_t)next(&seed);
        expect_float((bits & 0x7f800000u) != 0x7f800000u ? bits : bits & 0x80ffffffu);
        expect_float(0x37000000u + bits % 0x17800000u); /* 2^-17 to 2^30 */
        float few = (float)(bits % 100000) / (float)(i % 3 * 90 + 10);
        memcpy(&bits, &few, sizeof bits);
        expect_float(bits);
    }
}

static void floats_are_short_and_exact(void **state)
{
    static const struct {
        uint32_t bits;
        const char *text;
    } cases[] = {
        {0x00000000, "0"},           {0x80000000, "-0"},          {0x3f800000, "1"},          {0xbf800000, "-1"},
        {0x3dcccccd, "0.1"},         {0x3eaaaaab, "0.33333334"}, {0x40490fdb, "3.1415927"}, {0x4b800000, "16777216"},
        {0x7f7fffff, "3.4028235e+38"}, {0x00000001, "1e-45"}, {0x00000003, "4e-45"}, {0x007fffff, "1.1754942e-38"}, {0x00800000, "1.1754944e-38"}, {0x3f800001, "1.0000001"},
        {0x7f800000, "inf"},         {0xff800000, "-inf"},        {0x7fc00000, "nan"},        {0xffc00001, "nan"},
        {0x42c80000, "100"},         {0x49742400, "1e+06"},       {0x447a0000, "1000"},       {0x3c23d70a, "0.01"},
    };
    a3d_arena arena;
    a3d_text t;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_put_float(&t, cases[i].bits);
        expect_text(&t, cases[i].text);
    }
    for (uint32_t bits = 0; bits < 0x7f800000u; bits += 104729) {
        float value;
        uint32_t again;
        a3d_put_float(&t, bits);
        a3d_putc(&t, '\0');
        value = strtof(t.data, NULL);
        memcpy(&again, &value, sizeof again);
        assert_int_equal(again, bits);
        t.size = 0;
    }
    a3d_text_free(&t);
    a3d_arena_free(&arena);
}

/* ---- JSON ---- */

static void percents(void **state)
{
    (void)state;
    assert_string_equal(a3d_percent_of(1, 1000).text, "less than 1 %");
    assert_string_equal(a3d_percent_of(5, 1000).text, "1 %");
    assert_string_equal(a3d_percent_of(79, 124).text, "64 %");
    assert_string_equal(a3d_percent_of(999, 1000).text, "99 %");
    assert_string_equal(a3d_percent_of(UINT64_MAX - 1, UINT64_MAX).text, "99 %");
}

static void json_values(void **state)
{
    a3d_arena arena;
    a3d_text t;
    a3d_json j;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    a3d_json_init(&j, &t, false);
    a3d_json_open(&j, '{');
    a3d_json_key(&j, "a");
    a3d_json_open(&j, '[');
    a3d_json_int(&j, 0);
    a3d_json_int(&j, INT64_C(9007199254740992));
    a3d_json_int(&j, INT64_C(9007199254740993));
    a3d_json_int(&j, INT64_C(-9007199254740992));
    a3d_json_int(&j, INT64_MIN);
    a3d_json_uint(&j, UINT64_MAX);
    a3d_json_uint(&j, 7);
    a3d_json_close(&j, ']');
    a3d_json_key(&j, "b");
    a3d_json_open(&j, '{');
    a3d_json_close(&j, '}');
    a3d_json_key(&j, "c");
    a3d_json_bool(&j, true);
    a3d_json_key(&j, "d");
    a3d_json_null(&j);
    a3d_json_close(&j, '}');
    expect_text(&t, "{\"a\":[0,9007199254740992,\"9007199254740993\",-9007199254740992,\"-9223372036854775808\","
                    "\"18446744073709551615\",7],\"b\":{},\"c\":true,\"d\":null}");
    a3d_json_init(&j, &t, false);
    a3d_json_open(&j, '[');
    a3d_json_float(&j, 0x3fc00000);
    a3d_json_float(&j, 0x80000000);
    a3d_json_float(&j, 0x7f800000);
    a3d_json_float(&j, 0xff800000);
    a3d_json_float(&j, 0x7fc00001);
    a3d_json_float(&j, 0xffffffff);
    a3d_json_bool(&j, false);
    a3d_json_close(&j, ']');
    expect_text(&t, "[1.5,-0,\"inf\",\"-inf\",\"nan:7fc00001\",\"nan:ffffffff\",false]");
    a3d_text_free(&t);
    a3d_arena_free(&arena);
}

static void json_is_laid_out(void **state)
{
    a3d_arena arena;
    a3d_text t;
    a3d_json j;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    a3d_json_init(&j, &t, true);
    a3d_json_open(&j, '{');
    a3d_json_key(&j, "list");
    a3d_json_open(&j, '[');
    a3d_json_int(&j, 1);
    a3d_json_str(&j, "two");
    a3d_json_close(&j, ']');
    a3d_json_key(&j, "none");
    a3d_json_open(&j, '[');
    a3d_json_close(&j, ']');
    a3d_json_close(&j, '}');
    expect_text(&t, "{\n  \"list\": [\n    1,\n    \"two\"\n  ],\n  \"none\": []\n}");
    a3d_text_free(&t);
    a3d_arena_free(&arena);
}

static void json_text(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        const char *json;
    } cases[] = {
        {"plain", 5, "\"plain\""},
        {"\"\\/", 3, "\"\\\"\\\\/\""},
        {"\0\n\t\x1f\x7f", 5, "\"\\u0000\\u000a\\u0009\\u001f\\u007f\""},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"a\xff" "b", 3, "\"a\\ufffdb\""},
        {"\xe2\x82", 2, "\"\\ufffd\\ufffd\""},
        {"\xed\xa0\x80", 3, "\"\\ufffd\\ufffd\\ufffd\""},
        {"", 0, "\"\""},
    };
    a3d_arena arena;
    a3d_text t;
    a3d_json j;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_json_init(&j, &t, false);
        a3d_json_text(&j, cases[i].text, cases[i].size);
        expect_text(&t, cases[i].json);
    }
    a3d_text_free(&t);
    a3d_arena_free(&arena);
}

static void json_members(void **state)
{
    a3d_arena arena;
    a3d_text t;
    a3d_json j;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    for (unsigned pretty = 0; pretty < 2; pretty++) {
        a3d_json_init(&j, &t, pretty != 0);
        a3d_json_open(&j, '{');
        a3d_json_member_str(&j, "a long enough key", "and \"a\" text");
        a3d_json_member_open(&j, "o", '{');
        a3d_json_member_uint(&j, "n", UINT64_MAX);
        a3d_json_member_open(&j, "in", '[');
        a3d_json_before(&j);
        a3d_puts(&t, "{}");
        a3d_json_null(&j);
        a3d_json_close(&j, ']');
        a3d_json_member_bool(&j, "b", false);
        a3d_json_close(&j, '}');
        a3d_json_member_open(&j, "t", '"');
        a3d_json_part(&j, "a\nb", 3);
        a3d_put_uint(&t, 12);
        a3d_json_part(&j, "", 0);
        a3d_json_end_text(&j);
        a3d_json_member_maybe(&j, "m", "");
        a3d_json_member_maybe(&j, "m", NULL);
        a3d_json_member_maybe(&j, "m", "x");
        a3d_json_member_null(&j, "z");
        a3d_json_close(&j, '}');
        expect_text(&t, pretty == 0 ? "{\"a long enough key\":\"and \\\"a\\\" text\",\"o\":{\"n\":\"18446744073709551615\",\"in\":[{},null],"
                                      "\"b\":false},\"t\":\"a\\u000ab12\",\"m\":null,\"m\":null,\"m\":\"x\",\"z\":null}"
                                    : "{\n  \"a long enough key\": \"and \\\"a\\\" text\",\n  \"o\": {\n    \"n\": \"18446744073709551615\",\n"
                                      "    \"in\": [\n      {},\n      null\n    ],\n    \"b\": false\n  },\n  \"t\": \"a\\u000ab12\",\n"
                                      "  \"m\": null,\n  \"m\": null,\n  \"m\": \"x\",\n  \"z\": null\n}");
    }
    a3d_text_free(&t);
    a3d_arena_free(&arena);
}

/* Texts of each length with one character that is to be escaped at each place. */
static void json_escapes_anywhere(void **state)
{
    a3d_arena arena;
    a3d_text t;
    a3d_json j;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    for (unsigned c = 0; c < 256; c++) {
        char plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
        const char *escape = c == '"' ? "\\\"" : c == '\\' ? "\\\\" : "\\ufffd";
        char text[40], json[64], control[8];
        snprintf(control, sizeof control, plain ? "%c" : "\\u%04x", (int)c);
        for (size_t n = 1; n < 26; n++) {
            for (size_t at = 0; at < n; at++) {
                memset(text, 'x', n);
                text[at] = (char)c;
                memset(json, 'x', sizeof json);
                json[0] = '"';
                const char *there = plain || c < 0x20 || c == 0x7f ? control : escape;
                memcpy(json + 1 + at, there, strlen(there));
                snprintf(json + n + strlen(there), 2, "\"");
                a3d_json_init(&j, &t, false);
                a3d_json_text(&j, text, n);
                expect_text(&t, json);
            }
        }
    }
    a3d_text_free(&t);
    a3d_arena_free(&arena);
}

/* A request for memory that fails leaves what was written, and the buffer says so. */
static void *no_more(void *user, void *p, size_t old_size, size_t size)
{
    size_t *left = user;
    (void)old_size;
    if (size == 0) {
        free(p);
        return NULL;
    }
    return size > *left ? NULL : realloc(p, size);
}

static void json_without_memory(void **state)
{
    (void)state;
    for (size_t left = 1; left < 700; left += 13) {
        const a3d_allocator mem = {no_more, &left, 0};
        a3d_arena arena;
        a3d_text t;
        a3d_json j;
        a3d_arena_init(&arena, &mem);
        a3d_text_init(&t, &arena);
        a3d_json_init(&j, &t, true);
        a3d_json_open(&j, '[');
        for (unsigned i = 0; i < 40; i++) {
            a3d_json_open(&j, '{');
            a3d_json_member_str(&j, "key", "text\n");
            a3d_json_member_uint(&j, "n", 1);
            a3d_json_key(&j, "f");
            a3d_json_float(&j, 0x3f000000);
            a3d_json_close(&j, '}');
        }
        a3d_json_close(&j, ']');
        assert_true(t.failed);
        assert_true(t.size <= t.cap && t.cap <= left);
        a3d_text_free(&t);
        a3d_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_those_of_printf), cmocka_unit_test(floats_are_those_of_printf), cmocka_unit_test(floats_are_short_and_exact),
        cmocka_unit_test(percents),
        cmocka_unit_test(json_values), cmocka_unit_test(json_is_laid_out), cmocka_unit_test(json_text), cmocka_unit_test(json_members),
        cmocka_unit_test(json_escapes_anywhere), cmocka_unit_test(json_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
