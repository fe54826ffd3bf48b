/* resolve.h - from a path in words to places in a document. */
#ifndef A3D_ENGINE_EDIT_RESOLVE_H
#define A3D_ENGINE_EDIT_RESOLVE_H

#include "engine/document/context.h"

/* What a path names: a node; an element of an array or plain list; a field inside such an element; or a
 * choice ($form, $count …) of a node. */
typedef struct a3d_target {
    uint32_t node;
    bool element;      /* `index` names an element of the node, which has no node of its own */
    uint32_t index;
    bool field;        /* a field inside that element: */
    uint32_t off;      /* its bytes, from the start of the content */
    uint32_t count;    /* values in it (1, or those of an array in an element) */
    uint32_t prefix;   /* bytes of an inline count before them, when the field is a whole array that has one */
    bool array;        /* the field is a whole array */
    const a3d_row *counter; /* of a whole array: the field of the element that holds its count, or NULL, */
    uint32_t counter_off;   /* and where, from the start of the content */
    unsigned type;     /* wire type */
    const a3d_row *row; /* the row that its value belongs to (names of enumerators) */
    char claim[24];    /* after '$', or "" */
    int64_t claim_index; /* $bit[n]; -1 without */
    bool indexed;      /* the path ends in [i] */
} a3d_target;

/* Called for each place that the path names; returns NULL to go on or an error text. */
typedef const char *(*a3d_target_fn)(void *user, a3d_ctx *ctx, const a3d_target *target);

/* Resolves the first `n` characters of `path` from `base` (the root, or a record or element) and calls `each`
 * for every place: one, or many for [*] and [a..b]. Fields that are left out come to exist on the way when
 * `create` is set. Returns NULL, the error of `each`, or what is wrong with the path (in `ctx`'s arena). */
const char *a3d_resolve(a3d_ctx *ctx, const a3d_target *base, const char *path, size_t n, bool create, a3d_target_fn each,
                        void *user);

/* Formats an error text into the arena of the document. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *a3d_error(a3d_ctx *ctx, const char *format, ...);

#endif
