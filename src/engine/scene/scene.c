/* scene.c - builds nodes, materials and meshes; see scene.h */
#include "engine/scene/scene.h"
#include "base/never.h"

#include <string.h>

/* The budget of a document: a fixed amount, plus a multiple of the bytes in its streams. */
enum { BYTES_FREE = 1 << 20, BYTES_EACH = 32, STEPS_FREE = 1 << 20, STEPS_EACH = 64 };
/* About how much of the output's JSON describes one thing. */
enum { NODE_BYTES = 256, PART_BYTES = 192, TARGET_BYTES = 96, MATERIAL_BYTES = 256, NOTE_BYTES = 64 };
/* Limits the depth of nodes, because other tools follow them recursively. */
enum { MOST_DEPTH = 512 };

void a3d_scene_init(a3d_scene *v, a3d_arena *arena, a3d_doc *doc)
{
    uint64_t bytes = 0;
    memset(v, 0, sizeof *v);
    v->arena = arena;
    v->doc = doc;
    v->root = A3D_NONE;
    a3d_text_init(&v->data, arena);
    a3d_text_init(&v->pictures, arena);
    for (size_t i = 0; i < doc->n_streams; i++)
        bytes += doc->streams[i].size;
    v->bytes_left = BYTES_FREE + BYTES_EACH * bytes;
    v->steps_left = STEPS_FREE + STEPS_EACH * bytes;
}

void a3d_scene_lose(a3d_scene *v, uint64_t count, const char *what)
{
    unsigned i = 0;
    if (count == 0)
        return;
    while (i < v->n_losses && strcmp(v->losses[i].what, what) != 0)
        i++;
    if (A3D_NEVER(i == A3D_LOSSES))
        return;
    if (i == v->n_losses)
        v->losses[v->n_losses++] = (a3d_loss){what, 0};
    v->losses[i].count += count;
}

bool a3d_scene_spend(a3d_scene *v, uint64_t bytes, uint64_t steps)
{
    if (v->failed)
        return false;
    if (bytes > v->bytes_left || steps > v->steps_left) {
        a3d_scene_lose(v, v->bytes_left > 0, "all that is beyond what a file of this size may become");
        v->bytes_left = v->steps_left = 0; /* once something is too large, add nothing else, however small */
        return false;
    }
    v->bytes_left -= bytes;
    v->steps_left -= steps;
    return true;
}

/* Makes room for one more element of a list. Returns false if the budget or memory is used up. */
static bool grow(a3d_scene *v, void **at, size_t *cap, size_t n, size_t size, uint64_t bytes)
{
    if (!a3d_scene_spend(v, bytes, 1))
        return false;
    void *grown = A3D_NEVER(n >= A3D_NONE) ? NULL : a3d_grow(v->arena, *at, cap, n + 1, size);
    v->failed |= grown == NULL;
    if (grown != NULL)
        *at = grown;
    return grown != NULL;
}
#define GROW(v, list, bytes) grow(v, (void **)&(v)->list.at, &(v)->list.cap, (v)->list.n, sizeof *(v)->list.at, bytes)

uint32_t a3d_scene_read(a3d_scene *v, a3d_label name)
{
    if (!GROW(v, scenes, NODE_BYTES))
        return A3D_NONE;
    v->scenes.at[v->scenes.n] = name;
    return (uint32_t)v->scenes.n++;
}

uint32_t a3d_scene_node_add(a3d_scene *v, a3d_source source, a3d_label name)
{
    if (!GROW(v, nodes, NODE_BYTES + (uint64_t)name.size))
        return A3D_NONE;
    v->nodes.at[v->nodes.n] = (a3d_scene_node){.source = source, .name = name, .parent = A3D_NONE, .mesh = A3D_NONE,
                                               .skin = A3D_NONE, .camera = A3D_NONE, .light = A3D_NONE,
                                               .first_note = A3D_NONE, .last_note = A3D_NONE, .local = a3d_identity};
    return (uint32_t)v->nodes.n++;
}

uint32_t a3d_scene_root(a3d_scene *v, uint32_t source, enum a3d_axes axes)
{
    static const a3d_affine turns[] = {
        [A3D_Y_UP] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
        [A3D_Z_UP] = {{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0}},
    };
    uint32_t node = a3d_scene_node_add(v, a3d_from(source), (a3d_label){"root", 4});
    if (node == A3D_NONE)
        return A3D_NONE;
    v->nodes.at[node].local = turns[axes];
    return v->root = node;
}

void a3d_scene_note(a3d_scene *v, uint32_t node, const char *list, a3d_source source, a3d_label name, a3d_label value)
{
    if (!GROW(v, notes, NOTE_BYTES + (uint64_t)name.size + value.size))
        return;
    uint32_t made = (uint32_t)v->notes.n++;
    a3d_scene_node *owner = &v->nodes.at[node];
    v->notes.at[made] = (a3d_note){list, source, name, value, A3D_NONE};
    if (owner->first_note == A3D_NONE)
        owner->first_note = made;
    else
        v->notes.at[owner->last_note].next = made;
    owner->last_note = made;
}

uint32_t a3d_scene_material(a3d_scene *v, a3d_source source, a3d_label name)
{
    if (!GROW(v, materials, MATERIAL_BYTES + (uint64_t)name.size))
        return A3D_NONE;
    v->materials.at[v->materials.n] = (a3d_material){.source = source, .name = name, .color = {1, 1, 1, 1}};
    for (unsigned i = 0; i < A3D_PAINTS; i++)
        v->materials.at[v->materials.n].paints[i].picture = A3D_NONE;
    return (uint32_t)v->materials.n++;
}

void a3d_scene_color(a3d_scene *v, uint32_t material, const float *rgba, unsigned n)
{
    for (unsigned i = 0; material != A3D_NONE && i < n; i++)
        v->materials.at[material].color[i] = rgba[i] > 0 ? rgba[i] < 1 ? rgba[i] : 1 : 0;
}

void a3d_scene_texture(a3d_scene *v, uint32_t material, const char *use, a3d_label name)
{
    if (material == A3D_NONE || name.size == 0 || !a3d_scene_spend(v, 32 + (uint64_t)name.size, 1))
        return;
    a3d_material *m = &v->materials.at[material];
    if (m->n_textures == A3D_TEXTURES)
        return;
    m->textures[m->n_textures].use = use;
    m->textures[m->n_textures++].name = name;
}

uint32_t a3d_scene_camera(a3d_scene *v, const a3d_camera *camera)
{
    if (!GROW(v, cameras, NODE_BYTES))
        return A3D_NONE;
    v->cameras.at[v->cameras.n] = *camera;
    return (uint32_t)v->cameras.n++;
}

void a3d_scene_light(a3d_scene *v, uint32_t node, const a3d_light *light)
{
    bool fits = light->intensity >= 0 && light->intensity < 1e30f && light->range >= 0 && light->range < 1e30f;
    if (light->kind == A3D_LIGHT_SPOT)
        fits &= light->outer > 0 && light->outer <= 1.5707f && light->inner >= 0 && light->inner < light->outer;
    a3d_scene_lose(v, !fits, "lights of a form that glTF does not have (their places are kept)");
    if (!fits || !GROW(v, lights, NODE_BYTES))
        return;
    v->lights.at[v->lights.n] = *light;
    v->nodes.at[node].light = (uint32_t)v->lights.n++;
}

/* ---- meshes ---- */

void a3d_scene_mesh(a3d_scene *v, a3d_source source, a3d_label name)
{
    v->in_mesh = GROW(v, meshes, NODE_BYTES + (uint64_t)name.size);
    if (v->in_mesh)
        v->meshes.at[v->meshes.n++] = (a3d_mesh){source, name, (uint32_t)v->parts.n, 0, (uint32_t)v->targets.n, 0};
}

a3d_morph *a3d_scene_target(a3d_scene *v, float weight)
{
    if (!v->in_mesh || !GROW(v, targets, TARGET_BYTES))
        return NULL;
    a3d_morph *target = &v->targets.at[v->targets.n++];
    memset(target->shifts, 0xff, sizeof target->shifts);
    a3d_scene_lose(v, weight - weight != 0, "weights of morph targets that are not finite (0 instead)");
    target->weight = weight - weight == 0 ? weight : 0;
    v->meshes.at[v->meshes.n - 1].n_targets++;
    return target;
}

a3d_draw *a3d_scene_part(a3d_scene *v, a3d_source source)
{
    if (!v->in_mesh || !GROW(v, parts, PART_BYTES))
        return NULL;
    a3d_draw *part = &v->parts.at[v->parts.n++];
    memset(part, 0xff, sizeof *part);
    part->source = source;
    return part;
}

void a3d_scene_part_end(a3d_scene *v)
{
    A3D_ASSERT(v->parts.n > 0);
    const a3d_draw *part = &v->parts.at[v->parts.n - 1];
    if (part->attributes[A3D_AT_POSITION] == A3D_NONE || part->indices == A3D_NONE)
        v->parts.n--;
}

uint32_t a3d_scene_mesh_end(a3d_scene *v)
{
    if (v->failed || !v->in_mesh)
        return A3D_NONE;
    v->in_mesh = false;
    a3d_mesh *mesh = &v->meshes.at[v->meshes.n - 1];
    mesh->count = (uint32_t)v->parts.n - mesh->first;
    if (mesh->count > 0)
        return (uint32_t)v->meshes.n - 1;
    v->meshes.n--;
    return A3D_NONE;
}

uint32_t *a3d_scene_memo(a3d_scene *v, uint32_t node)
{
    if (v->memo == NULL)
        v->memo = a3d_arena_alloc(v->arena, v->doc->n_nodes * sizeof *v->memo);
    v->failed |= v->memo == NULL;
    return v->memo != NULL ? &v->memo[node] : NULL;
}

/* ---- parents ---- */

#define UNKNOWN 0u
#define OPEN UINT32_MAX

/* Finds the depth of a node and of its ancestors. Cuts links that lead back to themselves and chains that are too
 * long. depths[i] is 1 + the number of ancestors, UNKNOWN, or OPEN on the current path. */
static void find_depth(a3d_scene *v, uint32_t *depths, uint32_t *path, uint32_t node)
{
    size_t n = 0;
    while (node != A3D_NONE && depths[node] == UNKNOWN) {
        depths[node] = OPEN;
        path[n++] = node;
        uint32_t parent = v->nodes.at[node].parent;
        if (parent >= v->nodes.n) /* there was no room for the parent */
            v->nodes.at[node].parent = parent = A3D_NONE;
        if (parent != A3D_NONE && depths[parent] == OPEN) {
            a3d_scene_lose(v, 1, "parents that lead back to themselves");
            v->nodes.at[node].parent = parent = v->root;
        }
        node = parent;
    }
    uint32_t depth = node == A3D_NONE ? 0 : depths[node];
    while (n > 0) {
        node = path[--n];
        if (depth == MOST_DEPTH) {
            a3d_scene_lose(v, 1, "parents that are too deep");
            v->nodes.at[node].parent = v->root;
            depth = 1;
        }
        depths[node] = ++depth;
    }
}

void a3d_scene_finish(a3d_scene *v)
{
    uint32_t *depths = a3d_arena_alloc(v->arena, (v->nodes.n + 1) * sizeof *depths);
    uint32_t *path = a3d_arena_alloc(v->arena, (v->nodes.n + 1) * sizeof *path);
    v->failed |= depths == NULL || path == NULL || v->data.failed || v->pictures.failed;
    for (size_t i = 0; !v->failed && i < v->nodes.n; i++) {
        a3d_placement place;
        bool repaired;
        find_depth(v, depths, path, (uint32_t)i);
        if (!a3d_affine_place(&v->nodes.at[i].local, &place, &repaired))
            a3d_scene_lose(v, 1, "transforms that lean (without their lean)");
        a3d_scene_lose(v, repaired, "transforms with numbers that are not finite (0 instead)");
    }
    if (!v->failed)
        a3d_scene_free_skins(v);
    if (!v->failed)
        a3d_scene_bare(v);
}
