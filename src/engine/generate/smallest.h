/* smallest.h - makes the smallest valid document of a version
 *
 * The room: documents without an input. smallest.h makes the smallest one, maker.h random ones, breaker.h breaks a
 * rule. */
#ifndef A3D_ENGINE_GENERATE_SMALLEST_H
#define A3D_ENGINE_GENERATE_SMALLEST_H

#include "engine/document/context.h"

/* Makes the smallest valid document of a version. `branches` are bits of A3D_VAR_BRANCH (0: the format's default).
 * Returns NULL when the version is unknown or memory ran out, with the reason in *why. */
a3d_doc *a3d_generate(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches,
                      const char **why);

/* Starts an empty document of a version and a context for it; the root has no content yet. Returns A3D_OK or
 * A3D_STOP. */
int a3d_begin_fresh(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches);

#endif
