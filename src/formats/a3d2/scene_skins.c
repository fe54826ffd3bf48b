/* scene_skins.c - joints and weights of A3D2 skins
 *
 * Each surface has its own list of joints. A vertex refers to them by three times the index in that list. */
#include "base/bytes.h"
#include "formats/a3d2/records.h"
#include "formats/a3d2/scene.h"

enum { BIND_BYTES = 56, MATRIX_BYTES = 48, SKIN_JOINT = 0 };

/* The joints of a skin while it is built. */
typedef struct maker {
    a3d_shown *s;
    a3d_ids places;    /* index in the skin by node */
    a3d_items binds;
    a3d_ids bind_of;   /* index in the list of bind poses by joint id */
    uint32_t *nodes, count;
    a3d_affine *matrices;
} maker;

static uint32_t node_of_joint(const a3d_shown *s, int64_t id)
{
    uint32_t record = a3d_ids_find(&s->ids, A3D2_JOINT, id);
    if (record == A3D_NONE)
        record = a3d_ids_find(&s->ids, A3D2_OBJECT, id);
    return record != A3D_NONE ? *a3d_scene_memo(s->v, record) : A3D_NONE;
}

static a3d_affine bind_pose(const maker *m, int64_t id)
{
    a3d_affine out = a3d_identity;
    uint32_t at = a3d_ids_find(&m->bind_of, SKIN_JOINT, id);
    if (at == A3D_NONE) {
        a3d_scene_lose(m->s->v, 1, "bind poses of joints that are not there (none instead)");
        return out;
    }
    for (unsigned i = 0; i < 12; i++)
        out.at[i] = (double)a3d_float_at(m->binds.data + (size_t)at * BIND_BYTES + 4 * i, true);
    return out;
}

/* Makes one entry for each node, in the order in which they are first referenced. */
static void take_joints(maker *m, const a3d_items *ids, uint32_t *nodes, a3d2_shown_skin *out)
{
    for (uint32_t i = 0; i < ids->count; i++) {
        int64_t id = (int64_t)a3d_load64(ids->data + 8 * (size_t)i, true);
        nodes[i] = node_of_joint(m->s, id);
        a3d_scene_lose(m->s->v, nodes[i] == A3D_NONE, "joints that are not there");
        if (nodes[i] != A3D_NONE)
            a3d_ids_add(m->s->v, &m->places, nodes[i], 0, i);
    }
    a3d_ids_sort(m->s->v, &m->places);
    for (uint32_t i = 0; i < ids->count && !m->s->v->failed; i++) {
        uint32_t first = nodes[i] != A3D_NONE ? a3d_ids_find(&m->places, nodes[i], 0) : A3D_NONE;
        if (first == i) {
            m->nodes[m->count] = nodes[i];
            m->matrices[m->count] = bind_pose(m, (int64_t)a3d_load64(ids->data + 8 * (size_t)i, true));
            out->joints[i] = m->count++;
        } else
            out->joints[i] = first == A3D_NONE ? A3D_NONE : out->joints[first];
    }
}

static void take_binds(maker *m, uint32_t record)
{
    if (!a3d_items_sized(m->s->doc, record, SKIN_jointBindTransforms, BIND_BYTES, &m->binds))
        m->binds.count = 0;
    for (uint32_t i = 0; i < m->binds.count; i++)
        a3d_ids_add(m->s->v, &m->bind_of, SKIN_JOINT,
                    (int64_t)a3d_load64(m->binds.data + (size_t)i * BIND_BYTES + MATRIX_BYTES, true), i);
    a3d_ids_sort(m->s->v, &m->bind_of);
}

/* Finds where the joints of each surface begin. */
static void take_counts(a3d_shown *s, uint32_t record, a3d2_shown_skin *out)
{
    a3d_items counts;
    uint64_t start = 0;
    bool any = a3d_items_of(s->doc, record, SKIN_numJoints, &counts);
    for (uint32_t i = 0; i <= out->n_surfaces; i++) {
        out->starts[i] = start < out->n_joints ? (uint32_t)start : out->n_joints;
        start += any && i < counts.count ? a3d_load16(counts.data + 2 * (size_t)i, true) : 0;
    }
}

bool a3d2_show_skin(a3d_shown *s, uint32_t record, uint32_t n_surfaces, a3d2_shown_skin *out)
{
    maker m = {.s = s};
    a3d_items ids;
    a3d_arena *arena = s->v->arena;
    if (!a3d_items_sized(s->doc, record, SKIN_joints, 8, &ids))
        return false;
    *out = (a3d2_shown_skin){.n_joints = ids.count, .n_surfaces = n_surfaces};
    uint32_t *nodes = a3d_arena_alloc(arena, ids.count * sizeof *nodes);
    out->joints = a3d_arena_alloc(arena, ids.count * sizeof *out->joints);
    out->starts = a3d_arena_alloc(arena, ((size_t)n_surfaces + 1) * sizeof *out->starts);
    m.nodes = a3d_arena_alloc(arena, ids.count * sizeof *m.nodes);
    m.matrices = a3d_arena_alloc(arena, ids.count * sizeof *m.matrices);
    s->v->failed |= nodes == NULL || out->joints == NULL || out->starts == NULL || m.nodes == NULL ||
                    m.matrices == NULL;
    if (s->v->failed)
        return false;
    take_binds(&m, record);
    take_joints(&m, &ids, nodes, out);
    take_counts(s, record, out);
    out->skin = a3d_scene_skin(s->v, a3d_from(record), m.nodes, m.count, m.matrices);
    return out->skin != A3D_NONE;
}

/* ---- weights ---- */

/* A word cannot be 0, so 2^-15 counts as 0. */
static uint64_t pull_at(const a3d2_shown_skin *skin, const a3d_shown_vertices *b, uint32_t vertex, uint32_t surface,
                        a3d_pull *pull)
{
    uint32_t first = skin->starts[surface], count = skin->starts[surface + 1] - first;
    double grain = b->raw.words ? 1.0 / 32768 : 0;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < 2 * b->joints; i++) {
        uint32_t at = b->at[i / 2] + i % 2 * 2;
        double index = a3d_component(&b->raw, vertex, at), weight = a3d_component(&b->raw, vertex, at + 1);
        if (!(weight > grain) || !(index >= -grain) || !(index / 3 < count))
            continue;
        uint32_t joint = skin->joints[first + (index > 0 ? (uint32_t)(index / 3) : 0)];
        lost += joint != A3D_NONE && !a3d_pull_add(pull, joint, weight);
    }
    return lost;
}

void a3d2_show_weights(a3d_shown *s, const a3d_shown_vertices *b, uint32_t surface, a3d_draw *part, void *user)
{
    uint64_t lost = 0;
    if (b->joints == 0 || !a3d_scene_spend(s->v, 0, b->raw.count))
        return;
    a3d_pull *pulls = a3d_arena_alloc(s->v->arena, b->raw.count * sizeof *pulls);
    s->v->failed |= pulls == NULL;
    for (uint32_t i = 0; pulls != NULL && i < b->raw.count; i++)
        lost += pull_at(user, b, i, surface, &pulls[i]);
    a3d_scene_lose(s->v, lost, "weights of vertices beyond the four strongest");
    if (pulls != NULL)
        a3d_scene_pulls(s->v, pulls, b->raw.count, part->attributes);
}
