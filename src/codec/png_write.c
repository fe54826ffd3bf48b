/* png_write.c - writes a PNG image (ISO 15948) */
#include "codec/codec.h"
#include "codec/png.h"

#include <zlib.h>

static void put_big32(a3d_text *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        a3d_putc(out, (char)(value >> shift & 255));
}

/* Adds the length before, and the checksum after, the chunk whose type and content begin at `start` + 4. */
static void end_chunk(a3d_text *out, size_t start)
{
    if (out->failed)
        return;
    uint8_t *p = (uint8_t *)out->data + start;
    size_t size = out->size - start - 8;
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(size >> (24 - 8 * i));
    put_big32(out, (uint32_t)crc32(0, p + 4, (uInt)size + 4));
}

static size_t begin_chunk(a3d_text *out, const char type[4])
{
    size_t start = out->size;
    put_big32(out, 0);
    a3d_put(out, type, 4);
    return start;
}

static void put_chunk(a3d_text *out, const char type[4], const void *content, size_t size)
{
    size_t start = begin_chunk(out, type);
    a3d_put(out, content, size);
    end_chunk(out, start);
}

static void put_pixels(a3d_text *out, const a3d_png_rows *image)
{
    enum { LEVEL = 6 };
    size_t start = begin_chunk(out, "IDAT"), size = a3d_deflate_bound(image->size);
    char *room = a3d_room(out, size);
    if (room == NULL || a3d_deflate(out->arena, image->rows, image->size, LEVEL, (uint8_t *)room, &size) != 0) {
        out->failed = true;
        return;
    }
    out->size += size;
    end_chunk(out, start);
}

void a3d_png_write(a3d_text *out, const a3d_png_rows *image)
{
    a3d_put(out, "\x89PNG\r\n\x1A\n", 8);
    size_t start = begin_chunk(out, "IHDR");
    put_big32(out, image->width);
    put_big32(out, image->height);
    a3d_putc(out, 8);
    a3d_putc(out, (char)image->color);
    a3d_put(out, "\0\0\0", 3);
    end_chunk(out, start);
    if (image->colors > 0) {
        put_chunk(out, "PLTE", image->palette, 3 * (size_t)image->colors);
        put_chunk(out, "tRNS", image->opacities, image->colors);
    }
    put_pixels(out, image);
    put_chunk(out, "IEND", NULL, 0);
}
