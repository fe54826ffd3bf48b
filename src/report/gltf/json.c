/* json.c - see json.h. glTF allows no empty arrays or objects, so each is written only when it has content. */
#include "report/gltf/json.h"
#include "engine/document/path.h"

#include <string.h>

/* The text that is being written, and what its parts need. */
typedef struct writer {
    a3d_json j;
    const a3d_scene *v;
    uint32_t *children, *starts; /* of all nodes, one after another; starts has one more entry than there are nodes */
} writer;

static const char *const semantics[A3D_VERTEX_KINDS] = {"POSITION", "NORMAL",   "TEXCOORD_0", "TEXCOORD_1",
                                                        "COLOR_0",  "JOINTS_0", "WEIGHTS_0",  "TANGENT"};

void a3d_gltf_float(a3d_json *j, float value)
{
    uint32_t bits;
    value = value == 0 ? 0 : value;
    memcpy(&bits, &value, sizeof bits);
    a3d_json_float(j, bits);
}

void a3d_gltf_floats(a3d_json *j, const char *key, const float *values, unsigned n)
{
    a3d_json_member_open(j, key, '[');
    for (unsigned i = 0; i < n; i++)
        a3d_gltf_float(j, values[i]);
    a3d_json_close(j, ']');
}

static void put_numbers(a3d_json *j, const char *key, const uint32_t *values, size_t n)
{
    if (n == 0)
        return;
    a3d_json_member_open(j, key, '[');
    for (size_t i = 0; i < n; i++)
        a3d_json_uint(j, values[i]);
    a3d_json_close(j, ']');
}

void a3d_gltf_label(a3d_json *j, const char *key, a3d_label label)
{
    if (label.size == 0)
        return;
    a3d_json_member_text(j, key, label.text, label.size);
}

void a3d_gltf_path(a3d_json *j, const a3d_scene *v, a3d_source source)
{
    a3d_text path;
    a3d_text_init(&path, v->arena);
    a3d_put_path(&path, v->doc, source.node);
    if (source.index != A3D_NONE)
        a3d_printf(&path, "[%u]", (unsigned)source.index);
    a3d_json_member_text(j, "path", path.data, path.size);
    j->out->failed |= path.failed;
    a3d_text_free(&path);
}

/* Opens `extras` with the path of a source. */
static void open_extras(writer *w, a3d_source source)
{
    a3d_json_member_open(&w->j, "extras", '{');
    a3d_gltf_path(&w->j, w->v, source);
}

static void put_extras(writer *w, a3d_source source)
{
    open_extras(w, source);
    a3d_json_close(&w->j, '}');
}

/* ---- scenes and nodes ---- */

/* Children in the order of their numbers. */
static bool sort_children(writer *w)
{
    const a3d_scene *v = w->v;
    w->starts = a3d_arena_alloc(v->arena, (v->nodes.n + 2) * sizeof *w->starts);
    w->children = a3d_arena_alloc(v->arena, (v->nodes.n + 1) * sizeof *w->children);
    if (w->starts == NULL || w->children == NULL)
        return false;
    for (size_t i = 0; i < v->nodes.n; i++)
        if (v->nodes.at[i].parent != A3D_NONE)
            w->starts[v->nodes.at[i].parent + 2]++;
    for (size_t i = 2; i < v->nodes.n + 2; i++)
        w->starts[i] += w->starts[i - 1];
    for (size_t i = 0; i < v->nodes.n; i++)
        if (v->nodes.at[i].parent != A3D_NONE)
            w->children[w->starts[v->nodes.at[i].parent + 1]++] = (uint32_t)i;
    return true;
}

static void put_scene(writer *w, uint32_t scene)
{
    bool any = false;
    a3d_json_open(&w->j, '{');
    a3d_gltf_label(&w->j, "name", w->v->scenes.at[scene]);
    for (size_t i = 0; i < w->v->nodes.n; i++) {
        const a3d_scene_node *node = &w->v->nodes.at[i];
        if (node->parent != A3D_NONE || (node->scene != scene && node->scene != A3D_NONE))
            continue;
        if (!any)
            a3d_json_member_open(&w->j, "nodes", '[');
        any = true;
        a3d_json_uint(&w->j, i);
    }
    if (any)
        a3d_json_close(&w->j, ']');
    a3d_json_close(&w->j, '}');
}

static void put_placement(a3d_json *j, const a3d_affine *local)
{
    a3d_placement place;
    bool repaired;
    a3d_affine_place(local, &place, &repaired);
    if (place.translation[0] != 0 || place.translation[1] != 0 || place.translation[2] != 0)
        a3d_gltf_floats(j, "translation", place.translation, 3);
    if (place.rotation[0] != 0 || place.rotation[1] != 0 || place.rotation[2] != 0)
        a3d_gltf_floats(j, "rotation", place.rotation, 4);
    if (place.scale[0] != 1 || place.scale[1] != 1 || place.scale[2] != 1)
        a3d_gltf_floats(j, "scale", place.scale, 3);
}

/* Notes of a node, as one array for each of their lists. */
static void put_notes(writer *w, uint32_t first)
{
    const a3d_note *notes = w->v->notes.at;
    for (uint32_t i = first; i != A3D_NONE;) {
        const char *list = notes[i].list;
        a3d_json_member_open(&w->j, list, '[');
        for (; i != A3D_NONE && notes[i].list == list; i = notes[i].next) {
            a3d_json_open(&w->j, '{');
            a3d_gltf_label(&w->j, "name", notes[i].name);
            a3d_gltf_label(&w->j, "value", notes[i].value);
            a3d_gltf_path(&w->j, w->v, notes[i].source);
            a3d_json_close(&w->j, '}');
        }
        a3d_json_close(&w->j, ']');
    }
}

static void put_node(writer *w, uint32_t index)
{
    const a3d_scene_node *node = &w->v->nodes.at[index];
    a3d_json *j = &w->j;
    a3d_json_open(j, '{');
    a3d_gltf_label(j, "name", node->name);
    if (node->mesh != A3D_NONE)
        a3d_json_member_uint(j, "mesh", node->mesh);
    if (node->skin != A3D_NONE)
        a3d_json_member_uint(j, "skin", node->skin);
    if (node->camera != A3D_NONE)
        a3d_json_member_uint(j, "camera", node->camera);
    a3d_gltf_light_of(j, node->light);
    put_placement(j, &node->local);
    put_numbers(j, "children", w->children + w->starts[index], w->starts[index + 1] - w->starts[index]);
    open_extras(w, node->source);
    if (node->role != NULL)
        a3d_json_member_str(j, "role", node->role);
    put_notes(w, node->first_note);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

static void put_camera(writer *w, uint32_t index)
{
    const a3d_camera *camera = &w->v->cameras.at[index];
    const char *form = camera->parallel ? "orthographic" : "perspective";
    a3d_json *j = &w->j;
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "type", form);
    a3d_json_member_open(j, form, '{');
    float width = camera->parallel ? camera->view * camera->aspect / 2 : camera->aspect;
    float height = camera->parallel ? camera->view / 2 : camera->view;
    const struct { const char *key; float value; } numbers[] = {
        {camera->parallel ? "xmag" : "aspectRatio", width},
        {camera->parallel ? "ymag" : "yfov", height},
        {"znear", camera->near}, {"zfar", camera->far},
    };
    for (unsigned i = 0; i < 4; i++) {
        a3d_json_key(j, numbers[i].key);
        a3d_gltf_float(j, numbers[i].value);
    }
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

/* ---- meshes ---- */

static const char *semantic_of(const a3d_draw *part, unsigned kind)
{
    bool only = kind == A3D_AT_UV1 && part->attributes[A3D_AT_UV0] == A3D_NONE;
    return semantics[only ? A3D_AT_UV0 : kind];
}

/* A target moves only what the part has. */
static void put_targets(writer *w, const a3d_mesh *mesh, const a3d_draw *part)
{
    if (mesh->n_targets == 0)
        return;
    a3d_json_member_open(&w->j, "targets", '[');
    for (uint32_t i = 0; i < mesh->n_targets; i++) {
        const a3d_morph *target = &w->v->targets.at[mesh->first_target + i];
        a3d_json_open(&w->j, '{');
        for (unsigned kind = 0; kind < A3D_VERTEX_KINDS; kind++)
            if (target->shifts[kind] != A3D_NONE && part->attributes[kind] != A3D_NONE)
                a3d_json_member_uint(&w->j, semantic_of(part, kind), target->shifts[kind]);
        a3d_json_close(&w->j, '}');
    }
    a3d_json_close(&w->j, ']');
}

static void put_part(writer *w, const a3d_mesh *mesh, const a3d_draw *part)
{
    a3d_json *j = &w->j;
    a3d_json_open(j, '{');
    a3d_json_member_open(j, "attributes", '{');
    for (unsigned kind = 0; kind < A3D_VERTEX_KINDS; kind++)
        if (part->attributes[kind] != A3D_NONE)
            a3d_json_member_uint(j, semantic_of(part, kind), part->attributes[kind]);
    a3d_json_close(j, '}');
    a3d_json_member_uint(j, "indices", part->indices);
    if (part->material != A3D_NONE)
        a3d_json_member_uint(j, "material", part->material);
    put_targets(w, mesh, part);
    put_extras(w, part->source);
    a3d_json_close(j, '}');
}

static void put_mesh(writer *w, uint32_t index)
{
    const a3d_mesh *mesh = &w->v->meshes.at[index];
    a3d_json *j = &w->j;
    a3d_json_open(j, '{');
    a3d_gltf_label(j, "name", mesh->name);
    a3d_json_member_open(j, "primitives", '[');
    for (uint32_t i = 0; i < mesh->count; i++)
        put_part(w, mesh, &w->v->parts.at[mesh->first + i]);
    a3d_json_close(j, ']');
    if (mesh->n_targets > 0)
        a3d_json_member_open(j, "weights", '[');
    for (uint32_t i = 0; i < mesh->n_targets; i++)
        a3d_gltf_float(j, w->v->targets.at[mesh->first_target + i].weight);
    if (mesh->n_targets > 0)
        a3d_json_close(j, ']');
    put_extras(w, mesh->source);
    a3d_json_close(j, '}');
}

static void put_skin(writer *w, uint32_t index)
{
    const a3d_skin *skin = &w->v->skins.at[index];
    a3d_json *j = &w->j;
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "inverseBindMatrices", skin->binds);
    put_numbers(j, "joints", skin->joints, skin->count);
    put_extras(w, skin->source);
    a3d_json_close(j, '}');
}

/* ---- the whole document ---- */

static void put_list(writer *w, const char *key, size_t n, void (*put)(writer *w, uint32_t index))
{
    if (n == 0)
        return;
    a3d_json_member_open(&w->j, key, '[');
    for (size_t i = 0; i < n; i++)
        put(w, (uint32_t)i);
    a3d_json_close(&w->j, ']');
}

static void put_asset(a3d_json *j, const a3d_result *result, const a3d_scene *v, const a3d_gltf *gltf)
{
    a3d_json_member_open(j, "asset", '{');
    a3d_json_member_str(j, "version", "2.0");
    a3d_json_member_str(j, "generator", "a3dlint " A3DLINT_VERSION);
    a3d_json_member_open(j, "extras", '{');
    a3d_json_member_str(j, "format", result->doc->format->name);
    a3d_json_member_str(j, "formatVersion", result->version);
    a3d_json_member_maybe(j, "unit", v->unit);
    a3d_json_member_open(j, "lost", '[');
    for (size_t i = 0; i < gltf->n_lost; i++)
        a3d_json_str(j, gltf->lost[i]);
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

void a3d_gltf_json(a3d_text *out, const a3d_result *result, const a3d_scene *v, const a3d_gltf *gltf, bool pictures)
{
    writer w = {.v = v};
    if (!sort_children(&w)) {
        out->failed = true;
        return;
    }
    a3d_json_init(&w.j, out, false);
    a3d_json_open(&w.j, '{');
    put_asset(&w.j, result, v, gltf);
    a3d_gltf_extensions(&w.j, v, pictures);
    a3d_gltf_lights(&w.j, v);
    a3d_json_member_uint(&w.j, "scene", v->shown);
    put_list(&w, "scenes", v->scenes.n, put_scene);
    put_list(&w, "nodes", v->nodes.n, put_node);
    put_list(&w, "meshes", v->meshes.n, put_mesh);
    a3d_gltf_materials(&w.j, v, pictures);
    put_list(&w, "skins", v->skins.n, put_skin);
    put_list(&w, "cameras", v->cameras.n, put_camera);
    a3d_gltf_animations(&w.j, v);
    a3d_gltf_numbers(&w.j, v, pictures);
    uint64_t size = v->data.size + (pictures ? v->pictures.size : 0);
    if (size > 0) {
        a3d_json_member_open(&w.j, "buffers", '[');
        a3d_json_open(&w.j, '{');
        a3d_json_member_uint(&w.j, "byteLength", size);
        a3d_json_close(&w.j, '}');
        a3d_json_close(&w.j, ']');
    }
    a3d_json_close(&w.j, '}');
}
