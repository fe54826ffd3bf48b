/* json_read.h - reads JSON strictly by RFC 8259: no comments, no trailing commas, UTF-8 only.
 *
 * The caller asks for what must come next. The first violation ends the reading: `problem` describes it, `at` is its
 * offset, and all later calls fail. */
#ifndef A3D_BASE_JSON_READ_H
#define A3D_BASE_JSON_READ_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_json_reader {
    a3d_arena *arena; /* texts are allocated here */
    const char *data;
    size_t size, pos;
    size_t at;           /* where the last value began, or where the problem is */
    const char *problem; /* NULL while there is none */
    size_t counted;      /* lines are counted up to here */
    unsigned line;
} a3d_json_reader;

/* Starts reading `size` bytes, which must stay valid until the reading ends. */
void a3d_json_read(a3d_json_reader *r, a3d_arena *arena, const void *data, size_t size);

/* Enters the object '{' or array '[' that must come next. */
bool a3d_json_enter(a3d_json_reader *r, char bracket);
/* Whether another member or element follows; if not, the closing bracket is taken. *n counts them and starts at 0. */
bool a3d_json_more(a3d_json_reader *r, char bracket, size_t *n);
/* Reads the name of a member and its colon. NULL after a problem. */
const char *a3d_json_name(a3d_json_reader *r);
/* Reads a text. NULL after a problem; a NUL inside the text is one. */
const char *a3d_json_string(a3d_json_reader *r);
/* Reads a whole number of at most 15 digits. */
bool a3d_json_whole(a3d_json_reader *r, uint64_t *value);
/* Checks that only white space follows. */
bool a3d_json_ends(a3d_json_reader *r);

/* Reports a problem at the last value. Returns false. */
bool a3d_json_fail(a3d_json_reader *r, const char *problem);
/* The line of an offset, which must not be before the previous one asked for. */
unsigned a3d_json_line(a3d_json_reader *r, size_t at);
/* The line and column of an offset, both from 1; columns count bytes. */
void a3d_json_place(const a3d_json_reader *r, size_t at, unsigned *line, unsigned *column);

#endif
