/* kernels.h - passes over large data.
 *
 * Each pass is a loop over fixed lanes (lanes.h), so data need not be aligned and compilers vectorize it at -O2. Where
 * only equality matters, the masks are byte-swapped, not the data. `big` is the byte order of the data. A pass that
 * works in one byte order only returns the cautious answer for the other, and its caller then looks at the values one
 * by one. */
#ifndef A3D_BASE_KERNELS_H
#define A3D_BASE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Index of the first of `n` single-precision floats that is infinite or NaN, or n. */
size_t a3d_scan_finite(const uint8_t *p, size_t n, bool big);

/* Like a3d_scan_finite, for floats that are infinite, NaN, denormal or negative zero. */
size_t a3d_scan_strict(const uint8_t *p, size_t n, bool big);

/* Allowed values of a word: (word & mask) - low <= span, unsigned and modulo 2^32, or the word is `exempt`. */
typedef struct a3d_word_test {
    uint32_t mask, low, span, exempt;
} a3d_word_test;

/* Whether each of `rows` rows of `n` words passes the n tests, word by word; n is 1 to A3D_WORD_TESTS. Also false if
 * the data is not in the byte order of this machine. */
enum { A3D_WORD_TESTS = 24 };
bool a3d_words_pass(const uint8_t *p, size_t rows, unsigned n, bool big, const a3d_word_test *tests);

/* The greatest of n 16-bit or 32-bit numbers, or 0 if n is 0. */
unsigned a3d_greatest16(const uint8_t *p, size_t n, bool big);
uint32_t a3d_greatest32(const uint8_t *p, size_t n, bool big);

/* Whether any of n 16-bit numbers equals `value`. Also true if the data is not in the byte order of this machine. */
bool a3d_has_half(const uint8_t *p, size_t n, bool big, uint16_t value);

/* The least and the greatest of each of three 16-bit numbers that have a sign and a size, as half floats do, of n such
 * triples, `stride` bytes apart; -0 is less than 0. n must not be 0. */
void a3d_signed_bounds(const uint8_t *p, size_t n, size_t stride, bool big, uint16_t low[3], uint16_t high[3]);

/* Whether none of n 16-bit numbers has all bits of the mask. */
bool a3d_halves_lack(const uint8_t *p, size_t n, bool big, uint16_t mask);

/* Whether n words below 2^31, `stride` bytes apart, never decrease. Also false if the data is not in the byte order of
 * this machine. */
bool a3d_words_ascend(const uint8_t *p, size_t n, size_t stride, bool big);

/* Whether each of n words is greater than the one before. Also false if a word is 2^31 or more, or if the data is not
 * in the byte order of this machine. */
bool a3d_words_rise(const uint8_t *p, size_t n, bool big);

/* Whether each of the n / 3 triples of 16-bit numbers consists of three different ones. *most becomes the greatest of
 * all n numbers, or 0 if n is 0. */
bool a3d_triples_differ16(const uint8_t *p, size_t n, bool big, unsigned *most);

#endif
