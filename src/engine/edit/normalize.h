/* normalize.h - what an edit brings with it: fields come and go, lists take the count that a field gives them */
#ifndef A3D_ENGINE_EDIT_NORMALIZE_H
#define A3D_ENGINE_EDIT_NORMALIZE_H

#include "engine/document/context.h"

/* Sets a scalar, and settles what depends on it. */
int a3d_set_value(a3d_ctx *ctx, uint32_t node, int64_t value);

/* Re-evaluates gates, conditions, alternatives, switches and given counts over the whole document: what has
 * come to exist gets fresh content, what no longer exists is switched off, lists take the count that a field
 * gives them, and honest counts follow their lists. */
int a3d_normalize(a3d_ctx *ctx);

#endif
