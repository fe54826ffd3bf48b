/* numbers.h - numbers as printf writes them, but faster, since reports are full of them.
 *
 * Each function writes at `to`, where the caller has made room for A3D_NUMBER_ROOM bytes, and returns the end of what
 * it wrote. No NUL is added. */
#ifndef A3D_BASE_NUMBERS_H
#define A3D_BASE_NUMBERS_H

#include <stdint.h>

/* The most bytes that any of these functions writes. */
enum { A3D_NUMBER_ROOM = 40 };

char *a3d_write_uint(char *to, uint64_t value);
char *a3d_write_int(char *to, int64_t value);
/* Lowercase hex, padded with zeros to `least` digits, at most 16. */
char *a3d_write_digits(char *to, uint64_t value, unsigned least);
/* Two digits, for which alone there must be room. */
static inline char *a3d_write_byte(char *to, uint8_t value)
{
    static const char digits[] = "0123456789abcdef";
    to[0] = digits[value >> 4];
    to[1] = digits[value & 15];
    return to + 2;
}
/* A single-precision number, given by its bits: the shortest decimal text that reads back as the same number, or inf,
 * -inf, nan. */
char *a3d_write_float(char *to, uint32_t bits);

#endif
