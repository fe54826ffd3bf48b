/* context.h - the state of one decode or edit, shared by the engine and the functions of a format
 *
 * The room engine/document holds the document model that every other room works on: finding nodes and lists, paths,
 * plans of how records are read, keys, derived values and the making of findings. Nothing here decodes, checks or
 * writes a file.
 *
 * A context belongs to one thread and one document. */
#ifndef A3D_ENGINE_DOCUMENT_CONTEXT_H
#define A3D_ENGINE_DOCUMENT_CONTEXT_H

#include "base/kernels_vectors.h"
#include "engine/document/keys.h"
#include "model/doc.h"

/* What functions of the decoder return. */
enum {
    A3D_OK = 0,
    A3D_BAD,  /* a fault was reported; the rest of the record is not read */
    A3D_STOP  /* a limit was reached or memory ran out; the decode ends */
};

/* A position in a stream, and the end of the window that it may not pass. */
typedef struct a3d_cur {
    const uint8_t *data; /* of the whole stream */
    uint32_t stream, pos, end;
} a3d_cur;

/* A growing list of node indices. */
typedef struct a3d_list {
    uint32_t *at;
    size_t n, cap;
} a3d_list;

/* The extent of a list of vectors (a3d_note_extent). */
typedef struct a3d_measured {
    uint32_t list;
    a3d_extent extent;
} a3d_measured;

/* An element in the middle of a plain list: its number, and its offset in the content (a3d_note_middle). */
typedef struct a3d_middle {
    uint32_t list, index, off;
} a3d_middle;

/* A soft window that a trial opened by the length that it changed, and which is wrong. */
typedef struct a3d_misfit {
    a3d_cur content;       /* where the content begins; its data is NULL: there was no such window */
    const a3d_row *follow; /* the row after its record, or NULL */
    int64_t base;          /* where it would end with a length of 0 */
    uint32_t end;          /* where the content ended */
} a3d_misfit;

typedef struct a3d_ctx {
    a3d_doc *doc;
    const a3d_format *format;
    a3d_limits limits;
    uint64_t unpacked; /* bytes unpacked so far */
    bool own_work_limit; /* the work limit is the default one, which grows with the unpacked bytes */
    unsigned depth;
    const a3d_row *follow; /* the row after the record that is being read, or NULL */
    struct a3d_plan *plans; /* by record id; see plan.h */
    a3d_arena *keeps;  /* holds what the plans point to */
    uint64_t run;      /* the least sizes in the plans hold for decodes of this number */
    bool linked;       /* some record that was read has keys or references */
    bool quiet;        /* findings are not kept: their weights are summed in `reported`, errors counted in
                          `reported_errors` */
    unsigned reported, reported_errors;
    uint32_t reported_stream, reported_off; /* the place of the last of them */
    uint32_t watched, watched_from, watched_error; /* the least offset of an error or a warning in this stream, from
                                                      there on */
    bool watches;      /* `watched_error` is all that findings are wanted for */
    bool sparse;       /* records are made sparse (a3d_limits.sparse_from) */
    bool strict;       /* the decode ends at the first fault that leaves a part unread */
    const uint32_t *resume_path; /* the nodes from the root down to the field where reading resumes, without those
                                    already reached, ended by A3D_NO_NODE. NULL: that field was reached, or reading
                                    began at the start */
    bool lost;         /* reading could not resume at that field */
    a3d_misfit misfit;
    const a3d_doc *known; /* a document of the same bytes whose unpacked streams are used again, or NULL; */
    size_t n_known;    /* how many of its streams may be used */
    uint32_t known_from, known_in, changed_off, changed_size; /* its stream, our stream of the same bytes, and the
                                                                 part of it that differs */
    uint32_t cause;    /* index + 1 of the finding that new findings follow from, or 0 */
    a3d_index index;   /* the keys of the document; built after the decode */
    a3d_place *repeat; /* the place of the repeat that was counted last, until the next report; or NULL */
    uint32_t *ascending; /* lists noted by a3d_note_ascending, sorted */
    size_t n_ascending, cap_ascending;
    a3d_list texts, keyed, refs; /* filled by a3d_check_values, in the order of nodes: those that hold text, lists
                                    whose elements have keys, and nodes that may refer to such elements */
    bool listed;                 /* the three lists above are complete */
    a3d_measured *extents; /* sorted by list */
    size_t n_extents, cap_extents;
    size_t next_extent;    /* after the one found last, since rules ask in the order of nodes */
    a3d_middle *middles;   /* sorted by list */
    size_t n_middles, cap_middles;
    a3d_arena *scratch; /* of what is needed until the checks end */
    a3d_finding spare; /* stands in for findings that are not kept */
} a3d_ctx;

/* Prepares a context and an empty document over `size` bytes at `data`, which must outlive it. `limits` may be NULL.
 * All memory comes from `arena`. Returns A3D_OK, or A3D_STOP when memory ran out. */
int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
              const a3d_limits *limits);

/* Prepares a context for changing or searching an existing document, without a work limit. A3D_STOP when memory ran
 * out. */
int a3d_resume(a3d_ctx *ctx, a3d_doc *doc);

/* Frees what the checks collected. */
void a3d_forget_checks(a3d_ctx *ctx);

/* Whether the work limit leaves that many steps. */
bool a3d_has_steps(const a3d_ctx *ctx, uint64_t steps);
/* Notes a list in which a field that may ascend (a3d_row.ascends) never falls. Call it in the order of nodes. */
void a3d_note_ascending(a3d_ctx *ctx, uint32_t list);
/* Whether the list was noted. False says nothing about its values. */
bool a3d_never_falls(const a3d_ctx *ctx, uint32_t list);
/* Notes the extent of all vectors of a list, in the order of nodes; and finds it again, NULL when it was not noted. */
void a3d_note_extent(a3d_ctx *ctx, uint32_t list, const a3d_extent *extent);
const a3d_extent *a3d_extent_of(a3d_ctx *ctx, uint32_t list);

/* Notes where the middle of a list is whose elements differ in size, while it is decoded. It is found again, or NULL if
 * it was not noted. What was noted in a trial that failed may be wrong: a walk that begins there is right only if
 * another one, from the start of the list, ends there. */
void a3d_note_middle(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t off);
const a3d_middle *a3d_middle_of(const a3d_ctx *ctx, uint32_t list);

/* Steps through the nodes that hold text, in the order of nodes. *at must be 0 before the first call. A3D_NO_NODE
 * after the last. */
uint32_t a3d_next_text(const a3d_ctx *ctx, size_t *at);

/* Ends the decode at a limit (A3D_LIMIT_...); the first one is kept. Returns A3D_STOP. */
int a3d_limit(a3d_ctx *ctx, int limit);

/* Whether a present node is an empty list, or an array or a text without content. */
static inline bool a3d_is_empty(const a3d_node *node)
{
    const a3d_shape *shape = a3d_shape_of(node);
    return (shape->kind == A3D_ARRAY || shape->kind == A3D_VECTOR) && node->v.at.count == 0;
}
/* Whether a present node belongs in `keyed` or `refs`. Most lists are empty, and refer to nothing. */
static inline bool a3d_is_linked(const a3d_node *node)
{
    return node->row->keys.space != 0 || ((node->flat || node->row->ref.spaces != 0) && !a3d_is_empty(node));
}
/* Adds a node to those of the two lists that it belongs in. A3D_STOP when memory ran out. */
int a3d_list_linked(a3d_ctx *ctx, uint32_t node);
/* Makes room for one more node in a full list. A3D_STOP when memory ran out. */
int a3d_list_grow(a3d_ctx *ctx, a3d_list *list);

/* Appends a node to a list. A3D_STOP when memory ran out. */
static inline int a3d_list_add(a3d_ctx *ctx, a3d_list *list, uint32_t node)
{
    if (list->n == list->cap && a3d_list_grow(ctx, list) != A3D_OK)
        return A3D_STOP;
    list->at[list->n++] = node;
    return A3D_OK;
}

/* Counts work. Returns A3D_OK, or A3D_STOP when the limit is reached (doc->limited is set). */
static inline int a3d_work(a3d_ctx *ctx, uint64_t steps)
{
    ctx->doc->steps += steps;
    return ctx->doc->steps > ctx->doc->work_limit ? a3d_limit(ctx, A3D_LIMIT_WORK) : A3D_OK;
}

#endif
