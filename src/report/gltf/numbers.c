/* numbers.c - accessors, one buffer view for each, and where in the file their numbers come from; see json.h */
#include "report/gltf/json.h"

enum { FLOATS = 5126, UINT16 = 5123, UINT32 = 5125, VERTICES = 34962, TRIANGLES = 34963 };

static void put_array(a3d_json *j, const uint32_t *values, unsigned n)
{
    a3d_json_open(j, '[');
    for (unsigned i = 0; i < n; i++)
        a3d_json_uint(j, values[i]);
    a3d_json_close(j, ']');
}

static const char *shape_of(a3d_attribute_kind kind)
{
    unsigned n = a3d_attribute_floats(kind);
    return n == 16 ? "MAT4" : n == 4 ? "VEC4" : n == 3 ? "VEC3" : n == 2 ? "VEC2" : "SCALAR";
}

static unsigned type_of(const a3d_accessor *a)
{
    if (a->kind == A3D_AT_INDICES)
        return a->wide ? UINT32 : UINT16;
    return a->kind == A3D_AT_JOINTS ? UINT16 : FLOATS;
}

static uint64_t size_of(const a3d_accessor *a)
{
    unsigned width = type_of(a) == UINT16 ? 2 : 4;
    return (uint64_t)a->count * width * a3d_attribute_floats(a->kind);
}

/* Where the numbers come from, for tools that show the bytes of a vertex or a triangle. */
static void put_origin(a3d_json *j, const a3d_scene *v, const a3d_accessor *a)
{
    const a3d_origin *o = &a->origin;
    bool triangles = a->kind == A3D_AT_INDICES;
    unsigned numbers = triangles ? 4 : 1;
    if (!o->known)
        return;
    a3d_json_member_open(j, "extras", '{');
    a3d_gltf_path(j, v, a3d_from(o->node));
    a3d_json_member_uint(j, "stream", o->stream);
    if (triangles)
        a3d_json_member_open(j, "runs", '[');
    for (uint32_t i = 0; triangles && i < o->n_runs; i++) {
        const a3d_run *run = &v->runs.at[o->runs + i];
        const uint32_t values[] = {run->triangle, run->off, run->stride, run->each};
        put_array(j, values, 4);
    }
    if (triangles)
        a3d_json_close(j, ']');
    else {
        a3d_json_member_uint(j, "off", o->off);
        a3d_json_member_uint(j, "stride", o->stride);
    }
    if (o->n_bad > 0) {
        a3d_json_member_open(j, triangles ? "dropped" : "repaired", '[');
        for (uint32_t i = 0; i < o->n_bad; i++)
            if (triangles)
                put_array(j, &v->bads.at[o->bad + numbers * i], numbers);
            else
                a3d_json_uint(j, v->bads.at[o->bad + i]);
        a3d_json_close(j, ']');
    }
    a3d_json_close(j, '}');
}

static void put_accessor(a3d_json *j, const a3d_scene *v, uint32_t index)
{
    const a3d_accessor *a = &v->accessors.at[index];
    unsigned bounded = a3d_attribute_bounds(a->kind);
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "bufferView", index);
    a3d_json_member_uint(j, "componentType", type_of(a));
    a3d_json_member_uint(j, "count", a->count);
    a3d_json_member_str(j, "type", shape_of(a->kind));
    if (bounded > 0) {
        a3d_gltf_floats(j, "min", a->low, bounded);
        a3d_gltf_floats(j, "max", a->high, bounded);
    }
    put_origin(j, v, a);
    a3d_json_close(j, '}');
}

static void put_view(a3d_json *j, const a3d_accessor *a)
{
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "buffer", 0);
    if (a->off > 0)
        a3d_json_member_uint(j, "byteOffset", a->off);
    a3d_json_member_uint(j, "byteLength", size_of(a));
    if (a->kind <= A3D_AT_INDICES)
        a3d_json_member_uint(j, "target", a->kind == A3D_AT_INDICES ? TRIANGLES : VERTICES);
    a3d_json_close(j, '}');
}

static void put_views(a3d_json *j, const a3d_scene *v, bool pictures)
{
    if (v->accessors.n == 0 && (!pictures || v->pictures.size == 0))
        return;
    a3d_json_member_open(j, "bufferViews", '[');
    for (size_t i = 0; i < v->accessors.n; i++)
        put_view(j, &v->accessors.at[i]);
    for (size_t i = 0; pictures && i < v->images.n; i++) {
        const a3d_picture *p = &v->images.at[i];
        if (p->size == 0)
            continue;
        a3d_json_open(j, '{');
        a3d_json_member_uint(j, "buffer", 0);
        a3d_json_member_uint(j, "byteOffset", v->data.size + p->off);
        a3d_json_member_uint(j, "byteLength", p->size);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

void a3d_gltf_numbers(a3d_json *j, const a3d_scene *v, bool pictures)
{
    if (v->accessors.n > 0) {
        a3d_json_member_open(j, "accessors", '[');
        for (size_t i = 0; i < v->accessors.n; i++)
            put_accessor(j, v, (uint32_t)i);
        a3d_json_close(j, ']');
    }
    put_views(j, v, pictures);
}
