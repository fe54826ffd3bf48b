/* scene_vertices.c - vertex buffers and triangle strips of the M3G scene */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

#include <string.h>

/* ---- vertex arrays: small numbers, or differences from the vertex before ---- */

bool a3d_m3g_array_of(const a3d_m3g_view *w, int64_t number, a3d_m3g_array *out)
{
    const a3d_m3g_shown *o = a3d_m3g_seen(w, number, M3G_KIND(M3G_ARRAY));
    if (o == NULL || !a3d_items_of(w->doc, o->body, VERTEX_ARRAY_vertices, &out->items))
        return false;
    out->components = (unsigned)a3d_value(w->doc, o->body, VERTEX_ARRAY_componentCount);
    out->size = (unsigned)a3d_value(w->doc, o->body, VERTEX_ARRAY_componentSize);
    out->delta = a3d_value(w->doc, o->body, VERTEX_ARRAY_encoding) == 1;
    return out->components >= 2 && out->components <= 4 && out->items.stride == out->components * out->size;
}

void a3d_m3g_array_next(const a3d_m3g_array *a, uint32_t index, uint32_t running[4])
{
    const uint8_t *p = a->items.data + (size_t)index * a->items.stride;
    for (unsigned c = 0; c < a->components; c++) {
        uint32_t stored = a->size == 1 ? p[c] : a3d_load16(p + 2 * c, false);
        running[c] = a->delta ? running[c] + stored : stored;
    }
}

int32_t a3d_m3g_array_signed(const a3d_m3g_array *a, uint32_t value)
{
    return a->size == 1 ? (int8_t)(uint8_t)value : (int16_t)(uint16_t)value;
}

/* Converts numbers with scale and bias; colors are unsigned and need neither. */
static uint32_t make_accessor(a3d_m3g_view *w, a3d_attribute_kind kind, const a3d_m3g_array *a, const float *bias,
                              float scale)
{
    uint32_t running[4] = {0, 0, 0, 0};
    float values[4] = {1, 1, 1, 1};
    a3d_scene_origin(w->v, &a->items);
    if (!a3d_scene_open(w->v, kind, a->items.count))
        return A3D_NONE;
    for (uint32_t i = 0; i < a->items.count; i++) {
        a3d_m3g_array_next(a, i, running);
        for (unsigned c = 0; c < a->components; c++) {
            double number = (double)a3d_m3g_array_signed(a, running[c]);
            values[c] = kind == A3D_AT_COLOR ? (float)(uint8_t)running[c] / 255
                                             : (float)(number * (double)scale + (double)bias[c < 3 ? c : 0]);
        }
        a3d_scene_put(w->v, values);
    }
    return a3d_scene_close(w->v);
}

/* Bias and scale are next to each other in both records. */
static bool scaling(const a3d_m3g_view *w, const a3d_m3g_shown *buffer, float bias[3], float *scale)
{
    a3d_items items;
    if (!a3d_items_of(w->doc, buffer->body, VERTEX_BUFFER_positionBias, &items) || items.count < 3 ||
        !a3d_floats_of(w->doc, buffer->body, VERTEX_BUFFER_positionScale, 1, scale))
        return false;
    for (unsigned i = 0; i < 3; i++)
        bias[i] = a3d_float_at(items.data + 4 * i, false);
    return true;
}

static void take_coordinates(a3d_m3g_view *w, const a3d_m3g_shown *buffer, a3d_m3g_vertices *out)
{
    enum { ELEMENT = 20, BIAS = 4, SCALE = 16 };
    a3d_items units;
    a3d_m3g_array a;
    if (!a3d_items_sized(w->doc, buffer->body, VERTEX_BUFFER_texcoordArrays, ELEMENT, &units))
        return;
    if (units.count > 2)
        a3d_scene_lose(w->v, units.count - 2, "texture coordinates beyond the second set");
    for (uint32_t i = 0; i < units.count && i < 2; i++) {
        const uint8_t *p = units.data + (size_t)i * ELEMENT;
        float bias[3] = {a3d_float_at(p + BIAS, false), a3d_float_at(p + BIAS + 4, false),
                         a3d_float_at(p + BIAS + 8, false)};
        if (!a3d_m3g_array_of(w, a3d_load32(p, false), &a) || a.items.count != out->count)
            a3d_scene_lose(
                w->v, 1, "vertex arrays that are missing or have another number of vertices than there are positions");
        else
            out->attributes[A3D_AT_UV0 + i] = make_accessor(w, (a3d_attribute_kind)(A3D_AT_UV0 + i), &a, bias,
                                                   a3d_float_at(p + SCALE, false));
    }
}

static void take_array(a3d_m3g_view *w, const a3d_m3g_shown *buffer, unsigned slot, a3d_attribute_kind kind,
                       a3d_m3g_vertices *out)
{
    static const float none[3] = {0, 0, 0};
    int64_t number = a3d_value(w->doc, buffer->body, slot);
    a3d_m3g_array a;
    if (number == 0)
        return;
    if (a3d_m3g_array_of(w, number, &a) && a.items.count == out->count && a.components >= 3)
        out->attributes[kind] = make_accessor(w, kind, &a, none, 1);
    else
        a3d_scene_lose(w->v, 1,
                       "vertex arrays that are missing or have another number of vertices than there are positions");
}

const a3d_m3g_vertices *a3d_m3g_show_vertices(a3d_m3g_view *w, a3d_m3g_shown *buffer)
{
    a3d_m3g_vertices made = {.count = 0};
    float bias[3], scale;
    a3d_m3g_array a;
    if (buffer->made != 0)
        return &w->buffers.at[buffer->made - 1];
    memset(made.attributes, 0xff, sizeof made.attributes);
    if (!scaling(w, buffer, bias, &scale) ||
        !a3d_m3g_array_of(w, a3d_value(w->doc, buffer->body, VERTEX_BUFFER_positions), &a) || a.components != 3)
        return NULL;
    made.count = a.items.count;
    made.attributes[A3D_AT_POSITION] = make_accessor(w, A3D_AT_POSITION, &a, bias, scale);
    if (made.attributes[A3D_AT_POSITION] == A3D_NONE)
        return NULL;
    take_array(w, buffer, VERTEX_BUFFER_normals, A3D_AT_NORMAL, &made);
    take_array(w, buffer, VERTEX_BUFFER_colors, A3D_AT_COLOR, &made);
    take_coordinates(w, buffer, &made);
    a3d_m3g_vertices *grown = a3d_grow(w->v->arena, w->buffers.at, &w->buffers.cap, w->buffers.n + 1, sizeof *grown);
    w->v->failed |= grown == NULL;
    if (grown == NULL)
        return NULL;
    w->buffers.at = grown;
    grown[w->buffers.n] = made;
    buffer->made = (uint32_t)++w->buffers.n;
    return &grown[buffer->made - 1];
}

/* ---- strips ---- */

typedef struct strips {
    bool counted;      /* indices are not stored: they count up from `start` */
    uint64_t start, count;
    a3d_items indices;
} strips;

static uint64_t strip_index(const strips *s, uint64_t at)
{
    return s->counted ? s->start + at : a3d_load(s->indices.data + at * s->indices.stride, s->indices.stride, false);
}

static bool strips_of(const a3d_m3g_view *w, const a3d_m3g_shown *o, uint32_t vertices, strips *out)
{
    if (a3d_was_read(w->doc, a3d_field(w->doc, o->body, TRIANGLE_STRIP_ARRAY_startIndex))) {
        out->counted = true;
        out->start = (uint64_t)a3d_value(w->doc, o->body, TRIANGLE_STRIP_ARRAY_startIndex);
        out->count = out->start < vertices ? vertices - out->start : 0; /* the file does not state their number */
        return out->count > 0;
    }
    out->counted = false;
    if (!a3d_items_of(w->doc, o->body, TRIANGLE_STRIP_ARRAY_indices, &out->indices))
        return false;
    out->count = out->indices.count;
    return true;
}

/* Every second triangle of a strip has the opposite winding; those without area only join strips. */
static bool put_strip(a3d_m3g_view *w, const strips *s, uint64_t from, uint64_t length, bool clockwise)
{
    for (uint64_t i = 0; i + 2 < length; i++) {
        uint64_t a = strip_index(s, from + i), b = strip_index(s, from + i + 1), c = strip_index(s, from + i + 2);
        bool turned = (i % 2 != 0) != clockwise;
        if (a == b || b == c || a == c)
            continue;
        if (!s->counted)
            a3d_scene_at(w->v, s->indices.data + (from + i) * s->indices.stride);
        if (!a3d_scene_triangle(w->v, a, turned ? c : b, turned ? b : c))
            return false;
    }
    return a3d_scene_spend(w->v, 0, 1 + length / 4);
}

static uint32_t put_strips(a3d_m3g_view *w, const a3d_m3g_shown *o, uint32_t vertices, bool clockwise)
{
    a3d_items lengths;
    strips s;
    uint64_t at = 0;
    if (!a3d_items_of(w->doc, o->body, TRIANGLE_STRIP_ARRAY_stripLengths, &lengths) || !strips_of(w, o, vertices, &s) ||
        !a3d_scene_triangles(w->v, vertices, lengths.count))
        return A3D_NONE;
    if (!s.counted)
        a3d_scene_origin(w->v, &s.indices);
    for (uint32_t i = 0; i < lengths.count && at < s.count; i++) {
        uint64_t length = a3d_load32(lengths.data + 4 * (size_t)i, false), there = s.count - at;
        a3d_scene_lose(w->v, length > there, "strips, as far as they reach beyond their indices or vertices");
        length = length < there ? length : there;
        if (!put_strip(w, &s, at, length, clockwise))
            break;
        at += length;
    }
    return a3d_scene_triangles_close(w->v);
}

uint32_t a3d_m3g_show_strips(a3d_m3g_view *w, a3d_m3g_shown *o, uint32_t vertices, bool clockwise)
{
    if (o->vertices == vertices && o->clockwise == clockwise)
        return o->accessor;
    o->vertices = vertices;
    o->clockwise = clockwise;
    o->accessor = put_strips(w, o, vertices, clockwise);
    return o->accessor;
}
