/* reading.h - what the files of the decoder share, and the formats that read fields with functions of their own
 *
 * Functions that return int return A3D_OK, A3D_BAD or A3D_STOP (engine/document/context.h). */
#ifndef A3D_ENGINE_DECODE_READING_H
#define A3D_ENGINE_DECODE_READING_H

#include "engine/document/plan.h"

/* Reads the whole file with these bits of A3D_VAR_BRANCH. */
int a3d_read_file(a3d_ctx *ctx, uint32_t branch);

/* Checks what was read: values, references and the rules of the format. */
void a3d_check_document(a3d_ctx *ctx);
/* Checks the rules of the format, and frees what these needed. */
void a3d_examine(a3d_ctx *ctx);

/* Reads a file of a format with branches as each branch that its version allows, and keeps the best one (branches.c):
 * the one that fits, or else the one that the file looks most like or whose errors begin latest. `forced` may contain
 * the bit of one branch, which then is the only one tried. With `checked`, values and rules decide too, and the
 * document that is kept is checked. */
int a3d_read_branches(a3d_ctx *ctx, uint32_t forced, bool checked);

/* The offset in the file of the fields by which branches differ (a3d_format.fork), UINT32_MAX when it is not known. */
uint32_t a3d_find_fork(const a3d_doc *doc);
/* How much the bytes there, or a little before or after, look like those fields in the branch of the document: a sum of
 * likelihoods, about in bits. */
int a3d_weigh_fork(const a3d_doc *doc, uint32_t off);

/* Reads a record of `type` into the reserved node `self`. */
int a3d_read_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self);

/* Leaves out the nodes of fields that are not there in a record that was just read, if its fields are the last nodes of
 * the document and nothing else knows their places. Later fields move down; steps and limits stay as they were. Call it
 * only if a3d_ctx.sparse. A3D_STOP when memory ran out. */
int a3d_make_sparse(a3d_ctx *ctx, const a3d_record *type, uint32_t self);

/* Reads the rows of a record, which begins at `start`, from `slot` on. A row that opens a window reads the rest of
 * the record inside it. */
int a3d_read_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Read the rows from `slot` on in the window that the field before `slot` opens (window.c). An exact window bounds
 * what is read, and reading goes on at its end whatever happens inside. A soft window is only a claim. */
int a3d_read_exact(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);
int a3d_read_soft(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Whether the last trial, which changed the length of a soft window to a wrong one, would have had the same outcome
 * with this length. 0 may break another rule. */
bool a3d_misfits(a3d_ctx *ctx, int64_t length);

/* After a wrong vital value before a window: skips the record by its length, if that is plausible. */
int a3d_skip_window(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Completes the node of a row that was present, and whose content was read with this result, which is returned. */
static inline int a3d_complete(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, int result)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    if (result == A3D_OK || node->state == A3D_PRESENT) {
        node->state = A3D_PRESENT;
        node->size = cur->pos - node->off;
    } else if (result == A3D_BAD) {
        cur->pos = node->off; /* a failed field has no bytes: they become slack */
    }
    return result;
}

/* Reads one row of any kind into its node `index`. `presence` says how to find out whether it is present
 * (A3D_PRESENCE_...). */
int a3d_read_row(a3d_ctx *ctx, a3d_cur *cur, const a3d_row *row, uint32_t index, uint32_t record, unsigned presence);

/* Reads up to `count` elements of a list into the reserved nodes from `element` on, as long as they consist of
 * numbers only (a3d_plan.most is known) and enough bytes and bits are left. Returns how many were read. See
 * simple.c. */
uint32_t a3d_read_number_records(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t element, uint32_t count);

/* Reads a number into the reserved node `index`. For a vital number outside its domain the node is present and the
 * result A3D_BAD. */
int a3d_read_scalar(a3d_ctx *ctx, a3d_cur *cur, uint32_t index);

/* The length that a list states. */
typedef struct a3d_counted {
    uint64_t count;
    bool fill; /* one stored element is the value of all */
} a3d_counted;

/* Read the list of `node`, whose shape is known and whose gate is open: an array, a list with nodes for its elements
 * (list.c), or a plain list (content.c). `start` is where its count begins. */
int a3d_read_array(a3d_ctx *ctx, a3d_cur *cur, uint32_t node);
int a3d_read_vector(a3d_ctx *ctx, a3d_cur *cur, uint32_t node);
int a3d_read_flat(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, const a3d_counted *n, uint32_t start);
/* Reads the count before a list, and the fill flag after it. */
int a3d_read_prefix(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, const a3d_shape *s, a3d_counted *out);
/* Reports that `count` elements, which need at least `need` bytes, do not fit after the count, which begins at
 * `start`. Returns A3D_BAD. */
int a3d_too_many(a3d_ctx *ctx, const a3d_cur *cur, uint32_t node, uint32_t start, uint64_t count, uint64_t need);
/* Reads records whose addresses are in sibling arrays (placed.c). */
int a3d_read_placed(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint32_t count);

/* --- streams (stream.c) --- */

/* Unpacks the zlib stream between the cursor and `end`, and moves the cursor past it. On A3D_OK *stream is the new
 * stream. */
int a3d_unpack_zlib(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end, uint32_t *stream);
/* Reads a block whose unpacked `size` is known. A raw one sets *packed to false and is left at the cursor; a packed
 * one is unpacked into *stream. */
int a3d_read_block(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint64_t size, bool *packed, uint32_t *stream);

#endif
