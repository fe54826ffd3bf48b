/* zlib_tails.c - what follows from each bit of deflate data on; see zlib_sweep.h
 *
 * A trial reads a few changed symbols, and then goes on at a bit where the stream may have no symbol. What follows from
 * there on is the same for all trials, so it is worked out once for each bit. */
#include "codec/zlib_sweep.h"

/* Notes what follows from a bit on where a symbol of the stream begins, or from the end of a block on. */
static void note_start(a3d_sweep *s, uint64_t bit)
{
    s->tails[bit % A3D_FOLLOWED] =
        (a3d_zlib_tail){.follow = s->q->out_size - s->at, .meets = s->at, .front = a3d_note_front(s)};
}

void a3d_sweep_end(a3d_sweep *s, const a3d_zlib_block *b)
{
    for (unsigned i = 0; i < A3D_FOLLOWED; i++)
        s->tails[i].follow = A3D_NOTHING_FOLLOWS;
    s->nothing.follow = A3D_NOTHING_FOLLOWS;
    note_start(s, b->end);
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
        a3d_sweep_symbol(s, &y);
        note_start(s, bit);
    } else {
        a3d_begin_tail(s, &y, next, here);
        if (here->follow != A3D_NOTHING_FOLLOWS)
            a3d_weigh_tail(s, &y, next, here);
    }
}
