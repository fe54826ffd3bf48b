/* elements.h - inserts, removes and moves the elements of a list */
#ifndef A3D_ENGINE_EDIT_ELEMENTS_H
#define A3D_ENGINE_EDIT_ELEMENTS_H

#include "base/text.h"
#include "engine/document/context.h"

/* Replaces the bytes from..to of a list's content; the list has `count` elements afterwards. */
int a3d_splice(a3d_doc *doc, uint32_t list, uint32_t from, uint32_t to, const a3d_text *insert, uint32_t count);

/* Stores a list that can be filled as its first element only, which represents all, or as every element. */
int a3d_set_fill(a3d_doc *doc, uint32_t list, bool fill);
/* Replaces `remove` elements from `index` on of an array or plain list by the bytes in *insert, which are `count`
 * elements. */
int a3d_splice_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t remove, const a3d_text *insert,
                        uint32_t count);

/* Rebuilds a list of nodes with `now` elements. from[i] is the old index of element i, or UINT32_MAX for a fresh
 * one; the caller fills that one in. Elements must be contiguous, so they move to the end of the document; children
 * and side entries follow. Fails if `from` is NULL, so that the caller need not check its allocation. */
int a3d_move_elements(a3d_ctx *ctx, uint32_t list, const uint32_t *from, uint32_t now);

/* The elements at..at + n of a list. */
typedef struct a3d_span {
    uint32_t at, n;
} a3d_span;

/* Removes the elements of n spans, which ascend and do not touch. A list of nodes takes one pass. */
int a3d_remove_spans(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n);

/* Removes `n` elements from `index` on. */
int a3d_remove_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n);

#endif
