/* repair.h - the edit that would make a finding go. */
#ifndef A3D_REPORT_COMMON_REPAIR_H
#define A3D_REPORT_COMMON_REPAIR_H

#include "base/text.h"
#include "lint/lint.h"

typedef enum a3d_repair {
    A3D_NO_REPAIR, /* none that follows from the finding alone */
    A3D_BY_VALUE,  /* the value that was expected */
    A3D_BY_BOUND,  /* the nearest value that is allowed */
    A3D_BY_CAUSE,  /* the repair of a suspected cause */
    A3D_BY_CUT,    /* dropping bytes that no field owns */
    A3D_BY_TWIN,   /* the value that a neighbour has which does not break the rule */
    A3D_BY_REWRITE /* no edit: writing the file in canonical form */
} a3d_repair;

/* Looks for a repair of a finding: each that comes into question is tried on a copy of the file, and counts only
 * when the finding goes and no error comes. `twin` (may be NULL) is a file that differs as little as possible and
 * does not have the finding. Appends the edit, as the command `edit` takes it. All copies together are judged in
 * *steps steps (a3d_limits.work), of which those that were taken are gone afterwards. */
a3d_repair a3d_find_repair(a3d_text *edit, const a3d_result *result, uint32_t finding, const a3d_result *twin, uint64_t *steps);

#endif
