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
a3d_doc *a3d_decode_unjudged(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                             const a3d_limits *limits, uint32_t branches);

/* --- what the parts of the decoder share --- */

/* Prepares a context and an empty document over `data`. A3D_STOP when memory ran out. */
int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits);

/* Reads the whole file, with these bits of A3D_VAR_BRANCH. */
int a3d_read_file(a3d_ctx *ctx, uint32_t branch);

/* Judges what was read: values, what they refer to, and the rules of the format. */
void a3d_judge_file(a3d_ctx *ctx);

/* Reads a file of a format with branches as each one that the version allows, and keeps the one that fits or, when none
 * does, the one that it looks most like or whose errors begin latest (decode_branch.c). `forced` may hold the bit of one
 * branch, which then is the only one tried. `judged`: rules of values decide too, and what is kept is judged. */
int a3d_read_branches(a3d_ctx *ctx, uint32_t forced, bool judged);

/* Where the fork of the branches begins in a document that was read to its end or a fault, UINT32_MAX when that is not known;
 * and how much the bytes there, or a little before or behind it, look like its fields as the document's branch has them
 * (decode_fork.c). */
uint32_t a3d_find_fork(const a3d_doc *doc);
int a3d_weigh_fork(const a3d_doc *doc, uint32_t off);

/* Reserves `n` consecutive nodes. Returns A3D_OK or A3D_STOP. The first function leaves what they hold to the caller. */
int a3d_add_nodes(a3d_ctx *ctx, uint32_t n, uint32_t *first);
int a3d_reserve(a3d_ctx *ctx, uint32_t n, uint32_t parent, uint32_t stream, uint32_t *first);

/* Reads a record of `type` into the reserved node `self`. */
int a3d_read_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self);

/* The same, but the fields before `slot` stay what they are in the record `was`, which was read from the same place:
 * reading begins with the field in `slot`. No window may be open there and no mask bits used. */
int a3d_read_again(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, uint32_t was, unsigned slot);

/* Reads the rows of a record from `slot` on, which starts at `start`; a row that opens a window takes the rest
 * of the record into it. */
int a3d_read_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Read the rows from `slot` on in the window that the field before it opens. In window.c. Exact: its end bounds
 * what is read, and reading goes on behind it whatever happens inside. Soft: it is only a claim. */
int a3d_read_exact(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);
int a3d_read_soft(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* --- reading that goes on from the field that ctx->way leads to; what was read before it is in place (decode_again.c) --- */

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

/* After a vital value in front of a window: skips the record by its length, when that leads anywhere. */
int a3d_skip_window(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

/* Reads rows from `slot` on as long as their `how` (a3d_facts) and their bytes leave nothing to be asked. Returns the slot
 * of the first that is not read. In decode_easy.c. */
unsigned a3d_go_easy(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, const uint8_t *how, uint32_t self, unsigned slot);
static inline unsigned a3d_read_easy(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, const uint8_t *how, uint32_t self, unsigned slot)
{
    return slot < type->n_rows && how[slot] > A3D_HOW_SURE ? a3d_go_easy(ctx, cur, type, how, self, slot) : slot;
}

/* Reads elements of a list into the reserved nodes from `element` on, `count` at most, as long as they are nothing but
 * numbers (a3d_facts.most is known) and all of them would be there. Returns how many. In decode_easy.c. */
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

/* Reports that `need` bytes do not fit in what is left; the cursor stays. Returns A3D_BAD. */
int a3d_truncated(a3d_ctx *ctx, const a3d_cur *cur, uint32_t node, uint64_t need);

/* Gives the bytes from the cursor to `end` to a slack node of `owner` and moves the cursor there. */
int a3d_take_slack(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end);

/* Marks the document as only partly decoded, and the container with the finding that came last. */
void a3d_taint(a3d_ctx *ctx, uint32_t container);

/* The count that a list's shape gives, other than by reading it. */
uint64_t a3d_given_count(const a3d_doc *doc, uint32_t node);

/* Whether a condition on a field of this record itself holds. */
static inline bool a3d_when_holds(const a3d_doc *doc, const a3d_when *when, uint32_t record)
{
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, when->slot));
    bool there = field->state == A3D_PRESENT;
    int64_t value = there ? field->v.i : 0;
    switch (when->op) {
    case A3D_EQ: return value == when->value;
    case A3D_NE: return value != when->value;
    case A3D_LT: return value < when->value;
    case A3D_LE: return value <= when->value;
    case A3D_GT: return value > when->value;
    case A3D_GE: return value >= when->value;
    case A3D_FORM_NE: return field->form != when->value;
    default: return there && field->v.at.count != 0; /* defensive: what stands before a field of the same record was read; test_tables.c holds that the one list that is asked is always there */
    }
}
/* Whether row conditions hold; `record` is the node of the record. */
bool a3d_row_applies(const a3d_doc *doc, const a3d_row *row, uint32_t record);
/* Chooses the alternative of a row: its index, or -1 when none holds. */
int a3d_choose_alt(const a3d_doc *doc, const a3d_row *row, uint32_t record);

/* Makes room for what is worked out of the tables. False when memory ran out. */
bool a3d_begin_facts(a3d_ctx *ctx);
/* The least that an element of this type takes. */
const a3d_facts *a3d_facts_of(a3d_ctx *ctx, const a3d_record *type);
/* a3d_is_flat (flat.h), worked out once. */
bool a3d_record_is_flat(a3d_ctx *ctx, const a3d_record *type);
/* What kinds of rows it has, which depends on nothing else; `how` is there. */
const a3d_facts *a3d_sort_anew(a3d_ctx *ctx, const a3d_record *type);
static inline const a3d_facts *a3d_sort_rows(a3d_ctx *ctx, const a3d_record *type)
{
    const a3d_facts *facts = &ctx->facts[type->id];
    if (facts->how == NULL)
        facts = a3d_sort_anew(ctx, type);
    ctx->linked |= facts->linked;
    return facts;
}
/* Version or branch are other ones: the least sizes have to be worked out again. */
void a3d_forget_facts(a3d_ctx *ctx);

/* --- streams (stream.c) --- */

/* Adds a stream to the document. */
int a3d_open_stream(a3d_ctx *ctx, a3d_stream stream, uint32_t *id);
/* Unpacks the zlib stream between the cursor and `end`; the cursor moves behind it. On A3D_OK *stream is the
 * new stream. */
int a3d_unpack_zlib(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end, uint32_t *stream);
/* Reads a block of known unpacked size: raw (*stream stays unset, *packed false) or packed. */
int a3d_read_block(a3d_ctx *ctx, a3d_cur *cur, uint32_t node, uint64_t size, bool *packed, uint32_t *stream);
/* A cursor over a whole stream. */
a3d_cur a3d_cursor(const a3d_doc *doc, uint32_t stream);
/* The stream that a packed node unpacks to, or 0. */
uint32_t a3d_stream_of(const a3d_doc *doc, uint32_t owner);

/* --- trials --- */

/* What a trial may have to take back. */
typedef struct a3d_mark {
    size_t nodes, streams, findings, muted, more, sides;
    a3d_mask mask;
    int64_t vars[A3D_VARS];
    uint64_t unpacked;
    bool faulty;
} a3d_mark;
a3d_mark a3d_mark_now(const a3d_ctx *ctx);
void a3d_release(a3d_ctx *ctx, const a3d_mark *mark);

#endif
