/* make.c - see make.h */
#include "formats/alternativa/make.h"

#include <stdio.h>

enum { ONE = 1 << 20 }; /* the unit of fixed-point numbers */

unsigned a3d_make_attributes(a3d_maker *m, bool joints, uint8_t out[A3D_MOST_ATTRIBUTES])
{
    unsigned n = 0;
    out[n++] = A3D_POSITION;
    if (a3d_luck(m, 1, 2))
        out[n++] = A3D_NORMAL;
    if (a3d_luck(m, 1, 3))
        out[n++] = A3D_TANGENT4;
    for (unsigned k = joints ? 1 + a3d_random_below(&m->random, 4) : 0; k > 0; k--)
        out[n++] = A3D_JOINT;
    for (unsigned k = a3d_random_below(&m->random, a3d_luck(m, 1, 8) ? 6 : 3); k > 0; k--)
        out[n++] = A3D_TEXCOORD;
    if (a3d_luck(m, 1, 3)) /* sometimes an unusual order */
        for (unsigned i = n; i-- > 1;) {
            unsigned k = a3d_random_below(&m->random, i + 1);
            uint8_t other = out[k];
            out[k] = out[i];
            out[i] = other;
        }
    return n;
}

uint32_t a3d_vertex_size(const uint8_t *attributes, unsigned n, bool words)
{
    uint32_t size = 0;
    for (unsigned i = 0; i < n; i++)
        size += a3d_attribute_width(attributes[i]) * (words ? 2u : 4u);
    return size;
}

/* Writes a fixed-point number: as a little-endian float, or as the big-endian word with the nearest value below. */
static void put_number(a3d_text *out, int64_t n, bool words)
{
    uint32_t bits = a3d_float_bits(n, 20), word = (bits & 0x7fffffff) >> 13;
    if (!words) {
        a3d_put_type(out, A3D_F32, bits, false);
        return;
    }
    word = word < 0x1c000 ? 0 : word - 0x1c000;
    a3d_put_type(out, A3D_U16, word != 0 && n < 0 ? word | 0x8000 : word, true);
}

static void put_random(a3d_maker *m, a3d_text *out, unsigned count, int64_t reach, bool words)
{
    while (count-- > 0)
        put_number(out, a3d_random_between(&m->random, -reach, reach), words);
}

/* Writes two joints with their weights. The first JOINT attribute of a vertex has all the weight. */
static void put_joints(a3d_maker *m, a3d_text *out, unsigned joints, bool first, bool words)
{
    int64_t weight = first ? ONE / 8 * a3d_random_below(&m->random, 9) : 0;
    for (unsigned i = 0; i < 2; i++) {
        put_number(out, (int64_t)ONE * 3 * a3d_random_below(&m->random, joints), words);
        put_number(out, weight, words);
        weight = first ? ONE - weight : 0;
    }
}

static void put_vertex(a3d_maker *m, a3d_text *out, const uint8_t *attributes, unsigned n, bool words, unsigned joints)
{
    int64_t direction[3];
    bool first = true;
    for (unsigned i = 0; i < n; i++) {
        switch (attributes[i]) {
        case A3D_NORMAL:
        case A3D_TANGENT4:
            a3d_make_direction(m, direction);
            for (unsigned c = 0; c < 3; c++)
                put_number(out, direction[c], words);
            if (attributes[i] == A3D_TANGENT4)
                put_number(out, a3d_luck(m, 1, 2) ? ONE : -ONE, words);
            break;
        case A3D_JOINT:
            put_joints(m, out, joints, first, words);
            first = false;
            break;
        default:
            put_random(m, out, a3d_attribute_width(attributes[i]), A3D_REACH * (int64_t)ONE - ONE / 8, words);
            break;
        }
    }
}

void a3d_make_vertices(a3d_maker *m, const uint8_t *attributes, unsigned n, bool words, unsigned joints, uint32_t count,
                       a3d_text *out)
{
    for (uint32_t i = 0; i < count && !out->failed; i++)
        put_vertex(m, out, attributes, n, words, joints);
}

void a3d_make_indices(a3d_maker *m, uint32_t node, uint32_t vertices)
{
    uint32_t stream, off, n = a3d_at(m->ctx.doc, node)->v.at.count / 2;
    uint8_t *p = n > 0 ? (uint8_t *)(uintptr_t)a3d_content(m->ctx.doc, a3d_at(m->ctx.doc, node), &stream, &off) : NULL;
    for (uint32_t i = 0; p != NULL && i < n; i++)
        a3d_store(p + 2 * (size_t)i, 2, a3d_random_below(&m->random, vertices), false);
}

int a3d_make_box(a3d_maker *m, uint32_t node)
{
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    for (int i = 0; i < 6; i++) {
        int64_t reach = a3d_random_between(&m->random, A3D_REACH * 16, A3D_REACH * 64);
        a3d_put_type(&bytes, A3D_F32, a3d_float_bits(i < 3 ? -reach : reach, 4), true);
    }
    int st = a3d_make_content(m, node, &bytes, 6);
    a3d_text_free(&bytes);
    return st;
}

int a3d_make_url(a3d_maker *m, uint32_t node)
{
    static const char *const endings[] = {"png", "jpg", "atf", "dds"};
    char name[40], url[60];
    a3d_make_name(m, a3d_luck(m, 1, 2) ? "textures/t" : "map", name);
    snprintf(url, sizeof url, "%s.%s", name, endings[a3d_random_below(&m->random, 4)]);
    return a3d_make_text(m, node, url);
}

void a3d_make_surfaces(a3d_maker *m, uint32_t list, unsigned begin_slot, unsigned count_slot, uint32_t triangles)
{
    const a3d_node *node = a3d_at(m->ctx.doc, list);
    uint32_t n = node->state == A3D_PRESENT ? node->v.at.count : 0, first = node->v.at.first, begin = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t left = triangles - begin, part = i + 1 < n ? a3d_random_below(&m->random, left + 1) : left;
        a3d_make_value(m, first + i, begin_slot, 3 * (int64_t)begin);
        a3d_make_value(m, first + i, count_slot, part);
        begin += part;
    }
}

int a3d_make_index_bytes(a3d_maker *m, uint32_t node, uint32_t each)
{
    uint32_t size = 6 * a3d_many(m, 1, 524287 / 3, each);
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    uint8_t *p = a3d_extend(&bytes, size);
    for (uint32_t i = 0; p != NULL && i < size; i++)
        p[i] = 0;
    int st = a3d_make_content(m, node, &bytes, size);
    a3d_text_free(&bytes);
    return st;
}
