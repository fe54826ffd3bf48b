/* skin.c - builds skins, and the joints and weights of vertices; see scene.h */
#include "engine/scene/scene.h"

enum { SKIN_BYTES = 128 };

/* Stores the bind matrices by columns, as glTF has them. */
static uint32_t put_binds(a3d_scene *v, const a3d_affine *binds, uint32_t count)
{
    if (!a3d_scene_open(v, A3D_AT_BINDS, count))
        return A3D_NONE;
    for (uint32_t i = 0; i < count; i++) {
        float columns[16];
        for (unsigned c = 0; c < 16; c++)
            columns[c] = c % 4 < 3 ? (float)binds[i].at[c % 4 * 4 + c / 4] : c == 15 ? 1.0f : 0.0f;
        a3d_scene_put(v, columns);
    }
    return a3d_scene_close(v);
}

uint32_t a3d_scene_skin(a3d_scene *v, a3d_source source, uint32_t *joints, uint32_t count, const a3d_affine *binds)
{
    uint32_t accessor = count > 0 ? put_binds(v, binds, count) : A3D_NONE;
    if (accessor == A3D_NONE || !a3d_scene_spend(v, SKIN_BYTES + 8 * (uint64_t)count, 1))
        return A3D_NONE;
    a3d_skin *grown = a3d_grow(v->arena, v->skins.at, &v->skins.cap, v->skins.n + 1, sizeof *grown);
    v->failed |= grown == NULL;
    if (grown == NULL)
        return A3D_NONE;
    v->skins.at = grown;
    v->skins.at[v->skins.n] = (a3d_skin){source, joints, count, accessor};
    return (uint32_t)v->skins.n++;
}

/* ---- joints and weights of vertices ---- */

bool a3d_pull_add(a3d_pull *p, uint32_t joint, double weight)
{
    unsigned least = 0;
    if (joint > UINT16_MAX || !(weight > 0) || !(weight < 1e30))
        return joint <= UINT16_MAX;
    for (unsigned i = 0; i < 4; i++) {
        if (p->weights[i] > 0 && p->joints[i] == joint) {
            p->weights[i] += (float)weight;
            return true;
        }
        least = p->weights[i] < p->weights[least] ? i : least;
    }
    bool full = p->weights[least] > 0;
    if (weight > (double)p->weights[least]) {
        p->joints[least] = (uint16_t)joint;
        p->weights[least] = (float)weight;
    }
    return !full;
}

static uint32_t put_joints(a3d_scene *v, const a3d_pull *pulls, uint32_t count)
{
    if (!a3d_scene_open(v, A3D_AT_JOINTS, count))
        return A3D_NONE;
    for (uint32_t i = 0; i < count; i++) {
        float joints[4];
        for (unsigned k = 0; k < 4; k++)
            joints[k] = (float)pulls[i].joints[k];
        a3d_scene_put(v, joints);
    }
    return a3d_scene_close(v);
}

bool a3d_scene_pulls(a3d_scene *v, const a3d_pull *pulls, uint32_t count, uint32_t attributes[A3D_VERTEX_KINDS])
{
    uint32_t joints = put_joints(v, pulls, count);
    if (joints == A3D_NONE || !a3d_scene_open(v, A3D_AT_WEIGHTS, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        a3d_scene_put(v, pulls[i].weights);
    attributes[A3D_AT_WEIGHTS] = a3d_scene_close(v);
    attributes[A3D_AT_JOINTS] = attributes[A3D_AT_WEIGHTS] != A3D_NONE ? joints : A3D_NONE;
    return attributes[A3D_AT_JOINTS] != A3D_NONE;
}

/* ---- skinned meshes as roots ---- */

static bool is_skinned(const a3d_scene *v, const a3d_scene_node *node)
{
    if (node->mesh == A3D_NONE || node->skin == A3D_NONE)
        return false;
    const a3d_mesh *mesh = &v->meshes.at[node->mesh];
    for (uint32_t i = 0; i < mesh->count; i++)
        if (v->parts.at[mesh->first + i].attributes[A3D_AT_JOINTS] == A3D_NONE)
            return false;
    return true;
}

/* Marks the nodes that something besides their mesh depends on: children, skins, animations, cameras and lights. */
static uint8_t *mark_used(const a3d_scene *v)
{
    uint8_t *used = a3d_arena_alloc(v->arena, v->nodes.n + 1);
    for (size_t i = 0; used != NULL && i < v->nodes.n; i++) {
        if (v->nodes.at[i].parent != A3D_NONE)
            used[v->nodes.at[i].parent] = 1;
        used[i] |= v->nodes.at[i].camera != A3D_NONE || v->nodes.at[i].light != A3D_NONE;
    }
    for (size_t i = 0; used != NULL && i < v->skins.n; i++)
        for (uint32_t k = 0; k < v->skins.at[i].count; k++)
            used[v->skins.at[i].joints[k]] = 1;
    for (size_t i = 0; used != NULL && i < v->motions.n; i++)
        used[v->motions.at[i].node] = 1;
    return used;
}

static uint32_t scene_of(const a3d_scene *v, uint32_t node)
{
    while (v->nodes.at[node].parent != A3D_NONE)
        node = v->nodes.at[node].parent;
    return v->nodes.at[node].scene;
}

void a3d_scene_free_skins(a3d_scene *v)
{
    size_t n = v->nodes.n;
    uint8_t *used = v->skins.n > 0 ? mark_used(v) : NULL;
    v->failed |= used == NULL && v->skins.n > 0;
    for (uint32_t i = 0; !v->failed && i < n; i++) {
        a3d_scene_node *node = &v->nodes.at[i];
        uint32_t mesh = node->mesh, skin = node->skin, scene = scene_of(v, i), own = i;
        if (!is_skinned(v, node)) {
            node->skin = A3D_NONE;
            continue;
        }
        if (used[i] != 0) {
            node->mesh = node->skin = A3D_NONE;
            own = a3d_scene_node_add(v, node->source, node->name);
        }
        if (own == A3D_NONE)
            continue;
        node = &v->nodes.at[own];
        node->parent = A3D_NONE;
        node->scene = scene;
        node->mesh = mesh;
        node->skin = skin;
        node->local = a3d_identity;
    }
}
