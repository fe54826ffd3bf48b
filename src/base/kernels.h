/* kernels.h - passes over large data.
 *
 * One shape: a loop over fixed lanes (lanes.h), so that data need not be aligned and compilers make vectors of it
 * at -O2. Where only equality counts, byte order is handled by swapping masks, not data. */
#ifndef A3D_BASE_KERNELS_H
#define A3D_BASE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Index of the first of `n` single-precision floats that is infinite or not a number, or n. */
size_t a3d_scan_finite(const uint8_t *p, size_t n, bool big);

/* The same for floats that are infinite, not a number, denormal or negative zero. */
size_t a3d_scan_strict(const uint8_t *p, size_t n, bool big);

/* What a word may be: (word & mask) - low <= span, reckoned without sign and modulo 2^32, or the word is `exempt`. */
typedef struct a3d_word_test {
    uint32_t mask, low, span, exempt;
} a3d_word_test;

/* Whether each of `rows` rows of `n` words passes the n tests, word by word; n is 1 to A3D_WORD_TESTS. Also false
 * when the data are not in the byte order of this machine. */
enum { A3D_WORD_TESTS = 24 };
bool a3d_words_pass(const uint8_t *p, size_t rows, unsigned n, bool big, const a3d_word_test *tests);

/* The greatest of n numbers of 16 or 32 bits, 0 when there is none. */
unsigned a3d_greatest16(const uint8_t *p, size_t n, bool big);
uint32_t a3d_greatest32(const uint8_t *p, size_t n, bool big);

/* Whether one of n numbers of 16 bits is `value`; also true when the data are not in the byte order of this machine. */
bool a3d_has_half(const uint8_t *p, size_t n, bool big, uint16_t value);

/* Whether none of n numbers of 16 bits has all bits of the mask. */
bool a3d_halves_lack(const uint8_t *p, size_t n, bool big, uint16_t mask);

/* Whether n words below 2^31, each `stride` bytes after the one before, never fall. Also false when the data are not
 * in the byte order of this machine. */
bool a3d_words_ascend(const uint8_t *p, size_t n, size_t stride, bool big);

/* Whether each of n words is greater than the one before. False for words from 2^31 on, too, and for data in another byte
 * order than this machine's. */
bool a3d_words_rise(const uint8_t *p, size_t n, bool big);

/* Whether all of the n / 3 triples of numbers of 16 bits consist of three different ones. *most becomes the greatest of
 * all n numbers, 0 when there is none. */
bool a3d_triples_differ16(const uint8_t *p, size_t n, bool big, unsigned *most);

#endif
