/* png.h - checks whether bytes are a PNG image (ISO 15948). */
#ifndef A3D_CODEC_PNG_H
#define A3D_CODEC_PNG_H

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

#endif
