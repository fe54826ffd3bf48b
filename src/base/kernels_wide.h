/* kernels_wide.h - the busiest passes of kernels.h, kernels_vectors.h and Adler-32, for lanes of 32 bytes.
 *
 * Whether the machine has them (AVX2) is asked at run time. Each function processes as much of the data as fills such
 * lanes and returns how much that was; the caller passes the rest to the narrow lanes. It is 0 if there is little data,
 * the machine lacks such lanes, or the compiler does not support them. All data is little-endian. */
#ifndef A3D_BASE_KERNELS_WIDE_H
#define A3D_BASE_KERNELS_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Squared lengths of vectors, in single precision. */
typedef struct a3d_wide_span {
    float low, high; /* may miss a NaN */
    bool finite;     /* no coordinate is infinite or NaN, and nothing overflows */
} a3d_wide_span;

/* Measures the lengths of the first of n vectors of three floats. Returns how many: a multiple of 8, or 0 with nothing
 * set. */
size_t a3d_wide_lengths(const uint8_t *p, size_t n, a3d_wide_span *span);

/* Like a3d_wide_lengths, and also finds the least and the greatest of each coordinate. */
size_t a3d_wide_extent(const uint8_t *p, size_t n, a3d_wide_span *span, float low[3], float high[3]);

/* Like a3d_wide_extent, and also measures the distances from a place. */
size_t a3d_wide_extent_around(const uint8_t *p, size_t n, const float place[3], a3d_wide_span *span,
                              a3d_wide_span *distances, float low[3], float high[3]);

/* The least of the numbers of a3d_tens_unit plus 512, and the least and the greatest sum of squares. */
typedef struct a3d_wide_tens_span {
    int32_t lowest, low, high;
} a3d_wide_tens_span;

/* Measures the first of n words of three numbers of ten bits each, see kernels_vectors.c. Returns how many: a multiple
 * of 8, or 0 with nothing set. */
size_t a3d_wide_tens(const uint8_t *p, size_t n, a3d_wide_tens_span *span);

/* Checks the first of n 16-bit numbers: whether each triple consists of different ones, and which number is the
 * greatest. Returns how many: a multiple of 18, or 0 with nothing set. */
size_t a3d_wide_triples16(const uint8_t *p, size_t n, bool *differ, unsigned *most);

/* Checks whether any of the first of n words has all bits of the mask. Returns how many: a multiple of 32, or 0 with
 * nothing set. */
size_t a3d_wide_any_masked(const uint8_t *p, size_t n, uint32_t mask, bool *any);

/* Tests for eight neighboring words: a word fails if it is more than `span` above `low` in the bits of `mask`, unless
 * it is `exempt`. Both `low` and `span` are given plus 2^31, see kernels.c. */
typedef struct a3d_wide_tests {
    uint32_t mask[8], low[8], span[8], exempt[8];
} a3d_wide_tests;

/* Checks whether any of the first of `words` words fails; the tests of `n` vectors take turns. Returns how many: a
 * multiple of 8 * n, or 0 with nothing set. */
size_t a3d_wide_words(const uint8_t *p, size_t words, const a3d_wide_tests *tests, unsigned n, bool *fails);

/* The fewest words for which a3d_wide_words is worth laying out its tests. */
enum { A3D_WIDE_WORDS = 1024 };

/* The sums of an Adler-32 over the first of n bytes, without modulus. */
typedef struct a3d_wide_sums {
    uint64_t plain;    /* of the bytes */
    uint64_t weighted; /* of the bytes, of which the last counts once, the one before it twice, and so on */
} a3d_wide_sums;

/* Returns how many bytes were summed: a multiple of 32 of at most 64 KiB, or 0 with nothing set. */
size_t a3d_wide_adler(const uint8_t *p, size_t n, a3d_wide_sums *sums);

#endif
