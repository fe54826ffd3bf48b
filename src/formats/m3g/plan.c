/* plan.c - see plan.h. Objects come before those that name them, so each function makes what it needs first. */
#include "formats/m3g/plan.h"
#include "formats/m3g/records.h"

#include <string.h>

typedef a3d_m3g_plan plan;
typedef a3d_m3g_thing thing;

enum { ROOM_OF_OBJECT = 60, FIRST_PROPERTY = 256, PROPERTIES = 21, MORPH_WEIGHTS = 266, MOST_VERTICES = 65535 };

/* ---- things ---- */

static uint32_t below(plan *p, uint32_t n)
{
    return a3d_random_below(&p->m->random, n);
}

static bool luck(plan *p, uint32_t n, uint32_t of)
{
    return a3d_luck(p->m, n, of);
}

/* A thing of a number. When memory ran out there is one that nobody reads. */
static thing *at(plan *p, uint32_t number)
{
    return &p->things[p->failed ? 0 : number - 1];
}

/* Appends a thing and returns its number. */
static uint32_t add(plan *p, unsigned type)
{
    thing *things = a3d_grow(p->m->ctx.doc->arena, p->things, &p->cap, p->n + 1, sizeof *things);
    p->m->room -= ROOM_OF_OBJECT;
    if (things == NULL) {
        p->failed = true;
        return 1;
    }
    p->things = things;
    things[p->n] = (thing){.type = (uint8_t)type};
    return (uint32_t)++p->n;
}

static void set(plan *p, uint32_t number, unsigned slot, int64_t value)
{
    thing *t = at(p, number);
    if (t->n_sets == M3G_MOST_SETS)
        return;
    t->slots[t->n_sets] = (uint16_t)slot;
    t->values[t->n_sets++] = value;
}

static void word(plan *p, uint32_t value)
{
    uint32_t *words = a3d_grow(p->m->ctx.doc->arena, p->words, &p->cap_words, p->n_words + 1, sizeof *words);
    if (words == NULL) {
        p->failed = true;
        return;
    }
    p->words = words;
    words[p->n_words++] = value;
    p->m->room -= 4;
}

static uint32_t here(const plan *p)
{
    return (uint32_t)p->n_words;
}

/* ---- animation ---- */

static uint32_t sequence(plan *p, uint32_t components)
{
    static const uint8_t interpolations[] = {176, 178, 180, 177, 179}; /* the last two are of quaternions */
    uint32_t frames = a3d_many(p->m, 1, 5000, 4 + 4 * components), number = add(p, M3G_SEQUENCE);
    uint32_t first = below(p, frames);
    at(p, number)->count = frames;
    at(p, number)->components = components;
    set(p, number, KEYFRAME_SEQUENCE_interpolation, interpolations[below(p, components == 4 ? 5 : 3)]);
    set(p, number, KEYFRAME_SEQUENCE_duration, 20 * (int64_t)frames + 1 + below(p, 1000));
    set(p, number, KEYFRAME_SEQUENCE_validRangeFirst, first);
    set(p, number, KEYFRAME_SEQUENCE_validRangeLast, first + below(p, frames - first));
    set(p, number, KEYFRAME_SEQUENCE_componentCount, components);
    set(p, number, KEYFRAME_SEQUENCE_keyframeCount, frames);
    p->m->room -= (int64_t)frames * (4 + 4 * components);
    return number;
}

static uint32_t controller(plan *p)
{
    uint32_t number = add(p, M3G_CONTROLLER);
    set(p, number, ANIMATION_CONTROLLER_weight, a3d_make_float(p->m, 0, 1024, 8));
    return number;
}

static uint32_t track(plan *p, uint32_t property, unsigned components, uint32_t targets)
{
    uint32_t n = targets;
    for (unsigned start = 1 + below(p, 4), i = 0; components != 0 && i < 4; i++)
        if (components >> (n = 1 + (start + i) % 4) & 1)
            break;
    uint32_t values = sequence(p, n), time = luck(p, 1, 2) ? controller(p) : 0, number = add(p, M3G_TRACK);
    set(p, number, ANIMATION_TRACK_keyframeSequence, values);
    set(p, number, ANIMATION_TRACK_animationController, time);
    set(p, number, ANIMATION_TRACK_propertyID, property);
    return number;
}

/* Now and then tracks for an object of a type that is about to be made; their numbers are the last words. */
static uint32_t tracks(plan *p, unsigned type, uint32_t targets)
{
    uint32_t made[4], n = 0;
    for (uint32_t i = below(p, PROPERTIES), k = 0; k < PROPERTIES && n < 4 && luck(p, 1, 3); k++) {
        unsigned components;
        for (; k < PROPERTIES && !a3d_m3g_animates(FIRST_PROPERTY + (i + k) % PROPERTIES, type, &components); k++)
            ;
        if (k < PROPERTIES)
            made[n++] = track(p, FIRST_PROPERTY + (i + k) % PROPERTIES, components, targets > 0 ? targets : 1);
    }
    for (uint32_t i = 0; i < n; i++)
        word(p, made[i]);
    return n;
}

/* An object that can be animated. */
static uint32_t animated(plan *p, unsigned type, uint32_t targets)
{
    uint32_t n = tracks(p, type, targets), number = add(p, type);
    at(p, number)->tracks = here(p) - n;
    at(p, number)->n_tracks = n;
    return number;
}

/* ---- looks ---- */

enum { ALPHA = 96, RGB = 99, RGBA = 100 };

static uint32_t image(plan *p, bool texture, unsigned least_format)
{
    if (!p->failed && p->ends[1] > 1 && luck(p, 1, 8))
        return 2 + below(p, p->ends[1] - 1); /* a picture in another file */
    uint32_t number = add(p, M3G_IMAGE), most = luck(p, 1, 4) ? a3d_many(p->m, 1, 1 << 20, 4) : 64, width = 1, height = 1;
    while (texture && (uint64_t)width * height < most && luck(p, 7, 8))
        *(luck(p, 1, 2) ? &width : &height) *= 2;
    if (!texture) {
        width = 1 + below(p, most > 256 ? 256 : most);
        height = 1 + below(p, most / width + 1);
    }
    set(p, number, IMAGE2D_format, least_format + below(p, RGBA - least_format + 1));
    set(p, number, IMAGE2D_width, width);
    set(p, number, IMAGE2D_height, height);
    p->m->room -= (int64_t)width * height * 3;
    return number;
}

static uint32_t texture(plan *p)
{
    uint32_t picture = image(p, true, ALPHA), number = animated(p, M3G_TEXTURE, 0);
    set(p, number, TEXTURE2D_image, picture);
    return number;
}

static uint32_t material(plan *p)
{
    uint32_t number = animated(p, M3G_MATERIAL, 0);
    set(p, number, MATERIAL_shininess, a3d_make_float(p->m, 0, 128 << 4, 4));
    return number;
}

static uint32_t fog(plan *p)
{
    uint32_t number = animated(p, M3G_FOG, 0);
    set(p, number, FOG_density, a3d_make_float(p->m, 0, 4096, 12));
    return number;
}

static uint32_t appearance(plan *p, unsigned textures, bool lit)
{
    uint32_t units[2] = {0, 0}, looks = lit ? material(p) : 0, mist = luck(p, 1, 4) ? fog(p) : 0;
    uint32_t mix = luck(p, 1, 4) ? add(p, M3G_COMPOSITING_MODE) : 0, faces = luck(p, 1, 4) ? add(p, M3G_POLYGON_MODE) : 0;
    for (unsigned i = 0; i < textures; i++)
        units[i] = texture(p);
    uint32_t number = add(p, M3G_APPEARANCE);
    at(p, number)->list = here(p);
    at(p, number)->n_list = textures;
    for (unsigned i = 0; i < textures; i++)
        word(p, units[i]);
    set(p, number, APPEARANCE_material, looks);
    set(p, number, APPEARANCE_fog, mist);
    set(p, number, APPEARANCE_compositingMode, mix);
    set(p, number, APPEARANCE_polygonMode, faces);
    return number;
}

/* ---- geometry ---- */

/* What the vertices of a mesh have. */
typedef struct shape {
    uint32_t count;
    uint8_t widths[3]; /* of a component of positions, normals, colours */
    uint8_t colors;    /* components, 0 for none */
    bool normals;
    unsigned textures;
} shape;

static uint32_t array(plan *p, uint32_t components, uint32_t width, uint32_t count)
{
    uint32_t number = add(p, M3G_ARRAY);
    at(p, number)->count = count;
    at(p, number)->components = components;
    set(p, number, VERTEX_ARRAY_componentSize, width);
    set(p, number, VERTEX_ARRAY_componentCount, components);
    set(p, number, VERTEX_ARRAY_vertexCount, count);
    p->m->room -= (int64_t)components * width * count;
    return number;
}

static uint32_t buffer(plan *p, const shape *s)
{
    uint32_t units[2], components[2];
    uint32_t positions = array(p, 3, s->widths[0], s->count), normals = s->normals ? array(p, 3, s->widths[1], s->count) : 0;
    uint32_t colors = s->colors ? array(p, s->colors, 1, s->count) : 0;
    for (unsigned i = 0; i < s->textures; i++) {
        components[i] = 2 + below(p, 2);
        units[i] = array(p, components[i], 1 + below(p, 2), s->count);
    }
    uint32_t number = animated(p, M3G_BUFFER, 0);
    at(p, number)->list = here(p);
    at(p, number)->n_list = 5 * s->textures;
    for (unsigned i = 0; i < s->textures; i++) {
        word(p, units[i]);
        for (unsigned c = 0; c < 4; c++) /* three biases, the last of which is for a third component; a scale */
            word(p, c == 2 && components[i] == 2 ? 0 : a3d_make_float(p->m, c < 3 ? -512 : 1, 512, 8));
    }
    set(p, number, VERTEX_BUFFER_positions, positions);
    set(p, number, VERTEX_BUFFER_normals, normals);
    set(p, number, VERTEX_BUFFER_colors, colors);
    return number;
}

/* Strips over vertices below `count`, which is 3 or more. */
static uint32_t strips(plan *p, uint32_t count)
{
    static const uint8_t encodings[] = {0, 1, 2, 128, 129, 130};
    unsigned encoding = encodings[below(p, 6)];
    uint32_t number = add(p, M3G_STRIPS), reach = encoding == 129 && count > 256 ? 256 : count, start = 0;
    uint32_t most = encoding >= 128 ? a3d_many(p->m, 3, 100000, 4) : reach;
    if (encoding == 1)
        start = below(p, most - 2 > 256 ? 256 : most - 2);
    else if (encoding < 128)
        start = below(p, most - 2);
    at(p, number)->count = reach;
    at(p, number)->list = here(p);
    for (uint32_t left = most - start, n; left >= 3; left -= n) {
        n = left < 6 || luck(p, 1, 4) ? left : 3 + below(p, left - 5);
        word(p, n);
        at(p, number)->components += n; /* of all strips together */
        if (luck(p, 1, 4))
            break;
    }
    at(p, number)->n_list = here(p) - at(p, number)->list;
    set(p, number, TRIANGLE_STRIP_ARRAY_encoding, encoding);
    set(p, number, TRIANGLE_STRIP_ARRAY_startIndex, start);
    p->m->room -= encoding >= 128 ? 4 * (int64_t)at(p, number)->components : 0;
    return number;
}

/* ---- nodes ---- */

/* The last node without a parent before `number`, or 0. */
static uint32_t orphan(plan *p, uint32_t number)
{
    for (uint32_t i = number; i-- > 1;)
        if (at(p, i)->type <= M3G_WORLD && (M3G_NODE_KINDS >> at(p, i)->type & 1) != 0 && !at(p, i)->taken)
            return i;
    return 0;
}

/* Turns to another node of its tree, in which all nodes without a parent will be, or to nothing in particular. */
static void align(plan *p, uint32_t number)
{
    bool root = at(p, number)->type == M3G_WORLD; /* there is nothing beside it */
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
    uint32_t number = animated(p, M3G_CAMERA, 0);
    set(p, number, CAMERA_fovy, a3d_make_float(p->m, 1, 179, 0));
    set(p, number, CAMERA_aspectRatio, a3d_make_float(p->m, 1, 1024, 8));
    set(p, number, CAMERA_near, a3d_make_float(p->m, 1, 1024, 8));
    set(p, number, CAMERA_far, a3d_make_float(p->m, 1025, 1 << 20, 8));
    align(p, number);
    return number;
}

static void light(plan *p)
{
    uint32_t number = animated(p, M3G_LIGHT, 0);
    set(p, number, LIGHT_attenuationConstant, a3d_make_float(p->m, 1, 1024, 8));
    set(p, number, LIGHT_attenuationLinear, a3d_make_float(p->m, 0, 1024, 8));
    set(p, number, LIGHT_attenuationQuadratic, a3d_make_float(p->m, 0, 1024, 8));
    set(p, number, LIGHT_spotAngle, a3d_make_float(p->m, 0, 90 << 4, 4));
    set(p, number, LIGHT_spotExponent, a3d_make_float(p->m, 0, 128 << 4, 4));
    align(p, number);
}

static void sprite(plan *p)
{
    uint32_t picture = image(p, false, ALPHA), looks = luck(p, 1, 2) ? appearance(p, 0, false) : 0, number = animated(p, M3G_SPRITE, 0);
    set(p, number, SPRITE3D_image, picture);
    set(p, number, SPRITE3D_appearance, looks);
    align(p, number);
}

/* A group, or a world, of `most` nodes that have no parent yet. */
static uint32_t group(plan *p, unsigned type, uint32_t most)
{
    uint32_t number = animated(p, type, 0), next = number;
    at(p, number)->list = here(p);
    for (uint32_t i = 0; i < most && (next = orphan(p, next)) != 0; i++) {
        word(p, next);
        at(p, next)->taken = true;
    }
    at(p, number)->n_list = here(p) - at(p, number)->list;
    align(p, number);
    return number;
}

/* A group with groups below it, which no other node may take: the bones follow the last words. Returns their number. */
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
    uint32_t vertices = buffer(p, &s), parts[MOST_PARTS][2], targets[3], bones = 0, first = 0;
    uint32_t n = 1 + below(p, luck(p, 1, 2) ? 1 : MOST_PARTS), n_targets = type == M3G_MORPHING_MESH ? 1 + below(p, 3) : 0;
    for (uint32_t i = 0; i < n; i++) {
        parts[i][0] = strips(p, s.count);
        parts[i][1] = luck(p, 1, 8) ? 0 : appearance(p, s.textures, s.normals && luck(p, 1, 2));
    }
    shape morph = {.count = s.count, .widths = {s.widths[0], s.widths[1], 0}, .normals = s.normals && luck(p, 1, 2)};
    for (uint32_t i = 0; i < n_targets; i++)
        targets[i] = buffer(p, &morph);
    if (type == M3G_SKINNED_MESH)
        bones = skeleton(p, &first);
    uint32_t number = animated(p, type, n_targets);
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
    uint32_t picture = luck(p, 1, 2) ? image(p, false, RGB) : 0, number = animated(p, M3G_BACKGROUND, 0);
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

/* One root holds all: a group, or a world with a camera somewhere below it. */
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
    end_section(p); /* which is left out when it is empty */
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
