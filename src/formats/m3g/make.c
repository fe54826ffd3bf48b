/* make.c - random M3G documents: fills in what was planned (plan.h); the rest follows from the tables */
#include "formats/m3g/plan.h"
#include "formats/m3g/records.h"

#include <stdio.h>

static const a3d_m3g_thing *current(const a3d_maker *m)
{
    const a3d_m3g_plan *p = m->own;
    return &p->things[p->next - 1];
}

static int content(a3d_maker *m, uint32_t node, a3d_text *bytes, uint32_t count)
{
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    int st = a3d_make_content(m, node, bytes, count);
    a3d_text_free(bytes);
    return st;
}

static a3d_text fresh_text(const a3d_maker *m)
{
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    return bytes;
}

static void put_bytes(a3d_maker *m, a3d_text *out, uint32_t n, uint32_t below)
{
    uint8_t *p = a3d_extend(out, n);
    for (uint32_t i = 0; p != NULL && i < n; i++)
        p[i] = (uint8_t)a3d_random_below(&m->random, below);
}

/* Appends words of the plan; each element takes `each` of them. */
static int words(a3d_maker *m, uint32_t node, uint32_t first, uint32_t n, uint32_t each)
{
    const a3d_m3g_plan *p = m->own;
    a3d_text bytes = fresh_text(m);
    for (uint32_t i = 0; i < n; i++)
        a3d_put_type(&bytes, A3D_U32, p->words[first + i], false);
    return content(m, node, &bytes, n / each);
}

/* ---- sections ---- */

static int make_sections(a3d_maker *m, uint32_t node)
{
    a3d_m3g_plan *p = a3d_m3g_make_plan(m);
    size_t n = 1;
    m->own = p;
    for (size_t i = 1; p != NULL && i < p->n_sections; i++) /* except empty ones */
        if (p->ends[i] > p->ends[n - 1])
            p->ends[n++] = p->ends[i];
    return p != NULL ? a3d_make_list(m, node, (uint32_t)n) : A3D_STOP;
}

static int choose_in_section(a3d_maker *m, uint32_t node, uint32_t section, unsigned slot)
{
    const a3d_doc *doc = m->ctx.doc;
    const a3d_m3g_plan *p = m->own;
    uint32_t place = section - a3d_at(doc, a3d_at(doc, section)->parent)->v.at.first;
    if (slot == SECTION_scheme) {
        a3d_at(doc, node)->state = A3D_PRESENT;
        a3d_at(doc, node)->v.i = place > 0 && a3d_luck(m, 1, 2) ? M3G_DEFLATED : M3G_STORED;
        return A3D_OK;
    }
    return slot == SECTION_objects ? a3d_make_list(m, node, p->ends[place] - (place > 0 ? p->ends[place - 1] : 0))
                                   : A3D_UNCHOSEN;
}

/* ---- contents ---- */

static int make_parameters(a3d_maker *m, uint32_t node)
{
    uint32_t n = a3d_luck(m, 1, 5) ? 1 + a3d_random_below(&m->random, 3) : 0;
    int64_t id = a3d_random_between(&m->random, 0, UINT32_MAX - 8);
    a3d_text bytes = fresh_text(m);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t size = a3d_luck(m, 1, 4) ? a3d_many(m, 0, 4096, 1) : a3d_random_below(&m->random, 12);
        a3d_put_type(&bytes, A3D_U32, id + i, false);
        a3d_put_type(&bytes, A3D_U32, size, false);
        put_bytes(m, &bytes, size, 256);
    }
    return content(m, node, &bytes, n);
}

/* An upper triangular matrix without zeros on its diagonal: it is invertible, and its last row is 0 0 0 1. */
static int make_transform(a3d_maker *m, uint32_t node)
{
    a3d_text bytes = fresh_text(m);
    for (unsigned i = 0; i < 16; i++) {
        unsigned row = i / 4, column = i % 4;
        uint32_t bits = row > column ? 0 : i == 15 ? 0x3f800000 : a3d_make_float(m, row == column ? 1 : -4096, 4096, 8);
        a3d_put_type(&bytes, A3D_F32, bits, false);
    }
    return content(m, node, &bytes, 16);
}

static int make_vector(a3d_maker *m, uint32_t node, bool direction)
{
    int64_t axis[3];
    int st = a3d_make(m, node);
    a3d_make_direction(m, axis);
    for (unsigned c = 0; st == A3D_OK && c < 3; c++)
        a3d_make_value(m, node, c, direction ? a3d_float_bits(axis[c], 20) : a3d_make_float(m, 1, 4096, 8));
    return st;
}

static int make_keyframes(a3d_maker *m, uint32_t node)
{
    const a3d_m3g_thing *t = current(m);
    int64_t encoding = a3d_value(m->ctx.doc, a3d_at(m->ctx.doc, node)->parent, KEYFRAME_SEQUENCE_encoding);
    static const uint8_t types[] = {A3D_F32, A3D_U8, A3D_U16};
    a3d_text bytes = fresh_text(m);
    for (uint32_t i = 0; i < t->count; i++) {
        a3d_put_type(&bytes, A3D_U32, 20 * (int64_t)i + a3d_random_below(&m->random, 20), false);
        for (uint32_t c = 0; c < t->components; c++)
            a3d_put_type(&bytes, types[encoding],
                         encoding == 0 ? a3d_make_float(m, 1, 65536, 8) : a3d_random_below(&m->random, 65536), false);
    }
    a3d_at(m->ctx.doc, node)->flat = 1;
    return content(m, node, &bytes, t->count);
}

static int make_vertices(a3d_maker *m, uint32_t node)
{
    const a3d_m3g_thing *t = current(m);
    uint32_t width = (uint32_t)a3d_value(m->ctx.doc, a3d_at(m->ctx.doc, node)->parent, VERTEX_ARRAY_componentSize);
    a3d_text bytes = fresh_text(m);
    put_bytes(m, &bytes, t->count * t->components * width, 256);
    return content(m, node, &bytes, t->count);
}

static int make_indices(a3d_maker *m, uint32_t node)
{
    const a3d_m3g_thing *t = current(m);
    unsigned type = a3d_shape_of(a3d_at(m->ctx.doc, node))->type;
    a3d_text bytes = fresh_text(m);
    for (uint32_t i = 0; i < t->components; i++)
        a3d_put_type(&bytes, type, a3d_random_below(&m->random, t->count), false);
    return content(m, node, &bytes, t->components);
}

/* Bytes of a pixel of the formats ALPHA, LUMINANCE, LUMINANCE_ALPHA, RGB, RGBA. */
static const uint8_t depths[] = {1, 1, 2, 3, 4};

static int make_palette(a3d_maker *m, uint32_t node)
{
    uint32_t depth = depths[a3d_value(m->ctx.doc, a3d_at(m->ctx.doc, node)->parent, IMAGE2D_format) - 96];
    uint32_t colors = a3d_luck(m, 1, 2) ? 0 : 1 + a3d_random_below(&m->random, a3d_luck(m, 1, 4) ? 256 : 16);
    a3d_text bytes = fresh_text(m);
    put_bytes(m, &bytes, colors * depth, 256);
    return content(m, node, &bytes, colors * depth);
}

static int make_pixels(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t image = a3d_at(doc, node)->parent, depth = depths[a3d_value(doc, image, IMAGE2D_format) - 96];
    uint32_t palette = a3d_at(doc, a3d_field(doc, image, IMAGE2D_palette))->v.at.count;
    uint32_t n = (uint32_t)(a3d_value(doc, image, IMAGE2D_width) * a3d_value(doc, image, IMAGE2D_height)) *
                 (palette > 0 ? 1 : depth);
    a3d_text bytes = fresh_text(m);
    put_bytes(m, &bytes, n, palette > 0 ? palette / depth : 256);
    return content(m, node, &bytes, n);
}

/* ---- objects ---- */

static int make_uri(a3d_maker *m, uint32_t node)
{
    char stem[40], uri[60];
    a3d_make_name(m, "image", stem);
    snprintf(uri, sizeof uri, "%s.png", stem);
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    return a3d_make_text(m, node, uri);
}

static bool planned(const a3d_m3g_thing *t, unsigned slot, int64_t *value)
{
    for (unsigned i = 0; i < t->n_sets; i++)
        if (t->slots[i] == slot) {
            *value = t->values[i];
            return true;
        }
    return false;
}

/* Fields that all transformable classes have in the same slots. */
static int choose_transform(a3d_maker *m, uint32_t node, unsigned slot)
{
    switch (slot) {
    case GROUP_scale: return make_vector(m, node, false);
    case GROUP_orientationAxis: return make_vector(m, node, true);
    case GROUP_transform: return make_transform(m, node);
    default: return A3D_UNCHOSEN;
    }
}

static int choose_list(a3d_maker *m, uint32_t node, const a3d_m3g_thing *t, unsigned slot)
{
    switch (t->type) {
    case M3G_EXTERNAL: return slot == EXTERNAL_URI ? make_uri(m, node) : A3D_UNCHOSEN;
    case M3G_SEQUENCE: return slot == KEYFRAME_SEQUENCE_keyframes ? make_keyframes(m, node) : A3D_UNCHOSEN;
    case M3G_ARRAY: return slot == VERTEX_ARRAY_vertices ? make_vertices(m, node) : A3D_UNCHOSEN;
    case M3G_BUFFER: return slot == VERTEX_BUFFER_texcoordArrays ? words(m, node, t->list, t->n_list, 5) : A3D_UNCHOSEN;
    case M3G_STRIPS:
        return slot == TRIANGLE_STRIP_ARRAY_stripLengths ? words(m, node, t->list, t->n_list, 1)
             : slot == TRIANGLE_STRIP_ARRAY_indices ? make_indices(m, node) : A3D_UNCHOSEN;
    case M3G_IMAGE:
        return slot == IMAGE2D_palette  ? make_palette(m, node)
               : slot == IMAGE2D_pixels ? make_pixels(m, node)
                                        : A3D_UNCHOSEN;
    case M3G_APPEARANCE: return slot == APPEARANCE_textures ? words(m, node, t->list, t->n_list, 1) : A3D_UNCHOSEN;
    case M3G_GROUP:
    case M3G_WORLD: return slot == GROUP_children ? words(m, node, t->list, t->n_list, 1) : A3D_UNCHOSEN;
    case M3G_MESH:
    case M3G_MORPHING_MESH:
    case M3G_SKINNED_MESH:
        if (slot == MESH_submeshes)
            return words(m, node, t->list, t->n_list, 2);
        if (t->type == M3G_MORPHING_MESH && slot == MORPHING_MESH_morphTargets)
            return words(m, node, t->more, t->n_more, 2);
        return t->type == M3G_SKINNED_MESH && slot == SKINNED_MESH_transformReferences
                   ? words(m, node, t->more, t->n_more, 4)
                   : A3D_UNCHOSEN;
    default: return A3D_UNCHOSEN;
    }
}

static int choose_in_object(a3d_maker *m, uint32_t node, unsigned slot)
{
    const a3d_m3g_thing *t = current(m);
    const uint64_t placed = M3G_NODE_KINDS | M3G_KIND(M3G_TEXTURE);
    a3d_node *at = a3d_at(m->ctx.doc, node);
    int64_t value;
    if (planned(t, slot, &value)) {
        at->state = A3D_PRESENT;
        at->honest = at->row->derive.kind != A3D_GIVEN;
        at->v.i = value;
        return A3D_OK;
    }
    if (t->type == M3G_HEADER && slot == HEADER_approximateContentSize &&
        a3d_value(m->ctx.doc, at->parent, HEADER_hasExternalReferences) != 0) {
        at->state = A3D_PRESENT;
        at->honest = 1;
        at->v.i = (INT64_C(1) << 28) + a3d_random_below(&m->random, 1000);
        return A3D_OK;
    }
    if (t->type != M3G_HEADER && t->type != M3G_EXTERNAL && slot == GROUP_animationTracks)
        return words(m, node, t->tracks, t->n_tracks, 1);
    if (t->type != M3G_HEADER && t->type != M3G_EXTERNAL && slot == GROUP_userParameters)
        return make_parameters(m, node);
    int st = t->type <= M3G_WORLD && (placed >> t->type & 1) != 0 ? choose_transform(m, node, slot) : A3D_UNCHOSEN;
    return st != A3D_UNCHOSEN ? st : choose_list(m, node, t, slot);
}

int a3d_m3g_choose(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t record = a3d_at(doc, node)->parent;
    const a3d_record *type = a3d_record_type(doc, record);
    unsigned slot = node - a3d_at(doc, record)->v.at.first;
    if (type->id == M3G_REC_FILE)
        return slot == CONTAINER_sections ? make_sections(m, node) : A3D_UNCHOSEN;
    if (type->id == M3G_REC_SECTION)
        return choose_in_section(m, node, record, slot);
    if (type->id == M3G_REC_OBJECT && slot == OBJECT_type) {
        a3d_m3g_plan *p = m->own;
        a3d_at(doc, node)->state = A3D_PRESENT;
        a3d_at(doc, node)->v.i = p->things[p->next++].type;
        return A3D_OK;
    }
    if (type->id >= M3G_REC_OBJECTS || type->id == M3G_REC_HEADER || type->id == M3G_REC_EXTERNAL)
        return choose_in_object(m, node, slot);
    return A3D_UNCHOSEN;
}
