/* edits.h - edits that may repair what `fix` does not: tried on a copy, for people to judge */
#ifndef A3D_REPORT_TRIAGE_EDITS_H
#define A3D_REPORT_TRIAGE_EDITS_H

#include "lint/lint.h"

typedef struct a3d_tried_edits {
    const char *edits;       /* arguments of `a3dlint edit`, or NULL: nothing was tried, or nothing helped */
    const char *story;       /* what was wrong then, as a phrase; NULL: the first suspect of the finding */
    const a3d_result *after; /* the edited file, */
    const uint8_t *data;     /* its bytes, */
    size_t size;
    size_t left;             /* and how many errors remain in it */
    uint64_t steps;          /* that all trials took */
} a3d_tried_edits;

/* Tries what explains more than one finding: two fields that are swapped, a table whose addresses are all off by the
 * same amount; then the first suspect of a finding. All may take `steps` steps. The result lives in the arena. */
a3d_tried_edits a3d_try_edits(a3d_arena *arena, const a3d_result *result, const a3d_finding *f, uint64_t steps);

#endif
