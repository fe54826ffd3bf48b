/* zlib_weights.c - what the change of a byte does to the checksum through those who copy it; see zlib_sweep.h */
#include "codec/zlib_sweep.h"

#include <string.h>

/* So many products of a byte and a weight can be added to a sum below the period without an overflow. */
enum { ADDED_MOST = 256, PERIOD = A3D_ADLER32_MODULUS };

static uint16_t remainder_of(uint32_t sum)
{
    return (uint16_t)(sum % PERIOD);
}

/* Adds the product of each of the bytes and a weight to its sum. What is copied first is in no memory that also is
 * written, so that compilers make it one loop over lanes. */
static void add_products(uint32_t *sums, const uint8_t *bytes, unsigned n, uint16_t weight)
{
    for (unsigned k = 0; k < n; k += A3D_SHIFTS_AT_ONCE) {
        uint8_t b[A3D_SHIFTS_AT_ONCE];
        uint32_t sum[A3D_SHIFTS_AT_ONCE];
        memcpy(b, bytes + k, sizeof b);
        memcpy(sum, sums + k, sizeof sum);
        for (unsigned j = 0; j < A3D_SHIFTS_AT_ONCE; j++)
            sum[j] += (uint32_t)((uint16_t)b[j] * weight);
        memcpy(sums + k, sum, sizeof sum);
    }
}

/* Adds to what changes when the bytes move: those who copy byte `i` get another one. */
static void shift_byte(a3d_sweep *s, uint32_t i, uint16_t low, uint16_t high)
{
    unsigned n = s->shifts;
    const uint8_t *near = s->out + i + s->q->least_shift;
    if (s->q->most_shift == 0 && s->q->least_shift == 0)
        return;
    if (s->n_shifted++ % ADDED_MOST == 0)
        for (unsigned k = 0; k < n; k++) {
            s->shifted_low[k] %= PERIOD;
            s->shifted_high[k] %= PERIOD;
        }
    add_products(s->shifted_low, near, n, low);
    add_products(s->shifted_high, near, n, high);
    s->low_as_it_is = remainder_of(s->low_as_it_is + (uint32_t)(s->out[i] * low));
    s->high_as_it_is = remainder_of(s->high_as_it_is + (uint32_t)(s->out[i] * high));
}

/* Lets byte `to` of the output, which is swept, be a copy of byte `from`. */
static void copy_byte(a3d_sweep *s, uint32_t from, uint32_t to)
{
    uint16_t low = remainder_of(s->low[to] + 1u), high = remainder_of(s->high[to] + (s->q->out_size - to) % PERIOD);
    s->low[from] = remainder_of((uint32_t)s->low[from] + low);
    s->high[from] = remainder_of((uint32_t)s->high[from] + high);
    if (from < s->at)
        shift_byte(s, from, low, high);
}

void a3d_sweep_symbol(a3d_sweep *s, const a3d_symbol *y)
{
    unsigned touched = y->distance > 0 ? y->length : 0;
    for (unsigned k = 0; k < y->length; k++) {
        uint32_t i = --s->at;
        s->before -= s->out[i];
        if (s->low[i] == 0 && s->high[i] == 0)
            continue;
        shift_byte(s, i, (uint16_t)(PERIOD - s->low[i]), (uint16_t)(PERIOD - s->high[i]));
        touched++;
    }
    for (unsigned k = y->distance > 0 ? y->length : 0; k-- > 0;)
        copy_byte(s, s->at + k - y->distance, s->at + k);
    if (y->distance > 0)
        s->matches[s->n_matches++ % A3D_MATCHES] =
            (a3d_zlib_match){s->at, s->at - y->distance, s->at - y->distance + y->length, y->distance};
    a3d_sweep_charge(s, 1 + touched * (1 + (s->shifts - 1) / 32));
}
