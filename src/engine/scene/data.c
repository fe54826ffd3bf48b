/* data.c - stores vertex attributes and triangles, and repairs bad values on the way; see scene.h */
#include "base/never.h"
#include "engine/scene/scene.h"

#include <string.h>

/* About how much of the output's JSON describes one accessor. */
enum { ACCESSOR_BYTES = 256 };

static const uint8_t widths[A3D_AT_KINDS] = {3, 3, 2, 2, 4, 4, 4, 4, 2, 3, 4, 1, 16, 1, 3, 4, 3, 1};

static const char *const complaints[A3D_AT_KINDS] = {
    "positions that are not finite (0 instead)",
    "normals without a direction (replaced)",
    "texture coordinates that are not finite (0 instead)",
    "texture coordinates that are not finite (0 instead)",
    "colours that are not finite (0 instead)",
    "",
    "weights without a sum (the first joint instead)",
    "tangents without a direction (replaced)",
    "shifts of morph targets that are not finite (0 instead)",
    "shifts of morph targets that are not finite (0 instead)",
    "shifts of morph targets that are not finite (0 instead)",
    "triangles with corners that are no vertices",
    "bind matrices that are not finite (0 instead)",
    "keyframes that are not finite (0 instead)",
    "keyframes that are not finite (0 instead)",
    "keyframes that are not finite (0 instead)",
    "keyframes that are not finite (0 instead)",
    "keyframes that are not finite (0 instead)",
};

static bool is_finite(float value)
{
    return value - value == 0;
}

unsigned a3d_attribute_floats(a3d_attribute_kind kind)
{
    return widths[kind];
}

unsigned a3d_attribute_bounds(a3d_attribute_kind kind)
{
    return kind == A3D_AT_POSITION || kind == A3D_AT_SHIFTS3 || kind == A3D_AT_TIMES ? widths[kind] : 0;
}

static unsigned size_of(a3d_attribute_kind kind)
{
    return kind == A3D_AT_JOINTS ? 8 : 4u * widths[kind];
}

bool a3d_scene_open(a3d_scene *v, a3d_attribute_kind kind, uint32_t count)
{
    v->kind = kind;
    v->start = v->data.size;
    v->wanted = count;
    v->bad = v->written = 0;
    bool opened = count > 0 && a3d_scene_spend(v, ACCESSOR_BYTES + size_of(kind) * (uint64_t)count, count);
    v->origin.known &= opened;
    return opened;
}

static void put_float(uint8_t *p, float value)
{
    uint32_t bits;
    value = value == 0 ? 0 : value; /* write -0 as 0 */
    memcpy(&bits, &value, sizeof bits);
    a3d_store(p, 4, bits, false);
}

/* ---- repairs; each returns whether the values were good ---- */

static bool repair_floats(float *values, unsigned n)
{
    bool sound = true;
    for (unsigned i = 0; i < n; i++)
        if (!is_finite(values[i])) {
            values[i] = 0;
            sound = false;
        }
    return sound;
}

static bool repair_normal(float *n)
{
    double square = 0;
    for (unsigned i = 0; i < 3; i++)
        square += (double)n[i] * (double)n[i];
    if (!(square > 1e-30 && square < 1e70)) {
        n[0] = n[1] = 0;
        n[2] = 1;
        return false;
    }
    double root = a3d_square_root(square);
    for (unsigned i = 0; i < 3; i++)
        n[i] = (float)((double)n[i] / root);
    return true;
}

static bool repair_tangent(float *t)
{
    t[3] = t[3] < 0 ? -1.0f : 1.0f;
    return repair_normal(t);
}

static bool repair_color(float *c)
{
    bool sound = repair_floats(c, 4);
    for (unsigned i = 0; i < 4; i++)
        c[i] = c[i] < 0 ? 0 : c[i] > 1 ? 1 : c[i];
    return sound;
}

/* The sum must be 1 as exactly as floats allow, so the largest weight gets what the others leave. */
static bool repair_weights(float *w)
{
    double sum = 0, rest = 1;
    unsigned largest = 0;
    bool sound = true;
    for (unsigned i = 0; i < 4; i++) {
        sound &= is_finite(w[i]);
        w[i] = is_finite(w[i]) && w[i] > 0 ? w[i] : 0;
        sum += (double)w[i];
        largest = w[i] > w[largest] ? i : largest;
    }
    for (unsigned i = 0; i < 4; i++) {
        w[i] = sum > 0 && i != largest ? (float)((double)w[i] / sum) : 0;
        rest -= (double)w[i];
    }
    w[largest] = (float)rest;
    return sound && sum > 0;
}

static bool repair(a3d_attribute_kind kind, float *values)
{
    switch (kind) {
    case A3D_AT_NORMAL: return repair_normal(values);
    case A3D_AT_TANGENT: return repair_tangent(values);
    case A3D_AT_COLOR: return repair_color(values);
    case A3D_AT_WEIGHTS: return repair_weights(values);
    default: return repair_floats(values, widths[kind]);
    }
}

void a3d_scene_put(a3d_scene *v, const float *values)
{
    float own[16];
    unsigned n = widths[v->kind], size = size_of(v->kind);
    uint8_t *p = A3D_NEVER(v->written >= v->wanted) ? NULL : a3d_extend(&v->data, size);
    if (p == NULL)
        return;
    v->written++;
    memcpy(own, values, n * sizeof *own);
    if (!repair(v->kind, own)) {
        v->bad++;
        a3d_scene_bad(v, &(uint32_t){v->written - 1}, 1);
    }
    for (unsigned i = 0; i < n; i++)
        if (v->kind == A3D_AT_JOINTS)
            a3d_store(p + 2 * i, 2, (uint64_t)own[i], false);
        else
            put_float(p + 4 * i, own[i]);
}

static void measure(a3d_accessor *a, const uint8_t *p)
{
    unsigned n = widths[a->kind];
    for (uint32_t i = 0; i < a->count; i++)
        for (unsigned c = 0; c < n; c++) {
            float x = a3d_float_at(p + 4 * ((size_t)i * n + c), false);
            a->low[c] = i == 0 || x < a->low[c] ? x : a->low[c];
            a->high[c] = i == 0 || x > a->high[c] ? x : a->high[c];
        }
}

static uint32_t add_accessor(a3d_scene *v, bool wide)
{
    a3d_accessor *at = a3d_grow(v->arena, v->accessors.at, &v->accessors.cap, v->accessors.n + 1, sizeof *at);
    v->failed |= at == NULL || v->data.failed || v->data.size > UINT32_MAX;
    if (v->failed)
        return A3D_NONE;
    v->accessors.at = at;
    at += v->accessors.n;
    *at = (a3d_accessor){.kind = v->kind, .off = (uint32_t)v->start, .count = v->written, .origin = v->origin,
                         .wide = wide};
    v->origin.known = false;
    if (a3d_attribute_bounds(at->kind) > 0)
        measure(at, (const uint8_t *)v->data.data + v->start);
    while (v->data.size % 4 != 0)
        a3d_putc(&v->data, 0);
    return (uint32_t)v->accessors.n++;
}

uint32_t a3d_scene_close(a3d_scene *v)
{
    bool directions = v->kind == A3D_AT_NORMAL || v->kind == A3D_AT_TANGENT;
    bool empty = v->written == 0 || (directions && v->bad == v->written);
    a3d_scene_lose(v, v->bad, !empty                       ? complaints[v->kind]
                              : v->kind == A3D_AT_TANGENT ? "tangents, none with a direction"
                                                           : "normals, none with a direction");
    if (!empty)
        return add_accessor(v, false);
    v->data.size = v->start;
    v->origin.known = false;
    return A3D_NONE;
}

uint32_t a3d_scene_floats(a3d_scene *v, a3d_attribute_kind kind, const uint8_t *p, uint32_t count, uint32_t stride,
                          unsigned width, bool big)
{
    float values[16];
    if (!a3d_scene_open(v, kind, count))
        return A3D_NONE;
    for (uint32_t i = 0; i < count; i++, p += stride) {
        for (unsigned c = 0; c < widths[kind]; c++)
            values[c] = c < width ? a3d_float_at(p + 4 * c, big) : 1;
        a3d_scene_put(v, values);
    }
    return a3d_scene_close(v);
}

/* ---- triangles ---- */

bool a3d_scene_triangles(a3d_scene *v, uint32_t vertices, uint64_t triangles)
{
    v->kind = A3D_AT_INDICES;
    v->start = v->data.size;
    v->wanted = vertices;
    v->bad = v->written = 0;
    return vertices > 0 && triangles > 0 && a3d_scene_spend(v, ACCESSOR_BYTES, 1);
}

bool a3d_scene_triangle(a3d_scene *v, uint64_t a, uint64_t b, uint64_t c)
{
    unsigned width = v->wanted > 65535 ? 4 : 2; /* 65535 would restart a strip */
    if (a >= v->wanted || b >= v->wanted || c >= v->wanted) {
        const uint32_t most = UINT32_MAX;
        v->bad++;
        a3d_scene_bad(v, (const uint32_t[]){v->place, (uint32_t)(a < most ? a : most), (uint32_t)(b < most ? b : most),
                                            (uint32_t)(c < most ? c : most)}, 4);
        return a3d_scene_spend(v, 0, 1);
    }
    uint8_t *p = a3d_scene_spend(v, 3 * width, 1) ? a3d_extend(&v->data, 3 * width) : NULL;
    if (p == NULL)
        return false;
    a3d_scene_run(v, v->written / 3);
    a3d_store(p, width, a, false);
    a3d_store(p + width, width, b, false);
    a3d_store(p + 2 * width, width, c, false);
    v->written += 3;
    return true;
}

uint32_t a3d_scene_triangles_close(a3d_scene *v)
{
    a3d_scene_lose(v, v->bad, complaints[A3D_AT_INDICES]);
    if (v->written > 0)
        return add_accessor(v, v->wanted > 65535);
    v->data.size = v->start;
    v->origin.known = false;
    return A3D_NONE;
}
