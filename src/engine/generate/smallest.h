/* smallest.h - the smallest valid document of a version */
#ifndef A3D_ENGINE_GENERATE_SMALLEST_H
#define A3D_ENGINE_GENERATE_SMALLEST_H

#include "engine/document/context.h"

/* The smallest valid document of a version. `branches` are bits of A3D_VAR_BRANCH (0: the format's usual).
 * Returns NULL and says why in *why when the version is unknown or memory ran out. */
a3d_doc *a3d_generate(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches, const char **why);

/* An empty document of a version, whose root has no content yet, and a context for it. */
int a3d_begin_fresh(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches);

#endif
