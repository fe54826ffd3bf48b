/* causes.h - which of the findings of a file are only the doing of another. */
#ifndef A3D_FORMATS_M3G_CAUSES_H
#define A3D_FORMATS_M3G_CAUSES_H

#include "engine/document/context.h"

/* All take the findings as they are so far. What follows stands behind its cause, so findings may change places. */

/* `version` is the number of the finding on a version that is `major`.`minor`: a checksum of the section of `header`
 * that would be right for version 1.0 follows from it. */
void a3d_m3g_blame_version(a3d_doc *doc, uint32_t header, uint32_t version, int64_t major, int64_t minor);

/* What is wrong inside an object that has the type of the header in another place than the first follows from its type;
 * `header` is the record of the true one, A3D_NO_NODE without one. */
void a3d_m3g_blame_stray_headers(a3d_ctx *ctx, uint32_t header);

/* References cannot be right when the numbers of the objects are off, because the first finding of rule `numbers`
 * hides objects or tells that there is one too many or too few. */
void a3d_m3g_blame_numbers(a3d_ctx *ctx, unsigned numbers);

/* An uncompressed length cannot be right when nobody knows how its section is compressed. */
void a3d_m3g_blame_scheme(a3d_ctx *ctx);

#endif
