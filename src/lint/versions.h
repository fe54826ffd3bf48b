/* versions.h - which version a file is of, where its version field is in doubt */
#ifndef A3D_LINT_VERSIONS_H
#define A3D_LINT_VERSIONS_H

#include "lint/retry.h"

/* If the file has no error as exactly one other version, that version becomes the one suspect of the first error, and
 * what is gone with it follows from that. Nothing changes if another suspect of the first error leaves no error either,
 * or if that error says too little. */
void a3d_choose_version(a3d_retry *t);

/* Whether a suspect is the version of the file. */
bool a3d_is_version(const a3d_doc *doc, const a3d_suspect *s);

/* Whether a suspect is another version, and the file has no more errors as yet another one, so that nothing shows which
 * of them it was. */
bool a3d_fits_other_version(a3d_retry *t, const a3d_suspect *s);

#endif
