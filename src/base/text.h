/* text.h - a growing buffer of bytes, for text and for encoded files alike, and JSON written into it.
 *
 * A buffer that ran out of memory keeps what it has, sets `failed` and ignores what follows, so a caller
 * may write a whole report and test once at the end. */
#ifndef A3D_BASE_TEXT_H
#define A3D_BASE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_text {
    a3d_arena *arena;
    char *data; /* not NUL-terminated */
    size_t size, cap;
    bool failed;
} a3d_text;

void a3d_text_init(a3d_text *t, a3d_arena *arena);
void a3d_text_free(a3d_text *t); /* gives the block back; the buffer is empty afterwards */
void a3d_put(a3d_text *t, const void *bytes, size_t n);
void a3d_puts(a3d_text *t, const char *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void a3d_printf(a3d_text *t, const char *format, ...);
/* What a3d_extend does where there is no room yet. */
uint8_t *a3d_extend_more(a3d_text *t, size_t n);

/* Makes room for n more bytes and returns where they go, or NULL (failed is set then,
 * unless n is 0). The size grows. */
static inline uint8_t *a3d_extend(a3d_text *t, size_t n)
{
    if (t->failed || n > t->cap - t->size || t->data == NULL)
        return a3d_extend_more(t, n);
    t->size += n;
    return (uint8_t *)t->data + t->size - n;
}

static inline void a3d_putc(a3d_text *t, char c)
{
    uint8_t *to = a3d_extend(t, 1);
    if (to != NULL)
        *to = (uint8_t)c;
}

/* Numbers as printf writes them, without its price: reports are full of them. Hex in lower case, with zeroes in front up
 * to `least` digits. */
void a3d_put_uint(a3d_text *t, uint64_t value);
void a3d_put_int(a3d_text *t, int64_t value);
void a3d_put_digits(a3d_text *t, uint64_t value, unsigned least);
/* Pairs of hex digits, lower case, with `gap` between bytes ("" for none). */
void a3d_put_hex(a3d_text *t, const uint8_t *p, size_t n, const char *gap);
/* The shortest decimal text that reads back as the same single-precision number; inf, -inf, nan as words. */
void a3d_put_float(a3d_text *t, uint32_t bits);

/* JSON. The emitter writes commas, and in the pretty form line ends and indents, by itself. */
typedef struct a3d_json {
    a3d_text *out;
    bool pretty;
    unsigned depth;
    bool some[256]; /* whether a level has an element already */
    bool after_key;
} a3d_json;

void a3d_json_init(a3d_json *j, a3d_text *out, bool pretty);
void a3d_json_open(a3d_json *j, char bracket); /* '{' or '[' */
void a3d_json_close(a3d_json *j, char bracket); /* '}' or ']' */
void a3d_json_key(a3d_json *j, const char *key);
/* Text of any bytes: what is not valid UTF-8 is written as U+FFFD for each bad byte. */
void a3d_json_text(a3d_json *j, const char *text, size_t n);
void a3d_json_str(a3d_json *j, const char *text);
/* Integers beyond 2^53 are written as strings, since many readers would round them. */
void a3d_json_int(a3d_json *j, int64_t value);
void a3d_json_uint(a3d_json *j, uint64_t value);
/* A float by its bits: a number, or a string for inf, -inf and nan (with its bits). */
void a3d_json_float(a3d_json *j, uint32_t bits);
void a3d_json_bool(a3d_json *j, bool value);
void a3d_json_null(a3d_json *j);
/* A value that is JSON already. */
void a3d_json_raw(a3d_json *j, const char *json, size_t n);

#endif
