/* container.c - the package header of A3D2: two or four bytes with the length and a flag for packed data.
 *
 * Source: specs on Alternativa3D, section 1.2. */
#include "base/bytes.h"
#include "codec/inflate.h"
#include "engine/document/nodes.h"
#include "engine/encode/encode.h"
#include "formats/a3d2/a3d2.h"

static int read_header(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const uint8_t *p = cur->data + cur->pos;
    uint32_t left = cur->end - cur->pos, need = left > 0 && (p[0] & 0x80) != 0 ? 4 : 2;
    if (left < need)
        return a3d_truncated(ctx, cur, index, need);
    a3d_node *node = a3d_at(ctx->doc, index);
    if (need == 4) {
        node->form = A3D2_LONG;
        node->v.i = a3d_load32(p, true) & 0x7fffffff;
    } else {
        node->form = (p[0] & 0x40) != 0 ? A3D2_PACKED : A3D2_STORED;
        node->v.i = a3d_load16(p, true) & 0x3fff;
    }
    cur->pos += need;
    return A3D_OK;
}

/* A length of more than 14 bits requires the long form, which only packed data can have. */
static void write_header(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    uint32_t length = (uint32_t)node->v.i;
    bool large = node->honest && length > 0x3fff;
    unsigned form = large && node->form == A3D2_PACKED ? A3D2_LONG : node->form;
    if (large && form == A3D2_STORED) {
        enc->failed = true;
        enc->why = "a package that is not packed holds 16383 bytes at most";
    }
    uint8_t *p = a3d_extend(enc->out, form == A3D2_LONG ? 4 : 2);
    if (p == NULL)
        return;
    if (form == A3D2_LONG)
        a3d_store(p, 4, 0x80000000u | length, true);
    else
        a3d_store(p, 2, (form == A3D2_PACKED ? 0x4000u : 0) | (length & 0x3fff), true);
}

static void fresh_header(a3d_doc *doc, uint32_t index)
{
    a3d_at(doc, index)->form = A3D2_PACKED;
}

/* The reference writer always packs, and chooses the long form by the unpacked size. */
static unsigned canonical_form(uint32_t unpacked)
{
    return unpacked >= 16384 ? A3D2_LONG : A3D2_PACKED;
}

static const a3d_name forms[] = {{A3D2_STORED, "stored"}, {A3D2_PACKED, "packed"}, {A3D2_LONG, "long"}, {0, NULL}};

const a3d_custom a3d2_package_header = {read_header, write_header, fresh_header, 2, forms, canonical_form};

/* ---- damaged heads ---- */

/* The most packed bytes of which a short and a long header can tell. */
enum { SHORT_MOST = 0x3fff, LONG_MOST = 0x7fffffff };

static bool is_zlib(const uint8_t *p)
{
    return (p[0] & 0x0f) == 8 && (p[0] << 8 | p[1]) % 31 == 0;
}

/* A package that fills the file, with one of the zlib headers that zlib writes, or with other packed data: then 31 bits
 * of a long header and a gzip header speak for it. */
bool a3d2_starts(const uint8_t *data, size_t size)
{
    unsigned need = size > 0 && (data[0] & 0x80) != 0 ? 4 : 2;
    if (size < need + 8u)
        return false;
    bool fills = need == 4 ? (a3d_load32(data, true) & 0x7fffffff) == size - 4
                           : (unsigned)a3d_load16(data, true) == (0x4000u | (size - 2)) && size - 2 <= 0x3fff;
    const uint8_t *p = data + need;
    bool gzip = p[0] == 0x1f && p[1] == 0x8b && p[2] == 8;
    return fills && ((p[0] == 0x78 && is_zlib(p)) || gzip || (need == 4 && a3d_is_raw_deflate(p, size - need)));
}

/* A package header of `need` bytes for so many bytes, and `kept` bytes after it. */
static a3d_head head_of(unsigned need, size_t length, const uint8_t *kept, unsigned n)
{
    a3d_head head = {.size = (uint8_t)(need + n)};
    a3d_store(head.bytes, need, (uint32_t)length | (need == 4 ? 0x80000000u : 0x4000u), true);
    for (unsigned i = 0; i < n; i++)
        head.bytes[need + i] = kept[i];
    return head;
}

static size_t add_head(a3d_head *heads, size_t n, a3d_head head, unsigned replaced)
{
    if (n == A3D_HEADS)
        return n;
    heads[n] = head;
    heads[n].replaced = (uint8_t)replaced;
    return n + 1;
}

/* The zlib header of two bytes that differs from these in the fewest bits. */
static const uint8_t *nearest_zlib(const uint8_t *p)
{
    static const uint8_t headers[4][2] = {{0x78, 0xda}, {0x78, 0x9c}, {0x78, 0x01}, {0x78, 0x5e}};
    unsigned least = 17, best = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned change = (unsigned)(p[0] ^ headers[i][0]) << 8 | (p[1] ^ headers[i][1]), bits = 0;
        for (; change != 0; change &= change - 1)
            bits++;
        best = bits < least ? i : best;
        least = bits < least ? bits : least;
    }
    return headers[best];
}

/* How many of n bytes differ from those of a head, from its byte `from` on. */
static unsigned count_wrong(const uint8_t *data, const a3d_head *head, unsigned from, unsigned n)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < n; i++)
        wrong += data[i] != head->bytes[from + i];
    return wrong;
}

/* Adds the head whose last bytes are where the file begins, if a zlib header follows them. The first ones are lost. */
static size_t add_lost(a3d_head *heads, size_t n, unsigned need, const uint8_t *data, size_t size)
{
    for (unsigned kept = need; kept-- > 0;) {
        size_t length = size - kept;
        if (length > (need == 2 ? SHORT_MOST : LONG_MOST) || !is_zlib(data + kept))
            continue;
        a3d_head lost = head_of(need, length, NULL, 0);
        if (count_wrong(data, &lost, need - kept, kept) == 0)
            n = add_head(heads, n, lost, kept);
    }
    return n;
}

/* Adds the head of which one or both bytes of the zlib header are lost, too. Nothing in the file speaks for it, so
 * large files are not unpacked only to try it. */
static size_t add_lost_zlib(a3d_head *heads, size_t n, unsigned need, const uint8_t *data, size_t size)
{
    enum { MOST = 4 << 20 };
    static const uint8_t headers[2][2] = {{0x78, 0xda}, {0x78, 0x9c}};
    for (unsigned kept = 0; kept < 2 && size <= MOST; kept++) {
        size_t length = size - kept + 2;
        for (unsigned i = 0; i < 2; i++)
            if (length <= (need == 2 ? SHORT_MOST : LONG_MOST) && (kept == 0 ? i == 0 : data[0] == headers[i][1]))
                n = add_head(heads, n, head_of(need, length, headers[i], 2), kept);
    }
    return n;
}

/* A head of the same form as that of the file, so that only the length is another one. */
static a3d_head name_length(a3d_head head, unsigned need, const uint8_t *data)
{
    uint8_t form = need == 4 ? 0x80 : 0xc0;
    uint32_t most = need == 4 ? LONG_MOST : SHORT_MOST;
    if ((data[0] & form) != (head.bytes[0] & form))
        return head;
    head.what = "package length";
    head.number = (need == 4 ? a3d_load32(data, true) : a3d_load16(data, true)) & most;
    head.right = (need == 4 ? a3d_load32(head.bytes, true) : a3d_load16(head.bytes, true)) & most;
    return head;
}

/* The header follows from the size of the file. Either it is damaged or its first bytes are lost, and a zlib header is
 * in its place; or the zlib header is damaged or lost, too. Bytes in front of a short header are no long one of which
 * nearly every byte is damaged. */
size_t a3d2_heads(const uint8_t *data, size_t size, a3d_head heads[A3D_HEADS])
{
    size_t n = 0;
    if (size <= 8)
        return 0;
    for (unsigned need = 4; need >= 2; need -= 2)
        n = add_lost(heads, n, need, data, size);
    for (unsigned need = 2; need <= 4; need += 2) {
        size_t length = size - need;
        if (length > (need == 2 ? SHORT_MOST : LONG_MOST))
            continue;
        a3d_head honest = head_of(need, length, NULL, 0);
        unsigned wrong = count_wrong(data, &honest, 0, need);
        bool right = wrong == 0, front = need == 4 && wrong > 2 && a3d2_starts(data + 2, size - 2);
        if (is_zlib(data + need) && !right && !front)
            n = add_head(heads, n, name_length(honest, need, data), need);
        if (right && !is_zlib(data + need))
            n = add_head(heads, n, head_of(need, length, nearest_zlib(data + need), 2), need + 2);
    }
    for (unsigned need = 2; need <= 4; need += 2)
        n = add_lost_zlib(heads, n, need, data, size);
    return n;
}
