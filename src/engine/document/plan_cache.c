/* plan_cache.c - see plan_cache.h */
#include "engine/document/plan_cache.h"
#include "base/never.h"
#include "engine/document/plan.h"

#include <string.h>

void a3d_plan_cache_init(a3d_plan_cache *sorted, const a3d_allocator *mem)
{
    memset(sorted, 0, sizeof *sorted);
    a3d_arena_init(&sorted->arena, mem);
}

void a3d_plan_cache_free(a3d_plan_cache *sorted)
{
    a3d_arena_free(&sorted->arena);
    sorted->n = 0;
}

a3d_plan *a3d_cached_plans(a3d_plan_cache *sorted, const a3d_format *format, bool *fresh)
{
    *fresh = false;
    for (unsigned i = 0; i < sorted->n; i++)
        if (sorted->of[i].format == format)
            return sorted->of[i].plan;
    if (A3D_NEVER(sorted->n == A3D_PLAN_CACHE_FORMATS))
        return NULL;
    a3d_plan *plan = a3d_arena_alloc(&sorted->arena, (format->n_records + 1u) * sizeof *plan);
    *fresh = plan != NULL;
    if (plan != NULL) {
        sorted->of[sorted->n].format = format;
        sorted->of[sorted->n++].plan = plan;
    }
    return plan;
}
