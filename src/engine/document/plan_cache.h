/* plan_cache.h - what is worked out of the tables of a format, kept from one decode to the next.
 *
 * To sort the rows of record types takes a seventh of the time of a small file. Who decodes many in one thread, one after
 * the other, may keep it: nothing else changes. */
#ifndef A3D_ENGINE_DOCUMENT_PLAN_CACHE_H
#define A3D_ENGINE_DOCUMENT_PLAN_CACHE_H

#include "base/arena.h"
#include "model/format.h"

#include <stdint.h>

struct a3d_plan;

enum { A3D_PLAN_CACHE_FORMATS = 8 };

typedef struct a3d_plan_cache {
    a3d_arena arena;
    struct {
        const a3d_format *format;
        struct a3d_plan *plan;
    } of[A3D_PLAN_CACHE_FORMATS];
    unsigned n;
    uint64_t era; /* of what depends on a version, too: each that was met has a number of its own */
} a3d_plan_cache;

/* `mem` as for a3d_arena_init; it outlives every decode that is given this as a3d_limits.plan_cache. */
void a3d_plan_cache_init(a3d_plan_cache *sorted, const a3d_allocator *mem);
void a3d_plan_cache_free(a3d_plan_cache *sorted);

/* For the engine: what is known of the records of a format, by id; nothing yet when *fresh. NULL when there is no room or no
 * memory for it. */
struct a3d_plan *a3d_cached_plans(a3d_plan_cache *sorted, const a3d_format *format, bool *fresh);

#endif
