/*
 * The codec floor: bytes in, bytes out, and the exact place of a fault.
 *
 * Nothing here knows a file format. No function keeps global state, and none allocates, apart from what
 * zlib does inside itself (through the hooks of a3d_inflate). All are safe to call from many threads at
 * once as long as no two calls share an output buffer or an a3d_inflate. Sizes and offsets are in bytes.
 * A pointer may be NULL where its size is 0. Input and output must not overlap.
 */
#ifndef A3D_CODEC_H
#define A3D_CODEC_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ZLIB_CONST
#define ZLIB_CONST /* next_in points to const bytes: an input is never written to */
#endif
#include <zlib.h>

typedef enum a3d_codec_status {
    A3D_CODEC_OK = 0,
    A3D_CODEC_INPUT_ENDS,        /* the stream wants more bytes than there are */
    A3D_CODEC_OUTPUT_OVERRUN,    /* the stream wants to put out more than out_size bytes */
    A3D_CODEC_OUTPUT_SHORT,      /* the end marker stands before out_size bytes are out */
    A3D_CODEC_BAD_DISTANCE,      /* a match reaches before the first output byte */
    A3D_CODEC_BAD_LENGTH,        /* the zero bytes of one length alone exceed out_size */
    A3D_CODEC_BAD_END,           /* an end marker with a match length other than 3 */
    A3D_CODEC_BAD_CHECKSUM,      /* stored and computed say which two differ */
    A3D_CODEC_BAD_METHOD,        /* zlib header: compression method is not 8 */
    A3D_CODEC_BAD_WINDOW,        /* zlib header: window larger than 32 KiB */
    A3D_CODEC_BAD_HEADER_CHECK,  /* zlib header: the two bytes are no multiple of 31 */
    A3D_CODEC_PRESET_DICTIONARY, /* zlib header: asks for a dictionary that nobody has */
    A3D_CODEC_GZIP,              /* 1f 8b: a gzip member stands where a zlib stream should */
    A3D_CODEC_BAD_BLOCK,         /* faulty deflate data; `what` says which fault */
    A3D_CODEC_NO_MEMORY          /* zlib's allocator refused */
} a3d_codec_status;

typedef struct a3d_codec_result {
    a3d_codec_status status;
    size_t used;     /* input bytes consumed; on OK the exact length of the stream with its trailer */
    size_t made;     /* output bytes that are valid */
    size_t at;       /* input offset of the instruction or byte at fault; on OK equal to used */
    unsigned bit;    /* bit 0 (lowest) .. 7 within that byte for zlib streams, else 0 */
    uint32_t stored; /* BAD_CHECKSUM: what the stream says, else 0 */
    uint32_t computed; /* BAD_CHECKSUM: what its data say, else 0 */
    const char *what;  /* one constant phrase without full stop, never NULL */
} a3d_codec_result;

/* The constant phrase for a status, without full stop; "unknown status" for a value outside the enum. */
const char *a3d_codec_status_text(a3d_codec_status status);

/*
 * Unpacks one LZO1X stream that must put out exactly out_size bytes and then end with its marker.
 *
 * in, in_size   from the first byte of the stream to wherever input may be read to. Bytes after the
 *               marker are never looked at; used tells where they begin.
 * out, out_size caller's buffer. Only out[0 .. made) is valid on return; bytes past made may be scratched.
 * Result on OK  used: the length of the stream, marker included; made: out_size.
 * On a fault    used: offset of the instruction that could not be carried out (everything before it was);
 *               for OUTPUT_SHORT and BAD_END the offset just after the marker.
 *               at: offset of that instruction's first byte, but in_size (the first missing byte) for
 *               INPUT_ENDS, and the zero byte that was one too many for BAD_LENGTH.
 *   INPUT_ENDS       also when fewer than 3 bytes follow an instruction: the marker alone needs them
 *   OUTPUT_OVERRUN   literals or a match do not fit in out_size
 *   OUTPUT_SHORT     the marker comes too early
 *   BAD_DISTANCE     a match begins before out[0]; the look-behind is this block's output only
 *   BAD_LENGTH       a length's run of zero bytes alone (255 each) exceeds out_size
 *   BAD_END          marker with another length than 3 (liblzo2 takes it, the format's writers never make it)
 * The two low bits of the marker's distance word are ignored; on OK they are in[used - 2] & 3.
 * Source of fact: the format as liblzo2's lzo1x_decompress_safe reads it, compared stream by stream in
 * tests/codec_control.c; a distance of instructions 16..31 always has 16384 added.
 */
a3d_codec_result a3d_lzo1x_unpack(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

/*
 * Unpacks one LZSS stream that puts out exactly out_size bytes and is followed by their checksum.
 *
 * A ring of 4096 bytes holds 0x20 at the start, so a match that reaches before the first output byte is
 * legal and yields spaces; distance 0 means 4096. Items end when out_size bytes are out and the rest of
 * the last flag byte is ignored; then a little-endian u32 is the sum of all output bytes, each unsigned.
 * out_size 0 is a stream of the checksum alone.
 * Result on OK  used: length of the stream with its checksum; made: out_size.
 * On a fault    used: offset of the item (or flag byte, or checksum) that could not be carried out.
 *   INPUT_ENDS       at: in_size
 *   OUTPUT_OVERRUN   at: first byte of a match that does not fit in out_size
 *   BAD_CHECKSUM     at: first byte of the checksum; used: after it; made: out_size; stored, computed
 * Source of fact: the wiki page of ODOL version 40 models, confirmed on all 23 blocks of a real one.
 */
a3d_codec_result a3d_lzss_unpack(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

/* The most bytes that a3d_lzo1x_pack writes for n bytes. */
size_t a3d_lzo1x_pack_bound(size_t n);

/*
 * Packs n bytes as one LZO1X stream with its end marker and returns the stream's size.
 * out has room for a3d_lzo1x_pack_bound(n) bytes. Cannot fail. The same bytes come out on every machine.
 * Any LZO1X reader reads them; they are not meant to equal those of another writer. Uses 32 KiB of stack.
 */
size_t a3d_lzo1x_pack(const uint8_t *in, size_t n, uint8_t *out);

/* The most bytes that a3d_lzss_pack writes for n bytes. */
size_t a3d_lzss_pack_bound(size_t n);

/*
 * Packs n bytes as one LZSS stream with its checksum and returns the stream's size.
 * out has room for a3d_lzss_pack_bound(n) bytes. Cannot fail. The same bytes come out on every machine.
 * Uses 16 KiB of stack.
 */
size_t a3d_lzss_pack(const uint8_t *in, size_t n, uint8_t *out);

/*
 * Carries an Adler-32 (RFC 1950) on over n more bytes. The seed of an empty sum is 1; the result is the
 * seed for the bytes that follow. Both halves of a seed are below 65521, as in any sum returned from here.
 */
uint32_t a3d_adler32(uint32_t seed, const uint8_t *p, size_t n);

/*
 * A zlib stream (RFC 1950) being unpacked in steps, so that a caller lets its output grow with what the
 * stream really holds. Zero the object before a3d_inflate_begin; z.zalloc, z.zfree and z.opaque may then be
 * set to the caller's allocator. Every other member is private.
 */
typedef struct a3d_inflate {
    z_stream z;
    const uint8_t *in;
    size_t in_size;
    size_t made;
    uint32_t sum;          /* Adler-32 of what zlib put out */
    a3d_codec_result last; /* what the end was, once it is reached */
    int code;              /* zlib's last word; Z_OK while there may be more */
    bool open;             /* zlib holds memory */
    bool has_spare;        /* the byte looked ahead, owed to the caller */
    uint8_t spare;
} a3d_inflate;

/*
 * Checks the two header bytes and opens the stream in[0 .. in_size), which must stay in place and
 * unchanged until a3d_inflate_end. Returns the status that is also in *r; if it is not OK, nothing is open.
 *   INPUT_ENDS         no or one byte; at: in_size
 *   GZIP               at 0
 *   BAD_METHOD         at 0, bit 0
 *   BAD_WINDOW         at 0, bit 4
 *   BAD_HEADER_CHECK   at 1, bit 0
 *   PRESET_DICTIONARY  at 1, bit 5
 *   NO_MEMORY          at 0
 * They are tested in this order.
 */
a3d_codec_status a3d_inflate_begin(a3d_inflate *s, const uint8_t *in, size_t in_size, a3d_codec_result *r);

/*
 * Unpacks up to room more bytes to out. *made is what this call put out.
 *
 * Returns 1 when room is filled and at least one more byte is certain to come: call again with more room
 * (elsewhere, if the caller's buffer has moved). *r is then not touched. A caller that wants no more than
 * room bytes knows from the 1 that the stream holds more.
 * Returns 0 when the stream has ended, well or badly; *r then says how. r->made counts the bytes of all
 * calls. Calling again makes nothing and returns 0 with the same result.
 *   OK             used: offset just after the Adler-32; input after it was not looked at
 *   INPUT_ENDS     used, at: in_size
 *   BAD_CHECKSUM   at: the first of the 4 trailer bytes, used: after them; stored, computed
 *   BAD_BLOCK      at and bit: the first bit not accepted. used: at, the bytes wholly accepted.
 *                  For a block type, the three counts of a table and the length of a stored block this
 *                  is the first bit of what was refused. The other faults show only once something is
 *                  read (a code, a distance with its extra bits, a set of code lengths); for them it is
 *                  the bit just after that. A repeat code with nothing to repeat is refused before its
 *                  count is read.
 *   NO_MEMORY      at, used: how far it had come
 * A distance is judged by the 32 KiB that deflate allows, even where the header claims a smaller window,
 * as zlib does.
 */
int a3d_inflate_more(a3d_inflate *s, uint8_t *out, size_t room, size_t *made, a3d_codec_result *r);

/* Lets zlib take its memory from the arena, which outlives the stream, or for NULL from the C library. To be
 * called before zlib takes any. */
void a3d_zlib_memory(z_stream *z, a3d_arena *arena);

/* Gives zlib's memory back. Safe on an object zeroed, failed, ended, half way or ended before. */
void a3d_inflate_end(a3d_inflate *s);

/* The size of what a3d_deflate_stored writes for n bytes, exactly. */
size_t a3d_deflate_stored_bound(size_t n);

/*
 * Writes n bytes as a zlib stream of stored blocks (header 78 01) and returns its size, which is
 * a3d_deflate_stored_bound(n). Cannot fail; needs no zlib, so its bytes are the same with every version of it.
 */
size_t a3d_deflate_stored(const uint8_t *in, size_t n, uint8_t *out);

/* The most bytes that a3d_deflate writes for n bytes, at any level. */
size_t a3d_deflate_bound(size_t n);

/*
 * Packs n bytes as a zlib stream with zlib's level 0..9, or -1 for its default, with memory of the arena
 * (NULL: of the C library).
 * *out_size: in, the room at out; out, the size of the stream (on failure untouched).
 * Returns 0, or 1 when the room is too small, the level unknown or zlib gets no memory. Its bytes may
 * differ from one version of zlib to another.
 */
int a3d_deflate(a3d_arena *arena, const uint8_t *in, size_t n, int level, uint8_t *out, size_t *out_size);

#endif
