/* text.c - see text.h */
#include "base/text.h"
#include "base/never.h"
#include "base/numbers.h"

#include <stdarg.h>
#include <stdio.h>

void a3d_text_init(a3d_text *t, a3d_arena *arena)
{
    memset(t, 0, sizeof *t);
    t->arena = arena;
}

void a3d_text_free(a3d_text *t)
{
    a3d_arena *arena = t->arena;
    a3d_block_resize(arena, t->data, 0);
    a3d_text_init(t, arena);
}

uint8_t *a3d_extend_more(a3d_text *t, size_t n)
{
    if (t->failed || n > SIZE_MAX / 2 - t->size || (t->most > 0 && t->size + n > t->most)) {
        t->full = t->full || (!t->failed && t->most > 0);
        t->failed = true;
        return NULL;
    }
    char *data = a3d_grow(t->arena, t->data, &t->cap, t->size + n, 1);
    if (data == NULL && t->size + n > 0) {
        t->failed = true;
        return NULL;
    }
    t->data = data;
    t->size += n;
    /* NULL is correct if nothing was asked of an empty buffer */
    return data != NULL ? (uint8_t *)data + t->size - n : NULL;
}

void a3d_put(a3d_text *t, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    uint8_t *to = a3d_extend(t, n);
    if (to != NULL)
        memcpy(to, bytes, n);
}

void a3d_repeat(a3d_text *t, size_t from, size_t n)
{
    A3D_ASSERT(from <= t->size && n <= t->size - from);
    char *to = a3d_room(t, n + 1); /* may move the bytes at `from` */
    if (to == NULL)
        return;
    memcpy(to, t->data + from, n);
    t->size += n;
}

void a3d_printf(a3d_text *t, const char *format, ...)
{
    char small[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (n < 0)
        return;
    if ((size_t)n < sizeof small) {
        a3d_put(t, small, (size_t)n);
        return;
    }
    char *to = (char *)a3d_extend(t, (size_t)n + 1);
    if (to == NULL)
        return;
    va_start(args, format);
    vsnprintf(to, (size_t)n + 1, format, args);
    va_end(args);
    t->size--; /* the NUL */
}

void a3d_put_uint(a3d_text *t, uint64_t value)
{
    char *to = a3d_room(t, A3D_NUMBER_ROOM);
    if (to != NULL)
        a3d_ended(t, a3d_write_uint(to, value));
}

void a3d_put_int(a3d_text *t, int64_t value)
{
    char *to = a3d_room(t, A3D_NUMBER_ROOM);
    if (to != NULL)
        a3d_ended(t, a3d_write_int(to, value));
}

void a3d_put_digits(a3d_text *t, uint64_t value, unsigned least)
{
    char *to = a3d_room(t, A3D_NUMBER_ROOM);
    if (to != NULL)
        a3d_ended(t, a3d_write_digits(to, value, least));
}

void a3d_put_float(a3d_text *t, uint32_t bits)
{
    char *to = a3d_room(t, A3D_NUMBER_ROOM);
    if (to != NULL)
        a3d_ended(t, a3d_write_float(to, bits));
}

void a3d_put_hex(a3d_text *t, const uint8_t *p, size_t n, const char *gap)
{
    for (size_t i = 0; i < n; i++) {
        a3d_puts(t, i > 0 ? gap : "");
        char *to = a3d_room(t, 2);
        if (to != NULL)
            a3d_ended(t, a3d_write_byte(to, p[i]));
    }
}
