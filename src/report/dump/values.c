/* values.c - values, arrays and lists whose elements have no nodes; see parts.h */
#include "base/utf8.h"
#include "codec/codec.h"
#include "engine/document/flat.h"
#include "report/dump/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FEW_NUMBERS = 16, FEW_BYTES = 64, FEW_ELEMENTS = 8 };

void a3d_dump_value(a3d_dumper *d, const a3d_row *row, unsigned type, int64_t value)
{
    const char *name = a3d_value_name(row, value);
    if (type == A3D_F32)
        a3d_tree_float(&d->tree, (uint32_t)value);
    else if (type == A3D_BOOL && (value & ~INT64_C(1)) == 0)
        a3d_tree_bool(&d->tree, value != 0);
    else if (row->derive.kind == A3D_ADLER32)
        a3d_tree_checksum(&d->tree, value);
    else
        a3d_tree_int(&d->tree, value);
    if (name != NULL)
        a3d_tree_remark(&d->tree, name);
}

void a3d_dump_number(a3d_dumper *d, const char *key, int64_t value)
{
    a3d_tree_key(&d->tree, key);
    a3d_tree_int(&d->tree, value);
}

static void put_digest(a3d_dumper *d, const uint8_t *data, size_t n)
{
    char text[12];
    snprintf(text, sizeof text, "%08" PRIx32, a3d_adler32(1, data, n));
    a3d_tree_key(&d->tree, "$adler32");
    a3d_tree_str(&d->tree, text);
}

static void put_hex(a3d_dumper *d, const uint8_t *data, size_t n)
{
    a3d_text hex;
    a3d_text_init(&hex, d->tree.out->arena);
    a3d_put_hex(&hex, data, n, "");
    a3d_tree_text(&d->tree, hex.data != NULL ? hex.data : "", hex.size);
    a3d_text_free(&hex);
}

/* Reads a value as a number that can be compared; NaN is left out of ranges. */
static bool comparable(unsigned type, int64_t value, double *number)
{
    float f;
    uint32_t bits = (uint32_t)value;
    if (type != A3D_F32) {
        *number = (double)value;
        return true;
    }
    memcpy(&f, &bits, sizeof f);
    *number = (double)f;
    return f == f;
}

static void put_range(a3d_dumper *d, const a3d_row *row, const uint8_t *data, uint32_t count, unsigned type)
{
    unsigned width = a3d_width(type);
    int64_t low = 0, high = 0;
    double least = 0, most = 0;
    bool some = false;
    for (uint32_t i = 0; i < count; i++) {
        double number;
        int64_t value = a3d_load_type(data + (size_t)i * width, type, d->doc->format->big_endian);
        if (!comparable(type, value, &number))
            continue;
        if (!some || number < least) {
            least = number;
            low = value;
        }
        if (!some || number > most) {
            most = number;
            high = value;
        }
        some = true;
    }
    if (!some)
        return;
    a3d_tree_key(&d->tree, "$min");
    a3d_dump_value(d, row, type, low);
    a3d_tree_key(&d->tree, "$max");
    a3d_dump_value(d, row, type, high);
}

static void put_summary(a3d_dumper *d, const a3d_row *row, const uint8_t *data, uint32_t count, unsigned type)
{
    a3d_tree_open(&d->tree, '{');
    a3d_dump_number(d, "$count", count);
    put_range(d, row, data, count, type);
    put_digest(d, data, (size_t)count * a3d_width(type));
    a3d_tree_close(&d->tree, '}');
}

void a3d_dump_array(a3d_dumper *d, const a3d_row *row, const a3d_shape *s, const uint8_t *data, uint32_t count)
{
    bool bytes = s->type == A3D_U8 && !s->text;
    if (s->text && a3d_utf8_valid(data, count) == count) {
        a3d_tree_text(&d->tree, (const char *)data, count);
    } else if (!d->full && count > (bytes ? FEW_BYTES : FEW_NUMBERS)) {
        put_summary(d, row, data, count, s->type);
    } else if (bytes || s->text) {
        put_hex(d, data, count);
    } else {
        a3d_tree_open_line(&d->tree);
        for (uint32_t i = 0; i < count; i++)
            a3d_dump_value(d, row, s->type,
                           a3d_load_type(data + (size_t)i * a3d_width(s->type), s->type, d->doc->format->big_endian));
        a3d_tree_close_line(&d->tree);
    }
}

/* ---- lists without nodes ---- */

typedef struct element {
    a3d_dumper *d;
    const a3d_row *open[A3D_FLAT_DEPTH]; /* records that are currently open */
    unsigned depth;
} element;

/* Closes the records that the leaf is not in, and opens those that it is in. */
static int put_leaf(void *user, const a3d_leaf *leaf)
{
    element *e = user;
    a3d_dumper *d = e->d;
    unsigned same = 0, inner = leaf->depth - 1;
    while (same < e->depth && same < inner && e->open[same] == leaf->rows[same])
        same++;
    for (; e->depth > same; e->depth--)
        a3d_tree_close(&d->tree, '}');
    for (; e->depth < inner; e->depth++) {
        e->open[e->depth] = leaf->rows[e->depth];
        a3d_tree_key(&d->tree, a3d_row_name(leaf->rows[e->depth]));
        a3d_tree_open(&d->tree, '{');
    }
    const a3d_row *row = leaf->rows[inner];
    a3d_tree_key(&d->tree, a3d_row_name(row));
    if (leaf->shape->kind == A3D_ARRAY)
        a3d_dump_array(d, row, leaf->shape, leaf->data, leaf->count);
    else
        a3d_dump_value(d, row, leaf->shape->type,
                       a3d_load_type(leaf->data, leaf->shape->type, d->doc->format->big_endian));
    return 0;
}

uint32_t a3d_dump_flat_element(a3d_dumper *d, uint32_t list, const a3d_record *type, const uint8_t *data, uint32_t left)
{
    element e = {.d = d};
    a3d_tree_open(&d->tree, '{');
    int64_t size = a3d_flat_element(d->doc, list, type, data, left, put_leaf, &e);
    for (; e.depth > 0; e.depth--)
        a3d_tree_close(&d->tree, '}');
    a3d_tree_close(&d->tree, '}');
    return size > 0 ? (uint32_t)size : 0;
}

/* The number of bytes that the elements take. */
static uint32_t flat_size(const a3d_dumper *d, uint32_t list, uint32_t count)
{
    uint32_t size;
    if (count == 0)
        return 0;
    uint32_t off = a3d_flat_locate(d->doc, list, count - 1, &size);
    return off + size;
}

void a3d_dump_flat(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, count = a3d_stored_count(node), pos = 0;
    const uint8_t *data = a3d_content(d->doc, node, &stream, &off);
    if (data == NULL)
        count = 0;
    if (!d->full && count > FEW_ELEMENTS) {
        uint32_t size = flat_size(d, index, count);
        a3d_tree_open(&d->tree, '{');
        a3d_dump_number(d, "$count", count);
        a3d_dump_number(d, "$size", size);
        put_digest(d, data, size);
        a3d_tree_close(&d->tree, '}');
        return;
    }
    a3d_tree_open(&d->tree, '[');
    if (count == 0)
        a3d_tree_remark(&d->tree, "none");
    for (uint32_t i = 0; i < count; i++) {
        a3d_tree_index(&d->tree, i);
        pos += a3d_dump_flat_element(d, index, type, data + pos, d->doc->streams[stream].size - off - pos);
    }
    a3d_tree_close(&d->tree, ']');
}
