/* plan_cache.h - plans of records, kept from one decode to the next
 *
 * Working out the plans takes up to a tenth of the time of a small file. A caller that decodes many files in one thread
 * can keep them. Results do not change. */
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
    bool at_once;  /* a format's first decode plans all its types, so that later decodes do not depend on earlier
                      files: else a fuzzer sees different coverage for the same input */
    uint64_t runs; /* decodes, counted with `at_once`: each works out the least sizes anew, too */
} a3d_plan_cache;

/* `mem` is used as by a3d_arena_init. The cache must outlive every decode that has it as a3d_limits.plan_cache. */
void a3d_plan_cache_init(a3d_plan_cache *cache, const a3d_allocator *mem);
void a3d_plan_cache_free(a3d_plan_cache *cache);

/* For the engine: the plans of a format by record id. *fresh is set when they are still empty. NULL when there is no
 * room or no memory for them. */
struct a3d_plan *a3d_cached_plans(a3d_plan_cache *cache, const a3d_format *format, bool *fresh);

#endif
