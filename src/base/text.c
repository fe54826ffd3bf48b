/* text.c - see text.h */
#include "base/text.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (t->failed || n > SIZE_MAX / 2 - t->size) {
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
    return data != NULL ? (uint8_t *)data + t->size - n : NULL; /* nothing asked of an empty buffer */
}

void a3d_put(a3d_text *t, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    uint8_t *to = a3d_extend(t, n);
    if (to != NULL)
        memcpy(to, bytes, n);
}

void a3d_puts(a3d_text *t, const char *text)
{
    a3d_put(t, text, strlen(text));
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
    char digits[20], *p = digits + sizeof digits;
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    a3d_put(t, p, (size_t)(digits + sizeof digits - p));
}

void a3d_put_int(a3d_text *t, int64_t value)
{
    if (value < 0)
        a3d_putc(t, '-');
    a3d_put_uint(t, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void a3d_put_digits(a3d_text *t, uint64_t value, unsigned least)
{
    char digits[16], *p = digits + sizeof digits;
    do {
        *--p = "0123456789abcdef"[value & 15];
        value >>= 4;
    } while (p > digits && (value > 0 || digits + sizeof digits - p < (ptrdiff_t)least));
    a3d_put(t, p, (size_t)(digits + sizeof digits - p));
}

void a3d_put_hex(a3d_text *t, const uint8_t *p, size_t n, const char *gap)
{
    for (size_t i = 0; i < n; i++) {
        a3d_puts(t, i > 0 ? gap : "");
        a3d_put_digits(t, p[i], 2);
    }
}

void a3d_put_float(a3d_text *t, uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    if (isnan(value) || isinf(value)) {
        a3d_puts(t, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    char text[40];
    /* six digits are always exact enough to be cut to fewer, but for denormal numbers */
    for (int digits = (bits & 0x7f800000u) != 0 ? 6 : 1; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    a3d_puts(t, text);
}

void a3d_json_init(a3d_json *j, a3d_text *out, bool pretty)
{
    memset(j, 0, sizeof *j);
    j->out = out;
    j->pretty = pretty;
}

static void line(a3d_json *j)
{
    if (!j->pretty)
        return;
    a3d_putc(j->out, '\n');
    for (unsigned i = 0; i < j->depth; i++)
        a3d_puts(j->out, "  ");
}

static void before_value(a3d_json *j)
{
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->depth == 0)
        return;
    if (j->some[j->depth - 1])
        a3d_putc(j->out, ',');
    j->some[j->depth - 1] = true;
    line(j);
}

void a3d_json_open(a3d_json *j, char bracket)
{
    before_value(j);
    a3d_putc(j->out, bracket);
    if (j->depth < sizeof j->some)
        j->some[j->depth++] = false;
}

void a3d_json_close(a3d_json *j, char bracket)
{
    bool some = j->some[--j->depth];
    if (some)
        line(j);
    a3d_putc(j->out, bracket);
}

void a3d_json_key(a3d_json *j, const char *key)
{
    a3d_json_str(j, key);
    a3d_puts(j->out, j->pretty ? ": " : ":");
    j->after_key = true;
}

/* How many characters stand there that JSON takes as they are; of others than ASCII it knows nothing. */
static size_t plain_run(const char *text, size_t n)
{
    size_t i = 0;
    while (i < n && text[i] >= 0x20 && text[i] < 0x7f && text[i] != '"' && text[i] != '\\')
        i++;
    return i;
}

void a3d_json_text(a3d_json *j, const char *text, size_t n)
{
    before_value(j);
    a3d_putc(j->out, '"');
    for (size_t i = 0; i < n;) {
        size_t run = plain_run(text + i, n - i);
        a3d_put(j->out, text + i, run);
        i += run;
        if (i == n)
            break;
        unsigned char c = (unsigned char)text[i];
        size_t step = a3d_utf8_step((const uint8_t *)text + i, n - i);
        if (step == 0)
            a3d_puts(j->out, "\\ufffd");
        else if (c == '"' || c == '\\')
            a3d_printf(j->out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            a3d_printf(j->out, "\\u%04x", c);
        else
            a3d_put(j->out, text + i, step);
        i += step > 0 ? step : 1;
    }
    a3d_putc(j->out, '"');
}

void a3d_json_str(a3d_json *j, const char *text)
{
    a3d_json_text(j, text, strlen(text));
}

void a3d_json_int(a3d_json *j, int64_t value)
{
    const int64_t exact = INT64_C(1) << 53;
    const char *quote = value > exact || value < -exact ? "\"" : "";
    before_value(j);
    a3d_puts(j->out, quote);
    a3d_put_int(j->out, value);
    a3d_puts(j->out, quote);
}

void a3d_json_uint(a3d_json *j, uint64_t value)
{
    const char *quote = value > UINT64_C(1) << 53 ? "\"" : "";
    before_value(j);
    a3d_puts(j->out, quote);
    a3d_put_uint(j->out, value);
    a3d_puts(j->out, quote);
}

void a3d_json_float(a3d_json *j, uint32_t bits)
{
    before_value(j);
    bool odd = (bits & 0x7f800000u) == 0x7f800000u, nan = odd && (bits & 0x7fffffu) != 0;
    if (odd)
        a3d_putc(j->out, '"');
    a3d_put_float(j->out, bits);
    if (nan)
        a3d_printf(j->out, ":%08" PRIx32, bits);
    if (odd)
        a3d_putc(j->out, '"');
}

void a3d_json_bool(a3d_json *j, bool value)
{
    before_value(j);
    a3d_puts(j->out, value ? "true" : "false");
}

void a3d_json_null(a3d_json *j)
{
    before_value(j);
    a3d_puts(j->out, "null");
}

void a3d_json_raw(a3d_json *j, const char *json, size_t n)
{
    before_value(j);
    a3d_put(j->out, json, n);
}
