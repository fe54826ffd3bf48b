/* nodes.h - nodes and streams of a document that is being read or changed, and trials that take them back */
#ifndef A3D_ENGINE_DOCUMENT_NODES_H
#define A3D_ENGINE_DOCUMENT_NODES_H

#include "engine/document/context.h"

/* Makes room for `n` more nodes. A3D_STOP when memory ran out. */
int a3d_grow_nodes(a3d_ctx *ctx, uint32_t n);

/* Adds `n` consecutive nodes, whose content is undefined, and sets *first to their index. Returns A3D_OK or
 * A3D_STOP. */
static inline int a3d_add_nodes(a3d_ctx *ctx, uint32_t n, uint32_t *first)
{
    a3d_doc *doc = ctx->doc;
    if (n > ctx->limits.nodes - a3d_all_nodes(doc)) {
        a3d_limit(ctx, A3D_LIMIT_NODES);
        return A3D_STOP;
    }
    if (a3d_work(ctx, n) != A3D_OK || (doc->n_nodes + n > doc->cap_nodes && a3d_grow_nodes(ctx, n) != A3D_OK))
        return A3D_STOP;
    *first = (uint32_t)doc->n_nodes;
    doc->n_nodes += n;
    return A3D_OK;
}

/* The same, but the nodes are empty and children of `parent`. */
int a3d_reserve(a3d_ctx *ctx, uint32_t n, uint32_t parent, uint32_t stream, uint32_t *first);

/* Adds a slack node under `owner` for the bytes from the cursor to `end`, if there are any, and moves the cursor
 * there. */
int a3d_take_slack(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end);

/* Marks the document as partly unread, and the container as tainted by the last finding. */
void a3d_taint(a3d_ctx *ctx, uint32_t container);

/* Reports that `need` bytes do not fit before the end of the window. The cursor is not moved. Returns A3D_BAD. */
int a3d_truncated(a3d_ctx *ctx, const a3d_cur *cur, uint32_t node, uint64_t need);

/* ---- streams ---- */

/* Adds a stream to the document and sets *id. A3D_STOP at a limit. */
int a3d_open_stream(a3d_ctx *ctx, a3d_stream stream, uint32_t *id);
/* A cursor over a whole stream. */
a3d_cur a3d_cursor(const a3d_doc *doc, uint32_t stream);
/* The stream that holds the unpacked content of a node, or 0. */
uint32_t a3d_stream_of(const a3d_doc *doc, uint32_t owner);

/* ---- trials ---- */

/* The state of a document before a trial. */
typedef struct a3d_mark {
    size_t nodes, streams, findings, suppressed, more, sides, left_out;
    int64_t spared;
    a3d_mask mask;
    int64_t vars[A3D_VARS];
    uint64_t unpacked;
    bool faulty;
} a3d_mark;
/* Takes the state before a trial, and restores it after one: what the trial added is removed. */
a3d_mark a3d_mark_now(const a3d_ctx *ctx);
void a3d_release(a3d_ctx *ctx, const a3d_mark *mark);

#endif
