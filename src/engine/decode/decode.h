/* decode.h - bytes in, document out. */
#ifndef A3D_ENGINE_DECODE_DECODE_H
#define A3D_ENGINE_DECODE_DECODE_H

#include "engine/document/context.h"

/* Decodes `size` bytes as `format` into a document of `arena`. `branches` are bits of A3D_VAR_BRANCH that are
 * set from the start (--compat, a forced branch; 0 leaves the choice of a branch to the decoder).
 * Returns the document with its findings, or NULL when memory ran out before there was one. The data must
 * stay where it is as long as the document is used. */
a3d_doc *a3d_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits,
                    uint32_t branches);

/* How many findings are errors by their rules, those included that were not kept. */
size_t a3d_count_errors(const a3d_doc *doc);

/* The same without looking at values and what they refer to: only faults of structure are found. */
a3d_doc *a3d_decode_structure(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                             const a3d_limits *limits, uint32_t branches);

#endif
