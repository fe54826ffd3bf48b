/* scene.c - the scene of an A3D2 file: its nodes of all kinds, with meshes, decals and skins */
#include "formats/a3d2/scene.h"
#include "formats/a3d2/a3d2.h"
#include "formats/a3d2/records.h"

/* The codes equal those of a3d_attribute. */
static const uint8_t kinds[] = {A3D_POSITION, A3D_NORMAL, A3D_TANGENT4, A3D_JOINT, A3D_TEXCOORD};
static const a3d_shown_slots slots = {
    VERTEX_BUFFER_attributes, VERTEX_BUFFER_byteBuffer, VERTEX_BUFFER_vertexCount, INDEX_BUFFER_byteBuffer,
    SURFACE_indexBegin, SURFACE_materialId, SURFACE_numTriangles, kinds, sizeof kinds,
};

/* A kind of node: its list and its fields. */
typedef struct node_kind {
    uint16_t list, space, id, name, parent, transform, visible;
    const char *role;
    const char *lost; /* what glTF cannot express about it */
} node_kind;
#define KIND(list_, space_, P, role_, lost_) \
    {SCENE_##list_, A3D2_##space_, P##_id, P##_name, P##_parentId, P##_transform, P##_visible, role_, lost_}

/* In the order in which an id is looked up: in the reference loader later kinds replace earlier ones. */
static const node_kind node_kinds[] = {
    KIND(lods, LOD, LOD, "levels of detail", "levels of detail: their distances (all are shown)"),
    KIND(meshes, MESH, MESH, NULL, NULL),
    KIND(directionalLights, DIRECTIONAL_LIGHT, LIGHT, "light", NULL),
    KIND(spotLights, SPOT_LIGHT, SPOT, "light", NULL),
    KIND(omniLights, OMNI_LIGHT, OMNI, "light", NULL),
    KIND(ambientLights, AMBIENT_LIGHT, LIGHT, "light", "ambient lights (their places are kept)"),
    KIND(skins, SKIN, SKIN, NULL, NULL),
    KIND(sprites, SPRITE, SPRITE, "sprite", "sprites (their places are kept)"),
    KIND(objects, OBJECT, NODE, NULL, NULL),
    KIND(decals, DECAL, DECAL, "decal", "decals: how far they lie before their base"),
    KIND(cameras, CAMERA, CAMERA, "camera", "cameras (their places are kept)"),
    KIND(joints, JOINT, JOINT, "joint", NULL),
};
enum { NODE_KINDS = sizeof node_kinds / sizeof *node_kinds };

/* Registers the ids of a list, with the node of each element or, in a list without nodes, its index. */
static void add_ids(a3d_shown *s, uint32_t scene, uint32_t space, unsigned list, unsigned slot)
{
    uint32_t field = a3d_field(s->doc, scene, list);
    const a3d_node *node = a3d_at(s->doc, field);
    int64_t id;
    for (uint32_t i = 0; node->state == A3D_PRESENT && i < node->v.at.count && a3d_scene_spend(s->v, 0, 1); i++)
        if (a3d_element_value(s->doc, field, i, slot, &id))
            a3d_ids_add(s->v, &s->ids, space, id, node->flat ? i : node->v.at.first + i);
}

/* ---- materials ---- */

static void add_texture(a3d_shown *s, uint32_t scene, uint32_t made, const a3d_node *field, unsigned paint,
                        int64_t map)
{
    uint32_t at = a3d_ids_find(&s->ids, A3D2_MAP, map), list = a3d_field(s->doc, scene, SCENE_maps);
    int64_t image;
    if (at != A3D_NONE &&
        a3d_element_value(s->doc, list, a3d_at(s->doc, list)->flat ? at : at - a3d_at(s->doc, list)->v.at.first,
                          MAP_imageId, &image))
        at = a3d_ids_find(&s->ids, A3D2_IMAGE, image);
    else
        at = A3D_NONE;
    a3d_scene_lose(s->v, at == A3D_NONE && map != -1, "maps or images that are not there");
    if (at != A3D_NONE)
        a3d_scene_link(s->v, made, field->row->name, paint, a3d_label_of(s->doc, at, IMAGE_url));
}

static void add_material(a3d_shown *s, uint32_t scene, uint32_t record)
{
    static const struct {
        uint16_t slot;
        uint8_t paint; /* a3d_paint_kind, or A3D_PAINTS */
    } maps[] = {{MATERIAL_diffuseMapId, A3D_PAINT_COLOR}, {MATERIAL_glossinessMapId, A3D_PAINTS},
                {MATERIAL_lightMapId, A3D_PAINTS},        {MATERIAL_normalMapId, A3D_PAINT_NORMAL},
                {MATERIAL_opacityMapId, A3D_PAINTS},      {MATERIAL_specularMapId, A3D_PAINTS}};
    int64_t id, map;
    uint32_t made = a3d_scene_material(s->v, a3d_from(record), (a3d_label){NULL, 0});
    if (made == A3D_NONE)
        return;
    if (a3d_shown_value(s->doc, record, MATERIAL_id, &id))
        a3d_ids_add(s->v, &s->ids, A3D2_SHOWN_MATERIAL, id, made);
    for (unsigned i = 0; i < sizeof maps / sizeof *maps; i++)
        if (a3d_shown_value(s->doc, record, maps[i].slot, &map))
            add_texture(s, scene, made, a3d_at(s->doc, a3d_field(s->doc, record, maps[i].slot)), maps[i].paint, map);
    if (a3d_shown_value(s->doc, record, MATERIAL_reflectionCubeMapId, &map) && map != -1)
        a3d_scene_lose(s->v, 1, "cube maps of materials");
}

static void add_materials(a3d_shown *s, uint32_t scene)
{
    uint32_t first, count = a3d_records_of(s->doc, scene, SCENE_materials, &first);
    for (uint32_t i = first; i < first + count; i++)
        if (a3d_was_read(s->doc, i))
            add_material(s, scene, i);
    a3d_ids_sort(s->v, &s->ids);
}

/* ---- meshes ---- */

/* The buffers that a record refers to. */
static uint32_t *buffers_of(a3d_shown *s, uint32_t record, unsigned slot, uint32_t *count)
{
    a3d_items ids;
    *count = 0;
    if (!a3d_items_of(s->doc, record, slot, &ids))
        return NULL;
    uint32_t *buffers = a3d_arena_alloc(s->v->arena, ids.count * sizeof *buffers);
    s->v->failed |= buffers == NULL;
    for (uint32_t i = 0; buffers != NULL && i < ids.count; i++) {
        buffers[i] = a3d_ids_find(&s->ids, A3D2_VERTEX_BUFFER, (int32_t)a3d_load32(ids.data + 4 * (size_t)i, true));
        a3d_scene_lose(s->v, buffers[i] == A3D_NONE, "vertex buffers that are not there");
    }
    *count = buffers != NULL ? ids.count : 0;
    return buffers;
}

static void draw(a3d_shown *s, uint32_t record, uint32_t node, unsigned list)
{
    static const struct { uint16_t list, index, buffers, surfaces; } fields[] = {
        {SCENE_meshes, MESH_indexBufferId, MESH_vertexBuffers, MESH_surfaces},
        {SCENE_decals, DECAL_indexBufferId, DECAL_vertexBuffers, DECAL_surfaces},
        {SCENE_skins, SKIN_indexBufferId, SKIN_vertexBuffers, SKIN_surfaces}};
    unsigned f = 0;
    while (f < 3 && fields[f].list != list)
        f++;
    if (f == 3)
        return;
    a3d2_shown_skin skin;
    a3d_shown_mesh mesh = {.source = a3d_from(record),
                           .name = s->v->nodes.at[node].name,
                           .material_space = A3D2_SHOWN_MATERIAL,
                           .user = &skin};
    mesh.n_surfaces = a3d_records_of(s->doc, record, fields[f].surfaces, &mesh.first);
    mesh.vertex_buffers = buffers_of(s, record, fields[f].buffers, &mesh.n_vertex_buffers);
    mesh.index_buffer = a3d_ids_find(&s->ids, A3D2_INDEX_BUFFER, a3d_value(s->doc, record, fields[f].index));
    if (mesh.index_buffer == A3D_NONE)
        a3d_scene_lose(s->v, 1, "index buffers that are not there");
    if (list == SCENE_skins && a3d2_show_skin(s, record, mesh.n_surfaces, &skin)) {
        mesh.skin = a3d2_show_weights;
        s->v->nodes.at[node].skin = skin.skin;
    }
    uint32_t made = a3d_show_mesh(s, &mesh);
    s->v->nodes.at[node].mesh = made;
}

/* ---- nodes ---- */

static bool add_nodes(a3d_shown *s, uint32_t scene, const node_kind *k)
{
    uint32_t first, count = a3d_records_of(s->doc, scene, k->list, &first);
    for (uint32_t i = first; i < first + count; i++) {
        if (!a3d_was_read(s->doc, i))
            continue;
        uint32_t *memo = a3d_scene_memo(s->v, i),
                 made = a3d_scene_node_add(s->v, a3d_from(i), a3d_label_of(s->doc, i, k->name));
        int64_t visible;
        if (memo == NULL || made == A3D_NONE)
            return false;
        *memo = made;
        s->v->nodes.at[made].local = a3d_shown_place(s->doc, i, k->transform);
        s->v->nodes.at[made].role = k->role;
        if (k->lost != NULL)
            a3d_scene_lose(s->v, 1, k->lost);
        if (a3d_shown_value(s->doc, i, k->visible, &visible) && visible == 0)
            a3d_scene_lose(s->v, 1, "marks of nodes as not visible (they are shown)");
    }
    return true;
}

/* The record of another node with this id. A joint looks for its parent among the joints first. */
static uint32_t node_with_id(const a3d_shown *s, int64_t id, uint32_t self, bool joint)
{
    uint32_t found = joint ? a3d_ids_find(&s->ids, A3D2_JOINT, id) : A3D_NONE;
    if (found == A3D_NONE && joint)
        found = a3d_ids_find(&s->ids, A3D2_OBJECT, id);
    for (unsigned i = 0; (found == A3D_NONE || found == self) && i < NODE_KINDS; i++)
        found = a3d_ids_find(&s->ids, node_kinds[i].space, id);
    return found == self ? A3D_NONE : found;
}

/* Lights shine along their z axis, those of glTF against it, so that each has a node of its own below. Angles are those
 * of the whole cone. */
static void shine(a3d_shown *s, uint32_t record, uint32_t node, unsigned list)
{
    static const struct { uint16_t list, color, intensity, begin, end, inner[2], outer[2]; uint8_t kind; } fields[] = {
        {SCENE_directionalLights, LIGHT_color, LIGHT_intensity, 0, 0, {0, 0}, {0, 0}, A3D_LIGHT_DIRECTIONAL},
        {SCENE_omniLights, OMNI_color, OMNI_intensity, OMNI_attenuationBegin, OMNI_attenuationEnd, {0, 0}, {0, 0},
         A3D_LIGHT_POINT},
        {SCENE_spotLights, SPOT_color, SPOT_intensity, SPOT_attenuationBegin, SPOT_attenuationEnd,
         {SPOT_hotspot, SPOT_hotspotOptional}, {SPOT_falloff, SPOT_falloffOptional}, A3D_LIGHT_SPOT}};
    unsigned f = 0;
    while (f < 3 && fields[f].list != list)
        f++;
    if (f == 3)
        return;
    a3d_light light = {.kind = (a3d_light_kind)fields[f].kind, .intensity = 1};
    int64_t color = a3d_value(s->doc, record, fields[f].color);
    for (unsigned i = 0; i < 3; i++)
        light.color[i] = (float)(color >> (16 - 8 * i) & 255) / 255;
    a3d_floats_of(s->doc, record, fields[f].intensity, 1, &light.intensity);
    float begin = 0;
    if (light.kind != A3D_LIGHT_DIRECTIONAL) {
        a3d_floats_of(s->doc, record, fields[f].end, 1, &light.range);
        a3d_floats_of(s->doc, record, fields[f].begin, 1, &begin);
    }
    a3d_scene_lose(s->v, begin != 0, "distances from which lights fade");
    for (unsigned i = 0; light.kind == A3D_LIGHT_SPOT && i < 2; i++) {
        a3d_floats_of(s->doc, record, fields[f].inner[i], 1, &light.inner);
        a3d_floats_of(s->doc, record, fields[f].outer[i], 1, &light.outer);
    }
    light.inner /= 2;
    light.outer /= 2;
    uint32_t made = a3d_scene_node_add(s->v, a3d_from(record), s->v->nodes.at[node].name);
    if (made == A3D_NONE)
        return;
    s->v->nodes.at[made].parent = node;
    s->v->nodes.at[made].local = a3d_affine_turn(180, (const double[]){1, 0, 0});
    a3d_scene_light(s->v, made, &light);
}

static void place_nodes(a3d_shown *s, uint32_t scene, uint32_t root, const node_kind *k)
{
    uint32_t first, count = a3d_records_of(s->doc, scene, k->list, &first);
    for (uint32_t i = first; i < first + count && a3d_scene_spend(s->v, 0, 1); i++) {
        int64_t id;
        if (!a3d_was_read(s->doc, i))
            continue;
        bool named = a3d_shown_value(s->doc, i, k->parent, &id);
        uint32_t node = *a3d_scene_memo(s->v, i),
                 parent = named ? node_with_id(s, id, i, k->space == A3D2_JOINT) : A3D_NONE;
        a3d_scene_lose(s->v, named && parent == A3D_NONE && id != -1, "parents that are not there");
        s->v->nodes.at[node].parent = parent != A3D_NONE ? *a3d_scene_memo(s->v, parent) : root;
        draw(s, i, node, k->list);
        shine(s, i, node, k->list);
    }
}

static void add_scene(a3d_shown *s, uint32_t scene, uint32_t root)
{
    for (unsigned i = 0; i < NODE_KINDS; i++)
        add_ids(s, scene, node_kinds[i].space, node_kinds[i].list, node_kinds[i].id);
    add_ids(s, scene, A3D2_IMAGE, SCENE_images, IMAGE_id);
    add_ids(s, scene, A3D2_MAP, SCENE_maps, MAP_id);
    add_ids(s, scene, A3D2_INDEX_BUFFER, SCENE_indexBuffers, INDEX_BUFFER_id);
    add_ids(s, scene, A3D2_VERTEX_BUFFER, SCENE_vertexBuffers, VERTEX_BUFFER_id);
    a3d_ids_sort(s->v, &s->ids);
    add_materials(s, scene);
    for (unsigned i = 0; i < NODE_KINDS; i++)
        if (!add_nodes(s, scene, &node_kinds[i]))
            return;
    for (unsigned i = 0; i < NODE_KINDS; i++)
        place_nodes(s, scene, root, &node_kinds[i]);
    a3d2_show_tracks(s, scene);
    const a3d_node *layers = a3d_at(s->doc, a3d_field(s->doc, scene, SCENE_layers));
    a3d_scene_lose(s->v, layers->state == A3D_PRESENT ? layers->v.at.count : 0, "layers, which group nodes");
}

void a3d2_scene(a3d_scene *v)
{
    const a3d_doc *doc = v->doc;
    a3d_shown s = {.v = v, .doc = doc, .slots = &slots, .words = doc->vars[A3D_VAR_VERSION] >= 6};
    a3d_scene_read(v, (a3d_label){"scene", 5});
    uint32_t message = a3d_field(doc, doc->root, FILE_message);
    if (!a3d_was_read(doc, message))
        return;
    uint32_t root = a3d_scene_root(v, message, A3D_Z_UP);
    if (root != A3D_NONE)
        add_scene(&s, message, root);
}
