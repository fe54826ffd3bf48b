/* names.h - what words stand for, and the nearest word that is known; nothing here prints */
#ifndef A3D_CLI_OPTIONS_NAMES_H
#define A3D_CLI_OPTIONS_NAMES_H

#include "base/text.h"
#include "lint/lint.h"

/* 0 off, 1 note, 2 warning, 3 error, 4 never, or -1. */
int a3d_level_of(const char *word);
/* Reads digits: any number of 64 bits. */
bool a3d_parse_seed(const char *text, uint64_t *value);
/* Reads digits with an optional Ki, Mi or Gi; false when the text is something else. */
bool a3d_parse_number(const char *text, uint64_t *value);
bool a3d_names_compat(const char *name);
/* Whether a pattern names any rule. */
bool a3d_names_rule(const char *pattern);

/* The nearest name so far; starts with zeroes. */
typedef struct a3d_near {
    const char *name;
    unsigned distance;
} a3d_near;
void a3d_near_rules(a3d_near *near, const char *word);
void a3d_near_compats(a3d_near *near, const char *word);
void a3d_near_word(a3d_near *near, const char *word, const char *name);
/* A level from `from` to `to`, or -1 after "takes note, warning or error, not 'warn'; did you mean warning?". */
int a3d_take_level(a3d_text *problem, const char *word, unsigned from, unsigned to);
/* Appends "; did you mean NAME?" when it is near enough, else "; see OTHERWISE". */
void a3d_put_near(a3d_text *out, const a3d_near *near, const char *otherwise);

/* FORMAT[:VERSION][:BRANCH], as --as names them. */
typedef struct a3d_as {
    const a3d_format *format;
    const a3d_version *version; /* NULL: none was given */
    const a3d_branch *branch;   /* NULL: none was given */
} a3d_as;

/* Splits FORMAT[:VERSION][:BRANCH]. False with what is wrong as a text. */
bool a3d_read_as(const char *text, a3d_as *as, a3d_text *problem);

#endif
