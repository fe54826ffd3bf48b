/* a3dlint_generate.h - files made from the tables: the smallest valid one, random valid ones. */
#ifndef A3DLINT_GENERATE_H
#define A3DLINT_GENERATE_H

#include "a3dlint.h"
#include "base/text.h"

/* What to make. The same wish gives the same bytes on every machine. */
typedef struct a3dlint_wish {
    const a3d_format *format;
    const a3d_version *version; /* one of the format's */
    uint32_t branch;            /* a3d_branch.mask, or 0 */
    uint64_t seed;
    uint64_t size;              /* about how many bytes; 0: the smallest valid document, whatever the seed */
} a3dlint_wish;

/* Puts a valid file into *out, which the caller has initialised. Returns NULL, or why it cannot be made. What comes
 * out was checked: no rule of severity error is broken, and warnings are rare. */
const char *a3dlint_generate(a3d_arena *arena, const a3dlint_wish *wish, a3d_text *out);

/* One try at a random document of about `room` bytes, checked by nobody; for tests that look at what goes wrong. */
const char *a3dlint_generate_try(a3d_arena *arena, const a3dlint_wish *wish, uint64_t seed, uint64_t room, bool plain, a3d_text *out);

#endif
