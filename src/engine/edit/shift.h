/* shift.h - keeps references by position right when elements come or go */
#ifndef A3D_ENGINE_EDIT_SHIFT_H
#define A3D_ENGINE_EDIT_SHIFT_H

#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"

/* What a reference to a removed element becomes if its field has no value for "none". */
typedef enum a3d_gone {
    A3D_GONE_KEEPS_INDEX,  /* unchanged: it names the element that takes the place */
    A3D_GONE_NAMES_NOTHING /* the greatest value of its field, which names nothing */
} a3d_gone;

/* Call it before removing the elements of n spans (see a3d_remove_spans). References by position then name the same
 * elements as before, also if what they name is in a list inside an element that stays or goes. References to removed
 * elements become "none"; doc->unlinked counts them. Returns false when memory ran out. */
bool a3d_shift_for_removed(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n, a3d_gone gone);

/* Call it before inserting n elements into a list, the first of them as element `at`. References to elements that move
 * get their new positions. Elements behind all others change no reference: one that names nothing yet may be meant for
 * them. Returns false when memory ran out. */
bool a3d_shift_for_new(a3d_ctx *ctx, uint32_t list, uint32_t at, uint32_t n);

#endif
