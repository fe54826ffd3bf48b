/* zlib_sweep.h - what the files of the search for a changed byte share; see zlib_change.h
 *
 * The stream is swept backwards. On the way it is known how many bytes follow from each bit on, and for each byte of
 * the output what its change would do to the checksum, through the matches that copy it. zlib_weights.c keeps the
 * latter and zlib_tails.c the former, zlib_trial.c tries other values of a byte, and zlib_change.c goes through the
 * blocks. For most trials zlib_low.c sees from the low half of the checksum that it does not agree; zlib_whole.c
 * makes the bytes of the others. */
#ifndef A3D_CODEC_ZLIB_SWEEP_H
#define A3D_CODEC_ZLIB_SWEEP_H

#include "codec/inflate_symbol.h"
#include "codec/zlib_change.h"

/* How many shifts there are at most, and how many are summed at once; the sums have room for all of the last ones. */
enum {
    A3D_SHIFTS_AT_ONCE = 16,
    A3D_SHIFTS = (2 * A3D_SHIFT_MOST + 1 + A3D_SHIFTS_AT_ONCE - 1) / A3D_SHIFTS_AT_ONCE * A3D_SHIFTS_AT_ONCE,
    A3D_PAD = A3D_SHIFT_MOST + A3D_SHIFTS_AT_ONCE /* zeros before and after the output */
};

/* What the two sums of an Adler-32 change by; the high one is that of the positions. */
typedef struct a3d_sums {
    int64_t low, high;
} a3d_sums;

/* In place of the number of bytes that follow from a bit on, when no symbol begins there. */
#define A3D_NOTHING_FOLLOWS UINT32_MAX
/* The bits that are remembered, the matches, and the bytes that a trial yields at most until the symbols after the
 * changed byte are those of the stream. So many bytes, moved by A3D_SHIFT_MOST, take the place of fewer matches. */
enum { A3D_FOLLOWED = 128, A3D_MATCHES = 512, A3D_MADE_MOST = 2 * A3D_LONGEST_MATCH + 64 };
/* What is remembered so that most trials need no bytes: symbols of the stream, how many bytes before each of them, and
 * matches of tails. */
enum { A3D_FRONTS = 64, A3D_NEAR = 256, A3D_COPIES = 1024 };

/* The symbols from a bit on, up to the first one of the stream. */
typedef struct a3d_zlib_tail {
    uint32_t follow; /* how many bytes follow up to the end of the stream, or A3D_NOTHING_FOLLOWS */
    uint32_t meets;  /* the first byte of the output that the stream's own symbols yield again */
    uint32_t source; /* the bytes that it copies are before this one; UINT32_MAX: the bytes must be made */
    struct a3d_zlib_front *front; /* what was known at `meets`, if that is still remembered */
    size_t copies;   /* the number of the first match in it, of those in a3d_sweep.copies; 0: it has none */
    int64_t low;     /* how much its bytes change the low sum, those who copy them too, if none is moved; */
    int64_t shifted; /* and if those that it copies are moved by `shift`, which 0 says is not known */
    int shift;
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

/* What is known when the output is swept from a symbol on. */
typedef struct a3d_zlib_front {
    uint32_t at;             /* its first byte */
    uint16_t low[A3D_NEAR];  /* what the bytes before it add to the low sum through those who copy them */
    uint32_t as_it_is;       /* as in a3d_sweep, for the low sum; */
    uint32_t *shifted;       /* likewise, for each shift */
    int64_t *moved;          /* for each shift: how much the low sum changes if all before it moves, but for */
    uint16_t *near;          /* so many bytes; 0: it is not known */
} a3d_zlib_front;

/* A match of a tail. */
typedef struct a3d_zlib_copy {
    uint32_t at, from, length; /* which bytes of the output it replaces, and which it copies, if none is moved */
    size_t next;               /* the number of the next match of the tail, or 0 */
} a3d_zlib_copy;

/* A match of the stream that is swept: its bytes, and those that it copies. */
typedef struct a3d_zlib_match {
    uint32_t at, from, to, distance;
} a3d_zlib_match;

typedef struct a3d_zlib_block {
    uint64_t head, first, end; /* bits: of its head, its first symbol and its end symbol */
    uint32_t made;             /* bytes before it */
    bool stored;
} a3d_zlib_block;

/* What all trials of a byte share. */
typedef struct a3d_changed_byte {
    uint32_t offset;  /* of the byte */
    uint64_t bit;     /* its first bit, */
    uint64_t left;    /* and how many bits from there on are before the end symbol of the block */
    uint64_t from;    /* the bit of the first symbol that may differ */
    uint32_t at;      /* where the output of the symbols begins */
    bool any;         /* a change fits; */
    bool fits[UINT8_MAX + 1]; /* by change */
} a3d_changed_byte;

typedef struct a3d_sweep {
    a3d_zlib_question *q;
    unsigned shifts;      /* by how many different numbers of bytes the output may move */
    a3d_arena *arena;
    a3d_inflate z;
    uint8_t *starts;      /* a bit for each bit of the stream: a symbol begins there */
    uint8_t *room;        /* the output, with A3D_PAD zeros before and after it */
    const uint8_t *out;   /* the output in it */
    uint16_t *weights;    /* `low` and `high`, with A3D_NEAR zeros before each of them */
    uint16_t *low, *high; /* for each byte of the output, what it adds to the sums, modulo the period, through the bytes
                             that are swept already and copied from it */
    uint32_t at;          /* these yield the output from here on */
    uint64_t before;      /* the sum of the bytes before `at` */
    a3d_sums wanted;      /* how much the sums must change */
    uint32_t shifted_low[A3D_SHIFTS], shifted_high[A3D_SHIFTS]; /* for each shift: what those who copy the bytes before
                                                                   `at` add to the sums if these move, */
    uint32_t low_as_it_is, high_as_it_is; /* and if they do not */
    size_t n_shifted;     /* how often something was added to these */
    a3d_zlib_front fronts[A3D_FRONTS]; /* symbols that were swept last; number n is at n % A3D_FRONTS */
    void *of_fronts;      /* the memory for what they have of each shift */
    size_t n_fronts;
    a3d_zlib_tail tails[A3D_FOLLOWED];   /* by bit */
    a3d_zlib_tail nothing;               /* one that follows nothing */
    a3d_changed_tail changed[2 * (UINT8_MAX + 1)]; /* by bit of the byte and change; see zlib_trial.c */
    a3d_zlib_match matches[A3D_MATCHES]; /* those that were swept last; number n is at n % A3D_MATCHES */
    size_t n_matches;
    a3d_zlib_copy copies[A3D_COPIES]; /* of the tails, likewise; the first one has number 1 */
    size_t n_copies;
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

/* Whether the weights of the bytes from `at` to the end of a tail are remembered. */
A3D_INLINE bool a3d_is_near(const a3d_zlib_tail *tail, uint32_t at)
{
    return tail->front->at == tail->meets && (int64_t)tail->meets - at <= A3D_NEAR;
}

/* How much the low sum changes if `n` bytes from `at` on, up to a front at most, are these and were those. */
A3D_INLINE int64_t a3d_low_of_bytes(const a3d_zlib_front *f, const uint8_t *are, const uint8_t *were, uint32_t at,
                                    uint32_t n)
{
    const uint16_t *copies = f->low + A3D_NEAR - (f->at - at);
    int64_t low = 0;
    for (uint32_t k = 0; k < n; k++)
        low += (are[k] - were[k]) * (copies[k] + 1);
    return low;
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
    here->front = next->front;
}

/* Allocates the fronts. False when memory ran out. */
bool a3d_prepare_fronts(a3d_sweep *s);
/* Remembers what is known at the symbol that was swept last, and returns it. */
a3d_zlib_front *a3d_note_front(a3d_sweep *s);

/* Sets `source`, `copies` and `low` of such a tail. The bytes of the symbol are in the place of those of the output. */
void a3d_weigh_tail(a3d_sweep *s, const a3d_symbol *y, const a3d_zlib_tail *next, a3d_zlib_tail *here);

/* Like a3d_low_of_trial, if anything moves. */
bool a3d_low_of_shifted(const a3d_sweep *s, const uint8_t *bytes, uint32_t n, uint32_t at, a3d_zlib_tail *tail,
                        int shift, int64_t *change);
/* How much a trial changes the low sum that begins with these `n` bytes at `at`, goes on with a tail, moves what
 * follows by `shift`, and is near. False if that is not known. */
A3D_INLINE bool a3d_low_of_trial(const a3d_sweep *s, const uint8_t *bytes, uint32_t n, uint32_t at, a3d_zlib_tail *tail,
                                 int shift, int64_t *change)
{
    if (shift != 0)
        return a3d_low_of_shifted(s, bytes, n, at, tail, shift, change);
    *change = tail->low + a3d_low_of_bytes(tail->front, bytes, s->out + at, at, n);
    return true;
}

/* Whether the checksum agrees when all bytes of a trial are made. */
bool a3d_whole_trial_agrees(const a3d_sweep *s, const a3d_changed_byte *c, unsigned change, const a3d_zlib_tail *tail,
                            int shift);
/* Tries values of a byte, of which the symbols from bit `from` on may differ. */
void a3d_try_byte_of_codes(a3d_sweep *s, const a3d_zlib_block *b, uint32_t at);
void a3d_try_stored_byte(a3d_sweep *s, uint32_t at);
A3D_INLINE bool a3d_agrees(int64_t change, int64_t wanted)
{
    return (change - wanted) % A3D_ADLER32_MODULUS == 0;
}

/* Whether the sums change as they should. */
bool a3d_sums_agree(const a3d_sweep *s, const a3d_sums *change);
void a3d_sweep_found(a3d_sweep *s, uint32_t at, uint8_t byte);
/* Takes steps from the budget. */
void a3d_sweep_charge(a3d_sweep *s, uint64_t steps);

#endif
