/* zlib_sweep.h - what the files of the search for a changed byte share; see zlib_change.h
 *
 * The stream is swept backwards. On the way it is known how many bytes follow from each bit on, and for each byte of
 * the output what its change would do to the checksum, through the matches that copy it. zlib_weights.c keeps the
 * latter, zlib_trial.c tries other values of a byte, and zlib_change.c goes through the blocks. */
#ifndef A3D_CODEC_ZLIB_SWEEP_H
#define A3D_CODEC_ZLIB_SWEEP_H

#include "codec/inflate_symbol.h"
#include "codec/zlib_change.h"

enum { A3D_SHIFTS = 2 * A3D_SHIFT_MOST + 1 };

/* What the two sums of an Adler-32 change by; the high one is that of the positions. */
typedef struct a3d_sums {
    int64_t low, high;
} a3d_sums;

/* What a byte of the output adds to the sums through the bytes that are copied from it. */
typedef struct a3d_weight {
    uint32_t low, high;
} a3d_weight;

/* In place of the number of bytes that follow from a bit on, when no symbol begins there. */
#define A3D_NOTHING_FOLLOWS UINT32_MAX
enum { A3D_FOLLOWED = 128 }; /* bits that are remembered */

typedef struct a3d_zlib_block {
    uint64_t head, first, end; /* bits: of its head, its first symbol and its end symbol */
    uint32_t made;             /* bytes before it */
    bool stored;
} a3d_zlib_block;

typedef struct a3d_sweep {
    a3d_zlib_question *q;
    a3d_arena *arena;
    a3d_inflate z;
    uint8_t *starts;      /* a bit for each bit of the stream: a symbol begins there */
    uint8_t *room;        /* the output, with A3D_SHIFT_MOST zeros before and after it */
    const uint8_t *out;   /* the output in it */
    a3d_weight *copied;   /* for each byte of the output, from the symbols that are swept already */
    uint32_t at;          /* these yield the output from here on */
    uint64_t before;      /* the sum of the bytes before `at` */
    a3d_sums wanted;      /* how much the sums must change */
    a3d_sums shifted[A3D_SHIFTS]; /* what changes when the bytes before `at` move, for those who copy them */
    uint32_t follow[A3D_FOLLOWED]; /* by bit: how many bytes follow up to the end of the stream */
    a3d_zlib_block *blocks;
    size_t n_blocks, cap_blocks;
    uint8_t changes[UINT8_MAX]; /* bits to change of a byte, the fewest first */
    unsigned tries;       /* how many of these are tried */
    a3d_zlib_change *found;
    unsigned n_found, most;
} a3d_sweep;

A3D_INLINE uint64_t a3d_bits_at(const a3d_sweep *s, uint64_t bit)
{
    return a3d_load64(s->q->in + bit / 8, false) >> bit % 8;
}

A3D_INLINE bool a3d_starts_at(const a3d_sweep *s, uint64_t bit)
{
    return (s->starts[bit / 8] >> bit % 8 & 1) != 0;
}

/* The steps that one value of a byte takes. Most values do not lead to one of a few lengths, or to one far from that of
 * the output. */
static inline unsigned a3d_value_steps(const a3d_zlib_question *q)
{
    enum { NEAR = 8 };
    bool few = q->most_shift - q->least_shift < NEAR || q->least_shift > NEAR || q->most_shift < -NEAR;
    return few ? 1 : q->least_shift > 0 ? 2 : 4;
}

/* Takes a symbol of the stream into the part that is swept. */
void a3d_sweep_symbol(a3d_sweep *s, const a3d_symbol *y);
/* Notes what follows from a bit on. */
void a3d_sweep_bit(a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit);
/* Tries values of a byte, of which the symbols from bit `from` on may differ. */
void a3d_try_byte_of_codes(a3d_sweep *s, const a3d_zlib_block *b, uint32_t at);
void a3d_try_stored_byte(a3d_sweep *s, uint32_t at);
/* Whether the sums change as they should. */
bool a3d_sums_agree(const a3d_sweep *s, const a3d_sums *change);
void a3d_sweep_found(a3d_sweep *s, uint32_t at, uint8_t byte);
/* Takes steps from the budget. */
void a3d_sweep_charge(a3d_sweep *s, uint64_t steps);

#endif
