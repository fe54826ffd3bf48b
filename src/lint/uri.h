/* uri.h - the names by which files link to other files */
#ifndef A3D_LINT_URI_H
#define A3D_LINT_URI_H

#include "base/arena.h"

/* Why a URI is never looked up: it is absolute or has a scheme. NULL for a relative one. */
const char *a3d_link_refusal(const char *uri);

/* Decodes the %XX escapes of a URI. NULL when it has none, or one that no file name can contain (%00, %2f). */
char *a3d_link_unescaped(a3d_arena *arena, const char *uri);

#endif
