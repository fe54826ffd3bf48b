/* inflate_codes.h - the prefix codes of a deflate block as tables that a reader looks its next bits up in.
 *
 * A table has 1 << bits entries, and behind them smaller ones for codes of more bits. An entry says how many bits to
 * take (bits 0 to 7, extra bits included), how many of them are the code's (8 to 11), and what they mean (16 to 31). */
#ifndef A3D_CODEC_INFLATE_CODES_H
#define A3D_CODEC_INFLATE_CODES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    A3D_CODE_LITERAL = 1 << 15, /* the meaning is a byte */
    A3D_CODE_ODD = 1 << 14,     /* one of the three below; else the meaning is a length or distance without its extra bits */
    A3D_CODE_LONGER = 1 << 13,  /* the meaning is where the smaller table begins, the code's bits are those of its index */
    A3D_CODE_END = 1 << 12,     /* the end of the block */
    A3D_CODE_NONE = A3D_CODE_ODD /* no code at all, or one without meaning */
};

/* What codes stand for: the lengths of other codes; bytes, the end and lengths of matches; distances. */
typedef enum a3d_code_kind { A3D_CODE_OF_LENGTHS, A3D_CODE_OF_SYMBOLS, A3D_CODE_OF_DISTANCES } a3d_code_kind;

enum {
    A3D_CODE_MOST_BITS = 15,
    A3D_CODE_LENGTHS = 19,
    A3D_CODE_SYMBOLS = 288,
    A3D_CODE_DISTANCES = 32,
    /* Entries that no complete code exceeds, as zlib's examples/enough.c counts them for these numbers of symbols and bits. */
    A3D_CODE_ROOM_LENGTHS = 1 << 7,
    A3D_CODE_ROOM_SYMBOLS = 2342, /* 11 bits */
    A3D_CODE_ROOM_DISTANCES = 402 /* 8 bits */
};

typedef struct a3d_code {
    unsigned bits; /* that the first table looks at */
    uint32_t *entry;
} a3d_code;

/* Makes the code whose n symbols have these lengths; `code->entry` has room for its kind. False for lengths that make no
 * complete code; of symbols and distances there may be one of one bit, or none. */
bool a3d_code_make(a3d_code *code, a3d_code_kind kind, const uint8_t *lengths, unsigned n);

#endif
