/* generate.h - makes files from the tables: smallest, random, and with one broken rule */
#ifndef A3DLINT_GENERATE_H
#define A3DLINT_GENERATE_H

#include "base/text.h"
#include "lint/lint.h"

/* What to make. Equal wishes give equal values on every machine, and equal bytes with the same zlib. */
typedef struct a3d_wish {
    const a3d_format *format;
    const a3d_version *version; /* a version of the format with `generated` set */
    uint32_t branch;            /* a3d_branch.mask, or 0 */
    const char *const *compats; /* names of other readings, as in a3d_options */
    size_t n_compats;
    uint64_t seed;
    uint64_t size;              /* approximate size in bytes; 0: the smallest valid document, whatever the seed */
    uint64_t most_steps;        /* as in a3d_limits.work, for all tries together; 0: by the size */
} a3d_wish;

/* Makes a valid file in *out, which the caller has initialized. Returns NULL, or the reason why it cannot be made.
 * The result was checked: it breaks no rule of severity error, and warnings are rare. When the steps are used up, the
 * last file counts, whatever its size, or the smallest one if that is not valid; the reason is then
 * a3d_work_ran_out. */
extern const char a3d_work_ran_out[];
const char *a3d_generate_random(a3d_arena *arena, const a3d_wish *wish, a3d_text *out);

/* Makes the file of one of the format's recipes (a3d_format.twins). `name` may lack the extension. Returns NULL, or
 * the reason why it cannot be made. */
const char *a3d_make_recipe(a3d_arena *arena, const a3d_format *format, const char *name, a3d_text *out);

/* Makes a file on which the rule fires, without errors that are not its consequences. If wish->size is set and the
 * tables say how to break the rule, the file is random, of that size and otherwise valid; else it is the small file
 * of the rule's recipe. `neighbor`: makes that file's valid twin instead. Returns NULL, or the reason why it cannot
 * be made. When the steps for random files are used up, it is the small file. */
const char *a3d_break_rule(a3d_arena *arena, const a3d_rule *rule, const a3d_wish *wish, bool neighbor, a3d_text *out);

/* Whether the rule fires on the bytes, without errors that are not consequences of another finding. */
bool a3d_breaks_alone(a3d_arena *arena, const a3d_rule *rule, const a3d_format *format, const uint8_t *data,
                      size_t size);

/* Makes a random document of about `room` bytes without checking it, for tests of the generator. Adds what it took to
 * *steps. */
const char *a3d_generate_try(a3d_arena *arena, const a3d_wish *wish, uint64_t seed, uint64_t room, bool plain,
                             a3d_text *out, uint64_t *steps);

/* Steps that tries took, and how many they may take. */
typedef struct a3d_tries {
    uint64_t steps, most;
    bool sound;   /* the last one fulfills the wish, except for the size */
    bool limited; /* the size would be another with more steps */
} a3d_tries;
a3d_tries a3d_tries_of(const a3d_wish *wish);

#endif
