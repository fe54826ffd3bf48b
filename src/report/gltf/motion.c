/* motion.c - animations; see json.h. Each way in which a node moves is a sampler and a channel. */
#include "report/gltf/json.h"

static void put_sampler(a3d_json *j, const a3d_motion *motion, unsigned channel)
{
    a3d_curve curve = motion->channels[channel].curve;
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "input", motion->channels[channel].times);
    a3d_json_member_uint(j, "output", motion->channels[channel].values);
    if (curve != A3D_CURVE_LINEAR)
        a3d_json_member_str(j, "interpolation", curve == A3D_CURVE_STEP ? "STEP" : "CUBICSPLINE");
    a3d_json_close(j, '}');
}

static void put_channel(a3d_json *j, uint64_t sampler, uint32_t node, const char *path)
{
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "sampler", sampler);
    a3d_json_member_open(j, "target", '{');
    a3d_json_member_uint(j, "node", node);
    a3d_json_member_str(j, "path", path);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

static void put_animation(a3d_json *j, const a3d_scene *v, const a3d_animation *a)
{
    static const char *const paths[A3D_PATHS] = {"translation", "rotation", "scale", "weights"};
    uint64_t sampler = 0;
    const a3d_motion *motions = v->motions.at + a->first;
    a3d_json_open(j, '{');
    if (a->name.size > 0)
        a3d_json_member_text(j, "name", a->name.text, a->name.size);
    a3d_json_member_open(j, "samplers", '[');
    for (uint32_t i = 0; i < a->count; i++)
        for (unsigned k = 0; k < A3D_PATHS; k++)
            if (motions[i].channels[k].times != A3D_NONE)
                put_sampler(j, &motions[i], k);
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "channels", '[');
    for (uint32_t i = 0; i < a->count; i++)
        for (unsigned k = 0; k < A3D_PATHS; k++)
            if (motions[i].channels[k].times != A3D_NONE)
                put_channel(j, sampler++, motions[i].node, paths[k]);
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "extras", '{');
    a3d_gltf_path(j, v, a->source);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

void a3d_gltf_animations(a3d_json *j, const a3d_scene *v)
{
    if (v->animations.n == 0)
        return;
    a3d_json_member_open(j, "animations", '[');
    for (size_t i = 0; i < v->animations.n; i++)
        put_animation(j, v, &v->animations.at[i]);
    a3d_json_close(j, ']');
}
