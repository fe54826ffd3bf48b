/* scene_materials.c - appearances of the M3G scene, as materials */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

/* Values of fields; see the names in schema.c. */
enum {
    BLEND_ALPHA = 64, BLEND_REPLACE = 68, CULL_FRONT = 161, CULL_NONE = 162, FLAT = 164, CLOCKWISE = 169,
    LEVEL_LINEAR = 209, LEVEL_NEAREST = 210,
    TEXTURE_MODULATE = 227, TEXTURE_REPLACE = 228, CLAMP = 240
};
#define WHITE 0xffffffffu

/* The components of a color record, with opacity 255 if it has none; white if it was not read. */
static uint32_t color_of(const a3d_m3g_view *w, const a3d_m3g_shown *o, unsigned slot, unsigned n)
{
    uint32_t record = a3d_field(w->doc, o->body, slot), color = 0;
    if (!a3d_was_read(w->doc, record))
        return WHITE;
    for (unsigned i = 0; i < 4; i++)
        color = color << 8 | (i < n ? (uint32_t)a3d_value(w->doc, record, i) & 255 : 255);
    return color;
}

static void split(uint32_t color, float out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (float)(color >> (24 - 8 * i) & 255) / 255;
}

/* ---- textures ---- */

/* The filter of glTF for a pair of filters; base level alone has no smaller copies. */
static uint16_t smaller_filter(int64_t level, bool smooth)
{
    enum { NEAREST_BASE = 9728, LINEAR_BASE, NEAREST_NEAREST = 9984, LINEAR_NEAREST, NEAREST_LINEAR, LINEAR_LINEAR };
    if (level == LEVEL_LINEAR)
        return smooth ? LINEAR_LINEAR : NEAREST_LINEAR;
    if (level == LEVEL_NEAREST)
        return smooth ? LINEAR_NEAREST : NEAREST_NEAREST;
    return smooth ? LINEAR_BASE : NEAREST_BASE;
}

static void set_sampler(a3d_m3g_view *w, const a3d_m3g_shown *o, a3d_paint *paint)
{
    enum { CLAMP_TO_EDGE = 33071, REPEAT = 10497, NEAREST = 9728, LINEAR = 9729 };
    bool smooth = a3d_value(w->doc, o->body, TEXTURE2D_imageFilter) == LEVEL_LINEAR;
    for (unsigned i = 0; i < 2; i++)
        paint->wrap[i] = a3d_value(w->doc, o->body, TEXTURE2D_wrappingS + i) == CLAMP ? CLAMP_TO_EDGE : REPEAT;
    paint->larger = smooth ? LINEAR : NEAREST;
    paint->smaller = smaller_filter(a3d_value(w->doc, o->body, TEXTURE2D_levelFilter), smooth);
}

/* glTF moves, turns and scales texture coordinates; only moves and scales are taken. */
static void set_place(a3d_m3g_view *w, const a3d_m3g_shown *o, a3d_paint *paint)
{
    a3d_affine place = a3d_m3g_place(w, o);
    bool straight = place.at[1] * place.at[1] < 1e-12 && place.at[4] * place.at[4] < 1e-12;
    const double values[4] = {place.at[3], place.at[7], place.at[0], place.at[5]};
    for (unsigned i = 0; i < 4; i++)
        straight = straight && values[i] * values[i] < 1e12;
    paint->placed = straight && (values[0] != 0 || values[1] != 0 || values[2] != 1 || values[3] != 1);
    for (unsigned i = 0; i < 4; i++)
        (i < 2 ? paint->offset : paint->scale)[i % 2] = straight ? (float)values[i] : 0;
    a3d_scene_lose(w->v, !straight, "turns of textures");
}

/* An image has no name of its own, so its number is used, or the name of its file. */
static a3d_paint *show_texture(a3d_m3g_view *w, const a3d_m3g_shown *o, uint32_t made, const char *use, unsigned kind)
{
    int64_t number = a3d_value(w->doc, o->body, TEXTURE2D_image);
    const a3d_m3g_shown *file = a3d_m3g_seen(w, number, M3G_EXTERNAL_KINDS);
    a3d_m3g_shown *image = a3d_m3g_seen(w, number, M3G_KIND(M3G_IMAGE));
    if (file != NULL)
        return a3d_scene_link(w->v, made, use, kind, a3d_label_of(w->doc, file->body, EXTERNAL_URI));
    uint32_t picture = image != NULL ? a3d_m3g_show_image(w, image) : A3D_NONE;
    a3d_scene_lose(w->v, picture == A3D_NONE, "textures without an image");
    if (picture == A3D_NONE)
        return NULL;
    a3d_scene_texture(w->v, made, use, w->v->images.at[picture].name);
    a3d_scene_lose(w->v, kind == A3D_PAINTS, "textures beyond the first of a material (their pictures are kept)");
    return kind != A3D_PAINTS ? a3d_scene_paint(w->v, made, kind, picture) : NULL;
}

static void take_textures(a3d_m3g_view *w, const a3d_m3g_shown *appearance, uint32_t made)
{
    static const char *const uses[] = {"texture0", "texture1", "texture2", "texture3"};
    const float white[3] = {1, 1, 1};
    a3d_items textures;
    if (!a3d_items_of(w->doc, appearance->body, APPEARANCE_textures, &textures))
        return;
    a3d_scene_lose(w->v, textures.count > 4 ? textures.count - 4 : 0, "textures beyond the fourth of a material");
    for (uint32_t i = 0; i < textures.count && i < 4; i++) {
        const a3d_m3g_shown *o = a3d_m3g_seen(w, a3d_load32(textures.data + 4 * (size_t)i, false),
                                              M3G_KIND(M3G_TEXTURE));
        a3d_paint *paint = o != NULL ? show_texture(w, o, made, uses[i], i == 0 ? A3D_PAINT_COLOR : A3D_PAINTS) : NULL;
        if (paint == NULL)
            continue;
        set_sampler(w, o, paint);
        set_place(w, o, paint);
        int64_t blending = a3d_value(w->doc, o->body, TEXTURE2D_blending);
        if (blending == TEXTURE_REPLACE)
            a3d_scene_color(w->v, made, white, 3);
        a3d_scene_lose(w->v, blending != TEXTURE_REPLACE && blending != TEXTURE_MODULATE,
                       "ways in which a texture mixes with its surface (it is multiplied)");
    }
}

/* Without a compositing mode opacity is ignored. */
static void take_opacity(a3d_m3g_view *w, const a3d_m3g_shown *appearance, a3d_material *out)
{
    const a3d_m3g_shown *o = a3d_m3g_seen_in(w, appearance, APPEARANCE_compositingMode, M3G_KIND(M3G_COMPOSITING_MODE));
    int64_t blending = o != NULL ? a3d_value(w->doc, o->body, COMPOSITING_MODE_blending) : BLEND_REPLACE;
    int64_t least = o != NULL ? a3d_value(w->doc, o->body, COMPOSITING_MODE_alphaThreshold) : 0;
    out->opacity = blending != BLEND_REPLACE ? A3D_BLENDED : least > 0 ? A3D_CUT_OUT : A3D_OPAQUE;
    out->least = (float)least / 255;
    a3d_scene_lose(w->v, blending != BLEND_REPLACE && blending != BLEND_ALPHA,
                   "ways in which a surface mixes with what is behind it (as if by its opacity)");
    if (o == NULL)
        return;
    float offsets[2] = {0, 0};
    bool writes = true;
    for (unsigned slot = COMPOSITING_MODE_depthTestEnabled; slot <= COMPOSITING_MODE_alphaWriteEnabled; slot++)
        writes &= !a3d_was_read(w->doc, a3d_field(w->doc, o->body, slot)) || a3d_value(w->doc, o->body, slot) != 0;
    a3d_scene_lose(w->v, !writes, "surfaces without a depth test, or that write only depth, color or alpha");
    a3d_floats_of(w->doc, o->body, COMPOSITING_MODE_depthOffsetFactor, 2, offsets);
    a3d_scene_lose(w->v, offsets[0] != 0 || offsets[1] != 0, "depth offsets of surfaces");
    a3d_scene_lose(w->v, least > 0 && blending != BLEND_REPLACE, "least opacities of blended surfaces");
}

static bool is_black(const a3d_m3g_view *w, const a3d_m3g_shown *o, unsigned slot)
{
    return !a3d_was_read(w->doc, a3d_field(w->doc, o->body, slot)) || color_of(w, o, slot, 3) == 0xff;
}

/* What glTF has no place for in the other parts of an appearance. */
static void lose_rest(a3d_m3g_view *w, const a3d_m3g_shown *appearance, const a3d_m3g_shown *mode,
                      const a3d_m3g_shown *material)
{
    bool layered = a3d_value(w->doc, appearance->body, APPEARANCE_layer) != 0;
    a3d_scene_lose(w->v, layered, "layers of appearances, by which they are drawn in order");
    a3d_scene_lose(w->v, a3d_value(w->doc, appearance->body, APPEARANCE_fog) != 0, "fogs of appearances");
    if (mode != NULL) {
        int64_t culling = a3d_value(w->doc, mode->body, POLYGON_MODE_culling);
        bool even = a3d_value(w->doc, mode->body, POLYGON_MODE_shading) == FLAT;
        bool one_light = culling == CULL_NONE &&
                         a3d_value(w->doc, mode->body, POLYGON_MODE_twoSidedLightingEnabled) == 0;
        a3d_scene_lose(w->v, culling == CULL_FRONT, "surfaces of which only the back is drawn (the front is shown)");
        a3d_scene_lose(w->v, even, "flat shading (it is smooth)");
        a3d_scene_lose(w->v, one_light, "backs that are lit like fronts (they are lit from their own side)");
    }
    if (material == NULL)
        return;
    a3d_scene_lose(w->v, !is_black(w, material, MATERIAL_ambientColor), "ambient colors of materials");
    a3d_scene_lose(w->v, !is_black(w, material, MATERIAL_specularColor), "specular colors and shininess of materials");
}

static uint32_t add_material(a3d_m3g_view *w, a3d_m3g_shown *appearance, const a3d_m3g_shown *mode,
                             const a3d_m3g_shown *material, uint32_t color)
{
    float rgba[4];
    uint32_t made = a3d_scene_material(w->v, a3d_from(appearance->element), (a3d_label){NULL, 0});
    if (made == A3D_NONE)
        return A3D_NONE;
    appearance->made = made + 1;
    appearance->color = color;
    split(color, rgba);
    a3d_scene_color(w->v, made, rgba, 4);
    w->v->materials.at[made].two_sided =
        mode != NULL && a3d_value(w->doc, mode->body, POLYGON_MODE_culling) == CULL_NONE;
    w->v->materials.at[made].unlit = material == NULL; /* M3G only lights what has a Material */
    if (material != NULL) {
        split(color_of(w, material, MATERIAL_emissiveColor, 3), rgba);
        for (unsigned i = 0; i < 3 && a3d_was_read(w->doc, a3d_field(w->doc, material->body, MATERIAL_emissiveColor));
             i++)
            w->v->materials.at[made].emissive[i] = rgba[i];
    }
    take_opacity(w, appearance, &w->v->materials.at[made]);
    lose_rest(w, appearance, mode, material);
    take_textures(w, appearance, made);
    return made;
}

uint32_t a3d_m3g_show_material(a3d_m3g_view *w, a3d_m3g_shown *appearance, const a3d_m3g_shown *buffer, bool *clockwise,
                               bool *colors)
{
    *clockwise = false;
    *colors = true;
    if (appearance == NULL)
        return A3D_NONE;
    const a3d_m3g_shown *mode = a3d_m3g_seen_in(w, appearance, APPEARANCE_polygonMode, M3G_KIND(M3G_POLYGON_MODE));
    const a3d_m3g_shown *material = a3d_m3g_seen_in(w, appearance, APPEARANCE_material, M3G_KIND(M3G_MATERIAL));
    bool tracking = material == NULL || a3d_value(w->doc, material->body, MATERIAL_vertexColorTrackingEnabled) != 0;
    bool colored = a3d_value(w->doc, buffer->body, VERTEX_BUFFER_colors) != 0;
    *clockwise = mode != NULL && a3d_value(w->doc, mode->body, POLYGON_MODE_winding) == CLOCKWISE;
    *colors = tracking;
    uint32_t color = !tracking ? color_of(w, material, MATERIAL_diffuseColor, 4)
                     : colored ? WHITE
                               : color_of(w, buffer, VERTEX_BUFFER_defaultColor, 4);
    if (appearance->made != 0 && appearance->color == color)
        return appearance->made - 1;
    return add_material(w, appearance, mode, material, color);
}
