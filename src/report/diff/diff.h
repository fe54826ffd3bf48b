/* diff.h - how two documents differ, as JSON or as text for people */
#ifndef A3D_REPORT_DIFF_DIFF_H
#define A3D_REPORT_DIFF_DIFF_H

#include "base/json.h"
#include "lint/lint.h"

typedef struct a3d_diff_file {
    const char *path;
    const a3d_result *result;
    const uint8_t *data; /* result->size bytes */
} a3d_diff_file;

typedef struct a3d_diff_options {
    bool json, color;
    bool all;         /* include derived values and choices */
    bool each;        /* text: a line for each object that only one side has, not one line for several of a list */
    unsigned width;   /* text: columns that lines are broken to fit into; 0: no limit */
    double tolerance; /* for floats (engine/diff/compare.h) */
    uint64_t steps;   /* how much work it may be (engine/diff/compare.h); 0: any amount */
} a3d_diff_options;

typedef struct a3d_diff_end {
    bool same;    /* nothing was reported */
    bool limited; /* stopped by the limit of steps: there may be more differences */
} a3d_diff_end;

/* Appends how b differs from a; both have documents of the same format. Choices of the encoding that leave all
 * values the same are reported only when no value differs, or with `all`. Returns false when memory ran out. */
bool a3d_diff(a3d_text *out, const a3d_diff_file *a, const a3d_diff_file *b, const a3d_diff_options *options,
              a3d_diff_end *end);

/* Writes the differences as a JSON array, including derived values and choices: the member `differences` that
 * a3d_diff writes. Returns false when memory ran out. */
bool a3d_diff_list(a3d_json *j, const a3d_diff_file *a, const a3d_diff_file *b);

#endif
