/* kernels_vectors.c - see kernels_vectors.h */
#include "base/kernels_vectors.h"
#include "base/lanes.h"

#include <float.h>

enum { VECTOR = 12, GROUP = 4, GROUP_SIZE = GROUP * VECTOR, PIECE = 256 };

/* ---- squared lengths ---- */

static const float origin[3] = {0, 0, 0};

/* The same coordinate of four vectors. */
static inline a3d_floats coordinate(const uint8_t *p, unsigned which)
{
    a3d_floats r;
    for (unsigned k = 0; k < GROUP; k++)
        memcpy(&r.v[k], p + VECTOR * k + 4 * which, 4);
    return r;
}

static void square_groups(const uint8_t *p, size_t groups, const float place[3], a3d_floats *out)
{
    a3d_floats px = a3d_floats_of(place[0]), py = a3d_floats_of(place[1]), pz = a3d_floats_of(place[2]);
    for (size_t i = 0; i < groups; i++, p += GROUP_SIZE) {
        a3d_floats x = a3d_floats_sub(coordinate(p, 0), px), y = a3d_floats_sub(coordinate(p, 1), py);
        a3d_floats z = a3d_floats_sub(coordinate(p, 2), pz);
        out[i] = a3d_floats_add(a3d_floats_add(a3d_floats_mul(x, x), a3d_floats_mul(y, y)), a3d_floats_mul(z, z));
    }
}

/* The squared distances of the first vectors from a place, a piece at most. Returns how many groups there are: the last vectors
 * may be less than a group, and the very last of them is then repeated. */
static size_t square(const uint8_t *p, size_t n, const float place[3], a3d_floats *out)
{
    size_t groups = n < PIECE ? n / GROUP : PIECE / GROUP;
    uint8_t rest[GROUP_SIZE];
    square_groups(p, groups, place, out);
    if (n > PIECE || n % GROUP == 0)
        return groups;
    for (size_t i = groups * GROUP; i < (groups + 1) * GROUP; i++)
        memcpy(rest + i % GROUP * VECTOR, p + (i < n ? i : n - 1) * VECTOR, VECTOR);
    square_groups(rest, 1, place, out + groups);
    return groups + 1;
}

typedef struct span {
    a3d_floats low, high, sum;
} span;

static void add_squares(span *s, const a3d_floats *squares, size_t groups)
{
    a3d_floats low = s->low, high = s->high, sum = s->sum;
    for (size_t i = 0; i < groups; i++) {
        low = a3d_floats_min(squares[i], low);
        high = a3d_floats_max(squares[i], high);
        sum = a3d_floats_add(squares[i], sum); /* what is not a number passes by the other two */
    }
    *s = (span){low, high, sum};
}

/* The least and the greatest squared distance from a place; false when a coordinate is not finite or a sum overflows. */
static bool distances(const uint8_t *p, size_t n, const float place[3], float *least, float *most)
{
    a3d_floats squares[PIECE / GROUP];
    span s = {a3d_floats_of(FLT_MAX), a3d_floats_of(0), a3d_floats_of(0)};
    bool finite = true;
    for (; n > 0; p += n < PIECE ? 0 : PIECE * VECTOR, n -= n < PIECE ? n : PIECE)
        add_squares(&s, squares, square(p, n, place, squares));
    *least = s.low.v[0];
    *most = s.high.v[0];
    for (unsigned k = 0; k < GROUP; k++) {
        *least = s.low.v[k] < *least ? s.low.v[k] : *least;
        *most = s.high.v[k] > *most ? s.high.v[k] : *most;
        finite = finite && s.sum.v[k] <= FLT_MAX;
    }
    return finite;
}

bool a3d_vectors_unit(const uint8_t *p, size_t n, bool big, float slack)
{
    float least, most;
    return n == 0 || (a3d_is_native(big) && distances(p, n, origin, &least, &most) && least >= 1 - slack && most <= 1 + slack);
}

bool a3d_vectors_farthest(const uint8_t *p, size_t n, bool big, const float place[3], float *square)
{
    float least;
    return a3d_is_native(big) && distances(p, n, place, &least, square);
}

/* ---- packed vectors ---- */

typedef struct tens {
    a3d_floats lowest, low, high; /* least number plus 512, least and greatest sum of squares */
} tens;

/* With their upper bits turned, the numbers of a word are 0 to 1023 and 512 above what they were. Bits above the third
 * make it greater, and the sum of squares with it. */
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
        a3d_floats sum = a3d_floats_add(a3d_floats_add(a3d_floats_mul(x, x), a3d_floats_mul(y, y)), a3d_floats_mul(z, z));
        low = a3d_floats_min(sum, low);
        high = a3d_floats_max(sum, high);
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
    if (n < 4 || !a3d_is_native(big))
        return n == 0;
    add_tens(&t, p, n / 4);
    add_tens(&t, p + 4 * (n - 4), 1); /* some of them again */
    return tens_within(&t, least, most);
}

/* ---- bounds ---- */

typedef struct bounds {
    a3d_floats low[3], high[3]; /* coordinates as they lie: x y z x, y z x y, z x y z */
} bounds;

static void widen(bounds *b, const uint8_t *p, size_t groups)
{
    a3d_floats low0 = b->low[0], low1 = b->low[1], low2 = b->low[2];
    a3d_floats high0 = b->high[0], high1 = b->high[1], high2 = b->high[2];
    for (size_t i = 0; i < groups; i++, p += GROUP_SIZE) {
        a3d_floats x = a3d_floats_at(p), y = a3d_floats_at(p + 16), z = a3d_floats_at(p + 32);
        low0 = a3d_floats_min(x, low0);
        low1 = a3d_floats_min(y, low1);
        low2 = a3d_floats_min(z, low2);
        high0 = a3d_floats_max(x, high0);
        high1 = a3d_floats_max(y, high1);
        high2 = a3d_floats_max(z, high2);
    }
    *b = (bounds){{low0, low1, low2}, {high0, high1, high2}};
}

bool a3d_vectors_extent(const uint8_t *p, size_t n, bool big, a3d_extent *e)
{
    bounds b;
    float low[12], high[12];
    float least;
    if (n < GROUP || !a3d_is_native(big) || !distances(p, n, origin, &least, &e->square))
        return false;
    for (unsigned k = 0; k < 3; k++) /* the last vectors, some of them twice */
        b.low[k] = b.high[k] = a3d_floats_at(p + (n - GROUP) * VECTOR + 16 * k);
    widen(&b, p, n / GROUP);
    memcpy(low, b.low, sizeof low);
    memcpy(high, b.high, sizeof high);
    for (unsigned i = 3; i < 12; i++) {
        low[i % 3] = low[i] < low[i % 3] ? low[i] : low[i % 3];
        high[i % 3] = high[i] > high[i % 3] ? high[i] : high[i % 3];
    }
    memcpy(e->low, low, sizeof e->low);
    memcpy(e->high, high, sizeof e->high);
    return true;
}
