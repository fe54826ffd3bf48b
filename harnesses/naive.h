/* naive.h - second readers of the codecs, one byte at a time and with a test at each: slow, and easy to trust.
 * They are controls of the readers in src/codec, written from the descriptions alone. */
#ifndef A3D_HARNESSES_NAIVE_H
#define A3D_HARNESSES_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct naive {
    const uint8_t *in;
    size_t in_size, used;
    uint8_t *out;
    size_t out_size, made; /* what is put out at a fault holds up to here */
    bool failed;
} naive;

/* Each reads one stream that must put out exactly out_size bytes. Returns whether it is sound; `used` is then
 * the size of the stream. */
bool naive_lzo1x(naive *n);
bool naive_lzss(naive *n);

#endif
