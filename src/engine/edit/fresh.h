/* fresh.h - fresh content from the tables: what edits insert. */
#ifndef A3D_ENGINE_EDIT_FRESH_H
#define A3D_ENGINE_EDIT_FRESH_H

#include "base/text.h"
#include "engine/document/context.h"

/* No list gets more fresh elements at once: a count that asks for more is a lie too big to follow. */
#define A3D_MOST_FRESH ((uint32_t)1 << 24)

/* Gives a node, whose row is set, fresh content: preset, first legal value, least number of elements. */
int a3d_fresh(a3d_ctx *ctx, uint32_t node);

/* Gives a list `count` fresh elements instead of those that it has. */
int a3d_fresh_list(a3d_ctx *ctx, uint32_t list, uint32_t count);

/* Inserts a fresh element into a list before `index` (the count appends). Returns its node, or the list itself
 * when its elements have no nodes, or A3D_NO_NODE when memory ran out. */
uint32_t a3d_fresh_element(a3d_ctx *ctx, uint32_t list, uint32_t index);

/* The same for n elements; returns the first of them. */
uint32_t a3d_fresh_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n);

/* Puts bytes behind what a record holds; behind the root they lie beyond its end. */
int a3d_set_slack(a3d_ctx *ctx, uint32_t node, const void *bytes, uint32_t n);

#endif
