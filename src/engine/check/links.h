/* links.h - elements that are named, and values that name them. */
#ifndef A3D_ENGINE_CHECK_LINKS_H
#define A3D_ENGINE_CHECK_LINKS_H

#include "engine/document/context.h"
#include "engine/document/keys.h"

/* Nodes that may name others (a3d_ctx.refs), once keys were collected: the place of the first of them that does not come
 * before `node`, and the node at a place; A3D_NO_NODE behind the last. */
size_t a3d_refs_from(const a3d_ctx *ctx, uint32_t node);
static inline uint32_t a3d_ref_at(const a3d_ctx *ctx, size_t place)
{
    return place < ctx->refs.n ? ctx->refs.at[place] : A3D_NO_NODE;
}

/* The key of the keyed-by-position element that a node belongs to (or is), or -1. */
int64_t a3d_own_key(const a3d_ctx *ctx, uint32_t node);

/* Reports keys that repeat, and values that name nothing. */
void a3d_check_links(a3d_ctx *ctx);

/* The finding that something is missing because of: the last fault that left a part unread. A3D_NO_CAUSE when
 * everything was read. */
uint32_t a3d_missing_cause(const a3d_doc *doc);

#endif
