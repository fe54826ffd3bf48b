/* as.h - FORMAT[:VERSION][:BRANCH]: what a file is to be checked or made as */
#ifndef A3D_LINT_AS_H
#define A3D_LINT_AS_H

#include "base/text.h"
#include "lint/generate.h"

/* What the words mean. */
typedef struct a3d_as {
    const a3d_format *format;
    const a3d_version *version; /* NULL: none was given */
    const a3d_branch *branch;   /* NULL: none was given */
} a3d_as;

/* Reads FORMAT[:VERSION][:BRANCH]. False when a word is unknown; then *problem says which. */
bool a3d_read_as(const char *text, a3d_as *as, a3d_text *problem);

/* Chooses the newest version of the format, or of the branch, if none was given. False when no document of this
 * version can be made. */
bool a3d_complete_as(a3d_as *as);

/* Sets the format, version and branch of a wish. */
void a3d_wish_as(const a3d_as *as, a3d_wish *wish);

#endif
