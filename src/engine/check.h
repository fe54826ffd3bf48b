/* check.h - what values may be: the domains of the rows. */
#ifndef A3D_ENGINE_CHECK_H
#define A3D_ENGINE_CHECK_H

#include "engine/ctx.h"

/* Whether a scalar lies in its domain; floats are not numbers here (they are checked by their bits). */
bool a3d_domain_holds(const a3d_domain *domain, int64_t value);

/* Reports a scalar that is not in its row's domain. */
void a3d_domain_report(a3d_ctx *ctx, uint32_t node, const a3d_row *row, unsigned type, uint64_t value);

/* Compares an array with the bytes that it must hold; A3D_BAD after reporting a difference. */
int a3d_magic_judge(a3d_ctx *ctx, uint32_t node);

/* Checks every value that was read against its row. */
void a3d_check(a3d_ctx *ctx);

#endif
