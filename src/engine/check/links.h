/* links.h - elements that are named, and values that name them. */
#ifndef A3D_ENGINE_CHECK_LINKS_H
#define A3D_ENGINE_CHECK_LINKS_H

#include "engine/document/context.h"

/* The space of elements whose kind is too large for a space of its own. */
enum { A3D_SPACE_OTHER = 63 };

/* Collects and sorts the keys of a document into ctx->index. A3D_STOP when work or memory ran out. */
int a3d_index_build(a3d_ctx *ctx);

/* Nodes that may name others (a3d_ctx.refs), once keys were collected: the place of the first of them that does not come
 * before `node`, and the node at a place; A3D_NO_NODE behind the last. */
size_t a3d_refs_from(const a3d_ctx *ctx, uint32_t node);
static inline uint32_t a3d_ref_at(const a3d_ctx *ctx, size_t place)
{
    return place < ctx->refs.n ? ctx->refs.at[place] : A3D_NO_NODE;
}

/* The first element with this key in one of the spaces, or NULL. Steps of the search are counted. */
const a3d_key *a3d_index_find(a3d_ctx *ctx, uint64_t spaces, int64_t key);

/* The key of the keyed-by-position element that a node belongs to (or is), or -1. */
int64_t a3d_own_key(const a3d_ctx *ctx, uint32_t node);

/* The node of a keyed element, or A3D_NO_NODE when its list has none. */
uint32_t a3d_key_node(const a3d_doc *doc, const a3d_key *key);

/* Value of a scalar field of a list's element, whether it has nodes or not. False when it is not there. */
bool a3d_element_value(const a3d_doc *doc, uint32_t list, uint32_t index, unsigned slot, int64_t *value);

/* Reports keys that repeat, and values that name nothing. */
void a3d_link_check(a3d_ctx *ctx);

/* The finding that something is missing because of: the last fault that left a part unread. A3D_NO_CAUSE when
 * everything was read. */
uint32_t a3d_missing_cause(const a3d_doc *doc);

#endif
