/* salvage.h - a sound document from what can be read of a damaged one. */
#ifndef A3D_ENGINE_FIX_SALVAGE_H
#define A3D_ENGINE_FIX_SALVAGE_H

#include "engine/fix/fix.h"

/* Something that was given up, oldest first. */
typedef struct a3d_lost {
    const char *path; /* in the document as it was then */
    const char *how;  /* what became of it: a phrase */
    uint32_t count;   /* elements from there on; 0: it is no element */
    struct a3d_lost *next;
} a3d_lost;

typedef struct a3d_losses {
    a3d_arena *arena;
    a3d_lost *first, **last;
    size_t n;
} a3d_losses;

/* Makes a document that was read with a3d_limits.salvage sound: elements of lists that are not whole go, and so do bytes that
 * no field owns; other fields that were not read are left out, or made anew. What is given up is added to the
 * losses. False when no element of any list is whole, or memory ran out. */
bool a3d_salvage(a3d_fixer *x, a3d_losses *lost);

/* Gives up what a finding is about: a reference becomes none or is left out; else the nearest element around it goes.
 * `hard`: elements may go. False when nothing can be given up. */
bool a3d_give_up(a3d_fixer *x, const a3d_finding *f, bool hard, a3d_losses *lost);

#endif
