/* fingerprint.h - what a finding is known by when its bytes have moved. */
#ifndef A3D_REPORT_COMMON_FINGERPRINT_H
#define A3D_REPORT_COMMON_FINGERPRINT_H

#include "base/text.h"
#include "model/doc.h"

/* A hash over the rule, the field's path without element numbers, and what stands there: the value at fault, or
 * where the finding has none the bytes at fault, up to 16 of them. Offsets, sizes and element numbers are no part
 * of it, so that it stays when something else is inserted, removed or changed. The second number is part of the
 * contract: it changes when the same findings get other fingerprints. */
#define A3D_FINGERPRINT "a3dlint/v1"
enum { A3D_FINGERPRINT_ROOM = 17 };

/* Writes the fingerprint as 16 hexadecimal digits. */
void a3d_fingerprint(const a3d_doc *doc, const a3d_finding *f, char text[A3D_FINGERPRINT_ROOM]);
/* The same for a caller who has the path of the finding's place already (a3d_put_place): n bytes. */
void a3d_fingerprint_at(const a3d_doc *doc, const a3d_finding *f, const char *path, size_t n, char text[A3D_FINGERPRINT_ROOM]);

/* Appends the path of a place with * for every element number: "sections[*].objects[*].length". */
void a3d_put_stable_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place);

#endif
