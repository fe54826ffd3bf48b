/* materials.c - materials and their pictures; see json.h. Each paint of a material is a texture of its own; one with
 * filters or wraps has a sampler. */
#include "report/gltf/json.h"

static bool is_painted(const a3d_paint *p)
{
    return p->picture != A3D_NONE;
}

static bool has_sampler(const a3d_paint *p)
{
    return p->wrap[0] != 0 || p->wrap[1] != 0 || p->larger != 0 || p->smaller != 0;
}

/* Calls `put` for each paint that is used, with its number and the number of samplers before it. */
static void each_paint(a3d_json *j, const a3d_scene *v, void (*put)(a3d_json *j, const a3d_paint *p, uint64_t samplers))
{
    uint64_t samplers = 0;
    for (size_t i = 0; i < v->materials.n; i++)
        for (unsigned k = 0; k < A3D_PAINTS; k++) {
            const a3d_paint *p = &v->materials.at[i].paints[k];
            if (is_painted(p)) {
                put(j, p, samplers);
                samplers += has_sampler(p);
            }
        }
}

/* ---- materials ---- */

static void put_paint(a3d_json *j, const char *use, const a3d_paint *p, uint64_t texture)
{
    a3d_json_member_open(j, use, '{');
    a3d_json_member_uint(j, "index", texture);
    if (p->placed) {
        a3d_json_member_open(j, "extensions", '{');
        a3d_json_member_open(j, "KHR_texture_transform", '{');
        a3d_gltf_floats(j, "offset", p->offset, 2);
        a3d_gltf_floats(j, "scale", p->scale, 2);
        a3d_json_close(j, '}');
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, '}');
}

static void put_names(a3d_json *j, const a3d_material *m)
{
    if (m->n_textures == 0)
        return;
    a3d_json_member_open(j, "textures", '{');
    for (unsigned i = 0; i < m->n_textures; i++)
        a3d_gltf_label(j, m->textures[i].use, m->textures[i].name);
    a3d_json_close(j, '}');
}

static void put_opacity(a3d_json *j, const a3d_material *m)
{
    if (m->opacity == A3D_BLENDED || (m->opacity == A3D_BY_COLOR && m->color[3] < 1))
        a3d_json_member_str(j, "alphaMode", "BLEND");
    if (m->opacity != A3D_CUT_OUT)
        return;
    a3d_json_member_str(j, "alphaMode", "MASK");
    a3d_json_key(j, "alphaCutoff");
    a3d_gltf_float(j, m->least);
}

/* Returns the number of textures with those of this material. The picture of the color is that of the emitted light,
 * too, as in all of these formats. */
static uint64_t put_look(a3d_json *j, const a3d_material *m, bool pictures, uint64_t textures)
{
    const a3d_paint *color = &m->paints[A3D_PAINT_COLOR], *normal = &m->paints[A3D_PAINT_NORMAL];
    bool painted = pictures && is_painted(color);
    bool glows = m->emissive[0] > 0 || m->emissive[1] > 0 || m->emissive[2] > 0;
    a3d_json_member_open(j, "pbrMetallicRoughness", '{');
    a3d_gltf_floats(j, "baseColorFactor", m->color, 4);
    a3d_json_member_uint(j, "metallicFactor", 0);
    if (painted)
        put_paint(j, "baseColorTexture", color, textures);
    a3d_json_close(j, '}');
    if (glows)
        a3d_gltf_floats(j, "emissiveFactor", m->emissive, 3);
    if (glows && painted)
        put_paint(j, "emissiveTexture", color, textures);
    textures += painted;
    if (pictures && is_painted(normal))
        put_paint(j, "normalTexture", normal, textures++);
    return textures;
}

static uint64_t put_material(a3d_json *j, const a3d_scene *v, const a3d_material *m, bool pictures, uint64_t textures)
{
    a3d_json_open(j, '{');
    a3d_gltf_label(j, "name", m->name);
    textures = put_look(j, m, pictures, textures);
    put_opacity(j, m);
    if (m->two_sided)
        a3d_json_member_bool(j, "doubleSided", true);
    if (m->unlit) {
        a3d_json_member_open(j, "extensions", '{');
        a3d_json_member_open(j, "KHR_materials_unlit", '{');
        a3d_json_close(j, '}');
        a3d_json_close(j, '}');
    }
    a3d_json_member_open(j, "extras", '{');
    a3d_gltf_path(j, v, m->source);
    put_names(j, m);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
    return textures;
}

/* ---- textures, samplers, images ---- */

static void put_texture(a3d_json *j, const a3d_paint *p, uint64_t samplers)
{
    a3d_json_open(j, '{');
    if (has_sampler(p))
        a3d_json_member_uint(j, "sampler", samplers);
    a3d_json_member_uint(j, "source", p->picture);
    a3d_json_close(j, '}');
}

static void put_sampler(a3d_json *j, const a3d_paint *p, uint64_t samplers)
{
    const struct { const char *key; unsigned value; } all[] = {
        {"wrapS", p->wrap[0]}, {"wrapT", p->wrap[1]}, {"magFilter", p->larger}, {"minFilter", p->smaller}};
    (void)samplers;
    if (!has_sampler(p))
        return;
    a3d_json_open(j, '{');
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value != 0)
            a3d_json_member_uint(j, all[i].key, all[i].value);
    a3d_json_close(j, '}');
}

static void put_images(a3d_json *j, const a3d_scene *v)
{
    uint64_t view = v->accessors.n;
    a3d_json_member_open(j, "images", '[');
    for (size_t i = 0; i < v->images.n; i++) {
        const a3d_picture *p = &v->images.at[i];
        a3d_json_open(j, '{');
        a3d_gltf_label(j, "name", p->name);
        a3d_gltf_label(j, "uri", p->uri);
        if (p->size > 0) {
            a3d_json_member_str(j, "mimeType", "image/png");
            a3d_json_member_uint(j, "bufferView", view++);
        }
        a3d_json_member_open(j, "extras", '{');
        a3d_gltf_path(j, v, p->source);
        a3d_json_close(j, '}');
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

void a3d_gltf_materials(a3d_json *j, const a3d_scene *v, bool pictures)
{
    uint64_t textures = 0;
    bool samplers = false;
    if (v->materials.n > 0) {
        a3d_json_member_open(j, "materials", '[');
        for (size_t i = 0; i < v->materials.n; i++)
            textures = put_material(j, v, &v->materials.at[i], pictures, textures);
        a3d_json_close(j, ']');
    }
    if (pictures && v->images.n > 0)
        put_images(j, v);
    if (textures == 0)
        return;
    a3d_json_member_open(j, "textures", '[');
    each_paint(j, v, put_texture);
    a3d_json_close(j, ']');
    for (size_t i = 0; i < v->materials.n; i++)
        for (unsigned k = 0; k < A3D_PAINTS; k++)
            samplers |= is_painted(&v->materials.at[i].paints[k]) && has_sampler(&v->materials.at[i].paints[k]);
    if (!samplers)
        return;
    a3d_json_member_open(j, "samplers", '[');
    each_paint(j, v, put_sampler);
    a3d_json_close(j, ']');
}

/* ---- extensions ---- */

typedef enum extension { LIGHTS, UNLIT, TEXTURE_TRANSFORM, EXTENSIONS } extension;

void a3d_gltf_extensions(a3d_json *j, const a3d_scene *v, bool pictures)
{
    static const char *const names[EXTENSIONS] = {A3D_GLTF_LIGHTS, "KHR_materials_unlit", "KHR_texture_transform"};
    bool used[EXTENSIONS] = {[LIGHTS] = v->lights.n > 0}, any = false;
    for (size_t i = 0; i < v->materials.n; i++) {
        used[UNLIT] |= v->materials.at[i].unlit;
        for (unsigned k = 0; pictures && k < A3D_PAINTS; k++)
            used[TEXTURE_TRANSFORM] |= is_painted(&v->materials.at[i].paints[k]) && v->materials.at[i].paints[k].placed;
    }
    for (unsigned i = 0; i < EXTENSIONS; i++) {
        if (used[i] && !any)
            a3d_json_member_open(j, "extensionsUsed", '[');
        if (used[i])
            a3d_json_str(j, names[i]);
        any |= used[i];
    }
    if (any)
        a3d_json_close(j, ']');
}
