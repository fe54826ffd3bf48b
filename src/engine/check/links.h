/* links.h - checks of keys and of the values that refer to them */
#ifndef A3D_ENGINE_CHECK_LINKS_H
#define A3D_ENGINE_CHECK_LINKS_H

#include "engine/document/context.h"
#include "engine/document/keys.h"

/* Nodes that may refer to others (a3d_ctx.refs), after the keys were collected: the index of the first one that is
 * not before `node`; and the node at an index, A3D_NO_NODE after the last. */
size_t a3d_refs_from(const a3d_ctx *ctx, uint32_t node);
static inline uint32_t a3d_ref_at(const a3d_ctx *ctx, size_t i)
{
    return i < ctx->refs.n ? ctx->refs.at[i] : A3D_NO_NODE;
}

/* The key of the element, keyed by position, that contains a node or is the node itself; -1 if there is none. */
int64_t a3d_own_key(const a3d_ctx *ctx, uint32_t node);

/* Reports repeated keys, and references to missing elements. */
void a3d_check_links(a3d_ctx *ctx);

/* Whether a finding is about a reference to an element that is not there. */
bool a3d_is_dangling(const a3d_doc *doc, const a3d_finding *f);

/* The finding that explains why something is missing: the fault that left the first tainted part unread. A3D_NO_CAUSE
 * when everything was read. */
uint32_t a3d_missing_cause(const a3d_doc *doc);

#endif
