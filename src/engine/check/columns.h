/* columns.h - checks of many values at once
 *
 * The functions only answer whether all values are valid. If one may not be, the caller checks each value and reports
 * it. */
#ifndef A3D_ENGINE_CHECK_COLUMNS_H
#define A3D_ENGINE_CHECK_COLUMNS_H

#include "engine/document/context.h"

/* Whether n values of a type at `p` are certainly all in a domain. */
bool a3d_values_hold(const a3d_ctx *ctx, const a3d_domain *domain, unsigned type, const uint8_t *p, uint32_t n);

/* Whether all fields of the elements of a plain list are certainly in their domains. All elements have the size
 * `stride`. Also notes what rows ask for: fields that ascend, and the extent of vectors. */
bool a3d_elements_hold(a3d_ctx *ctx, uint32_t list, const uint8_t *p, uint32_t count, uint32_t stride);

#endif
