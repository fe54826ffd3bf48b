/* kernels_vectors.c - see kernels_vectors.h */
#include "base/kernels_vectors.h"
#include "base/kernels_wide.h"
#include "base/lanes.h"
#include "base/never.h"

#include <float.h>
#include <math.h>

enum { VECTOR = 12, GROUP = 4, GROUP_SIZE = GROUP * VECTOR };

/* ---- squared lengths ---- */

typedef struct span {
    a3d_floats low, high, sum; /* NaN may go unnoticed in the first two, but not in the sum */
} span;

static span empty_span(void)
{
    return (span){a3d_floats_of(FLT_MAX), a3d_floats_of(0), a3d_floats_of(0)};
}

static inline a3d_floats squares_of(a3d_floats x, a3d_floats y, a3d_floats z)
{
    return a3d_floats_add(a3d_floats_add(a3d_floats_mul(x, x), a3d_floats_mul(y, y)), a3d_floats_mul(z, z));
}

/* The squared lengths of two vectors, in the first and the last lane. Each load begins one coordinate later, so that no
 * coordinate changes its lane; the lanes between mix both vectors and are ignored. */
static inline a3d_floats two_squares(const uint8_t *p)
{
    return squares_of(a3d_floats_at(p), a3d_floats_at(p + 4), a3d_floats_at(p + 8));
}

static inline a3d_floats outer_lanes(a3d_floats a, a3d_floats b)
{
    return (a3d_floats){{a.v[0], a.v[3], b.v[0], b.v[3]}};
}

static inline void take_squares(span *s, a3d_floats squares)
{
    s->low = a3d_floats_min(s->low, squares);
    s->high = a3d_floats_max(s->high, squares);
    s->sum = a3d_floats_add(s->sum, squares);
}

/* Adds the result of a pass over wide lanes. */
static void take_wide(span *s, const a3d_wide_span *wide)
{
    s->low.v[0] = wide->low < s->low.v[0] ? wide->low : s->low.v[0];
    s->high.v[0] = wide->high > s->high.v[0] ? wide->high : s->high.v[0];
    s->sum.v[0] += wide->finite ? 0 : (float)INFINITY;
}

static void take_lengths(span *s, const uint8_t *p, size_t groups)
{
    a3d_wide_span wide;
    size_t done = a3d_wide_lengths(p, groups * GROUP, &wide);
    if (done > 0)
        take_wide(s, &wide);
    p += done * VECTOR;
    groups -= done / GROUP;
    span all = *s;
    for (size_t i = 0; i < groups; i++, p += GROUP_SIZE)
        take_squares(&all, outer_lanes(two_squares(p), two_squares(p + 2 * VECTOR)));
    *s = all;
}

/* The least and the greatest of all lanes; false if a value is not finite or the sum overflows. */
static bool close_span(const span *s, float *least, float *most)
{
    bool finite = true;
    *least = s->low.v[0];
    *most = s->high.v[0];
    for (unsigned k = 0; k < GROUP; k++) {
        *least = s->low.v[k] < *least ? s->low.v[k] : *least;
        *most = s->high.v[k] > *most ? s->high.v[k] : *most;
        finite = finite && s->sum.v[k] <= FLT_MAX;
    }
    return finite;
}

/* Makes a group of the last vectors: it overlaps earlier ones, or repeats the last. */
static const uint8_t *last_group(const uint8_t *p, size_t n, uint8_t rest[GROUP_SIZE])
{
    if (n >= GROUP)
        return p + (n - GROUP) * VECTOR;
    for (size_t i = 0; i < GROUP; i++)
        memcpy(rest + i * VECTOR, p + (i < n ? i : n - 1) * VECTOR, VECTOR);
    return rest;
}

bool a3d_vectors_unit(const uint8_t *p, size_t n, bool big, float slack)
{
    uint8_t rest[GROUP_SIZE];
    span s = empty_span();
    float least, most;
    if (n == 0 || !a3d_is_native(big))
        return n == 0;
    take_lengths(&s, p, n / GROUP);
    take_lengths(&s, last_group(p, n, rest), 1);
    return close_span(&s, &least, &most) && least >= 1 - slack && most <= 1 + slack;
}

/* ---- packed vectors ---- */

typedef struct tens {
    a3d_floats lowest, low, high; /* least number plus 512, least and greatest sum of squares */
} tens;

/* With their upper bits flipped, the three numbers of a word are 0 to 1023, which is 512 more than their value. Bits
 * above the third number make it greater, and the sum of squares with it. */
static void add_tens(tens *t, const uint8_t *p, size_t groups)
{
    a3d_floats lowest = t->lowest, low = t->low, high = t->high, half = a3d_floats_of(512);
    a3d_words ten = a3d_words_of(1023), upper = a3d_words_of(0x20080200u);
    for (size_t i = 0; i < groups; i++, p += 16) {
        a3d_words turned = a3d_words_xor(a3d_words_at(p), upper);
        a3d_floats x = a3d_floats_from(a3d_words_and(turned, ten)), z = a3d_floats_from(a3d_words_shift(turned, 20));
        a3d_floats y = a3d_floats_from(a3d_words_and(a3d_words_shift(turned, 10), ten));
        lowest = a3d_floats_min(a3d_floats_min(x, y), a3d_floats_min(z, lowest));
        x = a3d_floats_sub(x, half);
        y = a3d_floats_sub(y, half);
        z = a3d_floats_sub(z, half);
        a3d_floats sum = squares_of(x, y, z);
        low = a3d_floats_min(low, sum);
        high = a3d_floats_max(high, sum);
    }
    *t = (tens){lowest, low, high};
}

static bool tens_within(const tens *t, float least, float most)
{
    bool within = true;
    for (unsigned k = 0; k < 4; k++)
        within = within && t->lowest.v[k] > 0 && t->low.v[k] >= least && t->high.v[k] <= most;
    return within;
}

bool a3d_tens_unit(const uint8_t *p, size_t n, bool big, float least, float most)
{
    tens t = {a3d_floats_of(FLT_MAX), a3d_floats_of(FLT_MAX), a3d_floats_of(0)};
    a3d_wide_tens_span wide;
    if (n < 4 || !a3d_is_native(big))
        return n == 0;
    size_t done = a3d_wide_tens(p, n, &wide);
    if (done > 0)
        t = (tens){a3d_floats_of((float)wide.lowest), a3d_floats_of((float)wide.low), a3d_floats_of((float)wide.high)};
    add_tens(&t, p + 4 * done, (n - done) / 4);
    add_tens(&t, p + 4 * (n - 4), 1); /* overlaps earlier ones */
    return tens_within(&t, least, most);
}

/* ---- bounds ---- */

typedef struct bounds {
    a3d_floats low[3], high[3]; /* coordinates in memory order: x y z x, y z x y, z x y z */
} bounds;

/* Takes bounds that were measured in wide lanes: one lane of the first load for each coordinate. */
static void take_bounds(bounds *b, const float low[3], const float high[3])
{
    for (unsigned k = 0; k < 3; k++) {
        b->low[0].v[k] = low[k] < b->low[0].v[k] ? low[k] : b->low[0].v[k];
        b->high[0].v[k] = high[k] > b->high[0].v[k] ? high[k] : b->high[0].v[k];
    }
}

/* Measures as many groups as wide lanes take, and returns their number. */
static size_t measure_wide(bounds *b, span *s, const uint8_t *p, size_t groups)
{
    a3d_wide_span wide;
    float low[3], high[3];
    size_t done = a3d_wide_extent(p, groups * GROUP, &wide, low, high);
    if (done == 0)
        return 0;
    take_bounds(b, low, high);
    take_wide(s, &wide);
    return done / GROUP;
}

static size_t measure_wide_around(bounds *b, span *lengths, span *distances, const uint8_t *p, size_t groups,
                                  const float place[3])
{
    a3d_wide_span near, far;
    float low[3], high[3];
    size_t done = a3d_wide_extent_around(p, groups * GROUP, place, &near, &far, low, high);
    if (done == 0)
        return 0;
    take_bounds(b, low, high);
    take_wide(lengths, &near);
    take_wide(distances, &far);
    return done / GROUP;
}

static void measure(bounds *b, span *s, const uint8_t *p, size_t groups)
{
    size_t done = measure_wide(b, s, p, groups);
    p += done * GROUP_SIZE;
    groups -= done;
    a3d_floats low0 = b->low[0], low1 = b->low[1], low2 = b->low[2];
    a3d_floats high0 = b->high[0], high1 = b->high[1], high2 = b->high[2];
    span all = *s;
    for (size_t i = 0; i < groups; i++, p += GROUP_SIZE) {
        a3d_floats x = a3d_floats_at(p), y = a3d_floats_at(p + 16), z = a3d_floats_at(p + 32);
        low0 = a3d_floats_min(low0, x);
        low1 = a3d_floats_min(low1, y);
        low2 = a3d_floats_min(low2, z);
        high0 = a3d_floats_max(high0, x);
        high1 = a3d_floats_max(high1, y);
        high2 = a3d_floats_max(high2, z);
        take_squares(&all, outer_lanes(two_squares(p), two_squares(p + 2 * VECTOR)));
    }
    *b = (bounds){{low0, low1, low2}, {high0, high1, high2}};
    *s = all;
}

/* Like measure, and also measures the distances from a place, whose coordinates are arranged to match the loads. */
static void measure_around(bounds *b, span *lengths, span *distances, const uint8_t *p, size_t groups,
                           const float place[3])
{
    size_t done = measure_wide_around(b, lengths, distances, p, groups, place);
    p += done * GROUP_SIZE;
    groups -= done;
    a3d_floats low0 = b->low[0], low1 = b->low[1], low2 = b->low[2];
    a3d_floats high0 = b->high[0], high1 = b->high[1], high2 = b->high[2];
    a3d_floats from0 = {{place[0], place[1], place[2], place[0]}}, from1 = {{place[1], place[2], place[0], place[1]}};
    a3d_floats from2 = {{place[2], place[0], place[1], place[2]}};
    span near = *lengths, far = *distances;
    for (size_t i = 0; i < groups; i++, p += GROUP_SIZE) {
        a3d_floats x = a3d_floats_at(p), y = a3d_floats_at(p + 4), z = a3d_floats_at(p + 8);
        low0 = a3d_floats_min(low0, x);
        high0 = a3d_floats_max(high0, x);
        a3d_floats square = squares_of(x, y, z);
        a3d_floats distance = squares_of(a3d_floats_sub(x, from0), a3d_floats_sub(y, from1), a3d_floats_sub(z, from2));
        x = a3d_floats_at(p + 16);
        low1 = a3d_floats_min(low1, x);
        high1 = a3d_floats_max(high1, x);
        x = a3d_floats_at(p + 24), y = a3d_floats_at(p + 28), z = a3d_floats_at(p + 32);
        low2 = a3d_floats_min(low2, z);
        high2 = a3d_floats_max(high2, z);
        take_squares(&near, outer_lanes(square, squares_of(x, y, z)));
        x = squares_of(a3d_floats_sub(x, from0), a3d_floats_sub(y, from1), a3d_floats_sub(z, from2));
        take_squares(&far, outer_lanes(distance, x));
    }
    *b = (bounds){{low0, low1, low2}, {high0, high1, high2}};
    *lengths = near;
    *distances = far;
}

/* Starts measuring with the bounds of one group. */
static bounds bounds_at(const uint8_t *p)
{
    bounds b;
    for (unsigned k = 0; k < 3; k++)
        b.low[k] = b.high[k] = a3d_floats_at(p + 16 * k);
    return b;
}

static bool close_extent(const bounds *b, const span *s, a3d_extent *e)
{
    float low[12], high[12];
    memcpy(low, b->low, sizeof low);
    memcpy(high, b->high, sizeof high);
    for (unsigned i = 3; i < 12; i++) {
        low[i % 3] = low[i] < low[i % 3] ? low[i] : low[i % 3];
        high[i % 3] = high[i] > high[i % 3] ? high[i] : high[i % 3];
    }
    memcpy(e->low, low, sizeof e->low);
    memcpy(e->high, high, sizeof e->high);
    return close_span(s, &e->least, &e->square);
}

bool a3d_vectors_extent(const uint8_t *p, size_t n, bool big, a3d_extent *e)
{
    span s = empty_span();
    if (n < GROUP || !a3d_is_native(big))
        return false;
    const uint8_t *last = p + (n - GROUP) * VECTOR;
    bounds b = bounds_at(last);
    measure(&b, &s, p, n / GROUP);
    take_lengths(&s, last, 1);
    return close_extent(&b, &s, e);
}

bool a3d_vectors_lengths(const uint8_t *p, size_t n, bool big, a3d_extent *e)
{
    span s = empty_span();
    if (n < GROUP || !a3d_is_native(big))
        return false;
    take_lengths(&s, p, n / GROUP);
    take_lengths(&s, p + (n - GROUP) * VECTOR, 1);
    for (unsigned k = 0; k < 3; k++) {
        e->low[k] = -FLT_MAX;
        e->high[k] = FLT_MAX;
    }
    return close_span(&s, &e->least, &e->square);
}

bool a3d_vectors_extent_around(const uint8_t *p, size_t n, bool big, const float place[3], a3d_extent *e,
                               float *farthest)
{
    span near = empty_span(), far = empty_span();
    float least;
    if (n < GROUP || !a3d_is_native(big))
        return false;
    const uint8_t *last = p + (n - GROUP) * VECTOR;
    bounds b = bounds_at(last);
    measure_around(&b, &near, &far, p, n / GROUP, place);
    measure_around(&b, &near, &far, last, 1, place);
    return close_extent(&b, &near, e) && close_span(&far, &least, farthest);
}

bool a3d_vectors_bounds(const uint8_t *p, size_t n, size_t stride, bool big, float low[3], float high[3])
{
    uint8_t last[16] = {0};
    A3D_ASSERT(stride >= VECTOR);
    if (n == 0 || !a3d_is_native(big))
        return false;
    memcpy(last, p + (n - 1) * stride, VECTOR);
    a3d_floats least = a3d_floats_at(n > 1 ? p : last), most = least, x;
    /* the fourth lane carries what follows each vector; after the last there may be nothing to load */
    for (; n > 1; n--, p += stride) {
        a3d_ask_ahead(p);
        x = a3d_floats_at(p);
        least = a3d_floats_min(x, least);
        most = a3d_floats_max(x, most);
    }
    x = a3d_floats_at(last);
    /* separate variables let the loop keep its own in registers */
    a3d_floats lowest = a3d_floats_min(x, least), highest = a3d_floats_max(x, most);
    memcpy(low, &lowest, VECTOR);
    memcpy(high, &highest, VECTOR);
    return true;
}
