/* zlib_sweep.h - what the files of the search for a changed byte share; see zlib_change.h
 *
 * The stream is swept backwards. On the way it is known how many bytes follow from each bit on, and for each byte of
 * the output what its change would do to the checksum, through the matches that copy it. zlib_weights.c keeps the
 * latter and zlib_tails.c the former, zlib_trial.c tries other values of a byte, and zlib_change.c goes through the
 * blocks. */
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
/* The bits that are remembered, the matches, and the bytes that a trial yields at most until the symbols after the
 * changed byte are those of the stream. So many bytes, moved by A3D_SHIFT_MOST, take the place of fewer matches. */
enum { A3D_FOLLOWED = 128, A3D_MATCHES = 512, A3D_MADE_MOST = 2 * A3D_LONGEST_MATCH + 64 };

/* The symbols from a bit on, up to the first one of the stream. */
typedef struct a3d_zlib_tail {
    uint32_t follow; /* how many bytes follow up to the end of the stream, or A3D_NOTHING_FOLLOWS */
    uint32_t meets;  /* the first byte of the output that the stream's own symbols yield again */
    uint32_t source; /* the bytes that it copies are before this one; UINT32_MAX: it copies bytes of its own */
    int64_t low;     /* how much its bytes change the low sum, those who copy them too, if none is moved */
    uint32_t byte;   /* the offset and 1 of a byte with a trial that moves bytes by `shift` and has this tail; */
    int shift;
    int64_t rest;    /* how much that changes the low sum, but for its first symbol */
} a3d_zlib_tail;

/* A tail in which a byte is changed. */
typedef struct a3d_changed_tail {
    a3d_zlib_tail tail;
    uint32_t byte; /* its offset and 1 */
    bool weighed;  /* `source` and `low` are known */
    a3d_symbol y;  /* the first symbol */
    const a3d_zlib_tail *next;       /* what follows it; */
    struct a3d_changed_tail *change; /* the same, if the byte is changed there, too; or NULL */
} a3d_changed_tail;

/* A match of the stream that is swept: its bytes, and those that it copies. */
typedef struct a3d_zlib_match {
    uint32_t at, from, to, distance;
} a3d_zlib_match;

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
    a3d_zlib_tail tails[A3D_FOLLOWED];   /* by bit */
    a3d_zlib_tail nothing;               /* one that follows nothing */
    a3d_changed_tail changed[2 * (UINT8_MAX + 1)]; /* by bit of the byte and change; see zlib_trial.c */
    a3d_zlib_match matches[A3D_MATCHES]; /* those that were swept last; number n is at n % A3D_MATCHES */
    size_t n_matches;
    a3d_zlib_block *blocks;
    size_t n_blocks, cap_blocks;
    uint8_t changes[UINT8_MAX]; /* bits to change of a byte, the fewest first */
    unsigned tries;       /* how many of these are tried */
    uint8_t order[UINT8_MAX]; /* these, by their bits from the lowest one on */
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

/* The first of the matches that is remembered. */
A3D_INLINE size_t a3d_first_match(const a3d_sweep *s)
{
    return s->n_matches > A3D_MATCHES ? s->n_matches - A3D_MATCHES : 0;
}

/* The first byte of the output that a match of the part that is swept yields. */
A3D_INLINE uint32_t a3d_nearest_match(const a3d_sweep *s)
{
    return s->n_matches > 0 ? s->matches[(s->n_matches - 1) % A3D_MATCHES].at : UINT32_MAX;
}

/* Takes a symbol of the stream into the part that is swept. */
void a3d_sweep_symbol(a3d_sweep *s, const a3d_symbol *y);
/* Begins to note what follows, at the end of a block. */
void a3d_sweep_end(a3d_sweep *s, const a3d_zlib_block *b);
/* Notes what follows from a bit on. */
void a3d_sweep_bit(a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit);
/* Sets how many bytes follow, if a symbol is followed by another tail. Tails that are too long for any trial are left
 * out. */
A3D_INLINE void a3d_begin_tail(const a3d_sweep *s, const a3d_symbol *y, const a3d_zlib_tail *next, a3d_zlib_tail *here)
{
    uint32_t follow = next->follow + y->length;
    bool lasts = next->follow != A3D_NOTHING_FOLLOWS && follow - (s->q->out_size - next->meets) <= A3D_MADE_MOST;
    here->follow = lasts ? follow : A3D_NOTHING_FOLLOWS;
    here->meets = next->meets;
    here->byte = 0;
}

/* Sets `source` and `low` of such a tail. The bytes of the symbol are in the place of those of the output. */
void a3d_weigh_tail(const a3d_sweep *s, const a3d_symbol *y, const a3d_zlib_tail *next, a3d_zlib_tail *here);
/* How much the low sum changes if these `n` bytes are in the place of those from `at` on. */
A3D_INLINE int64_t a3d_low_of_bytes(const a3d_sweep *s, const uint8_t *bytes, uint32_t at, uint32_t n)
{
    int64_t low = 0;
    for (uint32_t k = 0; k < n; k++)
        low += (int64_t)(bytes[k] - s->out[at + k]) * (s->copied[at + k].low + 1);
    return low;
}
/* The part of it that is due to matches which begin before `end`. Symbols of a trial are in their place. */
int64_t a3d_low_of_replaced(const a3d_sweep *s, const uint8_t *bytes, uint32_t at, uint32_t n, uint32_t end);
/* Tries values of a byte, of which the symbols from bit `from` on may differ. */
void a3d_try_byte_of_codes(a3d_sweep *s, const a3d_zlib_block *b, uint32_t at);
void a3d_try_stored_byte(a3d_sweep *s, uint32_t at);
/* Whether the sums change as they should. */
bool a3d_sums_agree(const a3d_sweep *s, const a3d_sums *change);
void a3d_sweep_found(a3d_sweep *s, uint32_t at, uint8_t byte);
/* Takes steps from the budget. */
void a3d_sweep_charge(a3d_sweep *s, uint64_t steps);

#endif
