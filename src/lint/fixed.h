/* fixed.h - the findings that a repair mended, as reports list them */
#ifndef A3DLINT_FIXED_H
#define A3DLINT_FIXED_H

#include "lint/fix.h"

/* Some findings of one rule, taken down before they are repaired, since a repair changes their document. */
typedef struct a3d_fixed_list {
    a3d_fixed *first;
    uint32_t n;
} a3d_fixed_list;

/* Takes down n findings of a rule, from number `from`, counted from 0 in the order of the document. All texts are
 * copied into the arena. Returns false when memory ran out. */
bool a3d_fixed_take(a3d_fixed_list *list, a3d_arena *arena, const a3d_doc *doc, const a3d_rule *rule, uint32_t from,
                    uint32_t n);

/* Keeps the first n of the list, without those that the repaired document still has: a repair of many findings at once
 * may leave some of them as they were. Of several findings of the rule at one place, those with the same message count
 * as still there first. Returns false when memory ran out. */
bool a3d_fixed_sift(a3d_fixed_list *list, uint32_t n, const a3d_doc *after);

/* Appends copies in the arena to a chain whose end is *last. Returns false when memory ran out. */
bool a3d_fixed_append(const a3d_fixed_list *list, a3d_arena *arena, a3d_fixed ***last);

#endif
