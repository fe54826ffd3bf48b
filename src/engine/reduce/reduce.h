/* reduce.h - finds a smallest file that keeps a property, such as breaking a rule
 *
 * The caller decides whether a candidate still holds; the reducer only makes candidates, from the document if the file
 * decodes, otherwise from its bytes. */
#ifndef A3D_ENGINE_REDUCE_REDUCE_H
#define A3D_ENGINE_REDUCE_REDUCE_H

#include "base/text.h"
#include "model/format.h"
#include "model/limits.h"

typedef struct a3d_reduction {
    const a3d_format *format; /* NULL: do not decode, only cut bytes */
    uint32_t branches;        /* as for a3d_decode */
    a3d_limits limits;
    const uint8_t *data;
    uint32_t size;
    /* Candidates may be larger than the input if content is packed: they are stored, since that takes least time.
     * Whether a candidate still has the property: 1 or 0, or -1 to stop with the best so far. The bytes are valid
     * only during the call. */
    int (*holds)(void *user, const uint8_t *data, uint32_t size);
    /* Called before each try with the number of tries and the size of the best file. May be NULL. */
    void (*progress)(void *user, uint64_t tries, uint32_t size);
    void *user;
    uint64_t most_tries;
    uint64_t most_steps; /* as in a3d_limits.work, for all tries together; 0: no limit */
} a3d_reduction;

/* The result. */
typedef struct a3d_reduced {
    uint64_t tries;
    uint64_t steps; /* `holds` may add its own while the search goes on */
    bool ended;   /* stopped early, by most_tries, most_steps or a callback: it might get smaller */
    bool limited; /* by most_steps */
} a3d_reduced;

/* Makes a file smaller and simpler as long as it holds: removes records and elements, leaves out optional fields,
 * makes values fresh and forms the simplest. Each candidate is a document that is encoded again; a file that does
 * not decode is cut as bytes. Ends when no single step helps. The caller initializes *out; the result in it is never
 * larger than the input, which is assumed to hold, and the same on every machine. Returns NULL, or the reason for
 * failing. */
const char *a3d_reduce(a3d_arena *arena, const a3d_reduction *how, a3d_text *out, a3d_reduced *result);

#endif
