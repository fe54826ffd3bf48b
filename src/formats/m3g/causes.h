/* causes.h - decides which findings of a file only follow from another one. */
#ifndef A3D_FORMATS_M3G_CAUSES_H
#define A3D_FORMATS_M3G_CAUSES_H

#include "engine/document/context.h"

/* All functions work on the findings so far. A finding must come after its cause, so findings may be reordered. */

/* `version` is the index of the finding about a version that is `major`.`minor`. A checksum of the section of `header`
 * that would be right for version 1.0 follows from it. */
void a3d_m3g_blame_version(a3d_doc *doc, uint32_t header, uint32_t version, int64_t major, int64_t minor);

/* Faults inside an object with the type of the header, but in another place than the first, follow from its type.
 * `header` is the record of the real header, or A3D_NO_NODE if there is none. */
void a3d_m3g_blame_stray_headers(a3d_ctx *ctx, uint32_t header);

/* References cannot be right if the numbers of the objects are off, because the first finding of rule `numbers` hides
 * objects, or reports one too many or too few. */
void a3d_m3g_blame_numbers(a3d_ctx *ctx, unsigned numbers);

/* An uncompressed length cannot be right if the compression of its section is unknown. */
void a3d_m3g_blame_scheme(a3d_ctx *ctx);

#endif
