/* rules_meshes.c - rules about the buffers and triangles of each mesh */
#include "base/bytes.h"
#include "base/kernels.h"
#include "base/never.h"
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"

#include <string.h>

enum { POSITION = 1, UV1 = 2, NORMAL = 3, NORMAL2 = 6, TYPES = 7 };

typedef struct mesh_view {
    const a3d_tanki_model *m;
    uint32_t mesh;
    uint32_t vertices[TYPES]; /* the list of each type of buffer, or A3D_NO_NODE */
    bool complete;            /* all buffers were read */
    uint32_t repeated;        /* the first finding about a repeated type that has as many components as positions */
} mesh_view;

/* --- which buffers there are --- */

/* Checks TANKI-063, TANKI-064. */
static void take_buffers(mesh_view *v, a3d_tanki_list buffers)
{
    const a3d_tanki_model *m = v->m;
    for (unsigned i = 0; i < TYPES; i++)
        v->vertices[i] = A3D_NO_NODE;
    v->complete = buffers.known;
    v->repeated = A3D_NO_CAUSE;
    for (uint32_t i = 0; i < buffers.count; i++) {
        uint32_t buffer = buffers.first + i;
        if (!a3d_was_read(m->doc, buffer) || !a3d_was_read(m->doc, a3d_field(m->doc, buffer, BUFFER_vertices))) {
            v->complete = false;
            continue;
        }
        int64_t type = a3d_value(m->doc, buffer, BUFFER_type);
        if (A3D_NEVER(type < POSITION || type >= TYPES)) /* reading ends at an unknown type */
            continue;
        if (v->vertices[type] == A3D_NO_NODE) {
            v->vertices[type] = a3d_field(m->doc, buffer, BUFFER_vertices);
            continue;
        }
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_BUFFER_REPEATED, a3d_field(m->doc, buffer, BUFFER_type));
        a3d_actual(f, type);
        a3d_say(m->ctx, f, "duplicate buffer of type %s; expected one of each type",
                a3d_named_value(m->doc, a3d_field(m->doc, buffer, BUFFER_type), type).text);
        if (v->repeated == A3D_NO_CAUSE && f != &m->ctx->spare && (type == NORMAL || type == NORMAL2))
            v->repeated = (uint32_t)(f - m->doc->findings);
    }
}

/* If a type occurs twice and positions are missing, that is one fault: the first of the two may be the positions. */
static void follow_repeated(const mesh_view *v, a3d_finding *f)
{
    const a3d_tanki_model *m = v->m;
    if (v->repeated == A3D_NO_CAUSE || f == &m->ctx->spare)
        return;
    a3d_finding *repeated = &m->doc->findings[v->repeated];
    uint32_t first = a3d_at(m->doc, v->vertices[repeated->actual.i])->parent;
    f->cause = v->repeated;
    a3d_add_suspect(m->ctx, repeated, a3d_field(m->doc, first, BUFFER_type), POSITION);
}

/* Checks TANKI-063, TANKI-065. */
static void check_buffers(const mesh_view *v, a3d_tanki_list buffers)
{
    const a3d_tanki_model *m = v->m;
    if (v->complete && v->vertices[POSITION] == A3D_NO_NODE) {
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_POSITION_BUFFER, a3d_field(m->doc, v->mesh, MESH_buffers));
        a3d_say(m->ctx, f, "the mesh has %s, but none of type 1 (position); expected one",
                a3d_amount_of(buffers.count, "buffer").text);
        follow_repeated(v, f);
        return;
    }
    for (uint32_t i = 0; m->version == 2 && v->complete && i < 2; i++) {
        bool there = i < buffers.count;
        uint32_t node = there ? a3d_field(m->doc, buffers.first + i, BUFFER_type)
                              : a3d_field(m->doc, v->mesh, MESH_buffers);
        int64_t type = there ? a3d_at(m->doc, node)->v.i : 0;
        if (type == (i == 0 ? POSITION : UV1))
            continue;
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_BUFFER_ORDER, node);
        a3d_expect(f, POSITION + i, POSITION + i);
        if (there)
            a3d_say(m->ctx, f, "type of buffers[%u] is %s; expected %s", (unsigned)i,
                    a3d_named_value(m->doc, node, type).text, i == 0 ? "1 (position)" : "2 (uv1)");
        else
            a3d_say(m->ctx, f, "buffers has %s; expected at least 2, positions and uv1",
                    a3d_amount_of(i, "entry").text);
        return;
    }
}

/* --- triangles --- */

typedef struct triangles {
    const mesh_view *v;
    uint32_t vertices;
    uint8_t *used; /* one byte per vertex, or NULL */
    uint32_t node, stream, off;
    bool complete; /* all indices were read and are in range */
} triangles;

/* Checks TANKI-079. */
static void report_index(triangles *t, uint32_t i, unsigned index)
{
    a3d_ctx *ctx = t->v->m->ctx;
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[TANKI_RULE_INDEX_RANGE], t->node, t->stream, t->off + 2 * i,
                                2);
    a3d_suffix(ctx, f, "[%u]", (unsigned)i);
    a3d_actual(f, index);
    if (t->vertices > 0)
        a3d_expect(f, 0, (int64_t)t->vertices - 1);
    a3d_say(ctx, f, "indices[%u] is %u; expected less than %u, the number of vertices", (unsigned)i, index,
            (unsigned)t->vertices);
    t->complete = false;
}

/* Checks TANKI-081. */
static void report_flat(const triangles *t, uint32_t i)
{
    a3d_ctx *ctx = t->v->m->ctx;
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[TANKI_RULE_TRIANGLE_FLAT], t->node, t->stream, t->off + 2 * i,
                                6);
    a3d_suffix(ctx, f, "[%u]", (unsigned)i);
    a3d_say(ctx, f, "the triangle at index %u uses a vertex twice; expected three different vertices", (unsigned)i);
}

static inline void mark_triangle(uint8_t *used, const uint8_t *p)
{
    used[a3d_load16(p, false)] = used[a3d_load16(p + 2, false)] = used[a3d_load16(p + 4, false)] = 1;
}

static void mark_used(uint8_t *used, const uint8_t *p, uint32_t count)
{
    const uint8_t *end = p + 2 * (size_t)count;
    for (; end - p >= 24; p += 24) {
        mark_triangle(used, p);
        mark_triangle(used, p + 6);
        mark_triangle(used, p + 12);
        mark_triangle(used, p + 18);
    }
    for (; p < end; p += 2)
        used[a3d_load16(p, false)] = 1;
}

static void scan_some(triangles *t, const uint8_t *p, uint32_t i, uint32_t n)
{
    for (const uint8_t *end = p + 2 * n; p < end; p += 2, i++) {
        unsigned index = a3d_load16(p, false);
        if (index >= t->vertices)
            report_index(t, i, index);
        else if (t->used != NULL)
            t->used[index] = 1;
    }
}

/* Most lists have nothing to report, which is quick to find out. */
static void scan_indices(triangles *t, const uint8_t *p, uint32_t count)
{
    unsigned most;
    if (a3d_triples_differ16(p, count, false, &most) && most < t->vertices) {
        if (t->used != NULL)
            mark_used(t->used, p, count);
        return;
    }
    uint32_t vertices = t->used != NULL ? t->vertices : 0, i = 0;
    uint8_t *used = t->used;
    for (; i + 3 <= count; i += 3) {
        const uint8_t *at = p + 2 * (size_t)i;
        unsigned a = a3d_load16(at, false), b = a3d_load16(at + 2, false), c = a3d_load16(at + 4, false);
        if ((a < vertices) & (b < vertices) & (c < vertices))
            used[a] = used[b] = used[c] = 1;
        else
            scan_some(t, at, i, 3);
        if ((a == b) | (b == c) | (a == c))
            report_flat(t, i);
    }
    scan_some(t, p + 2 * (size_t)i, i, count - i);
}

/* Checks TANKI-082. */
static void check_used(const triangles *t)
{
    const uint8_t *end = t->used + t->vertices, *first = memchr(t->used, 0, t->vertices);
    uint32_t unused = 0;
    if (first == NULL)
        return;
    for (const uint8_t *p = first; p != NULL; p = memchr(p + 1, 0, (size_t)(end - p) - 1))
        unused++;
    uint32_t node = a3d_field(t->v->m->doc, t->v->mesh, MESH_vertexCount);
    a3d_finding *f = a3d_tanki_report(t->v->m, TANKI_RULE_VERTEX_UNUSED, node);
    a3d_say(t->v->m->ctx, f, "%s of %s %s unused; expected an index for each; the first is vertex %u",
            a3d_number_of(unused).text, a3d_amount_of(t->vertices, "vertex").text, unused == 1 ? "is" : "are",
            (unsigned)(first - t->used));
}

/* Checks TANKI-079, TANKI-081, TANKI-082. */
static void check_triangles(const mesh_view *v)
{
    const a3d_tanki_model *m = v->m;
    a3d_tanki_list submeshes = a3d_tanki_list_of(m->doc, v->mesh, MESH_submeshes);
    if (!submeshes.known || !a3d_was_read(m->doc, a3d_field(m->doc, v->mesh, MESH_vertexCount)))
        return;
    triangles t = {.v = v, .vertices = (uint32_t)a3d_value(m->doc, v->mesh, MESH_vertexCount), .complete = true};
    /* Positions were read, so the vertices really exist. */
    if (v->vertices[POSITION] != A3D_NO_NODE && a3d_work(m->ctx, t.vertices / 64) == A3D_OK)
        t.used = a3d_arena_alloc(m->ctx->scratch, t.vertices);
    for (uint32_t i = 0; i < submeshes.count; i++) {
        uint32_t submesh = submeshes.first + i, count;
        if (!a3d_was_read(m->doc, submesh)) {
            t.complete = false;
            continue;
        }
        t.node = a3d_field(m->doc, submesh, SUBMESH_indices);
        const uint8_t *p = a3d_tanki_bytes(m, t.node, 2, &count, &t.stream, &t.off);
        if (p != NULL)
            scan_indices(&t, p, count);
        t.complete = t.complete && (p != NULL || count == 0);
    }
    if (t.complete && t.used != NULL && submeshes.count > 0)
        check_used(&t);
}

/* Checks TANKI-048. */
static void check_mesh_names(const a3d_tanki_model *m)
{
    uint32_t named = 0, odd = A3D_NO_NODE;
    for (uint32_t i = 0; m->version == 3 && i < m->meshes.count; i++) {
        uint32_t name = a3d_was_read(m->doc, m->meshes.first + i) ? a3d_field(m->doc, m->meshes.first + i, MESH_name)
                                                                    : A3D_NO_NODE;
        if (name == A3D_NO_NODE || !a3d_was_read(m->doc, name))
            return;
        named += a3d_at(m->doc, name)->v.at.count > 0;
        if (named != 0 && named != i + 1 && odd == A3D_NO_NODE)
            odd = name;
    }
    if (odd == A3D_NO_NODE)
        return;
    a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_MESH_NAMES, odd);
    a3d_say(m->ctx, f, "%u of %s %s a name; expected all or none", (unsigned)named,
            a3d_amount_of(m->meshes.count, "mesh").text, named == 1 ? "has" : "have");
}

void a3d_tanki_check_meshes(const a3d_tanki_model *m)
{
    check_mesh_names(m);
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        mesh_view v = {.m = m, .mesh = m->meshes.first + i};
        if (a3d_work(m->ctx, 1) != A3D_OK)
            return;
        if (!a3d_was_read(m->doc, v.mesh))
            continue;
        a3d_tanki_list buffers = a3d_tanki_list_of(m->doc, v.mesh, MESH_buffers);
        take_buffers(&v, buffers);
        check_buffers(&v, buffers);
        a3d_tanki_check_bounds(m, v.mesh, v.vertices[POSITION]);
        a3d_tanki_check_normals(m, v.vertices[POSITION], v.vertices[NORMAL], v.vertices[NORMAL2]);
        check_triangles(&v);
    }
}
