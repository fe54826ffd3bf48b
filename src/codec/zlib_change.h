/* zlib_change.h - the changed byte of a zlib stream that still unpacks to its end, but to other data
 *
 * The checksum at the end of the stream is that of the original data. Each byte of the deflate data is given other
 * values, and a value is found if the stream then unpacks to data with that checksum. No trial unpacks anything: after
 * a few symbols the stream goes on as before, so the checksum follows from the bytes that differ. */
#ifndef A3D_CODEC_ZLIB_CHANGE_H
#define A3D_CODEC_ZLIB_CHANGE_H

#include "codec/codec.h"

/* A change makes the output longer or shorter by so much at most. */
enum { A3D_ZLIB_READ_ON = 8, A3D_SHIFT_MOST = 384 };

/* One byte that may have been changed. */
typedef struct a3d_zlib_change {
    uint32_t at;   /* its offset in the stream */
    uint8_t byte;  /* what it should be */
} a3d_zlib_change;

typedef struct a3d_zlib_question {
    const uint8_t *in;  /* the stream; A3D_ZLIB_READ_ON more bytes can be read */
    const uint8_t *out; /* what it unpacks to */
    uint32_t in_size, out_size;
    uint32_t stored, computed; /* the checksums */
    uint32_t last;      /* only the bytes before this offset are tried */
    int least_shift, most_shift; /* how much longer the output may become, up to A3D_SHIFT_MOST either way */
    uint64_t budget;    /* steps that the search may take; it takes them off */
    bool all;           /* set when all values of all bytes were tried */
} a3d_zlib_question;

/* Stores up to `most` changes of one byte with which the checksum should agree, last first, and returns how many. When
 * the budget is not enough for all values of a byte, those with the fewest changed bits are tried. A change in the head
 * of a block is not found. */
unsigned a3d_zlib_find_changes(a3d_arena *arena, a3d_zlib_question *q, a3d_zlib_change *found, unsigned most);

#endif
