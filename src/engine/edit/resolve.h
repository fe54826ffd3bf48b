/* resolve.h - finds the places in a document that a path names */
#ifndef A3D_ENGINE_EDIT_RESOLVE_H
#define A3D_ENGINE_EDIT_RESOLVE_H

#include "engine/document/context.h"

/* What a path names: a node, an element of an array or plain list, a field inside such an element, or a choice
 * ($form, $count …) of a node. */
typedef struct a3d_target {
    uint32_t node;
    bool element;      /* the element `index` of the node, which has no node of its own */
    uint32_t index;
    bool field;        /* a field inside that element, described by the members below */
    uint32_t off;      /* offset of its bytes in the content */
    uint32_t count;    /* its values: 1, or those of an array */
    uint32_t prefix;   /* size of an inline count before a whole array, or 0 */
    bool array;        /* the field is a whole array */
    const a3d_row *counter; /* the field of the element that holds the count of a whole array, or NULL */
    uint32_t counter_off;   /* its offset in the content */
    unsigned type;     /* wire type */
    const a3d_row *row; /* the row of its value, for the names of enumerators */
    char claim[24];    /* a step that starts with '$', or "" */
    int64_t claim_index; /* n of $bit[n], or -1 */
    bool indexed;      /* the path ends in [i] */
} a3d_target;

/* Called for each place that a path names. Returns NULL to go on, or an error text to stop. */
typedef const char *(*a3d_target_fn)(void *user, a3d_ctx *ctx, const a3d_target *target);

/* Resolves the first `n` characters of `path` and calls `each` for every place: one, or several for [*] and [a..b].
 * `base` is where the path starts, or NULL for the root. With `create`, absent fields on the way are created.
 * Returns NULL, the error of `each`, or what is wrong with the path (in the document's arena). */
const char *a3d_resolve(a3d_ctx *ctx, const a3d_target *base, const char *path, size_t n, bool create,
                        a3d_target_fn each, void *user);

/* Formats an error text into the arena of the document. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *a3d_error(a3d_ctx *ctx, const char *format, ...);

#endif
