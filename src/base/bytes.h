/* bytes.h - loads and stores of fixed width in either byte order, at any alignment.
 *
 * The pointers need not be aligned. Each function touches exactly the bytes of its width; the caller has checked that
 * they exist. `big` is the byte order of the data, never that of the machine. */
#ifndef A3D_BASE_BYTES_H
#define A3D_BASE_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A function that the compiler copies into each call, so that constant arguments are folded. */
#if defined(__GNUC__)
#define A3D_INLINE static inline __attribute__((always_inline))
#else
#define A3D_INLINE static inline
#endif

static inline uint16_t a3d_load16(const uint8_t *p, bool big)
{
    return (uint16_t)(big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

static inline uint32_t a3d_load32(const uint8_t *p, bool big)
{
    if (big) /* compilers turn both forms into one load, with a byte swap where needed */
        return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t a3d_load64(const uint8_t *p, bool big)
{
    uint64_t hi = a3d_load32(big ? p : p + 4, big), lo = a3d_load32(big ? p + 4 : p, big);
    return hi << 32 | lo;
}

static inline void a3d_store16(uint8_t *p, uint16_t value, bool big)
{
    p[big ? 1 : 0] = (uint8_t)value;
    p[big ? 0 : 1] = (uint8_t)(value >> 8);
}

static inline void a3d_store32(uint8_t *p, uint32_t value, bool big)
{
    a3d_store16(big ? p : p + 2, (uint16_t)(value >> 16), big);
    a3d_store16(big ? p + 2 : p, (uint16_t)value, big);
}

static inline void a3d_store64(uint8_t *p, uint64_t value, bool big)
{
    a3d_store32(big ? p : p + 4, (uint32_t)(value >> 32), big);
    a3d_store32(big ? p + 4 : p, (uint32_t)value, big);
}

/* Stores the low `width` bytes (1 to 8) of `value`. */
static inline void a3d_store(uint8_t *p, unsigned width, uint64_t value, bool big)
{
    switch (width) {
    case 1: p[0] = (uint8_t)value; return;
    case 2: a3d_store16(p, (uint16_t)value, big); return;
    case 4: a3d_store32(p, (uint32_t)value, big); return;
    default: break;
    }
    for (unsigned i = 0; i < width; i++)
        p[big ? width - 1 - i : i] = (uint8_t)(value >> (8 * i));
}

/* Loads `width` bytes (1 to 8) as an unsigned number. */
static inline uint64_t a3d_load(const uint8_t *p, unsigned width, bool big)
{
    switch (width) {
    case 1: return p[0];
    case 2: return a3d_load16(p, big);
    case 4: return a3d_load32(p, big);
    case 8: return a3d_load64(p, big);
    default: break;
    }
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value = value << 8 | p[big ? i : width - 1 - i];
    return value;
}

/* The single-precision number of these bits. */
static inline float a3d_float_from(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The value of a hexadecimal digit, or -1. */
static inline int a3d_hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

#endif
