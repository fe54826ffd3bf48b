/* codec.h - compression and checksums: bytes in, bytes out, and the exact position of a fault.
 *
 * Nothing in this room knows a file format. No function has global state, and none allocates, except zlib when it
 * packs. All functions are thread-safe as long as no two calls share an output buffer or an a3d_inflate. Sizes and
 * offsets are in bytes. A pointer may be NULL if its size is 0. Input and output must not overlap. */
#ifndef A3D_CODEC_H
#define A3D_CODEC_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum a3d_codec_status {
    A3D_CODEC_OK = 0,
    A3D_CODEC_INPUT_ENDS,        /* the stream needs more bytes than there are */
    A3D_CODEC_OUTPUT_OVERRUN,    /* the stream would produce more than out_size bytes */
    A3D_CODEC_OUTPUT_SHORT,      /* the end marker comes before out_size bytes are out */
    A3D_CODEC_BAD_DISTANCE,      /* a match reaches before the first output byte */
    A3D_CODEC_BAD_LENGTH,        /* the zero bytes of one length alone exceed out_size */
    A3D_CODEC_BAD_END,           /* an end marker with a match length other than 3 */
    A3D_CODEC_BAD_CHECKSUM,      /* the stored checksum is wrong; see `stored` and `computed` */
    A3D_CODEC_BAD_METHOD,        /* zlib header: compression method is not 8 */
    A3D_CODEC_BAD_WINDOW,        /* zlib header: window larger than 32 KiB */
    A3D_CODEC_BAD_HEADER_CHECK,  /* zlib header: the two bytes are not a multiple of 31 */
    A3D_CODEC_PRESET_DICTIONARY, /* zlib header: asks for a preset dictionary, which these formats do not have */
    A3D_CODEC_GZIP,              /* 1f 8b: a gzip member instead of a zlib stream */
    A3D_CODEC_BAD_BLOCK          /* faulty deflate data; `what` describes the fault */
} a3d_codec_status;

typedef struct a3d_codec_result {
    a3d_codec_status status;
    size_t used;     /* input bytes consumed; on OK the exact length of the stream with its trailer */
    size_t made;     /* output bytes that are valid */
    size_t at;       /* input offset of the instruction or byte at fault; on OK equal to used */
    unsigned bit;    /* bit 0 (lowest) .. 7 within that byte for zlib streams, else 0 */
    uint32_t stored; /* BAD_CHECKSUM: the checksum in the stream, else 0 */
    uint32_t computed; /* BAD_CHECKSUM: the checksum of the data, else 0 */
    const char *what;  /* one constant phrase without full stop, never NULL */
} a3d_codec_result;

/* The constant phrase for a status, without full stop; "unknown status" for a value outside the enum. */
const char *a3d_codec_status_text(a3d_codec_status status);

/*
 * Unpacks one LZO1X stream, which must produce exactly out_size bytes and then end with its marker.
 *
 * in, in_size   all input that may be read, from the first byte of the stream. Bytes after the marker are
 *               ignored; `used` says where they begin.
 * out, out_size the caller's buffer. On return only out[0 .. made) is valid; later bytes may hold garbage.
 * On OK         used: size of the stream with its marker; made: out_size.
 * On a fault    used: offset of the instruction that could not be executed (all before it were);
 *               for OUTPUT_SHORT and BAD_END the offset just after the marker.
 *               at: offset of that instruction's first byte, with two exceptions: in_size (the first
 *               missing byte) for INPUT_ENDS, and the first zero byte that is too many for BAD_LENGTH.
 *   INPUT_ENDS       also if fewer than 3 bytes follow an instruction, since the marker alone takes 3
 *   OUTPUT_OVERRUN   literals or a match do not fit in out_size
 *   OUTPUT_SHORT     the marker comes too early
 *   BAD_DISTANCE     a match begins before out[0]; matches refer to this block's output only
 *   BAD_LENGTH       the zero bytes of a length (255 each) alone exceed out_size
 *   BAD_END          a marker with a length other than 3 (liblzo2 accepts it, known writers never produce it)
 * The two low bits of the marker's distance word are ignored; on OK they are in[used - 2] & 3.
 * Source: the format as lzo1x_decompress_safe of liblzo2 reads it, compared stream by stream in
 * tests/codec_control.c. The distance of instructions 16..31 always has 16384 added.
 */
a3d_codec_result a3d_lzo1x_unpack(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

/*
 * Unpacks one LZSS stream, which produces exactly out_size bytes and is followed by their checksum.
 *
 * The ring of 4096 bytes is filled with 0x20 at the start, so a match that reaches before the first output
 * byte is legal and yields spaces; distance 0 means 4096. The items end as soon as out_size bytes are out, and
 * the rest of the last flag byte is ignored. Then a little-endian u32 is the sum of all output bytes, each
 * unsigned. For out_size 0 the stream is the checksum alone.
 * On OK         used: size of the stream with its checksum; made: out_size.
 * On a fault    used: offset of the item (or flag byte, or checksum) that could not be processed.
 *   INPUT_ENDS       at: in_size
 *   OUTPUT_OVERRUN   at: first byte of a match that does not fit in out_size
 *   BAD_CHECKSUM     at: first byte of the checksum; used: the offset after it; made: out_size; stored, computed
 * Source: the wiki page about ODOL version 40 models, confirmed on all 23 blocks of a real one.
 */
a3d_codec_result a3d_lzss_unpack(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

/* The most bytes that a3d_lzo1x_pack writes for n bytes. */
size_t a3d_lzo1x_pack_bound(size_t n);

/* Packs n bytes as one LZO1X stream with its end marker and returns the size of the stream. `out` has room for
 * a3d_lzo1x_pack_bound(n) bytes. Cannot fail. The output is the same on every machine, and any LZO1X reader accepts it,
 * but it is not meant to equal that of another writer. Uses 32 KiB of stack. */
size_t a3d_lzo1x_pack(const uint8_t *in, size_t n, uint8_t *out);

/* The most bytes that a3d_lzss_pack writes for n bytes. */
size_t a3d_lzss_pack_bound(size_t n);

/* Packs n bytes as one LZSS stream with its checksum and returns the size of the stream. `out` has room for
 * a3d_lzss_pack_bound(n) bytes. Cannot fail. The output is the same on every machine. Uses 16 KiB of stack. */
size_t a3d_lzss_pack(const uint8_t *in, size_t n, uint8_t *out);

/* What both halves of an Adler-32 are remainders of, and the bytes of one in a file. */
enum { A3D_ADLER32_MODULUS = 65521, A3D_ADLER32_SIZE = 4 };

/* Continues an Adler-32 (RFC 1950) over n more bytes. The seed of an empty sum is 1; the result is the seed for the
 * bytes that follow. Both halves of a seed must be below A3D_ADLER32_MODULUS, as they are in every result. */
uint32_t a3d_adler32(uint32_t seed, const uint8_t *p, size_t n);

/* Finds the one byte of n whose change would turn the Adler-32 `computed` into `wanted`: stores the greatest offset
 * that it can have and by how much the byte must change. It may also be at any whole number of A3D_ADLER32_MODULUS
 * bytes before. False when no single byte can be the cause. */
bool a3d_adler32_change(uint32_t computed, uint32_t wanted, size_t n, size_t *at, int *by);

/* The exact number of bytes that a3d_deflate_stored writes for n bytes. */
size_t a3d_deflate_stored_bound(size_t n);

/* Writes n bytes as a zlib stream of stored blocks (header 78 01) and returns its size, which is
 * a3d_deflate_stored_bound(n). Cannot fail. It does not use zlib, so the output does not depend on its version. */
size_t a3d_deflate_stored(const uint8_t *in, size_t n, uint8_t *out);

/* The most bytes that a3d_deflate writes for n bytes, at any level. */
size_t a3d_deflate_bound(size_t n);

/* Packs n bytes as a zlib stream at level 0..9, or -1 for zlib's default, with memory of the arena (NULL: of the C
 * library). *out_size is the room at `out` on entry and the size of the stream on success; on failure it is untouched.
 * Returns 0, or 1 if the room is too small, the level is unknown or zlib gets no memory. The output may differ between
 * versions of zlib. */
int a3d_deflate(a3d_arena *arena, const uint8_t *in, size_t n, int level, uint8_t *out, size_t *out_size);

#endif
