/* resume.c - see resume.h
 *
 * A trial that changes one field would read everything before it as it was read before. It finds the nodes of that in
 * place, and only opens the records, lists and windows around the field again. */
#include "engine/decode/resume.h"
#include "base/never.h"
#include "engine/decode/reading.h"
#include "engine/document/derive.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

void a3d_forget_rows(a3d_ctx *ctx, const a3d_record *type, uint32_t self, unsigned slot)
{
    for (unsigned i = slot; i < type->n_rows; i++) {
        a3d_node *node = a3d_at(ctx->doc, a3d_whole_field(ctx->doc, self, i));
        *node = (a3d_node){.row = node->row, .parent = node->parent, .stream = node->stream};
    }
}

/* Reads on inside the list or record that the path leads through. */
static int go_into(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    unsigned kind = a3d_shape_of(a3d_at(ctx->doc, index))->kind;
    int st = kind == A3D_VECTOR ? a3d_continue_list(ctx, cur, index)
                                : a3d_continue_record(ctx, cur, a3d_record_type(ctx->doc, index), index);
    a3d_node *node = a3d_at(ctx->doc, index);
    if (st == A3D_OK)
        node->size = cur->pos - node->off;
    return st;
}

int a3d_continue_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    const a3d_row *follow = ctx->follow;
    A3D_ASSERT(ctx->resume_path != NULL && *ctx->resume_path != A3D_NO_NODE);
    unsigned at = *ctx->resume_path - a3d_at(ctx->doc, self)->v.at.first;
    for (unsigned i = slot; i < at; i++) {
        const a3d_node *node = a3d_at(ctx->doc, a3d_whole_field(ctx->doc, self, i));
        if (type->rows[i].derive.window == A3D_NO_WINDOW || node->state != A3D_PRESENT)
            continue;
        cur->pos = node->off + node->size;
        return type->rows[i].derive.window == A3D_EXACT ? a3d_read_exact(ctx, cur, type, self, i + 1, start)
                                                        : a3d_read_soft(ctx, cur, type, self, i + 1, start);
    }
    uint32_t index = *ctx->resume_path++;
    bool arrived = *ctx->resume_path == A3D_NO_NODE;
    cur->pos = a3d_at(ctx->doc, index)->off;
    a3d_forget_rows(ctx, type, self, arrived ? at : at + 1);
    if (arrived) {
        ctx->resume_path = NULL;
        return a3d_read_rows(ctx, cur, type, self, at, start);
    }
    ctx->follow = at + 1 < type->n_rows ? &type->rows[at + 1] : NULL;
    int st = go_into(ctx, cur, index);
    ctx->follow = follow;
    return st == A3D_OK ? a3d_read_rows(ctx, cur, type, self, at + 1, start) : st;
}

int a3d_continue_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self)
{
    uint32_t start = cur->pos;
    if (ctx->depth >= ctx->limits.depth)
        return a3d_limit(ctx, A3D_LIMIT_DEPTH);
    ctx->depth++;
    int st = a3d_continue_rows(ctx, cur, type, self, 0, start);
    ctx->depth--;
    a3d_node *node = a3d_at(ctx->doc, self);
    if (!node->packed)
        node->size = cur->pos - start;
    if (st != A3D_STOP && a3d_plan_rows(ctx, type)->derives)
        a3d_check_derived(ctx, self, type, st == A3D_OK);
    return st;
}

/* A binary search: streams are usually sorted by their place, since they were opened in the order of reading. A
 * missed one is unpacked again. */
const a3d_stream *a3d_known_stream(const a3d_ctx *ctx, const a3d_cur *cur, uint32_t end)
{
    size_t low = 1, high = ctx->known != NULL && cur->stream == ctx->known_in ? ctx->n_known : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const a3d_stream *s = &ctx->known->streams[middle];
        if (s->parent < ctx->known_from || (s->parent == ctx->known_from && s->off < cur->pos))
            low = middle + 1;
        else
            high = middle;
    }
    const a3d_stream *s = ctx->known != NULL && low < ctx->n_known ? &ctx->known->streams[low] : NULL;
    if (s == NULL || cur->stream != ctx->known_in || s->parent != ctx->known_from || s->off != cur->pos || !s->sound ||
        s->packed_size > end - s->off)
        return NULL;
    bool changed = ctx->changed_off < s->off + s->packed_size && s->off < ctx->changed_off + ctx->changed_size;
    return changed ? NULL : s;
}

int a3d_take_known(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, const a3d_stream *known, uint32_t *stream)
{
    a3d_stream s = *known;
    s.owner = owner;
    s.parent = cur->stream;
    s.owned = false;
    cur->pos += s.packed_size;
    return a3d_open_stream(ctx, s, stream);
}
