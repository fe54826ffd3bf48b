/* fresh.h - fresh content from the tables, for fields and elements that an edit creates */
#ifndef A3D_ENGINE_EDIT_FRESH_H
#define A3D_ENGINE_EDIT_FRESH_H

#include "base/text.h"
#include "engine/document/context.h"

/* The most fresh elements that a list gets at once. A count beyond it is not followed. */
#define A3D_MOST_FRESH ((uint32_t)1 << 24)

/* Gives a node whose row is set fresh content: the preset or first legal value, and as few elements as allowed.
 * Returns A3D_OK, or A3D_STOP when memory ran out; so does a3d_fresh_list. */
int a3d_fresh(a3d_ctx *ctx, uint32_t node);

/* Replaces all elements of a list by `count` fresh ones. */
int a3d_fresh_list(a3d_ctx *ctx, uint32_t list, uint32_t count);

/* Inserts a fresh element into a list before `index`, or appends it if `index` is the count. Returns its node, the
 * list itself if the elements have no nodes, or A3D_NO_NODE when memory ran out. */
uint32_t a3d_fresh_element(a3d_ctx *ctx, uint32_t list, uint32_t index);

/* Like a3d_fresh_element for n elements; returns the first. */
uint32_t a3d_fresh_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n);

/* Puts bytes after the fields of a record; after the root, beyond the end of the file's content. */
int a3d_set_slack(a3d_ctx *ctx, uint32_t node, const void *bytes, uint32_t n);

#endif
