/* deflate.c - see codec.h
 *
 * Writes zlib streams: plain stored blocks of our own, and zlib's deflate. */
#include "codec/codec.h"

#include <limits.h>
#include <string.h>

#define ZLIB_CONST /* makes next_in a pointer to const bytes, since an input is never written to */
#include <zlib.h>

enum { STORED_MAX = 65535, STORED_HEAD = 5, HEADER = 2, TRAILER = 4 };

size_t a3d_deflate_stored_bound(size_t n)
{
    size_t blocks = n / STORED_MAX + (n % STORED_MAX != 0 || n == 0);

    return HEADER + blocks * STORED_HEAD + n + TRAILER;
}

size_t a3d_deflate_stored(const uint8_t *in, size_t n, uint8_t *out)
{
    size_t op = 0, at = 0, size;
    uint32_t sum = a3d_adler32(1, in, n);

    out[op++] = 0x78;
    out[op++] = 0x01;
    do { /* at least once, since an empty stream has one empty block */
        size = n - at < STORED_MAX ? n - at : STORED_MAX;
        out[op++] = at + size == n;
        out[op++] = (uint8_t)(size & 0xff);
        out[op++] = (uint8_t)(size >> 8);
        out[op++] = (uint8_t)(~size & 0xff);
        out[op++] = (uint8_t)(~size >> 8 & 0xff);
        if (size != 0)
            memcpy(out + op, in + at, size);
        op += size;
        at += size;
    } while (at < n);
    for (int shift = 24; shift >= 0; shift -= 8)
        out[op++] = (uint8_t)(sum >> shift);
    return op;
}

size_t a3d_deflate_bound(size_t n)
{
    /* zlib's own formula, computed in size_t because a long has only 32 bits on some machines. */
    size_t bound = n + (n >> 12) + (n >> 14) + (n >> 25) + 13, stored = a3d_deflate_stored_bound(n);

    return bound > stored ? bound : stored;
}

/* Passes all of the input and output to the open stream, in steps that fit zlib's 32-bit counters. */
static int deflate_all(z_stream *z, size_t n, size_t room)
{
    const size_t step = UINT_MAX;
    int code = Z_OK;

    while (code == Z_OK) {
        if (z->avail_in == 0 && n > 0) {
            z->avail_in = (uInt)(n < step ? n : step);
            n -= z->avail_in;
        }
        if (z->avail_out == 0 && room > 0) {
            z->avail_out = (uInt)(room < step ? room : step);
            room -= z->avail_out;
        }
        code = deflate(z, n > 0 ? Z_NO_FLUSH : Z_FINISH);
    }
    return code;
}

static void *take(void *arena, uInt items, uInt size)
{
    return a3d_block_resize(arena, NULL, (size_t)items * size); /* zlib asks for at most 64 KiB */
}

static void give(void *arena, void *block)
{
    a3d_block_resize(arena, block, 0);
}

int a3d_deflate(a3d_arena *arena, const uint8_t *in, size_t n, int level, uint8_t *out, size_t *out_size)
{
    const uint8_t none = 0;
    z_stream z = {.next_in = n == 0 ? &none : in, .next_out = out};

    if (arena != NULL) {
        z.zalloc = take;
        z.zfree = give;
        z.opaque = arena;
    }
    if (deflateInit(&z, level) != Z_OK)
        return 1;
    int code = deflate_all(&z, n, *out_size);
    size_t size = (size_t)(z.next_out - out);
    (void)deflateEnd(&z);
    if (code != Z_STREAM_END)
        return 1;
    *out_size = size;
    return 0;
}
