/* Adler-32 (RFC 1950) as a loop over fixed lanes, which compilers turn into vector code. */
#include "codec/codec.h"

#include <string.h>

enum { LANES = 16, ROUNDS = 1024, MODULUS = 65521 };

/*
 * Adds `rounds` rows of LANES bytes. Byte i of m counts (m - i) times in the high half; with
 * i = LANES * q + lane and R rounds, m - i = LANES * (R - q) - lane, and the running sum of a lane's
 * running sums holds its bytes (R - q) times. At most 255 * ROUNDS * (ROUNDS + 1) / 2 < 2^28 in a lane.
 */
static void add_rows(uint32_t *low, uint32_t *high, const uint8_t *p, size_t rounds)
{
    uint32_t sum[LANES] = {0}, sums[LANES] = {0};
    uint64_t a = 0, b = *high + (uint64_t)*low * (rounds * LANES);

    for (size_t q = 0; q < rounds; q++) {
        uint8_t row[LANES];

        memcpy(row, p + q * LANES, LANES);
        for (size_t i = 0; i < LANES; i++)
            sum[i] += row[i];
        for (size_t i = 0; i < LANES; i++)
            sums[i] += sum[i];
    }
    for (size_t i = 0; i < LANES; i++) {
        a += sum[i];
        b += (uint64_t)sums[i] * LANES - (uint64_t)sum[i] * i;
    }
    *low = (uint32_t)((*low + a) % MODULUS);
    *high = (uint32_t)(b % MODULUS);
}

uint32_t a3d_adler32(uint32_t seed, const uint8_t *p, size_t n)
{
    uint32_t low = seed & 0xffff, high = seed >> 16;

    while (n >= LANES) {
        size_t rounds = n / LANES < ROUNDS ? n / LANES : ROUNDS;

        add_rows(&low, &high, p, rounds);
        p += rounds * LANES;
        n -= rounds * LANES;
    }
    for (size_t i = 0; i < n; i++) {
        low += p[i];
        high += low;
    }
    return (high % MODULUS) << 16 | low % MODULUS;
}
