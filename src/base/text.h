/* text.h - a growing buffer of bytes, for text and for encoded files alike.
 *
 * If memory runs out, the buffer keeps its content, sets `failed` and ignores all later calls. So a caller may write a
 * whole report and ask a3d_text_is_lost once at the end. */
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
    size_t most; /* bytes that it may get, or about twice as many; 0: any number */
    bool failed;
    bool full;   /* failed for `most` */
} a3d_text;

/* An empty buffer, whose memory will come from the arena. */
void a3d_text_init(a3d_text *t, a3d_arena *arena);
void a3d_text_free(a3d_text *t); /* frees the block; the buffer is empty afterwards */
/* Whether the content may lack something, since memory ran out for it or for anything else of its arena. Such a text
 * must not be handed out as a result. */
static inline bool a3d_text_is_lost(const a3d_text *t)
{
    return t->failed || t->arena->refused;
}

/* Appends n bytes, or formatted text. */
void a3d_put(a3d_text *t, const void *bytes, size_t n);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void a3d_printf(a3d_text *t, const char *format, ...);
/* The part of a3d_extend that allocates. */
uint8_t *a3d_extend_more(a3d_text *t, size_t n);

/* Adds n bytes to the size and returns where they go, or NULL. Then `failed` is set, unless n is 0. */
static inline uint8_t *a3d_extend(a3d_text *t, size_t n)
{
    if (t->failed || n > t->cap - t->size || t->data == NULL)
        return a3d_extend_more(t, n);
    t->size += n;
    return (uint8_t *)t->data + t->size - n;
}

/* Makes room for n more bytes (at least 1) and returns where they go, or NULL. The size does not change yet: the caller
 * writes up to n bytes and calls a3d_ended. */
static inline char *a3d_room(a3d_text *t, size_t n)
{
    if (t->failed || n > t->cap - t->size) {
        if (a3d_extend_more(t, n) == NULL)
            return NULL;
        t->size -= n;
    }
    return t->data + t->size;
}

/* Sets the end of what the caller wrote into the room of a3d_room. */
static inline void a3d_ended(a3d_text *t, const char *end)
{
    t->size = (size_t)(end - t->data);
}

/* Appends a copy of n bytes that are already in the buffer, at `from`. */
void a3d_repeat(a3d_text *t, size_t from, size_t n);

/* Appends a NUL-terminated text, without its NUL. */
static inline void a3d_puts(a3d_text *t, const char *text)
{
    size_t n = strlen(text); /* a constant for most calls, so that the copy becomes a store or two */
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

/* Numbers as printf writes them, see numbers.h. Hex is lowercase and padded with zeros to `least` digits. */
void a3d_put_uint(a3d_text *t, uint64_t value);
void a3d_put_int(a3d_text *t, int64_t value);
void a3d_put_digits(a3d_text *t, uint64_t value, unsigned least);
/* Pairs of lowercase hex digits, with `gap` between bytes ("" for none). */
void a3d_put_hex(a3d_text *t, const uint8_t *p, size_t n, const char *gap);
/* The shortest decimal text that reads back as the same single-precision number; inf, -inf and nan as words. */
void a3d_put_float(a3d_text *t, uint32_t bits);

#endif
