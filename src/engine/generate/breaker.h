/* breaker.h - documents that break one rule, by what the tables say that the rule demands. */
#ifndef A3D_ENGINE_GENERATE_BREAKER_H
#define A3D_ENGINE_GENERATE_BREAKER_H

#include "engine/document/context.h"
#include "engine/generate/random.h"

/* Changes one value, reference, key, count or derived field of a fresh document, so that the rule with this number
 * should be broken there; which one, chance decides. What else that breaks is for the caller to find out. Returns
 * A3D_OK, A3D_BAD when the tables know nothing in this document that could break the rule, or A3D_STOP. */
int a3d_break(a3d_ctx *ctx, a3d_random *random, unsigned rule);

#endif
