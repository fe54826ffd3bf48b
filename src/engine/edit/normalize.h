/* normalize.h - restores consistency after an edit
 *
 * An edit can make other fields appear or disappear, and change counts that size a list. */
#ifndef A3D_ENGINE_EDIT_NORMALIZE_H
#define A3D_ENGINE_EDIT_NORMALIZE_H

#include "engine/document/context.h"

/* Sets a scalar and normalizes the document. */
int a3d_set_value(a3d_ctx *ctx, uint32_t node, int64_t value);

/* Re-evaluates gates, conditions, alternatives, switches and given counts over the whole document. Fields that now
 * exist get fresh content, fields that no longer exist are switched off, lists take the count that a field gives
 * them, and honest counts follow their lists. Returns A3D_OK, or A3D_STOP when memory ran out. */
int a3d_normalize(a3d_ctx *ctx);

#endif
