/* make_vertices.c - random positions, normals, UV coordinates, bones and neighbors for the vertices of a LOD */
#include "formats/odol/make.h"
#include "formats/odol/parts.h"

typedef a3d_odol_plan plan;

enum { USUAL_FLAGS = 0x3f };

/* Makes positions, and the box and sphere around them. */
int a3d_odol_make_positions(a3d_maker *m, uint32_t node, uint32_t lod)
{
    const plan *p = m->own;
    int64_t low[3] = {ODOL_REACH, ODOL_REACH, ODOL_REACH}, high[3] = {-ODOL_REACH, -ODOL_REACH, -ODOL_REACH},
            center[3] = {0, 0, 0};
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < 3 * p->vertices; i++) {
        int64_t n = 2 * a3d_random_between(&m->random, -ODOL_REACH / 2, ODOL_REACH / 2);
        low[i % 3] = n < low[i % 3] ? n : low[i % 3];
        high[i % 3] = n > high[i % 3] ? n : high[i % 3];
        a3d_put_type(&bytes, A3D_F32, a3d_float_bits(n, ODOL_GRAIN), false);
    }
    uint64_t farthest = 0;
    for (unsigned c = 0; p->vertices > 0 && c < 3; c++)
        center[c] = (low[c] + high[c]) / 2;
    for (uint32_t i = 0; i < p->vertices && !bytes.failed; i++) {
        uint64_t square = 0;
        for (unsigned c = 0; c < 3; c++) { /* twelve bytes per vertex, read back as they were written */
            float x = load_float((const uint8_t *)bytes.data + 12 * (size_t)i + 4 * c);
            int64_t d = (int64_t)(x * (1 << ODOL_GRAIN)) - center[c];
            square += (uint64_t)(d * d);
        }
        farthest = square > farthest ? square : farthest;
    }
    if (p->vertices > 0) {
        a3d_odol_set_vector(m, lod, LOD_bmin, low);
        a3d_odol_set_vector(m, lod, LOD_bmax, high);
        a3d_odol_set_vector(m, lod, LOD_bcenter, center);
        a3d_make_value(m, lod, LOD_bradius, a3d_float_bits((int64_t)a3d_integer_root(farthest << 20), ODOL_GRAIN + 10));
    }
    return a3d_odol_put(m, node, &bytes, p->vertices, false);
}

/* Writes a direction as three floats, or as three 10-bit numbers in which 511 is 1. */
static void put_direction(a3d_maker *m, a3d_text *out)
{
    bool packed = m->ctx.doc->vars[A3D_VAR_VERSION] >= 45;
    int64_t axis[3];
    uint32_t word = 0;
    a3d_make_direction(m, axis);
    for (unsigned c = 0; c < 3; c++) {
        word |= ((uint32_t)(axis[c] * 511 / 1048576) & 1023) << 10 * c;
        if (!packed)
            a3d_put_type(out, A3D_F32, a3d_float_bits(axis[c], 20), false);
    }
    if (packed)
        a3d_put_type(out, A3D_U32, word, false);
}

int a3d_odol_make_directions(a3d_maker *m, uint32_t node, uint32_t per, bool optional)
{
    const plan *p = m->own;
    uint32_t count = optional && a3d_luck(m, 1, 2) ? 0 : p->vertices;
    bool fill = a3d_shape_of(a3d_at(m->ctx.doc, node))->fill && a3d_luck(m, 1, 3);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < (fill && count > 0 ? 1 : count) * per; i++)
        put_direction(m, &bytes);
    return a3d_odol_put(m, node, &bytes, count, fill);
}

/* In all models of Bohemia Interactive every vertex has the flags 0x3f. Most are stored as one value for all. */
int a3d_odol_make_clip(a3d_maker *m, uint32_t node)
{
    const plan *p = m->own;
    bool fill = a3d_luck(m, 3, 4);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < (fill && p->vertices > 0 ? 1 : p->vertices); i++)
        a3d_put_type(&bytes, A3D_U32, USUAL_FLAGS, false);
    return a3d_odol_put(m, node, &bytes, p->vertices, fill);
}

int a3d_odol_make_uv(a3d_maker *m, uint32_t node)
{
    const plan *p = m->own;
    bool packed = m->ctx.doc->vars[A3D_VAR_VERSION] >= 45, fill = a3d_luck(m, 1, 3);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < (fill && p->vertices > 0 ? 1 : p->vertices) * 2; i++)
        a3d_put_type(&bytes, packed ? A3D_I16 : A3D_F32,
                     packed ? a3d_random_between(&m->random, -32767, 32767) : a3d_make_float(m, -1024, 1024, 8), false);
    return a3d_odol_put(m, node, &bytes, p->vertices, fill);
}

/* Each vertex follows no, one or two bones, whose weights add up to 255. */
static void put_bone_ref(a3d_maker *m, a3d_text *out, unsigned weights)
{
    const plan *p = m->own;
    uint8_t ref[12] = {(uint8_t)weights};
    uint32_t first = below(m, p->subskeleton);
    ref[4] = (uint8_t)first;
    ref[5] = weights == 1 ? 255 : (uint8_t)(1 + below(m, 254));
    ref[6] = (uint8_t)(weights > 1 ? (first + 1) % p->subskeleton : 0);
    ref[7] = weights > 1 ? (uint8_t)(255 - ref[5]) : 0;
    if (weights == 0)
        ref[5] = 0;
    a3d_put(out, ref, sizeof ref);
}

int a3d_odol_make_bone_refs(a3d_maker *m, uint32_t node)
{
    const plan *p = m->own;
    uint32_t count = p->weights > 0 ? p->vertices : 0;
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < count; i++)
        put_bone_ref(m, &bytes, p->weights > 1 && i > 0 && a3d_luck(m, 1, 2) ? 1 : p->weights);
    return a3d_odol_put(m, node, &bytes, count, false);
}

/* Makes two neighbors for each vertex, with the bones that their vertices follow. */
int a3d_odol_make_neighbours(a3d_maker *m, uint32_t node, uint32_t lod)
{
    const plan *p = m->own;
    uint32_t count = a3d_luck(m, 1, 4) && p->vertices <= 65536 ? p->vertices : 0;
    content refs = content_of(m->ctx.doc, lod, LOD_bone_ref);
    a3d_text bytes = text_for(m);
    for (uint32_t i = 0; i < 2 * count; i++) {
        static const uint8_t none[12] = {0};
        uint32_t vertex = below(m, p->vertices);
        a3d_put_type(&bytes, A3D_U16, vertex, false);
        a3d_put_type(&bytes, A3D_U16, 0, false);
        a3d_put(&bytes, vertex < refs.stored ? refs.p + 12 * (size_t)vertex : none, 12);
    }
    return a3d_odol_put(m, node, &bytes, count, false);
}
