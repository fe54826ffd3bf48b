/* again.h - keeps a result as bytes, and makes a result of them that is reported in the same words
 *
 * What is kept of a document is what text, JSON, SARIF, JUnit, annotations and baselines take from it: findings, paths,
 * the chain of streams around each place, and the bytes near each finding. Fields and their values are not: such a
 * result cannot be shown as a tree, counted, edited or encoded. */
#ifndef A3D_REPORT_COMMON_AGAIN_H
#define A3D_REPORT_COMMON_AGAIN_H

#include "base/text.h"
#include "lint/lint.h"

/* Appends a result. `n_levels` is that of the options that it was made with. False if it cannot be kept; what was
 * appended is then worthless. */
bool a3d_again_put(a3d_text *out, const a3d_result *result, size_t n_levels);

/* Makes a result of kept bytes, which may be any bytes. It lives in the arena and points into `data`. NULL when the
 * bytes are not a result with so many levels, or when memory ran out. */
const a3d_result *a3d_again_read(a3d_arena *arena, const uint8_t *data, size_t size, size_t n_levels);

#endif
