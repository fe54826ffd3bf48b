/* columns.h - many values at once: whether all lie in their domains. Where one does not, the caller looks at
 * each and says which. */
#ifndef A3D_ENGINE_CHECK_COLUMNS_H
#define A3D_ENGINE_CHECK_COLUMNS_H

#include "engine/document/context.h"

/* Whether n values of a type all lie in a domain for sure. */
bool a3d_values_hold(const a3d_ctx *ctx, const a3d_domain *domain, unsigned type, const uint8_t *p, uint32_t n);

/* The same for all fields of the elements of a list without nodes, which all have the size `stride`. What rows ask to
 * be found out on the way is noted: fields that ascend, and the extent of vectors. */
bool a3d_elements_hold(a3d_ctx *ctx, uint32_t list, const uint8_t *p, uint32_t count, uint32_t stride);

#endif
