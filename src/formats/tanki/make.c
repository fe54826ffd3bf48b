/* make.c - random Tanki documents, where the tables do not suffice */
#include "engine/document/conditions.h"
#include "engine/generate/maker.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"
#include "formats/tanki/tanki.h"

enum { ONE = 1 << 20, GRAIN = 10, REACH = 128 << GRAIN }; /* positions are multiples of 2^-GRAIN */
enum { POSITIONS = 1, UV = 2, NORMALS = 3, NORMALS2 = 6 };

static void put_float(a3d_text *out, int64_t n, unsigned k)
{
    a3d_put_type(out, A3D_F32, a3d_float_bits(n, k), false);
}

/* ---- meshes ---- */

/* Writes the bounds and the radius into the mesh, if the version has them. */
static void note_extent(a3d_maker *m, uint32_t mesh, const int64_t low[3], const int64_t high[3], uint64_t square)
{
    const a3d_doc *doc = m->ctx.doc;
    if (doc->vars[A3D_VAR_VERSION] < 3)
        return;
    for (unsigned c = 0; c < 3; c++) {
        a3d_make_value(m, a3d_field(doc, mesh, MESH_boundsMin), c, a3d_float_bits(low[c], GRAIN));
        a3d_make_value(m, a3d_field(doc, mesh, MESH_boundsMax), c, a3d_float_bits(high[c], GRAIN));
    }
    a3d_make_value(m, mesh, MESH_radius, a3d_float_bits((int64_t)a3d_integer_root(square << 20), GRAIN + 10));
}

static void put_positions(a3d_maker *m, uint32_t mesh, uint32_t count, a3d_text *out)
{
    int64_t low[3] = {REACH, REACH, REACH}, high[3] = {-REACH, -REACH, -REACH};
    uint64_t farthest = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t square = 0;
        for (unsigned c = 0; c < 3; c++) {
            int64_t n = a3d_random_between(&m->random, -REACH, REACH);
            low[c] = n < low[c] ? n : low[c];
            high[c] = n > high[c] ? n : high[c];
            square += (uint64_t)(n * n);
            put_float(out, n, GRAIN);
        }
        farthest = square > farthest ? square : farthest;
    }
    if (count > 0)
        note_extent(m, mesh, low, high, farthest);
}

static void put_directions(a3d_maker *m, uint32_t count, a3d_text *out)
{
    int64_t direction[3];
    for (uint32_t i = 0; i < count; i++) {
        a3d_make_direction(m, direction);
        for (unsigned c = 0; c < 3; c++)
            put_float(out, direction[c], 20);
    }
}

static int make_vertices(a3d_maker *m, uint32_t node, uint32_t buffer)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t mesh = a3d_at(doc, a3d_at(doc, buffer)->parent)->parent, count = (uint32_t)a3d_given_count(doc, node);
    int64_t type = a3d_value(doc, buffer, BUFFER_type);
    if (type != POSITIONS && type != NORMALS && type != NORMALS2)
        return A3D_UNCHOSEN;
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    if (type == POSITIONS)
        put_positions(m, mesh, count, &bytes);
    else
        put_directions(m, count, &bytes);
    a3d_at(doc, node)->state = A3D_PRESENT;
    int st = a3d_make_content(m, node, &bytes, count);
    a3d_text_free(&bytes);
    return st;
}

/* Positions come first and the first UVs second; the others follow in an order that depends on the mesh. */
static int64_t buffer_type(const a3d_doc *doc, uint32_t buffer)
{
    uint32_t list = a3d_at(doc, buffer)->parent, place = buffer - a3d_at(doc, list)->v.at.first;
    int64_t turn = a3d_value(doc, a3d_at(doc, list)->parent, MESH_vertexCount);
    return place < 2 ? POSITIONS + place : NORMALS + (place + turn) % 4;
}

static int make_indices(a3d_maker *m, uint32_t node, uint32_t submesh)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t mesh = a3d_at(doc, a3d_at(doc, submesh)->parent)->parent, count = (uint32_t)a3d_given_count(doc, node);
    uint32_t vertices = (uint32_t)a3d_value(doc, mesh, MESH_vertexCount);
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    for (uint32_t i = 0; i < count; i++)
        a3d_put_type(&bytes, A3D_U16, a3d_random_below(&m->random, vertices), false);
    a3d_at(doc, node)->state = A3D_PRESENT;
    int st = a3d_make_content(m, node, &bytes, count);
    a3d_text_free(&bytes);
    return st;
}

static int set(a3d_maker *m, uint32_t node, int64_t value)
{
    a3d_node *at = a3d_at(m->ctx.doc, node);
    at->state = A3D_PRESENT;
    at->honest = at->row->derive.kind != A3D_GIVEN;
    at->v.i = value;
    return A3D_OK;
}

static int choose_in_mesh(a3d_maker *m, uint32_t node, unsigned slot)
{
    switch (slot) {
    case MESH_vertexCount: return set(m, node, !a3d_is_bulky(m) && a3d_luck(m, 1, 16) ? 0 : a3d_many(m, 3, 65536, 60));
    case MESH_buffers:
        return a3d_make_list(m, node,
                             m->ctx.doc->vars[A3D_VAR_VERSION] < 3 ? 2 + a3d_random_below(&m->random, 5)
                                                                   : 1 + a3d_random_below(&m->random, 6));
    default: return A3D_UNCHOSEN;
    }
}

static int choose_in_submesh(a3d_maker *m, uint32_t node, unsigned slot)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t submesh = a3d_at(doc, node)->parent, mesh = a3d_at(doc, a3d_at(doc, submesh)->parent)->parent;
    bool empty = a3d_value(doc, mesh, MESH_vertexCount) == 0;
    switch (slot) {
    case SUBMESH_faceCount: return set(m, node, empty ? 0 : a3d_many(m, 1, 100000, 12));
    case SUBMESH_indexCount: return set(m, node, empty ? 0 : 3 * (int64_t)a3d_many(m, 1, 100000, 8));
    case SUBMESH_indices: return make_indices(m, node, submesh);
    default: return A3D_UNCHOSEN;
    }
}

/* ---- transforms ---- */

/* A rotation about a random axis: the cosine and sine of half its angle are (q*q - p*p) and 2pq, divided by (p*p +
 * q*q). */
static int make_rotation(a3d_maker *m, uint32_t node)
{
    int64_t p = a3d_random_between(&m->random, -9, 9), q = a3d_random_between(&m->random, 1, 9), sum = p * p + q * q,
            axis[3];
    int st = a3d_make(m, node);
    a3d_make_direction(m, axis);
    for (unsigned c = 0; st == A3D_OK && c < 3; c++)
        a3d_make_value(m, node, VEC4_x + c, a3d_float_bits(axis[c] * 2 * p * q / sum, 20));
    if (st == A3D_OK)
        a3d_make_value(m, node, VEC4_w, a3d_float_bits((q * q - p * p) * ONE / sum, 20));
    return st;
}

/* Before version 3, parents count from 1 and 0 means none; since then they count from 0 and -1 means none. */
static int make_parents(a3d_maker *m, uint32_t node)
{
    uint32_t count = (uint32_t)a3d_given_count(m->ctx.doc, node);
    int64_t none = m->ctx.doc->vars[A3D_VAR_VERSION] < 3 ? 0 : -1;
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    for (uint32_t i = 0; i < count; i++)
        a3d_put_type(&bytes, A3D_I32, none + a3d_random_below(&m->random, i + 1), false);
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    int st = a3d_make_content(m, node, &bytes, count);
    a3d_text_free(&bytes);
    return st;
}

static int make_name(a3d_maker *m, uint32_t node, const char *stem)
{
    char name[40];
    a3d_make_name(m, stem, name);
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    return a3d_make_text(m, node, name);
}

static int make_color(a3d_maker *m, uint32_t node)
{
    int st = a3d_make(m, node);
    for (unsigned c = 0; st == A3D_OK && c < 3; c++)
        a3d_make_value(m, node, COLOR_r + c, a3d_make_float(m, 0, 256, 8));
    return st;
}

int a3d_tanki_choose(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t record = a3d_at(doc, node)->parent;
    const a3d_record *type = a3d_record_type(doc, record);
    unsigned slot = node - a3d_at(doc, record)->v.at.first;
    switch (type->id) {
    case REC_MESHES:
        return slot == MESHES_list && a3d_is_bulky(m) ? a3d_make_list(m, node, a3d_few(m, 1, UINT16_MAX, 1000))
                                                      : A3D_UNCHOSEN;
    case REC_MESH: return choose_in_mesh(m, node, slot);
    case REC_BUFFER:
        return slot == BUFFER_type ? set(m, node, buffer_type(doc, record)) : make_vertices(m, node, record);
    case REC_SUBMESH: return choose_in_submesh(m, node, slot);
    case REC_TRANSFORM:
        return slot == TRANSFORM_rotation ? make_rotation(m, node)
             : slot == TRANSFORM_name && a3d_luck(m, 7, 8) ? make_name(m, node, "Bone") : A3D_UNCHOSEN;
    case REC_TRANSFORMS: return slot == TRANSFORMS_parents ? make_parents(m, node) : A3D_UNCHOSEN;
    case REC_OBJECT: return slot == OBJECT_name && a3d_luck(m, 7, 8) ? make_name(m, node, "Object") : A3D_UNCHOSEN;
    case REC_MATERIAL: return slot == MATERIAL_color && a3d_luck(m, 7, 8) ? make_color(m, node) : A3D_UNCHOSEN;
    default: return A3D_UNCHOSEN;
    }
}

/* ---- objects ---- */

static uint32_t in_root(const a3d_doc *doc, unsigned block, unsigned slot)
{
    return a3d_field(doc, a3d_field(doc, a3d_field(doc, doc->root, FILE_root), block), slot);
}

/* An object has a material for each submesh of its mesh. */
static int repair_materials(a3d_maker *m, uint32_t object)
{
    const a3d_doc *doc = m->ctx.doc;
    a3d_tanki_list meshes = a3d_tanki_list_of(doc, a3d_at(doc, in_root(doc, ROOT_meshes, MESHES_list))->parent,
                                              MESHES_list);
    uint32_t mesh = meshes.first + (uint32_t)a3d_value(doc, object, OBJECT_mesh);
    uint32_t n = a3d_at(doc, a3d_field(doc, mesh, MESH_submeshes))->v.at.count;
    uint32_t all = a3d_at(doc, in_root(doc, ROOT_materials, MATERIALS_list))->v.at.count;
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    for (uint32_t i = 0; i < n; i++)
        a3d_put_type(&bytes, A3D_I32, (int64_t)a3d_random_below(&m->random, all + 1) - 1, false);
    int st = a3d_make_content(m, a3d_field(doc, object, OBJECT_materials), &bytes, n);
    a3d_text_free(&bytes);
    return st;
}

int a3d_tanki_repair(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    const a3d_node *objects = a3d_at(doc, in_root(doc, ROOT_objects, OBJECTS_list));
    uint32_t first = objects->v.at.first, n = objects->flat ? 0 : objects->v.at.count;
    for (uint32_t i = first; doc->vars[A3D_VAR_VERSION] >= 3 && i < first + n; i++)
        if (repair_materials(m, i) != A3D_OK)
            return A3D_STOP;
    return A3D_OK;
}
