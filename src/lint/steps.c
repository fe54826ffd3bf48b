/* steps.c - the last words of a recipe, which damage the file as a whole (cut:63, crlf); see corpus/README.md */
#include "lint/steps.h"
#include "base/bytes.h"
#include "codec/codec.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct step {
    const char *name;
    void (*apply)(const a3d_text *in, const char *argument, a3d_text *out);
} step;

static void cut(const a3d_text *in, const char *argument, a3d_text *out)
{
    size_t n = strtoul(argument, NULL, 10);
    a3d_put(out, in->data, n < in->size ? n : in->size);
}

/* lose:N of the start, or lose:FROM-TO */
static void lose(const a3d_text *in, const char *argument, a3d_text *out)
{
    const char *dash = strchr(argument, '-');
    size_t from = dash != NULL ? strtoul(argument, NULL, 10) : 0;
    size_t to = strtoul(dash != NULL ? dash + 1 : argument, NULL, 10);
    for (size_t i = 0; i < in->size; i++)
        if (i < from || i >= to)
            a3d_putc(out, in->data[i]);
}

static void crlf(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    for (size_t i = 0; i < in->size; i++)
        a3d_put(out, in->data[i] == '\n' ? "\r\n" : in->data + i, in->data[i] == '\n' ? 2 : 1);
}

static void lf(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    for (size_t i = 0; i < in->size; i++)
        if (in->data[i] != '\r' || i + 1 == in->size || in->data[i + 1] != '\n')
            a3d_putc(out, in->data[i]);
}

static void utf8(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    for (size_t i = 0; i < in->size; i++) {
        unsigned c = (unsigned char)in->data[i];
        if (c >= 0x80)
            a3d_putc(out, (char)(0xc0 | c >> 6));
        a3d_putc(out, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
    }
}

static void utf16(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    a3d_put(out, "\xff\xfe", 2);
    for (size_t i = 0; i < in->size; i++)
        a3d_put(out, (char[]){in->data[i], 0}, 2);
}

/* As a program does that takes each byte from 80 on for bad UTF-8. */
static void replaced(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    for (size_t i = 0; i < in->size; i++)
        a3d_put(out, (unsigned char)in->data[i] >= 0x80 ? "\xef\xbf\xbd" : in->data + i,
                (unsigned char)in->data[i] >= 0x80 ? 3 : 1);
}

static void seven_bits(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    for (size_t i = 0; i < in->size; i++)
        a3d_putc(out, (char)(in->data[i] & 0x7f));
}

static void strip(const a3d_text *in, const char *argument, a3d_text *out)
{
    unsigned char value = (unsigned char)strtoul(argument, NULL, 16);
    for (size_t i = 0; i < in->size; i++)
        if ((unsigned char)in->data[i] != value)
            a3d_putc(out, in->data[i]);
}

static void base64(const a3d_text *in, const char *argument, a3d_text *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    (void)argument;
    for (size_t i = 0; i < in->size; i += 3) {
        uint32_t bits = 0;
        size_t n = in->size - i < 3 ? in->size - i : 3;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < n ? (unsigned char)in->data[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            a3d_putc(out, k <= n ? letters[bits >> (18 - 6 * k) & 63] : '=');
    }
}

static void hex(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    a3d_put_hex(out, (const uint8_t *)in->data, in->size, "");
}

/* A zlib stream of stored blocks, which is the same with every zlib. */
static void zlib(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    uint8_t *to = a3d_extend(out, a3d_deflate_stored_bound(in->size));
    if (to != NULL)
        out->size = a3d_deflate_stored((const uint8_t *)in->data, in->size, to);
}

/* The same blocks with the header and the checksum of gzip around them. */
static void gzip(const a3d_text *in, const char *argument, a3d_text *out)
{
    enum { HEAD = 2, TAIL = 4 };
    a3d_text packed;
    uint8_t tail[8];
    a3d_text_init(&packed, out->arena);
    zlib(in, argument, &packed);
    a3d_put(out, "\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    if (packed.size > HEAD + TAIL)
        a3d_put(out, packed.data + HEAD, packed.size - HEAD - TAIL);
    a3d_store32(tail, (uint32_t)crc32(0, (const uint8_t *)in->data, (uInt)in->size), false);
    a3d_store32(tail + 4, (uint32_t)in->size, false);
    a3d_put(out, tail, sizeof tail);
    a3d_text_free(&packed);
}

static void prefix(const a3d_text *in, const char *argument, a3d_text *out)
{
    a3d_put_recipe_hex(out, argument);
    a3d_put(out, in->data, in->size);
}

/* insert:OFFSET-HEX */
static void insert(const a3d_text *in, const char *argument, a3d_text *out)
{
    const char *dash = strchr(argument, '-');
    size_t at = strtoul(argument, NULL, 10);
    at = at < in->size ? at : in->size;
    a3d_put(out, in->data, at);
    a3d_put_recipe_hex(out, dash != NULL ? dash + 1 : "");
    a3d_put(out, in->data + at, in->size - at);
}

static void suffix(const a3d_text *in, const char *argument, a3d_text *out)
{
    a3d_put(out, in->data, in->size);
    a3d_put_recipe_hex(out, argument);
}

static void twice(const a3d_text *in, const char *argument, a3d_text *out)
{
    (void)argument;
    a3d_put(out, in->data, in->size);
    a3d_put(out, in->data, in->size);
}

static void pad(const a3d_text *in, const char *argument, a3d_text *out)
{
    size_t block = strtoul(argument, NULL, 10);
    a3d_put(out, in->data, in->size);
    while (block > 0 && out->size % block != 0 && !out->failed)
        a3d_putc(out, 0);
}

/* zero:FROM-TO */
static void zero(const a3d_text *in, const char *argument, a3d_text *out)
{
    const char *dash = strchr(argument, '-');
    size_t from = strtoul(argument, NULL, 10), to = dash != NULL ? strtoul(dash + 1, NULL, 10) : in->size;
    for (size_t i = 0; i < in->size; i++)
        a3d_putc(out, i >= from && i < to ? 0 : in->data[i]);
}

static void swap(const a3d_text *in, const char *argument, a3d_text *out)
{
    size_t width = strtoul(argument, NULL, 10);
    for (size_t i = 0; i < in->size && width > 0; i++) {
        size_t word = i / width * width, mirror = word + (width - 1 - i % width);
        a3d_putc(out, word + width <= in->size ? in->data[mirror] : in->data[i]);
    }
}

static const step steps[] = {
    {"cut", cut},       {"lose", lose},         {"crlf", crlf},
    {"lf", lf},         {"utf8", utf8},         {"utf16", utf16},
    {"swap", swap},     {"replaced", replaced}, {"seven-bits", seven_bits},
    {"base64", base64}, {"hex", hex},           {"zlib", zlib},
    {"gzip", gzip},     {"prefix", prefix},     {"suffix", suffix},
    {"twice", twice},   {"pad", pad},           {"zero", zero},
    {"strip", strip},   {"insert", insert},
};

static const step *step_of(const char *word)
{
    size_t n = strcspn(word, ":");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strlen(steps[i].name) == n && memcmp(steps[i].name, word, n) == 0)
            return &steps[i];
    return NULL;
}

bool a3d_is_step(const char *word)
{
    return step_of(word) != NULL;
}

void a3d_apply_step(const char *word, a3d_text *file)
{
    const step *s = step_of(word);
    const char *argument = strchr(word, ':');
    a3d_text made;
    if (s == NULL)
        return;
    a3d_text_init(&made, file->arena);
    s->apply(file, argument != NULL ? argument + 1 : "", &made);
    made.failed |= file->failed;
    a3d_text_free(file);
    *file = made;
}
