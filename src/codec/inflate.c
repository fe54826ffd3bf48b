/* inflate.c - see codec.h
 *
 * Reads zlib streams in steps. The header and the checksum are checked here, and only the deflate data is left to zlib:
 * our Adler-32 is faster, and zlib then keeps no window for a stream that ends in one step. */
#include "base/bytes.h"
#include "base/never.h"
#include "codec/codec.h"

#include <string.h>

enum {
    HEADER = 2, TRAILER = 4,
    PIECE = 1 << 18 /* bytes given to zlib at once; small enough to be in the cache when they are summed */
};

typedef struct block_fault {
    const char *zlib;
    const char *what;
    unsigned back; /* bits of the rejected value that zlib has already taken */
} block_fault;

/* zlib reports faults only by its message. */
static const block_fault block_faults[] = {
    {"invalid block type", "a block has the reserved type 3", 2},
    {"invalid stored block lengths", "the length of a stored block does not match its complement", 0},
    {"too many length or distance symbols", "a block has more than 286 length or 30 distance codes", 14},
    {"invalid code lengths set", "the code lengths of the code length code make no complete code", 0},
    {"invalid bit length repeat", "a repeated code length has none before it or runs past the last", 0},
    {"invalid code -- missing end-of-block", "a block has no code for its end", 0},
    {"invalid literal/lengths set", "the literal and length code lengths make no complete code", 0},
    {"invalid distances set", "the distance code lengths make no complete code", 0},
    {"invalid literal/length code", "a literal or length code is not one that the block defines", 0},
    {"invalid distance code", "a distance code is not one that the block defines", 0},
    {"invalid distance too far back", "a match reaches before the first output byte", 0},
};

static a3d_codec_result result(a3d_codec_status status, size_t used, size_t at, unsigned bit)
{
    return (a3d_codec_result){.status = status, .used = used, .at = at, .bit = bit,
                              .what = a3d_codec_status_text(status)};
}

static a3d_codec_result check_header(const uint8_t *in, size_t in_size)
{
    if (in_size == 0)
        return result(A3D_CODEC_INPUT_ENDS, 0, 0, 0);
    if (in_size >= HEADER && in[0] == 0x1f && in[1] == 0x8b)
        return result(A3D_CODEC_GZIP, 0, 0, 0);
    if ((in[0] & 0x0f) != 8)
        return result(A3D_CODEC_BAD_METHOD, 0, 0, 0);
    if (in[0] >> 4 > 7)
        return result(A3D_CODEC_BAD_WINDOW, 0, 0, 4);
    if (in_size < HEADER)
        return result(A3D_CODEC_INPUT_ENDS, in_size, in_size, 0);
    if ((in[0] * 256u + in[1]) % 31 != 0)
        return result(A3D_CODEC_BAD_HEADER_CHECK, 1, 1, 0);
    if (in[1] & 0x20)
        return result(A3D_CODEC_PRESET_DICTIONARY, 1, 1, 5);
    return result(A3D_CODEC_OK, 0, 0, 0);
}

a3d_codec_status a3d_inflate_begin(a3d_inflate *s, const uint8_t *in, size_t in_size, a3d_codec_result *r)
{
    z_stream z = {.zalloc = s->z.zalloc, .zfree = s->z.zfree, .opaque = s->z.opaque};

    *s = (a3d_inflate){.z = z, .in = in, .in_size = in_size, .code = Z_OK, .sum = 1, .last = check_header(in, in_size)};
    if (s->last.status == A3D_CODEC_OK) {
        s->z.next_in = in + HEADER;
        s->open = inflateInit2(&s->z, -15) == Z_OK; /* raw deflate data, with the largest window */
        if (!s->open)
            s->last = result(A3D_CODEC_NO_MEMORY, 0, 0, 0);
    }
    *r = s->last;
    return r->status;
}

static uInt piece(size_t n)
{
    return n < PIECE ? (uInt)n : PIECE;
}

/* Fills `out` as far as possible. Returns Z_OK if it is full, Z_BUF_ERROR if the input is used up, else zlib's
 * result. */
static int inflate_some(a3d_inflate *s, uint8_t *out, size_t room, size_t *made)
{
    int code = Z_OK;

    *made = 0;
    while (code == Z_OK && *made < room) {
        size_t left = s->in_size - (size_t)(s->z.next_in - s->in);
        uInt step = piece(room - *made);

        s->z.avail_in = piece(left);
        s->z.next_out = out + *made;
        s->z.avail_out = step;
        code = inflate(&s->z, Z_FINISH);
        if (code == Z_BUF_ERROR && (s->z.avail_out == 0 || left > PIECE))
            code = Z_OK; /* only this piece of output or input is used up */
        s->sum = a3d_adler32(s->sum, out + *made, step - s->z.avail_out);
        *made += step - s->z.avail_out;
    }
    return code;
}

/* The position of the fault is what zlib took minus the bits it still holds, whose number is in data_type. */
static a3d_codec_result data_fault(const a3d_inflate *s, size_t used)
{
    const char *what = a3d_codec_status_text(A3D_CODEC_BAD_BLOCK), *msg = A3D_NEVER(s->z.msg == NULL) ? "" : s->z.msg;
    size_t held = (size_t)s->z.data_type & 63;

    for (size_t i = 0; i < sizeof block_faults / sizeof block_faults[0]; i++) {
        if (strcmp(msg, block_faults[i].zlib) == 0) {
            what = block_faults[i].what;
            held += block_faults[i].back;
        }
    }
    size_t at = used - (held + 7) / 8;
    a3d_codec_result r = result(A3D_CODEC_BAD_BLOCK, at, at, (8 - (unsigned)(held & 7)) & 7);
    r.what = what;
    return r;
}

/* Checks the Adler-32 that follows the deflate data. */
static a3d_codec_result check_trailer(const a3d_inflate *s, size_t at)
{
    if (s->in_size - at < TRAILER)
        return result(A3D_CODEC_INPUT_ENDS, s->in_size, s->in_size, 0);
    uint32_t stored = a3d_load32(s->in + at, true);
    if (stored == s->sum)
        return result(A3D_CODEC_OK, at + TRAILER, at + TRAILER, 0);
    a3d_codec_result r = result(A3D_CODEC_BAD_CHECKSUM, at + TRAILER, at, 0);
    r.stored = stored;
    r.computed = s->sum;
    return r;
}

static void finish(a3d_inflate *s)
{
    size_t used = (size_t)(s->z.next_in - s->in);

    switch (s->code) {
    case Z_STREAM_END: s->last = check_trailer(s, used); break;
    case Z_BUF_ERROR: s->last = result(A3D_CODEC_INPUT_ENDS, used, used, 0); break;
    case Z_MEM_ERROR: s->last = result(A3D_CODEC_NO_MEMORY, used, used, 0); break;
    default: s->last = data_fault(s, used); break;
    }
    s->last.made = s->made;
}

int a3d_inflate_more(a3d_inflate *s, uint8_t *out, size_t room, size_t *made, a3d_codec_result *r)
{
    size_t n = 0, got = 0;

    *made = 0;
    if (!s->open) {
        *r = s->last;
        return 0;
    }
    if (s->has_spare) {
        if (room == 0)
            return 1;
        out[n++] = s->spare;
        s->has_spare = false;
    }
    if (s->code == Z_OK && n < room) {
        s->code = inflate_some(s, out + n, room - n, &got);
        n += got;
    }
    /* A full room does not show whether the stream goes on, but reading one byte ahead does. */
    if (s->code == Z_OK) {
        s->code = inflate_some(s, &s->spare, 1, &got);
        s->has_spare = got == 1;
    }
    *made = n;
    s->made += n;
    if (s->has_spare)
        return 1;
    finish(s);
    *r = s->last;
    return 0;
}

static void *take(void *arena, uInt items, uInt size)
{
    return a3d_block_resize(arena, NULL, (size_t)items * size); /* zlib asks for at most 64 KiB */
}

static void give(void *arena, void *block)
{
    a3d_block_resize(arena, block, 0);
}

void a3d_zlib_memory(z_stream *z, a3d_arena *arena)
{
    z->zalloc = arena != NULL ? take : NULL;
    z->zfree = arena != NULL ? give : NULL;
    z->opaque = arena;
}

void a3d_inflate_end(a3d_inflate *s)
{
    if (s->open)
        (void)inflateEnd(&s->z);
    s->open = false;
}
