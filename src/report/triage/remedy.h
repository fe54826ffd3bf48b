/* remedy.h - the repair that is suggested for a file: tried, and with what it changes */
#ifndef A3D_REPORT_TRIAGE_REMEDY_H
#define A3D_REPORT_TRIAGE_REMEDY_H

#include "base/json.h"
#include "lint/fix.h"
#include "report/triage/damage.h"
#include "report/triage/edits.h"

typedef struct a3d_remedy {
    bool tried;        /* `fix` was tried */
    bool works;        /* and clears the finding */
    size_t left;       /* then so many errors remain */
    a3d_safety safety; /* of the repair; where none works, of what the kind of damage advises */
    a3d_tried_edits edits;   /* where it does not: edits that were tried */
    const a3d_result *after; /* the repaired or edited file, in the arena that was given; NULL: nothing helped */
    const uint8_t *data;     /* and its bytes, */
    size_t size;             /* so many */
    uint64_t steps;    /* that it took, at most those that were allowed */
} a3d_remedy;

/* Says whether a file can be repaired. `fix` is tried with at most `steps` steps; 0: it is not tried. The result lives
 * in the arena. */
a3d_remedy a3d_find_remedy(a3d_arena *arena, const a3d_result *result, const a3d_finding *f, a3d_damage damage,
                           uint64_t steps);

/* Writes what the repair of a file changes as members of an object: the sizes, the fields, and the bytes. */
void a3d_put_remedy(a3d_json *j, const a3d_result *before, const a3d_remedy *remedy);

#endif
