/* generate.h - files made from the tables: the smallest valid one, random valid ones. */
#ifndef A3DLINT_GENERATE_H
#define A3DLINT_GENERATE_H

#include "base/text.h"
#include "lint/lint.h"

/* What to make. The same wish gives the same bytes on every machine. */
typedef struct a3d_wish {
    const a3d_format *format;
    const a3d_version *version; /* one of the format's of which a fresh document can be made */
    uint32_t branch;            /* a3d_branch.mask, or 0 */
    const char *const *compats; /* other readings, as in a3d_options */
    size_t n_compats;
    uint64_t seed;
    uint64_t size;              /* about how many bytes; 0: the smallest valid document, whatever the seed */
} a3d_wish;

/* Puts a valid file into *out, which the caller has initialised. Returns NULL, or why it cannot be made. What comes
 * out was checked: no rule of severity error is broken, and warnings are rare. */
const char *a3d_generate_random(a3d_arena *arena, const a3d_wish *wish, a3d_text *out);

/* The file of a recipe of the format (a3d_format.twins), by its name with or without the extension. Returns NULL, or
 * why there is none. */
const char *a3d_make_recipe(a3d_arena *arena, const a3d_format *format, const char *name, a3d_text *out);

/* Puts a file into *out on which the rule fires and no other error does that does not follow from it. With a size the
 * file is random, as large as wished and otherwise valid, when the tables say how to break the rule; else, and
 * without a size, it is the small file of the rule's recipe. `neighbour`: the file that is nearest to that one and
 * does not break the rule. Returns NULL, or why there is none. */
const char *a3d_break_rule(a3d_arena *arena, const a3d_rule *rule, const a3d_wish *wish, bool neighbour, a3d_text *out);

/* Whether the rule fires on the bytes, and no other error that is not caused by another finding. */
bool a3d_breaks_alone(a3d_arena *arena, const a3d_rule *rule, const a3d_format *format, const uint8_t *data, size_t size);

/* One try at a random document of about `room` bytes, checked by nobody; for tests that look at what goes wrong. */
const char *a3d_generate_try(a3d_arena *arena, const a3d_wish *wish, uint64_t seed, uint64_t room, bool plain, a3d_text *out);

#endif
