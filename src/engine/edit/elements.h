/* elements.h - elements of a list move, go, or make room for others */
#ifndef A3D_ENGINE_EDIT_ELEMENTS_H
#define A3D_ENGINE_EDIT_ELEMENTS_H

#include "base/text.h"
#include "engine/document/context.h"

/* Replaces the bytes from..to of a list's content; it has `count` elements afterwards. */
int a3d_splice(a3d_doc *doc, uint32_t list, uint32_t from, uint32_t to, const a3d_text *insert, uint32_t count);

/* Writes a list that can be filled as its first element, which stands for all, or as as many elements as it counts. */
int a3d_set_fill(a3d_doc *doc, uint32_t list, bool fill);
/* Replaces `remove` elements from `index` on of an array or plain list by the bytes of others; it has `count` more than are
 * left afterwards. */
int a3d_splice_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t remove, const a3d_text *insert, uint32_t count);

/* A list of nodes needs its elements side by side: they move to the end of the document, `now` of them, each from the place
 * among the old that from[] says (UINT32_MAX: a fresh one). Children and side entries follow their element. */
int a3d_move_elements(a3d_ctx *ctx, uint32_t list, const uint32_t *from, uint32_t now);

/* Elements at..at + n of a list. */
typedef struct a3d_span {
    uint32_t at, n;
} a3d_span;

/* Removes the elements of n spans, which ascend and do not touch one another, in one pass over a list of nodes. */
int a3d_remove_spans(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n);

/* Removes `n` elements from `index` on. */
int a3d_remove_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n);

#endif
