/* steps.h - the last words of a recipe, which damage the file as a whole */
#ifndef A3D_LINT_STEPS_H
#define A3D_LINT_STEPS_H

#include "base/text.h"

/* Whether a word of a recipe is such a step ("cut:63", "crlf"). */
bool a3d_is_step(const char *word);
/* Applies a step to a file. */
void a3d_apply_step(const char *word, a3d_text *file);

/* recipe.c: appends pairs of hex digits; HH*N is a byte N times. Returns NULL or what is wrong with them. */
const char *a3d_put_recipe_hex(a3d_text *out, const char *word);

#endif
