/* align.h - finds out which elements of two lists correspond */
#ifndef A3D_ENGINE_DIFF_ALIGN_H
#define A3D_ENGINE_DIFF_ALIGN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Two corresponding elements, by index. A lone element has A3D_NO_NODE on the other side. */
typedef struct a3d_pair {
    uint32_t a, b;
} a3d_pair;

typedef struct a3d_alignment {
    a3d_arena *arena;
    const uint64_t *a, *b; /* hash of each element; equal elements have equal hashes */
    uint32_t n_a, n_b;
    /* How similar two unequal elements are; 0: not at all. Only called for short ranges. May be NULL. */
    unsigned (*likeness)(void *user, uint32_t a, uint32_t b);
    void *user;
    a3d_pair *pairs; /* out: the pairs, in the order of both lists; room for n_a + n_b */
    size_t n;
} a3d_alignment;

/* Pairs the elements of two lists without changing their order. Equal elements that occur once on each side are
 * paired first; the elements between them are paired by likeness if the ranges are short, otherwise from the front.
 * Takes n log n steps. Returns false when memory ran out. */
bool a3d_align(a3d_alignment *x);

/* Pairs elements by key: the n-th element with a key corresponds to the n-th one with the same key. The hashes are
 * keys. Pairs are in the order of a; elements that only b has come last. Returns false when memory ran out. */
bool a3d_align_keys(a3d_alignment *x);

#endif
