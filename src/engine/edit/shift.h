/* shift.h - keeps references by position right when elements are removed */
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
 * elements as before; references to removed elements become "none". Returns false when memory ran out. */
bool a3d_shift_refs(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n, a3d_gone gone);

#endif
