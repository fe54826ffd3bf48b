/* unchanged.h - a copy of a document beside the document that it was copied from: which records are still as they were */
#ifndef A3D_ENGINE_MUTATE_UNCHANGED_H
#define A3D_ENGINE_MUTATE_UNCHANGED_H

#include "engine/document/unchanged.h"

typedef struct a3d_copy {
    a3d_watcher watcher; /* comes first: the document points to it */
    const a3d_doc *was;  /* its nodes have the numbers that they have in the copy */
    uint8_t *changed;    /* of each node of the copy: it or something in it is not as it was; */
    size_t n, cap;       /* none: nothing is known */
    bool moved;          /* nodes came, went or lie elsewhere; else the presence bits are those of before, too */
} a3d_copy;

/* Puts `copy`, which stays where it is, beside a document that was not changed yet since it was copied. Nothing is known of a
 * file that was not read to its end, or without memory. */
void a3d_copy_begin(a3d_copy *copy, a3d_doc *doc, const a3d_doc *was);

#endif
