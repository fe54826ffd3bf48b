/* json_read.h - JSON in, strictly as RFC 8259 has it: no comments, no commas behind the last, UTF-8 only.
 *
 * The caller asks for what must come next. The first thing that is not so ends the reading: `problem` says what is
 * wrong, and whatever is asked for afterwards fails. */
#ifndef A3D_BASE_JSON_READ_H
#define A3D_BASE_JSON_READ_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_json_reader {
    a3d_arena *arena; /* of the texts */
    const char *data;
    size_t size, pos;
    size_t at;           /* where the last value began, or the problem is */
    const char *problem; /* NULL while all is well */
    size_t counted;      /* lines are counted up to here */
    unsigned line;
} a3d_json_reader;

void a3d_json_read(a3d_json_reader *r, a3d_arena *arena, const void *data, size_t size);

/* A '{' or '[' must come. */
bool a3d_json_enter(a3d_json_reader *r, char bracket);
/* Whether another member or element comes before the closing bracket, which is taken. *n counts them: 0 at first. */
bool a3d_json_more(a3d_json_reader *r, char bracket, size_t *n);
/* The name of a member and its colon. NULL after a problem. */
const char *a3d_json_name(a3d_json_reader *r);
/* A text. NULL after a problem; a text with a NUL in it is one. */
const char *a3d_json_string(a3d_json_reader *r);
/* A whole number of at most 15 digits. */
bool a3d_json_whole(a3d_json_reader *r, uint64_t *value);
/* Nothing may come but white space. */
bool a3d_json_ends(a3d_json_reader *r);

/* Sets the problem, at the last value. Returns false. */
bool a3d_json_fail(a3d_json_reader *r, const char *problem);
/* The line of an offset that is not before the one asked for last. */
unsigned a3d_json_line(a3d_json_reader *r, size_t at);
/* The line and column (in bytes, both from 1) of an offset. */
void a3d_json_place(const a3d_json_reader *r, size_t at, unsigned *line, unsigned *column);

#endif
