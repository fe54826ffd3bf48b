/* shift.h - references by position follow their elements when others go. */
#ifndef A3D_ENGINE_EDIT_SHIFT_H
#define A3D_ENGINE_EDIT_SHIFT_H

#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"

/* What becomes of a reference to an element that goes, when its field has no value for none. */
typedef enum a3d_gone {
    A3D_GONE_STAYS, /* it names what comes into that place */
    A3D_GONE_FAILS  /* it names nothing: the greatest value that its field can hold */
} a3d_gone;

/* Before the elements of n spans of a list go (see a3d_remove_spans): references by position name the same elements as
 * before, those to what goes none. False when memory ran out. */
bool a3d_shift_refs(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n, a3d_gone gone);

#endif
