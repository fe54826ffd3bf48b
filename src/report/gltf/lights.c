/* lights.c - lights; see json.h */
#include "report/gltf/json.h"

static const char *const kinds[] = {
    [A3D_LIGHT_DIRECTIONAL] = "directional", [A3D_LIGHT_POINT] = "point", [A3D_LIGHT_SPOT] = "spot"};

static void put_light(a3d_json *j, const a3d_light *light)
{
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "type", kinds[light->kind]);
    a3d_gltf_floats(j, "color", light->color, 3);
    a3d_json_key(j, "intensity");
    a3d_gltf_float(j, light->intensity);
    if (light->range > 0) {
        a3d_json_key(j, "range");
        a3d_gltf_float(j, light->range);
    }
    if (light->kind == A3D_LIGHT_SPOT) {
        a3d_json_member_open(j, "spot", '{');
        a3d_json_key(j, "innerConeAngle");
        a3d_gltf_float(j, light->inner);
        a3d_json_key(j, "outerConeAngle");
        a3d_gltf_float(j, light->outer);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, '}');
}

void a3d_gltf_lights(a3d_json *j, const a3d_scene *v)
{
    if (v->lights.n == 0)
        return;
    a3d_json_member_open(j, "extensions", '{');
    a3d_json_member_open(j, A3D_GLTF_LIGHTS, '{');
    a3d_json_member_open(j, "lights", '[');
    for (size_t i = 0; i < v->lights.n; i++)
        put_light(j, &v->lights.at[i]);
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

void a3d_gltf_light_of(a3d_json *j, uint32_t light)
{
    if (light == A3D_NONE)
        return;
    a3d_json_member_open(j, "extensions", '{');
    a3d_json_member_open(j, A3D_GLTF_LIGHTS, '{');
    a3d_json_member_uint(j, "light", light);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}
