/* container.c - the package header of A3D2: two or four bytes with the length and a flag for packed data.
 *
 * Source: specs on Alternativa3D, section 1.2. */
#include "base/bytes.h"
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
