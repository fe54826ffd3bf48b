/* scene_materials.c - appearances of the M3G scene, as materials */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

enum { CULL_NONE = 162, CLOCKWISE = 169 };
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

/* An image has no name of its own, so its number is used, or the name of its file. */
static a3d_label image_name(a3d_m3g_view *w, int64_t number)
{
    const a3d_m3g_shown *file = a3d_m3g_seen(w, number, M3G_EXTERNAL_KINDS);
    if (file != NULL)
        return a3d_label_of(w->doc, file->body, EXTERNAL_URI);
    if (a3d_m3g_seen(w, number, M3G_KIND(M3G_IMAGE)) == NULL)
        return (a3d_label){NULL, 0};
    a3d_text text;
    a3d_text_init(&text, w->v->arena);
    a3d_printf(&text, "Image2D %u", (unsigned)number);
    return a3d_label_keep(w->v, &text);
}

static void take_textures(a3d_m3g_view *w, const a3d_m3g_shown *appearance, uint32_t made)
{
    static const char *const uses[] = {"texture0", "texture1", "texture2", "texture3"};
    a3d_items textures;
    if (!a3d_items_of(w->doc, appearance->body, APPEARANCE_textures, &textures))
        return;
    for (uint32_t i = 0; i < textures.count && i < 4; i++) {
        const a3d_m3g_shown *o = a3d_m3g_seen(w, a3d_load32(textures.data + 4 * (size_t)i, false),
                                              M3G_KIND(M3G_TEXTURE));
        if (o == NULL)
            continue;
        a3d_scene_texture(w->v, made, uses[i], image_name(w, a3d_value(w->doc, o->body, TEXTURE2D_image)));
        if (a3d_value(w->doc, o->body, TEXTURE2D_hasComponentTransform) != 0 ||
            a3d_value(w->doc, o->body, TEXTURE2D_hasGeneralTransform) != 0)
            a3d_scene_lose(w->v, 1, "placements of textures");
    }
}

static uint32_t add_material(a3d_m3g_view *w, a3d_m3g_shown *appearance, const a3d_m3g_shown *material, uint32_t color,
                             bool two_sided)
{
    float rgba[4];
    uint32_t made = a3d_scene_material(w->v, a3d_from(appearance->element), (a3d_label){NULL, 0});
    if (made == A3D_NONE)
        return A3D_NONE;
    appearance->made = made + 1;
    appearance->color = color;
    split(color, rgba);
    a3d_scene_color(w->v, made, rgba, 4);
    w->v->materials.at[made].two_sided = two_sided;
    if (material != NULL) {
        split(color_of(w, material, MATERIAL_emissiveColor, 3), rgba);
        for (unsigned i = 0; i < 3 && a3d_was_read(w->doc, a3d_field(w->doc, material->body, MATERIAL_emissiveColor));
             i++)
            w->v->materials.at[made].emissive[i] = rgba[i];
    }
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
    return add_material(w, appearance, material, color,
                        mode != NULL && a3d_value(w->doc, mode->body, POLYGON_MODE_culling) == CULL_NONE);
}
