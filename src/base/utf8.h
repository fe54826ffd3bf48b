/* utf8.h - strict UTF-8: no over-long form, no surrogate, nothing above U+10FFFF (Unicode, table 3-7). */
#ifndef A3D_BASE_UTF8_H
#define A3D_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length (1 to 4) of the well-formed character that starts at p within n bytes, or 0. */
size_t a3d_utf8_step(const uint8_t *p, size_t n);

/* Offset of the first byte that does not belong to well-formed UTF-8, or n when all is well. */
size_t a3d_utf8_valid(const uint8_t *p, size_t n);

/* How many bytes at p are the mark that some editors write in front of UTF-8: 3 or 0. */
size_t a3d_utf8_mark(const void *p, size_t n);

/* How many bytes at p are a control character, which may steer a terminal: 1, 2 for those from U+0080 to U+009F, or 0. */
size_t a3d_utf8_control(const uint8_t *p, size_t n);

#endif
