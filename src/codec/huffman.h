/* huffman.h - the tables that decode deflate's Huffman codes.
 *
 * The next bits of the stream are the index into a table. Codes that are longer than the index have a link to a
 * subtable, whose index are the bits after these. An entry is a word, from its lowest bit on:
 *
 *   literals  bits to skip (8), the literals (8 each), their number (8)
 *   a match   bits to skip (8), the literal before it, if any (8), length less 2 (8), number of literals (4),
 *             A3D_ENTRY_JOINED and A3D_ENTRY_MORE (4)
 *   others    bits to skip (6), A3D_ENTRY_LINK or A3D_ENTRY_END (2), value (16), bits of the code (4),
 *             A3D_ENTRY_MORE and perhaps A3D_ENTRY_RARE (4)
 *
 * The value of another entry without flags is the least length or distance of its symbol. The extra bits to add follow
 * the code, and are skipped with it. */
#ifndef A3D_CODEC_HUFFMAN_H
#define A3D_CODEC_HUFFMAN_H

#include "base/bytes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    A3D_ENTRY_SKIP = 0x3f,
    A3D_ENTRY_LINK = 1 << 6,    /* the value says where the subtable begins */
    A3D_ENTRY_END = 1 << 7,     /* the end of the block */
    A3D_ENTRY_VALUE = 8,        /* shift of the first literal, and of the value */
    A3D_ENTRY_SECOND = 16,      /* shift of the second literal, and of a length less 2 */
    A3D_ENTRY_NUMBER = 24,      /* shift of the number of literals */
    A3D_ENTRY_LITERAL = 1 << 24, /* one literal */
    A3D_ENTRY_LITERALS = 3 << 24,
    A3D_ENTRY_CODE = 24,        /* shift of the bits of the code; of the index of the subtable in a link */
    A3D_ENTRY_CODE_MASK = 15,
    A3D_ENTRY_JOINED = 1 << 28,
    A3D_ENTRY_RARE = 1 << 30    /* a link, the end of the block, or a code that no block defines */
};
#define A3D_ENTRY_MORE (UINT32_C(1) << 31) /* not only literals */

/* The symbols of a code. */
typedef struct a3d_alphabet {
    unsigned literals;      /* the first symbols, which stand for themselves */
    const uint32_t *others; /* the entries of the others, without their codes */
    uint32_t undefined;     /* the entry of a bit that is no code */
    bool lone;              /* a single code of one bit is a complete set */
} a3d_alphabet;

extern const a3d_alphabet a3d_literals_and_lengths, a3d_distances, a3d_code_lengths;

/* The tables of blocks with fixed codes. */
enum { A3D_FIXED_LITERAL_BITS = 9, A3D_FIXED_DISTANCE_BITS = 5 };
extern const uint32_t a3d_fixed_literals[1 << A3D_FIXED_LITERAL_BITS];
extern const uint32_t a3d_fixed_distances[1 << A3D_FIXED_DISTANCE_BITS];

/* Builds the table for codes of these lengths, one for each of n symbols; 0 means no code. Returns how many bits its
 * index has: `least` to `most`, and no more than the longest code where `least` allows it. Returns 0 if the codes are
 * too many or not complete. As in zlib, a set without any code is accepted, and a lone code if the alphabet allows
 * it. */
unsigned a3d_huffman_build(const a3d_alphabet *alphabet, const uint8_t *lengths, unsigned n, uint32_t *table,
                           unsigned least, unsigned most);

/* Lets one entry yield a literal and the literal or the length after it, where the index holds both. This saves time
 * when the block is long. */
void a3d_huffman_join(uint32_t *table, unsigned bits);

/* Whether an entry has nothing but literals. */
A3D_INLINE bool a3d_is_plain(uint32_t entry)
{
    return (entry & A3D_ENTRY_MORE) == 0;
}

/* Whether an entry has a match with the length that it states. */
A3D_INLINE bool a3d_is_joined(uint32_t entry)
{
    return (entry & A3D_ENTRY_JOINED) != 0;
}

/* The length or the distance of another entry, where `hold` has the bits to skip. Of an entry with flags it is
 * meaningless. */
A3D_INLINE uint32_t a3d_entry_value(uint32_t entry, uint64_t hold)
{
    uint64_t bits = hold & ((UINT64_C(1) << (uint8_t)entry) - 1); /* no flags */
    return (uint16_t)(entry >> A3D_ENTRY_VALUE) + (uint32_t)(bits >> (entry >> A3D_ENTRY_CODE & A3D_ENTRY_SKIP));
}

/* The index in the table that a link leads to, where `hold` has the bits after those of the first index. */
A3D_INLINE uint32_t a3d_linked(uint32_t link, uint64_t hold)
{
    uint32_t mask = (1u << (link >> A3D_ENTRY_CODE & A3D_ENTRY_CODE_MASK)) - 1;
    return (uint16_t)(link >> A3D_ENTRY_VALUE) + ((uint32_t)hold & mask);
}

#endif
