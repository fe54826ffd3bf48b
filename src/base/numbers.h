/* numbers.h - numbers as printf writes them, without its price: reports are full of them.
 *
 * Each function writes at `to`, where there must be room, and returns the end of what it wrote. No NUL is added. */
#ifndef A3D_BASE_NUMBERS_H
#define A3D_BASE_NUMBERS_H

#include <stdint.h>

/* The most that any of them writes. */
enum { A3D_NUMBER_ROOM = 40 };

char *a3d_write_uint(char *to, uint64_t value);
char *a3d_write_int(char *to, int64_t value);
/* Hex in lower case, with zeroes in front up to `least` digits, of which there are at most 16. */
char *a3d_write_digits(char *to, uint64_t value, unsigned least);
/* A single-precision number by its bits: the shortest decimal text that reads back as the same number; inf, -inf, nan as
 * words. */
char *a3d_write_float(char *to, uint32_t bits);

#endif
