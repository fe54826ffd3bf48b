/* packed.c - files that are compressed as a whole with gzip or zlib; kinds.def names other compressions */
#include "codec/codec.h"
#include "transfer/tracing.h"

#include <string.h>

enum { PIECE = 1 << 16 };

typedef struct unpacked {
    a3d_text out;
    size_t used;  /* bytes of the file */
    bool whole;   /* ends, and the checksum is right */
    bool endless; /* gives more bytes than the limit allows */
} unpacked;

/* Unpacks one stream at `from`, with either header. zlib checks the checksum and the size of gzip itself. */
static void unpack_stream(a3d_tracing *t, size_t from, unpacked *u)
{
    z_stream z = {.next_in = t->data + from, .avail_in = (uInt)(t->size - from)};
    int code = Z_OK;
    a3d_zlib_memory(&z, t->arena);
    if (inflateInit2(&z, 15 + 32) != Z_OK)
        return;
    while (code == Z_OK && !u->endless) {
        uint8_t *room = a3d_extend(&u->out, PIECE);
        if (room == NULL)
            break;
        z.next_out = room;
        z.avail_out = PIECE;
        code = inflate(&z, Z_NO_FLUSH);
        u->out.size -= z.avail_out;
        u->endless = u->out.size > t->room;
    }
    u->whole = code == Z_STREAM_END;
    u->used = t->size - z.avail_in;
    inflateEnd(&z);
}

static bool is_gzip(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 0x1f && data[1] == 0x8b && data[2] == 8 && (data[3] & 0xe0) == 0;
}

static bool is_zlib(const uint8_t *data, size_t size)
{
    return size >= 8 && (data[0] & 0x0f) == 8 && data[0] >> 4 <= 7 && (data[0] * 256 + data[1]) % 31 == 0 &&
           (data[1] & 0x20) == 0;
}

/* A gzip file may have several members, which follow each other. */
static void unpack(a3d_tracing *t, unpacked *u)
{
    a3d_text_init(&u->out, t->arena);
    unpack_stream(t, 0, u);
    while (u->whole && is_gzip(t->data, t->size) && is_gzip(t->data + u->used, t->size - u->used))
        unpack_stream(t, u->used, u);
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
        a3d_add_trace(t, &e, "the file is %s: %s of %s, checksum correct", name, a3d_amount_of(u.used, "byte").text,
                      a3d_number_of(u.out.size).text);
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
