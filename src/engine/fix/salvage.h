/* salvage.h - makes a valid document from the readable parts of a damaged one */
#ifndef A3D_ENGINE_FIX_SALVAGE_H
#define A3D_ENGINE_FIX_SALVAGE_H

#include "engine/fix/fix.h"

/* Something that was given up; the list has the oldest first. */
typedef struct a3d_lost {
    const char *path; /* in the document at that time */
    const char *how;  /* what was done: a phrase */
    uint32_t count;   /* elements from there on; 0: not an element */
    struct a3d_lost *next;
} a3d_lost;

typedef struct a3d_losses {
    a3d_arena *arena;
    a3d_lost *first, **last;
    size_t n;
} a3d_losses;

/* Completes a document that was read with a3d_limits.salvage. Removes incomplete elements of lists and bytes that no
 * field owns; leaves out or makes anew other fields that were not read. Adds what was given up to *lost. Returns
 * false if no list has a complete element, or memory ran out. */
bool a3d_salvage(a3d_fixer *x, a3d_losses *lost);

/* Gives up what a finding is about: a reference becomes "none" or its field is left out; otherwise, if `hard`, the
 * nearest element around it is removed. Returns false if nothing can be given up. */
bool a3d_give_up(a3d_fixer *x, const a3d_finding *f, bool hard, a3d_losses *lost);

#endif
