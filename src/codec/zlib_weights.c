/* zlib_weights.c - what the change of a byte does to the checksum through those who copy it; see zlib_sweep.h */
#include "codec/zlib_sweep.h"

/* Adds to, or takes from, what changes when the bytes move: those who copy byte `i` get another one. */
static void shift_byte(a3d_sweep *s, uint32_t i, int64_t low, int64_t high)
{
    const uint8_t *near = s->out + i + s->q->least_shift;
    int here = s->out[i], n = s->q->most_shift - s->q->least_shift;
    for (int k = 0; k <= n; k++) {
        s->shifted[k].low += (near[k] - here) * low;
        s->shifted[k].high += (near[k] - here) * high;
    }
}

static uint32_t sum(uint64_t a, uint64_t b)
{
    return (uint32_t)((a + b) % A3D_ADLER32_PERIOD);
}

/* Lets byte `to` of the output, which is swept, be a copy of byte `from`. */
static void copy_byte(a3d_sweep *s, uint32_t from, uint32_t to)
{
    uint32_t low = sum(s->copied[to].low, 1), high = sum(s->copied[to].high, s->q->out_size - to);
    s->copied[from].low = sum(s->copied[from].low, low);
    s->copied[from].high = sum(s->copied[from].high, high);
    if (from < s->at)
        shift_byte(s, from, low, high);
}

void a3d_sweep_symbol(a3d_sweep *s, const a3d_symbol *y)
{
    unsigned touched = y->distance > 0 ? y->length : 0;
    for (unsigned k = 0; k < y->length; k++) {
        uint32_t i = --s->at;
        s->before -= s->out[i];
        if (s->copied[i].low == 0 && s->copied[i].high == 0)
            continue;
        shift_byte(s, i, -(int64_t)s->copied[i].low, -(int64_t)s->copied[i].high);
        touched++;
    }
    for (unsigned k = y->distance > 0 ? y->length : 0; k-- > 0;)
        copy_byte(s, s->at + k - y->distance, s->at + k);
    if (y->distance > 0)
        s->matches[s->n_matches++ % A3D_MATCHES] =
            (a3d_zlib_match){s->at, s->at - y->distance, s->at - y->distance + y->length, y->distance};
    a3d_sweep_charge(s, 1 + touched * (1 + (unsigned)(s->q->most_shift - s->q->least_shift) / 32));
}
