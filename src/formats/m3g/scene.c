/* scene.c - the scene of an M3G file: its nodes, with meshes and cameras */
#include "formats/m3g/scene.h"
#include "formats/m3g/records.h"

#include <string.h>

static const char *const class_names[] = {[M3G_CAMERA] = "Camera",
                                          [M3G_GROUP] = "Group",
                                          [M3G_LIGHT] = "Light",
                                          [M3G_MESH] = "Mesh",
                                          [M3G_MORPHING_MESH] = "MorphingMesh",
                                          [M3G_SKINNED_MESH] = "SkinnedMesh",
                                          [M3G_SPRITE] = "Sprite3D",
                                          [M3G_WORLD] = "World"};

/* What glTF cannot express of an object, by its class. */
static const char *const losses[] = {[M3G_BACKGROUND] = "backgrounds",
                                     [M3G_FOG] = "fogs",
                                     [M3G_SPRITE] = "sprites (their places are kept)",
                                     [M3G_WORLD] = NULL};

a3d_m3g_shown *a3d_m3g_seen(const a3d_m3g_view *w, int64_t number, uint64_t kinds)
{
    if (number <= 0 || number >= w->count)
        return NULL;
    a3d_m3g_shown *o = &w->objects[number];
    if (o->body == A3D_NO_NODE || o->type < 0 || o->type >= 64 || (kinds >> o->type & 1) == 0)
        return NULL;
    o->used = true;
    return o;
}

a3d_m3g_shown *a3d_m3g_seen_in(const a3d_m3g_view *w, const a3d_m3g_shown *o, unsigned slot, uint64_t kinds)
{
    return a3d_m3g_seen(w, a3d_value(w->doc, o->body, slot), kinds);
}

/* ---- the objects of all sections ---- */

static void show_object(const a3d_m3g_view *w, a3d_m3g_shown *o, uint32_t element)
{
    *o = (a3d_m3g_shown){.element = element, .body = A3D_NO_NODE, .type = -1};
    if (!a3d_was_read(w->doc, element))
        return;
    uint32_t body = a3d_field(w->doc, element, OBJECT_body);
    o->type = (int)a3d_value(w->doc, element, OBJECT_type);
    o->type = o->type == M3G_EXTERNAL ? 63 : o->type; /* the class that references use for it */
    if (a3d_was_read(w->doc, body) && a3d_record_type(w->doc, body) != NULL)
        o->body = body;
}

static bool take_objects(a3d_m3g_view *w)
{
    uint32_t sections, first, n = a3d_records_of(w->doc, w->doc->root, CONTAINER_sections, &sections);
    w->count = 1;
    for (uint32_t i = 0; i < n; i++)
        w->count += a3d_was_read(w->doc, sections + i) ? a3d_records_of(w->doc, sections + i, SECTION_objects, &first)
                                                       : 0;
    w->objects = a3d_arena_alloc(w->v->arena, w->count * sizeof *w->objects);
    w->v->failed |= w->objects == NULL;
    if (w->v->failed)
        return false;
    w->objects[0].body = A3D_NO_NODE;
    w->count = 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t count = a3d_was_read(w->doc, sections + i)
                             ? a3d_records_of(w->doc, sections + i, SECTION_objects, &first)
                             : 0;
        for (uint32_t k = 0; k < count; k++)
            show_object(w, &w->objects[w->count++], first + k);
    }
    return true;
}

/* ---- nodes ---- */

static a3d_label name_of(a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    a3d_text text;
    a3d_text_init(&text, w->v->arena);
    a3d_printf(&text, "%s %u", class_names[o->type], (unsigned)(o - w->objects));
    return a3d_label_keep(w->v, &text);
}

static bool vector_of(const a3d_m3g_view *w, const a3d_m3g_shown *o, unsigned slot, double out[3])
{
    uint32_t vector = a3d_field(w->doc, o->body, slot);
    float values[3];
    if (!a3d_was_read(w->doc, vector) || !a3d_floats_of(w->doc, vector, 0, 3, values))
        return false;
    for (unsigned i = 0; i < 3; i++)
        out[i] = (double)values[i];
    return true;
}

/* The general transform, then scale, orientation and translation. The slots are the same in all nodes. */
a3d_affine a3d_m3g_place(const a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    double translation[3] = {0, 0, 0}, scale[3] = {1, 1, 1}, axis[3];
    a3d_affine out = a3d_identity, general;
    float angle;
    a3d_items items;
    if (vector_of(w, o, GROUP_orientationAxis, axis) &&
        a3d_floats_of(w->doc, o->body, GROUP_orientationAngle, 1, &angle))
        out = a3d_affine_turn((double)angle, axis);
    vector_of(w, o, GROUP_scale, scale);
    vector_of(w, o, GROUP_translation, translation);
    for (unsigned i = 0; i < 12; i++)
        out.at[i] = i % 4 == 3 ? translation[i / 4] : out.at[i] * scale[i % 4];
    if (!a3d_items_of(w->doc, o->body, GROUP_transform, &items) || items.count < 12)
        return out;
    for (unsigned i = 0; i < 12; i++)
        general.at[i] = (double)a3d_float_at(items.data + 4 * i, false);
    return a3d_affine_times(&out, &general);
}

static bool add_node(a3d_m3g_view *w, a3d_m3g_shown *o, uint32_t root)
{
    uint32_t made = a3d_scene_node_add(w->v, a3d_from(o->element), name_of(w, o));
    if (made == A3D_NONE)
        return false;
    o->made = made + 1;
    a3d_scene_node *node = &w->v->nodes.at[made];
    node->parent = root;
    node->local = a3d_m3g_place(w, o);
    node->role = o->type == M3G_LIGHT    ? "light"
                 : o->type == M3G_SPRITE ? "sprite"
                 : o->type == M3G_CAMERA ? "camera"
                                         : NULL;
    if (a3d_was_read(w->doc, a3d_field(w->doc, o->body, GROUP_enableRendering)) &&
        a3d_value(w->doc, o->body, GROUP_enableRendering) == 0)
        a3d_scene_lose(w->v, 1, "marks of nodes as not visible (they are shown)");
    if (a3d_was_read(w->doc, a3d_field(w->doc, o->body, GROUP_alphaFactor)) &&
        a3d_value(w->doc, o->body, GROUP_alphaFactor) != 255)
        a3d_scene_lose(w->v, 1, "opacities of nodes");
    a3d_scene_lose(w->v, a3d_value(w->doc, o->body, GROUP_hasAlignment) != 0, "alignments of nodes");
    a3d_scene_lose(w->v,
                   a3d_was_read(w->doc, a3d_field(w->doc, o->body, GROUP_scope)) &&
                       (uint32_t)a3d_value(w->doc, o->body, GROUP_scope) != UINT32_MAX,
                   "scopes of nodes, by which lights and cameras see only some");
    a3d_scene_lose(w->v, o->type == M3G_WORLD && a3d_value(w->doc, o->body, WORLD_activeCamera) != 0,
                   "active cameras of worlds (which camera is used)");
    return true;
}

/* Makes a node the parent of another. A node that already has a parent keeps it. */
static void set_parent(a3d_m3g_view *w, const a3d_m3g_shown *parent, int64_t number, uint64_t kinds, uint32_t root)
{
    const a3d_m3g_shown *child = a3d_m3g_seen(w, number, kinds);
    if (child == NULL || child->made == 0 || child == parent)
        a3d_scene_lose(w->v, 1, "children that are not there");
    else if (w->v->nodes.at[child->made - 1].parent == root)
        w->v->nodes.at[child->made - 1].parent = parent->made - 1;
    else if (w->v->nodes.at[child->made - 1].parent != parent->made - 1)
        a3d_scene_lose(w->v, 1, "children that have another parent");
}

static void hang_children(a3d_m3g_view *w, const a3d_m3g_shown *o, uint32_t root)
{
    a3d_items children;
    if (o->type == M3G_SKINNED_MESH && a3d_was_read(w->doc, a3d_field(w->doc, o->body, SKINNED_MESH_skeleton)))
        set_parent(w, o, a3d_value(w->doc, o->body, SKINNED_MESH_skeleton), M3G_KIND(M3G_GROUP), root);
    if ((o->type != M3G_GROUP && o->type != M3G_WORLD) || !a3d_items_of(w->doc, o->body, GROUP_children, &children))
        return;
    for (uint32_t i = 0; i < children.count; i++)
        set_parent(w, o, a3d_load32(children.data + 4 * (size_t)i, false), M3G_NODE_KINDS, root);
}

/* ---- what nodes show ---- */

static void show_camera(a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    float p[4] = {0, 0, 0, 0};
    int64_t type = a3d_value(w->doc, o->body, CAMERA_projectionType);
    bool parallel = type == 49, read = a3d_floats_of(w->doc, o->body, CAMERA_fovy, 4, p);
    a3d_camera camera = {parallel, parallel ? p[0] : (float)((double)p[0] * 3.14159265358979323846 / 180), p[1], p[2],
                         p[3]};
    if (!read || !(camera.view > 0) || !(camera.aspect > 0) || !(camera.far > camera.near) || !(camera.far < 1e30f) ||
        !(camera.aspect < 1e15f) ||
        !(parallel ? camera.near >= 0 && camera.view < 1e15f : camera.near > 0 && camera.view < 3.14159f))
        a3d_scene_lose(w->v, 1, "cameras of a form that glTF does not have (their places are kept)");
    else {
        uint32_t made = a3d_scene_camera(w->v, &camera);
        w->v->nodes.at[o->made - 1].camera = made;
    }
}

static void show_light(a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    enum { AMBIENT = 128, DIRECTIONAL, OMNI, SPOT };
    int64_t mode = a3d_value(w->doc, o->body, LIGHT_mode);
    float p[3] = {1, 0, 0}, q[3] = {1, 0, 0};
    a3d_light light = {.kind = mode == DIRECTIONAL ? A3D_LIGHT_DIRECTIONAL
                               : mode == SPOT      ? A3D_LIGHT_SPOT
                                                   : A3D_LIGHT_POINT};
    a3d_floats_of(w->doc, o->body, LIGHT_attenuationConstant, 3, p);
    a3d_floats_of(w->doc, o->body, LIGHT_intensity, 3, q);
    uint32_t color = a3d_field(w->doc, o->body, LIGHT_color);
    for (unsigned i = 0; i < 3; i++)
        light.color[i] = a3d_was_read(w->doc, color) ? (float)(a3d_value(w->doc, color, i) & 255) / 255 : 1;
    light.intensity = q[0];
    light.outer = (float)((double)q[1] * 3.14159265358979323846 / 180);
    light.outer = light.outer > 1.57f && light.outer < 1.58f ? 1.57f : light.outer; /* glTF wants less than a half */
    if (mode == AMBIENT) {
        a3d_scene_lose(w->v, 1, "ambient lights (their places are kept)");
        return;
    }
    a3d_scene_lose(w->v, mode != DIRECTIONAL && (p[0] != 1 || p[1] != 0 || p[2] != 0), "attenuations of lights");
    a3d_scene_lose(w->v, mode == SPOT && q[2] != 0, "exponents of spot lights");
    a3d_scene_light(w->v, o->made - 1, &light);
}

static void show_submesh(a3d_m3g_view *w, a3d_m3g_shown *buffer, const uint32_t *attributes, uint32_t vertices,
                         uint32_t list, uint32_t index, const uint8_t *p)
{
    bool clockwise = false, colors = true;
    a3d_m3g_shown *strips = a3d_m3g_seen(w, a3d_load32(p, false), M3G_KIND(M3G_STRIPS));
    a3d_m3g_shown *appearance = a3d_m3g_seen(w, a3d_load32(p + 4, false), M3G_KIND(M3G_APPEARANCE));
    a3d_scene_lose(w->v, strips == NULL, "submeshes without triangles");
    a3d_scene_lose(w->v, a3d_load32(p + 4, false) == 0,
                   "submeshes without appearance, which are not drawn (they are shown)");
    a3d_draw *part = a3d_scene_part(w->v, (a3d_source){list, index});
    if (part == NULL)
        return;
    memcpy(part->attributes, attributes, sizeof part->attributes);
    part->material = a3d_m3g_show_material(w, appearance, buffer, &clockwise, &colors);
    if (!colors)
        part->attributes[A3D_AT_COLOR] = A3D_NONE;
    if (strips != NULL)
        part->indices = a3d_m3g_show_strips(w, strips, vertices, clockwise);
    a3d_scene_part_end(w->v);
}

static void show_mesh(a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    a3d_m3g_shown *buffer = a3d_m3g_seen_in(w, o, MESH_vertexBuffer, M3G_KIND(M3G_BUFFER));
    const a3d_m3g_vertices *vertices = buffer != NULL ? a3d_m3g_show_vertices(w, buffer) : NULL;
    a3d_scene_node *node = &w->v->nodes.at[o->made - 1];
    uint32_t attributes[A3D_VERTEX_KINDS], count, skin = A3D_NONE;
    a3d_items submeshes;
    if (vertices == NULL || !a3d_items_sized(w->doc, o->body, MESH_submeshes, 8, &submeshes)) {
        a3d_scene_lose(w->v, 1, "meshes without positions or indices");
        return;
    }
    memcpy(attributes, vertices->attributes, sizeof attributes);
    count = vertices->count;
    if (o->type == M3G_SKINNED_MESH)
        skin = a3d_m3g_show_skin(w, o, attributes, count);
    a3d_scene_mesh(w->v, a3d_from(o->element), node->name);
    if (o->type == M3G_MORPHING_MESH)
        a3d_m3g_show_targets(w, o, buffer);
    for (uint32_t i = 0; i < submeshes.count && !w->v->failed; i++)
        show_submesh(w, buffer, attributes, count, submeshes.node, i, submeshes.data + 8 * (size_t)i);
    node->mesh = a3d_scene_mesh_end(w->v);
    node->skin = skin;
}

/* Counts what nothing leads to, by its class. Backgrounds, fogs and sprites are counted in any case, and nodes and
 * images are shown. */
static void lose_unused(const a3d_m3g_view *w)
{
    static const struct { int type; const char *what; } classes[] = {
        {M3G_ARRAY, "VertexArrays that no mesh uses"},
        {M3G_BUFFER, "VertexBuffers that no mesh uses"},
        {M3G_STRIPS, "TriangleStripArrays that no mesh uses"},
        {M3G_APPEARANCE, "Appearances that no mesh uses"},
        {M3G_MATERIAL, "Materials that no mesh uses"},
        {M3G_COMPOSITING_MODE, "CompositingModes that no mesh uses"},
        {M3G_POLYGON_MODE, "PolygonModes that no mesh uses"},
        {M3G_TEXTURE, "Texture2Ds that no mesh uses"},
        {M3G_TRACK, "AnimationTracks that no object uses"},
        {M3G_SEQUENCE, "KeyframeSequences that are not played"},
        {M3G_CONTROLLER, "AnimationControllers that control nothing"},
        {63, "references to other files that are not textures of a mesh"},
    };
    for (uint32_t i = 1; i < w->count; i++)
        for (unsigned k = 0; k < sizeof classes / sizeof *classes; k++)
            if (w->objects[i].type == classes[k].type && w->objects[i].body != A3D_NO_NODE && !w->objects[i].used)
                a3d_scene_lose(w->v, 1, classes[k].what);
}

static void show_nodes(a3d_m3g_view *w, uint32_t root)
{
    for (uint32_t i = 1; i < w->count; i++) {
        a3d_m3g_shown *o = &w->objects[i];
        if (a3d_was_read(w->doc, o->element) && o->body == A3D_NO_NODE)
            a3d_scene_lose(w->v, 1,
                           a3d_was_read(w->doc, a3d_field(w->doc, o->element, OBJECT_data))
                               ? "objects of version 2.0, whose layouts are not known"
                               : "objects that could not be read");
        bool counted = o->body != A3D_NO_NODE && o->type >= 0 && o->type < (int)(sizeof losses / sizeof *losses);
        if (counted && losses[o->type] != NULL)
            a3d_scene_lose(w->v, 1, losses[o->type]);
        if (a3d_m3g_seen(w, i, M3G_NODE_KINDS) != NULL && !add_node(w, o, root))
            return;
    }
    for (uint32_t i = 1; i < w->count; i++)
        if (a3d_m3g_seen(w, i, M3G_NODE_KINDS) != NULL)
            hang_children(w, &w->objects[i], root);
    for (uint32_t i = 1; i < w->count; i++)
        if (a3d_m3g_seen(w, i, M3G_KIND(M3G_CAMERA)) != NULL)
            show_camera(w, &w->objects[i]);
        else if (a3d_m3g_seen(w, i, M3G_KIND(M3G_LIGHT)) != NULL)
            show_light(w, &w->objects[i]);
        else if (a3d_m3g_seen(w, i, M3G_MESH_KINDS) != NULL)
            show_mesh(w, &w->objects[i]);
    a3d_m3g_show_motion(w);
    for (uint32_t i = 1; i < w->count; i++) /* also those that no mesh shows */
        if (a3d_m3g_seen(w, i, M3G_KIND(M3G_IMAGE)) != NULL)
            a3d_m3g_show_image(w, &w->objects[i]);
    lose_unused(w);
}

void a3d_m3g_scene(a3d_scene *v)
{
    a3d_m3g_view w = {.v = v, .doc = v->doc};
    a3d_scene_read(v, (a3d_label){"scene", 5});
    uint32_t root = a3d_scene_root(v, v->doc->root, A3D_Y_UP);
    if (root != A3D_NONE && take_objects(&w))
        show_nodes(&w, root);
}
