/* picture.c - pictures on materials; see scene.h */
#include "engine/scene/scene.h"

enum { PICTURE_BYTES = 512, RECENT = 32 };

/* ---- files beside the GLB ---- */

static unsigned fold(char c)
{
    unsigned char u = (unsigned char)c;
    return u >= 'A' && u <= 'Z' ? u + 32u : u;
}

static bool ends_with(a3d_label name, const char *end)
{
    size_t n = strlen(end);
    for (size_t i = 0; i < n; i++)
        if (name.size < n || fold(name.text[name.size - n + i]) != (unsigned char)end[i])
            return false;
    return true;
}

/* The rest of an absolute path or of a URL is its last part: only files beside the GLB can be meant. */
static a3d_label beside(a3d_label name)
{
    uint32_t begin = 0;
    bool absolute = name.size > 0 && (name.text[0] == '/' || name.text[0] == '\\');
    for (uint32_t i = 0; i < name.size; i++)
        absolute |= name.text[i] == ':';
    for (uint32_t i = 0; absolute && i < name.size; i++)
        begin = name.text[i] == '/' || name.text[i] == '\\' || name.text[i] == ':' ? i + 1 : begin;
    return (a3d_label){name.text + begin, name.size - begin};
}

/* Percent-encodes all but what may be in a path; backslashes of other systems become slashes. */
static a3d_label uri_of(a3d_scene *v, a3d_label name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    a3d_text text;
    a3d_text_init(&text, v->arena);
    for (uint32_t i = 0; i < name.size; i++) {
        char c = name.text[i] == '\\' ? '/' : name.text[i];
        if (memchr(plain, c, sizeof plain - 1) != NULL)
            a3d_putc(&text, c);
        else
            a3d_printf(&text, "%%%02X", (unsigned)(unsigned char)c);
    }
    return a3d_label_keep(v, &text);
}

static uint32_t add_picture(a3d_scene *v, a3d_picture picture)
{
    uint64_t bytes = PICTURE_BYTES + (uint64_t)picture.name.size + picture.uri.size;
    a3d_picture *at = a3d_scene_spend(v, bytes, 1)
                          ? a3d_grow(v->arena, v->images.at, &v->images.cap, v->images.n + 1, sizeof *at)
                          : NULL;
    if (at == NULL)
        return A3D_NONE;
    v->images.at = at;
    at[v->images.n] = picture;
    return (uint32_t)v->images.n++;
}

static uint32_t picture_of_file(a3d_scene *v, a3d_source source, a3d_label name)
{
    size_t recent = v->images.n < RECENT ? 0 : v->images.n - RECENT;
    for (size_t i = recent; i < v->images.n; i++) {
        a3d_label known = v->images.at[i].name;
        if (v->images.at[i].size == 0 && known.size == name.size && memcmp(known.text, name.text, name.size) == 0)
            return (uint32_t)i;
    }
    if (!a3d_scene_spend(v, 3 * (uint64_t)name.size, 1))
        return A3D_NONE;
    return add_picture(v, (a3d_picture){.source = source, .name = name, .uri = uri_of(v, beside(name))});
}

a3d_paint *a3d_scene_link(a3d_scene *v, uint32_t material, const char *use, unsigned kind, a3d_label name)
{
    bool known = ends_with(name, ".png") || ends_with(name, ".jpg") || ends_with(name, ".jpeg");
    a3d_scene_texture(v, material, use, name);
    if (material == A3D_NONE || name.size == 0 || v->failed)
        return NULL;
    if (known && kind < A3D_PAINTS && beside(name).size > sizeof ".png" - 1)
        return a3d_scene_paint(v, material, kind, picture_of_file(v, v->materials.at[material].source, name));
    a3d_scene_lose(v, 1, kind < A3D_PAINTS ? "textures that are not PNG or JPEG files (their names are kept)"
                                           : "textures of a kind that glTF does not have (their names are kept)");
    return NULL;
}

/* ---- pictures in the GLB ---- */

uint32_t a3d_scene_picture(a3d_scene *v, a3d_source source, a3d_label name, const a3d_png_rows *image)
{
    if (!a3d_scene_spend(v, image->size, image->size / 16))
        return A3D_NONE;
    size_t off = v->pictures.size;
    a3d_png_write(&v->pictures, image);
    size_t size = v->pictures.size - off;
    while (v->pictures.size % 4 != 0 && !v->pictures.failed)
        a3d_putc(&v->pictures, 0);
    v->failed |= v->pictures.failed || v->pictures.size > UINT32_MAX;
    return v->failed ? A3D_NONE
                     : add_picture(v, (a3d_picture){.source = source, .name = name, .off = (uint32_t)off,
                                                    .size = (uint32_t)size});
}

a3d_paint *a3d_scene_paint(a3d_scene *v, uint32_t material, unsigned kind, uint32_t picture)
{
    if (material == A3D_NONE || picture == A3D_NONE || v->failed)
        return NULL;
    a3d_paint *paint = &v->materials.at[material].paints[kind];
    paint->picture = picture;
    return paint;
}

/* ---- parts that lack what a picture needs ---- */

/* The material with only its first `kept` paints. */
static uint32_t bare_material(a3d_scene *v, uint32_t material, unsigned kept)
{
    a3d_material copy = v->materials.at[material];
    if (copy.bare[kept] != 0)
        return copy.bare[kept] - 1;
    uint32_t made = a3d_scene_material(v, copy.source, copy.name);
    if (made == A3D_NONE)
        return A3D_NONE;
    for (unsigned i = kept; i < A3D_PAINTS; i++)
        copy.paints[i].picture = A3D_NONE;
    v->materials.at[made] = copy;
    v->materials.at[material].bare[kept] = made + 1;
    return made;
}

static bool is_painted(const a3d_scene *v, const a3d_draw *part, unsigned kind)
{
    return part->material != A3D_NONE && v->materials.at[part->material].paints[kind].picture != A3D_NONE;
}

void a3d_scene_bare(a3d_scene *v)
{
    for (size_t i = 0; i < v->parts.n && !v->failed; i++) {
        a3d_draw *part = &v->parts.at[i];
        uint32_t *at = part->attributes;
        if (at[A3D_AT_TANGENT] != A3D_NONE && at[A3D_AT_NORMAL] == A3D_NONE) {
            a3d_scene_lose(v, 1, "tangents of parts without normals");
            at[A3D_AT_TANGENT] = A3D_NONE;
        }
        bool placed = at[A3D_AT_UV0] != A3D_NONE || at[A3D_AT_UV1] != A3D_NONE;
        bool turned = placed && at[A3D_AT_NORMAL] != A3D_NONE && at[A3D_AT_TANGENT] != A3D_NONE;
        if (!turned && is_painted(v, part, A3D_PAINT_NORMAL)) {
            a3d_scene_lose(v, 1, "normal maps on parts without tangents");
            part->material = bare_material(v, part->material, A3D_PAINT_NORMAL);
        }
        if (!placed && is_painted(v, part, A3D_PAINT_COLOR)) {
            a3d_scene_lose(v, 1, "pictures on parts without texture coordinates");
            part->material = bare_material(v, part->material, A3D_PAINT_COLOR);
        }
    }
}
