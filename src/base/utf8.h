/* utf8.h - strict UTF-8: no overlong form, no surrogate, nothing above U+10FFFF (Unicode, table 3-7). */
#ifndef A3D_BASE_UTF8_H
#define A3D_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether each of the eight bytes at p is printable ASCII, and neither of two such characters. */
static inline bool a3d_plain_word(const char *p, char a, char b)
{
    const uint64_t each = UINT64_C(0x0101010101010101), top = each * 0x80;
    uint64_t x;
    memcpy(&x, p, sizeof x);
    uint64_t low = x & ~top, is_a = low ^ each * (unsigned char)a, is_b = low ^ each * (unsigned char)b;
    uint64_t good = (low + each * 0x60) & (is_a + each * 0x7f) & (is_b + each * 0x7f) & ~(low + each) & ~x;
    return (good & top) == top;
}

/* Length (1 to 4) of the well-formed character that starts at p within n bytes, or 0. */
size_t a3d_utf8_step(const uint8_t *p, size_t n);

/* Offset of the first byte that is not part of well-formed UTF-8, or n if all bytes are. */
size_t a3d_utf8_valid(const uint8_t *p, size_t n);

/* Size of the byte order mark at p, which some editors write before UTF-8: 3, or 0 for none. */
size_t a3d_utf8_mark(const void *p, size_t n);

/* Size of the control character at p, or 0 for none: those that may control a terminal (below U+0020, U+007F to
 * U+009F), and those that may end a line or turn the direction of text, so that a name looks like another one. */
size_t a3d_utf8_control(const uint8_t *p, size_t n);

/* Size of the character at p, or 1 for a byte that belongs to none; n > 0. *unsafe: it is a control character, a byte
 * from 0x80 to 0x9F that is one to terminals that do not read UTF-8, or the # before #[, #vso[ or #teamcity[, by which
 * CI servers recognize commands anywhere in a log. */
size_t a3d_utf8_next(const uint8_t *p, size_t n, bool *unsafe);

#endif
