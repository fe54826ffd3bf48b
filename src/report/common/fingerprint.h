/* fingerprint.h - identifies a finding even when its bytes have moved */
#ifndef A3D_REPORT_COMMON_FINGERPRINT_H
#define A3D_REPORT_COMMON_FINGERPRINT_H

#include "base/text.h"
#include "model/doc.h"

/* A hash of the rule, the field's path without element numbers, and the value at fault, or, when the finding has no
 * value, the first 16 bytes at fault. Offsets, sizes and element numbers are left out, so inserting, removing or
 * changing something else does not alter it. The number at the end is part of the contract: it changes when the same
 * findings would get other fingerprints. */
#define A3D_FINGERPRINT "a3dlint/v1"
enum { A3D_FINGERPRINT_ROOM = 17 };

/* Writes the fingerprint as 16 hexadecimal digits. */
void a3d_fingerprint(const a3d_doc *doc, const a3d_finding *f, char text[A3D_FINGERPRINT_ROOM]);
/* The same when the caller already has the path of the finding (a3d_put_place), n bytes long. */
void a3d_fingerprint_at(const a3d_doc *doc, const a3d_finding *f, const char *path, size_t n,
                        char text[A3D_FINGERPRINT_ROOM]);

/* Appends the path of a place with every element number replaced by *: "sections[*].objects[*].length". */
void a3d_put_stable_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place);

#endif
