/* scene.c - see scene.h */
#include "formats/alternativa/scene.h"
#include "base/bytes.h"

#include <string.h>

bool a3d_shown_value(const a3d_doc *doc, uint32_t record, unsigned slot, int64_t *value)
{
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, slot));
    *value = node->v.i;
    return node->state == A3D_PRESENT;
}

a3d_affine a3d_shown_place(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    a3d_affine out = a3d_identity;
    float numbers[12];
    uint32_t transform = a3d_field(doc, record, slot), matrix;
    if (!a3d_was_read(doc, transform))
        return out;
    matrix = a3d_field(doc, transform, 0);
    if (a3d_was_read(doc, matrix) && a3d_floats_of(doc, matrix, 0, 12, numbers))
        for (unsigned i = 0; i < 12; i++)
            out.at[i] = (double)numbers[i];
    return out;
}

/* ---- vertices ---- */

/* Takes `components` values of each vertex, starting with component `at`. */
static uint32_t make_accessor(a3d_shown *s, const a3d_shown_vertices *b, a3d_attribute_kind kind, uint32_t at,
                     unsigned components)
{
    float values[4];
    a3d_items items = b->items;
    items.stride = b->raw.stride;
    items.off += at * (s->words ? 2u : 4u);
    a3d_scene_origin(s->v, &items);
    if (!a3d_scene_open(s->v, kind, b->raw.count))
        return A3D_NONE;
    for (uint32_t i = 0; i < b->raw.count; i++) {
        for (unsigned c = 0; c < components; c++)
            values[c] = (float)a3d_component(&b->raw, i, at + c);
        a3d_scene_put(s->v, values);
    }
    return a3d_scene_close(s->v);
}

static void take_attribute(a3d_shown *s, a3d_shown_vertices *b, unsigned attribute, uint32_t at)
{
    unsigned kind = A3D_AT_KINDS;
    if (attribute == A3D_POSITION)
        kind = A3D_AT_POSITION;
    else if (attribute == A3D_NORMAL)
        kind = A3D_AT_NORMAL;
    else if (attribute == A3D_TANGENT4)
        kind = A3D_AT_TANGENT;
    else if (attribute == A3D_TEXCOORD)
        kind = b->accessors[A3D_AT_UV0] == A3D_NONE ? A3D_AT_UV0 : A3D_AT_UV1;
    if (attribute == A3D_JOINT && b->joints < 4)
        b->at[b->joints++] = at;
    else if (kind == A3D_AT_KINDS || b->accessors[kind] != A3D_NONE)
        a3d_scene_lose(s->v, 1, "attributes beyond the first of their kind");
    else
        b->accessors[kind] = make_accessor(s, b, (a3d_attribute_kind)kind, at, a3d_attribute_width(attribute));
}

static unsigned attribute_of(const a3d_shown *s, const a3d_items *codes, uint32_t i)
{
    uint64_t code = a3d_load(codes->data + (size_t)i * codes->stride, codes->stride, true);
    return code < s->slots->n_kinds ? s->slots->kinds[code] : A3D_STRANGE;
}

static void take_vertices(a3d_shown *s, a3d_shown_vertices *b, uint32_t record)
{
    a3d_items codes, bytes;
    uint32_t at = 0;
    memset(b, 0, sizeof *b);
    memset(b->accessors, 0xff, sizeof b->accessors);
    b->raw.words = s->words;
    if (!a3d_items_of(s->doc, record, s->slots->vertex_attributes, &codes) ||
        !a3d_items_sized(s->doc, record, s->slots->vertex_bytes, 1, &bytes) || !a3d_scene_spend(s->v, 0, codes.count))
        return;
    for (uint32_t i = 0; i < codes.count; i++) {
        unsigned width = a3d_attribute_width(attribute_of(s, &codes, i));
        if (width == 0) {
            a3d_scene_lose(s->v, 1, "vertex buffers with attributes of no known kind");
            return;
        }
        b->raw.stride += width * (s->words ? 2u : 4u);
    }
    int64_t count = a3d_value(s->doc, record, s->slots->vertex_count);
    b->items = bytes;
    b->raw.bytes.data = bytes.data;
    b->raw.bytes.size = bytes.count;
    b->raw.count = (uint64_t)count * b->raw.stride <= bytes.count ? (uint32_t)count : bytes.count / b->raw.stride;
    if (b->raw.count != count)
        a3d_scene_lose(s->v, (uint64_t)count - b->raw.count, "vertices that have no bytes");
    for (uint32_t i = 0; b->raw.count > 0 && i < codes.count; i++) {
        unsigned attribute = attribute_of(s, &codes, i);
        take_attribute(s, b, attribute, at);
        at += a3d_attribute_width(attribute);
    }
}

/* The accessors of a vertex buffer, or NULL if it was not read. Valid until the next call. */
static a3d_shown_vertices *vertices_of(a3d_shown *s, uint32_t record)
{
    uint32_t *memo = record != A3D_NO_NODE && a3d_was_read(s->doc, record) ? a3d_scene_memo(s->v, record) : NULL;
    if (memo == NULL)
        return NULL;
    if (*memo == 0) {
        a3d_shown_vertices *grown = a3d_grow(s->v->arena, s->vertices.at, &s->vertices.cap, s->vertices.n + 1,
                                             sizeof *grown);
        s->v->failed |= grown == NULL;
        if (grown == NULL)
            return NULL;
        s->vertices.at = grown;
        take_vertices(s, &grown[s->vertices.n], record);
        *memo = (uint32_t)++s->vertices.n;
    }
    return &s->vertices.at[*memo - 1];
}

/* Collects the attributes of all buffers of a mesh, as if they were one buffer. False if there are no positions. */
static bool gather(a3d_shown *s, const a3d_shown_mesh *mesh, a3d_shown_vertices *all)
{
    bool any = false;
    memset(all, 0, sizeof *all);
    for (unsigned positions = 2; positions-- > 0;)
        for (uint32_t i = 0; i < mesh->n_vertex_buffers && a3d_scene_spend(s->v, 0, 1); i++) {
            const a3d_shown_vertices *b = vertices_of(s, mesh->vertex_buffers[i]);
            if (b == NULL || (any && positions != 0))
                continue;
            if (positions != 0 && b->accessors[A3D_AT_POSITION] != A3D_NONE) {
                *all = *b;
                any = true;
            }
            if (positions != 0 || !any || b->raw.bytes.data == all->raw.bytes.data)
                continue;
            if (b->raw.count != all->raw.count)
                a3d_scene_lose(s->v, 1, "vertex buffers with another number of vertices than there are positions");
            for (unsigned kind = 0; b->raw.count == all->raw.count && kind < A3D_VERTEX_KINDS; kind++)
                all->accessors[kind] = all->accessors[kind] == A3D_NONE ? b->accessors[kind] : all->accessors[kind];
        }
    return any;
}

/* ---- triangles ---- */

static a3d_shown_indices *indices_of(a3d_shown *s, uint32_t record)
{
    uint32_t *memo = a3d_scene_memo(s->v, record);
    if (memo == NULL)
        return NULL;
    if (*memo == 0) {
        a3d_shown_indices *grown = a3d_grow(s->v->arena, s->indices.at, &s->indices.cap, s->indices.n + 1,
                                            sizeof *grown);
        s->v->failed |= grown == NULL;
        if (grown == NULL)
            return NULL;
        s->indices.at = grown;
        memset(&grown[s->indices.n], 0, sizeof *grown);
        *memo = (uint32_t)++s->indices.n;
    }
    return &s->indices.at[*memo - 1];
}

static uint32_t put_triangles(a3d_shown *s, const a3d_items *bytes, int64_t begin, int64_t triangles, uint32_t vertices)
{
    if (!a3d_scene_triangles(s->v, vertices, (uint64_t)triangles))
        return A3D_NONE;
    const uint8_t *p = bytes->data + 2 * (size_t)begin;
    a3d_scene_origin(s->v, bytes);
    for (int64_t i = 0; i < triangles; i++, p += 6) {
        a3d_scene_at(s->v, p);
        if (!a3d_scene_triangle(s->v, a3d_load16(p, false), a3d_load16(p + 2, false), a3d_load16(p + 4, false)))
            break;
    }
    return a3d_scene_triangles_close(s->v);
}

static uint32_t triangles_of(a3d_shown *s, uint32_t record, uint32_t surface, uint32_t vertices)
{
    int64_t begin = a3d_value(s->doc, surface, s->slots->surface_begin),
            triangles = a3d_value(s->doc, surface, s->slots->surface_triangles);
    a3d_items bytes;
    a3d_shown_indices *b = a3d_items_sized(s->doc, record, s->slots->index_bytes, 1, &bytes) ? indices_of(s, record)
                                                                                             : NULL;
    int64_t there = b != NULL ? bytes.count / 2 : 0, most = begin >= 0 && begin < there ? (there - begin) / 3 : 0;
    if (triangles > most || triangles < 0) {
        a3d_scene_lose(s->v, 1, "surfaces, as far as they reach beyond their indices");
        triangles = triangles < 0 ? 0 : most;
    }
    if (triangles == 0)
        return A3D_NONE;
    for (unsigned i = 0; i < A3D_RANGES; i++)
        if (b->ranges[i].begin == begin && b->ranges[i].triangles == triangles && b->ranges[i].vertices == vertices)
            return b->ranges[i].accessor;
    unsigned at = b->next++ % A3D_RANGES;
    b->ranges[at].begin = begin;
    b->ranges[at].triangles = triangles;
    b->ranges[at].vertices = vertices;
    b->ranges[at].accessor = put_triangles(s, &bytes, begin, triangles, vertices);
    return b->ranges[at].accessor;
}

/* ---- meshes ---- */

static void show_surface(a3d_shown *s, const a3d_shown_mesh *mesh, const a3d_shown_vertices *all, uint32_t index)
{
    uint32_t surface = mesh->first + index;
    int64_t material;
    if (!a3d_was_read(s->doc, surface))
        return;
    a3d_draw *part = a3d_scene_part(s->v, a3d_from(surface));
    if (part == NULL)
        return;
    memcpy(part->attributes, all->accessors, sizeof part->attributes);
    part->indices = triangles_of(s, mesh->index_buffer, surface, all->raw.count);
    if (a3d_shown_value(s->doc, surface, s->slots->surface_material, &material))
        part->material = a3d_ids_find(&s->ids, mesh->material_space, material);
    if (mesh->skin != NULL && part->indices != A3D_NONE)
        mesh->skin(s, all, index, part, mesh->user);
    a3d_scene_part_end(s->v);
}

uint32_t a3d_show_mesh(a3d_shown *s, const a3d_shown_mesh *mesh)
{
    a3d_shown_vertices all;
    bool indexed = mesh->index_buffer != A3D_NO_NODE && a3d_was_read(s->doc, mesh->index_buffer);
    if (!indexed || !gather(s, mesh, &all)) {
        a3d_scene_lose(s->v, mesh->n_surfaces > 0, "meshes without positions or indices");
        return A3D_NONE;
    }
    a3d_scene_mesh(s->v, mesh->source, mesh->name);
    for (uint32_t i = 0; i < mesh->n_surfaces && !s->v->failed; i++)
        show_surface(s, mesh, &all, i);
    return a3d_scene_mesh_end(s->v);
}
