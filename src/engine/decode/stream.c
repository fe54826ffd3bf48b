/* stream.c - packed bytes, unpacked into streams of their own; see reading.h */
#include "base/never.h"
#include "codec/inflate.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

#include <string.h>

/* The most bytes that one packed byte can yield: LZO makes a run of 255 of each length byte, and 17 bytes of LZSS
 * hold eight matches of 18. */
enum { LZO_RATIO = 256, LZSS_RATIO = 9 };

/* Counts unpacked bytes as work. Unpacking takes longer than reading, which matters most in trials, where little else
 * is done. */
static int count_work(a3d_ctx *ctx, uint64_t bytes)
{
    enum { A_STEP = 16, A_TRIAL_STEP = 8 };
    return a3d_work(ctx, bytes / (ctx->quiet ? A_TRIAL_STEP : A_STEP));
}

/* Counts the bytes that were unpacked before a fault as work, too. */
static int count_failed(a3d_ctx *ctx, uint64_t bytes, int st)
{
    return st == A3D_BAD && count_work(ctx, bytes) != A3D_OK ? A3D_STOP : st;
}

static int count_unpacked(a3d_ctx *ctx, uint64_t bytes)
{
    ctx->unpacked += bytes;
    if (ctx->unpacked > ctx->limits.unpacked)
        return a3d_limit(ctx, A3D_LIMIT_UNPACKED);
    if (ctx->own_work_limit)
        ctx->doc->work_limit += 64 * bytes;
    return count_work(ctx, bytes);
}

static a3d_fault fault_of(a3d_codec_status status)
{
    switch (status) {
    case A3D_CODEC_INPUT_ENDS:
        return A3D_FAULT_PACKED_ENDS;
    case A3D_CODEC_BAD_CHECKSUM:
        return A3D_FAULT_PACKED_CHECKSUM;
    case A3D_CODEC_BAD_METHOD:
    case A3D_CODEC_BAD_WINDOW:
    case A3D_CODEC_BAD_HEADER_CHECK:
    case A3D_CODEC_PRESET_DICTIONARY:
    case A3D_CODEC_GZIP:
        return A3D_FAULT_ZLIB_HEADER;
    case A3D_CODEC_OUTPUT_SHORT:
    case A3D_CODEC_OUTPUT_OVERRUN:
        return A3D_FAULT_UNPACKED_SIZE;
    default:
        return A3D_FAULT_PACKED_DATA;
    }
}

/* Says what is there instead of a zlib header. */
static void say_header(a3d_ctx *ctx, a3d_finding *f, const uint8_t *p, size_t size, a3d_codec_status status)
{
    if (!a3d_keeps_message(ctx, f))
        return;
    bool raw = status != A3D_CODEC_GZIP && a3d_is_raw_deflate(p, size);
    a3d_say(ctx, f,
            size > 1 ? "%s (%02x %02x); expected a valid zlib header, such as 78 9c"
                     : "%s (%02x); expected a valid zlib header, such as 78 9c",
            raw ? "the data is raw deflate data without a zlib header" : a3d_codec_status_text(status), p[0],
            size > 1 ? p[1] : 0);
}

static int report_codec(a3d_ctx *ctx, const a3d_cur *cur, uint32_t node, const a3d_codec_result *r, const char *codec)
{
    uint32_t at = cur->pos + (uint32_t)r->at;
    uint32_t size = at < cur->end ? (r->status == A3D_CODEC_BAD_CHECKSUM ? 4 : 1) : 0;
    a3d_finding *f = a3d_fault_at(ctx, fault_of(r->status), node, cur->stream, at, size);
    if (r->status == A3D_CODEC_BAD_BLOCK && at < cur->end) /* else the fault showed with the last bit */
        f->bit = 7 - r->bit;
    if (r->status == A3D_CODEC_BAD_CHECKSUM) {
        a3d_actual(f, r->stored);
        a3d_expect(f, r->computed, r->computed);
        a3d_expect_hex(ctx, f, r->computed);
        a3d_say(ctx, f, "the %s checksum is %08x; expected %08x, the checksum of the %s", codec, (unsigned)r->stored,
                (unsigned)r->computed, a3d_amount_of(r->made, "unpacked byte").text);
        return A3D_BAD;
    }
    if (fault_of(r->status) == A3D_FAULT_ZLIB_HEADER) {
        say_header(ctx, f, cur->data + cur->pos, cur->end - cur->pos, r->status);
        return A3D_BAD;
    }
    if (r->status == A3D_CODEC_INPUT_ENDS) {
        a3d_say(ctx, f, "the %s data breaks off after %s; expected more data", codec,
                a3d_amount_of(r->made, "unpacked byte").text);
        return A3D_BAD;
    }
    const char *what = r->what != NULL ? r->what : a3d_codec_status_text(r->status);
    if (r->made == 0)
        a3d_say(ctx, f, "the %s data is damaged at its start: %s", codec, what);
    else
        a3d_say(ctx, f, "the %s data is damaged after %s: %s", codec, a3d_amount_of(r->made, "unpacked byte").text,
                what);
    return A3D_BAD;
}

/* ---- zlib ---- */

/* The most bytes that may still be unpacked, and in *limit the limit that says so. A work limit that grows with
 * unpacked bytes does not count. */
static uint64_t most_output(const a3d_ctx *ctx, int *limit)
{
    uint64_t most = ctx->limits.unpacked - ctx->unpacked;
    uint64_t steps = ctx->doc->work_limit > ctx->doc->steps ? ctx->doc->work_limit - ctx->doc->steps : 0;
    *limit = A3D_LIMIT_UNPACKED;
    if (ctx->own_work_limit || steps >= most / 16)
        return most;
    *limit = A3D_LIMIT_WORK;
    return 16 * steps;
}

static int inflate_all(a3d_ctx *ctx, a3d_inflate *z, uint32_t packed, uint8_t **data, size_t *size, a3d_codec_result *r)
{
    size_t room = 4096 + (size_t)packed * 4, made;
    int limit;
    uint64_t most = most_output(ctx, &limit);
    for (;;) {
        if (room > most)
            room = (size_t)most + 1; /* one byte more than allowed, to see whether there is more */
        uint8_t *grown = a3d_block_resize(ctx->doc->arena, *data, room);
        if (grown == NULL)
            return a3d_limit(ctx, A3D_LIMIT_MEMORY);
        *data = grown;
        int more = a3d_inflate_more(z, grown, *size, room - *size, &made, r);
        *size += made;
        if (!more)
            return A3D_OK;
        if (room > most)
            return a3d_limit(ctx, limit);
        room += room;
    }
}

/* Opens a stream with the unpacked data, cut to size. The stream is empty when there is no data. */
static int keep(a3d_ctx *ctx, uint8_t *data, size_t size, a3d_stream s, uint32_t *stream)
{
    if (size > UINT32_MAX - 1) {
        a3d_block_resize(ctx->doc->arena, data, 0);
        return a3d_limit(ctx, A3D_LIMIT_UNPACKED);
    }
    uint8_t *fit = a3d_block_resize(ctx->doc->arena, data, size > 0 ? size : 1);
    s.data = fit != NULL ? fit : data;
    s.size = (uint32_t)size;
    s.owned = true;
    if (a3d_open_stream(ctx, s, stream) != A3D_OK || count_unpacked(ctx, size) != A3D_OK)
        return A3D_STOP;
    return A3D_OK;
}

static int empty_stream(a3d_ctx *ctx, const a3d_cur *cur, uint32_t owner, uint32_t *stream)
{
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_PACKED_EMPTY, owner, cur->stream, cur->pos, 0);
    a3d_say(ctx, f, "%s is packed, but has no bytes; expected a zlib stream",
            a3d_row_name(a3d_at(ctx->doc, owner)->row));
    a3d_stream s = {.data = cur->data + cur->pos, .owner = owner, .parent = cur->stream, .off = cur->pos};
    return a3d_open_stream(ctx, s, stream);
}

/* Takes the bytes between the end of a packed stream and `end` as slack. */
static int take_trailing(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end)
{
    uint32_t left = end - cur->pos;
    if (left == 0)
        return A3D_OK;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_PACKED_TRAILING, owner, cur->stream, cur->pos, left);
    a3d_actual(f, left);
    a3d_expect(f, 0, 0);
    a3d_say(ctx, f, "%s after the end of the zlib stream", a3d_amount_of(left, "extra byte").text);
    ctx->doc->faulty = true;
    return a3d_take_slack(ctx, cur, owner, end);
}

int a3d_unpack_zlib(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end, uint32_t *stream)
{
    a3d_inflate z;
    a3d_codec_result r;
    uint8_t *data = NULL;
    size_t size = 0;
    if (end <= cur->pos && a3d_rule_for(ctx->format, A3D_FAULT_PACKED_EMPTY) != NULL)
        return empty_stream(ctx, cur, owner, stream);
    const a3d_stream *known = a3d_known_stream(ctx, cur, end);
    if (known != NULL)
        return a3d_take_known(ctx, cur, owner, known, stream) == A3D_OK ? take_trailing(ctx, cur, owner, end)
                                                                        : A3D_STOP;
    uint32_t packed = end > cur->pos ? end - cur->pos : 0;
    if (a3d_inflate_begin(&z, cur->data + cur->pos, packed, &r) != A3D_CODEC_OK)
        return report_codec(ctx, cur, owner, &r, "zlib");
    int st = inflate_all(ctx, &z, packed, &data, &size, &r);
    if (st == A3D_OK && r.status != A3D_CODEC_OK) {
        st = report_codec(ctx, cur, owner, &r, "zlib");
        if (!ctx->quiet && r.status == A3D_CODEC_BAD_BLOCK &&
            a3d_side_add(ctx->doc, owner, A3D_SIDE_PACKED, (uint64_t)cur->pos << 32 | (uint32_t)size) != 0)
            return a3d_limit(ctx, A3D_LIMIT_MEMORY);
        /* all of the content was unpacked, or a part worth saving: read that, too */
        if (r.status == A3D_CODEC_BAD_CHECKSUM || (ctx->limits.repairs && size > 0)) {
            ctx->doc->faulty = true;
            st = A3D_OK;
        }
    }
    if (st != A3D_OK) {
        a3d_block_resize(ctx->doc->arena, data, 0);
        return count_failed(ctx, size, st);
    }
    a3d_stream s = {.owner = owner,
                    .parent = cur->stream,
                    .off = cur->pos,
                    .packed_size = (uint32_t)r.used,
                    .sound = r.status == A3D_CODEC_OK};
    st = keep(ctx, data, size, s, stream);
    if (s.sound && cur->stream == 0 && ctx->limits.set_aside != NULL)
        ctx->limits.set_aside(cur->data + cur->pos, r.used);
    cur->pos += (uint32_t)r.used;
    if (st != A3D_OK || cur->pos >= end)
        return st;
    if (r.status != A3D_CODEC_OK && r.status != A3D_CODEC_BAD_CHECKSUM)
        return a3d_take_slack(ctx, cur, owner, end);
    return take_trailing(ctx, cur, owner, end);
}

/* ---- ODOL blocks ---- */

static int bad_ratio(a3d_ctx *ctx, const a3d_cur *cur, uint32_t node, uint64_t size, unsigned ratio)
{
    uint32_t left = cur->end - cur->pos;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_PACK_RATIO, node, cur->stream, cur->pos, left > 0);
    a3d_actual(f, (int64_t)size);
    a3d_expect(f, 0, (int64_t)left * ratio);
    a3d_say(ctx, f, "%s declares %s; the remaining %s can yield at most %s", a3d_row_name(a3d_at(ctx->doc, node)->row),
            a3d_amount_of(size, "unpacked byte").text, a3d_amount_of(left, "byte").text,
            a3d_number_of((uint64_t)left * ratio).text);
    return A3D_BAD;
}

/* Unpacks into a buffer that grows only as output is produced, so that a false size costs no memory. */
static int unpack_block(a3d_ctx *ctx, const a3d_cur *cur, bool lzo, size_t size, uint8_t **data, a3d_codec_result *r)
{
    const uint8_t *in = cur->data + cur->pos;
    size_t left = cur->end - cur->pos, room = 65536 + 8 * left;
    if (room > size || !lzo)
        room = size;
    for (;;) {
        uint8_t *grown = a3d_block_resize(ctx->doc->arena, *data, room);
        if (grown == NULL)
            return a3d_limit(ctx, A3D_LIMIT_MEMORY);
        *data = grown;
        *r = lzo ? a3d_lzo1x_unpack(in, left, grown, room) : a3d_lzss_unpack(in, left, grown, room);
        /* in a buffer smaller than the claimed size these three statuses do not say yet what the stream contains */
        bool unsure = r->status == A3D_CODEC_OK || r->status == A3D_CODEC_OUTPUT_OVERRUN ||
                      r->status == A3D_CODEC_BAD_LENGTH;
        if (!unsure || room == size)
            return A3D_OK;
        if (a3d_work(ctx, room / 16) != A3D_OK)
            return A3D_STOP;
        room = size / 4 > room ? room * 4 : size;
    }
}

static int read_packed_block(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint64_t size, uint32_t *stream)
{
    bool lzo = ctx->doc->vars[A3D_VAR_VERSION] >= ctx->format->blocks->lzo_since;
    unsigned ratio = lzo ? LZO_RATIO : LZSS_RATIO;
    a3d_codec_result r = {0};
    uint8_t *data = NULL;
    if (size > (uint64_t)(cur->end - cur->pos) * ratio)
        return bad_ratio(ctx, cur, node, size, ratio);
    int limit;
    if (size > most_output(ctx, &limit))
        return a3d_limit(ctx, limit);
    const a3d_stream *known = a3d_known_stream(ctx, cur, cur->end);
    if (known != NULL && known->size == size)
        return a3d_take_known(ctx, cur, node, known, stream);
    int st = unpack_block(ctx, cur, lzo, (size_t)size, &data, &r);
    if (st == A3D_OK && r.status != A3D_CODEC_OK) {
        st = report_codec(ctx, cur, node, &r, lzo ? "LZO1X" : "LZSS");
        if (!ctx->quiet && lzo && a3d_side_add(ctx->doc, node, A3D_SIDE_PACKED, (uint64_t)cur->pos << 32 | size) != 0)
            return a3d_limit(ctx, A3D_LIMIT_MEMORY);
        if (r.status == A3D_CODEC_BAD_CHECKSUM) {
            ctx->doc->faulty = true;
            st = A3D_OK;
        }
    }
    if (st != A3D_OK) {
        a3d_block_resize(ctx->doc->arena, data, 0);
        return count_failed(ctx, r.made < size ? r.made : size, st);
    }
    a3d_stream s = {.owner = node,
                    .parent = cur->stream,
                    .off = cur->pos,
                    .packed_size = (uint32_t)r.used,
                    .sound = r.status == A3D_CODEC_OK};
    cur->pos += (uint32_t)r.used;
    return keep(ctx, data, (size_t)size, s, stream);
}

static int read_flag(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, bool *packed)
{
    if (cur->end - cur->pos < 1)
        return a3d_truncated(ctx, cur, node, 1);
    uint8_t flag = cur->data[cur->pos];
    if (flag == 1 || flag > 2) {
        a3d_finding *f = a3d_fault_at(ctx, flag == 1 ? A3D_FAULT_FLAG_ODD : A3D_FAULT_FLAG, node, cur->stream, cur->pos,
                                      1);
        a3d_actual(f, flag);
        a3d_expect_text(f, "0 (raw) or 2 (packed)");
        a3d_say(ctx, f, "the compression flag of %s is %u; expected 0 (raw) or 2 (packed)",
                a3d_row_name(a3d_at(ctx->doc, node)->row), flag);
        if (flag > 2)
            return A3D_BAD;
    }
    cur->pos++;
    a3d_node *n = a3d_at(ctx->doc, node);
    n->form = (n->form | (unsigned)flag << A3D_FORM_FLAG_SHIFT) & 7;
    *packed = flag != 0;
    return A3D_OK;
}

int a3d_read_block(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint64_t size, bool *packed, uint32_t *stream)
{
    const a3d_block_rule *rule = ctx->format->blocks;
    A3D_ASSERT(rule != NULL);
    *packed = size >= rule->pack_from;
    if (ctx->doc->vars[A3D_VAR_VERSION] >= rule->flag_since) {
        int st = read_flag(ctx, cur, node, packed);
        if (st != A3D_OK)
            return st;
    }
    return *packed ? read_packed_block(ctx, cur, node, size, stream) : A3D_OK;
}
