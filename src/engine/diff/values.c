/* values.c - compares values and arrays; see parts.h */
#include "base/never.h"
#include "engine/diff/parts.h"

#include <math.h>
#include <string.h>

enum { FEW = 16 }; /* arrays up to this length are reported as a whole */

static double number(int64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float f;
    memcpy(&f, &word, sizeof f);
    return (double)f;
}

static double larger(double x, double y)
{
    return x < y ? y : x;
}

bool a3d_same_value(a3d_comparing *c, unsigned type_a, int64_t a, unsigned type_b, int64_t b)
{
    if (A3D_NEVER((type_a == A3D_F32) != (type_b == A3D_F32)))
        return false;
    if (a == b || type_a != A3D_F32 || !(c->how->tolerance > 0))
        return a == b;
    double x = number(a), y = number(b);
    bool nan = x != x && y != y;
    if (!nan && (isinf(x) || isinf(y) || !(fabs(x - y) <= c->how->tolerance * larger(1, larger(fabs(x), fabs(y))))))
        return false;
    c->out->tolerated = true;
    return true;
}

static const uint8_t *at(const a3d_values *v, uint32_t i)
{
    return v->data + (v->fill ? 0 : (size_t)i * a3d_width(v->shape->type));
}

static int64_t value(const a3d_values *v, uint32_t i)
{
    return a3d_load_type(at(v, i), v->shape->type, v->big);
}

static bool same_at(a3d_comparing *c, const a3d_values *a, uint32_t i, const a3d_values *b, uint32_t j)
{
    a3d_targets targets = a3d_compare_targets(c, a->row, value(a, i), value(b, j));
    return targets == A3D_TARGETS_UNKNOWN
               ? a3d_same_value(c, a->shape->type, value(a, i), b->shape->type, value(b, j))
               : targets == A3D_TARGETS_SAME;
}

static bool same_bytes(const a3d_values *a, const a3d_values *b)
{
    bool alike = a->shape->type == b->shape->type && a->fill == b->fill && a->big == b->big && a->count == b->count;
    return alike && memcmp(a->data, b->data, (a->fill ? 1 : (size_t)a->count) * a3d_width(a->shape->type)) == 0;
}

/* A part of an array: a single value if it is one, except in texts. */
static a3d_held part(const a3d_values *v, uint32_t from, uint32_t count)
{
    if (v->data == NULL || count == 0)
        return (a3d_held){.as = A3D_HELD_VALUES, .row = v->row, .shape = v->shape};
    if ((count == 1 && !v->shape->text && v->count != 1) || v->fill)
        return (a3d_held){.as = A3D_HELD_VALUE, .row = v->row, .type = v->shape->type, .value = value(v, from)};
    return (a3d_held){.as = A3D_HELD_VALUES, .row = v->row, .shape = v->shape, .data = at(v, from), .count = count};
}

static void emit_here(a3d_comparing *c, a3d_difference *d)
{
    size_t sizes[2] = {c->path[0].size, c->path[1].size};
    a3d_emit(c, d);
    c->path[0].size = sizes[0];
    c->path[1].size = sizes[1];
}

/* A whole array. A filled one has a single value for all of its elements. */
static a3d_held whole(const a3d_values *v)
{
    if (!v->fill || v->data == NULL || v->count == 0)
        return part(v, 0, v->count);
    return (a3d_held){
        .as = A3D_HELD_VALUES, .row = v->row, .shape = v->shape, .data = v->data, .count = 1, .times = v->count};
}

static void emit_whole(a3d_comparing *c, const a3d_values *a, const a3d_values *b)
{
    a3d_difference d = {.kind = A3D_DIFFERS, .a = whole(a), .b = whole(b)};
    d.b.renamed = a->data != NULL && b->data != NULL && same_bytes(a, b);
    emit_here(c, &d);
}

/* Compares arrays of equal length. */
static void compare_each(a3d_comparing *c, const a3d_values *a, const a3d_values *b)
{
    a3d_difference d = {.kind = A3D_DIFFERS, .of = a->count};
    /* two filled arrays need one comparison; their counts may be huge */
    uint32_t step = a->fill && b->fill ? a->count : 1;
    for (uint32_t i = 0; i < a->count; i += step)
        if (!same_at(c, a, i, b, i)) {
            d.first = d.differing == 0 ? i : d.first;
            d.last = i + step - 1;
            d.differing += step;
        }
    if (d.differing == 0)
        return;
    if (a->shape->text || a->count == 1 || (d.differing > 1 && a->count <= FEW)) {
        emit_whole(c, a, b);
        return;
    }
    size_t sizes[2] = {c->path[0].size, c->path[1].size};
    d.a = part(a, d.first, 1);
    d.b = part(b, d.first, 1);
    d.b.renamed = value(a, d.first) == value(b, d.first);
    a3d_add_path(c, 0, "[%u]", (unsigned)d.first);
    a3d_add_path(c, 1, "[%u]", (unsigned)d.first);
    if (d.differing == 1)
        d.differing = 0;
    a3d_emit(c, &d);
    c->path[0].size = sizes[0];
    c->path[1].size = sizes[1];
}

static void add_range(a3d_comparing *c, unsigned side, uint32_t from, uint32_t count)
{
    if (count == 1)
        a3d_add_path(c, side, "[%u]", (unsigned)from);
    else
        a3d_add_path(c, side, "[%u..%u]", (unsigned)from, (unsigned)(from + count - 1));
}

/* Compares arrays of different lengths. A common start and a common end are left out. */
static void compare_lengths(a3d_comparing *c, const a3d_values *a, const a3d_values *b)
{
    uint32_t front = 0, back = 0, least = a->count < b->count ? a->count : b->count;
    bool filled = a->fill && b->fill;
    if (a->shape->text || b->shape->text || (a->count <= FEW && b->count <= FEW)) {
        emit_whole(c, a, b);
        return;
    }
    while (front < least && same_at(c, a, front, b, front))
        front += filled ? least : 1;
    while (!filled && back < least - front && same_at(c, a, a->count - back - 1, b, b->count - back - 1))
        back++;
    uint32_t left = a->count - front - back, right = b->count - front - back;
    a3d_difference d = {.kind = right == 0 ? A3D_ONLY_A : left == 0 ? A3D_ONLY_B : A3D_DIFFERS};
    size_t sizes[2] = {c->path[0].size, c->path[1].size};
    if (left > 0) {
        d.a = part(a, front, left);
        add_range(c, 0, front, left);
    }
    if (right > 0) {
        d.b = part(b, front, right);
        add_range(c, 1, front, right);
    }
    a3d_emit(c, &d);
    c->path[0].size = sizes[0];
    c->path[1].size = sizes[1];
}

void a3d_compare_values(a3d_comparing *c, const a3d_values *a, const a3d_values *b)
{
    if (a->count == 0 && b->count == 0)
        return;
    if ((a->data == NULL && a->count > 0) || (b->data == NULL && b->count > 0)) {
        if (a->data != b->data || a->count != b->count)
            emit_whole(c, a, b);
        return;
    }
    if (!a3d_names_positions(c, a->row) && same_bytes(a, b))
        return;
    if (a->count == b->count)
        compare_each(c, a, b);
    else
        compare_lengths(c, a, b);
}

static a3d_values values_of(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    uint32_t stream, off;
    a3d_values v = {
        .row = node->row, .shape = a3d_shape_of(node), .count = node->v.at.count, .big = doc->format->big_endian};
    v.fill = v.shape->fill && (node->form & A3D_FORM_FILL) != 0;
    v.data = v.count > 0 ? a3d_content(doc, node, &stream, &off) : NULL;
    uint64_t size = (uint64_t)a3d_stored_count(node) * a3d_width(v.shape->type);
    if (v.data != NULL && A3D_NEVER(off + size > doc->streams[stream].size))
        v.data = NULL;
    return v;
}

/* Whether an array holds the addresses of the elements of a list in the same record, and all are right. */
static bool holds_right_addresses(const a3d_doc *doc, uint32_t index, const a3d_values *v)
{
    uint32_t record = a3d_at(doc, index)->parent, slot = index - a3d_at(doc, record)->v.at.first;
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count; i++) {
        const a3d_node *list = a3d_at(doc, a3d_field(doc, record, i));
        bool start = list->row->place_start == slot + 1, end = list->row->place_end == slot + 1;
        if ((!start && !end) || list->state != A3D_PRESENT || list->v.at.count != v->count)
            continue;
        for (uint32_t k = 0; k < v->count; k++) {
            const a3d_node *element = a3d_at(doc, list->v.at.first + k);
            if (v->data == NULL || element->state != A3D_PRESENT ||
                value(v, k) != (int64_t)element->off + (end ? element->size : 0))
                return false;
        }
        return true;
    }
    return false;
}

void a3d_compare_arrays(a3d_comparing *c, uint32_t a, uint32_t b)
{
    a3d_values va = values_of(c->doc[0], a), vb = values_of(c->doc[1], b);
    if (!c->how->values ||
        (!c->how->derived && holds_right_addresses(c->doc[0], a, &va) && holds_right_addresses(c->doc[1], b, &vb)))
        return;
    a3d_set_paths(c, a, b);
    a3d_compare_values(c, &va, &vb);
}
