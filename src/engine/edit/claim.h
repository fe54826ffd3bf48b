/* claim.h - edits of choices and claims: the steps of a path that start with '$' */
#ifndef A3D_ENGINE_EDIT_CLAIM_H
#define A3D_ENGINE_EDIT_CLAIM_H

#include "engine/edit/resolve.h"

/* Sets the choice or claim that the target names. Returns NULL or an error text. */
const char *a3d_set_claim(a3d_ctx *ctx, const a3d_target *target, const char *value, size_t n);

#endif
