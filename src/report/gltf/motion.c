/* motion.c - animations; see json.h. Each motion has three samplers and three channels. */
#include "report/gltf/json.h"

static void put_sampler(a3d_json *j, uint32_t input, uint32_t output)
{
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "input", input);
    a3d_json_member_uint(j, "output", output);
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
    static const char *const paths[] = {"translation", "rotation", "scale"};
    const a3d_motion *motions = v->motions.at + a->first;
    a3d_json_open(j, '{');
    if (a->name.size > 0)
        a3d_json_member_text(j, "name", a->name.text, a->name.size);
    a3d_json_member_open(j, "samplers", '[');
    for (uint32_t i = 0; i < a->count; i++) {
        put_sampler(j, motions[i].times, motions[i].moves);
        put_sampler(j, motions[i].times, motions[i].turns);
        put_sampler(j, motions[i].times, motions[i].sizes);
    }
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "channels", '[');
    for (uint64_t i = 0; i < 3 * (uint64_t)a->count; i++)
        put_channel(j, i, motions[i / 3].node, paths[i % 3]);
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
