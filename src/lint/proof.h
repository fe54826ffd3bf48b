/* proof.h - shows by a trial whether the one suspect of a fault is its cause
 *
 * Some change of a count or a length often makes the rest of a file decode, so that is no proof. A suspect is proven
 * when it is the only one, the file was read again with its bytes in place, and no error is left from there on. Also a
 * checksum must agree that did not, or damage of another kind must look different. */
#ifndef A3D_LINT_PROOF_H
#define A3D_LINT_PROOF_H

#include "lint/lint.h"

/* Marks the proven suspects of a checked file, and says perhaps of the others. Takes at most the work that the check
 * left over. */
void a3d_prove_causes(a3d_result *result, const a3d_options *options);

#endif
