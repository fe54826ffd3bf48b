/* scene.c - the scenes of an ODOL model: one for each level of detail, since all are at the same place */
#include "formats/odol/scene.h"
#include "formats/odol/bones.h"
#include "formats/odol/odol.h"

#include <stdlib.h>
#include <string.h>

/* Viewers list all scenes; real files have at most 21. */
enum { MOST_SCENES = 128, FIRST_SPECIAL = 1000 };

/* ---- the skeleton ---- */

static text name_in(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return a3d_was_read(doc, record) ? text_of(doc, a3d_whole_field(doc, record, slot)) : (text){NULL, 0};
}

void a3d_odol_show_bones(a3d_scene *v, a3d_odol_bones *out)
{
    const a3d_doc *doc = v->doc;
    uint32_t info = a3d_whole_field(doc, doc->root, P3D_modelInfo), skeleton;
    *out = (a3d_odol_bones){0, 0, NULL};
    if (!a3d_was_read(doc, info))
        return;
    skeleton = a3d_whole_field(doc, info, MODEL_INFO_skeleton);
    uint32_t count = a3d_was_read(doc, skeleton) ? a3d_records_of(doc, skeleton, SKELETON_bones, &out->first) : 0;
    a3d_odol_bone *names = a3d_arena_alloc(v->arena, ((size_t)count + 1) * sizeof *names);
    out->parents = a3d_arena_alloc(v->arena, ((size_t)count + 1) * sizeof *out->parents);
    v->failed |= names == NULL || out->parents == NULL;
    for (uint32_t i = 0; !v->failed && i < count; i++)
        names[i] = (a3d_odol_bone){name_in(doc, out->first + i, BONE_bone), i};
    if (v->failed)
        return;
    a3d_odol_sort_bones(names, count);
    out->count = count;
    for (uint32_t i = 0; i < count; i++) {
        text parent = name_in(doc, out->first + i, BONE_parent);
        out->parents[i] = parent.n > 0 ? a3d_odol_bone_named(names, count, parent) : A3D_NONE;
    }
}

/* ---- a level of detail ---- */

static bool vector_of(const a3d_doc *doc, uint32_t record, unsigned slot, double out[3])
{
    uint32_t vector = a3d_whole_field(doc, record, slot);
    float values[3];
    if (!a3d_was_read(doc, vector) || !a3d_floats_of(doc, vector, 0, 3, values))
        return false;
    for (unsigned i = 0; i < 3; i++)
        out[i] = (double)values[i];
    return true;
}

/* Positions are relative to the center of the model. */
static void place_lod(const a3d_doc *doc, a3d_scene_node *node)
{
    uint32_t info = a3d_whole_field(doc, doc->root, P3D_modelInfo);
    double center[3];
    if (a3d_was_read(doc, info) && vector_of(doc, info, MODEL_INFO_bounding_center, center))
        for (unsigned i = 0; i < 3; i++)
            node->local.at[4 * i + 3] = i == 2 ? -center[i] : center[i];
}

/* Adds proxies, which place other models in this one. Their matrices are columns: right, up, forward, position. */
static void add_proxies(const a3d_odol_shown *s)
{
    uint32_t first, count = a3d_records_of(s->doc, s->lod, LOD_proxies, &first);
    for (uint32_t i = first; i < first + count; i++) {
        double column[3];
        if (!a3d_was_read(s->doc, i))
            continue;
        uint32_t made = a3d_scene_node_add(s->v, a3d_from(i), a3d_label_of(s->doc, i, PROXY_model)),
                 matrix = a3d_whole_field(s->doc, i, PROXY_matrix);
        if (made == A3D_NONE)
            return;
        a3d_scene_node *node = &s->v->nodes.at[made];
        node->parent = s->node;
        node->role = "proxy";
        a3d_scene_lose(s->v, 1, "models of proxies (their places are kept)");
        for (unsigned c = 0; a3d_was_read(s->doc, matrix) && c < 4; c++)
            if (vector_of(s->doc, matrix, c, column))
                for (unsigned r = 0; r < 3; r++)
                    node->local.at[4 * r + c] = (r == 2) != (c == 2) ? -column[r] : column[r];
    }
}

static bool marks_place(a3d_label name)
{
    static const char prefix[] = "proxy:";
    enum { SIZE = sizeof prefix - 1 };
    text start = {(const uint8_t *)name.text, SIZE};
    return name.size > SIZE && compare_folded(start, (text){(const uint8_t *)prefix, SIZE}) == 0;
}

static void mark_faces_of(a3d_odol_shown *s, uint32_t selection)
{
    a3d_items faces;
    if (!a3d_items_of(s->doc, selection, SELECTION_faces, &faces))
        return;
    for (uint32_t i = 0; i < faces.count && a3d_scene_spend(s->v, 0, 1); i++) {
        uint64_t face = a3d_load(faces.data + (faces.fill ? 0 : (size_t)i * faces.stride), faces.stride, false);
        if (face < s->faces)
            s->marks[face / 8] |= (uint8_t)(1u << face % 8);
    }
}

/* Each proxy has a selection with one triangle, which marks its place for modellers and is not drawn. Files also have
 * such selections of proxies that they do not list. */
static void mark_faces(a3d_odol_shown *s)
{
    uint32_t first, count = a3d_records_of(s->doc, s->lod, LOD_selections, &first);
    s->faces = a3d_odol_walk_faces(s->doc, s->lod).count;
    if (count == 0 || s->faces == 0 || !a3d_scene_spend(s->v, 0, s->faces / 8))
        return;
    s->marks = a3d_arena_alloc(s->v->arena, (size_t)s->faces / 8 + 1);
    s->v->failed |= s->marks == NULL;
    for (uint32_t i = first; i < first + count && !s->v->failed; i++)
        if (a3d_was_read(s->doc, i) && marks_place(a3d_label_of(s->doc, i, SELECTION_name)))
            mark_faces_of(s, i);
}

/* Names and values of a list of records become notes of the LOD. */
static void note_all(const a3d_odol_shown *s, unsigned list, unsigned name, unsigned value)
{
    const a3d_label none = {NULL, 0};
    const char *what = a3d_at(s->doc, a3d_whole_field(s->doc, s->lod, list))->row->name;
    uint32_t first, count = a3d_records_of(s->doc, s->lod, list, &first);
    for (uint32_t i = first; i < first + count; i++)
        if (a3d_was_read(s->doc, i))
            a3d_scene_note(s->v, s->node, what, a3d_from(i), a3d_label_of(s->doc, i, name),
                           value != name ? a3d_label_of(s->doc, i, value) : none);
}

static void add_notes(const a3d_odol_shown *s)
{
    const a3d_node *selections = a3d_at(s->doc, a3d_whole_field(s->doc, s->lod, LOD_selections)),
                   *frames = a3d_at(s->doc, a3d_whole_field(s->doc, s->lod, LOD_frames));
    a3d_scene_lose(s->v, selections->state == A3D_PRESENT ? selections->v.at.count : 0,
                   "named selections: their faces and vertices (their names are kept)");
    a3d_scene_lose(s->v, frames->state == A3D_PRESENT ? frames->v.at.count : 0, "frames of vertex animation");
    const a3d_node *tangents = a3d_at(s->doc, a3d_whole_field(s->doc, s->lod, LOD_st));
    a3d_scene_lose(s->v, tangents->state == A3D_PRESENT ? tangents->v.at.count : 0, "tangents of vertices");
    note_all(s, LOD_selections, SELECTION_name, SELECTION_name);
    note_all(s, LOD_properties, PROPERTY_name, PROPERTY_value);
}

/* "LOD 3 (1000)": the index in the file, and the resolution, which shows the kind. */
static a3d_label lod_name(a3d_scene *v, uint32_t index, uint32_t resolution)
{
    a3d_text name;
    a3d_text_init(&name, v->arena);
    a3d_printf(&name, "LOD %u (", (unsigned)index);
    a3d_put_float(&name, resolution);
    a3d_putc(&name, ')');
    return a3d_label_keep(v, &name);
}

/* False if there is no room for it. */
static bool add_lod(a3d_scene *v, uint32_t record, uint32_t index, uint32_t resolution, const a3d_odol_bones *bones)
{
    a3d_odol_shown s = {.v = v, .doc = v->doc, .lod = record};
    a3d_label name = lod_name(v, index, resolution);
    uint32_t scene = a3d_scene_read(v, name), root = a3d_scene_root(v, v->doc->root, A3D_Y_UP);
    if (scene == A3D_NONE || root == A3D_NONE)
        return false;
    s.node = a3d_scene_node_add(v, a3d_from(record), name);
    if (s.node == A3D_NONE)
        return false;
    v->nodes.at[root].scene = scene;
    v->nodes.at[s.node].parent = root;
    place_lod(v->doc, &v->nodes.at[s.node]);
    add_proxies(&s);
    mark_faces(&s);
    add_notes(&s);
    if (!a3d_odol_show_vertices(&s))
        return true;
    uint32_t skin = a3d_odol_show_skin(&s, bones), mesh = a3d_odol_show_faces(&s, name);
    v->nodes.at[s.node].mesh = mesh;
    v->nodes.at[s.node].skin = skin;
    return true;
}

/* Selects the first level that is meant to be seen and is not empty. */
static void choose_scene(a3d_scene *v, const a3d_items *resolutions, uint32_t count)
{
    uint32_t any = A3D_NONE;
    for (size_t i = v->nodes.n; i-- > 0;) {
        const a3d_scene_node *node = &v->nodes.at[i];
        if (node->mesh == A3D_NONE || node->parent == A3D_NONE)
            continue;
        uint32_t scene = v->nodes.at[node->parent].scene;
        bool special = scene >= resolutions->count || scene >= count ||
                       !(a3d_float_at(resolutions->data + 4 * (size_t)scene, false) < FIRST_SPECIAL);
        any = any == A3D_NONE || !special ? scene : any;
    }
    v->shown = any == A3D_NONE ? 0 : any;
}

/* Counts what belongs to the whole model. */
static void lose_rest(a3d_scene *v)
{
    static const struct { uint16_t list, inner; } shapes[] = {
        {P3D_hullsA, HULLS_hulls}, {P3D_hullsB, HULLS_hulls},
        {P3D_meshesA, MESHES_meshes}, {P3D_meshesB, MESHES_meshes}};
    const a3d_doc *doc = v->doc;
    uint32_t first, animations = a3d_whole_field(doc, doc->root, P3D_animations);
    if (a3d_was_read(doc, animations)) {
        const a3d_node *classes = a3d_at(doc, a3d_whole_field(doc, animations, ANIMATIONS_classes));
        a3d_scene_lose(v, classes->state == A3D_PRESENT ? classes->v.at.count : 0, "animation classes");
    }
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint32_t record = a3d_whole_field(doc, doc->root, shapes[i].list);
        if (a3d_was_read(doc, record))
            a3d_scene_lose(v, a3d_records_of(doc, record, shapes[i].inner, &first), "collision shapes of PhysX");
    }
    a3d_scene_lose(v, a3d_label_of(doc, doc->root, P3D_muzzle_flash).size > 0, "models of muzzle flashes");
}

void a3d_odol_scene(a3d_scene *v)
{
    const a3d_doc *doc = v->doc;
    a3d_odol_bones bones;
    a3d_items resolutions;
    uint32_t first;
    v->unit = "m";
    a3d_odol_show_bones(v, &bones);
    if (!a3d_items_of(doc, doc->root, P3D_resolution, &resolutions))
        resolutions.count = 0;
    uint32_t count = a3d_records_of(doc, doc->root, P3D_lods, &first), most = count < MOST_SCENES ? count : MOST_SCENES;
    a3d_scene_lose(v, count - most, "levels of detail beyond the first 128");
    for (uint32_t i = 0; i < most && !v->failed; i++) {
        uint32_t resolution = i < resolutions.count ? a3d_load32(resolutions.data + 4 * (size_t)i, false) : 0;
        if (!a3d_was_read(doc, first + i)) {
            a3d_scene_lose(v, 1, "levels of detail that could not be read");
            continue;
        }
        if (!add_lod(v, first + i, i, resolution, &bones))
            break;
    }
    choose_scene(v, &resolutions, most);
    lose_rest(v);
}
