/* plan_cache.c - see plan_cache.h */
#include "engine/document/plan_cache.h"
#include "base/never.h"
#include "engine/document/plan.h"

#include <string.h>

void a3d_plan_cache_init(a3d_plan_cache *cache, const a3d_allocator *mem)
{
    memset(cache, 0, sizeof *cache);
    a3d_arena_init(&cache->arena, mem);
}

void a3d_plan_cache_free(a3d_plan_cache *cache)
{
    a3d_arena_free(&cache->arena);
    cache->n = 0;
}

a3d_plan *a3d_cached_plans(a3d_plan_cache *cache, const a3d_format *format, bool *fresh)
{
    *fresh = false;
    for (unsigned i = 0; i < cache->n; i++)
        if (cache->of[i].format == format)
            return cache->of[i].plan;
    if (A3D_NEVER(cache->n == A3D_PLAN_CACHE_FORMATS))
        return NULL;
    a3d_plan *plan = a3d_arena_alloc(&cache->arena, (format->n_records + 1u) * sizeof *plan);
    *fresh = plan != NULL;
    if (plan != NULL) {
        cache->of[cache->n].format = format;
        cache->of[cache->n++].plan = plan;
    }
    return plan;
}
