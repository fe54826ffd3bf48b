/* scene_morphs.c - morph targets of the M3G scene
 *
 * A vertex of a MorphingMesh is base + sum(weight * (target - base)). Only arrays that the targets have are morphed;
 * scale and bias are those of the base. glTF adds weight * shift, so a shift is (target - base) * scale. */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

#include <string.h>

enum { TARGET_BYTES = 8, UNIT_BYTES = 20, UNIT_SCALE = 16 };

/* How an array of the base becomes shifts: the numbers of both arrays (0: no array), and the scale. */
typedef struct pair {
    a3d_attribute_kind kind;
    int64_t base, target;
    double scale;
} pair;

static double number_of(a3d_attribute_kind kind, const a3d_m3g_array *a, uint32_t value)
{
    return kind == A3D_AT_COLOR ? (double)(uint8_t)value / 255 : (double)a3d_m3g_array_signed(a, value);
}

/* Normals of the base get unit length, so their shifts are divided by the same length: the sum keeps its direction. */
static double length_of(const a3d_m3g_array *a, const uint32_t values[4])
{
    double square = 0;
    for (unsigned c = 0; c < 3; c++)
        square += number_of(A3D_AT_NORMAL, a, values[c]) * number_of(A3D_AT_NORMAL, a, values[c]);
    return square > 0 ? a3d_square_root(square) : 1;
}

static uint32_t put_shifts(a3d_m3g_view *w, const pair *p, const a3d_m3g_array *from, const a3d_m3g_array *to)
{
    static const a3d_attribute_kind kinds[] = {[2] = A3D_AT_SHIFTS2, A3D_AT_SHIFTS3, A3D_AT_SHIFTS4};
    uint32_t base[4] = {0, 0, 0, 0}, target[4] = {0, 0, 0, 0};
    unsigned width = a3d_attribute_floats(p->kind);
    a3d_scene_origin(w->v, &to->items);
    if (!a3d_scene_open(w->v, kinds[width], to->items.count))
        return A3D_NONE;
    for (uint32_t i = 0; i < to->items.count; i++) {
        float shift[4] = {0, 0, 0, 0};
        a3d_m3g_array_next(from, i, base);
        a3d_m3g_array_next(to, i, target);
        double scale = p->kind == A3D_AT_NORMAL ? 1 / length_of(from, base) : p->scale;
        for (unsigned c = 0; c < width && c < to->components; c++)
            shift[c] = (float)((number_of(p->kind, to, target[c]) - number_of(p->kind, from, base[c])) * scale);
        a3d_scene_put(w->v, shift);
    }
    return a3d_scene_close(w->v);
}

static uint32_t shifts_of(a3d_m3g_view *w, const pair *p)
{
    a3d_m3g_array from, to;
    if (p->target == 0)
        return A3D_NONE;
    bool alike = a3d_m3g_array_of(w, p->base, &from) && a3d_m3g_array_of(w, p->target, &to) &&
                 from.items.count == to.items.count && from.components == to.components;
    a3d_scene_lose(w->v, !alike, "arrays of morph targets that differ in shape from those of the base");
    return alike ? put_shifts(w, p, &from, &to) : A3D_NONE;
}

/* glTF wants something in each target: positions that stay, if there are none. */
static uint32_t no_shifts(a3d_m3g_view *w, uint32_t vertices)
{
    if (!a3d_scene_open(w->v, A3D_AT_SHIFTS3, vertices))
        return A3D_NONE;
    for (uint32_t i = 0; i < vertices; i++)
        a3d_scene_put(w->v, (const float[]){0, 0, 0});
    return a3d_scene_close(w->v);
}

static bool default_colors_differ(const a3d_m3g_view *w, const a3d_m3g_shown *base, const a3d_m3g_shown *target)
{
    uint32_t a = a3d_field(w->doc, base->body, VERTEX_BUFFER_defaultColor),
             b = a3d_field(w->doc, target->body, VERTEX_BUFFER_defaultColor);
    bool has_own = a3d_value(w->doc, base->body, VERTEX_BUFFER_colors) != 0;
    if (has_own || !a3d_was_read(w->doc, a) || !a3d_was_read(w->doc, b))
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (a3d_value(w->doc, a, i) != a3d_value(w->doc, b, i))
            return true;
    return false;
}

/* The numbers of the coordinates of a texture unit, and the scale of the base. */
static pair unit_of(const a3d_m3g_view *w, const a3d_m3g_shown *base, const a3d_m3g_shown *target, uint32_t unit)
{
    pair p = {(a3d_attribute_kind)(A3D_AT_UV0 + unit), 0, 0, 1};
    a3d_items from, to;
    if (a3d_items_sized(w->doc, base->body, VERTEX_BUFFER_texcoordArrays, UNIT_BYTES, &from) && unit < from.count) {
        p.base = a3d_load32(from.data + (size_t)unit * UNIT_BYTES, false);
        p.scale = (double)a3d_float_at(from.data + (size_t)unit * UNIT_BYTES + UNIT_SCALE, false);
    }
    if (a3d_items_sized(w->doc, target->body, VERTEX_BUFFER_texcoordArrays, UNIT_BYTES, &to) && unit < to.count)
        p.target = a3d_load32(to.data + (size_t)unit * UNIT_BYTES, false);
    return p;
}

static void take_target(a3d_m3g_view *w, const a3d_m3g_shown *base, a3d_m3g_shown *target)
{
    static const struct { a3d_attribute_kind kind; unsigned slot; } arrays[] = {
        {A3D_AT_POSITION, VERTEX_BUFFER_positions}, {A3D_AT_NORMAL, VERTEX_BUFFER_normals},
        {A3D_AT_COLOR, VERTEX_BUFFER_colors}};
    float scale = 1;
    a3d_floats_of(w->doc, base->body, VERTEX_BUFFER_positionScale, 1, &scale);
    target->base = base;
    memset(target->target.shifts, 0xff, sizeof target->target.shifts);
    for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        pair p = {arrays[i].kind, a3d_value(w->doc, base->body, arrays[i].slot),
                  a3d_value(w->doc, target->body, arrays[i].slot), i == 0 ? (double)scale : 1};
        target->target.shifts[p.kind] = shifts_of(w, &p);
    }
    for (uint32_t unit = 0; unit < 2; unit++) {
        pair p = unit_of(w, base, target, unit);
        target->target.shifts[p.kind] = shifts_of(w, &p);
    }
}

void a3d_m3g_show_targets(a3d_m3g_view *w, const a3d_m3g_shown *mesh, const a3d_m3g_shown *base)
{
    a3d_items list;
    uint32_t vertices = base->made != 0 ? w->buffers.at[base->made - 1].count : 0;
    if (!a3d_items_sized(w->doc, mesh->body, MORPHING_MESH_morphTargets, TARGET_BYTES, &list))
        return;
    for (uint32_t i = 0; i < list.count; i++) {
        const uint8_t *p = list.data + (size_t)i * TARGET_BYTES;
        a3d_m3g_shown *o = a3d_m3g_seen(w, a3d_load32(p, false), M3G_KIND(M3G_BUFFER));
        if (o != NULL && o->base != base)
            take_target(w, base, o);
        a3d_scene_lose(w->v, o == NULL, "morph targets that are not there");
        a3d_scene_lose(w->v, o != NULL && default_colors_differ(w, base, o), "default colors of morph targets");
        uint32_t still = o == NULL || o->target.shifts[A3D_AT_POSITION] == A3D_NONE ? no_shifts(w, vertices) : A3D_NONE;
        a3d_morph *made = a3d_scene_target(w->v, a3d_float_at(p + 4, false));
        if (made == NULL)
            return;
        if (o != NULL)
            memcpy(made->shifts, o->target.shifts, sizeof made->shifts);
        if (still != A3D_NONE)
            made->shifts[A3D_AT_POSITION] = still;
    }
}
