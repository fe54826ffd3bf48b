/* scene_skins.c - bones of the M3G scene
 *
 * Each bone moves a run of vertices. Its position when the file is loaded is its rest position. */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

enum { BONE_BYTES = 16, MOST_STEPS = 512 };

typedef struct maker {
    a3d_m3g_view *w;
    uint32_t mesh;          /* node */
    a3d_items bones;
    a3d_ids places;         /* the first bone of each node */
    uint32_t *joint_of;     /* index in the skin of each bone */
    uint32_t *joints, count;
    a3d_affine *binds;
    a3d_pull *pulls;
    uint32_t vertices;
    uint64_t lost;
} maker;

/* The transform of a node below the mesh, relative to the mesh. */
static a3d_affine seen_from_mesh(const maker *m, uint32_t node)
{
    const a3d_scene *v = m->w->v;
    a3d_affine out = a3d_identity;
    for (unsigned i = 0; node != A3D_NONE && node != m->mesh && i < MOST_STEPS; i++) {
        out = a3d_affine_times(&v->nodes.at[node].local, &out);
        node = v->nodes.at[node].parent;
    }
    return out;
}

static void add_joint(maker *m, uint32_t node)
{
    a3d_affine place = seen_from_mesh(m, node);
    m->joints[m->count] = node;
    if (!a3d_affine_inverse(&place, &m->binds[m->count++]))
        a3d_scene_lose(m->w->v, 1, "bones whose place has no inverse");
}

static uint32_t node_of(const maker *m, uint32_t bone)
{
    const a3d_m3g_shown *o = a3d_m3g_seen(m->w, a3d_load32(m->bones.data + (size_t)bone * BONE_BYTES, false),
                                          M3G_NODE_KINDS);
    return o != NULL && o->made != 0 ? o->made - 1 : A3D_NONE;
}

/* Each node is one joint, however many runs of vertices it moves. */
static void take_joints(maker *m)
{
    for (uint32_t i = 0; i < m->bones.count; i++)
        if (node_of(m, i) != A3D_NONE)
            a3d_ids_add(m->w->v, &m->places, 0, node_of(m, i), i);
    a3d_ids_sort(m->w->v, &m->places);
    for (uint32_t i = 0; i < m->bones.count && a3d_scene_spend(m->w->v, 0, 16); i++) {
        uint32_t node = node_of(m, i), first = node != A3D_NONE ? a3d_ids_find(&m->places, 0, node) : A3D_NONE;
        if (first == i) {
            m->joint_of[i] = m->count;
            add_joint(m, node);
        } else
            m->joint_of[i] = first != A3D_NONE ? m->joint_of[first] : A3D_NONE;
        a3d_scene_lose(m->w->v, first == A3D_NONE, "bones that are not there");
    }
}

static void take_runs(maker *m)
{
    for (uint32_t i = 0; i < m->bones.count; i++) {
        const uint8_t *p = m->bones.data + (size_t)i * BONE_BYTES;
        uint32_t first = a3d_load32(p + 4, false), count = a3d_load32(p + 8, false);
        int32_t weight = (int32_t)a3d_load32(p + 12, false);
        uint32_t there = first < m->vertices ? m->vertices - first : 0;
        count = count < there ? count : there;
        if (m->joint_of[i] == A3D_NONE || weight <= 0)
            continue;
        if (!a3d_scene_spend(m->w->v, 0, count))
            return;
        for (uint32_t k = 0; k < count; k++)
            m->lost += !a3d_pull_add(&m->pulls[first + k], m->joint_of[i], weight);
    }
}

/* A vertex that no bone moves follows the mesh itself. */
static void rest_on_mesh(maker *m)
{
    uint32_t joint = A3D_NONE;
    for (uint32_t i = 0; i < m->vertices; i++) {
        const float *weights = m->pulls[i].weights;
        if (weights[0] > 0 || weights[1] > 0 || weights[2] > 0 || weights[3] > 0)
            continue;
        if (joint == A3D_NONE) {
            joint = a3d_ids_find(&m->places, 0, m->mesh);
            joint = joint != A3D_NONE ? m->joint_of[joint] : m->count;
            if (joint == m->count)
                add_joint(m, m->mesh);
        }
        m->lost += !a3d_pull_add(&m->pulls[i], joint, 1);
    }
}

uint32_t a3d_m3g_show_skin(a3d_m3g_view *w, const a3d_m3g_shown *mesh, uint32_t attributes[A3D_VERTEX_KINDS],
                           uint32_t vertices)
{
    maker m = {.w = w, .mesh = mesh->made - 1, .vertices = vertices};
    a3d_arena *arena = w->v->arena;
    if (!a3d_items_sized(w->doc, mesh->body, SKINNED_MESH_transformReferences, BONE_BYTES, &m.bones))
        return A3D_NONE;
    if (!a3d_scene_spend(w->v, 0, vertices))
        return A3D_NONE;
    m.joint_of = a3d_arena_alloc(arena, m.bones.count * sizeof *m.joint_of);
    m.joints = a3d_arena_alloc(arena, ((size_t)m.bones.count + 1) * sizeof *m.joints);
    m.binds = a3d_arena_alloc(arena, ((size_t)m.bones.count + 1) * sizeof *m.binds);
    m.pulls = a3d_arena_alloc(arena, vertices * sizeof *m.pulls);
    w->v->failed |= m.joint_of == NULL || m.joints == NULL || m.binds == NULL || m.pulls == NULL;
    if (w->v->failed)
        return A3D_NONE;
    take_joints(&m);
    if (m.count == 0)
        return A3D_NONE;
    take_runs(&m);
    rest_on_mesh(&m);
    a3d_scene_lose(w->v, m.lost, "weights of vertices beyond the four strongest");
    uint32_t skin = a3d_scene_skin(w->v, a3d_from(mesh->element), m.joints, m.count, m.binds);
    return skin != A3D_NONE && a3d_scene_pulls(w->v, m.pulls, vertices, attributes) ? skin : A3D_NONE;
}
