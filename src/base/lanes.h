/* lanes.h - 16 bytes of values that are computed side by side.
 *
 * Each function is one loop over all lanes of its arguments, which compilers turn into a single instruction where the
 * machine has one, and into plain code elsewhere. Lanes hold values in the byte order of the machine. */
#ifndef A3D_BASE_LANES_H
#define A3D_BASE_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct a3d_words { uint32_t v[4]; } a3d_words;
typedef struct a3d_halves { uint16_t v[8]; } a3d_halves;
typedef struct a3d_floats { float v[4]; } a3d_floats;

/* Whether values stored big-endian (little-endian if `big` is false) need no byte swap on this machine. */
static inline bool a3d_is_native(bool big)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return (first == 0) == big;
}

/* Prefetches the data at an address, which may be outside of an array: that does no harm. */
static inline void a3d_ask_for(uintptr_t address)
{
#if defined(__GNUC__)
    __builtin_prefetch((const void *)address);
#else
    (void)address;
#endif
}

/* Prefetches the data that a pass reaches soon, since the hardware prefetcher stops at the end of a page. */
static inline void a3d_ask_ahead(const uint8_t *p)
{
    enum { AHEAD = 2048 };
    a3d_ask_for((uintptr_t)p + AHEAD);
}

/* ---- words ---- */

static inline a3d_words a3d_words_at(const uint8_t *p)
{
    a3d_words r;
    memcpy(&r, p, sizeof r);
    return r;
}

static inline a3d_words a3d_words_of(uint32_t value)
{
    a3d_words r;
    for (unsigned k = 0; k < 4; k++)
        r.v[k] = value;
    return r;
}

static inline a3d_words a3d_words_and(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] &= b.v[k];
    return a;
}

static inline a3d_words a3d_words_or(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] |= b.v[k];
    return a;
}

static inline a3d_words a3d_words_xor(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] ^= b.v[k];
    return a;
}

static inline a3d_words a3d_words_shift(a3d_words a, unsigned bits)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] >>= bits;
    return a;
}

static inline a3d_words a3d_words_minus(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] -= b.v[k];
    return a;
}

/* Sets all bits of each lane in which a > b, compared as signed numbers. */
static inline a3d_words a3d_words_more(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = (int32_t)a.v[k] > (int32_t)b.v[k] ? UINT32_MAX : 0;
    return a;
}

/* The bits of a that are not set in b. */
static inline a3d_words a3d_words_without(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] &= ~b.v[k];
    return a;
}

/* Sets all bits of each lane in which a equals b. */
static inline a3d_words a3d_words_same(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = a.v[k] == b.v[k] ? UINT32_MAX : 0;
    return a;
}

static inline a3d_words a3d_words_max(a3d_words a, a3d_words b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = a.v[k] > b.v[k] ? a.v[k] : b.v[k];
    return a;
}

static inline bool a3d_words_any(a3d_words a)
{
    return (a.v[0] | a.v[1] | a.v[2] | a.v[3]) != 0;
}

/* ---- halves ---- */

static inline a3d_halves a3d_halves_at(const uint8_t *p)
{
    a3d_halves r;
    memcpy(&r, p, sizeof r);
    return r;
}

static inline a3d_halves a3d_halves_and(a3d_halves a, a3d_halves b)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] = (uint16_t)(a.v[k] & b.v[k]);
    return a;
}

static inline a3d_halves a3d_halves_or(a3d_halves a, a3d_halves b)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] = (uint16_t)(a.v[k] | b.v[k]);
    return a;
}

static inline a3d_halves a3d_halves_same(a3d_halves a, a3d_halves b)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] = a.v[k] == b.v[k] ? UINT16_MAX : 0;
    return a;
}

static inline a3d_halves a3d_halves_plus(a3d_halves a, a3d_halves b)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] = (uint16_t)(a.v[k] + b.v[k]);
    return a;
}

/* The lower and the upper byte of each lane. */
static inline a3d_halves a3d_halves_low(a3d_halves a)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] &= 0xff;
    return a;
}

static inline a3d_halves a3d_halves_high(a3d_halves a)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] = (uint16_t)(a.v[k] >> 8);
    return a;
}

static inline a3d_halves a3d_halves_max(a3d_halves a, a3d_halves b)
{
    for (unsigned k = 0; k < 8; k++)
        a.v[k] = a.v[k] > b.v[k] ? a.v[k] : b.v[k];
    return a;
}

static inline bool a3d_halves_any(a3d_halves a)
{
    unsigned all = 0;
    for (unsigned k = 0; k < 8; k++)
        all |= a.v[k];
    return all != 0;
}

/* ---- floats ---- */

static inline a3d_floats a3d_floats_at(const uint8_t *p)
{
    a3d_floats r;
    memcpy(&r, p, sizeof r);
    return r;
}

static inline a3d_floats a3d_floats_of(float value)
{
    a3d_floats r;
    for (unsigned k = 0; k < 4; k++)
        r.v[k] = value;
    return r;
}

/* Words below 2^31 as floats. */
static inline a3d_floats a3d_floats_from(a3d_words a)
{
    a3d_floats r;
    for (unsigned k = 0; k < 4; k++)
        r.v[k] = (float)(int32_t)a.v[k];
    return r;
}

static inline a3d_floats a3d_floats_sub(a3d_floats a, a3d_floats b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] -= b.v[k];
    return a;
}

static inline a3d_floats a3d_floats_add(a3d_floats a, a3d_floats b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] += b.v[k];
    return a;
}

static inline a3d_floats a3d_floats_mul(a3d_floats a, a3d_floats b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] *= b.v[k];
    return a;
}

/* The smaller of both; b if one of them is NaN. */
static inline a3d_floats a3d_floats_min(a3d_floats a, a3d_floats b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = a.v[k] < b.v[k] ? a.v[k] : b.v[k];
    return a;
}

static inline a3d_floats a3d_floats_max(a3d_floats a, a3d_floats b)
{
    for (unsigned k = 0; k < 4; k++)
        a.v[k] = a.v[k] > b.v[k] ? a.v[k] : b.v[k];
    return a;
}

#endif
