/* align.h - which elements of one list answer to which of another. */
#ifndef A3D_ENGINE_DIFF_ALIGN_H
#define A3D_ENGINE_DIFF_ALIGN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Elements that answer to each other, by index; A3D_NO_NODE on the side that has none. */
typedef struct a3d_pair {
    uint32_t a, b;
} a3d_pair;

typedef struct a3d_alignment {
    a3d_arena *arena;
    const uint64_t *a, *b; /* by element: equal where elements are equal */
    uint32_t n_a, n_b;
    /* How much two elements have in common that are not equal; 0: nothing. Asked for short runs only. */
    unsigned (*likeness)(void *user, uint32_t a, uint32_t b);
    void *user;
    a3d_pair *pairs; /* room for n_a + n_b; in the order of both lists */
    size_t n;
} a3d_alignment;

/* Pairs two lists in which elements keep their order: what is equal and stands once on both sides is paired first,
 * what lies between is paired by likeness while that is little work, else from the front. Takes n log n steps.
 * False when memory ran out. */
bool a3d_align(a3d_alignment *x);

/* Pairs by key: the n-th element with a key answers to the n-th with the same. In the order of a; what only b has
 * comes last. */
bool a3d_align_keys(a3d_alignment *x);

#endif
