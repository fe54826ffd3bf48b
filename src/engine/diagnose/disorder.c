/* disorder.c - which repair of a packed block gives the most orderly content; see packed.h
 *
 * The bytes of a list have columns: the exponents of floats are alike, the high bytes of small numbers are zero. A
 * block that was repaired at the wrong place is shifted between there and the damage, which mixes its columns. So
 * disorder grows with the distance from the damage, and the best place is found like a minimum. */
#include "base/never.h"
#include "codec/codec.h"
#include "engine/diagnose/packed.h"

#include <stdlib.h>

enum { COLUMNS = 16, VALUES = 256, FRACTION = 8 };

/* The logarithm to the base 2, times 256, linear between powers of two: the same on every machine. */
static uint32_t log2_of(uint32_t n)
{
    uint32_t whole = 0;
    while (n >> (whole + 1) != 0)
        whole++;
    return (whole << FRACTION) + (uint32_t)(((uint64_t)n << FRACTION >> whole) - (1u << FRACTION));
}

/* How many bits, times 256, a writer would need for the bytes if it knew how often each is in its column. */
static uint64_t disorder_of(const uint8_t *p, uint32_t n, uint32_t stride)
{
    uint32_t counts[COLUMNS][VALUES] = {{0}}, totals[COLUMNS] = {0};
    uint32_t columns = stride <= COLUMNS ? stride : stride % 4 == 0 ? 4 : 1;
    uint64_t bits = 0;
    for (uint32_t i = 0, c = 0; i < n; i++, c = c + 1 < columns ? c + 1 : 0) {
        counts[c][p[i]]++;
        totals[c]++;
    }
    for (uint32_t c = 0; c < columns; c++) {
        for (unsigned v = 0; v < VALUES; v++)
            bits -= counts[c][v] > 0 ? (uint64_t)counts[c][v] * log2_of(counts[c][v]) : 0;
        bits += totals[c] > 0 ? (uint64_t)totals[c] * log2_of(totals[c]) : 0;
    }
    return bits;
}

/* Unpacks the block with a repair, and looks at what that gives. */
static uint64_t weigh(const a3d_packed_block *b, a3d_packed_fit *fit)
{
    enum { UNPACKED_BYTES = 8, COUNTED_BYTES = 16, FIXED = 512 };
    uint8_t *byte = b->s->copy + b->start + fit->off, old = *byte;
    if (fit->disorder != UINT64_MAX || b->s->budget <= b->least / 2)
        return fit->disorder;
    *byte = fit->byte;
    a3d_codec_result r = a3d_lzo1x_unpack(b->s->copy + b->start, b->n, b->out, b->size);
    *byte = old;
    if (!A3D_NEVER(r.status != A3D_CODEC_OK && r.status != A3D_CODEC_INPUT_ENDS))
        fit->disorder = disorder_of(b->out, (uint32_t)r.made, b->stride);
    a3d_charge(b->s, b->size / UNPACKED_BYTES + b->size / COUNTED_BYTES + FIXED);
    return fit->disorder;
}

/* The first fit of each byte, in `at`. Returns their number. */
static size_t list_bytes(const a3d_packed_block *b, uint32_t *at)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n_fits; i++)
        if (i == 0 || b->fits[i].off != b->fits[i - 1].off)
            at[n++] = (uint32_t)i;
    return n;
}

/* Looks for the byte with the least disorder: at a few, then between the neighbors of the best. */
static size_t best_byte(const a3d_packed_block *b, const uint32_t *at, size_t n)
{
    enum { PIECES = 32 };
    size_t from = 0, to = n - 1, best = 0;
    for (size_t step = n; step > 1;) {
        step = (to - from) / PIECES + 1;
        for (size_t i = from; i <= to; i += step)
            if (weigh(b, &b->fits[at[i]]) < b->fits[at[best]].disorder)
                best = i;
        from = best > step ? best - step : 0;
        to = best + step < n ? best + step : n - 1;
    }
    return best;
}

static int most_orderly(const void *a, const void *b)
{
    const a3d_packed_fit *p = a, *q = b;
    if (p->disorder != q->disorder)
        return p->disorder < q->disorder ? -1 : 1;
    if (p->bits != q->bits)
        return p->bits < q->bits ? -1 : 1;
    return p->off != q->off ? (p->off > q->off ? -1 : 1) : (p->byte > q->byte) - (p->byte < q->byte);
}

typedef struct columns {
    uint32_t counts[COLUMNS][VALUES], totals[COLUMNS], n;
} columns;

/* How often each byte is in its column, but for those from..end. */
static void count_columns(columns *c, const uint8_t *p, uint32_t n, uint32_t from, uint32_t end)
{
    for (uint32_t i = 0; i < n; i++)
        if (i < from || i >= end) {
            c->counts[i % c->n][p[i]]++;
            c->totals[i % c->n]++;
        }
}

/* How many bits, times 256, a byte in a column takes. A byte that is nowhere else in it takes much, but not without
 * end. */
static uint32_t cost_of(const columns *c, uint32_t i, uint8_t byte)
{
    enum { SCALE = 64, NEW = 16, HALF = SCALE / 2 };
    return log2_of((c->totals[i % c->n] + NEW) * SCALE) - log2_of(c->counts[i % c->n][byte] * SCALE + HALF);
}

bool a3d_is_disorderly(const a3d_packed_block *b, const a3d_packed_fit *fit)
{
    enum { MORE = 1 << (FRACTION - 1), MOST = 1 << 24 };
    const a3d_packed_step *last = &b->steps[b->n_steps - 1];
    uint32_t from = fit->made, end = last->made;
    columns c = {.n = b->stride <= COLUMNS ? b->stride : b->stride % 4 == 0 ? 4 : 1};
    uint64_t inside = 0, outside = 0;
    uint8_t *byte = b->s->copy + b->start + fit->off, old = *byte;
    *byte = fit->byte;
    a3d_codec_result r = a3d_lzo1x_unpack(b->s->copy + b->start, b->n, b->out, b->size);
    *byte = old;
    a3d_charge(b->s, b->size / 2);
    if (from >= end || r.made <= end || end - from >= r.made - (end - from) || r.made > MOST)
        return false;
    count_columns(&c, b->out, (uint32_t)r.made, from, end);
    for (uint32_t i = 0; i < r.made; i++)
        *(i >= from && i < end ? &inside : &outside) += cost_of(&c, i, b->out[i]);
    return inside / (end - from) > outside / (r.made - (end - from)) + MORE;
}

void a3d_rank_fits(a3d_packed_block *b)
{
    enum { AROUND = 3 };
    uint32_t *at = b->n_fits > 0 ? a3d_block_resize(&b->s->arena, NULL, b->n_fits * sizeof *at) : NULL;
    if (at == NULL)
        return;
    size_t n = list_bytes(b, at), best = best_byte(b, at, n);
    size_t from = best > AROUND ? best - AROUND : 0, to = best + AROUND < n ? best + AROUND : n - 1;
    for (size_t i = at[from]; i < (to + 1 < n ? at[to + 1] : b->n_fits); i++)
        weigh(b, &b->fits[i]);
    a3d_block_resize(&b->s->arena, at, 0);
    qsort(b->fits, b->n_fits, sizeof *b->fits, most_orderly);
}
