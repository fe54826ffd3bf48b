/* png.h - whether bytes are a PNG image (ISO 15948). */
#ifndef A3D_CODEC_PNG_H
#define A3D_CODEC_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct a3d_png {
    uint32_t width, height; /* 0 when they were not read */
    uint8_t depth, color;   /* as stored */
    bool too_large;         /* the rows take more bytes than were allowed or than there is memory for: they were not judged */
    const char *why;        /* what is wrong, a phrase without full stop; NULL: nothing */
    size_t at;              /* where that is: the first byte of the chunk, or the end when more was wanted */
} a3d_png;

/* Whether the eight bytes of the signature are there. */
bool a3d_png_signed(const uint8_t *data, size_t size);

/* Judges an image: signature, order and checksums of chunks, the header, the palette, and that the data unpack to
 * all rows and no more, each with a known filter. Chunks that readers may skip are judged by their frame alone, and
 * what follows IEND is no part of the image. `scratch` has room for `size` bytes. At most `most` bytes are unpacked,
 * none of them kept. Returns whether nothing is wrong; *png is filled either way. */
bool a3d_png_check(const uint8_t *data, size_t size, uint8_t *scratch, uint64_t most, a3d_png *png);

#endif
