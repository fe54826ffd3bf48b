/* kernels_vectors.h - passes over vectors of three floats that prove what is usual.
 *
 * They compute in single precision and in any order, so that they tell only what holds for sure. A caller to whom
 * they say no looks again, exactly. */
#ifndef A3D_BASE_KERNELS_VECTORS_H
#define A3D_BASE_KERNELS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct a3d_extent {
    float low[3], high[3];
    float least, square; /* the least and the greatest squared length, within one part in a million where it lies in 10^-30 to 10^37 */
} a3d_extent;

/* The extent of n vectors. A bound that is 0 may have either sign. False when it is not known: a coordinate is not
 * finite, the vectors are very few, or the data are not in the byte order of this machine. */
bool a3d_vectors_extent(const uint8_t *p, size_t n, bool big, a3d_extent *extent);

/* The same of lengths alone, which is half of the work: the bounds are those of all floats. */
bool a3d_vectors_lengths(const uint8_t *p, size_t n, bool big, a3d_extent *extent);

/* The same as the first, and the greatest squared distance from a place, as exactly as `square`. */
bool a3d_vectors_extent_around(const uint8_t *p, size_t n, bool big, const float place[3], a3d_extent *extent, float *farthest);

/* The least and the greatest of each coordinate of n vectors, of which each lies `stride` bytes behind the one before: the
 * first of those that are equal, exactly. All must be finite. False, and nothing set, when there is none or the data are
 * not in the byte order of this machine. */
bool a3d_vectors_bounds(const uint8_t *p, size_t n, size_t stride, bool big, float low[3], float high[3]);

/* Whether each of n words holds three signed numbers of 10 bits above zero bits, none of which is -512 and the squares
 * of which add up to `least` to `most`. This is exact, but for data in another byte order than this machine's. */
bool a3d_tens_unit(const uint8_t *p, size_t n, bool big, float least, float most);

/* Whether all squared lengths lie within 1 - slack to 1 + slack, as far as single precision can tell. */
bool a3d_vectors_unit(const uint8_t *p, size_t n, bool big, float slack);

#endif
