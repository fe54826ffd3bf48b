/* fix.h - repairs: what the rules' fixes make of a file. */
#ifndef A3DLINT_FIX_H
#define A3DLINT_FIX_H

#include "base/text.h"
#include "engine/fix/salvage.h"
#include "lint/lint.h"

/* A repair that was made. */
typedef struct a3d_fixed {
    const a3d_rule *rule;
    const char *path;    /* "" for the file as a whole */
    const char *message; /* of the finding that is gone */
    struct a3d_fixed *next;
} a3d_fixed;

typedef struct a3d_fixing {
    const a3d_result *before; /* the file as it was given; NULL when memory ran out */
    const a3d_result *after;  /* what became of it: `before` itself when nothing was changed */
    const uint8_t *data;      /* the bytes of `after` */
    size_t size;
    a3d_fixed *fixed;         /* in the order in which they were made */
    size_t n_fixed;
    unsigned tries;           /* files that were judged on the way */
    uint64_t steps;           /* that were taken on the way (a3d_limits.work) */
    bool ended;               /* by a limit of tries or steps: there may be more to repair */
    const char *why;          /* the error that a3d_salvage_result could not get rid of; NULL: nothing was whole */
    a3d_losses lost;          /* what was given up; only of a3d_salvage_result */
} a3d_fixing;

/* What the work on a file may cost, all trials together, when judging it may take `limit` steps. */
uint64_t a3d_fix_budget(uint64_t limit);

/* Repairs what the fixes of the rules can repair. A repair stays when places that broke its rule are gone and no rule is
 * broken in more places than before, notes aside when it mends more than a note; else it is taken back. The result
 * lives in the arena; `data` must stay as it is. */
a3d_fixing a3d_fix_file(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* The same, but all that is judged on the way may take `steps` together, what is searched in it included. */
a3d_fixing a3d_fix_within(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options, uint64_t steps);

/* The same for a file that was judged already, under these options, as valid or invalid: that is `before`, and its bytes are
 * those that its document begins with. Beside it no more than one document is held at a time. */
a3d_fixing a3d_fix_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options, uint64_t steps);

/* Makes a valid file of what can be read of a damaged one, which was judged already, under these options: what is whole is
 * kept, what is not goes, and so does what cannot stand without it. `after` is NULL when nothing valid can be made of it. The
 * result lives like that of a3d_fix_file. */
a3d_fixing a3d_salvage_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options);

#endif
