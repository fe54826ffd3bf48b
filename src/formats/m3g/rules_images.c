/* rules_images.c - rules about images, and about the images of textures and backgrounds */
#include "engine/document/findings.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

/* Bytes of a pixel by format, from 96 on; 0: no such format. */
static uint32_t pixel_size(int64_t format)
{
    static const uint8_t sizes[] = {1, 1, 2, 3, 4};
    return format >= 96 && format <= 100 ? sizes[format - 96] : 0;
}

/* Checks M3G-131, M3G-132. */
static void check_palette(const a3d_m3g_objects *s, const a3d_m3g_object *o, uint32_t bytes, uint32_t pixel)
{
    if (bytes % pixel != 0) {
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_PALETTE_MULTIPLE, o, IMAGE2D_palette);
        a3d_actual(f, bytes);
        a3d_say(s->ctx, f, "palette has %s; expected a multiple of %u, the size of a color",
                a3d_amount_of(bytes, "byte").text, (unsigned)pixel);
    }
    if (bytes > 256 * pixel) {
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_PALETTE_SIZE, o, IMAGE2D_palette);
        a3d_actual(f, bytes);
        a3d_expect(f, 0, 256 * (int64_t)pixel);
        a3d_say(s->ctx, f, "palette has %s; expected at most %s, the size of 256 colors",
                a3d_amount_of(bytes, "byte").text, a3d_number_of(256 * (uint64_t)pixel).text);
    }
}

/* Checks M3G-136. */
static void check_indices(const a3d_m3g_objects *s, const a3d_m3g_object *o, uint32_t colors, uint64_t used)
{
    a3d_m3g_items pixels;
    if (colors == 0 || colors >= 256 || !a3d_m3g_items_of(s, o, IMAGE2D_pixels, &pixels))
        return;
    uint32_t n = used < pixels.count ? (uint32_t)used : pixels.count, i = 0;
    while (i < n && pixels.data[i] < colors)
        i++;
    if (i == n)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_PALETTE_INDEX, &pixels, i, 0, 1, "");
    a3d_actual(f, pixels.data[i]);
    a3d_expect(f, 0, (int64_t)colors - 1);
    a3d_say(s->ctx, f, "pixels[%u] is %u; expected less than %u, the number of colors in the palette", (unsigned)i,
            pixels.data[i], (unsigned)colors);
}

/* Suggests the fields of an image that would make its `count` bytes of pixels right: a side, or the format. */
static void blame_fields(const a3d_m3g_objects *s, const a3d_m3g_object *o, a3d_finding *f, uint64_t count,
                         uint64_t bytes)
{
    uint64_t width = (uint64_t)a3d_m3g_get(s, o, IMAGE2D_width), height = (uint64_t)a3d_m3g_get(s, o, IMAGE2D_height);
    if (count > 0 && count % (height * bytes) == 0)
        a3d_add_suspect(s->ctx, f, a3d_m3g_field(s->doc, o, IMAGE2D_width), (int64_t)(count / (height * bytes)));
    if (count > 0 && count % (width * bytes) == 0)
        a3d_add_suspect(s->ctx, f, a3d_m3g_field(s->doc, o, IMAGE2D_height), (int64_t)(count / (width * bytes)));
    for (int64_t format = 97; format <= 100; format++)
        if (count == width * height * pixel_size(format) &&
            a3d_at(s->doc, a3d_m3g_field(s->doc, o, IMAGE2D_palette))->v.at.count == 0)
            a3d_add_suspect(s->ctx, f, a3d_m3g_field(s->doc, o, IMAGE2D_format), format);
}

/* Checks M3G-133 to M3G-135. Both sides are below 2^31 if the size rule holds, so nothing overflows. */
static void check_pixels(const a3d_m3g_objects *s, a3d_m3g_object *o, uint32_t palette, uint32_t pixel)
{
    uint64_t width = (uint64_t)a3d_m3g_get(s, o, IMAGE2D_width), height = (uint64_t)a3d_m3g_get(s, o, IMAGE2D_height);
    if (!a3d_m3g_has(s, o, IMAGE2D_pixels) || width - 1 >= I32_MAX || height - 1 >= I32_MAX)
        return;
    uint64_t need = width * height * (palette > 0 ? 1 : pixel);
    uint64_t count = a3d_at(s->doc, a3d_m3g_field(s->doc, o, IMAGE2D_pixels))->v.at.count;
    if (count != need) {
        unsigned rule = count < need ? M3G_RULE_PIXELS_MISSING : M3G_RULE_PIXELS_SURPLUS;
        a3d_finding *f = a3d_m3g_report(s, rule, o, IMAGE2D_pixels);
        a3d_actual(f, (int64_t)count);
        f->min = (a3d_quantity){.kind = A3D_Q_UINT, .u = need};
        a3d_say(s->ctx, f, "pixels has %s; expected %s for an image of %llu x %llu", a3d_amount_of(count, "byte").text,
                a3d_number_of(need).text, (unsigned long long)width, (unsigned long long)height);
        blame_fields(s, o, f, count, palette > 0 ? 1 : pixel);
        if (count < need && s->doc->n_findings > 0 && f == &s->doc->findings[s->doc->n_findings - 1])
            o->broken = (uint32_t)s->doc->n_findings;
    }
    if (palette > 0)
        check_indices(s, o, palette / pixel, need);
}

static void check_image(const a3d_m3g_objects *s, a3d_m3g_object *o)
{
    uint32_t pixel = pixel_size(a3d_m3g_get(s, o, IMAGE2D_format));
    if (pixel == 0 || !a3d_m3g_has(s, o, IMAGE2D_palette))
        return;
    uint32_t palette = a3d_at(s->doc, a3d_m3g_field(s->doc, o, IMAGE2D_palette))->v.at.count;
    check_palette(s, o, palette, pixel);
    check_pixels(s, o, palette, pixel);
}

/* Checks M3G-220, M3G-221, M3G-222. */
static void check_texture(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    const a3d_m3g_object *image = a3d_m3g_target(s, o, TEXTURE2D_image, M3G_KIND(M3G_IMAGE));
    if (image == NULL || !a3d_m3g_has(s, image, IMAGE2D_height))
        return;
    uint64_t width = (uint64_t)a3d_m3g_get(s, image, IMAGE2D_width),
             height = (uint64_t)a3d_m3g_get(s, image, IMAGE2D_height);
    if (width - 1 >= I32_MAX || height - 1 >= I32_MAX) /* reported at the fields themselves */
        return;
    uint64_t side = width > height ? width : height;
    const struct {
        unsigned rule;
        bool broken;
        const char *expected;
    } statements[] = {
        {M3G_RULE_TEXTURE_SIDES, (width & (width - 1)) != 0 || (height & (height - 1)) != 0,
         "a power of two on each side"},
        {M3G_RULE_TEXTURE_LARGE, side > 4096, "at most 4,096 on each side"},
        {M3G_RULE_TEXTURE_SIDE_SURE, side > 256, "at most 256 on each side, which every device supports"},
    };
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (!statements[i].broken)
            continue;
        a3d_finding *f = a3d_m3g_report(s, statements[i].rule, o, TEXTURE2D_image);
        if (image->broken != 0)
            f->cause = image->broken - 1;
        a3d_say(s->ctx, f, "image is %s of %s x %s pixels; expected %s",
                a3d_m3g_name(s, (uint32_t)a3d_m3g_get(s, o, TEXTURE2D_image)).text, a3d_number_of(width).text,
                a3d_number_of(height).text, statements[i].expected);
    }
}

/* Checks M3G-103. */
static void check_background(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    const a3d_m3g_object *image = a3d_m3g_target(s, o, BACKGROUND_backgroundImage, M3G_KIND(M3G_IMAGE));
    int64_t format = image != NULL ? a3d_m3g_get(s, image, IMAGE2D_format) : 0;
    if (pixel_size(format) == 0 || format >= 99)
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_BACKGROUND_FORMAT, o, BACKGROUND_backgroundImage);
    a3d_expect_text(f, "an image of format 99 (RGB) or 100 (RGBA)");
    a3d_say(s->ctx, f, "backgroundImage is %s of format %s; expected 99 (RGB) or 100 (RGBA)",
            a3d_m3g_name(s, (uint32_t)a3d_m3g_get(s, o, BACKGROUND_backgroundImage)).text,
            a3d_named_value(s->doc, a3d_m3g_field(s->doc, image, IMAGE2D_format), format).text);
}

void a3d_m3g_check_images(a3d_m3g_objects *s)
{
    for (uint32_t i = 1; i < s->count; i++) {
        a3d_m3g_object *o = &s->objects[i];
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return;
        if (a3d_m3g_is(o, M3G_KIND(M3G_IMAGE)))
            check_image(s, o);
        else if (a3d_m3g_is(o, M3G_KIND(M3G_TEXTURE)))
            check_texture(s, o);
        else if (a3d_m3g_is(o, M3G_KIND(M3G_BACKGROUND)))
            check_background(s, o);
    }
}
