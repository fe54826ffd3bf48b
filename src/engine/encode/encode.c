/* encode.c - encodes records, scalars, packed content, and derived values; see encode.h */
#include "base/never.h"
#include "engine/document/conditions.h"
#include "engine/document/derive.h"
#include "engine/document/nodes.h"
#include "engine/document/unchanged.h"
#include "engine/encode/parts.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4, BYTES_OF_STEP = 16 };

A3D_INLINE void put_scalar(a3d_enc *enc, const a3d_node *node, const a3d_shape *s)
{
    unsigned width = a3d_width(s->type);
    uint8_t *p = a3d_extend(enc->out, width);
    if (width == 4 && p != NULL) /* most */
        a3d_store32(p, (uint32_t)node->v.u, enc->doc->format->big_endian);
    else if (p != NULL)
        a3d_store(p, width, node->v.u, enc->doc->format->big_endian);
    a3d_publish(enc->doc, node);
}

static void put_slack(a3d_enc *enc, uint32_t owner, uint32_t stream, unsigned form)
{
    if (!a3d_at(enc->doc, owner)->extra) /* most */
        return;
    for (const a3d_side *s = NULL; (s = a3d_side_find(enc->doc, owner, A3D_SIDE_SLACK, s)) != NULL;) {
        const a3d_node *slack = a3d_at(enc->doc, (uint32_t)s->value);
        uint32_t from = slack->edited ? enc->doc->edit_stream : slack->stream;
        if (slack->stream == stream && slack->form == form && enc->mode != A3D_CANONICAL)
            a3d_put(enc->out, enc->doc->streams[from].data + slack->off, slack->size);
    }
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
            a3d_encode_fail(enc, "the bytes to change lie beyond the end of the stream");
            continue;
        }
        memcpy(out->data + p->off, p->bytes, p->size);
        p->used = true;
    }
}

const char a3d_packs_too_much[] = "packing its content would exceed the limit of work";

/* Content with a stream of its own. If it encodes to the bytes that were unpacked, the packed bytes are copied, so
 * the result does not depend on the compressor; otherwise it is packed anew. */
static void put_packed(a3d_enc *enc, uint32_t index, a3d_frame *around, unsigned slot,
                       void (*content)(a3d_enc *, uint32_t))
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
    if (s != NULL && !s->stale && enc->mode != A3D_CANONICAL && s->size == inner.size &&
        (inner.size == 0 || memcmp(inner.data, s->data, inner.size) == 0))
        a3d_put(outer, doc->streams[s->parent].data + s->off, s->packed_size);
    else if (!a3d_put_packed(&enc->packs, &inner, doc->packing, enc->total_asked, outer))
        a3d_encode_fail(enc, outer->failed ? "memory ran out" : a3d_packs_too_much);
    a3d_text_free(&inner);
}

/* With a watcher, copies the unchanged records at the start of the n records from `index`, as long as their bytes
 * are contiguous in the file. `all`: the caller knows that none of them changed. Returns how many were copied. */
static uint32_t put_unchanged(a3d_enc *enc, uint32_t index, uint32_t n, bool all)
{
    const a3d_doc *doc = enc->doc;
    const a3d_node *first = a3d_at(doc, index), *node = first;
    uint32_t i = 0;
    if (enc->mode == A3D_CANONICAL)
        return 0;
    uint32_t end = first->off;
    while (i < n && node->off == end && node->stream == first->stream && node->state == A3D_PRESENT &&
           (all || a3d_is_unchanged(doc, index + i))) {
        end += node->size;
        node++;
        i++;
    }
    if (i > 0)
        a3d_put(enc->out, doc->streams[first->stream].data + first->off, end - first->off);
    return i;
}

static void put_elements(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    bool unchanged = a3d_elements_unchanged(enc->doc, index);
    for (uint32_t i = 0, n = node->v.at.count, first = node->v.at.first; i < n; i++) {
        if (enc->doc->watcher != NULL)
            i += put_unchanged(enc, first + i, n - i, unchanged);
        if (i < n)
            a3d_encode_node(enc, first + i, NULL, 0);
    }
}

static void put_vector(a3d_enc *enc, uint32_t index, a3d_frame *around, unsigned slot)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (node->flat) {
        a3d_encode_array(enc, index);
        return;
    }
    if (s->count_by == A3D_COUNT_PREFIX)
        a3d_encode_count(enc, index);
    if (node->row->place_start != 0)
        a3d_encode_placed(enc, index, around);
    else if (s->pack == A3D_PACK_ZLIB && (node->packed || node->v.at.count > 0 || a3d_is_new(enc->doc, node)))
        put_packed(enc, index, around, slot, put_elements);
    else
        put_elements(enc, index);
}

/* ---- derived values ---- */

static void update_custom(a3d_enc *enc, uint32_t field, uint32_t at, uint32_t size)
{
    size_t end = enc->out->size;
    enc->out->size = at;
    a3d_shape_of(a3d_at(enc->doc, field))->custom->write(enc, field);
    if (enc->out->size != at + size)
        enc->again = true; /* the form changed, and so may everything after it */
    enc->out->size = end;
}

/* Gives a custom field that opens a window its canonical form, which depends on the size of the window's content. */
static void choose_form(a3d_enc *enc, uint32_t field, const a3d_frame *f, unsigned slot, unsigned last)
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

static void update(a3d_enc *enc, uint32_t field, uint64_t value, uint32_t at, uint32_t size)
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
        update_custom(enc, field, at, size);
        return;
    }
    if (!A3D_NEVER(size >= 8) && value >> (8 * size) != 0)
        a3d_encode_fail(enc, "a length or count does not fit in its field");
    a3d_store((uint8_t *)enc->out->data + at, size, value, enc->doc->format->big_endian);
    node->v.u = value;
}

static void update_record(a3d_enc *enc, uint32_t index, uint32_t count, uint32_t start, const a3d_frame *f)
{
    a3d_layout at = {
        (const uint8_t *)enc->out->data, start, (uint32_t)enc->out->size, f->start, f->end, f->unpacked, enc->total};
    for (unsigned i = 0; i < count && !enc->out->failed; i++) {
        uint32_t field = a3d_field(enc->doc, index, i);
        uint64_t value;
        at.data = (const uint8_t *)enc->out->data;
        enc->total_asked |= a3d_at(enc->doc, field)->row->derive.kind == A3D_TOTAL;
        choose_form(enc, field, f, i, count);
        if (a3d_at(enc->doc, field)->row->derive.kind != A3D_GIVEN && a3d_at(enc->doc, field)->state == A3D_PRESENT &&
            a3d_derive(enc->doc, index, i, &at, &value))
            update(enc, field, value, f->start[i], f->end[i] - f->start[i]);
    }
}

/* ---- nodes ---- */

/* A fast path of a3d_encode_node for fields that are one number in every record. Returns false for other fields. */
A3D_INLINE bool put_plain(a3d_enc *enc, const a3d_node *node)
{
    if (node->row->alts != NULL || node->row->shape.kind != A3D_SCALAR || node->extra)
        return false;
    if (node->state == A3D_PRESENT && !enc->out->failed)
        put_scalar(enc, node, &node->row->shape);
    return true;
}

static void put_field(a3d_enc *enc, uint32_t index, unsigned slot, a3d_frame *f)
{
    uint32_t field = a3d_field(enc->doc, index, slot);
    const a3d_row *row = a3d_at(enc->doc, field)->row;
    if (enc->mode == A3D_CANONICAL && row->alts != NULL) { /* another form may change what follows */
        int alt = a3d_choose_alt(enc->doc, row, index);
        a3d_at(enc->doc, field)->alt = (unsigned)(alt < 0 ? 0 : alt) & 3;
    }
    a3d_encode_node(enc, field, f, slot);
}

/* Writes the fields that are present, even if a switch was edited and now selects others. */
static void put_record(a3d_enc *enc, uint32_t index)
{
    const a3d_node *node = a3d_at(enc->doc, index);
    uint32_t start = (uint32_t)enc->out->size, count = node->v.at.count, first = node->v.at.first;
    bool derives = false; /* some field is derived or has a form to choose */
    a3d_frame f;
    if (A3D_NEVER(count > A3D_MOST_ROWS) ||
        (enc->doc->watcher != NULL && !node->packed && put_unchanged(enc, index, 1, false) > 0))
        return;
    for (unsigned i = 0; i < count; i++) {
        const a3d_node *field = a3d_at(enc->doc, first + i);
        uint32_t at = f.start[i] = (uint32_t)enc->out->size;
        derives |= field->row->derive.kind != A3D_GIVEN || field->row->shape.kind == A3D_CUSTOM;
        f.unpacked[i] = UINT32_MAX; /* not packed */
        if (!put_plain(enc, field))
            put_field(enc, index, i, &f);
        f.end[i] = (uint32_t)enc->out->size;
        if (f.unpacked[i] == UINT32_MAX)
            f.unpacked[i] = f.end[i] - at;
    }
    node = a3d_at(enc->doc, index);
    if (!node->packed && node->extra)
        put_slack(enc, index, node->stream, 0);
    if (derives)
        update_record(enc, index, count, start, &f);
}

void a3d_encode_node(a3d_enc *enc, uint32_t index, a3d_frame *around, unsigned slot)
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
        a3d_encode_array(enc, index);
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
    /* a list or packed field that failed, or whose window has bytes after its content */
    if (a3d_at(enc->doc, index)->extra && s->kind != A3D_RECORD && s->kind != A3D_SWITCH)
        put_slack(enc, index, a3d_at(enc->doc, index)->stream, 0);
    else if (a3d_at(enc->doc, index)->extra && a3d_at(enc->doc, index)->packed)
        put_slack(enc, index, a3d_at(enc->doc, index)->stream, 0);
}

/* ---- files ---- */

/* Writes the file once, with a guess of its size. */
static const char *put_once(a3d_enc *enc)
{
    a3d_doc *doc = enc->doc;
    enc->out->size = 0;
    a3d_packs_round(&enc->packs);
    enc->again = false;
    a3d_unpublish(doc);
    a3d_encode_node(enc, doc->root, NULL, 0);
    put_slack(enc, doc->root, a3d_at(doc, doc->root)->stream, A3D_FORM_BEHIND);
    apply_patches(enc, doc->root, enc->out);
    if (enc->out->failed)
        return "memory ran out";
    if (enc->failed)
        return enc->why;
    return enc->out->size > UINT32_MAX - 1 ? "the file would be larger than 4 GiB" : NULL;
}

static bool is_settled(const a3d_enc *enc)
{
    return (enc->out->size == enc->total || !enc->total_asked) && !enc->again;
}

/* Writes the file repeatedly until the size that it states, and the forms chosen, are right. A size in packed data may
 * never be: one packs to a file that is a byte longer, and that one's size to a file that is a byte shorter. */
static const char *put_rounds(a3d_enc *enc)
{
    for (int round = 0; round < ROUNDS; round++) {
        const char *why = put_once(enc);
        if (why != NULL || is_settled(enc))
            return why;
        enc->total = (uint32_t)enc->out->size;
    }
    return "the file states its size in packed data, and each size makes a file of another size; store that data "
           "unpacked";
}

const char *a3d_encode(a3d_doc *doc, a3d_encode_mode mode, a3d_text *out, a3d_patch *patches, size_t n_patches)
{
    a3d_enc enc = {.doc = doc, .mode = mode, .out = out, .patches = patches, .n_patches = n_patches};
    /* most files keep their size; a canonical value must not depend on the size before */
    enc.total = mode == A3D_CANONICAL ? 0 : doc->streams[0].size;
    enc.packs.most = doc->most_packed;
    if (mode == A3D_CANONICAL && doc->format->canonical != NULL && doc->format->canonical(doc) != 0)
        return "memory ran out";
    a3d_look_for_changes(doc);
    for (size_t i = 0; i < n_patches; i++)
        a3d_mark_changed(doc, patches[i].owner);
    a3d_room(out, (size_t)doc->streams[0].size + 1);
    const char *why = put_rounds(&enc);
    doc->steps += out->size / BYTES_OF_STEP + enc.packs.steps;
    a3d_packs_free(&enc.packs, doc->arena);
    return doc->arena->refused || a3d_text_is_lost(out) ? "memory ran out" : why;
}

const char *a3d_encode_try(a3d_doc *doc, a3d_text *out, a3d_patch *patches, size_t n_patches, uint64_t *steps)
{
    uint64_t before = doc->steps;
    doc->packing = A3D_PACKS_TRIED;
    const char *why = a3d_encode(doc, A3D_FAITHFUL, out, patches, n_patches);
    *steps += doc->steps - before;
    return why;
}
