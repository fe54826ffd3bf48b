/* retry.h - checks a file again with the bytes of a suspect in their place */
#ifndef A3D_LINT_RETRY_H
#define A3D_LINT_RETRY_H

#include "base/text.h"
#include "engine/check/tally.h"
#include "lint/lint.h"

/* Trials for the findings of one file. */
typedef struct a3d_retry {
    const a3d_result *before;
    a3d_options options;
    a3d_arena arena, own; /* own: of the document that is tried */
    a3d_text file, next;
    a3d_tally was, is;    /* was: of the document before; is: for the caller */
    uint64_t steps, budget;
    bool vouched;         /* a checksum of the file agrees with the changed bytes of the last trial */
} a3d_retry;

/* Begins trials for a complete result that has steps left over. False when memory ran out; a3d_retry_end is called in
 * any case. */
bool a3d_retry_begin(a3d_retry *t, const a3d_result *before, const a3d_options *options);
void a3d_retry_end(a3d_retry *t);

/* Checks the file with the bytes of a suspect in place, and with what follows from them. The result is there until the
 * next trial. NULL if it cannot be done within the steps. */
const a3d_result *a3d_check_repaired(a3d_retry *t, const a3d_suspect *s);

/* Makes derived values right that depend on changed bytes. Rules with a count in `stale` (NULL: none) were broken
 * before the change and are left alone. `result` is of the changed file, checked with a3d_limits.repairs. Returns
 * whether *out got a file. */
bool a3d_follow_bytes(const a3d_result *result, const uint64_t *stale, a3d_text *out, uint64_t *steps);

#endif
