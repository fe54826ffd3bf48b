/* fix.h - repairs files with the fixes that rules name */
#ifndef A3DLINT_FIX_H
#define A3DLINT_FIX_H

#include "base/text.h"
#include "engine/document/assets.h"
#include "engine/fix/doubts.h"
#include "engine/fix/salvage.h"
#include "lint/lint.h"

/* A repair that was made. */
typedef struct a3d_fixed {
    const a3d_rule *rule;
    const char *path;    /* "" for the whole file */
    const char *message; /* of the repaired finding */
    const char *cause;   /* what was repaired instead of the place of the finding, or NULL */
    bool content;        /* it takes the content for right (a3d_options.accept_content) */
    struct a3d_fixed *next;
} a3d_fixed;

typedef struct a3d_fixing {
    const a3d_result *before; /* the given file; NULL when memory ran out */
    const a3d_result *after;  /* the repaired file; equals `before` if nothing changed */
    const uint8_t *data;      /* bytes of `after` */
    size_t size;
    a3d_fixed *fixed;         /* in the order of the repairs */
    size_t n_fixed;
    unsigned tries;           /* files that were checked on the way */
    uint64_t steps;           /* steps of all tries (a3d_limits.work) */
    bool ended;               /* stopped by a limit of tries or steps: there may be more to repair */
    const char *why;          /* an error that a3d_salvage_result could not remove; NULL: nothing was complete */
    a3d_losses lost;          /* what a3d_salvage_result gave up */
    a3d_doubt *doubts;        /* what it kept although it may be damaged */
    uint64_t kept[A3D_ASSETS]; /* what its result has of `declared` */
    a3d_declared declared;    /* what it began with; all 0: it was not needed */
    bool accepted;            /* it took content for right whose checksum, length or bounds did not agree */
} a3d_fixing;

/* The budget, in steps, for repairing a file whose check may take `limit` steps. */
uint64_t a3d_fix_budget(uint64_t limit);
/* What a check counts towards the budget: its steps, and more for its nodes, whose memory is taken each time anew. */
uint64_t a3d_cost_of(const a3d_result *result);
/* The budget for repairing a checked file. Packed content that its limit does not include may have taken more. */
uint64_t a3d_budget_of(const a3d_result *before, const a3d_options *options);

/* Repairs what the rules' fixes can repair. A repair is kept if its rule is broken in fewer places and no rule in
 * more; new notes are ignored unless it repairs a note. `fixed` has the findings that are gone. Repairs go on until a
 * second call would find nothing, except that a file which is valid after damage was undone stays as it was
 * written. The result lives in the arena and refers to `data`, which must not change. If the file was damaged as a
 * whole and that can be undone, it is undone first; if it cannot, nothing is repaired, since what is missing does not
 * come back. For tests and for tools that repair a file once: commands and the library check it first, and call
 * a3d_fix_result. */
a3d_fixing a3d_fix_file(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* Like a3d_fix_file, but all checks and searches together may take at most `steps`. */
a3d_fixing a3d_fix_within(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                          uint64_t steps);

/* Like a3d_fix_within, but streams that are packed anew may be larger than need be (lint/repack.h). */
a3d_fixing a3d_fix_quickly(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                           uint64_t steps);

/* Whether a3d_fix_result takes this result: the file was read, or what happened to it as a whole can be undone. */
static inline bool a3d_is_fixable_file(const a3d_result *result)
{
    return a3d_is_complete(result) || (result != NULL && result->doc != NULL && result->undone != NULL);
}

/* Like a3d_fix_within for a file that was checked before with these options and that a3d_is_fixable_file accepts.
 * `before` becomes the result's `before`; its document must still have the file's bytes. Only one further document
 * exists at a time. */
a3d_fixing a3d_fix_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options, uint64_t steps);

/* Makes a valid file from the readable parts of a damaged one, which was checked before with these options. Complete
 * parts are kept; incomplete ones are removed, with everything that cannot exist without them. `after` is NULL if no
 * valid file can be made, or if all geometry of the file is lost. If the budget is used up before (`ended`), `after` is
 * the best file so far, or NULL if it is no better than the given one. The result lives as long as that of
 * a3d_fix_file. */
a3d_fixing a3d_salvage_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options);
/* Like a3d_salvage_result, from where repairs with these options ended; their file is not valid. Half of the steps that
 * they took count towards the budget. */
a3d_fixing a3d_salvage_fixed(a3d_arena *arena, const a3d_fixing *fixed, const a3d_options *options);

/* Makes the result of repairs valid, as a3d_salvage_fixed does, by dropping what cannot be kept. If a limit ends that,
 * the better of the two files is kept. Returns false if no valid file can be made; then x->why may say why. */
bool a3d_salvage_rest(a3d_arena *arena, a3d_fixing *x, const a3d_options *options);

#endif
