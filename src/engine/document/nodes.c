/* nodes.c - see nodes.h */
#include "engine/document/nodes.h"
#include "engine/document/findings.h"
#include "engine/document/plan.h"

#include <string.h>

enum { FIRST_NODES = 128, MOST_GUESSED = 1024 }; /* about the needs of a small file, and of one of 100 KB */

int a3d_grow_nodes(a3d_ctx *ctx, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    size_t guess = doc->streams[0].size / 128, need = doc->n_nodes + n; /* large files have many nodes or large lists */
    guess = guess < FIRST_NODES ? FIRST_NODES : guess > MOST_GUESSED ? MOST_GUESSED : guess;
    need = need < guess ? guess : need;
    a3d_node *nodes = a3d_grow(doc->arena, doc->nodes, &doc->cap_nodes, need, sizeof *nodes);
    if (nodes == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    doc->nodes = nodes;
    return A3D_OK;
}

int a3d_reserve(a3d_ctx *ctx, uint32_t n, uint32_t parent, uint32_t stream, uint32_t *first)
{
    if (a3d_add_nodes(ctx, n, first) != A3D_OK)
        return A3D_STOP;
    for (a3d_node *node = a3d_at(ctx->doc, *first), *end = node + n; node < end; node++)
        *node = (a3d_node){.parent = parent, .stream = stream & 0xfffff};
    return A3D_OK;
}

int a3d_take_slack(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end)
{
    uint32_t slack;
    int st = ctx->strict && ctx->doc->faulty ? A3D_STOP : A3D_OK;
    if (cur->pos >= end)
        return st;
    if (a3d_reserve(ctx, 1, owner, cur->stream, &slack) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, slack);
    node->row = &a3d_row_slack;
    node->state = A3D_PRESENT;
    node->off = cur->pos;
    node->size = end - cur->pos;
    cur->pos = end;
    return a3d_side_add(ctx->doc, owner, A3D_SIDE_SLACK, slack) == 0 ? st : a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

void a3d_taint(a3d_ctx *ctx, uint32_t container)
{
    ctx->doc->faulty = true;
    if (ctx->doc->n_findings > 0 && a3d_side_add(ctx->doc, container, A3D_SIDE_TAINT, ctx->doc->n_findings - 1) != 0)
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

int a3d_truncated(a3d_ctx *ctx, const a3d_cur *cur, uint32_t index, uint64_t need)
{
    uint32_t left = cur->end - cur->pos;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRUNCATED, index, cur->stream, cur->pos, left);
    a3d_expect(f, (int64_t)need, (int64_t)need);
    a3d_actual(f, left);
    a3d_say(ctx, f, "the %s %s %s; expected %s, found %s",
            cur->end < ctx->doc->streams[cur->stream].size ? "enclosing record ends"
            : cur->stream == 0                             ? "file ends"
                                                           : "unpacked data ends",
            left == 0 ? "before" : "in the middle of", a3d_title_of(ctx->doc, index).text,
            a3d_amount_of(need, "byte").text, a3d_number_of(left).text);
    return A3D_BAD;
}

/* ---- streams ---- */

int a3d_open_stream(a3d_ctx *ctx, a3d_stream stream, uint32_t *id)
{
    a3d_doc *doc = ctx->doc;
    if (doc->n_streams > 0xfffff)
        return a3d_limit(ctx, A3D_LIMIT_STREAMS);
    a3d_stream *streams = a3d_grow(doc->arena, doc->streams, &doc->cap_streams, doc->n_streams + 1, sizeof *streams);
    if (streams == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    doc->streams = streams;
    *id = (uint32_t)doc->n_streams;
    streams[doc->n_streams++] = stream;
    return A3D_OK;
}

a3d_cur a3d_cursor(const a3d_doc *doc, uint32_t stream)
{
    return (a3d_cur){doc->streams[stream].data, stream, 0, doc->streams[stream].size};
}

/* Streams are sorted by owner, since nodes are reserved as reading goes on. Only the edit stream, which no node owns,
 * may be anywhere. */
uint32_t a3d_stream_of(const a3d_doc *doc, uint32_t owner)
{
    size_t low = 1, high = doc->edit_stream > 0 ? doc->edit_stream : doc->n_streams;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (doc->streams[middle].owner < owner)
            low = middle + 1;
        else
            high = middle;
    }
    return low < doc->n_streams && doc->streams[low].owner == owner ? (uint32_t)low : 0;
}

/* ---- trials ---- */

a3d_mark a3d_mark_now(const a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    a3d_mark m = {.nodes = doc->n_nodes, .streams = doc->n_streams, .sides = doc->n_sides, .mask = doc->mask,
                  .findings = doc->n_findings, .suppressed = doc->n_suppressed, .more = doc->more_findings,
                  .unpacked = ctx->unpacked, .faulty = doc->faulty,
                  .left_out = doc->n_left_out, .spared = doc->spared};
    memcpy(m.vars, doc->vars, sizeof m.vars);
    return m;
}

void a3d_release(a3d_ctx *ctx, const a3d_mark *m)
{
    a3d_doc *doc = ctx->doc;
    for (size_t i = m->streams; i < doc->n_streams; i++)
        if (doc->streams[i].owned)
            a3d_block_resize(doc->arena, (void *)(uintptr_t)doc->streams[i].data, 0);
    doc->n_nodes = m->nodes;
    doc->n_left_out = m->left_out;
    doc->spared = m->spared;
    doc->n_streams = m->streams;
    doc->n_findings = m->findings;
    doc->n_suppressed = m->suppressed;
    doc->more_findings = m->more;
    if (doc->n_sides != m->sides) {
        doc->n_sides = m->sides;
        a3d_side_rehash(doc);
    }
    doc->mask = m->mask;
    ctx->unpacked = m->unpacked;
    doc->faulty = m->faulty;
    memcpy(doc->vars, m->vars, sizeof m->vars);
}
