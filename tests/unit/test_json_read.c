/* JSON in: what is taken, and the place of what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/json_read.h"

static void texts_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"\"\"", ""}, {" \"a b\" ", "a b"}, {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"}, {"\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac"},
        {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80"}, {"\"\xc3\xa9\"", "\xc3\xa9"}, {"\"\\uD7FF\"", "\xed\x9f\xbf"}, {"\"\x7f\"", "\x7f"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_arena arena;
        a3d_json_reader r;
        a3d_arena_init(&arena, NULL);
        a3d_json_read(&r, &arena, rows[i].in, strlen(rows[i].in));
        const char *text = a3d_json_string(&r);
        assert_non_null(text);
        assert_string_equal(text, rows[i].out);
        assert_true(a3d_json_ends(&r));
        a3d_arena_free(&arena);
    }
}

static void wrong_texts_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *in, *problem;
        size_t at;
    } rows[] = {
        {"", "expected a string", 0}, {"  x", "expected a string", 2}, {"\"a", "the text does not end", 0}, {"\"a\\\"", "the text does not end", 0},
        {"\"a\\", "the text does not end", 3}, {"\"\\x\"", "no such escape", 2}, {"\"\\u12g4\"", "\\u needs four hexadecimal digits", 5},
        {"\"\\u12", "\\u needs four hexadecimal digits", 5}, {"\"\\ud800\"", "half of a surrogate pair", 3}, {"\"\\ud800\\u0041\"", "half of a surrogate pair", 3},
        {"\"\\udc00\"", "half of a surrogate pair", 3}, {"\"\\u0000\"", "a NUL in a text", 3}, {"\"\n\"", "a control character in a text", 1},
        {"\"a\xff\"", "this is not UTF-8", 2}, {"\"\xc0\xaf\"", "this is not UTF-8", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_arena arena;
        a3d_json_reader r;
        a3d_arena_init(&arena, NULL);
        a3d_json_read(&r, &arena, rows[i].in, strlen(rows[i].in));
        assert_null(a3d_json_string(&r));
        assert_string_equal(r.problem, rows[i].problem);
        assert_int_equal(r.at, rows[i].at);
        assert_null(a3d_json_string(&r)); /* nothing goes on */
        assert_false(a3d_json_ends(&r));
        a3d_arena_free(&arena);
    }
}

static void numbers_are_whole(void **state)
{
    (void)state;
    static const struct {
        const char *in, *problem;
        uint64_t value;
    } rows[] = {
        {"0", NULL, 0}, {" 12 ", NULL, 12}, {"999999999999999", NULL, 999999999999999}, {"1000000000000000", "the number is too large", 0},
        {"01", "a number does not begin with 0", 0}, {"-1", "expected a whole number", 0}, {"1.0", "expected a whole number", 0},
        {"1e3", "expected a whole number", 0}, {"x", "expected a whole number", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_json_reader r;
        uint64_t value;
        a3d_json_read(&r, NULL, rows[i].in, strlen(rows[i].in));
        assert_int_equal(a3d_json_whole(&r, &value), rows[i].problem == NULL);
        if (rows[i].problem == NULL)
            assert_int_equal(value, rows[i].value);
        else
            assert_string_equal(r.problem, rows[i].problem);
    }
}

/* {"a": [1, 2], "b": {}} and what is left when a piece is missing; the place is told as line and column. */
static const char *read_nested(const char *text, unsigned *line, unsigned *column)
{
    static a3d_arena arena;
    a3d_json_reader r;
    size_t members = 0, elements = 0, none = 0;
    uint64_t value, sum = 0;
    a3d_arena_init(&arena, NULL);
    a3d_json_read(&r, &arena, text, strlen(text));
    a3d_json_enter(&r, '{');
    while (a3d_json_more(&r, '}', &members)) {
        const char *name = a3d_json_name(&r);
        if (name != NULL && strcmp(name, "a") == 0) {
            a3d_json_enter(&r, '[');
            while (a3d_json_more(&r, ']', &elements))
                if (a3d_json_whole(&r, &value))
                    sum += value;
        } else if (name != NULL) {
            a3d_json_enter(&r, '{');
            assert_false(a3d_json_more(&r, '}', &none));
        }
    }
    if (a3d_json_ends(&r)) {
        assert_int_equal(members, 2);
        assert_int_equal(elements, 2);
        assert_int_equal(sum, 3);
    }
    a3d_json_place(&r, r.at, line, column);
    a3d_arena_free(&arena);
    return r.problem;
}

static void structure_is_strict(void **state)
{
    (void)state;
    static const struct {
        const char *in, *problem;
        unsigned line, column;
    } rows[] = {
        {"{\"a\": [1, 2], \"b\": {}}", NULL, 0, 0},
        {"\n{\"a\":[1,2]\n,\"b\":{} } \r\n\t", NULL, 0, 0},
        {"{\"a\": [1, 2],\n \"b\": {},}", "expected another element after ,", 2, 10},
        {"{\"a\": [1,\n2,]", "expected another element after ,", 2, 3},
        {"{\"a\": [1 2]", "expected , or ]", 1, 10},
        {"{\"a\": [1, 2] \"b\"", "expected , or }", 1, 14},
        {"{\"a\" [1]", "expected :", 1, 6},
        {"{a: [1]", "expected a string", 1, 2},
        {"{\"a\": 1", "expected [", 1, 7},
        {"[", "expected {", 1, 1},
        {"{\"a\": [1, 2], \"b\": {}} x", "extra content after the end", 1, 24},
        {"{\"a\": [1, 2], \"b\": {}", "expected , or }", 1, 22},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned line, column;
        const char *problem = read_nested(rows[i].in, &line, &column);
        if (rows[i].problem == NULL) {
            assert_null(problem);
            continue;
        }
        assert_non_null(problem);
        assert_string_equal(problem, rows[i].problem);
        assert_int_equal(line, rows[i].line);
        assert_int_equal(column, rows[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_read), cmocka_unit_test(wrong_texts_are_refused),
                                       cmocka_unit_test(numbers_are_whole), cmocka_unit_test(structure_is_strict)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
