/* decode.h - bytes in, document out
 *
 * The room engine/decode reads a file into a document by the tables of its format: records and rows, lists, windows,
 * packed streams and branches. A fault is reported and reading goes on where that is possible. */
#ifndef A3D_ENGINE_DECODE_DECODE_H
#define A3D_ENGINE_DECODE_DECODE_H

#include "engine/document/context.h"

/* Decodes and checks `size` bytes as a file of `format`. The document is allocated in `arena`. `limits` may be NULL.
 * `branches` are bits of A3D_VAR_BRANCH that are set from the start, by --compat or to force a branch; without the
 * bit of a branch the decoder chooses one. Returns the document with its findings, or NULL when memory ran out before
 * there was one. The data must stay in place as long as the document is used. */
a3d_doc *a3d_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                    const a3d_limits *limits, uint32_t branches);

/* The number of findings whose rules are errors, including those that were not kept. */
size_t a3d_count_errors(const a3d_doc *doc);

/* As a3d_decode, but without checking values and references: only structural faults are found. */
a3d_doc *a3d_decode_structure(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                              const a3d_limits *limits, uint32_t branches);

#endif
