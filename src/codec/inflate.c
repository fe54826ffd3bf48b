/* inflate.c - see inflate.h
 *
 * Header and checksum of zlib streams, and steps of output. */
#include "base/bytes.h"
#include "codec/inflate_parts.h"

#include <string.h>

enum {
    HEADER = 2, TRAILER = 4,
    PIECE = 1 << 17 /* bytes unpacked at once; small enough to be in the cache when they are summed */
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

static void begin(a3d_inflate *s, const uint8_t *in, size_t in_size, size_t header)
{
    s->bits = (a3d_bits){.start = in, .next = header > 0 ? in + header : in, .end = in_size > 0 ? in + in_size : in};
    s->made = s->held = 0;
    s->left = 0;
    s->sum = 1;
    s->phase = A3D_INFLATE_HEAD;
    s->final = s->over = s->single = false;
    s->raw = header == 0;
}

void a3d_inflate_begin_raw(a3d_inflate *s, const uint8_t *in, size_t in_size)
{
    begin(s, in, in_size, 0);
}

a3d_codec_status a3d_inflate_begin(a3d_inflate *s, const uint8_t *in, size_t in_size, a3d_codec_result *r)
{
    s->last = check_header(in, in_size);
    s->over = s->last.status != A3D_CODEC_OK;
    if (!s->over)
        begin(s, in, in_size, HEADER);
    *r = s->last;
    return r->status;
}

/* Checks the Adler-32 that follows the deflate data. */
static a3d_codec_result check_trailer(const a3d_inflate *s, size_t at)
{
    size_t size = (size_t)(s->bits.end - s->bits.start);
    if (size - at < TRAILER)
        return result(A3D_CODEC_INPUT_ENDS, size, size, 0);
    uint32_t stored = a3d_load32(s->bits.start + at, true);
    if (stored == s->sum)
        return result(A3D_CODEC_OK, at + TRAILER, at + TRAILER, 0);
    a3d_codec_result r = result(A3D_CODEC_BAD_CHECKSUM, at + TRAILER, at, 0);
    r.stored = stored;
    r.computed = s->sum;
    return r;
}

static void finish(a3d_inflate *s, a3d_inflate_step st)
{
    size_t size = (size_t)(s->bits.end - s->bits.start);
    uint64_t bit = (uint64_t)(s->bits.next - s->bits.start) * 8 - s->bits.count;
    size_t at = (size_t)(bit / 8), after = (size_t)((bit + 7) / 8);

    if (st == A3D_STEP_DONE)
        s->last = s->raw ? result(A3D_CODEC_OK, after, after, 0) : check_trailer(s, after);
    else if (st == A3D_STEP_ENDS)
        s->last = result(A3D_CODEC_INPUT_ENDS, size, size, 0);
    else
        s->last = result(A3D_CODEC_BAD_BLOCK, at, at, (unsigned)(bit % 8));
    if (st == A3D_STEP_FAULT)
        s->last.what = s->fault;
    s->last.made = s->made;
    s->over = true;
}

int a3d_inflate_more(a3d_inflate *s, uint8_t *out, size_t have, size_t room, size_t *made, a3d_codec_result *r)
{
    a3d_inflate_step st = s->over ? A3D_STEP_DONE : A3D_STEP_PAUSE;
    uint8_t none;
    if (out == NULL)
        out = &none;
    *made = 0;
    while (st == A3D_STEP_PAUSE) {
        uint8_t *from = out + have + *made, *end = out + have + room;
        a3d_output o = {.first = out, .next = from, .stop = end - from > PIECE ? from + PIECE : end, .end = end};
        st = a3d_inflate_blocks(s, &o);
        size_t n = (size_t)(o.next - from);
        if (!s->raw)
            s->sum = a3d_adler32(s->sum, from, n);
        *made += n;
        s->made += n;
    }
    if (st == A3D_STEP_FULL)
        return 1;
    if (!s->over)
        finish(s, st);
    *r = s->last;
    return 0;
}

size_t a3d_inflate_used(const a3d_inflate *s)
{
    return (size_t)(s->bits.next - s->bits.start) - s->bits.count / 8;
}

int a3d_inflate_piece(a3d_inflate *s, uint8_t *window, const uint8_t **piece, size_t *made, a3d_codec_result *r)
{
    if (s->held > A3D_INFLATE_REACH) {
        memmove(window, window + s->held - A3D_INFLATE_REACH, A3D_INFLATE_REACH);
        s->held = A3D_INFLATE_REACH;
    }
    *piece = window + s->held;
    int more = a3d_inflate_more(s, window, s->held, A3D_INFLATE_WINDOW - s->held, made, r);
    s->held += *made;
    return more;
}

bool a3d_is_raw_deflate(const uint8_t *in, size_t in_size)
{
    enum { ENOUGH = 4096 };
    uint8_t out[ENOUGH];
    a3d_inflate s;
    a3d_codec_result r;
    size_t made;
    a3d_inflate_begin_raw(&s, in, in_size);
    return a3d_inflate_more(&s, out, 0, sizeof out, &made, &r) != 0 ||
           (r.status == A3D_CODEC_OK && r.used == in_size && r.made > 0);
}
