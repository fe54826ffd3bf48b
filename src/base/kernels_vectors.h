/* kernels_vectors.h - passes over vectors of three floats that confirm the usual case.
 *
 * They compute in single precision and in any order, so a positive answer is certain, and after a negative one the
 * caller checks again, exactly. `big` is the byte order of the data. */
#ifndef A3D_BASE_KERNELS_VECTORS_H
#define A3D_BASE_KERNELS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct a3d_extent {
    float low[3], high[3];
    float least, square; /* least and greatest squared length, within 1 part in 10^6 if between 10^-30 and 10^37 */
} a3d_extent;

/* Measures n vectors. A bound of 0 may have either sign. False if the extent is unknown: a coordinate is not finite,
 * there are fewer than four vectors, or the data is not in the byte order of this machine. */
bool a3d_vectors_extent(const uint8_t *p, size_t n, bool big, a3d_extent *extent);

/* Measures the lengths only, in half the time; the bounds are set to those of all floats. */
bool a3d_vectors_lengths(const uint8_t *p, size_t n, bool big, a3d_extent *extent);

/* Like a3d_vectors_extent, and also measures the greatest squared distance from a place, as exactly as `square`. */
bool a3d_vectors_extent_around(const uint8_t *p, size_t n, bool big, const float place[3], a3d_extent *extent,
                               float *farthest);

/* The least and the greatest of each coordinate of n vectors, `stride` bytes apart; of equal values the first. This is
 * exact. All coordinates must be finite. False, with nothing set, if n is 0 or the data is not in the byte order of
 * this machine. */
bool a3d_vectors_bounds(const uint8_t *p, size_t n, size_t stride, bool big, float low[3], float high[3]);

/* Whether each of n words holds three signed 10-bit numbers with zero bits above, none of which is -512 and whose
 * squares add up to a sum from `least` to `most`. This is exact, but false for data not in the byte order of this
 * machine. */
bool a3d_tens_unit(const uint8_t *p, size_t n, bool big, float least, float most);

/* Whether all squared lengths are within 1 - slack to 1 + slack, as far as single precision can tell. */
bool a3d_vectors_unit(const uint8_t *p, size_t n, bool big, float slack);

#endif
