/* kinds_text.c - kinds of text: pages, scripts, models in text, and the pointers of Git LFS */
#include "base/bytes.h"
#include "base/utf8.h"
#include "transfer/kinds.h"

#include <string.h>

/* BLANKS: one in so many bytes of text in a code page is ASCII at least. */
enum { LEAST = 8, LEAST_LATIN = 64, LEAST_OTHER = 256, HEAD = 4096, BLANKS = 64 };

typedef struct text_kind {
    const char *word; /* in lower case */
    bool anywhere;    /* in the head, not only at the start */
    bool number;      /* with a number after it */
    const char *name;
} text_kind;

static const text_kind kinds[] = {
    {"version https://git-lfs", false, false, "a Git LFS pointer"},
    {"<!doctype html", false, false, "an HTML page"},
    {"<html", false, false, "an HTML page"},
    {"<head", false, false, "an HTML page"},
    {"<collada", true, false, "a COLLADA scene"},
    {"<x3d", true, false, "an X3D scene"},
    {"<svg", true, false, "an SVG image"},
    {"<html", true, false, "an HTML page"},
    {"<?php", false, false, "a PHP script"},
    {"<?xml", false, false, "an XML document"},
    {"#!", false, false, "a script"},
    {"solid ", false, false, "an STL model in text"},
    {"mtllib ", true, false, "an OBJ model"},
    {"\nv ", true, true, "an OBJ model"},
    {"newmtl ", true, false, "a material library of OBJ models"},
    {"v ", false, true, "an OBJ model"},
};

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c | 0x20) : c;
}

static bool has_word(const uint8_t *data, size_t size, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < n; i++)
        if (i >= size || lower(data[i]) != (uint8_t)word[i])
            return false;
    return true;
}

static bool is_of_kind(const uint8_t *data, size_t size, const text_kind *kind)
{
    size_t n = strlen(kind->word);
    return has_word(data, size, kind->word) &&
           (!kind->number || (n < size && (data[n] == '-' || (data[n] >= '0' && data[n] <= '9'))));
}

static bool is_blank(uint8_t c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

/* Text has no control characters. What is not ASCII is UTF-8, or letters of a code page, which say less: then there
 * must be more of it, and blanks, digits or line ends among them. */
static bool is_text(const uint8_t *data, size_t size)
{
    size_t high = 0;
    if (a3d_is_binary(data, size < HEAD ? size : HEAD) || a3d_is_binary(data, size)) /* the head of a model is enough */
        return false;
    for (size_t i = 0; i < size; i++)
        high += data[i] >= 0x80;
    bool letters = size >= (high <= size / 4 ? LEAST_LATIN : LEAST_OTHER) && size - high >= size / BLANKS;
    return letters || a3d_utf8_valid(data, size) == size;
}

/* A byte is of ASCII text with a chance of 104 in 256, or 2^-1.3, and no control character with one of 232 in 256, or
 * 2^-0.14. With up to a quarter of other letters text proves 2 bits in 5 bytes. */
uint64_t a3d_text_bits(const a3d_tracing *t)
{
    size_t high = 0;
    if (a3d_utf8_valid(t->data, t->size) == t->size)
        return t->size + t->size / 4;
    for (size_t i = 0; i < t->size; i++)
        high += t->data[i] >= 0x80;
    return high <= t->size / 4 ? t->size / 5 * 2 : t->size / 8;
}

/* Whether the text begins with a brace and a key in quotes, or a bracket and a value. */
static const char *json_kind(const uint8_t *data, size_t size)
{
    size_t i = 1;
    if (size == 0 || (data[0] != '{' && data[0] != '['))
        return NULL;
    while (i < size && is_blank(data[i]))
        i++;
    if (i == size || memchr(data[0] == '{' ? "\"}" : "\"{[]-0123456789tfn", data[i], data[0] == '{' ? 2 : 18) == NULL)
        return NULL;
    for (size_t k = i; k < size && k < HEAD; k++)
        if (has_word(data + k, size - k, "\"asset\"") || has_word(data + k, size - k, "\"buffers\""))
            return "a glTF scene";
    return "a JSON document";
}

bool a3d_is_utf32(const uint8_t *data, size_t size)
{
    bool big = size >= 4 && a3d_load32(data, true) == 0xfeff, little = size >= 4 && a3d_load32(data, false) == 0xfeff;
    if (size % 4 != 0 || !(big || little))
        return false;
    for (size_t i = 4; i < size; i += 4)
        if (a3d_load32(data + i, big) >= 0x110000)
            return false;
    return true;
}

/* Text in UTF-32 or UTF-16 begins with a mark. In UTF-16 most characters are below 256, and
 * none is a control character. */
static const char *wide_kind(const uint8_t *data, size_t size)
{
    bool big = size >= 4 && data[0] == 0xfe && data[1] == 0xff;
    bool little = size >= 4 && data[0] == 0xff && data[1] == 0xfe;
    size_t units = 0, narrow = 0;
    if (a3d_is_utf32(data, size))
        return "text in UTF-32";
    for (size_t i = 2; (big || little) && i + 1 < size && i < HEAD; i += 2, units++) {
        uint8_t high = data[i + little], low = data[i + big];
        if (high == 0 && low < 0x20 && !is_blank(low))
            return NULL;
        narrow += high == 0;
    }
    return units >= 4 && narrow > units / 2 ? "text in UTF-16" : NULL;
}

const char *a3d_text_kind(const uint8_t *data, size_t size)
{
    size_t mark = a3d_utf8_mark(data, size);
    if (size < LEAST)
        return NULL;
    const char *wide = wide_kind(data, size);
    if (wide != NULL || !is_text(data + mark, size - mark))
        return wide;
    while (mark < size && is_blank(data[mark]))
        mark++;
    data += mark;
    size -= mark;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t at = 0; at < size && at < (kinds[i].anywhere ? HEAD : 1); at++)
            if (is_of_kind(data + at, size - at, &kinds[i]))
                return kinds[i].name;
    const char *json = json_kind(data, size);
    return json != NULL ? json : "text";
}

/* The lines of a pointer (git-lfs/docs/spec.md). */
bool a3d_trace_pointer(a3d_tracing *t)
{
    uint64_t content = 0;
    size_t i = 0;
    if (t->size > 1024 || !has_word(t->data, t->size, kinds[0].word))
        return false;
    while (i < t->size && !has_word(t->data + i, t->size - i, "\nsize "))
        i++;
    for (i += 6; i < t->size && t->data[i] >= '0' && t->data[i] <= '9' && content < UINT64_MAX / 16; i++)
        content = content * 10 + (uint64_t)(t->data[i] - '0');
    a3d_evidence e = {.rule = A3D_FILE_GIT_LFS_POINTER, .size = t->size, .bits = 8 * (uint64_t)t->size, .sure = true};
    a3d_add_trace(t, &e, "the file is a Git LFS pointer to a content of %s; `git lfs pull` fetches it",
                  content > 0 ? a3d_amount_of(content, "byte").text : "unknown size");
    return true;
}
