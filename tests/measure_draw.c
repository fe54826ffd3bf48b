/* measure_draw.c - what can be damaged, and the damaged file; see measure.c */
#include "measure.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/decode/decode.h"
#include "engine/decode/mask.h"
#include "engine/document/prefix.h"
#include "engine/edit/edit.h"
#include "engine/encode/encode.h"

#include <string.h>

const char *const kind_names[KINDS] = {"scalars", "counts", "lengths", "mask bits", "text ends", "padding",
                                        "content", "any byte", "two damages", "three damages"};

uint64_t draw_state = 88172645463325252u;
uint64_t draw(void)
{
    draw_state ^= draw_state << 13;
    draw_state ^= draw_state >> 7;
    draw_state ^= draw_state << 17;
    return draw_state;
}

/* ---- what can be damaged ---- */

static bool counts_something(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_record *type = node->parent != A3D_NO_NODE ? a3d_record_type(doc, node->parent) : NULL;
    if (node->row->derive.kind == A3D_COUNT)
        return true;
    if (type == NULL || a3d_shape_of(a3d_at(doc, node->parent))->kind == A3D_VECTOR)
        return false;
    unsigned slot = index - a3d_at(doc, node->parent)->v.at.first;
    for (unsigned i = slot + 1; i < type->n_rows; i++) {
        const a3d_shape *s = a3d_shape_of(a3d_at(doc, a3d_field(doc, node->parent, i)));
        if ((s->kind == A3D_ARRAY || s->kind == A3D_VECTOR) && s->count_by == A3D_COUNT_FIELD && s->slot == slot)
            return true;
    }
    return false;
}

static kind kind_of(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (node->state != A3D_PRESENT || node->row == &a3d_row_element)
        return KINDS;
    if ((s->kind == A3D_ARRAY || s->kind == A3D_VECTOR) && s->count_by == A3D_COUNT_PREFIX)
        return COUNT;
    if (s->kind == A3D_CUSTOM)
        return s->custom == &a3d_null_mask ? MASK : node->row->derive.kind == A3D_SPAN ? LENGTH : KINDS;
    if (s->kind != A3D_SCALAR)
        return KINDS;
    unsigned by = node->row->derive.kind;
    if (by == A3D_SPAN || by == A3D_UNPACKED || by == A3D_TOTAL)
        return LENGTH;
    return counts_something(doc, index) ? COUNT : by == A3D_ADLER32 ? KINDS : SCALAR;
}

/* Another value of the same width: a neighbour, one bit flipped, or any. */
static uint64_t other_value(uint64_t value, unsigned bits)
{
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, other;
    do {
        switch (draw() % 4) {
        case 0: other = value + 1 + draw() % 4; break;
        case 1: other = value - 1 - draw() % 4; break;
        case 2: other = value ^ UINT64_C(1) << draw() % bits; break;
        default: other = draw(); break;
        }
    } while ((other & mask) == (value & mask));
    return other & mask;
}

/* The bytes of padding after an array. */
static uint32_t padding_of(const a3d_node *node)
{
    const a3d_shape *s = a3d_shape_of(node);
    return s->pad != 0 ? node->off + node->size - node->v.at.first - a3d_stored_count(node) * a3d_width(s->type) : 0;
}

/* Whether a node has something of this kind. A text with an inline length is of two kinds. */
static bool has_kind(const a3d_doc *doc, uint32_t index, kind want)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    bool read = node->state == A3D_PRESENT && node->row != &a3d_row_element && s->kind == A3D_ARRAY;
    if (want == PADDING)
        return read && !node->packed && padding_of(node) > 0;
    if (want == TEXT_END)
        return read && (s->count_by == A3D_COUNT_NUL || (s->text && s->count_by == A3D_COUNT_PREFIX));
    return kind_of(doc, index) == want;
}

static uint8_t other_byte(uint8_t value)
{
    return (uint8_t)other_value(value, 8);
}

/* A bit of the null mask. */
static void damage_mask(const a3d_doc *doc, const uint8_t *p, damage *d)
{
    uint32_t at = doc->mask.header + (uint32_t)(draw() % doc->mask.used);
    d->off += at / 8;
    d->size = 1;
    d->bytes[0] = (uint8_t)(p[at / 8] ^ 0x80 >> at % 8);
}

/* A number, or the inline count of a list. */
static void damage_number(const a3d_doc *doc, const a3d_node *node, const uint8_t *p, damage *d)
{
    bool header = a3d_shape_of(node)->kind == A3D_CUSTOM; /* of a package: 14 or 31 bits are the length */
    bool list = a3d_shape_of(node)->kind != A3D_SCALAR && !header;
    bool a3d = header || (list && doc->format->prefix == A3D_PREFIX_A3D);
    d->size = header ? node->size : list ? a3d_prefix_size(doc->format, p, 4) : a3d_width(a3d_shape_of(node)->type);
    unsigned bits = 8 * d->size;
    if (a3d)
        bits = header ? (d->size == 2 ? 14 : 31) : d->size == 1 ? 7 : d->size == 2 ? 14 : 22;
    uint64_t top = a3d ? a3d_load(p, d->size, true) >> bits << bits : 0;
    uint64_t value = other_value(a3d_load(p, d->size, doc->format->big_endian), bits);
    a3d_store(d->bytes, d->size, value | top, doc->format->big_endian);
}

/* One byte at the end of a field becomes another. */
static void damage_end(const uint8_t *p, uint32_t back, const a3d_node *node, damage *d)
{
    d->off += node->size - back;
    d->size = 1;
    d->bytes[0] = other_byte(p[node->size - back]);
}

/* Whether a place of a stream is packed data, which is in a stream of its own. */
static bool is_packed(const a3d_doc *doc, uint32_t stream, uint32_t off)
{
    for (size_t i = 1; i < doc->n_streams; i++)
        if (doc->streams[i].parent == stream && off - doc->streams[i].off < doc->streams[i].packed_size)
            return true;
    return false;
}

/* A byte of the file, or of what is unpacked. */
static void damage_byte(const a3d_doc *doc, kind want, damage *d)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < doc->n_streams; i++)
        bytes += doc->streams[i].size;
    do {
        uint64_t at = draw() % (want == ANY_BYTE ? doc->streams[0].size : bytes);
        for (*d = (damage){.size = 1}; at >= doc->streams[d->stream].size; d->stream++)
            at -= doc->streams[d->stream].size;
        d->off = (uint32_t)at;
    } while (want == CONTENT && is_packed(doc, d->stream, d->off));
    d->bytes[0] = other_byte(doc->streams[d->stream].data[d->off]);
}

bool draw_damage(const a3d_doc *doc, kind want, damage *d)
{
    uint32_t found = A3D_NO_NODE, seen = 0;
    if (want >= CONTENT) {
        damage_byte(doc, want, d);
        return true;
    }
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (has_kind(doc, i, want) && draw() % ++seen == 0)
            found = i;
    if (found == A3D_NO_NODE)
        return false;
    const a3d_node *node = a3d_at(doc, found);
    const uint8_t *p = doc->streams[node->stream].data + node->off;
    *d = (damage){.stream = node->stream, .off = node->off};
    if (want == MASK)
        damage_mask(doc, p, d);
    else if (want == PADDING)
        damage_end(p, 1 + (uint32_t)(draw() % padding_of(node)), node, d);
    else if (want == TEXT_END && a3d_shape_of(node)->count_by == A3D_COUNT_NUL)
        damage_end(p, 1, node, d);
    else
        damage_number(doc, node, p, d);
    return true;
}

/* ---- the damaged file ---- */

/* M3G sections that were patched in the file itself need their Adler-32 again. */
static void repair_sections(const a3d_doc *doc, uint8_t *file, size_t size, const damage *d)
{
    if (strcmp(doc->format->name, "m3g") != 0 || d->stream != 0)
        return;
    uint32_t original = doc->streams[0].size;
    const uint8_t *was = doc->streams[0].data;
    for (uint64_t at = 12; at + 13 <= original && original == size;) {
        uint32_t total = a3d_load32(was + at + 1, false);
        if (total < 13 || total > original - at)
            return;
        bool touches_sum = d->off + d->size > at + total - 4 && d->off < at + total;
        if (d->off >= at && d->off < at + total && !touches_sum)
            a3d_store(file + at + total - 4, 4, a3d_adler32(1, file + at, total - 4), false);
        at += total;
    }
}

/* A byte of the file itself is changed as it is; other damages before the file is packed. */
static bool damaged_bytes(const a3d_doc *doc, const damage *d, unsigned n, a3d_text *out)
{
    a3d_put(out, doc->streams[0].data, doc->streams[0].size);
    for (unsigned i = 0; i < n && !out->failed; i++)
        out->data[d[i].off] = (char)d[i].bytes[0];
    return !out->failed;
}

bool damaged_file(a3d_doc *doc, kind k, const damage *d, unsigned n, a3d_text *out)
{
    a3d_patch patches[MOST_DAMAGES];
    if (k == ANY_BYTE)
        return damaged_bytes(doc, d, n, out);
    for (unsigned i = 0; i < n; i++) {
        uint32_t stream = doc->streams[d[i].stream].owner;
        uint32_t owner = stream == A3D_NO_NODE ? doc->root : stream;
        if (a3d_shape_of(a3d_at(doc, owner))->pack == A3D_PACK_BLOCK)
            return false;
        patches[i] = (a3d_patch){.owner = owner, .off = d[i].off, .size = d[i].size, .bytes = d[i].bytes};
    }
    if (a3d_encode(doc, A3D_FAITHFUL, out, patches, n) != NULL)
        return false;
    for (unsigned i = 0; i < n; i++)
        repair_sections(doc, (uint8_t *)out->data, out->size, &d[i]);
    return true;
}
