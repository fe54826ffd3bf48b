/* adler32.c - see codec.h
 *
 * Adler-32 (RFC 1950) as a loop over fixed lanes, which compilers vectorize. */
#include "base/kernels_wide.h"
#include "base/lanes.h"
#include "base/never.h"
#include "codec/codec.h"

/* A row is 16 bytes. A run has as many rows as the sums below can take without leaving 16 bits: 255 * 22 * 23 / 2 <
 * 2^16. A piece has so many runs that its totals fit in 32 bits, which keeps the modulus out of the loop. */
enum { ROW = 16, ROWS = 22, RUN = ROW * ROWS, RUNS = 64, MODULUS = A3D_ADLER32_MODULUS };

/* Sums for each column, separately for bytes at even and at odd offsets: `even` and `odd` are plain sums. In the others
 * a byte in row q of R counts R - q times, which is the sum of the plain sums after each row. */
typedef struct sums {
    a3d_halves even, odd, even_sums, odd_sums;
} sums;

static sums add_run(const uint8_t *p)
{
    sums s = {{{0}}, {{0}}, {{0}}, {{0}}};
    a3d_halves even = s.even, odd = s.odd, even_sums = s.even, odd_sums = s.odd;
    for (unsigned q = 0; q < ROWS; q++, p += ROW) {
        a3d_halves row = a3d_halves_at(p);
        even = a3d_halves_plus(even, a3d_halves_low(row));
        odd = a3d_halves_plus(odd, a3d_halves_high(row));
        even_sums = a3d_halves_plus(even_sums, even);
        odd_sums = a3d_halves_plus(odd_sums, odd);
    }
    return (sums){even, odd, even_sums, odd_sums};
}

/* The same for several runs, in 32 bits: `before` adds up, for each run, the plain sums of all earlier runs. */
typedef struct totals {
    uint32_t sum[ROW], sums[ROW], before[ROW];
} totals;

static void add_total(totals *t, const sums *s)
{
    for (unsigned k = 0; k < ROW; k++)
        t->before[k] += t->sum[k];
    for (unsigned k = 0; k < ROW / 2; k++)
        t->sum[k] += s->even.v[k];
    for (unsigned k = 0; k < ROW / 2; k++)
        t->sum[ROW / 2 + k] += s->odd.v[k];
    for (unsigned k = 0; k < ROW / 2; k++)
        t->sums[k] += s->even_sums.v[k];
    for (unsigned k = 0; k < ROW / 2; k++)
        t->sums[ROW / 2 + k] += s->odd_sums.v[k];
}

/* In the high half, the byte at offset i of a piece of m bytes counts m - i times. */
static void add_piece(uint32_t *low, uint32_t *high, const uint8_t *p, size_t runs)
{
    totals t = {{0}, {0}, {0}};
    uint64_t a = 0, b = *high + (uint64_t)*low * (runs * RUN);
    bool big = a3d_is_native(true); /* then the byte at the even offset is the upper one of its pair */
    for (size_t i = 0; i < runs; i++) {
        sums s = add_run(p + i * RUN);
        add_total(&t, &s);
    }
    for (size_t k = 0; k < ROW; k++) {
        size_t column = k % (ROW / 2) * 2 + ((k < ROW / 2) == big);
        a += t.sum[k];
        b += (uint64_t)t.before[k] * RUN + (uint64_t)t.sums[k] * ROW - (uint64_t)t.sum[k] * column;
    }
    *low = (uint32_t)((*low + a) % MODULUS);
    *high = (uint32_t)(b % MODULUS);
}

/* Sums as much as wide lanes take. Returns how much that is. */
static size_t add_wide(uint32_t *low, uint32_t *high, const uint8_t *p, size_t n)
{
    a3d_wide_sums wide;
    size_t done = 0, step;
    while (done < n && (step = a3d_wide_adler(p + done, n - done, &wide)) > 0) {
        *high = (uint32_t)((*high + (uint64_t)*low * step + wide.weighted) % MODULUS);
        *low = (uint32_t)((*low + wide.plain) % MODULUS);
        done += step;
    }
    return done;
}

uint32_t a3d_adler32(uint32_t seed, const uint8_t *p, size_t n)
{
    uint32_t low = seed & 0xffff, high = seed >> 16;
    A3D_ASSERT(low < MODULUS && high < MODULUS);
    if (n == 0) /* `p` may be NULL */
        return seed;
    size_t wide = add_wide(&low, &high, p, n);
    p += wide;
    n -= wide;
    while (n >= RUN) {
        size_t runs = n / RUN < RUNS ? n / RUN : RUNS;
        add_piece(&low, &high, p, runs);
        p += runs * RUN;
        n -= runs * RUN;
    }
    for (size_t i = 0; i < n; i++) {
        low += p[i];
        high += low;
    }
    return (high % MODULUS) << 16 | low % MODULUS;
}

static uint32_t power(uint64_t base, uint32_t exponent)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1, base = base * base % A3D_ADLER32_MODULUS)
        if ((exponent & 1) != 0)
            result = result * base % A3D_ADLER32_MODULUS;
    return (uint32_t)result;
}

/* A byte that is followed by k - 1 others counts once in the low sum and k times in the high one. */
bool a3d_adler32_change(uint32_t computed, uint32_t wanted, size_t n, size_t *at, int *by)
{
    enum { P = A3D_ADLER32_MODULUS };
    uint32_t low = (P + (wanted & 0xFFFF) % P - (computed & 0xFFFF)) % P;
    uint32_t high = (P + (wanted >> 16) % P - (computed >> 16)) % P;
    if (low == 0 || (low > 255 && low < P - 255))
        return false;
    uint64_t k = (uint64_t)high * power(low, P - 2) % P;
    k = k == 0 ? P : k;
    if (k > n)
        return false;
    *at = n - (size_t)k;
    *by = low <= 255 ? (int)low : (int)low - P;
    return true;
}
