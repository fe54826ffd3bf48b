/* plan.c - nodes and sections of a random M3G file; see plan.h
 *
 * An object comes before those that refer to it, so each function first makes what it needs. */
#include "formats/m3g/plan_things.h"

/* ---- nodes ---- */

/* The last node without a parent before `number`, or 0. */
static uint32_t orphan(plan *p, uint32_t number)
{
    for (uint32_t i = number; i-- > 1;)
        if (at(p, i)->type <= M3G_WORLD && (M3G_NODE_KINDS >> at(p, i)->type & 1) != 0 && !at(p, i)->taken)
            return i;
    return 0;
}

/* Aligns a node with another node of its tree (into which all nodes without a parent will go), or with nothing
 * specific. */
static void align(plan *p, uint32_t number)
{
    bool root = at(p, number)->type == M3G_WORLD; /* there is no other node */
    bool aligned = luck(p, 1, 4);
    unsigned target = below(p, 5);
    set(p, number, GROUP_hasAlignment, aligned);
    if (!aligned)
        return;
    set(p, number, GROUP_zTarget, 144 + target);
    set(p, number, GROUP_yTarget, 144 + (target + 1 + below(p, 4)) % 5);
    set(p, number, GROUP_zReference, root || at(p, number)->taken || luck(p, 1, 2) ? 0 : orphan(p, number));
}

static uint32_t camera(plan *p)
{
    uint32_t number = a3d_m3g_plan_animated(p, M3G_CAMERA, 0);
    set(p, number, CAMERA_fovy, a3d_make_float(p->m, 1, 179, 0));
    set(p, number, CAMERA_aspectRatio, a3d_make_float(p->m, 1, 1024, 8));
    set(p, number, CAMERA_near, a3d_make_float(p->m, 1, 1024, 8));
    set(p, number, CAMERA_far, a3d_make_float(p->m, 1025, 1 << 20, 8));
    align(p, number);
    return number;
}

static void light(plan *p)
{
    uint32_t number = a3d_m3g_plan_animated(p, M3G_LIGHT, 0);
    set(p, number, LIGHT_attenuationConstant, a3d_make_float(p->m, 1, 1024, 8));
    set(p, number, LIGHT_attenuationLinear, a3d_make_float(p->m, 0, 1024, 8));
    set(p, number, LIGHT_attenuationQuadratic, a3d_make_float(p->m, 0, 1024, 8));
    set(p, number, LIGHT_spotAngle, a3d_make_float(p->m, 0, 90 << 4, 4));
    set(p, number, LIGHT_spotExponent, a3d_make_float(p->m, 0, 128 << 4, 4));
    align(p, number);
}

static void sprite(plan *p)
{
    uint32_t picture = a3d_m3g_plan_image(p, false, ALPHA),
             looks = luck(p, 1, 2) ? a3d_m3g_plan_appearance(p, 0, false) : 0,
             number = a3d_m3g_plan_animated(p, M3G_SPRITE, 0);
    set(p, number, SPRITE3D_image, picture);
    set(p, number, SPRITE3D_appearance, looks);
    align(p, number);
}

/* Plans a group, or a world, with up to `most` nodes that have no parent yet. */
static uint32_t group(plan *p, unsigned type, uint32_t most)
{
    uint32_t number = a3d_m3g_plan_animated(p, type, 0), next = number;
    at(p, number)->list = here(p);
    for (uint32_t i = 0; i < most && (next = orphan(p, next)) != 0; i++) {
        word(p, next);
        at(p, next)->taken = true;
    }
    at(p, number)->n_list = here(p) - at(p, number)->list;
    align(p, number);
    return number;
}

/* Plans a group of groups that no other node may take as children: the bones. Their numbers are appended to the words.
 * Returns how many. */
static uint32_t skeleton(plan *p, uint32_t *first)
{
    uint32_t n = below(p, 4);
    *first = (uint32_t)p->n + 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bone = add(p, M3G_GROUP);
        at(p, bone)->taken = true;
        set(p, bone, GROUP_hasAlignment, 0);
    }
    uint32_t number = add(p, M3G_GROUP);
    at(p, number)->taken = true;
    at(p, number)->list = here(p);
    at(p, number)->n_list = n;
    for (uint32_t i = 0; i < n; i++)
        word(p, *first + i);
    set(p, number, GROUP_hasAlignment, 0);
    return n + 1;
}

static void put_bones(plan *p, uint32_t number, uint32_t first, uint32_t n, uint32_t vertices)
{
    at(p, number)->more = here(p);
    for (uint32_t i = 0, all = below(p, 6); i < all; i++) {
        uint32_t start = below(p, vertices);
        word(p, first + below(p, n));
        word(p, start);
        word(p, 1 + below(p, vertices - start));
        word(p, 1 + below(p, 1000));
    }
    at(p, number)->n_more = here(p) - at(p, number)->more;
    set(p, number, SKINNED_MESH_skeleton, first + n - 1);
}

static shape random_shape(plan *p)
{
    shape s = {.normals = luck(p, 1, 2)};
    s.textures = luck(p, 1, 2) ? 0 : 1 + (unsigned)luck(p, 1, 3);
    s.colors = (uint8_t)(luck(p, 1, 3) ? 3 + below(p, 2) : 0);
    for (unsigned i = 0; i < 3; i++)
        s.widths[i] = (uint8_t)(1 + below(p, 2));
    s.count = a3d_many(p->m, 3, MOST_VERTICES, 6u + 4 * s.textures + (s.normals ? 6 : 0));
    return s;
}

static void mesh(plan *p, unsigned type)
{
    enum { MOST_PARTS = 4 };
    shape s = random_shape(p);
    uint32_t vertices = a3d_m3g_plan_buffer(p, &s), parts[MOST_PARTS][2], targets[3], bones = 0, first = 0;
    uint32_t n = 1 + below(p, luck(p, 1, 2) ? 1 : MOST_PARTS),
             n_targets = type == M3G_MORPHING_MESH ? 1 + below(p, 3) : 0;
    for (uint32_t i = 0; i < n; i++) {
        parts[i][0] = a3d_m3g_plan_strips(p, s.count);
        parts[i][1] = luck(p, 1, 8) ? 0 : a3d_m3g_plan_appearance(p, s.textures, s.normals && luck(p, 1, 2));
    }
    shape morph = {.count = s.count, .widths = {s.widths[0], s.widths[1], 0}, .normals = s.normals && luck(p, 1, 2)};
    for (uint32_t i = 0; i < n_targets; i++)
        targets[i] = a3d_m3g_plan_buffer(p, &morph);
    if (type == M3G_SKINNED_MESH)
        bones = skeleton(p, &first);
    uint32_t number = a3d_m3g_plan_animated(p, type, n_targets);
    at(p, number)->list = here(p);
    at(p, number)->n_list = 2 * n;
    for (uint32_t i = 0; i < n; i++) {
        word(p, parts[i][0]);
        word(p, parts[i][1]);
    }
    at(p, number)->more = here(p);
    at(p, number)->n_more = 2 * n_targets;
    for (uint32_t i = 0; i < n_targets; i++) {
        word(p, targets[i]);
        word(p, a3d_make_float(p->m, 0, 256, 8));
    }
    set(p, number, MESH_vertexBuffer, vertices);
    if (bones > 0)
        put_bones(p, number, first, bones, s.count);
    align(p, number);
}

static uint32_t background(plan *p)
{
    uint32_t picture = luck(p, 1, 2) ? a3d_m3g_plan_image(p, false, RGB) : 0,
             number = a3d_m3g_plan_animated(p, M3G_BACKGROUND, 0);
    set(p, number, BACKGROUND_backgroundImage, picture);
    return number;
}

static void random_node(plan *p)
{
    switch (below(p, 8)) {
    case 0: camera(p); break;
    case 1: light(p); break;
    case 2: sprite(p); break;
    case 3: group(p, M3G_GROUP, below(p, 4)); break;
    case 4: mesh(p, M3G_MORPHING_MESH); break;
    case 5: mesh(p, M3G_SKINNED_MESH); break;
    default: mesh(p, M3G_MESH); break;
    }
}

/* A single root holds everything: a group, or a world with a camera somewhere below it. */
static void root(plan *p)
{
    if (luck(p, 1, 3)) {
        group(p, M3G_GROUP, UINT32_MAX);
        return;
    }
    uint32_t eye = camera(p), back = luck(p, 1, 2) ? background(p) : 0, world = group(p, M3G_WORLD, UINT32_MAX);
    set(p, world, WORLD_activeCamera, eye);
    set(p, world, WORLD_background, back);
}

/* ---- sections ---- */

static void end_section(plan *p)
{
    uint32_t *ends = a3d_grow(p->m->ctx.doc->arena, p->ends, &p->cap_sections, p->n_sections + 1, sizeof *ends);
    p->failed |= ends == NULL;
    p->ends = ends != NULL ? ends : p->ends;
    if (ends != NULL)
        ends[p->n_sections++] = (uint32_t)p->n;
}

static void put_header(plan *p)
{
    uint32_t links = luck(p, 1, 4) ? 1 + below(p, 3) : 0, number = add(p, M3G_HEADER);
    set(p, number, HEADER_hasExternalReferences, links > 0);
    end_section(p);
    for (uint32_t i = 0; i < links; i++)
        add(p, M3G_EXTERNAL);
    end_section(p); /* dropped if it is empty */
}

a3d_m3g_plan *a3d_m3g_make_plan(a3d_maker *m)
{
    plan *p = a3d_arena_alloc(m->ctx.doc->arena, sizeof *p);
    if (p == NULL)
        return NULL;
    p->m = m;
    put_header(p);
    if (a3d_is_bulky(m))
        mesh(p, M3G_MESH);
    for (uint32_t n = below(p, 8); n > 0 && m->room > 0 && !p->failed; n--) {
        random_node(p);
        if (luck(p, 1, 3))
            end_section(p);
    }
    root(p);
    end_section(p);
    m->room = m->size / 16 + 64;
    return p->failed ? NULL : p;
}
