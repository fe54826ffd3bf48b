/* content.c - encodes counts, arrays, and plain lists (those without nodes) */
#include "codec/codec.h"
#include "engine/document/content.h"
#include "engine/encode/parts.h"

#include <string.h>

static uint64_t claimed_count(const a3d_doc *doc, uint32_t index)
{
    const a3d_side *claim = a3d_side_find(doc, index, A3D_SIDE_CLAIM, NULL);
    return claim != NULL ? claim->value : a3d_at(doc, index)->v.at.count;
}

void a3d_encode_count(a3d_enc *enc, uint32_t index)
{
    bool wide = enc->doc->format->prefix == A3D_PREFIX_U32;
    uint64_t count = claimed_count(enc->doc, index);
    if (count > (wide ? UINT32_MAX : 0x3fffff))
        a3d_encode_fail(enc, wide ? "a list is too long for its count"
                                  : "a list is too long for its length (4194303 at most)");
    a3d_put_prefix(enc->doc, enc->out, count, enc->mode == A3D_CANONICAL ? 0 : a3d_at(enc->doc, index)->form + 1u);
}

static void put_lzo(a3d_enc *enc, const uint8_t *p, size_t n, bool lzo)
{
    size_t bound = lzo ? a3d_lzo1x_pack_bound(n) : a3d_lzss_pack_bound(n);
    if (!a3d_packs_allow(&enc->packs, n)) {
        a3d_encode_fail(enc, a3d_packs_too_much);
        return;
    }
    uint8_t *to = a3d_extend(enc->out, bound);
    if (to != NULL)
        enc->out->size -= bound - (lzo ? a3d_lzo1x_pack(p, n, to) : a3d_lzss_pack(p, n, to));
}

/* An ODOL block. Packed bytes are copied if the content did not change, except in canonical mode. */
static void put_block(a3d_enc *enc, const a3d_node *node, const uint8_t *p, size_t n)
{
    const a3d_block_rule *rule = enc->doc->format->blocks;
    int64_t version = enc->doc->vars[A3D_VAR_VERSION];
    bool canonical = enc->mode == A3D_CANONICAL, flagged = version >= rule->flag_since;
    if (n == 0)
        return;
    unsigned flag = canonical ? 0 : node->form >> A3D_FORM_FLAG_SHIFT;
    bool packed = flagged ? flag != 0 : n >= rule->pack_from;
    if (flagged)
        a3d_putc(enc->out, (char)flag);
    if (!packed) {
        a3d_put(enc->out, p, n);
        return;
    }
    if (node->packed && !canonical) {
        const a3d_stream *s = &enc->doc->streams[node->v.at.first];
        a3d_put(enc->out, enc->doc->streams[s->parent].data + s->off, s->packed_size);
        return;
    }
    put_lzo(enc, p, n, version >= rule->lzo_since);
}

static void put_padding(a3d_enc *enc, const a3d_node *node, const a3d_shape *s, uint64_t n)
{
    unsigned pad = s->pad != 0 ? (unsigned)((s->pad - n % s->pad) % s->pad) : 0;
    uint8_t *p = pad > 0 ? a3d_extend(enc->out, pad) : NULL;
    if (p == NULL)
        return;
    memset(p, 0, pad);
    const a3d_side *given = a3d_side_find(enc->doc, (uint32_t)(node - enc->doc->nodes), A3D_SIDE_PAD, NULL);
    if (given != NULL) {
        const a3d_stream *edit = &enc->doc->streams[enc->doc->edit_stream];
        size_t left = (size_t)(edit->size - given->value);
        memcpy(p, edit->data + given->value, pad < left ? pad : left);
        return;
    }
    /* keep the padding of the file as long as the content is the file's too */
    if (!node->edited && enc->mode != A3D_CANONICAL && !a3d_is_new(enc->doc, node))
        memcpy(p, enc->doc->streams[node->stream].data + node->off + node->size - pad, pad);
}

void a3d_encode_array(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t n;
    const uint8_t *p;
    bool fill = s->fill && (node->form & A3D_FORM_FILL);
    if (!a3d_stored_content(enc->doc, index, &p, &n)) {
        a3d_encode_fail(enc, "a count was set that the content of its list does not have");
        return;
    }
    if (s->count_by == A3D_COUNT_PREFIX)
        a3d_encode_count(enc, index);
    if (s->fill)
        a3d_putc(enc->out, fill ? 1 : 0);
    if (s->pack == A3D_PACK_BLOCK && !fill)
        put_block(enc, node, p, n);
    else
        a3d_put(enc->out, p, n);
    if (s->count_by == A3D_COUNT_NUL)
        a3d_putc(enc->out, 0);
    put_padding(enc, node, s, n);
}
