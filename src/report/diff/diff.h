/* diff.h - how two documents differ, for programs (JSON) or people (text). */
#ifndef A3D_REPORT_DIFF_DIFF_H
#define A3D_REPORT_DIFF_DIFF_H

#include "base/json.h"
#include "lint/lint.h"

typedef struct a3d_diff_file {
    const char *path;
    const a3d_result *result;
    const uint8_t *data; /* of result->size bytes */
} a3d_diff_file;

typedef struct a3d_diff_options {
    bool json, color;
    bool all;         /* derived values and choices too */
    double tolerance; /* of floats (engine/diff/compare.h) */
} a3d_diff_options;

/* Appends how b differs from a; both have documents of the same format. What the bytes choose beyond values is told
 * when no value differs, or with `all`. *same is set when nothing was told. False when memory ran out. */
bool a3d_diff(a3d_text *out, const a3d_diff_file *a, const a3d_diff_file *b, const a3d_diff_options *options, bool *same);

/* The differences as an array in JSON, those of derived values and choices too: the member `differences` of what a3d_diff
 * writes. False when memory ran out. */
bool a3d_diff_list(a3d_json *j, const a3d_diff_file *a, const a3d_diff_file *b);

#endif
