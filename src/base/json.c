/* json.c - see json.h
 *
 * Reports consist mostly of JSON, so room for a value, its key and the comma and indent before them is made in one
 * step. */
#include "base/json.h"
#include "base/bytes.h"
#include "base/never.h"
#include "base/numbers.h"
#include "base/utf8.h"

enum {
    SPACES = 32,
    WORD = 8,
    AROUND = 24 /* what a text takes beyond its bytes: quotes, an escape, one extra word, colon and space */
};

void a3d_json_init(a3d_json *j, a3d_text *out, bool pretty)
{
    *j = (a3d_json){.out = out, .pretty = pretty};
}

A3D_INLINE char *put_line(const a3d_json *j, char *to)
{
    static const char spaces[SPACES + 1] = "                                ";
    size_t n = 2 * (size_t)j->depth;
    *to++ = '\n';
    memcpy(to, spaces, SPACES);
    if (n > SPACES)
        memset(to, ' ', n);
    return to + n;
}

/* Makes room for n bytes and writes what comes before a value: a comma, a line end and an indent. */
A3D_INLINE char *lead(a3d_json *j, size_t n)
{
    char *to = a3d_room(j->out, n + AROUND + 2 * (size_t)j->depth + SPACES + 2);
    a3d_json_at at = j->at;
    j->at = A3D_JSON_NEXT;
    if (at == A3D_JSON_KEYED || j->depth == 0 || to == NULL)
        return to;
    *to = ',';
    to += at == A3D_JSON_NEXT;
    return j->pretty ? put_line(j, to) : to;
}

static void finish(a3d_json *j, const char *end)
{
    a3d_ended(j->out, end);
}

/* ---- texts ---- */

static bool plain_char(char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* Copies eight bytes if none of them needs an escape. */
static bool copy_word(char *to, const char *text)
{
    if (!a3d_plain_word(text, '"', '\\'))
        return false;
    memcpy(to, text, WORD);
    return true;
}

/* Copies text up to the first character that needs an escape, and returns its size. */
static size_t copy_plain(char *to, const char *text, size_t n)
{
    size_t i = 0;
    while (n - i >= WORD && copy_word(to + i, text + i))
        i += WORD;
    /* the rest, overlapping what is already copied */
    if (i > 0 && n - i < WORD && copy_word(to + n - WORD, text + n - WORD))
        return n;
    for (; i < n && plain_char(text[i]); i++)
        to[i] = text[i];
    return i;
}

/* Writes the next character, which needs an escape, and returns how many bytes of the text it takes. */
static size_t put_escaped(char **to, const char *text, size_t n)
{
    unsigned char c = (unsigned char)text[0];
    size_t step = a3d_utf8_step((const uint8_t *)text, n);
    if (step == 0) {
        memcpy(*to, "\\ufffd", 6);
        *to += 6;
    } else if (c == '"' || c == '\\') {
        *(*to)++ = '\\';
        *(*to)++ = (char)c;
    } else if (a3d_utf8_control((const uint8_t *)text, n) > 0) {
        const unsigned char *p = (const unsigned char *)text;
        unsigned code = step == 1 ? c : step == 2 ? (c & 0x1fu) << 6 | (p[1] & 0x3fu)
                                                  : (c & 0xfu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
        memcpy(*to, "\\u", 2);
        *to = a3d_write_digits(*to + 2, code, 4);
    } else {
        memcpy(*to, text, step);
        *to += step;
    }
    return step > 0 ? step : 1;
}

/* Writes escaped text where room was made for n + AROUND bytes. Returns the end, or NULL if memory runs out. */
static char *put_text(a3d_json *j, char *to, const char *text, size_t n)
{
    for (;;) {
        size_t run = copy_plain(to, text, n);
        to += run;
        if (run == n)
            return to;
        run += put_escaped(&to, text + run, n - run);
        text += run;
        n -= run;
        finish(j, to);
        to = a3d_room(j->out, n + AROUND);
        if (to == NULL)
            return NULL;
    }
}

void a3d_json_part(a3d_json *j, const char *text, size_t n)
{
    char *to = a3d_room(j->out, n + AROUND);
    if (to != NULL && (to = put_text(j, to, text, n)) != NULL)
        finish(j, to);
}

static char *quoted(a3d_json *j, char *to, const char *text, size_t n)
{
    *to++ = '"';
    to = put_text(j, to, text, n);
    if (to != NULL)
        *to++ = '"';
    return to;
}

void a3d_json_text(a3d_json *j, const char *text, size_t n)
{
    char *to = lead(j, n);
    if (to != NULL && (to = quoted(j, to, text, n)) != NULL)
        finish(j, to);
}

void a3d_json_str(a3d_json *j, const char *text)
{
    a3d_json_text(j, text, strlen(text));
}

void a3d_json_begin_text(a3d_json *j)
{
    char *to = lead(j, 0);
    if (to == NULL)
        return;
    *to++ = '"';
    finish(j, to);
}

void a3d_json_end_text(a3d_json *j)
{
    a3d_putc(j->out, '"');
}

/* ---- keys and brackets ---- */

/* Copies a key in whole words. That reads its NUL and writes a few bytes beyond its end, for which there is room. */
A3D_INLINE char *copy_key(char *to, const char *key, size_t n)
{
    if (n >= 7) {
        for (size_t i = 0; n + 1 - i > WORD; i += WORD)
            memcpy(to + i, key + i, WORD);
        memcpy(to + n + 1 - WORD, key + n + 1 - WORD, WORD);
    } else if (n >= 3) {
        memcpy(to, key, 4);
        memcpy(to + n - 3, key + n - 3, 4);
    } else {
        for (size_t i = 0; i < n; i++)
            to[i] = key[i];
    }
    return to + n;
}

/* Writes a key, and makes room for a value of n bytes after it. */
A3D_INLINE char *put_key(a3d_json *j, const char *key, size_t size, size_t n)
{
    char *to = lead(j, size + n);
    if (to == NULL)
        return NULL;
    *to++ = '"';
    to = copy_key(to, key, size);
    memcpy(to, "\": ", 3);
    return to + 2 + j->pretty;
}

void a3d_json_put_key(a3d_json *j, const char *key, size_t size)
{
    const char *to = put_key(j, key, size, 0);
    if (to != NULL)
        finish(j, to);
    j->at = A3D_JSON_KEYED;
}

static void enter(a3d_json *j)
{
    j->depth++;
    j->at = A3D_JSON_FIRST;
}

void a3d_json_open(a3d_json *j, char bracket)
{
    char *to = lead(j, 1);
    enter(j);
    if (to == NULL)
        return;
    *to++ = bracket;
    finish(j, to);
}

void a3d_json_close(a3d_json *j, char bracket)
{
    A3D_ASSERT(j->depth > 0);
    bool some = j->at == A3D_JSON_NEXT;
    j->at = A3D_JSON_NEXT;
    char *to = a3d_room(j->out, 2 * (size_t)--j->depth + SPACES + 2);
    if (to == NULL)
        return;
    if (some && j->pretty)
        to = put_line(j, to);
    *to++ = bracket;
    finish(j, to);
}

void a3d_json_before(a3d_json *j)
{
    const char *to = lead(j, 0);
    if (to != NULL)
        finish(j, to);
}

/* ---- values ---- */

static bool exact(uint64_t size)
{
    return size <= UINT64_C(1) << 53;
}

static char *put_uint(char *to, uint64_t value)
{
    if (exact(value))
        return a3d_write_uint(to, value);
    *to++ = '"';
    to = a3d_write_uint(to, value);
    *to++ = '"';
    return to;
}

/* Writes true, false or null. */
static char *put_word(char *to, const char *word)
{
    memcpy(to, word, 5); /* the fifth is the e of false, or a NUL */
    return to + 4 + (word[4] != '\0');
}

void a3d_json_int(a3d_json *j, int64_t value)
{
    bool quote = !exact(value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    char *to = lead(j, A3D_NUMBER_ROOM);
    if (to == NULL)
        return;
    *to = '"';
    to = a3d_write_int(to + quote, value);
    *to = '"';
    finish(j, to + quote);
}

void a3d_json_uint(a3d_json *j, uint64_t value)
{
    char *to = lead(j, A3D_NUMBER_ROOM);
    if (to != NULL)
        finish(j, put_uint(to, value));
}

void a3d_json_float(a3d_json *j, uint32_t bits)
{
    bool odd = (bits & 0x7f800000u) == 0x7f800000u, nan = odd && (bits & 0x7fffffu) != 0;
    char *to = lead(j, A3D_NUMBER_ROOM);
    if (to == NULL)
        return;
    *to = '"';
    to = a3d_write_float(to + odd, bits);
    if (nan) {
        *to = ':';
        to = a3d_write_digits(to + 1, bits, 8);
    }
    *to = '"';
    finish(j, to + odd);
}

void a3d_json_bool(a3d_json *j, bool value)
{
    char *to = lead(j, WORD);
    if (to != NULL)
        finish(j, put_word(to, value ? "true" : "false"));
}

void a3d_json_null(a3d_json *j)
{
    char *to = lead(j, WORD);
    if (to != NULL)
        finish(j, put_word(to, "null"));
}

/* ---- members ---- */

void a3d_json_put_text(a3d_json *j, const char *key, size_t size, const char *text, size_t n)
{
    char *to = put_key(j, key, size, n);
    if (to != NULL && (to = quoted(j, to, text, n)) != NULL)
        finish(j, to);
}

void a3d_json_put_uint(a3d_json *j, const char *key, size_t size, uint64_t value)
{
    char *to = put_key(j, key, size, A3D_NUMBER_ROOM);
    if (to != NULL)
        finish(j, put_uint(to, value));
}

void a3d_json_put_word(a3d_json *j, const char *key, size_t size, const char *word)
{
    char *to = put_key(j, key, size, WORD);
    if (to != NULL)
        finish(j, put_word(to, word));
}

void a3d_json_put_open(a3d_json *j, const char *key, size_t size, char bracket)
{
    char *to = put_key(j, key, size, 1);
    if (bracket != '"')
        enter(j);
    if (to == NULL)
        return;
    *to++ = bracket;
    finish(j, to);
}
