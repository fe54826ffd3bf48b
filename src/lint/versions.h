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

/* If the one suspect of a finding is another version, and the file has no more errors as yet others, lists these as
 * well: nothing shows which of them it was. Returns whether there are any. */
bool a3d_list_versions(a3d_retry *t, a3d_finding *f);

#endif
