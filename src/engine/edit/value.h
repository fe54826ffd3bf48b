/* value.h - parses the values of edits */
#ifndef A3D_ENGINE_EDIT_VALUE_H
#define A3D_ENGINE_EDIT_VALUE_H

#include "base/text.h"
#include "engine/document/context.h"

/* Parses one scalar of a wire type from the first n characters: decimal, hex (0x…), f:1.5 f:nan f:inf f:-0,
 * bits:7fc00000, true or false, or a name from `names` (may be NULL). Returns NULL or an error text, also if the value
 * does not fit in the type. */
const char *a3d_parse_scalar(a3d_ctx *ctx, const char *text, size_t n, unsigned type, const a3d_name *names,
                             int64_t *value);

/* Parses bytes, "text" with \xHH or hex:…, and appends them to *out. Returns NULL or an error text. */
const char *a3d_parse_bytes(a3d_ctx *ctx, const char *text, size_t n, a3d_text *out);

/* The end of the item that starts at p: a comma outside quotes and braces, or `end`. */
const char *a3d_item_end(const char *p, const char *end);

#endif
