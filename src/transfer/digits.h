/* digits.h - hexadecimal digits in text */
#ifndef A3D_TRANSFER_DIGITS_H
#define A3D_TRANSFER_DIGITS_H

#include "transfer/tracing.h"

/* The value of a digit, or -1. */
static inline int a3d_hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* How many digits there are from here on. */
static inline size_t a3d_hex_run(const uint8_t *data, size_t size)
{
    size_t n = 0;
    while (n < size && a3d_hex_digit(data[n]) >= 0)
        n++;
    return n;
}

/* Adds the trace of a dump with offsets. False if the file is none. */
bool a3d_trace_dump(a3d_tracing *t);

#endif
