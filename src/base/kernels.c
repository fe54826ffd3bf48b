/* kernels.c - see kernels.h */
#include "base/kernels.h"
#include "base/bytes.h"
#include "base/kernels_wide.h"
#include "base/lanes.h"
#include "base/never.h"

#include <string.h>

/* Words per iteration, and words after which a loop checks whether it found something. */
enum { BLOCK = 16, PIECE = 1024 };

/* ---- floats ---- */

/* The mask as it appears in memory, for data of the given byte order. */
static uint32_t in_memory(uint32_t mask, bool big)
{
    uint8_t bytes[4];
    a3d_store(bytes, 4, mask, big);
    memcpy(&mask, bytes, 4);
    return mask;
}

static size_t first_bad(const uint8_t *p, size_t from, size_t n, uint32_t exponent, bool strict)
{
    for (size_t i = from; i < n; i++) {
        uint32_t x;
        memcpy(&x, p + 4 * i, 4);
        uint32_t e = x & exponent;
        if (e == exponent || (strict && e == 0 && x != 0))
            return i;
    }
    return n;
}

static inline a3d_words not_finite(const uint8_t *p, a3d_words exponent)
{
    return a3d_words_same(a3d_words_and(a3d_words_at(p), exponent), exponent);
}

static bool any_not_finite(const uint8_t *p, size_t n, uint32_t exponent)
{
    a3d_words mask = a3d_words_of(exponent), odd = a3d_words_of(0);
    bool any = false;
    size_t done = a3d_wide_any_masked(p, n, exponent, &any);
    for (n -= done, p += 4 * done; n >= BLOCK; n -= BLOCK, p += 4 * BLOCK) {
        a3d_words low = a3d_words_or(not_finite(p, mask), not_finite(p + 16, mask));
        a3d_words high = a3d_words_or(not_finite(p + 32, mask), not_finite(p + 48, mask));
        odd = a3d_words_or(odd, a3d_words_or(low, high));
    }
    return any || a3d_words_any(odd);
}

size_t a3d_scan_finite(const uint8_t *p, size_t n, bool big)
{
    uint32_t exponent = in_memory(0x7f800000u, big);
    size_t i = 0;
    while (n - i >= BLOCK) {
        size_t piece = n - i < PIECE ? (n - i) / BLOCK * BLOCK : PIECE;
        if (any_not_finite(p + 4 * i, piece, exponent))
            break;
        i += piece;
    }
    return first_bad(p, i, n, exponent, false);
}

static inline a3d_words not_strict(const uint8_t *p, a3d_words exponent, a3d_words zero)
{
    a3d_words x = a3d_words_at(p), e = a3d_words_and(x, exponent);
    a3d_words tiny = a3d_words_without(a3d_words_same(e, zero), a3d_words_same(x, zero));
    return a3d_words_or(a3d_words_same(e, exponent), tiny);
}

static bool any_not_strict(const uint8_t *p, size_t n, uint32_t exponent)
{
    a3d_words mask = a3d_words_of(exponent), zero = a3d_words_of(0), odd = zero;
    for (; n >= BLOCK; n -= BLOCK, p += 4 * BLOCK) {
        a3d_words low = a3d_words_or(not_strict(p, mask, zero), not_strict(p + 16, mask, zero));
        a3d_words high = a3d_words_or(not_strict(p + 32, mask, zero), not_strict(p + 48, mask, zero));
        odd = a3d_words_or(odd, a3d_words_or(low, high));
    }
    return a3d_words_any(odd);
}

size_t a3d_scan_strict(const uint8_t *p, size_t n, bool big)
{
    uint32_t exponent = in_memory(0x7f800000u, big);
    size_t i = 0;
    while (n - i >= BLOCK) {
        size_t piece = n - i < PIECE ? (n - i) / BLOCK * BLOCK : PIECE;
        if (any_not_strict(p + 4 * i, piece, exponent))
            break;
        i += piece;
    }
    return first_bad(p, i, n, exponent, true);
}

/* ---- words ---- */

/* Tests for four neighboring words. Adding 2^31 to both sides turns the unsigned comparison into a signed one. */
typedef struct quad {
    a3d_words mask, low, span, exempt;
} quad;

/* Repeats the tests of a row until they fill whole quads. Returns the number of quads. */
static unsigned lay_out(const a3d_word_test *tests, unsigned n, quad *quads)
{
    unsigned rows = n % 4 == 0 ? 1 : n % 2 == 0 ? 2 : 4;
    for (unsigned i = 0; i < rows * n; i++) {
        const a3d_word_test *t = &tests[i % n];
        quads[i / 4].mask.v[i % 4] = t->mask;
        quads[i / 4].low.v[i % 4] = t->low + 0x80000000u;
        quads[i / 4].span.v[i % 4] = t->span + 0x80000000u;
        quads[i / 4].exempt.v[i % 4] = t->exempt;
    }
    return rows * n / 4;
}

static inline a3d_words fails(a3d_words x, const quad *q)
{
    a3d_words above = a3d_words_minus(a3d_words_and(x, q->mask), q->low);
    return a3d_words_without(a3d_words_more(above, q->span), a3d_words_same(x, q->exempt));
}

static bool any_fails(const uint8_t *p, size_t words, const quad *quads, unsigned n)
{
    a3d_words odd = a3d_words_of(0);
    for (unsigned k = 0; words >= 4; words -= 4, p += 16, k = k + 1 < n ? k + 1 : 0)
        odd = a3d_words_or(odd, fails(a3d_words_at(p), &quads[k]));
    return a3d_words_any(odd);
}

/* Tests four words at a time with the same tests. */
static bool any_fails_quad(const uint8_t *p, size_t words, const quad *q)
{
    quad test = *q;
    a3d_words odd = a3d_words_of(0);
    for (; words >= 8; words -= 8, p += 32) {
        a3d_ask_ahead(p);
        odd = a3d_words_or(odd, a3d_words_or(fails(a3d_words_at(p), &test), fails(a3d_words_at(p + 16), &test)));
    }
    if (words >= 4)
        odd = a3d_words_or(odd, fails(a3d_words_at(p), &test));
    return a3d_words_any(odd);
}

/* Tests words from a row's first on one by one, without the first `from` of them. */
static bool each_passes(const uint8_t *p, size_t from, size_t words, unsigned n, bool big, const a3d_word_test *tests)
{
    for (size_t i = from, k = from % n; i < words; i++, k = k + 1 < n ? k + 1 : 0) {
        uint32_t x = a3d_load32(p + 4 * i, big);
        if ((x & tests[k].mask) - tests[k].low > tests[k].span && x != tests[k].exempt)
            return false;
    }
    return true;
}

/* Tests as many words as wide lanes take, and returns their number: whole rows. */
static size_t pass_wide(const uint8_t *p, size_t words, unsigned n, const a3d_word_test *tests, bool *fails)
{
    a3d_wide_tests wide[A3D_WORD_TESTS];
    unsigned laid = n % 8 == 0 ? n / 8 : n % 4 == 0 ? n / 4 : n % 2 == 0 ? n / 2 : n;
    if (words < A3D_WIDE_WORDS)
        return 0;
    for (unsigned i = 0; i < 8 * laid; i++) {
        const a3d_word_test *t = &tests[i % n];
        wide[i / 8].mask[i % 8] = t->mask;
        wide[i / 8].low[i % 8] = t->low + 0x80000000u;
        wide[i / 8].span[i % 8] = t->span + 0x80000000u;
        wide[i / 8].exempt[i % 8] = t->exempt;
    }
    return a3d_wide_words(p, words, wide, laid, fails);
}

bool a3d_words_pass(const uint8_t *p, size_t rows, unsigned n, bool big, const a3d_word_test *tests)
{
    enum { FEW = 48 }; /* for fewer words it would take longer to lay out the tests */
    quad quads[A3D_WORD_TESTS];
    size_t words = rows * n;
    bool failed = false;
    A3D_ASSERT(n > 0 && n <= A3D_WORD_TESTS);
    if (!a3d_is_native(big))
        return false;
    if (words < FEW)
        return each_passes(p, 0, words, n, big, tests);
    size_t done = pass_wide(p, words, n, tests, &failed);
    if (failed)
        return false;
    p += 4 * done;
    words -= done;
    unsigned laid = lay_out(tests, n, quads);
    if (laid == 1 ? any_fails_quad(p, words, quads) : any_fails(p, words, quads, laid))
        return false;
    return each_passes(p, words / 4 * 4, words, n, big, tests);
}

static inline uint32_t native_word(const uint8_t *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* If a word is smaller than the one before, their difference has its highest bit set. */
bool a3d_words_ascend(const uint8_t *p, size_t n, size_t stride, bool big)
{
    uint32_t falls = 0, before = 0;
    if (!a3d_is_native(big))
        return false;
    for (; n >= 4; n -= 4, p += 4 * stride) {
        uint32_t a = native_word(p), b = native_word(p + stride);
        uint32_t c = native_word(p + 2 * stride), d = native_word(p + 3 * stride);
        falls |= (a - before) | (b - a) | (c - b) | (d - c);
        before = d;
    }
    for (; n > 0; n--, p += stride) {
        falls |= native_word(p) - before;
        before = native_word(p);
    }
    return falls >> 31 == 0;
}

/* Sets the lanes whose word is less than the next one, as signed numbers. */
static inline a3d_words four_rise(const uint8_t *p)
{
    return a3d_words_more(a3d_words_at(p + 4), a3d_words_at(p));
}

/* Whether this holds for 64 words. */
static bool block_rises(const uint8_t *p)
{
    a3d_words rising = four_rise(p);
    for (const uint8_t *end = p + 256; p < end; p += 64) {
        a3d_words one = a3d_words_and(four_rise(p), four_rise(p + 16));
        a3d_words two = a3d_words_and(four_rise(p + 32), four_rise(p + 48));
        rising = a3d_words_and(rising, a3d_words_and(one, two));
    }
    return (rising.v[0] & rising.v[1] & rising.v[2] & rising.v[3]) == UINT32_MAX;
}

/* If the first word is not negative, greater words are not negative either. */
bool a3d_words_rise(const uint8_t *p, size_t n, bool big)
{
    if (n == 0 || !a3d_is_native(big) || native_word(p) > INT32_MAX)
        return n == 0;
    for (; n > 64; n -= 64, p += 256)
        if (!block_rises(p))
            return false;
    for (; n > 1; n--, p += 4)
        if (native_word(p + 4) <= native_word(p) || native_word(p + 4) > INT32_MAX)
            return false;
    return native_word(p) <= INT32_MAX;
}

/* ---- indices ---- */

/* The greatest of all lanes and of `most`. The copy lets a loop keep its lanes in a register until then. */
static unsigned greatest_lane(a3d_halves lanes, unsigned most)
{
    uint16_t each[8];
    memcpy(each, &lanes, sizeof each);
    for (unsigned k = 0; k < 8; k++)
        most = each[k] > most ? each[k] : most;
    return most;
}

unsigned a3d_greatest16(const uint8_t *p, size_t n, bool big)
{
    unsigned most = 0;
    size_t i = 0;
    if (a3d_is_native(big)) {
        a3d_halves lanes = {{0}};
        for (; n - i >= 8; i += 8) {
            a3d_ask_ahead(p + 2 * i);
            lanes = a3d_halves_max(lanes, a3d_halves_at(p + 2 * i));
        }
        most = greatest_lane(lanes, 0);
    }
    for (; i < n; i++) {
        unsigned x = a3d_load16(p + 2 * i, big);
        most = x > most ? x : most;
    }
    return most;
}

bool a3d_has_half(const uint8_t *p, size_t n, bool big, uint16_t value)
{
    a3d_halves wanted, found = {{0}};
    size_t i = 0;
    if (!a3d_is_native(big))
        return true;
    for (unsigned k = 0; k < 8; k++)
        wanted.v[k] = value;
    for (; n - i >= 8; i += 8)
        found = a3d_halves_or(found, a3d_halves_same(a3d_halves_at(p + 2 * i), wanted));
    bool any = a3d_halves_any(found);
    for (; i < n; i++)
        any = any || a3d_load16(p + 2 * i, big) == value;
    return any;
}

bool a3d_halves_lack(const uint8_t *p, size_t n, bool big, uint16_t mask)
{
    uint16_t here = mask;
    uint8_t bytes[2];
    a3d_store(bytes, 2, mask, big);
    memcpy(&here, bytes, 2);
    a3d_halves all, found = {{0}};
    for (unsigned k = 0; k < 8; k++)
        all.v[k] = here;
    for (; n >= 8; n -= 8, p += 16)
        found = a3d_halves_or(found, a3d_halves_same(a3d_halves_and(a3d_halves_at(p), all), all));
    bool lack = !a3d_halves_any(found);
    for (; n > 0; n--, p += 2)
        lack = lack && (a3d_load16(p, big) & mask) != mask;
    return lack;
}

/* Four 16-bit numbers. */
typedef struct four {
    uint16_t v[4];
} four;

static inline four four_at(const uint8_t *p)
{
    four r;
    memcpy(&r, p, sizeof r);
    return r;
}

static inline four swapped(four a)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = (uint16_t)(a.v[k] >> 8 | a.v[k] << 8);
    return a;
}

/* Turns numbers with a sign and a size into signed numbers of the same order, and back. */
static inline four in_order(four a)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = (uint16_t)(a.v[k] ^ ((0u - (a.v[k] >> 15)) & 0x7fff));
    return a;
}

static inline four lesser(four a, four b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = (int16_t)a.v[k] < (int16_t)b.v[k] ? a.v[k] : b.v[k];
    return a;
}

static inline four greater(four a, four b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = (int16_t)a.v[k] > (int16_t)b.v[k] ? a.v[k] : b.v[k];
    return a;
}

void a3d_signed_bounds(const uint8_t *p, size_t n, size_t stride, bool big, uint16_t low[3], uint16_t high[3])
{
    enum { TRIPLE = 6 };
    const bool swap = !a3d_is_native(big);
    four last = {{0}};
    A3D_ASSERT(n > 0 && stride >= TRIPLE);
    memcpy(&last, p + (n - 1) * stride, TRIPLE); /* after it there may be nothing to load */
    last = in_order(swap ? swapped(last) : last);
    four least = last, most = last;
    for (; n > 1; n--, p += stride) {
        four x = four_at(p);
        x = in_order(swap ? swapped(x) : x);
        least = lesser(x, least);
        most = greater(x, most);
    }
    /* separate variables let the loop keep its own in registers */
    four lowest = in_order(least), highest = in_order(most);
    memcpy(low, &lowest, TRIPLE);
    memcpy(high, &highest, TRIPLE);
}

uint32_t a3d_greatest32(const uint8_t *p, size_t n, bool big)
{
    uint32_t most = 0;
    size_t i = 0;
    if (a3d_is_native(big)) {
        a3d_words lanes = a3d_words_of(0);
        for (; n - i >= 4; i += 4)
            lanes = a3d_words_max(lanes, a3d_words_at(p + 4 * i));
        for (unsigned k = 0; k < 4; k++)
            most = lanes.v[k] > most ? lanes.v[k] : most;
    }
    for (; i < n; i++) {
        uint32_t x = a3d_load32(p + 4 * i, big);
        most = x > most ? x : most;
    }
    return most;
}

static bool triple_differs(const uint8_t *p)
{
    return memcmp(p, p + 2, 2) != 0 && memcmp(p, p + 4, 2) != 0 && memcmp(p + 2, p + 4, 2) != 0;
}

/* Each load begins one number later, so the numbers of a triple meet in lanes 0, 3 and 6. The other lanes mix two
 * triples and are ignored. */
bool a3d_triples_differ16(const uint8_t *p, size_t n, bool big, unsigned *most)
{
    enum { THREE_TRIPLES = 9, LOADED = 10 };
    a3d_halves equal = {{0}}, greatest = {{0}};
    bool wide_differ = true;
    unsigned wide_most = 0;
    size_t done = a3d_wide_triples16(p, n, &wide_differ, &wide_most), left = n - done;
    p += 2 * done;
    for (; left >= LOADED; left -= THREE_TRIPLES, p += 2 * THREE_TRIPLES) {
        a3d_halves a = a3d_halves_at(p), b = a3d_halves_at(p + 2), c = a3d_halves_at(p + 4);
        equal = a3d_halves_or(equal, a3d_halves_or(a3d_halves_same(a, b), a3d_halves_same(b, c)));
        equal = a3d_halves_or(equal, a3d_halves_same(a, c));
        greatest = a3d_halves_max(greatest, a3d_halves_max(a, c));
    }
    bool differ = wide_differ && (equal.v[0] | equal.v[3] | equal.v[6]) == 0;
    *most = a3d_is_native(big) ? a3d_greatest16(p, left, big) : a3d_greatest16(p - 2 * (n - left), n, big);
    if (a3d_is_native(big))
        *most = greatest_lane(greatest, *most > wide_most ? *most : wide_most);
    for (; left >= 3; left -= 3, p += 6)
        differ = differ && triple_differs(p);
    return differ;
}
