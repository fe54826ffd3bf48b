/* test_distance.c - how similar two words are: letters changed, added or dropped */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/distance.h"

static void distances_are_those_of_levenshtein(void **state)
{
    static const struct {
        const char *a, *b;
        unsigned distance;
    } cases[] = {
        {"", "", 0},          {"a", "", 1},           {"abc", "", 3},         {"abc", "abc", 0},
        {"abc", "abd", 1},    {"abc", "xbc", 1},      {"abc", "ab", 1},       {"abc", "bc", 1},
        {"abc", "acb", 2},    {"kitten", "sitting", 3}, {"flaw", "lawn", 2},  {"saturday", "sunday", 3},
        {"abcdef", "ghijkl", 6}, {"check", "chek", 1}, {"aaaa", "aa", 2},     {"ab", "ba", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(a3d_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(a3d_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

/* Names that differ in capitals alone are the same name to whoever types them; other characters that differ by the same
 * bit are not. */
static void capitals_do_not_count(void **state)
{
    (void)state;
    assert_int_equal(a3d_distance("M3G/CheckSum", "m3g/checksum"), 0);
    assert_int_equal(a3d_distance("indexcount", "indexCount"), 0);
    assert_int_equal(a3d_distance("AZ", "az"), 0);
    assert_int_equal(a3d_distance("A", "b"), 1);
    assert_int_equal(a3d_distance("@", "`"), 1);
    assert_int_equal(a3d_distance("[", "{"), 1);
}

/* Of long words the first 64 letters are compared. */
static void long_words_are_cut(void **state)
{
    char a[101] = "", b[101] = "";
    (void)state;
    memset(a, 'a', 100);
    memset(b, 'b', 100);
    assert_int_equal(a3d_distance(a, ""), 64);
    assert_int_equal(a3d_distance("", a), 64);
    assert_int_equal(a3d_distance(a, b), 64);
    memset(b, 'a', 63);
    assert_int_equal(a3d_distance(a, b), 1);
    b[63] = 'a';
    assert_int_equal(a3d_distance(a, b), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_levenshtein),
        cmocka_unit_test(capitals_do_not_count),
        cmocka_unit_test(long_words_are_cut),
    };
    return cmocka_run_group_tests_name("distance", tests, NULL, NULL);
}
