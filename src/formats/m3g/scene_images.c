/* scene_images.c - images of the M3G scene, as PNG */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

#include <string.h>

enum { ALPHA = 96, LUMINANCE, LUMINANCE_ALPHA, RGB, RGBA, MOST_COLORS = 256 };

typedef struct image {
    uint32_t width, height;
    unsigned format, channels;
    a3d_items pixels, palette; /* palette.count 0: none */
    uint8_t colors[3 * MOST_COLORS], opacities[MOST_COLORS];
} image;

static bool image_of(const a3d_m3g_view *w, const a3d_m3g_shown *o, image *m)
{
    static const uint8_t channels[] = {1, 1, 2, 3, 4};
    int64_t format = a3d_value(w->doc, o->body, IMAGE2D_format), width = a3d_value(w->doc, o->body, IMAGE2D_width),
            height = a3d_value(w->doc, o->body, IMAGE2D_height);
    if (format < ALPHA || format > RGBA || !a3d_items_sized(w->doc, o->body, IMAGE2D_pixels, 1, &m->pixels) ||
        width < 1 || height < 1 || width > m->pixels.count || height > m->pixels.count)
        return false;
    if (!a3d_items_sized(w->doc, o->body, IMAGE2D_palette, 1, &m->palette))
        m->palette.count = 0;
    m->format = (unsigned)format;
    m->channels = channels[format - ALPHA];
    m->width = (uint32_t)width;
    m->height = (uint32_t)height;
    uint64_t each = m->palette.count > 0 ? 1 : m->channels;
    return (uint64_t)width * (uint64_t)height * each == m->pixels.count;
}

/* Splits the palette into colors and opacities; an index beyond its end is none of an image. */
static unsigned split_palette(image *m)
{
    unsigned n = m->palette.count / m->channels, gray = m->channels < 3;
    if (n == 0 || n > MOST_COLORS)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        const uint8_t *p = m->palette.data + (size_t)i * m->channels;
        for (unsigned c = 0; c < 3; c++)
            m->colors[3 * i + c] = m->format == ALPHA ? 255 : p[gray != 0 ? 0 : c];
        m->opacities[i] = m->format == LUMINANCE || m->format == RGB ? 255 : p[m->channels - 1];
    }
    for (uint32_t i = 0; i < m->pixels.count; i++)
        if (m->pixels.data[i] >= n)
            return 0;
    return n;
}

/* Each row begins with the number of its filter, 0. Pixels that have only an opacity are white. */
static uint8_t *make_rows(a3d_m3g_view *w, const image *m, unsigned stored, unsigned written, size_t *size)
{
    *size = (size_t)m->height * (1 + (size_t)m->width * written);
    uint8_t *rows = a3d_scene_spend(w->v, 0, *size / 16) ? a3d_arena_alloc(w->v->arena, *size) : NULL;
    const uint8_t *from = m->pixels.data;
    uint8_t *to = rows;
    for (uint32_t y = 0; rows != NULL && y < m->height; y++) {
        *to++ = 0;
        if (stored == written) {
            memcpy(to, from, (size_t)m->width * stored);
            to += (size_t)m->width * stored;
            from += (size_t)m->width * stored;
            continue;
        }
        for (uint32_t x = 0; x < m->width; x++) {
            *to++ = 255;
            *to++ = *from++;
        }
    }
    return rows;
}

static uint32_t make_picture(a3d_m3g_view *w, const a3d_m3g_shown *o, a3d_label name)
{
    static const a3d_png_color colors[] = {A3D_PNG_GRAY_ALPHA, A3D_PNG_GRAY, A3D_PNG_GRAY_ALPHA, A3D_PNG_RGB,
                                           A3D_PNG_RGBA};
    image m;
    if (!image_of(w, o, &m))
        return A3D_NONE;
    bool indexed = m.palette.count > 0;
    unsigned n = indexed ? split_palette(&m) : 0, stored = indexed ? 1 : m.channels;
    if (indexed && n == 0)
        return A3D_NONE;
    a3d_png_rows rows = {m.width, m.height, indexed ? A3D_PNG_INDEXED : colors[m.format - ALPHA], n,
                         m.colors, m.opacities, NULL, 0};
    rows.rows = make_rows(w, &m, stored, !indexed && m.format == ALPHA ? 2 : stored, &rows.size);
    return rows.rows != NULL ? a3d_scene_picture(w->v, a3d_from(o->element), name, &rows) : A3D_NONE;
}

uint32_t a3d_m3g_show_image(a3d_m3g_view *w, a3d_m3g_shown *o)
{
    if (o->made == 0) {
        a3d_text text;
        a3d_text_init(&text, w->v->arena);
        a3d_printf(&text, "Image2D %u", (unsigned)(o - w->objects));
        uint32_t made = make_picture(w, o, a3d_label_keep(w->v, &text));
        a3d_scene_lose(w->v, made == A3D_NONE, "images without pixels, or with too few or too many");
        o->made = made == A3D_NONE ? A3D_NONE : made + 1;
    }
    return o->made == A3D_NONE ? A3D_NONE : o->made - 1;
}
