/* nested.c - counts inside the elements of a plain list, which have no nodes of their own; see search.h */
#include "base/bytes.h"
#include "engine/diagnose/search.h"

/* An element: numbers, one counted array, numbers. */
typedef struct layout {
    uint32_t before, width, after; /* bytes before the count, of a value, and after the array */
} layout;

const a3d_row *a3d_nested_array(const a3d_record *type)
{
    const a3d_row *array = NULL;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_shape *s = &type->rows[i].shape;
        if (type->rows[i].alts != NULL || type->rows[i].optional || (s->kind != A3D_SCALAR && s->kind != A3D_ARRAY))
            return NULL;
        if (s->kind == A3D_ARRAY && (array != NULL || s->count_by != A3D_COUNT_PREFIX || s->fill || s->pad || s->pack))
            return NULL;
        array = s->kind == A3D_ARRAY ? &type->rows[i] : array;
    }
    return array;
}

static layout layout_of(const a3d_record *type, const a3d_row *array)
{
    layout l = {.width = a3d_width(array->shape.type)};
    for (const a3d_row *row = type->rows; row < type->rows + type->n_rows; row++)
        if (row != array)
            *(row < array ? &l.before : &l.after) += a3d_width(row->shape.type);
    return l;
}

/* Most of such lists are empty or short, and damage seldom changes more than one byte. */
static void try_count_at(a3d_search *s, uint32_t list, uint32_t element, uint32_t off, uint32_t count)
{
    const uint32_t guesses[] = {0, 1, 2, 3, count & 0xFF, count & 0xFFFF, count & 0xFFFFFF, count - 1, count + 1};
    for (unsigned i = 0; i < sizeof guesses / sizeof *guesses && s->budget > 0; i++) {
        a3d_attempt r = {.node = list, .off = off, .size = 4, .bit = A3D_NO_BIT, .value = guesses[i],
                         .element = element};
        a3d_store(r.bytes, 4, guesses[i], s->doc->format->big_endian);
        if (guesses[i] != count && guesses[i] <= s->doc->streams[s->stream].size)
            a3d_try_repair(s, &r, false);
    }
}

void a3d_try_nested(a3d_search *s, uint32_t index)
{
    enum { MOST_ELEMENTS = 512 };
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    const a3d_format *format = s->doc->format;
    if (shape->kind != A3D_VECTOR || node->row->nodes || format->prefix != A3D_PREFIX_U32 || shape->pack ||
        shape->fill || shape->count_by != A3D_COUNT_PREFIX || a3d_nested_array(shape->record) == NULL)
        return;
    const layout l = layout_of(shape->record, a3d_nested_array(shape->record));
    uint64_t end = s->doc->streams[s->stream].size, at = (uint64_t)node->off + 4;
    uint32_t n = a3d_load32(s->copy + node->off, format->big_endian);
    for (uint32_t i = 0; i < n && i < MOST_ELEMENTS && at + l.before + 4 <= end && s->budget > 0; i++) {
        uint32_t off = (uint32_t)at + l.before, count = a3d_load32(s->copy + off, format->big_endian);
        try_count_at(s, index, i, off, count);
        at += l.before + 4 + (uint64_t)count * l.width + l.after;
    }
}
