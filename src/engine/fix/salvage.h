/* salvage.h - makes a valid document from the readable parts of a damaged one */
#ifndef A3D_ENGINE_FIX_SALVAGE_H
#define A3D_ENGINE_FIX_SALVAGE_H

#include "engine/fix/blanks.h"
#include "engine/fix/fix.h"
#include "engine/fix/losses.h"

/* Completes a document that was read with a3d_limits.salvage. Removes incomplete elements of lists, elements with bytes
 * that are known to be damaged, and bytes that no field owns; leaves out or makes anew other fields that were not read.
 * Adds what was given up to *lost. Returns false if no list has a complete element, or memory ran out. */
bool a3d_salvage(a3d_fixer *x, const a3d_blanks *blanks, a3d_losses *lost);

/* Whether any list has an element; a file without one is not worth being kept. */
bool a3d_has_elements(const a3d_doc *doc);

/* Gives up what all errors of the document are about that follow from no other: a reference becomes "none", a field is
 * left out, otherwise the nearest element around it is removed. Returns false if nothing could be given up. */
bool a3d_give_up_all(a3d_fixer *x, a3d_losses *lost);

/* Removes the elements of n spans from a list, and the same elements from all lists that share its count. */
bool a3d_drop_elements(a3d_fixer *x, a3d_losses *lost, uint32_t list, const a3d_span *spans, uint32_t n);

#endif
