/* motion.c - animations; see scene.h */
#include "engine/scene/scene.h"

#include <string.h>

enum { ANIMATION_BYTES = 128, MOTION_BYTES = 512 };

static const a3d_attribute_kind kinds[A3D_PATHS] = {A3D_AT_TRANSLATIONS, A3D_AT_ROTATIONS, A3D_AT_SCALES,
                                                    A3D_AT_AMOUNTS};

void a3d_scene_still(a3d_motion *out, uint32_t node)
{
    out->node = node;
    for (unsigned i = 0; i < A3D_PATHS; i++) {
        out->channels[i].times = out->channels[i].values = A3D_NONE;
        out->channels[i].curve = A3D_CURVE_LINEAR;
    }
}

static bool is_still(const a3d_motion *m)
{
    for (unsigned i = 0; i < A3D_PATHS; i++)
        if (m->channels[i].times != A3D_NONE)
            return false;
    return true;
}

static uint32_t put_times(a3d_scene *v, const float *times, uint32_t count)
{
    if (!a3d_scene_open(v, A3D_AT_TIMES, count))
        return A3D_NONE;
    for (uint32_t i = 0; i < count; i++)
        a3d_scene_put(v, &times[i]);
    return a3d_scene_close(v);
}

/* A quaternion and its negative are the same rotation. Takes the one nearer to the last, so that interpolation turns
 * the short way. */
static void take_short_turn(float now[4], float last[4])
{
    float dot = now[0] * last[0] + now[1] * last[1] + now[2] * last[2] + now[3] * last[3];
    for (unsigned i = 0; i < 4; i++)
        last[i] = now[i] = dot < 0 ? -now[i] : now[i];
}

static uint32_t put_transforms(a3d_scene *v, a3d_attribute_kind kind, const a3d_affine *places, uint32_t count)
{
    float last[4] = {0, 0, 0, 0};
    if (!a3d_scene_open(v, kind, count))
        return A3D_NONE;
    for (uint32_t i = 0; i < count; i++) {
        a3d_placement place;
        bool repaired;
        bool straight = a3d_affine_place(&places[i], &place, &repaired);
        if (kind == A3D_AT_TRANSLATIONS) {
            a3d_scene_lose(v, !straight, "transforms that lean (without their lean)");
            a3d_scene_lose(v, repaired, "transforms with numbers that are not finite (0 instead)");
        }
        take_short_turn(place.rotation, last);
        a3d_scene_put(v, kind == A3D_AT_TRANSLATIONS ? place.translation
                         : kind == A3D_AT_ROTATIONS  ? place.rotation
                                                     : place.scale);
    }
    return a3d_scene_close(v);
}

bool a3d_scene_motion(a3d_scene *v, uint32_t node, const float *times, const a3d_affine *places, uint32_t count,
                      a3d_motion *out)
{
    a3d_motion made;
    uint32_t at = put_times(v, times, count);
    a3d_scene_still(out, node);
    a3d_scene_still(&made, node);
    for (unsigned i = 0; i < A3D_PLACE_PATHS && at != A3D_NONE; i++) {
        made.channels[i].times = at;
        made.channels[i].values = put_transforms(v, kinds[i], places, count);
        if (made.channels[i].values == A3D_NONE)
            return false;
    }
    if (at != A3D_NONE)
        *out = made;
    return at != A3D_NONE;
}

/* Stores `width` floats, as one element or as one each. */
static void put_row(a3d_scene *v, const float *values, unsigned width)
{
    for (unsigned c = 0; c < width; c += a3d_attribute_floats(v->kind))
        a3d_scene_put(v, values + c);
}

/* The tangent at a key is the slope between its neighbours; at an end it is 0, since the value stays. */
static void put_spline(a3d_scene *v, const a3d_keyframes *keys, uint32_t i, float *tangent)
{
    const float *values = keys->values + (size_t)i * keys->width;
    bool inside = i > 0 && i + 1 < keys->count;
    for (unsigned c = 0; c < keys->width; c++)
        tangent[c] = inside ? (float)(((double)values[keys->width + c] - (double)(values - keys->width)[c]) /
                                      ((double)keys->times[i + 1] - (double)keys->times[i - 1]))
                            : 0;
    put_row(v, tangent, keys->width);
    put_row(v, values, keys->width);
    put_row(v, tangent, keys->width);
}

static uint32_t put_values(a3d_scene *v, a3d_path path, const a3d_keyframes *keys, bool spline)
{
    uint64_t elements = (uint64_t)keys->count * (keys->width / a3d_attribute_floats(kinds[path])) * (spline ? 3 : 1);
    float *tangent = a3d_arena_alloc(v->arena, keys->width * sizeof *tangent);
    v->failed |= tangent == NULL;
    if (elements > UINT32_MAX || v->failed || !a3d_scene_open(v, kinds[path], (uint32_t)elements))
        return A3D_NONE;
    for (uint32_t i = 0; i < keys->count; i++)
        if (spline)
            put_spline(v, keys, i, tangent);
        else
            put_row(v, keys->values + (size_t)i * keys->width, keys->width);
    return a3d_scene_close(v);
}

bool a3d_scene_channel(a3d_scene *v, a3d_motion *out, a3d_path path, const a3d_keyframes *keys)
{
    a3d_curve curve = keys->count < 2 ? A3D_CURVE_LINEAR : keys->curve; /* glTF wants two keys for a spline */
    uint32_t at = put_times(v, keys->times, keys->count), made = at;
    if (at != A3D_NONE)
        made = put_values(v, path, keys, curve == A3D_CURVE_SPLINE);
    if (made == A3D_NONE)
        return false;
    out->channels[path].times = at;
    out->channels[path].values = made;
    out->channels[path].curve = curve;
    return true;
}

void a3d_scene_animation(a3d_scene *v, a3d_source source, a3d_label name)
{
    size_t known = v->cap_moving;
    a3d_animation *at = a3d_grow(v->arena, v->animations.at, &v->animations.cap, v->animations.n + 1, sizeof *at);
    uint32_t *moving = a3d_grow(v->arena, v->moving, &v->cap_moving, v->nodes.n + 1, sizeof *moving);
    v->failed |= at == NULL || moving == NULL;
    if (at != NULL)
        v->animations.at = at;
    if (moving != NULL)
        v->moving = moving;
    if (moving != NULL && v->cap_moving > known)
        memset(moving + known, 0, (v->cap_moving - known) * sizeof *moving);
    if (v->failed || !a3d_scene_spend(v, ANIMATION_BYTES + (uint64_t)name.size, 1))
        return;
    at[v->animations.n++] = (a3d_animation){source, name, (uint32_t)v->motions.n, 0};
}

bool a3d_scene_move(a3d_scene *v, const a3d_motion *motion)
{
    if (is_still(motion) || motion->node >= v->nodes.n || v->animations.n == 0 || v->failed)
        return false;
    if (v->moving[motion->node] == v->animations.n || !a3d_scene_spend(v, MOTION_BYTES, 1))
        return false;
    a3d_motion *at = a3d_grow(v->arena, v->motions.at, &v->motions.cap, v->motions.n + 1, sizeof *at);
    v->failed |= at == NULL;
    if (at == NULL)
        return false;
    v->motions.at = at;
    at[v->motions.n++] = *motion;
    v->moving[motion->node] = (uint32_t)v->animations.n;
    return true;
}

void a3d_scene_animation_end(a3d_scene *v)
{
    if (v->animations.n == 0)
        return;
    a3d_animation *last = &v->animations.at[v->animations.n - 1];
    last->count = (uint32_t)v->motions.n - last->first;
    v->animations.n -= last->count == 0;
}
