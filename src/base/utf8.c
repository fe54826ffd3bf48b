/* utf8.c - see utf8.h */
#include "base/utf8.h"

#include <string.h>

size_t a3d_utf8_step(const uint8_t *p, size_t n)
{
    if (n == 0)
        return 0;
    uint8_t c = p[0];
    if (c < 0x80)
        return 1;
    size_t need = c >= 0xc2 && c <= 0xdf ? 2 : c >= 0xe0 && c <= 0xef ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
    if (need == 0 || need > n)
        return 0;
    /* Overlong forms, surrogates and values that are too large all show in the second byte. */
    uint8_t low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    uint8_t high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    if (p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i < need; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return need;
}

size_t a3d_utf8_valid(const uint8_t *p, size_t n)
{
    size_t i = 0;
    while (i < n) {
        if (p[i] < 0x80) {
            i++;
            continue;
        }
        size_t step = a3d_utf8_step(p + i, n - i);
        if (step == 0)
            return i;
        i += step;
    }
    return n;
}

size_t a3d_utf8_control(const uint8_t *p, size_t n)
{
    if (n > 0 && (p[0] < 0x20 || p[0] == 0x7f))
        return 1;
    return n > 1 && p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0 ? 2 : 0;
}

size_t a3d_utf8_mark(const void *p, size_t n)
{
    return n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}
