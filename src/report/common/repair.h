/* repair.h - finds the edit that clears a finding */
#ifndef A3D_REPORT_COMMON_REPAIR_H
#define A3D_REPORT_COMMON_REPAIR_H

#include "base/text.h"
#include "lint/lint.h"

typedef enum a3d_repair {
    A3D_NO_REPAIR, /* none follows from the finding alone */
    A3D_BY_VALUE,  /* the value that was expected */
    A3D_BY_BOUND,  /* the nearest allowed value */
    A3D_BY_OTHER_BOUND, /* the other end of the allowed range; the nearest value does not clear the finding */
    A3D_BY_CAUSE,  /* the repair of a suspected cause */
    A3D_BY_CUT,    /* removing bytes that no field owns */
    A3D_BY_TWIN,   /* the value of the twin that does not break the rule */
    A3D_BY_REWRITE /* not an edit: rewriting the file in canonical form */
} a3d_repair;

/* Looks for an edit that clears a finding. Each candidate is tried on a copy of the file and accepted when the
 * finding is gone and no new error appears. `twin` (may be NULL) is a file that differs as little as possible and
 * does not have the finding. Appends the edit, as an argument of the command `edit`. Checking the copies may take
 * *steps steps in all (see a3d_limits.work); the steps taken are subtracted. */
a3d_repair a3d_find_repair(a3d_text *edit, const a3d_result *result, uint32_t finding, const a3d_result *twin,
                           uint64_t *steps);

#endif
