/* zlib_tails.c - what follows from each bit of deflate data on; see zlib_sweep.h
 *
 * A trial reads a few changed symbols, and then goes on at a bit where the stream may have no symbol. What follows from
 * there on is the same for all trials, so it is worked out once for each bit. */
#include "codec/zlib_sweep.h"

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The part of the low sum that is due to a match that copies some of these bytes. */
static int64_t low_of_match(const a3d_sweep *s, const a3d_zlib_match *match, const uint8_t *bytes, uint32_t at,
                            uint32_t n)
{
    uint32_t to = lesser(at + n, match->to);
    int64_t low = 0;
    for (uint32_t i = greater(at, match->from); i < to; i++)
        low += (bytes[i - at] - s->out[i]) * ((int64_t)s->copied[i + match->distance].low + 1);
    return low;
}

int64_t a3d_low_of_replaced(const a3d_sweep *s, const uint8_t *bytes, uint32_t at, uint32_t n, uint32_t end)
{
    int64_t low = 0;
    for (size_t i = s->n_matches, first = a3d_first_match(s); i-- > first;) {
        const a3d_zlib_match *match = &s->matches[i % A3D_MATCHES];
        if (match->at >= end)
            break;
        if (match->from < at + n && match->to > at)
            low += low_of_match(s, match, bytes, at, n);
    }
    return low;
}

void a3d_sweep_end(a3d_sweep *s, const a3d_zlib_block *b)
{
    for (unsigned i = 0; i < A3D_FOLLOWED; i++)
        s->tails[i].follow = A3D_NOTHING_FOLLOWS;
    s->nothing.follow = A3D_NOTHING_FOLLOWS;
    s->tails[b->end % A3D_FOLLOWED] = (a3d_zlib_tail){.follow = s->q->out_size - s->at, .meets = s->at};
}

void a3d_weigh_tail(const a3d_sweep *s, const a3d_symbol *y, const a3d_zlib_tail *next, a3d_zlib_tail *here)
{
    const uint8_t *bytes = &y->literal;
    uint32_t at = s->q->out_size - here->follow;
    here->source = here->follow <= s->q->out_size ? next->source : UINT32_MAX; /* a trial may yield more bytes */
    if (y->distance > 0) {
        bool known = here->source != UINT32_MAX && y->distance >= y->length && y->distance <= at;
        here->source = known ? greater(next->source, at - y->distance + y->length) : UINT32_MAX;
        bytes = s->out + (at - y->distance);
    }
    if (here->source == UINT32_MAX)
        return;
    here->low = next->low + a3d_low_of_bytes(s, bytes, at, y->length);
    if (a3d_nearest_match(s) < next->meets)
        here->low -= a3d_low_of_replaced(s, bytes, at, y->length, next->meets);
}

void a3d_sweep_bit(a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit)
{
    a3d_symbol y;
    a3d_zlib_tail *here = &s->tails[bit % A3D_FOLLOWED];
    here->follow = A3D_NOTHING_FOLLOWS;
    if (!a3d_symbol_at(&s->z, a3d_bits_at(s, bit), &y) || y.length == 0 || bit + y.bits > b->end)
        return;
    const a3d_zlib_tail *next = &s->tails[(bit + y.bits) % A3D_FOLLOWED];
    if (next->follow == A3D_NOTHING_FOLLOWS || y.length > s->q->out_size - next->follow)
        return;
    if (a3d_starts_at(s, bit)) {
        uint32_t follow = next->follow + y.length;
        a3d_sweep_symbol(s, &y);
        *here = (a3d_zlib_tail){.follow = follow, .meets = s->at};
    } else {
        a3d_begin_tail(s, &y, next, here);
        if (here->follow != A3D_NOTHING_FOLLOWS)
            a3d_weigh_tail(s, &y, next, here);
    }
}
