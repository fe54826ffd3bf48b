/* rules_skins.c - rules about the joints, bind transforms and weights of a skin */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/a3d2/statements.h"

enum { BIND_SIZE = 56, BIND_ID_AT = 48 };

static uint32_t joints_of(const a3d_bytes *numbers, uint32_t surface)
{
    return a3d_load16(numbers->data + 2 * (size_t)surface, true);
}

/* Checks A3D-206, A3D-207. */
static bool check_sum(a3d_alternativa *s, const a3d_bytes *joints, const a3d_bytes *numbers)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < numbers->count; i++) {
        sum += joints_of(numbers, i);
        if (joints_of(numbers, i) == 0 && !a3d_alternativa_noted(s, A3D2_RULE_SKIN_ZERO, numbers->node))
            a3d_say(
                s->ctx,
                a3d_alternativa_report(s, A3D2_RULE_SKIN_ZERO, numbers->node, numbers->stream, numbers->off + 2 * i, 2),
                "numJoints[%u] is 0; expected at least 1", (unsigned)i);
    }
    if (sum == joints->count)
        return true;
    a3d_finding *f = a3d_alternativa_report_node(s, A3D2_RULE_SKIN_SUM, numbers->node);
    a3d_actual(f, (int64_t)sum);
    a3d_expect(f, joints->count, joints->count);
    a3d_say(s->ctx, f, "the sum of numJoints is %llu; expected %u, the number of joints", (unsigned long long)sum,
            (unsigned)joints->count);
    return false;
}

/* Checks A3D-208: each surface in turn takes the next joints. */
static void check_joint_repeats(a3d_alternativa *s, const a3d_bytes *joints, const a3d_bytes *numbers)
{
    uint32_t start = 0;
    for (uint32_t i = 0; i < numbers->count && !a3d_alternativa_stopped(s); start += joints_of(numbers, i++)) {
        uint32_t n = joints_of(numbers, i);
        if (n < 2)
            continue;
        const a3d_indexed_value *sorted = a3d_sorted_values(s, joints, start, n, 8, 0, A3D_I64);
        for (uint32_t k = 1; sorted != NULL && k < n; k++) {
            if (sorted[k].value != sorted[k - 1].value)
                continue;
            a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_SKIN_TWICE, joints->node, joints->stream,
                                                    joints->off + 8 * sorted[k].index, 8);
            a3d_suffix(s->ctx, f, "[%u]", (unsigned)sorted[k].index);
            a3d_actual(f, sorted[k].value);
            a3d_say(s->ctx, f, "joints lists joint %lld of surface %u twice; expected each joint once",
                    (long long)sorted[k].value, (unsigned)i);
        }
    }
}

/* Checks A3D-210, A3D-211. */
static void check_binds(a3d_alternativa *s, const a3d_bytes *joints, const a3d_bytes *binds)
{
    const a3d_indexed_value *sorted = a3d_sorted_values(s, binds, 0, binds->count, BIND_SIZE, BIND_ID_AT, A3D_I64);
    if (a3d_alternativa_stopped(s))
        return;
    for (uint32_t i = 1; sorted != NULL && i < binds->count; i++) {
        if (sorted[i].value != sorted[i - 1].value)
            continue;
        uint32_t at = BIND_SIZE * sorted[i].index + BIND_ID_AT;
        a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_BIND_TWICE, binds->node, binds->stream, binds->off + at,
                                                8);
        a3d_suffix(s->ctx, f, "[%u].id", (unsigned)sorted[i].index);
        a3d_actual(f, sorted[i].value);
        a3d_say(s->ctx, f, "jointBindTransforms lists joint %lld twice; expected each joint once",
                (long long)sorted[i].value);
    }
    for (uint32_t i = 0; i < joints->count && !a3d_alternativa_stopped(s); i++) {
        int64_t id = (int64_t)a3d_load64(joints->data + 8 * (size_t)i, true);
        if ((sorted != NULL && a3d_has_value(sorted, binds->count, id)) ||
            a3d_index_find(s->ctx, A3D2_JOINTS, id) == NULL)
            continue; /* it has one, or there is no such joint, which the table reports */
        a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_BIND_MISSING, joints->node, joints->stream,
                                                joints->off + 8 * i, 8);
        a3d_suffix(s->ctx, f, "[%u]", (unsigned)i);
        a3d_actual(f, id);
        a3d_say(s->ctx, f, "joint %lld has no bind transform in this skin; expected one", (long long)id);
        a3d_alternativa_missing(s, f);
    }
}

/* ---- weights ---- */

/* The largest joint index of each vertex; joint_at gets the component of the first of them. NULL if memory or work runs
 * out. */
static double *largest_joints(a3d_alternativa *s, const a3d_vertices *b, uint32_t *joint_at)
{
    uint32_t at = 0;
    double *largest = a3d_arena_alloc(s->ctx->scratch, (b->count + 1) * sizeof *largest);
    if (largest == NULL || a3d_work(s->ctx, b->bytes.size / 64) != A3D_OK)
        return NULL;
    *joint_at = A3D_NO_NODE;
    for (uint32_t i = 0; i < b->n_attributes; at += a3d_attribute_width(b->attributes[i++])) {
        if (b->attributes[i] != A3D_JOINT)
            continue;
        *joint_at = *joint_at == A3D_NO_NODE ? at : *joint_at;
        for (uint32_t v = 0; v < b->count; v++)
            for (unsigned c = 0; c < 4; c += 2) {
                double index = a3d_component(b, v, at + c);
                largest[v] = index > largest[v] ? index : largest[v];
            }
    }
    return largest;
}

static void check_surface_joints(a3d_alternativa *s, const a3d_vertices *b, const a3d_indices *indices,
                                 const double *largest, uint32_t joint_at, const a3d_surface *u, uint32_t joints)
{
    uint64_t end = (uint64_t)u->begin + 3 * (uint64_t)u->triangles;
    if (joints == 0 || u->begin < 0 || u->triangles < 0 || 2 * end > indices->bytes.size ||
        a3d_work(s->ctx, 1 + (uint64_t)u->triangles / 8) != A3D_OK)
        return;
    for (uint64_t i = (uint64_t)u->begin; i < end; i++) {
        uint32_t v = a3d_load16(indices->bytes.data + 2 * i, false);
        if (v >= b->count || largest[v] < 3.0 * joints)
            continue;
        unsigned width = b->words ? 2 : 4;
        uint32_t at = v * b->stride + joint_at * width;
        a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_JOINT_RANGE, b->bytes.node, b->bytes.stream,
                                                b->bytes.off + at, 4 * width);
        a3d_suffix(s->ctx, f, "[%u]", (unsigned)at);
        a3d_say(s->ctx, f,
                "a joint index of vertex %u is %.7g; expected less than %u, three for each of the %s of its surface",
                (unsigned)v, largest[v], 3 * (unsigned)joints, a3d_amount_of(joints, "joint").text);
        return;
    }
}

/* Checks A3D-256 on the buffer with the joints. */
static void check_joint_range(a3d_alternativa *s, const a3d_drawn *d, const a3d_bytes *numbers)
{
    const a3d_geometry *g = d->geometry;
    const a3d_vertices *b = NULL;
    for (uint32_t i = 0; i < g->n_buffers; i++)
        if (g->buffers[i]->sound && g->buffers[i]->number[A3D_JOINT] > 0)
            b = g->buffers[i];
    if (b == NULL || g->indices == NULL || g->indices->bytes.data == NULL || d->n_surfaces != numbers->count)
        return;
    uint32_t joint_at;
    const double *largest = largest_joints(s, b, &joint_at);
    for (uint32_t i = 0; largest != NULL && i < d->n_surfaces && !a3d_alternativa_stopped(s); i++)
        check_surface_joints(s, b, g->indices, largest, joint_at, &d->surfaces[i], joints_of(numbers, i));
}

/* Checks A3D-212. */
static void check_some_weights(a3d_alternativa *s, const a3d_geometry *g, const a3d_bytes *joints)
{
    bool weights = false;
    for (uint32_t i = 0; i < g->n_buffers; i++)
        weights |= g->buffers[i]->number[A3D_JOINT] > 0 || g->buffers[i]->number[A3D_STRANGE] > 0;
    if (joints->count > 0 && !weights && g->complete && g->n_buffers > 0)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_SKIN_WEIGHTS, g->buffers_node),
                "no vertex buffer of the skin has JOINT; expected one that has it, because the skin has joints");
}

void a3d2_check_skin(a3d_alternativa *s, uint32_t skin, const a3d_drawn *d)
{
    const a3d_doc *doc = s->ctx->doc;
    a3d_bytes binds = a3d_bytes_of(doc, skin, SKIN_jointBindTransforms);
    a3d_bytes joints = a3d_bytes_of(doc, skin, SKIN_joints), numbers = a3d_bytes_of(doc, skin, SKIN_numJoints);
    if (numbers.data == NULL || a3d_work(s->ctx, 1 + joints.count + numbers.count) != A3D_OK)
        return; /* cut off: the joints come before it */
    check_binds(s, &joints, &binds);
    check_some_weights(s, d->geometry, &joints);
    if (!check_sum(s, &joints, &numbers))
        return;
    check_joint_repeats(s, &joints, &numbers);
    check_joint_range(s, d, &numbers);
}
