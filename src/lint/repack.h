/* repack.h - packs what repairs packed quickly as small as zlib can */
#ifndef A3DLINT_REPACK_H
#define A3DLINT_REPACK_H

#include "base/text.h"
#include "lint/lint.h"

/* Packs the streams of a repaired file that are not those of `original`. The file stays as it was if that changes what
 * a check finds, or if memory runs out. Adds what it took to *steps. */
void a3d_repack(a3d_arena *arena, const a3d_doc *original, a3d_text *file, const a3d_options *options, uint64_t *steps);

#endif
