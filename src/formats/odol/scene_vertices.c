/* scene_vertices.c - vertices of an ODOL level of detail: positions, normals, UV sets, bones */
#include "formats/odol/scene.h"

#include <string.h>

/* Vectors and coordinates are packed since version 45. */
static bool is_packed(const a3d_odol_shown *s)
{
    return s->doc->vars[A3D_VAR_VERSION] >= 45;
}

/* The element for a vertex, of a list in which a single element may apply to all vertices. */
static const uint8_t *element(const a3d_items *items, uint32_t vertex)
{
    return items->data + (items->fill ? 0 : (size_t)vertex * items->stride);
}

/* Whether a list has an element for each vertex. */
static bool fits(a3d_odol_shown *s, const a3d_items *items)
{
    bool fit = items->fill || items->count == s->vertices;
    a3d_scene_lose(s->v, !fit, "vertex arrays with another number of vertices than there are positions");
    return fit;
}

static bool open_list(a3d_odol_shown *s, a3d_attribute_kind kind, const a3d_items *items)
{
    a3d_scene_origin(s->v, items);
    return a3d_scene_open(s->v, kind, s->vertices);
}

/* Normals point inwards; packed ones have their sign inverted once more. */
static float ten_bits(uint32_t word, unsigned shift)
{
    int c = (int)(word >> shift & 1023);
    return (float)(c < 512 ? c : c - 1024) / 511;
}

static void take_normals(a3d_odol_shown *s)
{
    a3d_items items;
    float n[3];
    if (!a3d_items_sized(s->doc, s->lod, LOD_normals, is_packed(s) ? 4 : 12, &items) || !fits(s, &items) ||
        !open_list(s, A3D_AT_NORMAL, &items))
        return;
    for (uint32_t i = 0; i < s->vertices; i++) {
        const uint8_t *p = element(&items, i);
        for (unsigned c = 0; c < 3; c++)
            n[c] = items.stride == 4 ? ten_bits(a3d_load32(p, false), 10 * c) : -a3d_float_at(p + 4 * c, false);
        n[2] = -n[2];
        a3d_scene_put(s->v, n);
    }
    s->attributes[A3D_AT_NORMAL] = a3d_scene_close(s->v);
}

static uint32_t take_positions(a3d_odol_shown *s, const a3d_items *items)
{
    if (!open_list(s, A3D_AT_POSITION, items))
        return A3D_NONE;
    for (uint32_t i = 0; i < items->count; i++) {
        const uint8_t *p = items->data + (size_t)i * items->stride;
        float at[3] = {a3d_float_at(p, false), a3d_float_at(p + 4, false), -a3d_float_at(p + 8, false)};
        a3d_scene_put(s->v, at);
    }
    return a3d_scene_close(s->v);
}

static void take_uv(a3d_odol_shown *s, uint32_t set, a3d_attribute_kind kind)
{
    a3d_items items;
    float bounds[4], uv[2];
    bool packed = is_packed(s);
    if (!a3d_was_read(s->doc, set) || !a3d_items_sized(s->doc, set, UV_SET_uv, packed ? 4 : 8, &items) ||
        !fits(s, &items) || (packed && !a3d_floats_of(s->doc, set, UV_SET_minU, 4, bounds)) ||
        !open_list(s, kind, &items))
        return;
    for (uint32_t i = 0; i < s->vertices; i++) {
        const uint8_t *p = element(&items, i);
        for (unsigned c = 0; c < 2; c++)
            uv[c] = packed ? (float)(((double)(int16_t)a3d_load16(p + 2 * c, false) + 32767) / 65536 *
                                         ((double)bounds[2 + c] - (double)bounds[c]) +
                                     (double)bounds[c])
                           : a3d_float_at(p + 4 * c, false);
        a3d_scene_put(s->v, uv);
    }
    s->attributes[kind] = a3d_scene_close(s->v);
}

bool a3d_odol_show_vertices(a3d_odol_shown *s)
{
    a3d_items positions;
    uint32_t first, more = a3d_records_of(s->doc, s->lod, LOD_uv_more, &first);
    memset(s->attributes, 0xff, sizeof s->attributes);
    if (!a3d_items_sized(s->doc, s->lod, LOD_positions, 12, &positions)) {
        const a3d_node *faces = a3d_at(s->doc, a3d_whole_field(s->doc, s->lod, LOD_faces));
        a3d_scene_lose(s->v, faces->state == A3D_PRESENT && faces->v.at.count > 0,
                       "meshes without positions or indices");
        return false;
    }
    s->vertices = positions.count;
    s->attributes[A3D_AT_POSITION] = take_positions(s, &positions);
    take_normals(s);
    take_uv(s, a3d_whole_field(s->doc, s->lod, LOD_uv0), A3D_AT_UV0);
    if (more > 0)
        take_uv(s, first, A3D_AT_UV1);
    if (more > 1)
        a3d_scene_lose(s->v, more - 1, "texture coordinates beyond the second set");
    return s->attributes[A3D_AT_POSITION] != A3D_NONE;
}

/* ---- bones ---- */

/* The bones of the skeleton that a LOD uses. Each becomes one joint below the LOD. */
typedef struct joints {
    uint32_t *of_entry; /* joint of each entry of sub2skel, or A3D_NONE */
    uint32_t *nodes, *bones, count;
    uint32_t *of_bone;  /* joint + 1 of each bone, or 0 */
} joints;

static bool take_joints(a3d_odol_shown *s, const a3d_odol_bones *bones, const a3d_items *entries, joints *j)
{
    for (uint32_t i = 0; i < entries->count; i++) {
        uint32_t bone = a3d_load32(entries->data + 4 * (size_t)i, false);
        j->of_entry[i] = A3D_NONE;
        if (bone >= bones->count) {
            a3d_scene_lose(s->v, 1, "bones that are not there");
            continue;
        }
        if (j->of_bone[bone] == 0) {
            uint32_t record = bones->first + bone;
            bool read = a3d_was_read(s->doc, record);
            uint32_t made = a3d_scene_node_add(s->v, a3d_from(record),
                                               read ? a3d_label_of(s->doc, record, BONE_bone) : (a3d_label){NULL, 0});
            if (made == A3D_NONE)
                return false;
            s->v->nodes.at[made].role = "joint";
            j->bones[j->count] = bone;
            j->nodes[j->count] = made;
            j->of_bone[bone] = ++j->count;
        }
        j->of_entry[i] = j->of_bone[bone] - 1;
    }
    for (uint32_t i = 0; i < j->count; i++) {
        uint32_t parent = bones->parents[j->bones[i]];
        bool below = parent != A3D_NONE && j->of_bone[parent] != 0;
        s->v->nodes.at[j->nodes[i]].parent = below ? j->nodes[j->of_bone[parent] - 1] : s->node;
    }
    return j->count > 0;
}

/* A vertex that no bone moves follows the first one. */
static void pull_at(const uint8_t *p, const a3d_items *entries, const joints *j, a3d_pull *pull)
{
    uint32_t n = a3d_load32(p, false);
    for (uint32_t k = 0; k < 4 && k < n; k++) {
        uint8_t entry = p[4 + 2 * k], weight = p[5 + 2 * k];
        if (entry < entries->count && j->of_entry[entry] != A3D_NONE)
            a3d_pull_add(pull, j->of_entry[entry], weight);
    }
    if (!(pull->weights[0] > 0))
        a3d_pull_add(pull, 0, 1);
}

static uint32_t make_skin(a3d_odol_shown *s, const a3d_items *refs, const a3d_items *entries, const joints *j)
{
    a3d_affine *binds = a3d_arena_alloc(s->v->arena, j->count * sizeof *binds);
    a3d_pull *pulls = a3d_arena_alloc(s->v->arena, s->vertices * sizeof *pulls);
    s->v->failed |= binds == NULL || pulls == NULL;
    if (s->v->failed)
        return A3D_NONE;
    for (uint32_t i = 0; i < j->count; i++)
        binds[i] = a3d_identity;
    for (uint32_t i = 0; i < s->vertices; i++)
        pull_at(element(refs, i), entries, j, &pulls[i]);
    uint32_t skin = a3d_scene_skin(s->v, a3d_from(refs->node), j->nodes, j->count, binds);
    return skin != A3D_NONE && a3d_scene_pulls(s->v, pulls, s->vertices, s->attributes) ? skin : A3D_NONE;
}

uint32_t a3d_odol_show_skin(a3d_odol_shown *s, const a3d_odol_bones *bones)
{
    a3d_items entries, refs;
    a3d_arena *arena = s->v->arena;
    if (bones->count == 0 || !a3d_items_of(s->doc, s->lod, LOD_sub2skel, &entries) ||
        !a3d_items_sized(s->doc, s->lod, LOD_bone_ref, 12, &refs) || !fits(s, &refs) ||
        !a3d_scene_spend(s->v, 0, (uint64_t)bones->count + s->vertices))
        return A3D_NONE;
    joints j = {.of_entry = a3d_arena_alloc(arena, entries.count * sizeof *j.of_entry),
                .nodes = a3d_arena_alloc(arena, entries.count * sizeof *j.nodes),
                .bones = a3d_arena_alloc(arena, entries.count * sizeof *j.bones),
                .of_bone = a3d_arena_alloc(arena, bones->count * sizeof *j.of_bone)};
    s->v->failed |= j.of_entry == NULL || j.nodes == NULL || j.bones == NULL || j.of_bone == NULL;
    if (s->v->failed || !take_joints(s, bones, &entries, &j))
        return A3D_NONE;
    return make_skin(s, &refs, &entries, &j);
}
