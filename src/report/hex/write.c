/* write.c - writes one line of annotated hex; see lines.h */
#include "base/utf8.h"
#include "engine/decode/mask.h"
#include "engine/document/path.h"
#include "engine/document/prefix.h"
#include "report/common/phrases.h"
#include "report/hex/lines.h"

#include <inttypes.h>


enum { BYTE_COLUMNS = 3 * A3D_HEX_WIDTH };

/* Bytes as text: quoted when they hold nothing but text, otherwise with dots for characters that cannot be shown. */
static void put_text(a3d_text *out, const uint8_t *p, uint32_t n, bool is_text)
{
    a3d_putc(out, is_text ? '"' : '|');
    if (is_text && a3d_utf8_valid(p, n) == n)
        a3d_put_printable(out, (const char *)p, n);
    else
        for (uint32_t i = 0; i < n; i++)
            a3d_putc(out, p[i] >= 0x20 && p[i] < 0x7f ? (char)p[i] : '.');
    a3d_putc(out, is_text ? '"' : '|');
}

static void put_values(a3d_text *out, const a3d_doc *doc, const a3d_row *row, const a3d_shape *s, const uint8_t *p,
                       uint32_t count)
{
    unsigned width = a3d_width(s->type);
    if (s->kind == A3D_ARRAY && s->type == A3D_U8) {
        put_text(out, p, count, s->text);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        a3d_puts(out, i > 0 ? ", " : "");
        a3d_put_scalar(out, row, s->type, a3d_load_type(p + (size_t)i * width, s->type, doc->format->big_endian));
    }
}

/* [first] or [first..last] of `all` values; nothing when the line has them all. */
static void put_range(a3d_text *out, uint32_t first, uint32_t count, uint32_t all)
{
    if (count == all || count == 0)
        return;
    a3d_printf(out, "[%" PRIu32, first);
    if (count > 1)
        a3d_printf(out, "..%" PRIu32, first + count - 1);
    a3d_putc(out, ']');
}

/* ---- nodes ---- */

void a3d_hex_find_path(a3d_hex_writer *w, const a3d_piece *piece)
{
    if (piece->node == w->path_node)
        return;
    w->path.size = 0;
    a3d_put_path(&w->path, w->doc, piece->node);
    w->path_node = piece->node;
}

static void put_path(a3d_hex_writer *w, const a3d_piece *piece)
{
    a3d_hex_find_path(w, piece);
    static const char *const suffixes[A3D_PART_UNOWNED + 1] = {
        [A3D_PART_COUNT] = ".$count", [A3D_PART_FILL] = ".$fill", [A3D_PART_FLAG] = ".$pack", [A3D_PART_PAD] = ".$pad"};
    if (w->path.size > 0) /* that of the root is empty */
        a3d_put(w->out, w->path.data + w->omitted, w->path.size - w->omitted);
    if (suffixes[piece->part] != NULL)
        a3d_puts(w->out, suffixes[piece->part]);
}

static void put_custom(a3d_hex_writer *w, const a3d_node *node)
{
    const char *form = a3d_form_name(node);
    if (w->doc->mask.node != w->path_node)
        a3d_printf(w->out, " = %" PRId64, node->v.i);
    if (form != NULL)
        a3d_printf(w->out, " (form %s)", form);
}

/* The packed bytes, and the stream with their content when its name differs from the field's. */
static void put_packed(a3d_hex_writer *w, const a3d_piece *piece)
{
    a3d_puts(w->out, w->path.size > 0 ? ", packed" : "packed");
    if (a3d_at(w->doc, piece->node)->row->stream_name == NULL)
        return;
    a3d_puts(w->out, ": see ");
    a3d_put_owner(w->out, w->doc, piece->node);
}

static void put_piece(a3d_hex_writer *w, const a3d_hex_line *line, const uint8_t *p)
{
    const a3d_piece *piece = line->piece;
    const a3d_node *node = a3d_at(w->doc, piece->node);
    put_path(w, piece);
    switch (piece->part) {
    case A3D_PART_VALUE:
        a3d_puts(w->out, " = ");
        a3d_put_node_value(w->out, w->doc, piece->node, node->v.i);
        break;
    case A3D_PART_COUNT:
        a3d_printf(w->out, " = %" PRIu32, a3d_prefix_load(w->doc->format, p, line->size));
        break;
    case A3D_PART_FILL:
    case A3D_PART_FLAG:
        a3d_printf(w->out, " = %u", p[0]);
        break;
    case A3D_PART_END:
        a3d_puts(w->out, ", the NUL at its end");
        break;
    case A3D_PART_PACKED:
        put_packed(w, piece);
        break;
    case A3D_PART_CUSTOM:
        put_custom(w, node);
        break;
    default: /* padding, slack and gaps */
        a3d_putc(w->out, ' ');
        put_text(w->out, p, line->size, false);
        break;
    }
}

static void put_array(a3d_hex_writer *w, const a3d_hex_line *line, const uint8_t *p)
{
    const a3d_node *node = a3d_at(w->doc, line->piece->node);
    put_path(w, line->piece);
    put_range(w->out, line->first, line->count, a3d_stored_count(node));
    a3d_puts(w->out, " = ");
    put_values(w->out, w->doc, node->row, a3d_shape_of(node), p, line->count);
}

/* ---- elements ---- */

static void put_names(a3d_text *out, const a3d_leaf *leaf)
{
    for (unsigned i = 0; i < leaf->depth; i++)
        a3d_printf(out, "%s%s", i > 0 ? "." : "", a3d_row_name(leaf->rows[i]));
}

static int put_small_leaf(void *user, const a3d_leaf *leaf)
{
    a3d_hex_writer *w = user;
    a3d_puts(w->out, leaf->off > leaf->prefix ? ", " : " = ");
    put_names(w->out, leaf);
    if (leaf->count > 0)
        a3d_putc(w->out, ' ');
    put_values(w->out, w->doc, leaf->rows[leaf->depth - 1], leaf->shape, leaf->data, leaf->count);
    return 0;
}

static void put_element(a3d_hex_writer *w, const a3d_hex_line *line, const uint8_t *p)
{
    uint32_t list = line->piece->node;
    put_path(w, line->piece);
    a3d_printf(w->out, "[%" PRIu32 "]", line->element);
    a3d_flat_element(w->doc, list, a3d_shape_of(a3d_at(w->doc, list))->record, p, line->size, put_small_leaf, w);
}

static void put_leaf(a3d_hex_writer *w, const a3d_hex_line *line, const uint8_t *p)
{
    const a3d_leaf *leaf = &line->leaf;
    put_path(w, line->piece);
    a3d_printf(w->out, "[%" PRIu32 "].", line->element);
    put_names(w->out, leaf);
    if (line->kind == A3D_HEX_PREFIX) {
        a3d_printf(w->out, ".$count = %" PRIu32, a3d_prefix_load(w->doc->format, p, line->size));
        return;
    }
    put_range(w->out, line->first, line->count, leaf->count);
    a3d_puts(w->out, " = ");
    put_values(w->out, w->doc, leaf->rows[leaf->depth - 1], leaf->shape, p, line->count);
}

/* ---- the null mask ---- */

static void put_bit(a3d_hex_writer *w, uint32_t bit)
{
    const a3d_mask *mask = &w->doc->mask;
    bool set = a3d_mask_bit(mask, bit) != 0;
    a3d_printf(w->out, "\n%*sbit %" PRIu32 " %s ", 12 + BYTE_COLUMNS, "", bit, set ? "absent " : "present");
    if (bit < w->n_bits)
        a3d_put_path(w->out, w->doc, w->bits[bit]);
    else
        a3d_puts(w->out, "(nothing asked for it)");
}

/* A byte of the mask, and below it one line for each bit that a field took. */
static void put_mask(a3d_hex_writer *w, const a3d_hex_line *line)
{
    const a3d_mask *mask = &w->doc->mask;
    const a3d_node *node = a3d_at(w->doc, mask->node);
    uint32_t from = 8 * (line->off - node->off), to = from + 8, all = mask->header + mask->room;
    put_path(w, line->piece);
    if (line->off == node->off) {
        put_custom(w, node);
        a3d_printf(w->out, ", %" PRIu32 " of %" PRIu32 " bits used", mask->used, mask->room);
    }
    if (to > all)
        to = all;
    if (from < mask->header)
        from = mask->header;
    if (from >= to)
        return;
    from -= mask->header;
    to -= mask->header;
    a3d_printf(w->out, "%s bits %" PRIu32 " to %" PRIu32, line->off == node->off ? "," : "", from, to - 1);
    for (uint32_t bit = from; bit < to && bit < mask->used; bit++)
        put_bit(w, bit);
    if (to > mask->used)
        a3d_puts(w->out, from >= mask->used ? ", not used" : "");
}

/* ---- lines ---- */

static void put_fold(a3d_hex_writer *w, const a3d_hex_line *line)
{
    a3d_printf(w->out, "... %" PRIu32 " byte%s", line->size, line->size == 1 ? "" : "s");
    a3d_hex_find_path(w, line->piece);
    if (line->piece->part == A3D_PART_UNOWNED || w->path.size == 0)
        return;
    a3d_putc(w->out, ' ');
    put_path(w, line->piece);
}

static const char *color_of(const a3d_hex_writer *w, const a3d_piece *piece)
{
    static const char *const colors[] = {"\033[36m", "\033[32m", "\033[33m", "\033[35m",
                                         "\033[34m", "\033[96m", "\033[92m", "\033[93m"};
    const a3d_record *type = a3d_piece_record(w->doc, piece);
    return !w->color ? "" : type == NULL ? "\033[31m" : colors[type->id % 8];
}

void a3d_hex_note(a3d_hex_writer *w, const a3d_hex_line *line)
{
    const uint8_t *p = w->doc->streams[line->piece->stream].data + line->off;
    if (line->piece->part == A3D_PART_UNOWNED) {
        a3d_puts(w->out, "(no field) ");
        put_text(w->out, p, line->size, false);
    } else if (line->kind == A3D_HEX_FOLD) {
        put_path(w, line->piece);
    } else if (line->kind == A3D_HEX_VALUES) {
        put_array(w, line, p);
    } else if (line->kind == A3D_HEX_ELEMENT) {
        put_element(w, line, p);
    } else if (line->kind == A3D_HEX_LEAF || line->kind == A3D_HEX_PREFIX) {
        put_leaf(w, line, p);
    } else if (line->kind == A3D_HEX_MASK) {
        put_mask(w, line);
    } else {
        put_piece(w, line, p);
    }
}

void a3d_hex_remark(a3d_hex_writer *w, const a3d_hex_line *line)
{
    if (line->kind == A3D_HEX_FOLD)
        put_fold(w, line);
    else
        a3d_hex_note(w, line);
}

void a3d_hex_put_bytes(a3d_hex_writer *w, const a3d_hex_line *line, uint32_t at, uint32_t n, bool note)
{
    const uint8_t *p = w->doc->streams[line->piece->stream].data + line->off + at;
    unsigned first = at / A3D_HEX_GROUP, last = (at + n - 1) / A3D_HEX_GROUP, groups = (2u << last) - (1u << first);
    int pad = note ? (int)a3d_hex_note_column(w) - A3D_HEX_INDENT + 1 - (int)(3 * n) : 0;
    a3d_printf(w->out, "%08" PRIx32 " %c%s", line->off + at, (line->marked & groups) != 0 ? '!' : ' ',
               color_of(w, line->piece));
    a3d_put_hex(w->out, p, n, " ");
    a3d_printf(w->out, "%*s%s", pad, "", w->color ? "\033[0m" : "");
}

void a3d_hex_write(a3d_hex_writer *w, const a3d_hex_line *line)
{
    if (line->kind == A3D_HEX_FOLD)
        a3d_printf(w->out, "%-*s", (int)a3d_hex_note_column(w), "   ...");
    else
        a3d_hex_put_bytes(w, line, 0, line->size, true);
    a3d_hex_remark(w, line);
    a3d_putc(w->out, '\n');
}
