/* utf8.c - see utf8.h */
#include "base/utf8.h"

#include <string.h>

enum { LONGEST_COMMAND = 12 }; /* with its ## */

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

/* The marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX 9), and the separators of
 * lines and paragraphs. */
static bool turns_text(uint32_t c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

size_t a3d_utf8_control(const uint8_t *p, size_t n)
{
    if (n > 0 && (p[0] < 0x20 || p[0] == 0x7f))
        return 1;
    if (n > 1 && (p[0] & 0xe0) == 0xc0) {
        uint32_t c = (uint32_t)(p[0] & 0x1f) << 6 | (p[1] & 0x3f);
        return (p[1] & 0xc0) == 0x80 && ((c >= 0x80 && c < 0xa0) || turns_text(c)) ? 2 : 0;
    }
    if (n > 2 && p[0] == 0xe2 && (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80)
        return turns_text(0x2000u | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3f)) ? 3 : 0;
    return 0;
}

/* Whether ##[, or ## and letters and [, begins here. */
static bool begins_command(const uint8_t *p, size_t n)
{
    size_t i = 2;
    if (n < 3 || p[0] != '#' || p[1] != '#')
        return false;
    while (i < n && i < LONGEST_COMMAND && (p[i] | 0x20) >= 'a' && (p[i] | 0x20) <= 'z')
        i++;
    return i < n && p[i] == '[';
}

size_t a3d_utf8_next(const uint8_t *p, size_t n, bool *unsafe)
{
    size_t control = a3d_utf8_control(p, n), step = a3d_utf8_step(p, n);
    *unsafe = control > 0 || (step == 0 && p[0] >= 0x80 && p[0] <= 0x9f) || begins_command(p, n);
    return control > 0 ? control : step > 0 ? step : 1;
}

size_t a3d_utf8_mark(const void *p, size_t n)
{
    return n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}
