/* check.h - checks of values against the domains of their rows
 *
 * The room engine/check checks a decoded document against what its tables say of values: domains, relations between
 * fields, keys and references. Rules that tables cannot express are in the formats. */
#ifndef A3D_ENGINE_CHECK_CHECK_H
#define A3D_ENGINE_CHECK_CHECK_H

#include "engine/document/context.h"
#include "engine/document/domain.h"

/* The rule that a value of this type breaks when it is outside the domain of its row, or NULL. */
const a3d_rule *a3d_domain_rule(const a3d_format *format, const a3d_row *row, unsigned type);

/* Reports the scalar `node`, whose value is outside the domain of its row. */
void a3d_domain_report(a3d_ctx *ctx, uint32_t node, const a3d_row *row, unsigned type, uint64_t value);

/* Compares an array with the bytes that its row demands. A3D_BAD after reporting a difference. */
int a3d_check_magic(a3d_ctx *ctx, uint32_t node);

/* Checks one element of a plain list, which starts `base` bytes into the content. */
void a3d_check_element(a3d_ctx *ctx, uint32_t list, uint32_t element, uint32_t base);

/* Checks every value that was read, from node `first` on, and the relations of records. Fills the lists of the
 * context that a3d_index_build and a3d_check_links need. */
void a3d_check_values(a3d_ctx *ctx, uint32_t first);

#endif
