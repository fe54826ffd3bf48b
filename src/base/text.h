/* text.h - a growing buffer of bytes, for text and for encoded files alike.
 *
 * A buffer that ran out of memory keeps what it has, sets `failed` and ignores what follows, so a caller
 * may write a whole report and test once at the end. */
#ifndef A3D_BASE_TEXT_H
#define A3D_BASE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct a3d_text {
    a3d_arena *arena;
    char *data; /* not NUL-terminated */
    size_t size, cap;
    bool failed;
} a3d_text;

void a3d_text_init(a3d_text *t, a3d_arena *arena);
void a3d_text_free(a3d_text *t); /* gives the block back; the buffer is empty afterwards */
void a3d_put(a3d_text *t, const void *bytes, size_t n);
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

/* Makes room for n more bytes (at least 1) and returns where they go, or NULL. Nothing is taken yet: the caller writes up
 * to n of them and says where it ended. */
static inline char *a3d_room(a3d_text *t, size_t n)
{
    if (t->failed || n > t->cap - t->size) {
        if (a3d_extend_more(t, n) == NULL)
            return NULL;
        t->size -= n;
    }
    return t->data + t->size;
}

static inline void a3d_ended(a3d_text *t, const char *end)
{
    t->size = (size_t)(end - t->data);
}

/* Appends n bytes that stand in the buffer already, at `from`. */
void a3d_repeat(a3d_text *t, size_t from, size_t n);

static inline void a3d_puts(a3d_text *t, const char *text)
{
    size_t n = strlen(text); /* of most texts known when this is compiled, so that it is a store or two */
    uint8_t *to = n > 0 ? a3d_extend(t, n) : NULL;
    if (to != NULL)
        memcpy(to, text, n);
}

static inline void a3d_putc(a3d_text *t, char c)
{
    uint8_t *to = a3d_extend(t, 1);
    if (to != NULL)
        *to = (uint8_t)c;
}

/* Numbers as printf writes them (numbers.h). Hex in lower case, with zeroes in front up to `least` digits. */
void a3d_put_uint(a3d_text *t, uint64_t value);
void a3d_put_int(a3d_text *t, int64_t value);
void a3d_put_digits(a3d_text *t, uint64_t value, unsigned least);
/* Pairs of hex digits, lower case, with `gap` between bytes ("" for none). */
void a3d_put_hex(a3d_text *t, const uint8_t *p, size_t n, const char *gap);
/* The shortest decimal text that reads back as the same single-precision number; inf, -inf, nan as words. */
void a3d_put_float(a3d_text *t, uint32_t bits);

#endif
