/* json.h - writes JSON into a text buffer.
 *
 * The emitter adds commas by itself and, in the pretty form, line ends and indents. Keys and values must alternate
 * inside an object; each bracket that is opened must be closed. */
#ifndef A3D_BASE_JSON_H
#define A3D_BASE_JSON_H

#include "base/text.h"

/* What comes before the next value: an opening bracket, another value, or a key. */
typedef enum a3d_json_at { A3D_JSON_FIRST, A3D_JSON_NEXT, A3D_JSON_KEYED } a3d_json_at;

typedef struct a3d_json {
    a3d_text *out;
    unsigned depth;
    a3d_json_at at;
    bool pretty;
} a3d_json;

/* Starts a JSON text at the end of `out`. */
void a3d_json_init(a3d_json *j, a3d_text *out, bool pretty);
void a3d_json_open(a3d_json *j, char bracket); /* '{' or '[' */
void a3d_json_close(a3d_json *j, char bracket); /* '}' or ']' */
/* Text of any bytes; each byte that is not valid UTF-8 is written as U+FFFD. */
void a3d_json_text(a3d_json *j, const char *text, size_t n);
void a3d_json_str(a3d_json *j, const char *text);
/* Integers beyond 2^53 are written as strings, since many readers would round them. */
void a3d_json_int(a3d_json *j, int64_t value);
void a3d_json_uint(a3d_json *j, uint64_t value);
/* A float, given by its bits: a number, or a string for inf, -inf and nan (the latter with its bits). */
void a3d_json_float(a3d_json *j, uint32_t bits);
void a3d_json_bool(a3d_json *j, bool value);
void a3d_json_null(a3d_json *j);

/* A text in parts: begin, any number of parts, end. a3d_json_part escapes its bytes, which must be whole characters.
 * Numbers, paths and other text that needs no escape may be written directly into j->out. */
void a3d_json_begin_text(a3d_json *j);
void a3d_json_part(a3d_json *j, const char *text, size_t n);
void a3d_json_end_text(a3d_json *j);

/* Writes what comes before a value (comma, indent), for a caller that writes the value itself into j->out. */
void a3d_json_before(a3d_json *j);

/* Keys are written without escaping. Their size is passed in, since most callers know it at compile time. */
void a3d_json_put_key(a3d_json *j, const char *key, size_t size);
void a3d_json_put_text(a3d_json *j, const char *key, size_t size, const char *text, size_t n);
void a3d_json_put_uint(a3d_json *j, const char *key, size_t size, uint64_t value);
void a3d_json_put_word(a3d_json *j, const char *key, size_t size, const char *word); /* true, false or null */
void a3d_json_put_open(a3d_json *j, const char *key, size_t size, char bracket);

static inline void a3d_json_key(a3d_json *j, const char *key)
{
    a3d_json_put_key(j, key, strlen(key));
}

/* Members of an object: a key and its value. */
static inline void a3d_json_member_text(a3d_json *j, const char *key, const char *text, size_t n)
{
    a3d_json_put_text(j, key, strlen(key), text, n);
}

static inline void a3d_json_member_str(a3d_json *j, const char *key, const char *text)
{
    a3d_json_put_text(j, key, strlen(key), text, strlen(text));
}

static inline void a3d_json_member_uint(a3d_json *j, const char *key, uint64_t value)
{
    a3d_json_put_uint(j, key, strlen(key), value);
}

static inline void a3d_json_member_bool(a3d_json *j, const char *key, bool value)
{
    a3d_json_put_word(j, key, strlen(key), value ? "true" : "false");
}

static inline void a3d_json_member_null(a3d_json *j, const char *key)
{
    a3d_json_put_word(j, key, strlen(key), "null");
}

/* A text that may be missing: null if it is NULL or empty. */
static inline void a3d_json_member_maybe(a3d_json *j, const char *key, const char *text)
{
    if (text != NULL && text[0] != '\0')
        a3d_json_member_str(j, key, text);
    else
        a3d_json_member_null(j, key);
}

/* An object, an array, or with '"' a text in parts. */
static inline void a3d_json_member_open(a3d_json *j, const char *key, char bracket)
{
    a3d_json_put_open(j, key, strlen(key), bracket);
}

#endif
