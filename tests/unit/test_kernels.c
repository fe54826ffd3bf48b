/* Passes over large data against loops that look at one value after the other: at every length up to some blocks,
 * at odd addresses, with one wrong value at each place. */
#include "base/bytes.h"
#include "base/kernels.h"
#include "base/kernels_vectors.h"
#include "base/lanes.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 160 }; /* some blocks of the widest lanes, and what is left of them */

static void put_float(uint8_t *p, float value, bool big)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    a3d_store(p, 4, bits, big);
}

/* ---- floats ---- */

static void scan_with(uint32_t bits, bool finite, bool strict, bool big)
{
    uint8_t data[4 * MOST + 1] = {0};
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t at = 0; at < n; at++) {
            for (size_t i = 0; i < n; i++)
                put_float(data + 1 + 4 * i, (float)i - 7.5f, big);
            a3d_store(data + 1 + 4 * at, 4, bits, big);
            assert_int_equal(a3d_scan_finite(data + 1, n, big), finite ? n : at);
            assert_int_equal(a3d_scan_strict(data + 1, n, big), strict ? n : at);
        }
    }
}

static void test_scans(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        scan_with(0, true, true, big != 0);
        scan_with(0x7f7fffff, true, true, big != 0);
        scan_with(0xff7fffff, true, true, big != 0);
        scan_with(0x00800000, true, true, big != 0);
        scan_with(0x80000000, true, false, big != 0); /* -0 */
        scan_with(0x00000001, true, false, big != 0); /* denormal */
        scan_with(0x807fffff, true, false, big != 0);
        scan_with(0x7f800000, false, false, big != 0);
        scan_with(0xff800000, false, false, big != 0);
        scan_with(0x7f800001, false, false, big != 0);
        scan_with(0xffffffff, false, false, big != 0);
    }
}

/* More than one piece, and the wrong value in the last. */
static void test_scan_long(void **state)
{
    enum { LONG = 5000 };
    (void)state;
    uint8_t *data = calloc(LONG, 4);
    assert_non_null(data);
    a3d_store(data + 4 * 4321, 4, 0x7f800000, false);
    assert_int_equal(a3d_scan_finite(data, LONG, false), 4321);
    assert_int_equal(a3d_scan_strict(data, LONG, false), 4321);
    a3d_store(data + 4 * 4321, 4, 0x80000000, false);
    assert_int_equal(a3d_scan_finite(data, LONG, false), LONG);
    assert_int_equal(a3d_scan_strict(data, LONG, false), 4321);
    free(data);
}

/* ---- words ---- */

/* Tests that take turns, and for each of them a word that passes and one that fails; every word passes the third. */
static const a3d_word_test turns[] = {{UINT32_MAX, 100, 50, 100}, {0x7fffffff, 0x00800000, 0x7f7fffff - 0x00800000, 0}, {0, 0, 0, 0},
                                      {UINT32_MAX, 0xfffffff0, 0x20, 7}};
static const uint32_t right[] = {150, 0, 0xdeadbeef, 0x10}, wrong[] = {151, 0x80000000, 0, 0x11};

static void put_good(uint8_t *data, size_t words, unsigned n)
{
    for (size_t i = 0; i < words; i++)
        a3d_store(data + 4 * i, 4, right[i % n % 4], false);
}

/* Makes one word wrong at each `step`th place. */
static void check_places(uint8_t *data, size_t rows, unsigned n, const a3d_word_test *row, size_t step)
{
    assert_int_equal(a3d_words_pass(data, rows, n, false, row), a3d_is_native(false));
    for (size_t i = 0; i < rows * n; i += step) {
        a3d_store(data + 4 * i, 4, wrong[i % n % 4], false);
        assert_int_equal(a3d_words_pass(data, rows, n, false, row), a3d_is_native(false) && i % n % 4 == 2);
        a3d_store(data + 4 * i, 4, right[i % n % 4], false);
    }
}

/* Rows of each width, each word tested by another test. */
static void test_words(void **state)
{
    uint8_t data[4 * MOST + 1] = {0};
    (void)state;
    for (unsigned n = 1; n <= A3D_WORD_TESTS; n++) {
        a3d_word_test row[A3D_WORD_TESTS];
        for (unsigned i = 0; i < n; i++)
            row[i] = turns[i % 4];
        for (size_t rows = 0; rows * n <= MOST; rows++) {
            put_good(data + 1, rows * n, n);
            check_places(data + 1, rows, n, row, 1);
        }
    }
}

/* As many words as fill wide lanes, and a rest of each size. */
static void test_words_wide(void **state)
{
    enum { WIDE = 1024, ROOM = WIDE + 10 * A3D_WORD_TESTS };
    static uint8_t data[4 * ROOM + 1];
    (void)state;
    for (unsigned n = 1; n <= A3D_WORD_TESTS; n++) {
        a3d_word_test row[A3D_WORD_TESTS];
        for (unsigned i = 0; i < n; i++)
            row[i] = turns[i % 4];
        size_t least = (WIDE + n - 1) / n;
        put_good(data + 1, ROOM, n);
        for (size_t rows = least; rows < least + 9; rows++)
            check_places(data + 1, rows, n, row, 13);
    }
}

/* The ends of what a test allows, and an exempt word outside of it. */
static void test_word_ends(void **state)
{
    static const struct {
        a3d_word_test test;
        uint32_t word;
        bool passes;
    } cases[] = {
        {{UINT32_MAX, 3, 1, 3}, 2, false},  {{UINT32_MAX, 3, 1, 3}, 3, true},           {{UINT32_MAX, 3, 1, 3}, 4, true},
        {{UINT32_MAX, 3, 1, 3}, 5, false},  {{UINT32_MAX, 3, 1, 9}, 9, true},           {{UINT32_MAX, 0, UINT32_MAX, 0}, 0x80000000, true},
        {{UINT32_MAX, 6, UINT32_MAX - 1, 6}, 5, false}, {{UINT32_MAX, 6, UINT32_MAX - 1, 6}, 4, true}, {{0xff, 1, 1, 1}, 0x702, true},
        {{UINT32_MAX, 0x80000000, 0x80000000, 0x80000000}, 0, true}, {{UINT32_MAX, 0x80000000, 0x7fffffff, 0x80000000}, 0, false},
    };
    enum { LANES = 32 }; /* enough for lanes; one word is tested alone */
    uint8_t data[4 * LANES];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned k = 0; k < LANES; k++)
            a3d_store(data + 4 * k, 4, cases[i].word, false);
        assert_int_equal(a3d_words_pass(data, LANES, 1, false, &cases[i].test), a3d_is_native(false) && cases[i].passes);
        assert_int_equal(a3d_words_pass(data, 1, 1, false, &cases[i].test), a3d_is_native(false) && cases[i].passes);
    }
}

static void test_ascend(void **state)
{
    uint8_t data[12 * MOST] = {0};
    (void)state;
    for (size_t stride = 4; stride <= 12; stride += 4) {
        for (size_t n = 0; n <= MOST; n++) {
            memset(data, 0xff, sizeof data);
            for (size_t i = 0; i < n; i++)
                a3d_store(data + i * stride, 4, i < 5 ? 0 : 0x7fffff00u + i / 2, false);
            assert_int_equal(a3d_words_ascend(data, n, stride, false), a3d_is_native(false));
            for (size_t at = 6; at < n; at++) {
                uint32_t kept = a3d_load32(data + at * stride, false);
                a3d_store(data + at * stride, 4, a3d_load32(data + (at - 1) * stride, false) - 1, false);
                assert_false(a3d_words_ascend(data, n, stride, false));
                a3d_store(data + at * stride, 4, kept, false);
            }
        }
    }
}

/* A word as great as the one before, at each place; the last is the greatest that is known. */
static void test_rise(void **state)
{
    static uint8_t data[4 * MOST + 1];
    (void)state;
    assert_true(a3d_words_rise(data, 0, false));
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++)
            a3d_store(data + 1 + 4 * i, 4, 0x7fffffff - 3 * (n - 1 - i), false);
        assert_int_equal(a3d_words_rise(data + 1, n, false), a3d_is_native(false));
        for (size_t at = 1; at < n; at++) {
            uint32_t kept = a3d_load32(data + 1 + 4 * at, false);
            a3d_store(data + 1 + 4 * at, 4, a3d_load32(data + 1 + 4 * at - 4, false), false);
            assert_false(a3d_words_rise(data + 1, n, false));
            a3d_store(data + 1 + 4 * at, 4, kept, false);
        }
        a3d_store(data + 1 + 4 * (n - 1), 4, 0x80000000u, false);
        assert_false(a3d_words_rise(data + 1, n, false));
    }
}

/* ---- indices ---- */

static void test_greatest(void **state)
{
    uint8_t data[2 * MOST + 1] = {0};
    (void)state;
    for (int big = 0; big < 2; big++) {
        assert_int_equal(a3d_greatest16(data, 0, big != 0), 0);
        for (size_t n = 1; n <= MOST; n++) {
            for (size_t at = 0; at < n; at++) {
                for (size_t i = 0; i < n; i++)
                    a3d_store(data + 1 + 2 * i, 2, 0x7f00 + i, big != 0);
                a3d_store(data + 1 + 2 * at, 2, 0x8001, big != 0);
                assert_int_equal(a3d_greatest16(data + 1, n, big != 0), 0x8001);
                assert_true(a3d_has_half(data + 1, n, big != 0, 0x8001));
                if (a3d_is_native(big != 0))
                    assert_false(a3d_has_half(data + 1, n, big != 0, 0x8002));
            }
        }
    }
}

static void test_lack(void **state)
{
    uint8_t data[2 * MOST + 1] = {0};
    (void)state;
    for (int big = 0; big < 2; big++) {
        for (size_t n = 1; n <= MOST; n++) {
            for (size_t i = 0; i < n; i++)
                a3d_store(data + 1 + 2 * i, 2, i % 2 != 0 ? 0x78ff : 0x83ff, big != 0);
            assert_true(a3d_halves_lack(data + 1, n, big != 0, 0x7c00));
            for (size_t at = 0; at < n; at++) {
                a3d_store(data + 1 + 2 * at, 2, 0xfc01, big != 0);
                assert_false(a3d_halves_lack(data + 1, n, big != 0, 0x7c00));
                a3d_store(data + 1 + 2 * at, 2, 0, big != 0);
            }
        }
    }
}

static void test_greatest32(void **state)
{
    uint8_t data[4 * MOST + 1] = {0};
    (void)state;
    for (int big = 0; big < 2; big++) {
        assert_int_equal(a3d_greatest32(data, 0, big != 0), 0);
        for (size_t n = 1; n <= MOST; n++) {
            for (size_t at = 0; at < n; at++) {
                for (size_t i = 0; i < n; i++)
                    a3d_store(data + 1 + 4 * i, 4, 0x7fffff00u + i, big != 0);
                a3d_store(data + 1 + 4 * at, 4, 0x80000001u, big != 0);
                assert_int_equal(a3d_greatest32(data + 1, n, big != 0), 0x80000001u);
            }
        }
    }
}

static void test_triples(void **state)
{
    static const unsigned pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    uint8_t data[2 * MOST + 1] = {0};
    unsigned most;
    (void)state;
    for (size_t n = 0; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++) /* equal only across triples */
            a3d_store(data + 1 + 2 * i, 2, 300 + (i + 1) / 3 * 2 + (i % 3 == 1 ? 1 : 0), false);
        assert_true(a3d_triples_differ16(data + 1, n, false, &most));
        for (size_t at = 0; at < n; at++) {
            for (int big = 0; big < 2; big++) {
                uint8_t *to = data + 1 + 2 * at, kept[2];
                memcpy(kept, to, 2);
                a3d_store(to, 2, 0xfffe, big != 0);
                a3d_triples_differ16(data + 1, n, big != 0, &most);
                assert_int_equal(most, big != 0 && n > 1 ? a3d_greatest16(data + 1, n, true) : 0xfffe);
                memcpy(to, kept, 2);
            }
        }
        for (size_t at = 0; at + 3 <= n; at += 3) {
            for (size_t k = 0; k < 3; k++) {
                uint8_t *to = data + 1 + 2 * (at + pairs[k][1]), kept[2];
                memcpy(kept, to, 2);
                memcpy(to, data + 1 + 2 * (at + pairs[k][0]), 2);
                assert_false(a3d_triples_differ16(data + 1, n, false, &most));
                memcpy(to, kept, 2);
            }
        }
    }
}

/* ---- numbers with a sign and a size ---- */

static int value_of(uint16_t word)
{
    return word >= 0x8000 ? 0x7fff - word : word; /* -0 is less than 0 */
}

/* At each place the least and the greatest of one coordinate, after words that are neither. */
static void check_signed_place(uint8_t *data, size_t n, size_t stride, bool big, size_t at)
{
    static const uint16_t usual[] = {0, 0x8000}, low_of[] = {0x8002, 0xffff, 0x8001};
    static const uint16_t high_of[] = {0x0001, 0x7fff, 0};
    for (unsigned c = 0; c < 3; c++) {
        uint16_t low[3], high[3], least = low_of[c], most = high_of[c];
        for (size_t i = 0; i < n; i++)
            for (unsigned k = 0; k < 3; k++)
                a3d_store(data + i * stride + 2 * k, 2, usual[i % 2], big);
        a3d_store(data + at * stride + 2 * c, 2, least, big);
        a3d_store(data + (n - 1 - at) * stride + 2 * c, 2, most, big);
        int a = INT_MAX, b = INT_MIN;
        for (size_t i = 0; i < n; i++) {
            int value = value_of((uint16_t)a3d_load16(data + i * stride + 2 * c, big));
            a = value < a ? value : a;
            b = value > b ? value : b;
        }
        a3d_signed_bounds(data, n, stride, big, low, high);
        assert_int_equal(value_of(low[c]), a);
        assert_int_equal(value_of(high[c]), b);
        unsigned other = (c + 1) % 3;
        assert_int_equal(low[other], n > 1 ? 0x8000 : 0);
        assert_int_equal(high[other], 0);
    }
}

static void test_signed_bounds(void **state)
{
    enum { FEW = 9 };
    (void)state;
    for (size_t stride = 6; stride <= 20; stride += 2) {
        for (size_t n = 1; n <= FEW; n++) {
            uint8_t *data = calloc((n - 1) * stride + 6, 1); /* not a byte more */
            assert_non_null(data);
            for (size_t at = 0; at < n; at++) {
                check_signed_place(data, n, stride, false, at);
                check_signed_place(data, n, stride, true, at);
            }
            free(data);
        }
    }
}

/* ---- vectors ---- */

static void fill(uint8_t *data, size_t n)
{
    for (size_t i = 0; i < 3 * n; i++)
        put_float(data + 4 * i, (float)(i % 7) - 3, false);
}

/* Strides, and the sign of the first of several zeros. */
static void test_bounds(void **state)
{
    enum { FEW = 9 };
    (void)state;
    for (size_t stride = 12; stride <= 32; stride += 4) {
        for (size_t n = 0; n <= FEW; n++) {
            uint8_t *data = calloc(n > 0 ? (n - 1) * stride + 12 : 1, 1); /* not a byte more */
            float low[3], high[3];
            assert_non_null(data);
            for (size_t i = 0; i < n; i++) {
                put_float(data + i * stride, i % 2 != 0 ? 0.0f : -0.0f, false);
                put_float(data + i * stride + 4, (float)i, false);
                put_float(data + i * stride + 8, -(float)i, false);
            }
            assert_int_equal(a3d_vectors_bounds(data, n, stride, false, low, high), n > 0 && a3d_is_native(false));
            if (n > 0 && a3d_is_native(false)) {
                assert_true(signbit(low[0]) && signbit(high[0]));
                assert_true(low[1] == 0 && high[1] == (float)(n - 1) && low[2] == -(float)(n - 1) && high[2] == 0);
            }
            free(data);
        }
    }
}

/* One vector at each place that is the least, the greatest and the farthest. */
static void test_extent(void **state)
{
    enum { MANY = 600 };
    static uint8_t data[12 * MANY + 1];
    a3d_extent e;
    (void)state;
    for (size_t n = 4; n <= MANY; n += n < 40 ? 1 : 111) {
        for (size_t at = 0; at < n; at++) {
            fill(data + 1, n);
            put_float(data + 1 + 12 * at, -20, false);
            put_float(data + 1 + 12 * at + 4, 40, false);
            put_float(data + 1 + 12 * at + 8, 5, false);
            bool known = a3d_vectors_extent(data + 1, n, false, &e);
            assert_int_equal(known, a3d_is_native(false));
            if (!known)
                continue;
            assert_true(e.low[0] < -19.9f && e.low[0] > -20.1f && e.high[1] > 39.9f && e.high[1] < 40.1f);
            assert_true(e.high[2] > 4.9f && e.high[2] < 5.1f && e.low[1] > -3.1f && e.low[2] > -3.1f && e.high[0] < 3.1f);
            assert_true(e.square > 2024.9f && e.square < 2025.1f);
            a3d_extent lengths;
            assert_true(a3d_vectors_lengths(data + 1, n, false, &lengths));
            assert_true(lengths.square == e.square && lengths.least == e.least && lengths.low[0] <= e.low[0] && lengths.high[1] >= e.high[1]);
        }
    }
}

/* The same from a place that is not the origin, with the extent beside it. */
static void test_extent_around(void **state)
{
    static const float place[] = {100, -7, 0.5f};
    uint8_t data[12 * MOST] = {0};
    a3d_extent e;
    float square;
    (void)state;
    assert_false(a3d_vectors_extent_around(data, 3, false, place, &e, &square));
    for (size_t n = 4; n <= MOST; n++) {
        for (size_t at = 0; at < n; at++) {
            for (size_t i = 0; i < n; i++)
                for (unsigned k = 0; k < 3; k++)
                    put_float(data + 12 * i + 4 * k, place[k] + (float)k, false);
            put_float(data + 12 * at + 4, -27, false);
            bool known = a3d_vectors_extent_around(data, n, false, place, &e, &square);
            assert_int_equal(known, a3d_is_native(false));
            if (!known)
                continue;
            assert_true(square > 403.99f && square < 404.01f); /* 20 and 2 away */
            assert_true(e.square > 10735.2f && e.square < 10735.3f);
            assert_true(e.low[0] == 100 && e.high[0] == 100 && e.low[1] == -27 && e.high[1] == -6 && e.low[2] == 2.5f && e.high[2] == 2.5f);
        }
    }
}

/* Each kind of wrong word, at each place; -512 only where the squares would do. */
static void test_tens(void **state)
{
    static const uint32_t good[] = {511, 511u << 10, 511u << 20, 0x201, 0x201u << 10, 0x201u << 20, 0x127 | 0x127u << 10 | 0x127u << 20};
    static const uint32_t bad[] = {0x200, 0x200u << 10, 0x200u << 20, 511 | 1u << 30, 511 | 1u << 31, 0, 500, 511 | 511u << 10};
    uint8_t data[4 * MOST + 1] = {0};
    (void)state;
    assert_true(a3d_tens_unit(data, 0, false, 255925, 266369));
    for (size_t n = 4; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++)
            a3d_store(data + 1 + 4 * i, 4, good[i % 7], false);
        assert_int_equal(a3d_tens_unit(data + 1, n, false, 255925, 266369), a3d_is_native(false));
        for (size_t at = 0; at < n; at++) {
            for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
                a3d_store(data + 1 + 4 * at, 4, bad[k], false);
                assert_false(a3d_tens_unit(data + 1, n, false, 255925, 266369));
            }
            a3d_store(data + 1 + 4 * at, 4, good[at % 7], false);
        }
    }
}

static void test_odd_vectors(void **state)
{
    static const uint32_t odd[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff};
    static const float origin[3] = {0, 0, 0};
    uint8_t data[12 * MOST] = {0};
    a3d_extent e;
    float square;
    (void)state;
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t at = 0; at < 3 * n; at++) {
            fill(data, n);
            a3d_store(data + 4 * at, 4, odd[at % 4], false);
            assert_false(a3d_vectors_extent(data, n, false, &e));
            assert_false(a3d_vectors_lengths(data, n, false, &e));
            assert_false(a3d_vectors_extent_around(data, n, false, origin, &e, &square));
            assert_false(a3d_vectors_unit(data, n, false, 3e38f));
        }
    }
}

static void test_unit(void **state)
{
    enum { MANY = 600 };
    static const float longer[] = {1.0009f, 0.9991f, 1.0011f, 0.9989f, 0, 2};
    static uint8_t data[12 * MANY + 1];
    (void)state;
    assert_true(a3d_vectors_unit(data, 0, false, 0.002f));
    for (size_t n = 1; n <= MANY; n += n < 40 ? 1 : 111) {
        for (size_t at = 0; at < n; at++) {
            memset(data, 0, sizeof data);
            for (size_t i = 0; i < n; i++)
                put_float(data + 1 + 12 * i + 4 * (i % 3), i % 2 != 0 ? 1.0f : -1.0f, false);
            put_float(data + 1 + 12 * at + 4 * (at % 3), longer[at % 6], false);
            assert_int_equal(a3d_vectors_unit(data + 1, n, false, 0.002f), a3d_is_native(false) && at % 6 < 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scans), cmocka_unit_test(test_scan_long), cmocka_unit_test(test_words),
        cmocka_unit_test(test_words_wide), cmocka_unit_test(test_word_ends), cmocka_unit_test(test_ascend), cmocka_unit_test(test_rise),
        cmocka_unit_test(test_greatest), cmocka_unit_test(test_lack), cmocka_unit_test(test_greatest32), cmocka_unit_test(test_triples),
        cmocka_unit_test(test_signed_bounds),
        cmocka_unit_test(test_bounds), cmocka_unit_test(test_extent), cmocka_unit_test(test_extent_around),
        cmocka_unit_test(test_tens), cmocka_unit_test(test_odd_vectors), cmocka_unit_test(test_unit),
    };
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
