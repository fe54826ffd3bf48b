/* inflate_symbol.h - the symbols of deflate data, read at any bit, for those who look for damage. */
#ifndef A3D_CODEC_INFLATE_SYMBOL_H
#define A3D_CODEC_INFLATE_SYMBOL_H

#include "codec/inflate_parts.h"

/* The most bits of a symbol, and how many bytes must be readable from the one on in which it begins. */
enum { A3D_SYMBOL_BITS = 48, A3D_SYMBOL_BYTES = 8, A3D_LONGEST_MATCH = 258 };

/* A literal has the length 1, and the end of a block 0. */
typedef struct a3d_symbol {
    unsigned bits;     /* how many bits it takes */
    unsigned length;   /* how many bytes it yields */
    unsigned distance; /* of a match; 0 for a literal */
    uint8_t literal;
} a3d_symbol;

/* Puts the reader at a bit, where a block begins, and reads the head of that block. Tables then have single symbols
 * only. Returns what a step of unpacking returns; `bits` is after the head. */
a3d_inflate_step a3d_inflate_open_block(a3d_inflate *s, uint64_t bit);

/* The next bit that is not read yet. */
static inline uint64_t a3d_inflate_bit(const a3d_inflate *s)
{
    return (uint64_t)(s->bits.next - s->bits.start) * 8 - s->bits.count;
}

/* The entry of the next code in a table, past whose index *used says how many bits were read. */
A3D_INLINE uint32_t a3d_entry_at(const uint32_t *table, unsigned bits, uint64_t hold, unsigned *used)
{
    uint32_t e = table[hold & ((1u << bits) - 1)];
    *used = 0;
    if (!(e & A3D_ENTRY_LINK))
        return e;
    *used = bits;
    return table[a3d_linked(e, hold >> bits)];
}

/* Reads the symbol that the bits of `hold` begin with, in a block whose tables have single symbols. False when the
 * block does not define it. */
A3D_INLINE bool a3d_symbol_at(const a3d_inflate *s, uint64_t hold, a3d_symbol *y)
{
    unsigned used;
    uint32_t e = a3d_entry_at(s->literals, s->literal_bits, hold, &used);
    y->bits = used + (e & A3D_ENTRY_SKIP);
    y->distance = 0;
    y->literal = 0;
    if (a3d_is_plain(e)) {
        y->length = 1;
        y->literal = (uint8_t)(e >> A3D_ENTRY_VALUE);
        return true;
    }
    if (e & A3D_ENTRY_RARE) {
        y->length = 0;
        return (e & A3D_ENTRY_END) != 0;
    }
    y->length = a3d_entry_value(e, hold >> used);
    hold >>= y->bits;
    e = a3d_entry_at(s->distances, s->distance_bits, hold, &used);
    y->distance = a3d_entry_value(e, hold >> used);
    y->bits += used + (e & A3D_ENTRY_SKIP);
    return (e & A3D_ENTRY_RARE) == 0;
}

#endif
