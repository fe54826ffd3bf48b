/* encode.c - records, scalars and derived values; see encode.h */
#include "engine/encode.h"
#include "codec/codec.h"
#include "engine/decode.h"
#include "engine/derive.h"
#include "engine/generate.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 96, ROUNDS = 4 };

/* Where the fields of the record that is being written came to lie. */
typedef struct frame {
    uint32_t start[MOST_ROWS], end[MOST_ROWS], unpacked[MOST_ROWS];
} frame;

static void put_node(a3d_enc *enc, uint32_t index, frame *around, unsigned slot);

static void fail(a3d_enc *enc, const char *why)
{
    enc->failed = true;
    if (enc->why == NULL)
        enc->why = why;
}

static inline void put_scalar(a3d_enc *enc, const a3d_node *node, const a3d_shape *s)
{
    unsigned width = a3d_width(s->type);
    uint8_t *p = a3d_extend(enc->out, width);
    if (p != NULL)
        a3d_store(p, width, node->v.u, enc->doc->format->big_endian);
    if (node->row->publish) /* a second version of the file holds for what follows it only */
        enc->doc->vars[node->row->publish - 1] = node->v.i;
}

/* Whether a node was made by an edit or a generator, so that no bytes of a file belong to it. */
static bool is_new(const a3d_doc *doc, const a3d_node *node)
{
    return doc->edit_stream != 0 && node->stream == doc->edit_stream;
}

static void put_slack(a3d_enc *enc, uint32_t owner, uint32_t stream, unsigned form)
{
    for (const a3d_side *s = NULL; (s = a3d_side_find(enc->doc, owner, A3D_SIDE_SLACK, s)) != NULL;) {
        const a3d_node *slack = a3d_at(enc->doc, (uint32_t)s->value);
        uint32_t from = slack->edited ? enc->doc->edit_stream : slack->stream;
        if (slack->stream == stream && slack->form == form && enc->mode != A3D_CANONICAL)
            a3d_put(enc->out, enc->doc->streams[from].data + slack->off, slack->size);
    }
}

/* ---- counts and contents ---- */

static void put_prefix(a3d_enc *enc, const a3d_node *node, uint64_t count)
{
    bool wide = enc->doc->format->prefix == A3D_PREFIX_U32;
    if (count > (wide ? UINT32_MAX : 0x3fffff))
        fail(enc, wide ? "a list is too long for its count" : "a list is too long for its length (4194303 at most)");
    a3d_put_prefix(enc->doc, enc->out, count, enc->mode == A3D_CANONICAL ? 0 : node->form + 1u);
}

static uint64_t claimed_count(const a3d_doc *doc, uint32_t index)
{
    const a3d_side *claim = a3d_side_find(doc, index, A3D_SIDE_CLAIM, NULL);
    return claim != NULL ? claim->value : a3d_at(doc, index)->v.at.count;
}

static void put_lzo(a3d_enc *enc, const uint8_t *p, size_t n, bool lzo)
{
    size_t bound = lzo ? a3d_lzo1x_pack_bound(n) : a3d_lzss_pack_bound(n);
    uint8_t *to = a3d_extend(enc->out, bound);
    if (to != NULL)
        enc->out->size -= bound - (lzo ? a3d_lzo1x_pack(p, n, to) : a3d_lzss_pack(p, n, to));
}

/* A block of the ODOL kind. Packed bytes are copied when the content did not change, unless canonical. */
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
    /* what stood there is kept while the content is that of the file */
    if (!node->edited && enc->mode != A3D_CANONICAL && !is_new(enc->doc, node))
        memcpy(p, enc->doc->streams[node->stream].data + node->off + node->size - pad, pad);
}

static void put_array(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t stream, off;
    uint64_t n = a3d_content_size(enc->doc, index);
    const uint8_t *p = n > 0 ? a3d_content(enc->doc, node, &stream, &off) : NULL;
    bool fill = s->fill && (node->form & A3D_FORM_FILL);
    if (n > 0 && off + n > enc->doc->streams[stream].size) {
        fail(enc, "a count was set that the content of its list does not have");
        return;
    }
    if (s->count_by == A3D_COUNT_PREFIX)
        put_prefix(enc, node, claimed_count(enc->doc, index));
    if (s->fill)
        a3d_putc(enc->out, fill ? 1 : 0);
    if (s->pack == A3D_PACK_BLOCK && !fill)
        put_block(enc, node, p, (size_t)n);
    else if (n > 0)
        a3d_put(enc->out, p, (size_t)n);
    if (s->count_by == A3D_COUNT_NUL)
        a3d_putc(enc->out, 0);
    put_padding(enc, node, s, n);
}

/* ---- placed lists ---- */

typedef struct part {
    uint32_t off, node;
} part;

static int by_offset(const void *a, const void *b)
{
    const part *p = a, *q = b;
    if (p->off != q->off)
        return p->off < q->off ? -1 : 1;
    return p->node < q->node ? -1 : p->node > q->node; /* defensive: no two are the same */
}

/* Writes an element's address into its array, which was written before. In freeze mode only looks whether it
 * would change. */
static void store_address(a3d_enc *enc, a3d_node *array, uint32_t end, uint32_t i, uint32_t value)
{
    bool big = enc->doc->format->big_endian;
    uint8_t *p = (uint8_t *)enc->out->data + end - 4 * (size_t)array->v.at.count + 4 * (size_t)i;
    if (enc->mode == A3D_FREEZE && a3d_load32(p, big) != value)
        array->honest = 0;
    else if (array->honest || enc->mode == A3D_CANONICAL)
        a3d_store(p, 4, value, big);
}

/* The document takes over the addresses that were written. */
static void keep_addresses(a3d_enc *enc, uint32_t array, uint32_t end)
{
    const a3d_node *node = a3d_at(enc->doc, array);
    uint32_t stream, off, n = 4 * node->v.at.count;
    if (enc->mode != A3D_FAITHFUL || !node->honest || n == 0 || enc->out->failed)
        return;
    const char *written = enc->out->data + end - n;
    if (memcmp(a3d_content(enc->doc, node, &stream, &off), written, n) != 0 &&
        a3d_set_content(enc->doc, array, written, n, node->v.at.count) != A3D_OK)
        fail(enc, "memory ran out");
}

/* Elements in the order in which they lie in the file, with the gaps between them; new ones come last. */
static void put_placed(a3d_enc *enc, uint32_t index, frame *around)
{
    a3d_doc *doc = enc->doc;
    const a3d_node *node = a3d_at(doc, index);
    uint32_t first = node->v.at.first, count = node->v.at.count;
    unsigned starts = node->row->place_start - 1u, ends = node->row->place_end - 1u;
    a3d_node *start_array = a3d_at(doc, a3d_field(doc, node->parent, starts));
    a3d_node *end_array = a3d_at(doc, a3d_field(doc, node->parent, ends));
    part *parts = a3d_block_resize(doc->arena, NULL, (count + doc->n_sides + 1) * sizeof *parts);
    size_t n = 0;
    if (parts == NULL) {
        fail(enc, "memory ran out");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (a3d_at(doc, first + i)->state == A3D_PRESENT)
            parts[n++] = (part){a3d_at(doc, first + i)->off, first + i};
    for (const a3d_side *s = NULL; enc->mode != A3D_CANONICAL && (s = a3d_side_find(doc, index, A3D_SIDE_GAP, s)) != NULL;)
        parts[n++] = (part){a3d_at(doc, (uint32_t)s->value)->off, (uint32_t)s->value};
    qsort(parts, n, sizeof *parts, by_offset);
    for (size_t i = 0; i < n; i++) {
        const a3d_node *p = a3d_at(doc, parts[i].node);
        uint32_t at = (uint32_t)enc->out->size, element = parts[i].node - first;
        if (p->row == &a3d_row_gap) {
            a3d_put(enc->out, doc->streams[p->stream].data + p->off, p->size);
            continue;
        }
        put_node(enc, parts[i].node, NULL, 0);
        if (enc->out->failed || element >= start_array->v.at.count || element >= end_array->v.at.count)
            continue;
        store_address(enc, start_array, around->end[starts], element, at);
        store_address(enc, end_array, around->end[ends], element, (uint32_t)enc->out->size);
    }
    keep_addresses(enc, a3d_field(doc, node->parent, starts), around->end[starts]);
    keep_addresses(enc, a3d_field(doc, node->parent, ends), around->end[ends]);
    a3d_block_resize(doc->arena, parts, 0);
}

/* ---- packed records and lists ---- */

static void apply_patches(a3d_enc *enc, uint32_t owner, a3d_text *out)
{
    for (size_t i = 0; i < enc->n_patches; i++) {
        a3d_patch *p = &enc->patches[i];
        if (p->owner != owner)
            continue;
        if (p->whole) {
            out->size = 0;
            a3d_put(out, p->bytes, p->size);
            continue;
        }
        if ((uint64_t)p->off + p->size > out->size) {
            fail(enc, "the bytes to change lie beyond the end of the stream");
            continue;
        }
        memcpy(out->data + p->off, p->bytes, p->size);
        p->used = true;
    }
}

static void put_deflated(a3d_enc *enc, const a3d_text *inner)
{
    bool stored = enc->doc->packing == A3D_PACKS_STORED;
    int level = enc->doc->packing == A3D_PACKS_FAST ? 1 : 9;
    size_t bound = stored ? a3d_deflate_stored_bound(inner->size) : a3d_deflate_bound(inner->size), size = bound;
    uint8_t *to = a3d_extend(enc->out, bound);
    if (to == NULL)
        return;
    if (stored)
        a3d_deflate_stored((const uint8_t *)inner->data, inner->size, to);
    else if (a3d_deflate(enc->doc->arena, (const uint8_t *)inner->data, inner->size, level, to, &size) != 0)
        fail(enc, "memory ran out");
    enc->out->size -= bound - size;
}

/* Content that has a stream of its own: when it encodes to the bytes that were unpacked, the packed bytes are
 * copied, so that any compressor's work comes back; else it is packed anew. */
static void put_packed(a3d_enc *enc, uint32_t index, frame *around, unsigned slot, void (*content)(a3d_enc *, uint32_t))
{
    a3d_doc *doc = enc->doc;
    a3d_text inner, *outer = enc->out;
    uint32_t stream = a3d_at(doc, index)->packed ? a3d_stream_of(doc, index) : 0;
    a3d_text_init(&inner, doc->arena);
    enc->out = &inner;
    content(enc, index);
    put_slack(enc, index, stream != 0 ? stream : UINT32_MAX, 0);
    apply_patches(enc, index, &inner);
    enc->out = outer;
    outer->failed |= inner.failed;
    if (around != NULL)
        around->unpacked[slot] = (uint32_t)inner.size;
    const a3d_stream *s = stream != 0 ? &doc->streams[stream] : NULL;
    if (s != NULL && enc->mode != A3D_CANONICAL && s->size == inner.size &&
        (inner.size == 0 || memcmp(inner.data, s->data, inner.size) == 0))
        a3d_put(outer, doc->streams[s->parent].data + s->off, s->packed_size);
    else
        put_deflated(enc, &inner);
    a3d_text_free(&inner);
}

static void put_elements(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    for (uint32_t i = 0, n = node->v.at.count, first = node->v.at.first; i < n; i++)
        put_node(enc, first + i, NULL, 0);
}

static void put_vector(a3d_enc *enc, uint32_t index, frame *around, unsigned slot)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (node->flat) {
        put_array(enc, index);
        return;
    }
    if (s->count_by == A3D_COUNT_PREFIX)
        put_prefix(enc, node, claimed_count(enc->doc, index));
    if (node->row->place_start != 0)
        put_placed(enc, index, around);
    else if (s->pack == A3D_PACK_ZLIB && (node->packed || node->v.at.count > 0 || is_new(enc->doc, node)))
        put_packed(enc, index, around, slot, put_elements);
    else
        put_elements(enc, index);
}

/* ---- derived values ---- */

static void settle_custom(a3d_enc *enc, uint32_t field, uint32_t at, uint32_t size)
{
    size_t end = enc->out->size;
    enc->out->size = at;
    a3d_shape_of(a3d_at(enc->doc, field))->custom->write(enc, field);
    if (enc->out->size != at + size)
        enc->again = true; /* the form changed and with it what follows */
    enc->out->size = end;
}

/* The canonical form of a custom field that opens a window, by the size of what lies in it. */
static void choose_form(a3d_enc *enc, uint32_t field, const frame *f, unsigned slot, unsigned last)
{
    a3d_node *node = a3d_at(enc->doc, field);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t unpacked = 0;
    if (enc->mode != A3D_CANONICAL || s->kind != A3D_CUSTOM || s->custom->canonical == NULL)
        return;
    for (unsigned i = slot + 1; i < last; i++)
        unpacked += f->unpacked[i];
    unsigned form = s->custom->canonical(unpacked) & 7;
    if (form != node->form) {
        node->form = form & 7;
        enc->again = true;
    }
}

static void settle(a3d_enc *enc, uint32_t field, uint64_t value, uint32_t at, uint32_t size)
{
    a3d_node *node = a3d_at(enc->doc, field);
    const a3d_shape *s = a3d_shape_of(node);
    bool canonical = enc->mode == A3D_CANONICAL;
    if (!node->honest && !canonical)
        return;
    uint64_t old = node->v.u;
    if (old == value)
        return;
    if (enc->mode == A3D_FREEZE) {
        node->honest = 0;
        return;
    }
    if (s->kind == A3D_CUSTOM) {
        node->v.u = value;
        settle_custom(enc, field, at, size);
        return;
    }
    if (size < 8 && value >> (8 * size) != 0) /* defensive: eight bytes hold every value */
        fail(enc, "a length or count does not fit in its field");
    a3d_store((uint8_t *)enc->out->data + at, size, value, enc->doc->format->big_endian);
    node->v.u = value;
}

static void settle_record(a3d_enc *enc, uint32_t index, uint32_t count, uint32_t start, const frame *f)
{
    a3d_layout at = {(const uint8_t *)enc->out->data, start, (uint32_t)enc->out->size, f->start, f->end, f->unpacked, enc->total};
    for (unsigned i = 0; i < count && !enc->out->failed; i++) {
        uint32_t field = a3d_field(enc->doc, index, i);
        uint64_t value;
        at.data = (const uint8_t *)enc->out->data;
        enc->total_asked |= a3d_at(enc->doc, field)->row->derive.kind == A3D_TOTAL;
        choose_form(enc, field, f, i, count);
        if (a3d_at(enc->doc, field)->row->derive.kind != A3D_GIVEN && a3d_at(enc->doc, field)->state == A3D_PRESENT &&
            a3d_derive(enc->doc, index, i, &at, &value))
            settle(enc, field, value, f->start[i], f->end[i] - f->start[i]);
    }
}

/* ---- nodes ---- */

/* What put_node does with a field that is one number in every record. */
static inline bool put_plain(a3d_enc *enc, const a3d_node *node)
{
    if (node->row->alts != NULL || node->row->shape.kind != A3D_SCALAR || node->extra)
        return false;
    if (node->state == A3D_PRESENT && !enc->out->failed)
        put_scalar(enc, node, &node->row->shape);
    return true;
}

static void put_field(a3d_enc *enc, uint32_t index, unsigned slot, frame *f)
{
    uint32_t field = a3d_field(enc->doc, index, slot);
    const a3d_row *row = a3d_at(enc->doc, field)->row;
    if (enc->mode == A3D_CANONICAL && row->alts != NULL) { /* the choice of a form may change what follows it */
        int alt = a3d_choose_alt(enc->doc, row, index);
        a3d_at(enc->doc, field)->alt = (unsigned)(alt < 0 ? 0 : alt) & 3;
    }
    put_node(enc, field, f, slot);
}

/* Writes the fields that are there, which need not be those that an edited switch now asks for. */
static void put_record(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    uint32_t start = (uint32_t)enc->out->size, count = node->v.at.count, first = node->v.at.first;
    bool derives = false; /* or has a form to choose */
    frame f;
    if (count > MOST_ROWS) /* defensive: no record has so many rows */
        return;
    for (unsigned i = 0; i < count; i++) {
        const a3d_node *field = a3d_at(enc->doc, first + i);
        f.start[i] = (uint32_t)enc->out->size;
        f.unpacked[i] = UINT32_MAX; /* nothing was unpacked */
        derives |= field->row->derive.kind != A3D_GIVEN || field->row->shape.kind == A3D_CUSTOM;
        if (!put_plain(enc, field))
            put_field(enc, index, i, &f);
        f.end[i] = (uint32_t)enc->out->size;
        if (f.unpacked[i] == UINT32_MAX)
            f.unpacked[i] = f.end[i] - f.start[i];
    }
    node = a3d_at(enc->doc, index);
    if (!node->packed)
        put_slack(enc, index, node->stream, 0);
    if (derives)
        settle_record(enc, index, count, start, &f);
}

static void put_node(a3d_enc *enc, uint32_t index, frame *around, unsigned slot)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (node->state != A3D_PRESENT || enc->out->failed)
        return;
    switch (s->kind) {
    case A3D_SCALAR:
        put_scalar(enc, node, s);
        break;
    case A3D_ARRAY:
        put_array(enc, index);
        break;
    case A3D_VECTOR:
        put_vector(enc, index, around, slot);
        break;
    case A3D_CUSTOM:
        s->custom->write(enc, index);
        break;
    default:
        if (s->pack == A3D_PACK_ZLIB)
            put_packed(enc, index, around, slot, put_record);
        else
            put_record(enc, index);
        break;
    }
    /* a list or packed field that failed, or that something follows inside its window */
    if (a3d_at(enc->doc, index)->extra && s->kind != A3D_RECORD && s->kind != A3D_SWITCH)
        put_slack(enc, index, a3d_at(enc->doc, index)->stream, 0);
    else if (a3d_at(enc->doc, index)->extra && a3d_at(enc->doc, index)->packed)
        put_slack(enc, index, a3d_at(enc->doc, index)->stream, 0);
}

/* ---- presence ---- */

void a3d_presence(const a3d_doc *doc, uint32_t index, a3d_text *bits)
{
    const a3d_node *node = a3d_at(doc, index);
    if (node->row->optional && (node->state == A3D_PRESENT || node->state == A3D_ABSENT))
        a3d_putc(bits, node->state == A3D_ABSENT);
    unsigned kind = a3d_shape_of(node)->kind;
    if (node->state != A3D_PRESENT || node->flat || (kind != A3D_RECORD && kind != A3D_VECTOR && kind != A3D_SWITCH))
        return;
    for (uint32_t i = 0; i < node->v.at.count; i++)
        a3d_presence(doc, node->v.at.first + i, bits);
}

/* ---- files ---- */

const char *a3d_encode(a3d_doc *doc, a3d_encode_mode mode, a3d_text *out, a3d_patch *patches, size_t n_patches)
{
    a3d_enc enc = {.doc = doc, .mode = mode, .out = out, .patches = patches, .n_patches = n_patches};
    enc.total = doc->streams[0].size;
    if (mode == A3D_CANONICAL && doc->format->canonical != NULL && doc->format->canonical(doc) != 0)
        return "memory ran out";
    for (int round = 0; round < ROUNDS; round++) {
        out->size = 0;
        enc.again = false;
        a3d_unpublish(doc);
        put_node(&enc, doc->root, NULL, 0);
        put_slack(&enc, doc->root, a3d_at(doc, doc->root)->stream, A3D_FORM_BEHIND);
        apply_patches(&enc, doc->root, out);
        if (out->failed)
            return "memory ran out";
        if (enc.failed)
            return enc.why;
        if (out->size > UINT32_MAX - 1) /* defensive: the memory for it would not do */
            return "the file would be larger than 4 GiB";
        if ((out->size == enc.total || !enc.total_asked) && !enc.again)
            return NULL;
        enc.total = (uint32_t)out->size; /* the stated file size was assumed; write again with the true one */
    }
    return NULL;
}
