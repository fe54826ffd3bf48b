/* avoid.h - keeps the search away from faults that are known, so that it finds those behind them
 *
 * A list says by what in its document a file reaches a fault. Each line is one or more conditions, and how such a
 * file is repaired:
 *
 *     version = 2 => version=3
 *     rule:tanki/material-index & meshes[].submeshes.$count > 4 => fix
 *     objects[].name.$present = 0 => objects[*].name.$present=yes
 *
 * A condition holds if any value at its path does; [] is any element, $count the length of a list or text, $present
 * whether an optional field is there. `rule:ID` holds if the file breaks the rule. What follows => are edits in the
 * grammar of `a3dlint edit`, or `fix`, which repairs what the rules are about. Lines that begin with # are comments.
 *
 * The mutator reads the list that A3D_AVOID in the environment names, again whenever it changed. */
#ifndef A3D_HARNESSES_AVOID_H
#define A3D_HARNESSES_AVOID_H

#include "model/doc.h"

#include <stdio.h>

/* Whether there is a list to observe. */
bool avoid_is_on(void);

/* Whether a file reaches a fault of the list. */
bool avoid_reaches(const a3d_format *format, const uint8_t *data, size_t size);

/* Writes the file, repaired by each line that it matches, to `out`, which may be `data`. Returns its size, or 0 if it cannot be repaired or
 * has more than `most` bytes. */
size_t avoid_repair(const a3d_format *format, const uint8_t *data, size_t size, uint8_t *out, size_t most);

/* ---- for learning (avoid_learn.c) ---- */

enum { AVOID_CONDITIONS = 3, AVOID_LINES = 64, AVOID_PATH = 200, AVOID_EDITS = 512 };

#define AVOID_RULE 1e300 /* the value of a broken rule */

typedef enum avoid_op { AVOID_ANY, AVOID_EQUAL, AVOID_BELOW, AVOID_ABOVE } avoid_op;

typedef struct avoid_condition {
    uint64_t path, list; /* hashes: of the path, and of the list whose elements it is about */
    avoid_op op;
    double value;
    char text[AVOID_PATH]; /* the path */
} avoid_condition;

typedef struct avoid_line {
    avoid_condition conditions[AVOID_CONDITIONS];
    unsigned n;
    char edits[AVOID_EDITS]; /* "" if nothing repairs such a file */
} avoid_line;

/* What is told of each value of a document. `text` is the path, or NULL if it is not asked for. */
typedef struct avoid_look avoid_look;
struct avoid_look {
    void (*see)(avoid_look *look, uint64_t path, double value);
    bool (*walks)(const avoid_look *look, uint64_t list); /* whether elements of this plain list are told; NULL: all */
    void (*name)(avoid_look *look, uint64_t path, const char *text); /* told of each path first; or NULL */
    void *user;
};
void avoid_look_at(const a3d_doc *doc, avoid_look *look);

uint64_t avoid_hash(const char *path);
bool avoid_holds(const avoid_condition *c, double value);
/* Reads one line. False if it is no line of a list. */
bool avoid_parse(avoid_line *line, const char *text);
void avoid_print(FILE *out, const avoid_line *line);
/* The format of a file by its first bytes, or NULL. */
const a3d_format *avoid_format(const uint8_t *data, size_t size);
/* Decodes a file and looks at it. False if it does not decode. */
bool avoid_see(const a3d_format *format, const uint8_t *data, size_t size, bool rules, avoid_look *look);
/* As avoid_reaches and avoid_repair, for one line. */
bool avoid_matches(const avoid_line *line, const a3d_format *format, const uint8_t *data, size_t size);
size_t avoid_repair_by(const avoid_line *line, const a3d_format *format, const uint8_t *data, size_t size, uint8_t *out,
                       size_t most);

/* How many places of a file can be changed one by one; and the file with the place `at` changed: another value, a list
 * that is empty or longer, an optional field that comes or goes. Returns its size, or 0 if that cannot be. */
unsigned avoid_places(const a3d_format *format, const uint8_t *data, size_t size);
size_t avoid_vary(const a3d_format *format, const uint8_t *data, size_t size, unsigned at, uint8_t *out, size_t most);

typedef struct avoid_file {
    uint8_t *data;
    size_t size;
} avoid_file;
/* Learns which lines tell `bad` files from `good` ones, of which the first n_near were made of bad ones by a small change.
 * Returns how many lines. */
unsigned avoid_learn(const avoid_file *bad, size_t n_bad, const avoid_file *good, size_t n_good, size_t n_near,
                     avoid_line *lines, unsigned most);

#endif
