/* kernels.c - see kernels.h */
#include "base/kernels.h"
#include "base/bytes.h"

#include <string.h>

enum { LANES = 16 };

/* A mask over bytes as they lie in memory. */
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

size_t a3d_scan_finite(const uint8_t *p, size_t n, bool big)
{
    uint32_t exponent = in_memory(0x7f800000u, big);
    size_t i = 0;
    for (; n - i >= LANES; i += LANES) {
        uint32_t x[LANES], bad = 0;
        memcpy(x, p + 4 * i, sizeof x);
        for (unsigned k = 0; k < LANES; k++)
            bad |= (x[k] & exponent) == exponent;
        if (bad)
            break;
    }
    return first_bad(p, i, n, exponent, false);
}

size_t a3d_scan_strict(const uint8_t *p, size_t n, bool big)
{
    uint32_t exponent = in_memory(0x7f800000u, big);
    size_t i = 0;
    for (; n - i >= LANES; i += LANES) {
        uint32_t x[LANES], bad = 0;
        memcpy(x, p + 4 * i, sizeof x);
        for (unsigned k = 0; k < LANES; k++) {
            uint32_t e = x[k] & exponent;
            bad |= (uint32_t)(e == exponent) | ((uint32_t)(e == 0) & (uint32_t)(x[k] != 0));
        }
        if (bad)
            break;
    }
    return first_bad(p, i, n, exponent, true);
}
