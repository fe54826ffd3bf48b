/* plan_parts.c - animation, appearances and geometry of a random M3G file; see plan.h */
#include "formats/m3g/plan_things.h"

enum { FIRST_PROPERTY = 256, PROPERTIES = 21 };

/* ---- animation ---- */

static uint32_t sequence(plan *p, uint32_t components)
{
    static const uint8_t interpolations[] = {176, 178, 180, 177, 179}; /* the last two are for quaternions */
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

/* Sometimes plans tracks for an object of a type that is about to be planned. Their numbers are appended to the
 * words. */
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

/* Plans an object that can be animated. */
uint32_t a3d_m3g_plan_animated(plan *p, unsigned type, uint32_t targets)
{
    uint32_t n = tracks(p, type, targets), number = add(p, type);
    at(p, number)->tracks = here(p) - n;
    at(p, number)->n_tracks = n;
    return number;
}

/* ---- looks ---- */

uint32_t a3d_m3g_plan_image(plan *p, bool texture, unsigned least_format)
{
    if (!p->failed && p->ends[1] > 1 && luck(p, 1, 8))
        return 2 + below(p, p->ends[1] - 1); /* an image in another file */
    uint32_t number = add(p, M3G_IMAGE), most = luck(p, 1, 4) ? a3d_many(p->m, 1, 1 << 20, 4) : 64, width = 1,
             height = 1;
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
    uint32_t picture = a3d_m3g_plan_image(p, true, ALPHA), number = a3d_m3g_plan_animated(p, M3G_TEXTURE, 0);
    set(p, number, TEXTURE2D_image, picture);
    return number;
}

static uint32_t material(plan *p)
{
    uint32_t number = a3d_m3g_plan_animated(p, M3G_MATERIAL, 0);
    set(p, number, MATERIAL_shininess, a3d_make_float(p->m, 0, 128 << 4, 4));
    return number;
}

static uint32_t fog(plan *p)
{
    uint32_t number = a3d_m3g_plan_animated(p, M3G_FOG, 0);
    set(p, number, FOG_density, a3d_make_float(p->m, 0, 4096, 12));
    return number;
}

uint32_t a3d_m3g_plan_appearance(plan *p, unsigned textures, bool lit)
{
    uint32_t units[2] = {0, 0}, looks = lit ? material(p) : 0, mist = luck(p, 1, 4) ? fog(p) : 0;
    uint32_t mix = luck(p, 1, 4) ? add(p, M3G_COMPOSITING_MODE) : 0,
             faces = luck(p, 1, 4) ? add(p, M3G_POLYGON_MODE) : 0;
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

uint32_t a3d_m3g_plan_buffer(plan *p, const shape *s)
{
    uint32_t units[2], components[2];
    uint32_t positions = array(p, 3, s->widths[0], s->count),
             normals = s->normals ? array(p, 3, s->widths[1], s->count) : 0;
    uint32_t colors = s->colors ? array(p, s->colors, 1, s->count) : 0;
    for (unsigned i = 0; i < s->textures; i++) {
        components[i] = 2 + below(p, 2);
        units[i] = array(p, components[i], 1 + below(p, 2), s->count);
    }
    uint32_t number = a3d_m3g_plan_animated(p, M3G_BUFFER, 0);
    at(p, number)->list = here(p);
    at(p, number)->n_list = 5 * s->textures;
    for (unsigned i = 0; i < s->textures; i++) {
        word(p, units[i]);
        for (unsigned c = 0; c < 4; c++) /* three biases (the last for a third component) and a scale */
            word(p, c == 2 && components[i] == 2 ? 0 : a3d_make_float(p->m, c < 3 ? -512 : 1, 512, 8));
    }
    set(p, number, VERTEX_BUFFER_positions, positions);
    set(p, number, VERTEX_BUFFER_normals, normals);
    set(p, number, VERTEX_BUFFER_colors, colors);
    return number;
}

/* Plans strips over vertices below `count`, which is at least 3. */
uint32_t a3d_m3g_plan_strips(plan *p, uint32_t count)
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
