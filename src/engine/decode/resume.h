/* resume.h - reading that resumes in the middle of a file, at the field that ctx->resume_path leads to; nodes before
 * it are already in place */
#ifndef A3D_ENGINE_DECODE_RESUME_H
#define A3D_ENGINE_DECODE_RESUME_H

#include "engine/document/context.h"

/* Continue reading on the path: the rows of a record from `slot` on, a record, or a list (in list.c). */
int a3d_continue_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);
int a3d_continue_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self);
int a3d_continue_list(a3d_ctx *ctx, a3d_cur *cur, uint32_t index);
/* Clears the nodes of the rows from `slot` on. */
void a3d_forget_rows(a3d_ctx *ctx, const a3d_record *type, uint32_t self, unsigned slot);

/* The stream that ctx->known unpacked from the bytes at the cursor, at most up to `end`, if those bytes did not
 * change; or NULL. */
const a3d_stream *a3d_known_stream(const a3d_ctx *ctx, const a3d_cur *cur, uint32_t end);
/* Opens such a stream in this document, and moves the cursor past its packed bytes. */
int a3d_take_known(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, const a3d_stream *known, uint32_t *stream);

/* As a3d_read_record, but the fields before `slot` are copied from the record `was`, which was read from the same
 * bytes. No window may be open at `slot`, and the record may not use mask bits. */
int a3d_reread_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, uint32_t was, unsigned slot);

#endif
