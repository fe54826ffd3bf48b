/* mask.c - see mask.h. Source: specs on Alternativa3D, section 3 */
#include "engine/decode/mask.h"
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"
#include "engine/document/unchanged.h"
#include "engine/encode/encode.h"

#include <string.h>

static int read_mask(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    uint32_t left = cur->end - cur->pos;
    const uint8_t *p = cur->data + cur->pos;
    if (left < 1)
        return a3d_truncated(ctx, cur, index, 1);
    unsigned form = p[0] < 0x80 ? A3D_MASK_SHORT : p[0] < 0xc0 ? A3D_MASK_LONG1 : A3D_MASK_LONG3;
    uint32_t head = form == A3D_MASK_LONG3 ? 3 : 1, extra = (uint32_t)p[0] >> 5;
    if (left < head)
        return a3d_truncated(ctx, cur, index, head);
    if (form == A3D_MASK_LONG1)
        extra = p[0] & 0x3f;
    else if (form == A3D_MASK_LONG3)
        extra = (uint32_t)(p[0] & 0x3f) << 16 | (uint32_t)p[1] << 8 | p[2];
    if (extra > left - head)
        return a3d_truncated(ctx, cur, index, head + extra);
    a3d_mask *mask = &ctx->doc->mask;
    mask->node = index;
    mask->header = form == A3D_MASK_SHORT ? 3 : 8 * head;
    mask->room = 8 * (head + extra) - mask->header;
    mask->used = 0;
    mask->bytes = p;
    a3d_node *node = a3d_at(ctx->doc, index);
    node->form = form & 7;
    node->v.at.first = cur->pos;
    node->v.at.count = head + extra;
    cur->pos += head + extra;
    if (mask->room > 0)
        return A3D_OK;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_MASK_EMPTY, index, cur->stream, cur->pos - head, head);
    a3d_say(ctx, f, "the null mask is empty; expected a bit for each optional field");
    return A3D_BAD;
}

int a3d_mask_next(a3d_ctx *ctx, uint32_t index)
{
    a3d_mask *mask = &ctx->doc->mask;
    A3D_ASSERT(mask->node != A3D_NO_NODE);
    if (mask->used < mask->room)
        return (int)a3d_mask_bit(mask, mask->used++);
    const a3d_node *node = a3d_at(ctx->doc, mask->node);
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_MASK_SHORT, index, node->stream, node->off + node->size - 1, 1);
    f->bit = 7;
    a3d_actual(f, mask->room);
    a3d_expect(f, (int64_t)mask->room + 1, (int64_t)mask->room + 1);
    a3d_expect_text(f, "a bit for every optional field");
    a3d_say(ctx, f, "the null mask has %s, all used before %s; expected a bit for every optional field",
            a3d_amount_of(mask->room, "bit").text, a3d_node_name(ctx->doc, index));
    return -1;
}

unsigned a3d_mask_form_for(uint32_t used, uint32_t *bytes, uint32_t *room)
{
    if (used <= 29) {
        uint32_t extra = used <= 5 ? 0 : (used + 2) / 8;
        *bytes = 1 + extra;
        *room = 5 + 8 * extra;
        return A3D_MASK_SHORT;
    }
    uint32_t body = (used + 7) / 8;
    unsigned form = body <= 63 ? A3D_MASK_LONG1 : A3D_MASK_LONG3;
    *bytes = body + (form == A3D_MASK_LONG1 ? 1 : 3);
    *room = 8 * body;
    return form;
}

static void check_padding(a3d_ctx *ctx, const a3d_node *node, uint32_t index)
{
    const a3d_mask *mask = &ctx->doc->mask;
    for (uint32_t i = mask->used; i < mask->room; i++) {
        if (a3d_mask_bit(mask, i) == 0)
            continue;
        uint32_t at = mask->header + i;
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_MASK_PADDING, index, node->stream, node->off + at / 8, 1);
        f->bit = at % 8;
        a3d_expect(f, 0, 0);
        a3d_actual(f, 1);
        a3d_say(ctx, f, "mask bit %u is 1; expected 0, because the fields use only %s", (unsigned)i,
                a3d_amount_of(mask->used, "bit").text);
        return;
    }
}

void a3d_check_mask(a3d_ctx *ctx)
{
    const a3d_mask *mask = &ctx->doc->mask;
    uint32_t bytes, room, index = mask->node;
    if (index == A3D_NO_NODE || a3d_at(ctx->doc, index)->state != A3D_PRESENT || mask->room == 0)
        return;
    const a3d_node *node = a3d_at(ctx->doc, index);
    unsigned form = a3d_mask_form_for(mask->used, &bytes, &room);
    if (mask->used > 29 && mask->room > room) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_MASK_SURPLUS, index, node->stream, node->off, node->size);
        a3d_expect(f, room, room);
        a3d_actual(f, mask->room);
        a3d_say(ctx, f,
                "the null mask, with a bit for each optional field, has %s; expected %u, because only %u are used",
                a3d_amount_of(mask->room, "bit").text, (unsigned)room, (unsigned)mask->used);
    } else if (node->size != bytes) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_MASK_FORM, index, node->stream, node->off, node->size);
        a3d_expect(f, bytes, bytes);
        a3d_actual(f, node->size);
        a3d_say(ctx, f, "the null mask, with a bit for each optional field, takes %s; expected %u, enough for its %s",
                a3d_amount_of(node->size, "byte").text, (unsigned)bytes, a3d_amount_of(mask->used, "bit").text);
    } else if (node->form != form) {
        a3d_say(ctx, a3d_fault_at(ctx, A3D_FAULT_MASK_FORM, index, node->stream, node->off, 1),
                "the null mask has the long form; expected the short form, which holds its %s",
                a3d_amount_of(mask->used, "bit").text);
    }
    check_padding(ctx, node, index);
    if (a3d_work(ctx, mask->room / 64 + 1) != A3D_OK)
        return;
}

/* ---- writing ---- */

/* Writes a mask of the given form and size over `n` presence bits. The remaining bits are 0. A size has at least the
 * bytes that tell it. */
static void put_mask(a3d_enc *enc, const uint8_t *bits, uint32_t n, unsigned form, uint32_t bytes)
{
    uint32_t header = a3d_mask_header(form), least = (header + 7) / 8;
    bytes = bytes > least ? bytes : least;
    uint8_t *p = a3d_extend(enc->out, bytes);
    if (p == NULL)
        return;
    memset(p, 0, bytes);
    if (form == A3D_MASK_SHORT)
        p[0] = (uint8_t)((bytes - 1) << 5);
    else if (form == A3D_MASK_LONG1)
        p[0] = (uint8_t)(0x80 | (bytes - 1));
    else
        a3d_store(p, 3, 0xc00000u | (bytes - 3), true);
    for (uint32_t i = 0; i < n && (header + i) / 8 < bytes; i++)
        if (bits[i])
            p[(header + i) / 8] |= (uint8_t)(0x80 >> (header + i) % 8);
}

/* Whether the stored mask has exactly these bits, so that its bytes can be kept whatever their form. */
static bool has_bits(const a3d_mask *mask, const uint8_t *bits, uint32_t n)
{
    if (mask->bytes == NULL || n > mask->used)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (a3d_mask_bit(mask, i) != bits[i])
            return false;
    return true;
}

static void flip_bits(a3d_enc *enc, uint32_t index, size_t start, uint32_t header)
{
    for (const a3d_side *s = NULL; (s = a3d_side_find(enc->doc, index, A3D_SIDE_FLIP, s)) != NULL;) {
        uint64_t at = header + (s->value >> 1);
        if (start + at / 8 >= enc->out->size)
            continue;
        uint8_t *p = (uint8_t *)enc->out->data + start + at / 8, bit = (uint8_t)(0x80 >> at % 8);
        *p = (uint8_t)(s->value & 1 ? *p | bit : *p & ~bit);
    }
}

static void keep_mask(a3d_enc *enc, uint32_t index)
{
    const a3d_mask *mask = &enc->doc->mask;
    size_t start = enc->out->size;
    a3d_put(enc->out, mask->bytes, (mask->room + mask->header) / 8);
    flip_bits(enc, index, start, mask->header);
}

static void write_mask(a3d_enc *enc, uint32_t index)
{
    a3d_node *node = a3d_at(enc->doc, index);
    a3d_text bits;
    bool keep = enc->mode != A3D_CANONICAL;
    const a3d_side *want = keep ? a3d_side_find(enc->doc, index, A3D_SIDE_MASK, NULL) : NULL;
    keep = keep && want == NULL && !node->edited;
    if (keep && a3d_bits_unchanged(enc->doc)) {
        keep_mask(enc, index);
        return;
    }
    a3d_text_init(&bits, enc->doc->arena);
    a3d_presence(enc->doc, enc->doc->root, &bits);
    uint32_t n = (uint32_t)bits.size, bytes, room;
    size_t start = enc->out->size;
    unsigned form = a3d_mask_form_for(n, &bytes, &room);
    if (want != NULL) { /* the form and size that an edit asked for: the form in the low two bits, then the size in
                           bytes */
        form = want->value & 3;
        bytes = (uint32_t)(want->value >> 2);
        if (bytes == 0)
            bytes = form == A3D_MASK_SHORT ? (n <= 5    ? 1
                                              : n <= 13 ? 2
                                              : n <= 21 ? 3
                                                        : 4)
                                           : (n + 7) / 8 + (form == A3D_MASK_LONG1 ? 1 : 3);
    } else if (keep && has_bits(&enc->doc->mask, (const uint8_t *)bits.data, n)) {
        keep_mask(enc, index);
        a3d_text_free(&bits);
        return;
    }
    put_mask(enc, (const uint8_t *)bits.data, n, form, bytes);
    flip_bits(enc, index, start, a3d_mask_header(form));
    enc->out->failed |= bits.failed;
    a3d_text_free(&bits);
}

static void fresh_mask(a3d_doc *doc, uint32_t index)
{
    doc->mask = (a3d_mask){.node = index};
}

static const a3d_name forms[] = {
    {A3D_MASK_SHORT, "short"}, {A3D_MASK_LONG1, "long1"}, {A3D_MASK_LONG3, "long3"}, {0, NULL}};

const a3d_custom a3d_null_mask = {read_mask, write_mask, fresh_mask, 1, forms, NULL};
