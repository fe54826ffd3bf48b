/* breaker.h - makes a document break one rule, using what the tables say about the rule */
#ifndef A3D_ENGINE_GENERATE_BREAKER_H
#define A3D_ENGINE_GENERATE_BREAKER_H

#include "engine/document/context.h"
#include "engine/generate/random.h"

/* Changes one random value, reference, key, count or derived field of a fresh document so that it should break the
 * rule with this number. Other rules may break too; the caller checks the result. Returns A3D_OK, A3D_BAD if nothing
 * in the document can break the rule according to the tables, or A3D_STOP when memory ran out. */
int a3d_break(a3d_ctx *ctx, a3d_random *random, unsigned rule);

#endif
