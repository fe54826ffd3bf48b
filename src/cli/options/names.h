/* names.h - what the words of options and configuration files mean, and the nearest known word; nothing here prints */
#ifndef A3D_CLI_OPTIONS_NAMES_H
#define A3D_CLI_OPTIONS_NAMES_H

#include "base/text.h"
#include "lint/as.h"

/* The a3d_severity that a word names; "never" is A3D_ERROR + 1. -1 for any other word. */
int a3d_level_of(const char *word);
/* Reads a decimal number of 64 bits. False when the text is anything else. */
bool a3d_parse_seed(const char *text, uint64_t *value);
/* Reads a decimal number below 2^63 with an optional Ki, Mi or Gi. False when the text is anything else. */
bool a3d_parse_number(const char *text, uint64_t *value);
/* Whether any format has a compat of this name. */
bool a3d_names_compat(const char *name);

/* The name most similar to a word so far; starts zeroed. The functions compare the word with more names. */
typedef struct a3d_near {
    const char *name;
    unsigned distance;
} a3d_near;
void a3d_near_rules(a3d_near *near, const char *word);
void a3d_near_compats(a3d_near *near, const char *word);
void a3d_near_word(a3d_near *near, const char *word, const char *name);
/* The level that a word names, from `from` to `to`. For any other word returns -1 and appends to *problem:
 * "takes note, warning or error, not 'warn'; did you mean warning?". */
int a3d_parse_level(a3d_text *problem, const char *word, unsigned from, unsigned to);
/* Appends "; did you mean NAME?" when the name is similar enough, else "; see OTHERWISE". */
void a3d_put_near(a3d_text *out, const a3d_near *near, const char *otherwise);

#endif
