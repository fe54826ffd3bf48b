/* inflate.h - zlib streams (RFC 1950) and raw deflate data (RFC 1951), unpacked in steps.
 *
 * In steps, so that a caller can let its output grow with the actual content. Nothing is allocated. Streams are
 * accepted and refused exactly as by zlib's inflate, which tests/codec_control.c compares stream by stream. */
#ifndef A3D_CODEC_INFLATE_H
#define A3D_CODEC_INFLATE_H

#include "codec/codec.h"

enum {
    A3D_INFLATE_REACH = 32768,    /* the longest distance of a match */
    A3D_INFLATE_WINDOW = 1 << 16, /* room for a3d_inflate_piece */
    /* Index bits of tables. More make them slower to build than they save. */
    A3D_LITERAL_BITS = 10,
    A3D_DISTANCE_BITS = 8,
    /* A subtable of 2^k entries has at least k + 1 codes, so 6 of at most 286 codes share at most 32 entries, and 8 of
     * at most 30 share at most 128. */
    A3D_LITERAL_ENTRIES = (1 << A3D_LITERAL_BITS) + 286 * 32 / 6 + 1,
    A3D_DISTANCE_ENTRIES = (1 << A3D_DISTANCE_BITS) + 30 * 128 / 8
};

/* The bits of a stream, the lowest bit of each byte first. */
typedef struct a3d_bits {
    const uint8_t *start, *next, *end;
    uint64_t hold;  /* bits of the bytes before `next` that are still to be read; all higher bits are 0 */
    unsigned count; /* how many these are */
} a3d_bits;

typedef enum a3d_inflate_phase {
    A3D_INFLATE_HEAD,   /* before a block */
    A3D_INFLATE_STORED, /* in a stored block */
    A3D_INFLATE_CODES,  /* in a block of codes */
    A3D_INFLATE_END     /* after the last block */
} a3d_inflate_phase;

/* A stream that is being unpacked. All members are private, and it must not be copied. */
typedef struct a3d_inflate {
    a3d_bits bits;
    size_t made;
    size_t held;           /* bytes in the window of a3d_inflate_piece */
    uint32_t sum;          /* Adler-32 of the output so far */
    a3d_codec_result last; /* the final result, if `over` */
    const char *fault;     /* what is wrong, if something is */
    a3d_inflate_phase phase;
    bool raw;              /* without header and checksum */
    bool over;
    bool final;            /* this is the last block */
    bool single;           /* entries of tables are never joined */
    bool joined;           /* those of this block are */
    unsigned left;         /* the rest of a stored block or of a match */
    unsigned distance;     /* of the match */
    const uint32_t *literals, *distances;
    unsigned literal_bits, distance_bits;
    uint8_t lengths[286 + 30]; /* of the codes of literals and lengths, then of distances */
    uint32_t literal_table[A3D_LITERAL_ENTRIES], distance_table[A3D_DISTANCE_ENTRIES];
} a3d_inflate;

/*
 * Checks the two header bytes and opens the stream in[0 .. in_size), which must stay in place and unchanged as long as
 * the stream is used. Returns the status, which is also in *r; unless it is OK, the stream has ended with it. The
 * checks are made in this order:
 *   INPUT_ENDS         no byte or one byte; at: in_size
 *   GZIP               at: 0
 *   BAD_METHOD         at: 0, bit 0
 *   BAD_WINDOW         at: 0, bit 4
 *   BAD_HEADER_CHECK   at: 1, bit 0
 *   PRESET_DICTIONARY  at: 1, bit 5
 */
a3d_codec_status a3d_inflate_begin(a3d_inflate *s, const uint8_t *in, size_t in_size, a3d_codec_result *r);

/* Opens raw deflate data, without header and checksum. */
void a3d_inflate_begin_raw(a3d_inflate *s, const uint8_t *in, size_t in_size);

/*
 * Unpacks up to `room` more bytes to out[have .. have + room). out[0 .. have) must be the last bytes that were made:
 * all of them, or at least A3D_INFLATE_REACH. The buffer may have moved since the last call. *made is the output of
 * this call; the room after it may hold garbage.
 *
 * Returns 1 if `room` is filled and at least one more byte is certain to follow: call again with more room. *r is not
 * touched then. A caller that wants no more than `room` bytes learns from the 1 that the stream holds more.
 * Returns 0 if the stream has ended, well or badly, as *r says. r->made counts the bytes of all calls. Further
 * calls produce nothing and return 0 with the same result.
 *   OK             used: offset just after the Adler-32, or after the last block of raw data; later input was not
 *                  looked at
 *   INPUT_ENDS     used, at: in_size
 *   BAD_CHECKSUM   at: first of the 4 trailer bytes; used: the offset after them; stored, computed
 *   BAD_BLOCK      at and bit: the first bit that was not accepted; used: the same as at.
 *                  For a block type, the three counts of a table and the length of a stored block this is
 *                  the first bit of the rejected value. All other faults show only after something was read
 *                  (a code, a distance with its extra bits, a set of code lengths); for them it is the bit
 *                  just after that. A repeat code with nothing to repeat is rejected before its count is read.
 * Distances are checked against the 32 KiB that deflate allows, even if the header claims a smaller window, as
 * zlib does.
 */
int a3d_inflate_more(a3d_inflate *s, uint8_t *out, size_t have, size_t room, size_t *made, a3d_codec_result *r);

/* Whether data is raw deflate data: it unpacks to its exact end, or to some KiB without a fault. Of random data one in
 * thousands of millions does. */
bool a3d_is_raw_deflate(const uint8_t *in, size_t in_size);

/* How many bytes of the stream were read for the output so far, the last perhaps in part. */
size_t a3d_inflate_used(const a3d_inflate *s);

/* Unpacks the next piece, for a caller that does not keep the output. `window` has room for A3D_INFLATE_WINDOW bytes,
 * which nobody else may change between calls. *piece and *made say where the piece is. Returns what a3d_inflate_more
 * returns. */
int a3d_inflate_piece(a3d_inflate *s, uint8_t *window, const uint8_t **piece, size_t *made, a3d_codec_result *r);

#endif
