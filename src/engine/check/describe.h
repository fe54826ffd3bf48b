/* describe.h - the words for a value that its domain does not allow */
#ifndef A3D_ENGINE_CHECK_DESCRIBE_H
#define A3D_ENGINE_CHECK_DESCRIBE_H

#include "engine/document/context.h"

/* Fills in what was expected and found. `name` is the name of the node, or its path inside the node. */
void a3d_describe(a3d_ctx *ctx, a3d_finding *f, const a3d_row *row, unsigned type, uint64_t bits, const char *name);

#endif
