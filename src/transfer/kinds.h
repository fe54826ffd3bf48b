/* kinds.h - kinds of text */
#ifndef A3D_TRANSFER_KINDS_H
#define A3D_TRANSFER_KINDS_H

#include "transfer/tracing.h"

/* What kind of text a file is, as a phrase ("an HTML page"), or NULL if it has bytes that no text has. */
const char *a3d_text_kind(const uint8_t *data, size_t size);

/* Whether these are characters of UTF-32 after a mark. */
bool a3d_is_utf32(const uint8_t *data, size_t size);

/* How many bits of chance it takes to make random bytes such text. */
uint64_t a3d_text_bits(const a3d_tracing *t);

/* Adds the trace of a Git LFS pointer. False if the file is not one. */
bool a3d_trace_pointer(a3d_tracing *t);

#endif
