/* kernels_wide.c - see kernels_wide.h */
#include "base/kernels_wide.h"
#include "base/bytes.h"
#include "base/lanes.h"

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 7))

#include <float.h>
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

/* Items per iteration, and the fewest for which a wide pass pays off. VECTOR is the size of one vector in bytes. */
enum {
    VECTOR = 12, GROUP = 8, LEAST_VECTORS = 64,
    TRIPLES = 18, LEAST_HALVES = 4 * TRIPLES,
    WORDS = 32, LEAST_WORDS = 4 * WORDS,
    BYTES = 32, LEAST_BYTES = 8 * BYTES, MOST_BYTES = 1 << 16
};

static bool is_wide(void)
{
    return __builtin_cpu_supports("avx2");
}

/* ---- vectors ---- */

typedef struct lengths {
    __m256 low, high, sum;
} lengths;

static inline void ask_ahead(const uint8_t *p)
{
    a3d_ask_ahead(p);
    a3d_ask_ahead(p + 64);
}

WIDE static inline __m256 eight(const uint8_t *p)
{
    return _mm256_loadu_ps((const float *)(const void *)p);
}

WIDE static inline lengths no_lengths(void)
{
    return (lengths){_mm256_set1_ps(FLT_MAX), _mm256_setzero_ps(), _mm256_setzero_ps()};
}

/* Takes eight vectors in three loads. Each lane has an x in one of the loads, a y in another and a z in the third; the
 * y that belongs to an x is one lane further on, the z two. */
WIDE static inline void take_group(lengths *s, __m256 a, __m256 b, __m256 c)
{
    const __m256i by_one = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
    const __m256i by_two = _mm256_setr_epi32(2, 3, 4, 5, 6, 7, 0, 1);
    a = _mm256_mul_ps(a, a);
    b = _mm256_mul_ps(b, b);
    c = _mm256_mul_ps(c, c);
    __m256 x = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x92), c, 0x24);
    __m256 y = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x24), c, 0x49);
    __m256 z = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x49), c, 0x92);
    x = _mm256_add_ps(x, _mm256_permutevar8x32_ps(y, by_one));
    x = _mm256_add_ps(x, _mm256_permutevar8x32_ps(z, by_two));
    s->low = _mm256_min_ps(s->low, x);
    s->high = _mm256_max_ps(s->high, x);
    s->sum = _mm256_add_ps(s->sum, x);
}

WIDE static void close(const lengths *s, a3d_wide_span *span)
{
    float low[GROUP], high[GROUP], sum[GROUP];
    _mm256_storeu_ps(low, s->low);
    _mm256_storeu_ps(high, s->high);
    _mm256_storeu_ps(sum, s->sum);
    *span = (a3d_wide_span){low[0], high[0], true};
    for (unsigned k = 0; k < GROUP; k++) {
        span->low = low[k] < span->low ? low[k] : span->low;
        span->high = high[k] > span->high ? high[k] : span->high;
        span->finite = span->finite && sum[k] <= FLT_MAX;
    }
}

WIDE static void pass_lengths(const uint8_t *p, size_t groups, a3d_wide_span *span)
{
    lengths all = no_lengths();
    for (; groups > 0; groups--, p += GROUP * VECTOR) {
        ask_ahead(p);
        take_group(&all, eight(p), eight(p + 32), eight(p + 64));
    }
    const lengths done = all; /* a separate variable lets the loop keep its own in registers */
    close(&done, span);
}

/* The least and the greatest of each coordinate, out of three loads whose lanes take turns as x, y and z. */
WIDE static void close_bounds(const __m256 least[3], const __m256 most[3], float low[3], float high[3])
{
    float lows[3 * GROUP], highs[3 * GROUP];
    for (unsigned k = 0; k < 3; k++) {
        _mm256_storeu_ps(lows + k * GROUP, least[k]);
        _mm256_storeu_ps(highs + k * GROUP, most[k]);
        low[k] = FLT_MAX;
        high[k] = -FLT_MAX;
    }
    for (unsigned i = 0; i < 3 * GROUP; i++) {
        low[i % 3] = lows[i] < low[i % 3] ? lows[i] : low[i % 3];
        high[i % 3] = highs[i] > high[i % 3] ? highs[i] : high[i % 3];
    }
}

/* The place, as the lanes of the load that begins with this coordinate. */
WIDE static inline __m256 lanes_from(const float place[3], unsigned first)
{
    float all[GROUP];
    for (unsigned k = 0; k < GROUP; k++)
        all[k] = place[(first + k) % 3];
    return _mm256_loadu_ps(all);
}

/* Measures lengths, the bounds, and the distances from a place unless it is NULL. */
WIDE A3D_INLINE void pass_bounds(const uint8_t *p, size_t groups, const float *place, a3d_wide_span *span,
                                 a3d_wide_span *distances, float low[3], float high[3])
{
    static const float origin[3];
    lengths near = no_lengths(), far = near;
    const float *from = place != NULL ? place : origin;
    const __m256 from0 = lanes_from(from, 0), from1 = lanes_from(from, 2), from2 = lanes_from(from, 1);
    __m256 low0 = eight(p), low1 = eight(p + 32), low2 = eight(p + 64), high0 = low0, high1 = low1, high2 = low2;
    for (; groups > 0; groups--, p += GROUP * VECTOR) {
        ask_ahead(p);
        __m256 a = eight(p), b = eight(p + 32), c = eight(p + 64);
        low0 = _mm256_min_ps(low0, a);
        low1 = _mm256_min_ps(low1, b);
        low2 = _mm256_min_ps(low2, c);
        high0 = _mm256_max_ps(high0, a);
        high1 = _mm256_max_ps(high1, b);
        high2 = _mm256_max_ps(high2, c);
        take_group(&near, a, b, c);
        if (place != NULL)
            take_group(&far, _mm256_sub_ps(a, from0), _mm256_sub_ps(b, from1), _mm256_sub_ps(c, from2));
    }
    const __m256 least[3] = {low0, low1, low2}, most[3] = {high0, high1, high2};
    const lengths near_done = near, far_done = far;
    close_bounds(least, most, low, high);
    close(&near_done, span);
    if (place != NULL)
        close(&far_done, distances);
}

WIDE static void pass_extent(const uint8_t *p, size_t groups, a3d_wide_span *span, float low[3], float high[3])
{
    pass_bounds(p, groups, NULL, span, NULL, low, high);
}

WIDE static void pass_around(const uint8_t *p, size_t groups, const float place[3], a3d_wide_span *span,
                             a3d_wide_span *distances, float low[3], float high[3])
{
    pass_bounds(p, groups, place, span, distances, low, high);
}

size_t a3d_wide_lengths(const uint8_t *p, size_t n, a3d_wide_span *span)
{
    if (n < LEAST_VECTORS || !is_wide())
        return 0;
    pass_lengths(p, n / GROUP, span);
    return n / GROUP * GROUP;
}

size_t a3d_wide_extent(const uint8_t *p, size_t n, a3d_wide_span *span, float low[3], float high[3])
{
    if (n < LEAST_VECTORS || !is_wide())
        return 0;
    pass_extent(p, n / GROUP, span, low, high);
    return n / GROUP * GROUP;
}

size_t a3d_wide_extent_around(const uint8_t *p, size_t n, const float place[3], a3d_wide_span *span,
                              a3d_wide_span *distances, float low[3], float high[3])
{
    if (n < LEAST_VECTORS || !is_wide())
        return 0;
    pass_around(p, n / GROUP, place, span, distances, low, high);
    return n / GROUP * GROUP;
}

/* ---- indices ---- */

WIDE static inline __m256i lanes(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/* Each load begins one number later, so the numbers of a triple meet in every third lane. */
WIDE static void pass_triples16(const uint8_t *p, size_t steps, bool *differ, unsigned *most)
{
    __m256i equal = _mm256_setzero_si256(), greatest = equal;
    uint16_t equals[16], each[16];
    for (; steps > 0; steps--, p += 2 * TRIPLES) {
        a3d_ask_ahead(p);
        __m256i a = lanes(p), b = lanes(p + 2), c = lanes(p + 4);
        __m256i one = _mm256_or_si256(_mm256_cmpeq_epi16(a, b), _mm256_cmpeq_epi16(b, c));
        equal = _mm256_or_si256(equal, _mm256_or_si256(one, _mm256_cmpeq_epi16(a, c)));
        greatest = _mm256_max_epu16(greatest, _mm256_max_epu16(a, c));
    }
    _mm256_storeu_si256((__m256i *)(void *)equals, equal);
    _mm256_storeu_si256((__m256i *)(void *)each, greatest);
    *differ = true;
    *most = 0;
    for (unsigned k = 0; k < 16; k++) {
        *differ = *differ && (k % 3 != 0 || equals[k] == 0);
        *most = each[k] > *most ? each[k] : *most;
    }
}

size_t a3d_wide_triples16(const uint8_t *p, size_t n, bool *differ, unsigned *most)
{
    if (n < LEAST_HALVES || !is_wide())
        return 0;
    pass_triples16(p, n / TRIPLES, differ, most);
    return n / TRIPLES * TRIPLES;
}

/* ---- numbers of ten bits ---- */

/* The least and the greatest of each lane. */
typedef struct tens {
    __m256i lowest16, lowest, low, high;
} tens;

/* Takes eight words. The first two numbers of each go into the halves of a lane, whose squares are added at once. */
WIDE static inline void take_tens(tens *t, __m256i words)
{
    const __m256i first = _mm256_set1_epi32(1023), second = _mm256_set1_epi32(1023 << 16);
    __m256i turned = _mm256_xor_si256(words, _mm256_set1_epi32(0x20080200));
    __m256i two = _mm256_or_si256(_mm256_and_si256(turned, first),
                                  _mm256_and_si256(_mm256_slli_epi32(turned, 6), second));
    __m256i third = _mm256_srli_epi32(turned, 20);
    t->lowest16 = _mm256_min_epi16(t->lowest16, two);
    t->lowest = _mm256_min_epi32(t->lowest, third);
    two = _mm256_sub_epi16(two, _mm256_set1_epi16(512));
    third = _mm256_sub_epi16(third, _mm256_set1_epi32(512));
    __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(two, two), _mm256_madd_epi16(third, third));
    t->low = _mm256_min_epi32(t->low, sum);
    t->high = _mm256_max_epi32(t->high, sum);
}

WIDE static void close_tens(const tens *t, a3d_wide_tens_span *span)
{
    int16_t halves[2 * GROUP];
    int32_t lowest[GROUP], low[GROUP], high[GROUP];
    _mm256_storeu_si256((__m256i *)(void *)halves, t->lowest16);
    _mm256_storeu_si256((__m256i *)(void *)lowest, t->lowest);
    _mm256_storeu_si256((__m256i *)(void *)low, t->low);
    _mm256_storeu_si256((__m256i *)(void *)high, t->high);
    *span = (a3d_wide_tens_span){lowest[0], low[0], high[0]};
    for (unsigned k = 0; k < GROUP; k++) {
        span->lowest = lowest[k] < span->lowest ? lowest[k] : span->lowest;
        span->lowest = halves[2 * k] < span->lowest ? halves[2 * k] : span->lowest;
        span->lowest = halves[2 * k + 1] < span->lowest ? halves[2 * k + 1] : span->lowest;
        span->low = low[k] < span->low ? low[k] : span->low;
        span->high = high[k] > span->high ? high[k] : span->high;
    }
}

WIDE static void pass_tens(const uint8_t *p, size_t groups, a3d_wide_tens_span *span)
{
    tens all = {_mm256_set1_epi16(INT16_MAX), _mm256_set1_epi32(INT32_MAX), _mm256_set1_epi32(INT32_MAX),
                _mm256_setzero_si256()};
    for (; groups > 0; groups--, p += 4 * GROUP) {
        a3d_ask_ahead(p);
        take_tens(&all, lanes(p));
    }
    const tens done = all;
    close_tens(&done, span);
}

size_t a3d_wide_tens(const uint8_t *p, size_t n, a3d_wide_tens_span *span)
{
    if (n < LEAST_VECTORS || !is_wide())
        return 0;
    pass_tens(p, n / GROUP, span);
    return n / GROUP * GROUP;
}

/* ---- words ---- */

WIDE static inline __m256i masked(const uint8_t *p, __m256i mask)
{
    return _mm256_cmpeq_epi32(_mm256_and_si256(lanes(p), mask), mask);
}

WIDE static bool pass_masked(const uint8_t *p, size_t steps, uint32_t mask)
{
    __m256i all = _mm256_set1_epi32((int32_t)mask), odd = _mm256_setzero_si256();
    for (; steps > 0; steps--, p += 4 * WORDS) {
        ask_ahead(p);
        __m256i low = _mm256_or_si256(masked(p, all), masked(p + 32, all));
        odd = _mm256_or_si256(odd, _mm256_or_si256(low, _mm256_or_si256(masked(p + 64, all), masked(p + 96, all))));
    }
    return _mm256_movemask_epi8(odd) != 0;
}

size_t a3d_wide_any_masked(const uint8_t *p, size_t n, uint32_t mask, bool *any)
{
    if (n < LEAST_WORDS || !is_wide())
        return 0;
    *any = pass_masked(p, n / WORDS, mask);
    return n / WORDS * WORDS;
}

WIDE static inline __m256i lanes_of(const uint32_t *words)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)words);
}

WIDE static inline __m256i failing(__m256i words, const a3d_wide_tests *t)
{
    __m256i above = _mm256_sub_epi32(_mm256_and_si256(words, lanes_of(t->mask)), lanes_of(t->low));
    __m256i odd = _mm256_cmpgt_epi32(above, lanes_of(t->span));
    return _mm256_andnot_si256(_mm256_cmpeq_epi32(words, lanes_of(t->exempt)), odd);
}

WIDE static bool pass_tests(const uint8_t *p, size_t steps, const a3d_wide_tests *tests, unsigned n)
{
    __m256i odd = _mm256_setzero_si256();
    for (; steps > 0; steps--)
        for (unsigned k = 0; k < n; k++, p += 32) {
            a3d_ask_ahead(p);
            odd = _mm256_or_si256(odd, failing(lanes(p), &tests[k]));
        }
    return _mm256_movemask_epi8(odd) != 0;
}

/* One vector of tests stays in registers. */
WIDE static bool pass_test(const uint8_t *p, size_t steps, const a3d_wide_tests *tests)
{
    const a3d_wide_tests test = *tests;
    __m256i odd = _mm256_setzero_si256();
    for (; steps >= 2; steps -= 2, p += 64) {
        a3d_ask_ahead(p);
        odd = _mm256_or_si256(odd, _mm256_or_si256(failing(lanes(p), &test), failing(lanes(p + 32), &test)));
    }
    if (steps > 0)
        odd = _mm256_or_si256(odd, failing(lanes(p), &test));
    return _mm256_movemask_epi8(odd) != 0;
}

size_t a3d_wide_words(const uint8_t *p, size_t words, const a3d_wide_tests *tests, unsigned n, bool *fails)
{
    if (words < A3D_WIDE_WORDS || !is_wide())
        return 0;
    size_t steps = words / 8 / n;
    *fails = n == 1 ? pass_test(p, steps, tests) : pass_tests(p, steps, tests, n);
    return steps * n * 8;
}

/* ---- sums ---- */

WIDE static uint64_t total(__m256i quads)
{
    uint64_t q[4];
    _mm256_storeu_si256((__m256i *)(void *)q, quads);
    return q[0] + q[1] + q[2] + q[3];
}

/* `before` adds up, for each step, the sums of all earlier steps: a byte of these counts once more for each byte of the
 * step. Words of `weighted` stay below 2048 * 4 * 255 * 32. */
WIDE static void pass_adler(const uint8_t *p, size_t steps, a3d_wide_sums *sums)
{
    const __m256i weights = _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,
                                             16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1);
    __m256i plain = zero, before = zero, weighted = zero;
    for (size_t i = 0; i < steps; i++) {
        __m256i bytes = lanes(p + i * BYTES);
        before = _mm256_add_epi64(before, plain);
        plain = _mm256_add_epi64(plain, _mm256_sad_epu8(bytes, zero));
        weighted = _mm256_add_epi32(weighted, _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), ones));
    }
    __m256i low = _mm256_unpacklo_epi32(weighted, zero), high = _mm256_unpackhi_epi32(weighted, zero);
    sums->plain = total(plain);
    sums->weighted = BYTES * total(before) + total(_mm256_add_epi64(low, high));
}

size_t a3d_wide_adler(const uint8_t *p, size_t n, a3d_wide_sums *sums)
{
    if (n < LEAST_BYTES || !is_wide())
        return 0;
    size_t steps = n < MOST_BYTES ? n / BYTES : MOST_BYTES / BYTES;
    pass_adler(p, steps, sums);
    return steps * BYTES;
}

#else

size_t a3d_wide_lengths(const uint8_t *p, size_t n, a3d_wide_span *span)
{
    (void)p, (void)n, (void)span;
    return 0;
}

size_t a3d_wide_extent(const uint8_t *p, size_t n, a3d_wide_span *span, float low[3], float high[3])
{
    (void)p, (void)n, (void)span, (void)low, (void)high;
    return 0;
}

size_t a3d_wide_extent_around(const uint8_t *p, size_t n, const float place[3], a3d_wide_span *span,
                              a3d_wide_span *distances, float low[3], float high[3])
{
    (void)p, (void)n, (void)place, (void)span, (void)distances, (void)low, (void)high;
    return 0;
}

size_t a3d_wide_tens(const uint8_t *p, size_t n, a3d_wide_tens_span *span)
{
    (void)p, (void)n, (void)span;
    return 0;
}

size_t a3d_wide_triples16(const uint8_t *p, size_t n, bool *differ, unsigned *most)
{
    (void)p, (void)n, (void)differ, (void)most;
    return 0;
}

size_t a3d_wide_any_masked(const uint8_t *p, size_t n, uint32_t mask, bool *any)
{
    (void)p, (void)n, (void)mask, (void)any;
    return 0;
}

size_t a3d_wide_words(const uint8_t *p, size_t words, const a3d_wide_tests *tests, unsigned n, bool *fails)
{
    (void)p, (void)words, (void)tests, (void)n, (void)fails;
    return 0;
}

size_t a3d_wide_adler(const uint8_t *p, size_t n, a3d_wide_sums *sums)
{
    (void)p, (void)n, (void)sums;
    return 0;
}

#endif
