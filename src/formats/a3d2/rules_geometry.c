/* rules_geometry.c - describes buffers, meshes, decals and skins for the checks of alternativa.h */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/a3d2/statements.h"

/* Buffers in the order of their list. */
typedef struct buffers {
    a3d_indices *indices;
    a3d_vertices *vertices;
} buffers;

static uint32_t node_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return a3d_present(doc, record, slot) != NULL ? a3d_field(doc, record, slot) : A3D_NO_NODE;
}

static void describe_indices(a3d_alternativa *s, uint32_t record, a3d_indices *b)
{
    const a3d_doc *doc = s->ctx->doc;
    b->bytes = a3d_bytes_of(doc, record, INDEX_BUFFER_byteBuffer);
    b->count_node = node_of(doc, record, INDEX_BUFFER_indexCount);
    b->count = b->count_node != A3D_NO_NODE ? a3d_at(doc, b->count_node)->v.i : 0;
}

static void describe_vertices(a3d_alternativa *s, uint32_t record, a3d_vertices *b)
{
    const a3d_doc *doc = s->ctx->doc;
    a3d_bytes codes = a3d_bytes_of(doc, record, VERTEX_BUFFER_attributes);
    b->bytes = a3d_bytes_of(doc, record, VERTEX_BUFFER_byteBuffer);
    b->count_node = node_of(doc, record, VERTEX_BUFFER_vertexCount);
    b->count = b->count_node != A3D_NO_NODE ? (uint32_t)a3d_at(doc, b->count_node)->v.i : 0;
    b->words = doc->vars[A3D_VAR_VERSION] >= 6;
    b->attributes_node = codes.node;
    uint8_t *kinds = a3d_arena_alloc(s->ctx->scratch, codes.count + 1);
    if (kinds == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < codes.count; i++) {
        uint32_t code = a3d_load32(codes.data + 4 * (size_t)i, true);
        kinds[i] = (uint8_t)(code <= A3D_TEXCOORD ? code : A3D_STRANGE); /* the codes equal those of a3d_attribute */
    }
    b->attributes = kinds;
    b->n_attributes = codes.count;
}

/* Since 2.6 buffers hold words. If all buffers have the size of the other form, that is a single fault: the first
 * finding suggests another version, and those of the other buffers follow from it. If there is only one buffer, its
 * count may also be wrong. */
static void blame_version(a3d_alternativa *s, uint32_t scene, const a3d_vertices *all, uint32_t n)
{
    uint32_t minor = node_of(s->ctx->doc, scene, SCENE_versionMinor), cause = 0;
    for (uint32_t i = 0; minor != A3D_NO_NODE && i < n; i++) {
        if (all[i].cause == 0)
            continue;
        a3d_finding *f = &s->ctx->doc->findings[all[i].cause - 1];
        if (f->cause != A3D_NO_CAUSE)
            return;
        if (cause == 0) {
            cause = all[i].cause;
            a3d_add_suspect(s->ctx, f, minor, all[i].words ? 5 : 6);
            uint32_t count = all[i].bytes.size / all[i].stride;
            if (n == 1 && count <= UINT16_MAX && count * all[i].stride == all[i].bytes.size)
                a3d_add_suspect(s->ctx, f, all[i].count_node, count);
        } else {
            f->cause = cause - 1;
        }
    }
}

static void check_vertices(a3d_alternativa *s, uint32_t scene, a3d_vertices *all, uint32_t first, uint32_t n)
{
    for (uint32_t i = 0; i < n && !a3d_alternativa_stopped(s); i++)
        describe_vertices(s, first + i, &all[i]);
    if (a3d_alternativa_stopped(s))
        return;
    bool other = a3d_other_form(all, n);
    for (uint32_t i = 0; i < n && !a3d_alternativa_stopped(s); i++) {
        all[i].doubted = other;
        a3d_check_vertices(s, &all[i]);
    }
    if (other)
        blame_version(s, scene, all, n);
}

static bool check_buffers(a3d_alternativa *s, uint32_t scene, buffers *b)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, scene, SCENE_indexBuffers, &first);
    b->indices = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *b->indices);
    for (uint32_t i = 0; b->indices != NULL && i < n && !a3d_alternativa_stopped(s); i++) {
        describe_indices(s, first + i, &b->indices[i]);
        a3d_check_indices(s, &b->indices[i]);
    }
    n = a3d_elements(doc, scene, SCENE_vertexBuffers, &first);
    b->vertices = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *b->vertices);
    if (b->vertices != NULL)
        check_vertices(s, scene, b->vertices, first, n);
    return b->indices != NULL && b->vertices != NULL && !a3d_alternativa_stopped(s);
}

/* ---- meshes, decals, skins ---- */

/* The slots in which each kind of record stores its geometry. */
typedef struct drawn_kind {
    uint8_t list, box, indices, surfaces, buffers;
} drawn_kind;
#define DRAWN(list, P)                                                                                                 \
    {                                                                                                                  \
        SCENE_##list, P##_boundBoxId, P##_indexBufferId, P##_surfaces, P##_vertexBuffers                               \
    }
static const drawn_kind drawn_kinds[] = {DRAWN(decals, DECAL), DRAWN(meshes, MESH), DRAWN(skins, SKIN)};

/* Checks A3D-247. Each buffer is added once. */
static void take_buffers(a3d_alternativa *s, a3d_geometry *g, const buffers *b, const a3d_bytes *ids)
{
    const a3d_indexed_value *sorted = a3d_sorted_values(s, ids, 0, ids->count, 4, 0, A3D_I32);
    g->buffers = a3d_arena_alloc(s->ctx->scratch, (ids->count + 1) * sizeof *g->buffers);
    g->complete = ids->data != NULL && g->buffers != NULL && (sorted != NULL || ids->count == 0);
    for (uint32_t i = 0; g->complete && i < ids->count && !a3d_alternativa_stopped(s); i++) {
        if (i > 0 && sorted[i].value == sorted[i - 1].value) {
            a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_BUFFER_TWICE, ids->node, ids->stream,
                                                    ids->off + 4 * sorted[i].index, 4);
            a3d_suffix(s->ctx, f, "[%u]", (unsigned)sorted[i].index);
            a3d_actual(f, sorted[i].value);
            a3d_say(s->ctx, f, "vertexBuffers lists buffer %lld twice; expected each buffer once",
                    (long long)sorted[i].value);
            continue;
        }
        const a3d_key *key = a3d_index_find(s->ctx, A3D2_IN(VERTEX_BUFFER), sorted[i].value);
        if (key != NULL)
            g->buffers[g->n_buffers++] = &b->vertices[key->index];
        else
            g->complete = false;
    }
}

static void describe_geometry(a3d_alternativa *s, const drawn_kind *kind, uint32_t record, const buffers *b,
                              a3d_geometry *g)
{
    const a3d_node *id = a3d_present(s->ctx->doc, record, kind->indices);
    const a3d_key *key = id != NULL ? a3d_index_find(s->ctx, A3D2_IN(INDEX_BUFFER), id->v.i) : NULL;
    a3d_bytes ids = a3d_bytes_of(s->ctx->doc, record, kind->buffers);
    g->node = record;
    g->buffers_node = ids.node != A3D_NO_NODE ? ids.node : record;
    g->indices = key != NULL ? &b->indices[key->index] : NULL;
    take_buffers(s, g, b, &ids);
}

static void describe_surfaces(a3d_alternativa *s, const drawn_kind *kind, uint32_t record, a3d_drawn *d)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, record, kind->surfaces, &first);
    d->surfaces = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *d->surfaces);
    for (uint32_t i = first; d->surfaces != NULL && i < first + n; i++) {
        if (a3d_present(doc, i, SURFACE_numTriangles) == NULL)
            break; /* cut off here */
        d->surfaces[d->n_surfaces++] = (a3d_surface){
            i, a3d_field(doc, i, SURFACE_indexBegin), a3d_field(doc, i, SURFACE_numTriangles),
            a3d_value(doc, i, SURFACE_indexBegin), a3d_value(doc, i, SURFACE_numTriangles)};
    }
}

static void describe_box(a3d_alternativa *s, const drawn_kind *kind, uint32_t record, a3d_drawn *d)
{
    const a3d_node *id = a3d_present(s->ctx->doc, record, kind->box);
    if (id == NULL || id->v.i == -1 || kind->list == SCENE_decals)
        return;
    const a3d_key *key = a3d_index_find(s->ctx, A3D2_IN(BOX), id->v.i);
    if (key != NULL)
        d->box = a3d_bytes_of(s->ctx->doc, a3d_key_node(s->ctx->doc, key), BOX_box);
}

static void note_joints(a3d_alternativa *s, const a3d_geometry *g)
{
    for (uint32_t i = 0; i < g->n_buffers; i++)
        if (g->buffers[i]->number[A3D_JOINT] > 0) /* A3D-260 */
            a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_JOINT_STRAY, g->buffers_node),
                    "the vertices have JOINT attributes, but this node is not a skin; expected no JOINT attributes");
}

static void check_drawn(a3d_alternativa *s, const drawn_kind *kind, uint32_t record, const buffers *b)
{
    a3d_geometry g = {0};
    a3d_drawn d = {.geometry = &g};
    describe_geometry(s, kind, record, b, &g);
    describe_surfaces(s, kind, record, &d);
    describe_box(s, kind, record, &d);
    a3d_check_geometry(s, &g);
    if (kind->list == SCENE_skins)
        a3d2_check_skin(s, record, &d);
    else
        note_joints(s, &g);
    const a3d_node *surfaces = a3d_present(s->ctx->doc, record, kind->surfaces);
    if (kind->list == SCENE_meshes && surfaces != NULL && surfaces->v.at.count == 0) /* A3D-176 */
        a3d_say(s->ctx,
                a3d_alternativa_report_node(s, A3D2_RULE_MESH_EMPTY, a3d_field(s->ctx->doc, record, kind->surfaces)),
                "surfaces has 0 entries; expected at least 1");
    a3d_check_drawn(s, &d);
}

void a3d2_check_geometry(a3d_alternativa *s, uint32_t scene)
{
    buffers b = {0};
    uint32_t first, n = a3d_elements(s->ctx->doc, scene, SCENE_boxes, &first);
    for (uint32_t i = first; i < first + n; i++) {
        a3d_bytes box = a3d_bytes_of(s->ctx->doc, i, BOX_box);
        a3d_check_box(s, &box);
    }
    if (!check_buffers(s, scene, &b))
        return;
    for (unsigned k = 0; k < sizeof drawn_kinds / sizeof *drawn_kinds; k++) {
        n = a3d_elements(s->ctx->doc, scene, drawn_kinds[k].list, &first);
        for (uint32_t i = first; i < first + n && !a3d_alternativa_stopped(s); i++)
            if (a3d_at(s->ctx->doc, i)->state == A3D_PRESENT)
                check_drawn(s, &drawn_kinds[k], i, &b);
    }
}
