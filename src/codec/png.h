/* png.h - checks whether bytes are a PNG image (ISO 15948), and writes such images. */
#ifndef A3D_CODEC_PNG_H
#define A3D_CODEC_PNG_H

#include "base/text.h"
#include "codec/inflate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct a3d_png {
    uint32_t width, height; /* 0 if they were not read */
    uint8_t depth, color;   /* as stored */
    bool too_large;         /* the rows exceed the limit, so their content was not checked */
    const char *why;        /* what is wrong, a phrase without full stop; NULL if nothing is */
    size_t at;              /* offset of the faulty chunk, or of the end if more was expected */
} a3d_png;

/* Whether the data starts with the eight bytes of the PNG signature. */
bool a3d_png_signed(const uint8_t *data, size_t size);

/* Checks an image: signature, order and checksums of chunks, header, palette, and that the data unpacks to exactly all
 * rows, each with a known filter. Of chunks that readers may skip, only the frame is checked; anything after IEND is
 * ignored. `scratch` has room for `size` + A3D_INFLATE_WINDOW bytes. At most `most` bytes are unpacked, and none of
 * them is kept. Returns true if nothing is wrong; *png is filled in either case. */
bool a3d_png_check(const uint8_t *data, size_t size, uint8_t *scratch, uint64_t most, a3d_png *png);

/* An image of 8 bits for each channel. */
typedef enum a3d_png_color {
    A3D_PNG_GRAY = 0,
    A3D_PNG_RGB = 2,
    A3D_PNG_INDEXED = 3,
    A3D_PNG_GRAY_ALPHA = 4,
    A3D_PNG_RGBA = 6
} a3d_png_color;
typedef struct a3d_png_rows {
    uint32_t width, height;
    a3d_png_color color;
    unsigned colors;           /* of the palette, 1 to 256 if there is one */
    const uint8_t *palette;    /* three bytes for each color */
    const uint8_t *opacities;  /* one byte for each color */
    const uint8_t *rows;       /* each row with a 0 before it */
    size_t size;               /* of all rows */
} a3d_png_rows;

/* Appends the image to `out`. Like all text, it may be lost if memory runs out. */
void a3d_png_write(a3d_text *out, const a3d_png_rows *image);

#endif
