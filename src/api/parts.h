/* parts.h - the opaque types of the public library */
#ifndef A3D_API_PARTS_H
#define A3D_API_PARTS_H

#include "a3dlint.h"
#include "base/text.h"
#include "lint/lint.h"

/* The lists grow in the struct's own arena. `options` repeats their current addresses. */
struct a3dlint {
    a3d_arena arena;
    a3d_pool *pool; /* of the reports; in the arena, because checks change it */
    a3d_options options;
    a3d_level *levels;
    const char **only, **compats;
    size_t cap_levels, cap_only, cap_compats;
    a3dlint_lookup lookup;
    void *user;
};

struct a3dlint_report {
    a3d_arena arena;
    a3d_account account; /* bounds the arena */
    const a3d_result *result;
    const char *name;
    const char *message; /* that of the result, in the words of this library */
    a3d_text text, bytes; /* of the last a3dlint_write and a3dlint_rewrite */
};

/* A message of the engine with the constant that sets a limit (A3DLINT_MAX_INPUT) instead of the option of the command
 * line. Reports keep the option, because they are the same everywhere. NULL if there is no message. */
const char *a3d_own_words(a3d_arena *arena, const char *message);

/* Reasons for refusing an argument, and that of a lack of memory. */
#define A3D_NO_CHECKER "no checker was given"
#define A3D_NO_REPORT "no report was given"
#define A3D_NO_PLACE "no place for the result was given"
#define A3D_LACK_OF_MEMORY "not enough memory"

/* The links of a file under the checker's lookup; none if there is no lookup or no name. */
a3d_links a3d_links_of(const a3dlint *lint, const char *name);

#endif
