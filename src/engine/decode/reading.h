/* reading.h - what the files of the decoder share, and formats that read by functions of their own */
#ifndef A3D_ENGINE_DECODE_READING_H
#define A3D_ENGINE_DECODE_READING_H

#include "engine/document/plan.h"

/* Reads the whole file, with these bits of A3D_VAR_BRANCH. */
int a3d_read_file(a3d_ctx *ctx, uint32_t branch);

/* Judges what was read: values, what they refer to, and the rules of the format. */
void a3d_check_document(a3d_ctx *ctx);

/* Reads a file of a format with branches as each one that the version allows, and keeps the one that fits or, when none
 * does, the one that it looks most like or whose errors begin latest (decode_branch.c). `forced` may hold the bit of one
 * branch, which then is the only one tried. `judged`: rules of values decide too, and what is kept is judged. */
int a3d_read_branches(a3d_ctx *ctx, uint32_t forced, bool judged);

/* Where the fork of the branches begins in a document that was read to its end or a fault, UINT32_MAX when that is not known;
 * and how much the bytes there, or a little before or behind it, look like its fields as the document's branch has them
 * (decode_fork.c). */
uint32_t a3d_find_fork(const a3d_doc *doc);
int a3d_weigh_fork(const a3d_doc *doc, uint32_t off);

/* Reads a record of `type` into the reserved node `self`. */
int a3d_read_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self);

/* Reads the rows of a record from `slot` on, which starts at `start`; a row that opens a window takes the rest
 * of the record into it. */
int a3d_read_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Read the rows from `slot` on in the window that the field before it opens. In window.c. Exact: its end bounds
 * what is read, and reading goes on behind it whatever happens inside. Soft: it is only a claim. */
int a3d_read_exact(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);
int a3d_read_soft(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* After a vital value in front of a window: skips the record by its length, when that leads anywhere. */
int a3d_skip_window(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Reads rows from `slot` on as long as their `how` (a3d_plan) and their bytes leave nothing to be asked. Returns the slot
 * of the first that is not read. In decode_easy.c. */
unsigned a3d_go_easy(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, const uint8_t *how, uint32_t self, unsigned slot);
static inline unsigned a3d_read_easy(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, const uint8_t *how, uint32_t self, unsigned slot)
{
    return slot < type->n_rows && how[slot] > A3D_PRESENCE_SURE ? a3d_go_easy(ctx, cur, type, how, self, slot) : slot;
}

/* Reads elements of a list into the reserved nodes from `element` on, `count` at most, as long as they are nothing but
 * numbers (a3d_plan.most is known) and all of them would be there. Returns how many. In decode_easy.c. */
uint32_t a3d_read_small(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t element, uint32_t count);

/* Reads a number into the reserved node `index`. A vital one that is wrong is A3D_BAD, and present. */
int a3d_read_scalar(a3d_ctx *ctx, a3d_cur *cur, uint32_t index);

/* What a list says of its length. */
typedef struct a3d_counted {
    uint64_t count;
    bool fill; /* one element stands for all */
} a3d_counted;

/* Read the list of `node` (shape known, gate open): an array; a list that has nodes, or has none, for its elements. The
 * first and the last are in decode_content.c, the second is in decode_list.c. */
int a3d_read_array(a3d_ctx *ctx, a3d_cur *cur, uint32_t node);
int a3d_read_vector(a3d_ctx *ctx, a3d_cur *cur, uint32_t node);
int a3d_read_flat(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, const a3d_counted *n, uint32_t start);
/* Reads the count before a list, and the fill flag behind it. */
int a3d_read_prefix(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, const a3d_shape *s, a3d_counted *out);
/* Reports that `count` elements, `need` bytes or more, do not fit in what is left behind the count, which begins at `start`.
 * Returns A3D_BAD. */
int a3d_too_many(a3d_ctx *ctx, const a3d_cur *cur, uint32_t node, uint32_t start, uint64_t count, uint64_t need);
/* Reads records that addresses in sibling arrays place. In decode_placed.c. */
int a3d_read_placed(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint32_t count);

/* --- streams (stream.c) --- */

/* Unpacks the zlib stream between the cursor and `end`; the cursor moves behind it. On A3D_OK *stream is the
 * new stream. */
int a3d_unpack_zlib(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end, uint32_t *stream);
/* Reads a block of known unpacked size: raw (*stream stays unset, *packed false) or packed. */
int a3d_read_block(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint64_t size, bool *packed, uint32_t *stream);

#endif
