/* context.c - see context.h */
#include "engine/document/context.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

#include <string.h>

int a3d_limit(a3d_ctx *ctx, int limit)
{
    if (ctx->doc->limited == A3D_LIMIT_NONE)
        ctx->doc->limited = limit;
    if (limit == A3D_LIMIT_MEMORY)
        a3d_arena_refuse(ctx->doc->arena);
    return A3D_STOP;
}

void a3d_note_ascending(a3d_ctx *ctx, uint32_t list)
{
    uint32_t *lists = a3d_grow(ctx->doc->arena, ctx->ascending, &ctx->cap_ascending, ctx->n_ascending + 1,
                               sizeof *lists);
    if (lists == NULL)
        return;
    ctx->ascending = lists;
    lists[ctx->n_ascending++] = list;
}

bool a3d_never_falls(const a3d_ctx *ctx, uint32_t list)
{
    size_t low = 0, high = ctx->n_ascending;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ctx->ascending[middle] < list)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ctx->n_ascending && ctx->ascending[low] == list;
}

void a3d_note_extent(a3d_ctx *ctx, uint32_t list, const a3d_extent *extent)
{
    a3d_measured *all = a3d_grow(ctx->doc->arena, ctx->extents, &ctx->cap_extents, ctx->n_extents + 1, sizeof *all);
    if (all == NULL)
        return;
    ctx->extents = all;
    all[ctx->n_extents++] = (a3d_measured){list, *extent};
}

const a3d_extent *a3d_extent_of(a3d_ctx *ctx, uint32_t list)
{
    size_t low = ctx->next_extent, high = ctx->n_extents;
    if (low >= high || ctx->extents[low].list != list) {
        for (low = 0; low < high;) {
            size_t middle = low + (high - low) / 2;
            if (ctx->extents[middle].list < list)
                low = middle + 1;
            else
                high = middle;
        }
        if (low >= ctx->n_extents || ctx->extents[low].list != list)
            return NULL;
    }
    ctx->next_extent = low + 1;
    return &ctx->extents[low].extent;
}

void a3d_note_middle(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t off)
{
    while (ctx->n_middles > 0 && ctx->middles[ctx->n_middles - 1].list >= list)
        ctx->n_middles--; /* of a trial that failed */
    a3d_middle *all = a3d_grow(ctx->doc->arena, ctx->middles, &ctx->cap_middles, ctx->n_middles + 1, sizeof *all);
    if (all == NULL)
        return;
    ctx->middles = all;
    all[ctx->n_middles++] = (a3d_middle){list, index, off};
}

const a3d_middle *a3d_middle_of(const a3d_ctx *ctx, uint32_t list)
{
    size_t low = 0, high = ctx->n_middles;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ctx->middles[middle].list < list)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ctx->n_middles && ctx->middles[low].list == list ? &ctx->middles[low] : NULL;
}

int a3d_list_grow(a3d_ctx *ctx, a3d_list *list)
{
    enum { FIRST = 64 };
    uint32_t *at = a3d_grow(ctx->doc->arena, list->at, &list->cap, list->n < FIRST ? FIRST : list->n + 1, sizeof *at);
    if (at == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    list->at = at;
    return A3D_OK;
}

int a3d_list_linked(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    if (node->row->keys.space != 0 && a3d_shape_of(node)->kind == A3D_VECTOR &&
        a3d_list_add(ctx, &ctx->keyed, index) != A3D_OK)
        return A3D_STOP;
    return node->flat || node->row->ref.spaces != 0 ? a3d_list_add(ctx, &ctx->refs, index) : A3D_OK;
}

uint32_t a3d_next_text(const a3d_ctx *ctx, size_t *at)
{
    if (ctx->listed)
        return *at < ctx->texts.n ? ctx->texts.at[(*at)++] : A3D_NO_NODE;
    while (*at < ctx->doc->n_nodes) {
        const a3d_node *node = a3d_at(ctx->doc, (uint32_t)(*at)++);
        if (node->state == A3D_PRESENT && a3d_shape_of(node)->text)
            return (uint32_t)*at - 1;
    }
    return A3D_NO_NODE;
}

void a3d_forget_checks(a3d_ctx *ctx)
{
    a3d_arena *arena = ctx->doc->arena;
    a3d_list *lists[] = {&ctx->texts, &ctx->keyed, &ctx->refs};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        a3d_block_resize(arena, lists[i]->at, 0);
        *lists[i] = (a3d_list){0};
    }
    ctx->listed = false;
    ctx->ascending = a3d_block_resize(arena, ctx->ascending, 0);
    ctx->extents = a3d_block_resize(arena, ctx->extents, 0);
    ctx->n_ascending = ctx->cap_ascending = ctx->n_extents = ctx->cap_extents = 0;
    a3d_index_free(ctx);
}

bool a3d_has_steps(const a3d_ctx *ctx, uint64_t steps)
{
    return ctx->doc->steps + steps <= ctx->doc->work_limit;
}

static a3d_doc *new_doc(a3d_arena *arena, const a3d_format *format)
{
    a3d_doc *doc = a3d_arena_alloc(arena, sizeof *doc);
    if (doc == NULL)
        return NULL;
    doc->arena = arena;
    doc->format = format;
    doc->mask.node = A3D_NO_NODE;
    return doc;
}

int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
              const a3d_limits *limits)
{
    memset(ctx, 0, sizeof *ctx);
    ctx->doc = new_doc(arena, format);
    ctx->format = format;
    ctx->scratch = arena;
    if (limits != NULL)
        ctx->limits = *limits;
    if (ctx->doc == NULL || !a3d_begin_plans(ctx))
        return A3D_STOP;
    ctx->doc->plans = ctx->plans;
    ctx->doc->most_fresh = ctx->limits.unpacked != 0 ? ctx->limits.unpacked : A3D_MOST_FRESH_BYTES;
    ctx->own_work_limit = ctx->limits.work == 0;
    a3d_limits_fill(&ctx->limits, size);
    ctx->doc->work_limit = ctx->limits.work;
    ctx->sparse = format->sparse && ctx->limits.sparse_from > 0 && size >= ctx->limits.sparse_from;
    ctx->doc->most_findings = ctx->limits.findings;
    static const uint8_t nothing[1] = {0}; /* so that the data of an empty file is not NULL either */
    uint32_t file;
    a3d_stream stream = {.data = data != NULL ? data : nothing, .size = size, .owner = A3D_NO_NODE};
    return a3d_open_stream(ctx, stream, &file);
}

int a3d_resume(a3d_ctx *ctx, a3d_doc *doc)
{
    memset(ctx, 0, sizeof *ctx);
    ctx->doc = doc;
    ctx->format = doc->format;
    ctx->scratch = doc->arena;
    a3d_limits_fill(&ctx->limits, UINT32_MAX);
    doc->work_limit = UINT64_MAX;
    return a3d_begin_plans(ctx) ? A3D_OK : A3D_STOP;
}
