/* fresh.h - fresh content from the tables: the smallest valid document, and the parts that edits insert. */
#ifndef A3D_ENGINE_EDIT_FRESH_H
#define A3D_ENGINE_EDIT_FRESH_H

#include "base/text.h"
#include "engine/document/context.h"

/* No list gets more fresh elements at once: a count that asks for more is a lie too big to follow. */
#define A3D_MOST_FRESH ((uint32_t)1 << 24)

/* The smallest valid document of a version. `branches` are bits of A3D_VAR_BRANCH (0: the format's usual).
 * Returns NULL and says why in *why when the version is unknown or memory ran out. */
a3d_doc *a3d_generate(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches, const char **why);

/* An empty document of a version, whose root has no content yet, and a context for it. */
int a3d_begin_fresh(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches);

/* A context for changing a document that exists already. */
int a3d_resume(a3d_ctx *ctx, a3d_doc *doc);

/* Gives a node, whose row is set, fresh content: preset, first legal value, least number of elements. */
int a3d_fresh(a3d_ctx *ctx, uint32_t node);

/* Gives a list `count` fresh elements instead of those that it has. */
int a3d_fresh_list(a3d_ctx *ctx, uint32_t list, uint32_t count);

/* Inserts a fresh element into a list before `index` (the count appends). Returns its node, or the list itself
 * when its elements have no nodes, or A3D_NO_NODE when memory ran out. */
uint32_t a3d_fresh_element(a3d_ctx *ctx, uint32_t list, uint32_t index);

/* The same for n elements; returns the first of them. */
uint32_t a3d_fresh_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n);

/* Elements at..at + n of a list. */
typedef struct a3d_span {
    uint32_t at, n;
} a3d_span;

/* Removes the elements of n spans, which ascend and do not touch one another, in one pass over a list of nodes. */
int a3d_remove_spans(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n);

/* Removes `n` elements from `index` on. */
int a3d_remove_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n);

/* Sets a scalar, and settles what depends on it. */
int a3d_set_value(a3d_ctx *ctx, uint32_t node, int64_t value);

/* Re-evaluates gates, conditions, alternatives, switches and given counts over the whole document: what has
 * come to exist gets fresh content, what no longer exists is switched off, lists take the count that a field
 * gives them, and honest counts follow their lists. */
int a3d_settle(a3d_ctx *ctx);

/* Puts bytes into the edit stream. Returns their offset there, or UINT32_MAX when memory ran out. */
uint32_t a3d_edit_bytes(a3d_doc *doc, const void *bytes, uint32_t n);

/* Replaces the content of an array or plain list with `n` bytes that hold `count` elements. */
int a3d_set_content(a3d_doc *doc, uint32_t node, const void *bytes, uint32_t n, uint32_t count);

/* Replaces the bytes from..to of a list's content; it has `count` elements afterwards. */
int a3d_splice(a3d_doc *doc, uint32_t list, uint32_t from, uint32_t to, const a3d_text *insert, uint32_t count);

/* Writes a list that can be filled as its first element, which stands for all, or as as many elements as it counts. */
int a3d_set_fill(a3d_doc *doc, uint32_t list, bool fill);

/* Puts bytes behind what a record holds; behind the root they lie beyond its end. */
int a3d_set_slack(a3d_ctx *ctx, uint32_t node, const void *bytes, uint32_t n);

/* Appends an inline count in the form of the format, in `least` bytes or more where it has a choice. */
void a3d_put_prefix(const a3d_doc *doc, a3d_text *out, uint64_t count, unsigned least);

/* Bytes of the content of an array or plain list, unpacked. */
uint64_t a3d_content_size(const a3d_doc *doc, uint32_t node);

#endif
