/* rules.c - the rules of A3D1 that tables cannot express.
 *
 * Nearly every field is optional on the wire, but most are required in practice. */
#include "engine/document/findings.h"
#include "formats/a3d1/records.h"
#include "formats/alternativa/alternativa.h"

#include <string.h>

static const uint16_t statements[A3D_STATEMENTS] = {
#define X(name) [A3D_SAYS_##name] = A3D1_RULE_##name,
    A3D_COMMON_STATEMENTS(X)
#undef X
};

/* ---- fields that must be there ---- */

typedef struct needed {
    uint8_t list, slot;
    uint16_t rule;
    const char *why;
} needed;

/* Fields that must be present: A3D-293, A3D-297, A3D-310, A3D-314, A3D-319, A3D-328; A3D-294, A3D-311, A3D-315,
 * A3D-333, A3D-334. */
static const needed all_needed[] = {
    {FILE_boxes, BOX_id, A3D1_RULE_ID_PRESENT, "the loader reads it without a check"},
    {FILE_boxes, BOX_box, A3D1_RULE_BOX_PRESENT, "it gives the bounds"},
    {FILE_geometries, GEOMETRY_id, A3D1_RULE_ID_PRESENT, "the loader reads it without a check"},
    {FILE_images, IMAGE_id, A3D1_RULE_ID_PRESENT, "the loader reads it without a check"},
    {FILE_images, IMAGE_url, A3D1_RULE_URL_PRESENT, "it names the file"},
    {FILE_maps, MAP_id, A3D1_RULE_ID_PRESENT, "the loader reads it without a check"},
    {FILE_maps, MAP_imageId, A3D1_RULE_MAP_IMAGE_PRESENT, "the loader reads it without a check"},
    {FILE_materials, MATERIAL_id, A3D1_RULE_ID_PRESENT, "surfaces refer to materials by id"},
    {FILE_objects, OBJECT_id, A3D1_RULE_ID_PRESENT, "the loader reads it without a check"},
    {FILE_objects, OBJECT_transformation, A3D1_RULE_PLACE_PRESENT, "the loader reads it without a check"},
    {FILE_objects, OBJECT_visible, A3D1_RULE_VISIBLE_PRESENT, "the loader hides the object without it"},
};

static bool is_absent(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return a3d_at(doc, record)->state == A3D_PRESENT && a3d_at(doc, a3d_field(doc, record, slot))->state == A3D_ABSENT;
}

/* The place of an absent field is the record that lacks it. */
static void report_absent(a3d_alternativa *s, unsigned rule, uint32_t record, unsigned slot, const char *why)
{
    const a3d_node *node = a3d_at(s->ctx->doc, record);
    uint32_t field = a3d_field(s->ctx->doc, record, slot);
    a3d_finding *f = a3d_alternativa_report(s, rule, field, node->stream, node->off, node->size);
    a3d_say(s->ctx, f, "%s is absent, but required, because %s", a3d_row_name(a3d_at(s->ctx->doc, field)->row), why);
}

static void check_needed(a3d_alternativa *s)
{
    const a3d_doc *doc = s->ctx->doc;
    for (size_t k = 0; k < sizeof all_needed / sizeof *all_needed; k++) {
        uint32_t first, n = a3d_elements(doc, doc->root, all_needed[k].list, &first);
        if (a3d_work(s->ctx, n) != A3D_OK)
            return;
        for (uint32_t i = first; i < first + n; i++)
            if (is_absent(doc, i, all_needed[k].slot))
                report_absent(s, all_needed[k].rule, i, all_needed[k].slot, all_needed[k].why);
    }
}

/* ---- texts ---- */

/* Checks A3D-066 and A3D-067. A text that is too long is already reported for its length. */
static void check_nul(a3d_alternativa *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    uint32_t stream, off, n = node->v.at.count;
    const uint8_t *p = a3d_content(s->ctx->doc, node, &stream, &off);
    const uint8_t *nul = n > 0 && n <= A3D_MOST_CHARACTERS ? memchr(p, 0, n) : NULL;
    if (nul == NULL)
        return;
    uint32_t at = (uint32_t)(nul - p);
    bool last = at + 1 == n;
    a3d_finding *f = a3d_alternativa_report(s, last ? A3D1_RULE_STRING_ENDS : A3D1_RULE_STRING_NUL, index, stream,
                                            off + at, 1);
    a3d_suffix(s->ctx, f, "[%u]", (unsigned)at);
    a3d_say(s->ctx, f, "byte %u of %s is NUL; expected %s", (unsigned)at, a3d_row_name(node->row),
            last ? "no NUL, because the length gives the end" : "text");
}

static void check_texts(a3d_alternativa *s)
{
    const a3d_doc *doc = s->ctx->doc;
    a3d_text_list urls = {0};
    a3d_check_texts(s, check_nul);
    uint32_t first, n = a3d_elements(doc, doc->root, FILE_images, &first);
    for (uint32_t i = first; i < first + n && !a3d_alternativa_stopped(s); i++) {
        a3d_check_url(s, i, IMAGE_url);
        a3d_text_list_add(s, &urls, i, IMAGE_url);
    }
    a3d_text_list_sort(s, &urls);
    a3d_text_list_report_repeats(s, &urls, A3D1_RULE_URL_TWICE, "url");
}

/* ---- parents ---- */

static uint32_t parent_of(a3d_alternativa *s, uint32_t object)
{
    const a3d_node *field = a3d_present(s->ctx->doc, object, OBJECT_parentId);
    const a3d_key *key = field != NULL ? a3d_index_find(s->ctx, 1u << A3D1_OBJECT, field->v.i) : NULL;
    return key != NULL ? key->index : A3D_NO_NODE;
}

static void check_parents(a3d_alternativa *s)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, doc->root, FILE_objects, &first);
    a3d_child *children = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *children);
    for (uint32_t i = 0; children != NULL && i < n; i++) {
        uint32_t parent = parent_of(s, first + i);
        children[i] = (a3d_child){
            first + i, parent != A3D_NO_NODE ? a3d_field(doc, first + i, OBJECT_parentId) : first + i, parent};
    }
    if (children != NULL && !a3d_alternativa_stopped(s))
        a3d_check_parents(s, children, n);
}

/* ---- geometry ---- */

typedef struct geometry {
    a3d_geometry g;
    a3d_indices indices;
} geometry;

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
    if (b->count != 0 && is_absent(doc, record, INDEX_BUFFER_byteBuffer)) /* A3D-301 */
        report_absent(s, A3D1_RULE_INDEX_BYTES, record, INDEX_BUFFER_byteBuffer, "indexCount is not 0");
}

/* Checks A3D-306; codes other than 0 to 5 are reported by the table. */
static uint8_t attribute_of(a3d_alternativa *s, const a3d_bytes *codes, uint32_t i)
{
    static const uint8_t kinds[] = {A3D_POSITION, A3D_NORMAL, A3D_TANGENT4, A3D_STRANGE, A3D_STRANGE, A3D_TEXCOORD};
    uint8_t code = codes->data[i];
    if (code == 3 || code == 4) {
        a3d_finding *f = a3d_alternativa_report(s, A3D1_RULE_ATTRIBUTE_SKIPPED, codes->node, codes->stream,
                                                codes->off + i, 1);
        a3d_suffix(s->ctx, f, "[%u]", (unsigned)i);
        a3d_actual(f, code);
        a3d_say(
            s->ctx, f,
            "attributes[%u] is %u; expected 0\u20132 or 5, because the loader skips 3 and 4 and their size is unknown",
            (unsigned)i, (unsigned)code);
    }
    return code < sizeof kinds ? kinds[code] : A3D_STRANGE;
}

static void describe_vertices(a3d_alternativa *s, uint32_t record, a3d_vertices *b)
{
    const a3d_doc *doc = s->ctx->doc;
    a3d_bytes codes = a3d_bytes_of(doc, record, VERTEX_BUFFER_attributes);
    b->bytes = a3d_bytes_of(doc, record, VERTEX_BUFFER_byteBuffer);
    b->count_node = node_of(doc, record, VERTEX_BUFFER_vertexCount);
    b->count = b->count_node != A3D_NO_NODE ? (uint32_t)a3d_at(doc, b->count_node)->v.i : 0;
    b->attributes_node = codes.node;
    if (is_absent(doc, record, VERTEX_BUFFER_attributes)) /* A3D-304 */
        report_absent(s, A3D1_RULE_ATTRIBUTES_PRESENT, record, VERTEX_BUFFER_attributes,
                      "it gives the layout of the vertices");
    if (b->count != 0 && is_absent(doc, record, VERTEX_BUFFER_byteBuffer)) /* A3D-303 */
        report_absent(s, A3D1_RULE_VERTEX_BYTES, record, VERTEX_BUFFER_byteBuffer, "vertexCount is not 0");
    uint8_t *kinds = a3d_arena_alloc(s->ctx->scratch, codes.count + 1);
    if (kinds == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < codes.count; i++)
        kinds[i] = attribute_of(s, &codes, i);
    b->attributes = kinds;
    b->n_attributes = codes.count;
}

static void describe_buffers(a3d_alternativa *s, uint32_t record, a3d_geometry *g)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, record, GEOMETRY_vertexBuffers, &first);
    a3d_vertices *all = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *all);
    g->buffers = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *g->buffers);
    g->complete = all != NULL && g->buffers != NULL && a3d_present(doc, record, GEOMETRY_vertexBuffers) != NULL;
    for (uint32_t i = 0; g->complete && i < n && !a3d_alternativa_stopped(s); i++) {
        if (a3d_at(doc, first + i)->state != A3D_PRESENT) {
            g->complete = false;
            return;
        }
        describe_vertices(s, first + i, &all[i]);
        a3d_check_vertices(s, &all[i]);
        g->buffers[g->n_buffers++] = &all[i];
    }
}

static void check_geometry(a3d_alternativa *s, uint32_t record, geometry *geo)
{
    const a3d_doc *doc = s->ctx->doc;
    geo->g.node = record;
    geo->g.buffers_node = node_of(doc, record, GEOMETRY_vertexBuffers);
    if (geo->g.buffers_node == A3D_NO_NODE)
        geo->g.buffers_node = record;
    uint32_t index_buffer = node_of(doc, record, GEOMETRY_indexBuffer);
    if (index_buffer != A3D_NO_NODE) {
        geo->g.indices = &geo->indices;
        describe_indices(s, index_buffer, &geo->indices);
        a3d_check_indices(s, &geo->indices);
    }
    describe_buffers(s, record, &geo->g);
    a3d_check_geometry(s, &geo->g);
}

static geometry *check_geometries(a3d_alternativa *s)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, doc->root, FILE_geometries, &first);
    geometry *all = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *all);
    for (uint32_t i = 0; all != NULL && i < n && !a3d_alternativa_stopped(s); i++)
        if (a3d_at(doc, first + i)->state == A3D_PRESENT)
            check_geometry(s, first + i, &all[i]);
    return a3d_alternativa_stopped(s) ? NULL : all;
}

/* ---- objects ---- */

static void describe_surfaces(a3d_alternativa *s, uint32_t object, a3d_drawn *d)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, object, OBJECT_surfaces, &first);
    d->surfaces = a3d_arena_alloc(s->ctx->scratch, (n + 1) * sizeof *d->surfaces);
    for (uint32_t i = first; d->surfaces != NULL && i < first + n; i++) {
        if (a3d_present(doc, i, SURFACE_numTriangles) == NULL)
            break; /* cut off here */
        d->surfaces[d->n_surfaces++] = (a3d_surface){
            i, a3d_field(doc, i, SURFACE_indexBegin), a3d_field(doc, i, SURFACE_numTriangles),
            a3d_value(doc, i, SURFACE_indexBegin), a3d_value(doc, i, SURFACE_numTriangles)};
    }
}

static void describe_box(a3d_alternativa *s, uint32_t object, a3d_drawn *d)
{
    const a3d_node *id = a3d_present(s->ctx->doc, object, OBJECT_boundBoxId);
    const a3d_key *key = id != NULL ? a3d_index_find(s->ctx, 1u << A3D1_BOX, id->v.i) : NULL;
    if (key != NULL)
        d->box = a3d_bytes_of(s->ctx->doc, a3d_key_node(s->ctx->doc, key), BOX_box);
}

/* Checks A3D-298, A3D-299. */
static void check_parts(a3d_alternativa *s, uint32_t record)
{
    if (is_absent(s->ctx->doc, record, GEOMETRY_indexBuffer))
        report_absent(s, A3D1_RULE_INDICES_PRESENT, record, GEOMETRY_indexBuffer, "a mesh uses this geometry");
    if (is_absent(s->ctx->doc, record, GEOMETRY_vertexBuffers))
        report_absent(s, A3D1_RULE_VERTICES_PRESENT, record, GEOMETRY_vertexBuffers, "a mesh uses this geometry");
}

/* Checks A3D-330 and A3D-335. An object with surfaces is a mesh. */
static void check_object(a3d_alternativa *s, uint32_t object, geometry *all)
{
    const a3d_doc *doc = s->ctx->doc;
    a3d_drawn d = {0};
    const a3d_node *surfaces = a3d_at(doc, a3d_field(doc, object, OBJECT_surfaces));
    const a3d_node *id = a3d_present(doc, object, OBJECT_geometryId);
    describe_surfaces(s, object, &d);
    if (d.n_surfaces > 0 && is_absent(doc, object, OBJECT_geometryId))
        report_absent(s, A3D1_RULE_GEOMETRY_PRESENT, object, OBJECT_geometryId, "the object has surfaces");
    if (id != NULL && (surfaces->state == A3D_ABSENT || (surfaces->state == A3D_PRESENT && surfaces->v.at.count == 0)))
        a3d_say(s->ctx,
                a3d_alternativa_report_node(s, A3D1_RULE_SURFACES_NONE, a3d_field(doc, object, OBJECT_geometryId)),
                "the object has a geometry, but no surface; expected a surface, because the loader drops the geometry "
                "without one");
    const a3d_key *key = id != NULL ? a3d_index_find(s->ctx, 1u << A3D1_GEOMETRY, id->v.i) : NULL;
    if (key == NULL || d.n_surfaces == 0)
        return;
    d.geometry = &all[key->index].g;
    describe_box(s, object, &d);
    check_parts(s, a3d_key_node(doc, key));
    a3d_check_drawn(s, &d);
}

/* Checks A3D-339. */
static void check_matrix(a3d_alternativa *s, uint32_t object)
{
    uint32_t place = node_of(s->ctx->doc, object, OBJECT_transformation);
    if (place != A3D_NO_NODE && is_absent(s->ctx->doc, place, TRANSFORMATION_matrix))
        report_absent(s, A3D1_RULE_MATRIX_PRESENT, place, TRANSFORMATION_matrix, "the loader reads it without a check");
}

static void check_objects(a3d_alternativa *s, geometry *all)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, doc->root, FILE_objects, &first);
    for (uint32_t i = first; i < first + n && !a3d_alternativa_stopped(s); i++) {
        if (a3d_at(doc, i)->state != A3D_PRESENT)
            return;
        check_matrix(s, i);
        check_object(s, i, all);
    }
}

static void check_boxes(a3d_alternativa *s)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n = a3d_elements(doc, doc->root, FILE_boxes, &first);
    for (uint32_t i = first; i < first + n; i++) {
        a3d_bytes box = a3d_bytes_of(doc, i, BOX_box);
        a3d_check_box(s, &box);
    }
}

void a3d1_check(a3d_ctx *ctx)
{
    a3d_alternativa s;
    const a3d_node *root = a3d_at(ctx->doc, ctx->doc->root);
    if (ctx->doc->limited != 0 || root->state != A3D_PRESENT || root->v.at.count == 0 ||
        !a3d_alternativa_open(&s, ctx, statements))
        return;
    check_needed(&s);
    check_boxes(&s);
    geometry *all = check_geometries(&s);
    if (all != NULL)
        check_objects(&s, all);
    if (!a3d_alternativa_stopped(&s))
        check_parents(&s);
    check_texts(&s);
}
