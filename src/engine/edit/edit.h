/* edit.h - edits of a document, in the grammar of `a3dlint edit`.
 *
 *     PATH=VALUE      sets a value, and repairs the honest lengths, counts, addresses and checksums around it
 *     PATH:=VALUE     sets a value and repairs nothing
 *     PATH+=N         inserts N fresh elements (at the end, or before PATH's [i])
 *     PATH+={…}       inserts one element with these fields set, or these values
 *     PATH-=N         removes N elements (from the end, or from PATH's [i] on)
 *     @STREAM+OFF=HEX overwrites bytes of an encoded stream before it is packed
 *
 * VALUE is a number (decimal, 0x…, f:…, bits:…), an enumerator's name, true, false, "text", hex:…, or {…}: the
 * values of an array, or edits inside a record. A step $form, $count, $present, $fill, $pack, $pad, $slack (and for
 * the null mask $form, $room, $tail, $bit[n]) sets a choice of the field before it. */
#ifndef A3D_ENGINE_EDIT_EDIT_H
#define A3D_ENGINE_EDIT_EDIT_H

#include "engine/encode/encode.h"

/* Applies one edit. Patches of streams are collected in *patches for a3d_encode; start with NULL and 0. They live in
 * the document's arena. Returns NULL, or an error text in the document's arena. After an error the document may be
 * partly changed. */
const char *a3d_edit(a3d_doc *doc, const char *edit, a3d_patch **patches, size_t *n_patches);

#endif
