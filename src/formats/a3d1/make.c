/* make.c - random A3D1 documents, where the tables do not suffice */
#include "formats/a3d1/a3d1.h"
#include "formats/a3d1/records.h"
#include "formats/alternativa/make.h"

/* ---- fields ---- */

/* Whether the loader reads this optional field without checking that it is present. */
static bool is_expected(unsigned record, unsigned slot)
{
    switch (record) {
    case REC_BOX: return slot == BOX_id;
    case REC_GEOMETRY: return true;
    case REC_IMAGE: return slot == IMAGE_id;
    case REC_MAP: return slot == MAP_id || slot == MAP_imageId;
    case REC_MATERIAL: return slot == MATERIAL_id;
    case REC_OBJECT: return slot == OBJECT_id || slot == OBJECT_transformation;
    case REC_TRANSFORMATION: return true;
    default: return false;
    }
}

/* The code of each attribute in this format. */
static const uint8_t codes[A3D_ATTRIBUTES] = {0, 1, 2, 0, 5, 0};

static int make_vertex_buffer(a3d_maker *m, uint32_t record)
{
    uint8_t attributes[A3D_MOST_ATTRIBUTES];
    unsigned n = a3d_make_attributes(m, false, attributes);
    uint32_t size = a3d_vertex_size(attributes, n, false), count = a3d_many(m, 3, 65535, size);
    a3d_text list, bytes;
    a3d_text_init(&list, m->ctx.doc->arena);
    a3d_text_init(&bytes, m->ctx.doc->arena);
    for (unsigned i = 0; i < n; i++)
        a3d_putc(&list, (char)codes[attributes[i]]);
    a3d_make_vertices(m, attributes, n, false, 1, count, &bytes);
    int st = a3d_make_content(m, a3d_field(m->ctx.doc, record, VERTEX_BUFFER_attributes), &list, n);
    if (st == A3D_OK)
        st = a3d_make_content(m, a3d_field(m->ctx.doc, record, VERTEX_BUFFER_byteBuffer), &bytes, (uint32_t)bytes.size);
    a3d_text_free(&bytes);
    a3d_text_free(&list);
    a3d_make_value(m, record, VERTEX_BUFFER_vertexCount, count);
    return st;
}

int a3d_a3d1_choose(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t record = a3d_at(doc, node)->parent;
    const a3d_record *type = a3d_record_type(doc, record);
    unsigned slot = node - a3d_at(doc, record)->v.at.first;
    uint32_t first;
    if (type->id == REC_FILE && slot == FILE_maps && a3d_elements(doc, record, FILE_images, &first) == 0)
        return A3D_OK; /* a map needs an image */
    if (type->id == REC_FILE && slot == FILE_geometries && a3d_is_bulky(m))
        return a3d_make_list(m, node, a3d_few(m, 1, UINT16_MAX, 1000));
    if (type->id == REC_BOX && slot == BOX_box)
        return a3d_make_box(m, node);
    if (type->id == REC_IMAGE && slot == IMAGE_url)
        return a3d_make_url(m, node);
    if (type->id == REC_INDEX_BUFFER && slot == INDEX_BUFFER_byteBuffer)
        return a3d_make_index_bytes(m, node, 24);
    if (type->id == REC_VERTEX_BUFFER && slot != VERTEX_BUFFER_vertexCount)
        return A3D_OK; /* all three are made at once, with the last of them */
    if (type->id == REC_GEOMETRY && slot == GEOMETRY_vertexBuffers)
        return a3d_make_list(m, node, 1);
    return is_expected(type->id, slot) ? a3d_make(m, node) : A3D_UNCHOSEN;
}

/* ---- the whole document ---- */

/* Fills the only vertex buffer of a geometry. */
static int repair_geometry(a3d_maker *m, uint32_t geometry)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t indices = a3d_field(doc, geometry, GEOMETRY_indexBuffer);
    uint32_t vertices = a3d_at(doc, a3d_field(doc, geometry, GEOMETRY_vertexBuffers))->v.at.first;
    if (make_vertex_buffer(m, vertices) != A3D_OK)
        return A3D_STOP;
    uint32_t bytes = a3d_field(doc, indices, INDEX_BUFFER_byteBuffer);
    a3d_make_indices(m, bytes, (uint32_t)a3d_value(doc, vertices, VERTEX_BUFFER_vertexCount));
    a3d_make_value(m, indices, INDEX_BUFFER_indexCount, a3d_at(doc, bytes)->v.at.count / 2);
    return A3D_OK;
}

/* Parents have smaller ids than their children, so there is no cycle. */
static void repair_parent(a3d_maker *m, uint32_t object)
{
    a3d_node *parent = a3d_at(m->ctx.doc, a3d_field(m->ctx.doc, object, OBJECT_parentId));
    if (parent->state == A3D_PRESENT && parent->v.i >= a3d_value(m->ctx.doc, object, OBJECT_id))
        parent->state = A3D_ABSENT;
}

static void repair_object(a3d_maker *m, uint32_t object)
{
    const a3d_doc *doc = m->ctx.doc;
    a3d_node *surfaces = a3d_at(doc, a3d_field(doc, object, OBJECT_surfaces));
    const a3d_node *id = a3d_at(doc, a3d_field(doc, object, OBJECT_geometryId));
    const a3d_key *key = id->state == A3D_PRESENT ? a3d_index_find(&m->ctx, 1u << A3D1_GEOMETRY, id->v.i) : NULL;
    repair_parent(m, object);
    if (key == NULL) {
        surfaces->state = A3D_ABSENT;
        return;
    }
    uint32_t indices = a3d_field(doc, a3d_key_node(doc, key), GEOMETRY_indexBuffer);
    a3d_make_surfaces(m, a3d_field(doc, object, OBJECT_surfaces), SURFACE_indexBegin, SURFACE_numTriangles,
                      (uint32_t)a3d_value(doc, indices, INDEX_BUFFER_indexCount) / 3);
}

int a3d_a3d1_repair(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t first, n = a3d_elements(doc, doc->root, FILE_geometries, &first);
    for (uint32_t i = first; i < first + n; i++)
        if (repair_geometry(m, i) != A3D_OK)
            return A3D_STOP;
    n = a3d_elements(doc, doc->root, FILE_objects, &first);
    for (uint32_t i = first; i < first + n; i++)
        repair_object(m, i);
    return A3D_OK;
}
