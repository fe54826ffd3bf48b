/* unchanged.h - compares a copy of a document with the original, to find out which records did not change */
#ifndef A3D_ENGINE_MUTATE_UNCHANGED_H
#define A3D_ENGINE_MUTATE_UNCHANGED_H

#include "engine/document/unchanged.h"

typedef struct a3d_copy {
    a3d_watcher watcher; /* must be first: the document points to it */
    const a3d_doc *was;  /* the original; its nodes have the same numbers in the copy */
    uint8_t *changed;    /* by node of the copy: it, or something in it, changed */
    size_t n, cap;       /* n 0: nothing is known */
    bool moved;          /* nodes came, went or moved; otherwise the presence bits did not change either */
} a3d_copy;

/* Attaches *copy, which must stay in place, to a document that was just copied from `was`. Without memory, or if the
 * file was not read to its end, nothing is known about it. */
void a3d_copy_begin(a3d_copy *copy, a3d_doc *doc, const a3d_doc *was);

#endif
