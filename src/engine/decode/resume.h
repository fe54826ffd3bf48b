/* resume.h - reading that goes on from the field that ctx->resume_path leads to; what was read before it is in place */
#ifndef A3D_ENGINE_DECODE_RESUME_H
#define A3D_ENGINE_DECODE_RESUME_H

#include "engine/document/context.h"

/* The rows of a record from `slot` on, of which the ones before the way are skipped. */
int a3d_go_on(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);
int a3d_go_on_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self);
int a3d_go_on_list(a3d_ctx *ctx, a3d_cur *cur, uint32_t index); /* in decode_list.c */
/* Takes back what was read of the rows from `slot` on, whose nodes were reserved. */
void a3d_forget_rows(a3d_ctx *ctx, const a3d_record *type, uint32_t self, unsigned slot);

/* What ctx->known has unpacked from the same bytes, up to `end` at most, when nothing was changed in them; or NULL. Opens
 * such a stream once more; the cursor moves behind it. */
const a3d_stream *a3d_known_stream(const a3d_ctx *ctx, const a3d_cur *cur, uint32_t end);
int a3d_take_known(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, const a3d_stream *known, uint32_t *stream);

/* As a3d_read_record, but the fields before `slot` stay what they are in the record `was`, which was read from the same place:
 * reading begins with the field in `slot`. No window may be open there and no mask bits used. */
int a3d_read_again(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, uint32_t was, unsigned slot);

#endif
