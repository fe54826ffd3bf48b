/* test_steps.c - the last words of recipes: what each makes of a few bytes */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "lint/steps.h"

typedef struct expected {
    const char *word, *in;
    size_t size;
    const char *out;
    size_t made;
} expected;
#define STEP(word, in, out) {word, in, sizeof in - 1, out, sizeof out - 1}

static const expected cases[] = {
    STEP("cut:2", "abc", "ab"), STEP("cut:0", "abc", ""), STEP("cut:3", "abc", "abc"), STEP("cut:9", "abc", "abc"),
    STEP("cut", "abc", ""),
    STEP("lose:2", "abc", "c"), STEP("lose:0", "abc", "abc"), STEP("lose:1-2", "abc", "ac"),
    STEP("lose:2-2", "abc", "abc"), STEP("lose:2-9", "abc", "ab"),
    STEP("crlf", "\na\r\nb\r", "\r\na\r\r\nb\r"),
    STEP("lf", "\r\na\r\r\nb\n\r", "\na\r\nb\n\r"), STEP("lf", "\r", "\r"),
    STEP("utf8", "\x7f\x80\xbf\xc0\xff", "\x7f\xc2\x80\xc2\xbf\xc3\x80\xc3\xbf"),
    STEP("utf16", "a\xff", "\xff\xfe" "a\0\xff\0"),
    STEP("replaced", "\x7f\x80\xff", "\x7f\xef\xbf\xbd\xef\xbf\xbd"),
    STEP("seven-bits", "\x7f\x80\xff", "\x7f\0\x7f"),
    STEP("strip:0d", "\r\na\r", "\na"), STEP("strip:FF", "\xff" "a", "a"),
    STEP("base64", "", ""), STEP("base64", "a", "YQ=="), STEP("base64", "ab", "YWI="), STEP("base64", "abc", "YWJj"),
    STEP("base64", "\xfb\xff\xfe" "0", "+//+MA=="),
    STEP("hex", "\0\xaf", "00af"),
    STEP("zlib", "abc", "\x78\x01\1\3\0\xfc\xff" "abc\x02\x4d\x01\x27"),
    STEP("gzip", "abc", "\x1f\x8b\x08\0\0\0\0\0\0\x03\1\3\0\xfc\xff" "abc\xc2\x41\x24\x35\3\0\0\0"),
    STEP("prefix:00ff", "a", "\0\xff" "a"), STEP("suffix:00ff", "a", "a\0\xff"),
    STEP("twice", "abc", "abcabc"),
    STEP("pad:4", "abc", "abc\0"), STEP("pad:4", "abcd", "abcd"), STEP("pad:4", "abcde", "abcde\0\0\0"),
    STEP("pad:0", "abc", "abc"), STEP("pad:1", "abc", "abc"),
    STEP("zero:1-2", "abc", "a\0c"), STEP("zero:1", "abc", "a\0\0"), STEP("zero:0-1", "abc", "\0bc"),
    STEP("zero:3-9", "abc", "abc"), STEP("zero:2-9", "abc", "ab\0"),
    STEP("swap:2", "abcde", "badce"), STEP("swap:4", "abcdefghijk", "dcbahgfeijk"), STEP("swap:1", "abc", "abc"),
    STEP("swap:3", "abc", "cba"), STEP("swap:0", "abc", ""),
};

static void each_makes_these_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        a3d_put(&file, cases[i].in, cases[i].size);
        assert_true(a3d_is_step(cases[i].word));
        a3d_apply_step(cases[i].word, &file);
        assert_false(file.failed);
        if (file.size != cases[i].made || (file.size > 0 && memcmp(file.data, cases[i].out, file.size) != 0))
            fail_msg("%s (case %zu): %zu bytes", cases[i].word, i, file.size);
        a3d_arena_free(&arena);
    }
}

/* What is behind the end of the file is no part of it. */
static void the_end_is_the_end(void **state)
{
    a3d_arena arena;
    a3d_text file;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    a3d_put(&file, "\r\n", 2);
    file.size = 1;
    a3d_apply_step("lf", &file);
    assert_int_equal(file.size, 1);
    assert_memory_equal(file.data, "\r", 1);
    a3d_arena_free(&arena);
}

static void other_words_are_none(void **state)
{
    static const char *const words[] = {"", ":", "cu", "cuts", "cut=2", "Cut:2", "then:cut", "crlf2"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_false(a3d_is_step(words[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_makes_these_bytes),
        cmocka_unit_test(the_end_is_the_end),
        cmocka_unit_test(other_words_are_none),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
