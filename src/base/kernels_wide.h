/* kernels_wide.h - the busiest passes of kernels.h and kernels_vectors.h, for lanes of 32 bytes.
 *
 * Whether the machine has them (AVX2) is asked when the program runs. Each function looks at as much of the data as fills such
 * lanes and says how much that was: nothing where data are few, the machine has other lanes, or the compiler knows of none. What is
 * left, the passes that every machine has look at. Data are those of a little-endian machine. */
#ifndef A3D_BASE_KERNELS_WIDE_H
#define A3D_BASE_KERNELS_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Squared lengths of vectors in single precision. */
typedef struct a3d_wide_span {
    float low, high; /* may overlook what is not a number */
    bool finite;     /* no coordinate is infinite or not a number, and nothing overflows */
} a3d_wide_span;

/* Of n vectors of three floats the first so many, which is returned: a multiple of 8, or 0, when nothing is set. */
size_t a3d_wide_lengths(const uint8_t *p, size_t n, a3d_wide_span *span);

/* The same, and the least and the greatest of each coordinate. */
size_t a3d_wide_extent(const uint8_t *p, size_t n, a3d_wide_span *span, float low[3], float high[3]);

/* Of n numbers of 16 bits the first so many, which is returned: a multiple of 18, or 0, when nothing is set. Whether each triple
 * of them consists of different ones, and their greatest. */
size_t a3d_wide_triples16(const uint8_t *p, size_t n, bool *differ, unsigned *most);

/* Of n words the first so many, which is returned: a multiple of 32, or 0, when nothing is set. Whether one of them has all bits of
 * the mask. */
size_t a3d_wide_any_masked(const uint8_t *p, size_t n, uint32_t mask, bool *any);

#endif
