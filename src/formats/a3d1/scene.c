/* scene.c - the scene of an A3D1 file: its objects, with meshes for those that have surfaces */
#include "formats/a3d1/a3d1.h"
#include "formats/a3d1/records.h"
#include "formats/alternativa/scene.h"

static const uint8_t kinds[] = {A3D_POSITION, A3D_NORMAL, A3D_TANGENT4, A3D_STRANGE, A3D_STRANGE, A3D_TEXCOORD};
static const a3d_shown_slots slots = {
    VERTEX_BUFFER_attributes, VERTEX_BUFFER_byteBuffer, VERTEX_BUFFER_vertexCount, INDEX_BUFFER_byteBuffer,
    SURFACE_indexBegin, SURFACE_materialId, SURFACE_numTriangles, kinds, sizeof kinds,
};

/* Registers the elements of a list that were read and have an id. */
static void add_ids(a3d_shown *s, uint32_t space, unsigned list, unsigned slot)
{
    uint32_t first, count = a3d_records_of(s->doc, s->doc->root, list, &first);
    int64_t id;
    for (uint32_t i = first; i < first + count; i++)
        if (a3d_was_read(s->doc, i) && a3d_shown_value(s->doc, i, slot, &id))
            a3d_ids_add(s->v, &s->ids, space, id, i);
}

/* The element that a field refers to, or A3D_NONE. */
static uint32_t named(const a3d_shown *s, uint32_t record, unsigned slot, uint32_t space)
{
    int64_t id;
    return a3d_shown_value(s->doc, record, slot, &id) ? a3d_ids_find(&s->ids, space, id) : A3D_NONE;
}

/* ---- materials ---- */

/* Whether a map moves or scales its image. */
static bool is_placed(const a3d_shown *s, uint32_t map)
{
    static const uint16_t slots_of_one[] = {MAP_uScale, MAP_vScale}, slots_of_none[] = {MAP_uOffset, MAP_vOffset};
    bool placed = false;
    float value;
    for (unsigned i = 0; i < 2; i++) {
        placed |= a3d_floats_of(s->doc, map, slots_of_one[i], 1, &value) && value != 1;
        placed |= a3d_floats_of(s->doc, map, slots_of_none[i], 1, &value) && value != 0;
    }
    return placed;
}

enum { SHOWN_MATERIAL = A3D1_SPACES }; /* the id space of materials, as material numbers of the scene */

static void add_material(a3d_shown *s, uint32_t record)
{
    static const struct {
        uint16_t slot;
        uint8_t paint; /* a3d_paint_kind, or A3D_PAINTS */
    } maps[] = {{MATERIAL_diffuseMapId, A3D_PAINT_COLOR}, {MATERIAL_glossinessMapId, A3D_PAINTS},
                {MATERIAL_lightMapId, A3D_PAINTS},        {MATERIAL_normalMapId, A3D_PAINT_NORMAL},
                {MATERIAL_opacityMapId, A3D_PAINTS},      {MATERIAL_specularMapId, A3D_PAINTS}};
    int64_t id;
    uint32_t made = a3d_scene_material(s->v, a3d_from(record), (a3d_label){NULL, 0});
    if (made != A3D_NONE && a3d_shown_value(s->doc, record, MATERIAL_id, &id))
        a3d_ids_add(s->v, &s->ids, SHOWN_MATERIAL, id, made);
    for (unsigned i = 0; made != A3D_NONE && i < sizeof maps / sizeof *maps; i++) {
        uint32_t map = named(s, record, maps[i].slot, A3D1_MAP),
                 image = map != A3D_NONE ? named(s, map, MAP_imageId, A3D1_IMAGE) : A3D_NONE;
        a3d_scene_lose(s->v, image == A3D_NONE && a3d_shown_value(s->doc, record, maps[i].slot, &id),
                       "maps or images that are not there");
        a3d_scene_lose(s->v, map != A3D_NONE && is_placed(s, map), "offsets and scales of maps");
        if (image != A3D_NONE)
            a3d_scene_link(s->v, made, a3d_at(s->doc, a3d_field(s->doc, record, maps[i].slot))->row->name,
                           maps[i].paint, a3d_label_of(s->doc, image, IMAGE_url));
    }
}

/* ---- objects ---- */

static uint32_t draw(a3d_shown *s, uint32_t object, a3d_label name)
{
    uint32_t buffers[16], first = 0, geometry = named(s, object, OBJECT_geometryId, A3D1_GEOMETRY);
    a3d_shown_mesh mesh = {.source = a3d_from(object),
                           .name = name,
                           .index_buffer = A3D_NO_NODE,
                           .vertex_buffers = buffers,
                           .material_space = SHOWN_MATERIAL};
    mesh.n_surfaces = a3d_records_of(s->doc, object, OBJECT_surfaces, &mesh.first);
    if (mesh.n_surfaces == 0)
        return A3D_NONE;
    if (geometry != A3D_NONE) {
        mesh.index_buffer = a3d_field(s->doc, geometry, GEOMETRY_indexBuffer);
        mesh.n_vertex_buffers = a3d_records_of(s->doc, geometry, GEOMETRY_vertexBuffers, &first);
    }
    a3d_scene_lose(s->v, mesh.n_vertex_buffers > 16 ? mesh.n_vertex_buffers - 16 : 0,
                   "vertex buffers beyond the sixteenth of a geometry");
    mesh.n_vertex_buffers = mesh.n_vertex_buffers < 16 ? mesh.n_vertex_buffers : 16;
    for (uint32_t i = 0; i < mesh.n_vertex_buffers; i++)
        buffers[i] = first + i;
    return a3d_show_mesh(s, &mesh);
}

static bool add_object(a3d_shown *s, uint32_t record)
{
    a3d_label name = a3d_label_of(s->doc, record, OBJECT_name);
    uint32_t *memo = a3d_scene_memo(s->v, record), made = a3d_scene_node_add(s->v, a3d_from(record), name);
    if (made == A3D_NONE || memo == NULL)
        return false;
    *memo = made;
    uint32_t mesh = draw(s, record, name);
    s->v->nodes.at[made].mesh = mesh;
    s->v->nodes.at[made].local = a3d_shown_place(s->doc, record, OBJECT_transformation);
    bool hidden = a3d_was_read(s->doc, a3d_field(s->doc, record, OBJECT_visible)) &&
                  a3d_value(s->doc, record, OBJECT_visible) == 0;
    a3d_scene_lose(s->v, hidden, "marks of nodes as not visible (they are shown)");
    return true;
}

static void add_objects(a3d_shown *s, uint32_t root)
{
    uint32_t first, count = a3d_records_of(s->doc, s->doc->root, FILE_objects, &first);
    for (uint32_t i = first; i < first + count; i++)
        if (a3d_was_read(s->doc, i) && !add_object(s, i))
            return;
    for (uint32_t i = first; i < first + count; i++) {
        if (!a3d_was_read(s->doc, i))
            continue;
        int64_t id;
        uint32_t parent = named(s, i, OBJECT_parentId, A3D1_OBJECT);
        bool gone = parent == A3D_NONE && a3d_shown_value(s->doc, i, OBJECT_parentId, &id) && id != -1;
        a3d_scene_lose(s->v, gone, "parents that are not there");
        s->v->nodes.at[*a3d_scene_memo(s->v, i)].parent = parent != A3D_NONE ? *a3d_scene_memo(s->v, parent) : root;
    }
}

void a3d1_scene(a3d_scene *v)
{
    a3d_shown s = {.v = v, .doc = v->doc, .slots = &slots};
    a3d_scene_read(v, (a3d_label){"scene", 5});
    uint32_t root = a3d_scene_root(v, v->doc->root, A3D_Z_UP), first;
    if (root == A3D_NONE)
        return;
    add_ids(&s, A3D1_GEOMETRY, FILE_geometries, GEOMETRY_id);
    add_ids(&s, A3D1_IMAGE, FILE_images, IMAGE_id);
    add_ids(&s, A3D1_MAP, FILE_maps, MAP_id);
    add_ids(&s, A3D1_OBJECT, FILE_objects, OBJECT_id);
    a3d_ids_sort(v, &s.ids);
    uint32_t count = a3d_records_of(v->doc, v->doc->root, FILE_materials, &first);
    size_t known = s.ids.list.n;
    for (uint32_t i = first; i < first + count; i++)
        if (a3d_was_read(v->doc, i))
            add_material(&s, i);
    if (s.ids.list.n > known)
        a3d_ids_sort(v, &s.ids);
    add_objects(&s, root);
}
