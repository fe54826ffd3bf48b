/* scene_materials.c - colors and textures of an ODOL level of detail */
#include "formats/odol/scene.h"

#include <string.h>

static void take_colors(a3d_odol_shown *s, uint32_t record, uint32_t made)
{
    uint32_t diffuse = a3d_whole_field(s->doc, record, MATERIAL_diffuse),
             emissive = a3d_whole_field(s->doc, record, MATERIAL_emissive);
    float rgb[3];
    if (a3d_was_read(s->doc, diffuse) && a3d_floats_of(s->doc, diffuse, RGBA_r, 3, rgb))
        a3d_scene_color(s->v, made, rgb, 3);
    if (a3d_was_read(s->doc, emissive) && a3d_floats_of(s->doc, emissive, RGBA_r, 3, rgb))
        for (unsigned i = 0; i < 3; i++)
            s->v->materials.at[made].emissive[i] = rgb[i] > 0 ? rgb[i] < 1 ? rgb[i] : 1 : 0;
}

/* Until material version 7 each stage is below a record that also places it. */
static void take_stages(a3d_odol_shown *s, uint32_t record, uint32_t made)
{
    static const char *const uses[] = {"stage0", "stage1", "stage2", "stage3", "stage4",
                                       "stage5", "stage6", "stage7", "stage8", "stage9"};
    uint32_t first, count = a3d_records_of(s->doc, record, MATERIAL_stages, &first);
    bool paired = count == 0;
    if (paired)
        count = a3d_records_of(s->doc, record, MATERIAL_pairs, &first);
    a3d_scene_lose(s->v, count > 10 ? count - 10 : 0, "textures beyond the tenth of a material");
    for (uint32_t i = 0; i < count && i < sizeof uses / sizeof *uses; i++) {
        if (!a3d_was_read(s->doc, first + i))
            continue;
        uint32_t stage = paired ? a3d_whole_field(s->doc, first + i, TEXGEN_STAGE_stage) : first + i;
        if (a3d_was_read(s->doc, stage))
            a3d_scene_link(s->v, made, uses[i], A3D_PAINTS, a3d_label_of(s->doc, stage, STAGE_texture));
    }
}

void a3d_odol_show_material(a3d_odol_shown *s, uint32_t record, uint32_t made)
{
    take_colors(s, record, made);
    take_stages(s, record, made);
    a3d_scene_lose(s->v, 1,
                   "materials: their shaders, highlights, ambient light, fog, and how their textures are placed");
}

/* ---- the texture of a section ---- */

/* Reads a number like 0.25 and what separates it from the next. Returns false at anything else. */
static bool next_number(a3d_label *text, float *out)
{
    double value = 0, unit = 1;
    uint32_t i = 0;
    bool fraction = false;
    for (; i < text->size && (text->text[i] == '.' || (text->text[i] >= '0' && text->text[i] <= '9')); i++) {
        if (text->text[i] == '.') {
            fraction = true;
            continue;
        }
        unit /= fraction ? 10 : 1;
        value = fraction ? value + unit * (text->text[i] - '0') : value * 10 + (text->text[i] - '0');
    }
    if (i == 0 || i == text->size)
        return false;
    *out = (float)value;
    *text = (a3d_label){text->text + i + 1, text->size - i - 1};
    return true;
}

/* "#(argb,8,8,3)color(1,0,0,0.3,co)" is a picture of one color. */
static bool color_of(a3d_label name, float rgba[4])
{
    static const char word[] = "color(";
    enum { SIZE = sizeof word - 1 };
    uint32_t i = 0;
    while (i + SIZE < name.size && memcmp(name.text + i, word, SIZE) != 0)
        i++;
    if (name.size == 0 || name.text[0] != '#' || i + SIZE >= name.size)
        return false;
    a3d_label rest = {name.text + i + SIZE, name.size - i - SIZE};
    for (unsigned c = 0; c < 4; c++)
        if (!next_number(&rest, &rgba[c]))
            return false;
    return true;
}

void a3d_odol_show_texture(a3d_odol_shown *s, a3d_label name, uint32_t made)
{
    float rgba[4];
    bool read = a3d_was_read(s->doc, a3d_whole_field(s->doc, s->lod, LOD_color));
    int64_t mean = a3d_whole_value(s->doc, s->lod, LOD_color);
    if (color_of(name, rgba)) {
        a3d_scene_texture(s->v, made, "texture", name);
        a3d_scene_color(s->v, made, rgba, 4);
        return;
    }
    if (a3d_scene_link(s->v, made, "texture", A3D_PAINT_COLOR, name) != NULL || name.size == 0 || !read || s->v->failed)
        return;
    const float *own = s->v->materials.at[made].color;
    if (own[0] < 1 || own[1] < 1 || own[2] < 1)
        return;
    for (unsigned c = 0; c < 3; c++)
        rgba[c] = (float)(mean >> (16 - 8 * c) & 255) / 255;
    a3d_scene_color(s->v, made, rgba, 3);
}
