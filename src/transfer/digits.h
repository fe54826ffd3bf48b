/* digits.h - hexadecimal digits in text */
#ifndef A3D_TRANSFER_DIGITS_H
#define A3D_TRANSFER_DIGITS_H

#include "base/bytes.h"

#include <stddef.h>
#include <stdint.h>

/* How many digits there are from here on. */
static inline size_t a3d_hex_run(const uint8_t *data, size_t size)
{
    size_t n = 0;
    while (n < size && a3d_hex_digit(data[n]) >= 0)
        n++;
    return n;
}

#endif
