/* check.h - what values may be: the domains of the rows. */
#ifndef A3D_ENGINE_CHECK_CHECK_H
#define A3D_ENGINE_CHECK_CHECK_H

#include "engine/document/context.h"
#include "engine/document/domain.h"

/* The rule that a value of this type breaks when it is not in its row's domain, or NULL. */
const a3d_rule *a3d_domain_rule(const a3d_format *format, const a3d_row *row, unsigned type);

/* Reports a scalar that is not in its row's domain. */
void a3d_domain_report(a3d_ctx *ctx, uint32_t node, const a3d_row *row, unsigned type, uint64_t value);

/* Compares an array with the bytes that it must hold; A3D_BAD after reporting a difference. */
int a3d_check_magic(a3d_ctx *ctx, uint32_t node);

/* Checks the element at `base` of a list without nodes, whose content is set. */
void a3d_check_element(a3d_ctx *ctx, uint32_t list, uint32_t element, uint32_t base);

/* Checks every value that was read, from node `first` on, against its row. */
void a3d_check_values(a3d_ctx *ctx, uint32_t first);

#endif
