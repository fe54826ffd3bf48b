/* plan_cache.c - see plan_cache.h */
#include "engine/document/plan_cache.h"
#include "engine/document/plan.h"

#include <string.h>

void a3d_sorted_init(a3d_sorted *sorted, const a3d_allocator *mem)
{
    memset(sorted, 0, sizeof *sorted);
    a3d_arena_init(&sorted->arena, mem);
}

void a3d_sorted_free(a3d_sorted *sorted)
{
    a3d_arena_free(&sorted->arena);
    sorted->n = 0;
}

a3d_facts *a3d_sorted_facts(a3d_sorted *sorted, const a3d_format *format, bool *fresh)
{
    *fresh = false;
    for (unsigned i = 0; i < sorted->n; i++)
        if (sorted->of[i].format == format)
            return sorted->of[i].facts;
    if (sorted->n == A3D_SORTED_FORMATS) /* defensive: there are fewer formats */
        return NULL;
    a3d_facts *facts = a3d_arena_alloc(&sorted->arena, (format->n_records + 1u) * sizeof *facts);
    *fresh = facts != NULL;
    if (facts != NULL) {
        sorted->of[sorted->n].format = format;
        sorted->of[sorted->n++].facts = facts;
    }
    return facts;
}
