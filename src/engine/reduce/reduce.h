/* reduce.h - the smallest file that still is what it was reduced for. */
#ifndef A3D_ENGINE_REDUCE_REDUCE_H
#define A3D_ENGINE_REDUCE_REDUCE_H

#include "base/text.h"
#include "model/format.h"
#include "model/limits.h"

typedef struct a3d_reduction {
    const a3d_format *format; /* NULL: the bytes do not decode; they are only cut */
    uint32_t branches;        /* as for a3d_decode */
    a3d_limits limits;
    const uint8_t *data;
    uint32_t size;
    /* Whether a file still is what the first one was: 1 or 0, or -1 to end with the best so far. The bytes are gone
     * after the call. */
    int (*holds)(void *user, const uint8_t *data, uint32_t size);
    /* Told at each try: how many there were and how small the best is. May be NULL. */
    void (*progress)(void *user, uint64_t tries, uint32_t size);
    void *user;
    uint64_t most_tries;
} a3d_reduction;

/* What came of it. */
typedef struct a3d_reduced {
    uint64_t tries;
    bool ended; /* by most_tries or by the callback: it might get smaller yet */
} a3d_reduced;

/* Makes the file smaller and its values simpler as long as it holds: records and elements go, optional fields are left
 * out, values become what a fresh document has, forms the simplest; each try is a document that is encoded again. What
 * does not decode is cut as bytes. Ends when no single step helps any more. The result in *out (initialised by the
 * caller) is never larger than the input, which is taken to hold, and the same on every machine. Returns NULL, or why
 * it failed. */
const char *a3d_reduce(a3d_arena *arena, const a3d_reduction *how, a3d_text *out, a3d_reduced *result);

#endif
