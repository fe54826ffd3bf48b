/* packed.c - files that are compressed as a whole with gzip or zlib; kinds.def names other compressions */
#include "base/bytes.h"
#include "codec/inflate.h"
#include "transfer/tracing.h"

#include <string.h>
#include <zlib.h>

enum { PIECE = 1 << 16 };

typedef struct unpacked {
    a3d_text out;
    size_t used;  /* bytes of the file */
    bool whole;   /* ends, and the checksum is right */
    bool endless; /* gives more bytes than the limit allows */
} unpacked;

static bool is_gzip(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 0x1f && data[1] == 0x8b && data[2] == 8 && (data[3] & 0xe0) == 0;
}

static bool is_zlib(const uint8_t *data, size_t size)
{
    return size >= 8 && (data[0] & 0x0f) == 8 && data[0] >> 4 <= 7 && (data[0] * 256 + data[1]) % 31 == 0 &&
           (data[1] & 0x20) == 0;
}

/* Unpacks an open stream after what is unpacked already. *used counts bytes from the start of the stream. */
static bool unpack_all(a3d_tracing *t, a3d_inflate *s, unpacked *u, size_t *used)
{
    size_t start = u->out.size, made;
    a3d_codec_result r = {.status = A3D_CODEC_OK};
    int more = 1;
    while (more && !u->endless) {
        if (a3d_extend(&u->out, PIECE) == NULL)
            return false;
        u->out.size -= PIECE;
        more = a3d_inflate_more(s, (uint8_t *)u->out.data + start, u->out.size - start, PIECE, &made, &r);
        u->out.size += made;
        u->endless = u->out.size > t->room;
    }
    *used = r.used;
    return !more && r.status == A3D_CODEC_OK;
}

static void unpack_zlib(a3d_tracing *t, unpacked *u)
{
    a3d_inflate s;
    a3d_codec_result r;
    u->whole = a3d_inflate_begin(&s, t->data, t->size, &r) == A3D_CODEC_OK && unpack_all(t, &s, u, &u->used);
}

/* Skips a text that ends with a NUL. Returns the offset after it, or `size` if it has no end. */
static size_t skip_text(const uint8_t *data, size_t size, size_t at)
{
    const uint8_t *end = at < size ? memchr(data + at, 0, size - at) : NULL;
    return end != NULL ? (size_t)(end - data) + 1 : size;
}

/* The size of the header of a gzip member (RFC 1952, 2.3), or `size` if it is cut off or its checksum is wrong. */
static size_t skip_header(const uint8_t *data, size_t size)
{
    enum { HEADER_CRC = 2, EXTRA = 4, NAME = 8, COMMENT = 16 };
    size_t at = 10;
    if (size < at)
        return size;
    unsigned flags = data[3];
    if ((flags & EXTRA) != 0)
        at = size - at >= 2 ? at + 2 + a3d_load16(data + at, false) : size;
    if ((flags & NAME) != 0)
        at = skip_text(data, size, at);
    if ((flags & COMMENT) != 0)
        at = skip_text(data, size, at);
    if ((flags & HEADER_CRC) != 0) {
        bool good = at < size && size - at >= 2 && (crc32(0, data, (uInt)at) & 0xffff) == a3d_load16(data + at, false);
        at = good ? at + 2 : size;
    }
    return at < size ? at : size;
}

/* Unpacks the gzip member at u->used, which then is the offset after it. */
static void unpack_member(a3d_tracing *t, unpacked *u)
{
    const uint8_t *data = t->data + u->used;
    size_t size = t->size - u->used, start = u->out.size, header = skip_header(data, size), used = 0;
    a3d_inflate s;
    a3d_inflate_begin_raw(&s, data + header, size - header);
    bool good = unpack_all(t, &s, u, &used) && size - header - used >= 8;
    const uint8_t *tail = data + header + used, *made = (const uint8_t *)u->out.data + start;
    size_t n = u->out.size - start;
    u->whole = good && crc32(0, made, (uInt)n) == a3d_load32(tail, false) && (uint32_t)n == a3d_load32(tail + 4, false);
    u->used += header + used + (good ? 8 : 0);
}

/* A gzip file may have several members, which follow each other. */
static void unpack(a3d_tracing *t, unpacked *u)
{
    a3d_text_init(&u->out, t->arena);
    if (!is_gzip(t->data, t->size))
        unpack_zlib(t, u);
    else
        do
            unpack_member(t, u);
        while (u->whole && !u->endless && is_gzip(t->data + u->used, t->size - u->used));
    if (!u->whole || u->endless || u->out.failed)
        a3d_text_free(&u->out);
    else
        t->room -= u->out.size;
}

/* Four bytes of a gzip header have 27 fixed bits. A zlib header has 9, and its checksum 32. */
static void trace_deflate(a3d_tracing *t, bool gzip)
{
    unpacked u = {.used = 0};
    unpack(t, &u);
    const char *name = gzip ? "a gzip file" : "a zlib stream";
    a3d_evidence e = {.rule = gzip ? A3D_FILE_GZIP : A3D_FILE_ZLIB, .size = u.used, .sure = gzip};
    e.bits = gzip ? 27 : 0;
    if (u.whole && u.out.size > 0) {
        e.undone = (const uint8_t *)u.out.data;
        e.undone_size = u.out.size;
        e.bits += 40;
        e.sure = true;
        a3d_add_trace(t, &e, "the file is %s: %s that unpack to %s, checksum correct", name,
                      a3d_amount_of(u.used, "byte").text, a3d_number_of(u.out.size).text);
    } else if (gzip) {
        const char *why = u.endless ? "unpacks to more bytes than the limit" : "is damaged or cut off";
        a3d_add_trace(t, &e, "the file is %s that %s", name, why);
    }
}

void a3d_trace_packed(a3d_tracing *t)
{
    if (is_gzip(t->data, t->size))
        trace_deflate(t, true);
    else if (is_zlib(t->data, t->size) && !a3d_model_starts(t, t->data, t->size))
        trace_deflate(t, false);
}
