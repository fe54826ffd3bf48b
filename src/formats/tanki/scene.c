/* scene.c - the scene of a Tanki model: a node for each transform, with a child for each object that uses it */
#include "engine/scene/scene.h"
#include "formats/tanki/records.h"
#include "formats/tanki/tanki.h"

#include <string.h>

enum { POSITION = 1, UV1 = 2, NORMAL = 3, UV2 = 4, COLOR = 5, NORMAL2 = 6 };

/* Elements of one of the four lists, by their index. */
typedef struct range {
    uint32_t first, count;
} range;

/* The converted vertices of a mesh, and the mesh as it was drawn last. */
typedef struct drawn {
    bool known;
    uint32_t vertices, attributes[A3D_VERTEX_KINDS];
    uint32_t mesh;         /* A3D_NONE: not drawn yet */
    a3d_items materials;   /* of the object that drew it */
} drawn;

typedef struct model {
    a3d_scene *v;
    const a3d_doc *doc;
    bool old; /* version 2 */
    range materials, meshes, transforms, objects;
    uint32_t material, node; /* number of the first element of each list; the others follow */
    drawn *drawn;
    uint32_t root;
} model;

static range list_of(const a3d_doc *doc, uint32_t root, unsigned slot, unsigned list)
{
    uint32_t block = a3d_field(doc, root, slot);
    range r = {0, 0};
    if (a3d_was_read(doc, block))
        r.count = a3d_records_of(doc, block, list, &r.first);
    return r;
}

static bool add_materials(model *m)
{
    for (uint32_t i = 0; i < m->materials.count; i++) {
        uint32_t record = m->materials.first + i;
        bool read = a3d_was_read(m->doc, record);
        uint32_t made = a3d_scene_material(m->v, a3d_from(record),
                                           read ? a3d_label_of(m->doc, record, MATERIAL_name) : (a3d_label){NULL, 0});
        if (made == A3D_NONE)
            return false;
        m->material = i == 0 ? made : m->material;
        uint32_t color = read ? a3d_field(m->doc, record, MATERIAL_color) : 0;
        float rgb[3];
        if (!read)
            continue;
        if (a3d_was_read(m->doc, color) && a3d_floats_of(m->doc, color, COLOR_r, 3, rgb))
            a3d_scene_color(m->v, made, rgb, 3);
        a3d_scene_link(m->v, made, a3d_at(m->doc, a3d_field(m->doc, record, MATERIAL_diffuseMap))->row->name,
                       A3D_PAINT_COLOR, a3d_label_of(m->doc, record, MATERIAL_diffuseMap));
    }
    return true;
}

/* ---- transforms ---- */

static bool all_zero(const float *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (values[i] != 0)
            return false;
    return true;
}

static bool vector_of(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned n, float *out)
{
    uint32_t vector = a3d_field(doc, record, slot);
    return a3d_was_read(doc, vector) && a3d_floats_of(doc, vector, 0, n, out);
}

/* All zero means no rotation, or no scale. */
static void place(model *m, a3d_scene_node *node, uint32_t record)
{
    float position[3], rotation[4], scale[3];
    double q[4];
    if (vector_of(m->doc, record, TRANSFORM_rotation, 4, rotation) && !all_zero(rotation, 4)) {
        for (unsigned i = 0; i < 4; i++)
            q[i] = (double)rotation[i];
        node->local = a3d_affine_quaternion(q);
    }
    bool scaled = vector_of(m->doc, record, TRANSFORM_scale, 3, scale) && !all_zero(scale, 3);
    bool moved = vector_of(m->doc, record, TRANSFORM_position, 3, position);
    for (unsigned i = 0; i < 12; i++)
        if (i % 4 == 3)
            node->local.at[i] = moved ? (double)position[i / 4] : 0;
        else if (scaled)
            node->local.at[i] *= (double)scale[i % 4];
}

/* The parent of transform `i`, or A3D_NONE. Version 2 counts parents from 1, later versions from 0. */
static uint32_t parent_node(const model *m, const a3d_items *parents, uint32_t i)
{
    if (i >= parents->count)
        return A3D_NONE;
    int64_t parent = (int32_t)a3d_load32(parents->data + 4 * (size_t)i, false);
    parent -= m->old ? 1 : 0;
    if (parent >= (int64_t)m->transforms.count)
        a3d_scene_lose(m->v, 1, "parents that are not there");
    return parent >= 0 && parent < (int64_t)m->transforms.count ? (uint32_t)parent : A3D_NONE;
}

static bool add_transforms(model *m, uint32_t block)
{
    a3d_items parents = {.count = 0};
    if (m->transforms.count > 0 && !a3d_items_of(m->doc, block, TRANSFORMS_parents, &parents))
        parents.count = 0;
    for (uint32_t i = 0; i < m->transforms.count; i++) {
        uint32_t record = m->transforms.first + i, made;
        bool read = a3d_was_read(m->doc, record);
        a3d_label name = read && !m->old ? a3d_label_of(m->doc, record, TRANSFORM_name) : (a3d_label){NULL, 0};
        made = a3d_scene_node_add(m->v, a3d_from(record), name);
        if (made == A3D_NONE)
            return false;
        m->node = i == 0 ? made : m->node;
        if (read)
            place(m, &m->v->nodes.at[made], record);
        uint32_t parent = parent_node(m, &parents, i);
        m->v->nodes.at[made].parent = parent == A3D_NONE ? m->root : m->node + parent;
    }
    return true;
}

/* ---- meshes ---- */

static unsigned kind_of(int64_t type, unsigned *width)
{
    static const struct {
        uint8_t kind, width;
    } kinds[] = {[POSITION] = {A3D_AT_POSITION, 3},
                 [UV1] = {A3D_AT_UV0, 2},
                 [NORMAL] = {A3D_AT_NORMAL, 3},
                 [UV2] = {A3D_AT_UV1, 2},
                 [COLOR] = {A3D_AT_COLOR, 4}};
    if (type < POSITION || type > COLOR)
        return A3D_AT_KINDS;
    *width = kinds[type].width;
    return kinds[type].kind;
}

static void take_buffer(model *m, drawn *d, uint32_t buffer, bool positions)
{
    unsigned width = 0, kind;
    a3d_items items;
    if (!a3d_was_read(m->doc, buffer))
        return;
    kind = kind_of(a3d_value(m->doc, buffer, BUFFER_type), &width);
    if (!positions && kind == A3D_AT_KINDS)
        a3d_scene_lose(m->v, 1, "buffers of second normals, or of no known type");
    if (kind == A3D_AT_KINDS || (kind == A3D_AT_POSITION) != positions || d->attributes[kind] != A3D_NONE ||
        !a3d_items_of(m->doc, buffer, BUFFER_vertices, &items))
        return;
    if (positions)
        d->vertices = items.count;
    if (items.count != d->vertices)
        a3d_scene_lose(m->v, 1, "buffers with another number of vertices than there are positions");
    else {
        a3d_scene_origin(m->v, &items);
        d->attributes[kind] = a3d_scene_floats(m->v, (a3d_attribute_kind)kind, items.data, items.count, items.stride,
                                               width, false);
    }
}

static void take_vertices(model *m, drawn *d, uint32_t mesh)
{
    uint32_t first, count = a3d_was_read(m->doc, mesh) ? a3d_records_of(m->doc, mesh, MESH_buffers, &first) : 0;
    memset(d->attributes, 0xff, sizeof d->attributes);
    d->mesh = A3D_NONE;
    d->known = true;
    for (int positions = 1; positions >= 0; positions--)
        for (uint32_t i = 0; i < count; i++)
            take_buffer(m, d, first + i, positions != 0);
}

/* Smoothing groups say where normals are smooth. Where there are normals, these say it. */
static void lose_smoothing(model *m, uint32_t submesh)
{
    a3d_items groups;
    bool any = false;
    if (!m->old || !a3d_items_sized(m->doc, submesh, SUBMESH_smoothing, 4, &groups) ||
        !a3d_scene_spend(m->v, 0, groups.count))
        return;
    for (uint32_t i = 0; i < groups.count; i++)
        any |= a3d_load32(groups.data + 4 * (size_t)i, false) != 0;
    a3d_scene_lose(m->v, any, "smoothing groups of parts without normals");
}

/* The triangles of a submesh, created when they are first drawn. */
static uint32_t triangles_of(model *m, const drawn *d, uint32_t submesh)
{
    a3d_items indices;
    uint32_t *memo = a3d_scene_memo(m->v, submesh);
    if (memo == NULL || !a3d_was_read(m->doc, submesh))
        return A3D_NONE;
    if (*memo != 0)
        return *memo - 1;
    if (!a3d_items_of(m->doc, submesh, SUBMESH_indices, &indices) ||
        !a3d_scene_triangles(m->v, d->vertices, indices.count / 3))
        return A3D_NONE;
    const uint8_t *p = indices.data;
    if (d->attributes[A3D_AT_NORMAL] == A3D_NONE)
        lose_smoothing(m, submesh);
    a3d_scene_origin(m->v, &indices);
    for (uint32_t i = 0; i < indices.count / 3; i++, p += 6) {
        a3d_scene_at(m->v, p);
        if (!a3d_scene_triangle(m->v, a3d_load16(p, false), a3d_load16(p + 2, false), a3d_load16(p + 4, false)))
            break;
    }
    uint32_t made = a3d_scene_triangles_close(m->v);
    *memo = made + 1; /* 0 for A3D_NONE */
    return made;
}

static uint32_t material_of(const model *m, const a3d_items *materials, uint32_t submesh, uint32_t index)
{
    int64_t material = -1;
    if (m->old && a3d_was_read(m->doc, submesh))
        material = a3d_value(m->doc, submesh, SUBMESH_material);
    else if (index < materials->count)
        material = (int32_t)a3d_load32(materials->data + 4 * (size_t)index, false);
    return material >= 0 && material < (int64_t)m->materials.count ? m->material + (uint32_t)material : A3D_NONE;
}

static uint32_t draw(model *m, uint32_t index, const a3d_items *materials)
{
    drawn *d = &m->drawn[index];
    uint32_t mesh = m->meshes.first + index, first = 0;
    if (!d->known)
        take_vertices(m, d, mesh);
    if (d->mesh != A3D_NONE && d->materials.count == materials->count &&
        (materials->count == 0 || memcmp(d->materials.data, materials->data, 4 * (size_t)materials->count) == 0))
        return d->mesh;
    bool read = a3d_was_read(m->doc, mesh);
    uint32_t count = read && d->attributes[A3D_AT_POSITION] != A3D_NONE
                         ? a3d_records_of(m->doc, mesh, MESH_submeshes, &first)
                         : 0;
    a3d_scene_mesh(m->v, a3d_from(mesh),
                   read && !m->old ? a3d_label_of(m->doc, mesh, MESH_name) : (a3d_label){NULL, 0});
    for (uint32_t i = 0; i < count; i++) {
        a3d_draw *part = a3d_scene_part(m->v, a3d_from(first + i));
        if (part == NULL)
            break;
        memcpy(part->attributes, d->attributes, sizeof part->attributes);
        part->indices = triangles_of(m, d, first + i);
        part->material = material_of(m, materials, first + i, i);
        a3d_scene_part_end(m->v);
    }
    d->materials = *materials;
    d->mesh = a3d_scene_mesh_end(m->v);
    return d->mesh;
}

/* ---- objects ---- */

static bool add_object(model *m, uint32_t record)
{
    int64_t mesh = a3d_value(m->doc, record, OBJECT_mesh), transform = a3d_value(m->doc, record, OBJECT_transform);
    a3d_items materials = {.count = 0};
    bool placed = transform < (int64_t)m->transforms.count;
    a3d_label name = m->old ? a3d_label_of(m->doc, record, OBJECT_name)
                            : placed ? m->v->nodes.at[m->node + transform].name : (a3d_label){NULL, 0};
    if (!m->old && !a3d_items_of(m->doc, record, OBJECT_materials, &materials))
        materials.count = 0;
    uint32_t drawn_as = mesh < (int64_t)m->meshes.count ? draw(m, (uint32_t)mesh, &materials) : A3D_NONE;
    uint32_t node = a3d_scene_node_add(m->v, a3d_from(record), name);
    if (node == A3D_NONE)
        return false;
    if (!placed || mesh >= (int64_t)m->meshes.count)
        a3d_scene_lose(m->v, 1, "objects with a mesh or transform that is not there");
    m->v->nodes.at[node].mesh = drawn_as;
    m->v->nodes.at[node].parent = placed ? m->node + (uint32_t)transform : m->root;
    return true;
}

/* Meshes that no object draws are placed at the origin. */
static void add_others(model *m)
{
    const a3d_items none = {.count = 0};
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        uint32_t mesh = m->drawn[i].known ? A3D_NONE : draw(m, i, &none);
        uint32_t node = mesh != A3D_NONE
                            ? a3d_scene_node_add(m->v, a3d_from(m->meshes.first + i), m->v->meshes.at[mesh].name)
                            : A3D_NONE;
        if (node == A3D_NONE)
            continue;
        m->v->nodes.at[node].mesh = mesh;
        m->v->nodes.at[node].parent = m->root;
        a3d_scene_lose(m->v, 1, "places of meshes that no object draws (at the origin)");
    }
}

static void add_all(model *m, uint32_t root)
{
    if (!add_materials(m) || !add_transforms(m, a3d_field(m->doc, root, ROOT_transforms)))
        return;
    for (uint32_t i = 0; i < m->objects.count; i++)
        if (a3d_was_read(m->doc, m->objects.first + i) && !add_object(m, m->objects.first + i))
            return;
    add_others(m);
}

void a3d_tanki_scene(a3d_scene *v)
{
    const a3d_doc *doc = v->doc;
    uint32_t root = a3d_field(doc, doc->root, FILE_root);
    model m = {.v = v, .doc = doc, .old = doc->vars[A3D_VAR_VERSION] == 2};
    a3d_scene_read(v, (a3d_label){"scene", 5});
    if (!a3d_was_read(doc, root))
        return;
    m.materials = list_of(doc, root, ROOT_materials, MATERIALS_list);
    m.meshes = list_of(doc, root, ROOT_meshes, MESHES_list);
    m.transforms = list_of(doc, root, ROOT_transforms, TRANSFORMS_list);
    m.objects = list_of(doc, root, ROOT_objects, OBJECTS_list);
    m.drawn = a3d_arena_alloc(v->arena, (m.meshes.count + 1) * sizeof *m.drawn);
    m.root = a3d_scene_root(v, root, A3D_Z_UP);
    v->failed |= m.drawn == NULL;
    if (m.root != A3D_NONE && !v->failed)
        add_all(&m, root);
}
