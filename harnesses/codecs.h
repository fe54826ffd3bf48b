/* codecs.h - what the harnesses of the two block codecs share. */
#ifndef A3D_HARNESSES_CODECS_H
#define A3D_HARNESSES_CODECS_H

#include "codec/codec.h"
#include "naive.h"

typedef struct block_codec {
    const char *name;
    a3d_codec_result (*unpack)(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);
    bool (*control)(naive *n);
    size_t (*pack)(const uint8_t *in, size_t n, uint8_t *out);
    size_t (*pack_bound)(size_t n);
} block_codec;

/* The first two bytes say how much the stream behind them puts out (little-endian). Reader and control must agree
 * on whether it is sound, on its size and on what came out; what is packed must come back. Returns 0. */
int codec_run(const block_codec *codec, const uint8_t *data, size_t size);

#endif
