/* context.h - the state of one decode or change: what the functions of a format and the rooms of the engine share. */
#ifndef A3D_ENGINE_DOCUMENT_CONTEXT_H
#define A3D_ENGINE_DOCUMENT_CONTEXT_H

#include "base/kernels_vectors.h"
#include "engine/document/keys.h"
#include "model/doc.h"

/* What a function of the decoder returns. */
enum {
    A3D_OK = 0,
    A3D_BAD,  /* a fault was reported; the record cannot go on */
    A3D_STOP  /* a limit was reached or memory ran out; nothing goes on */
};

/* A window onto a stream, and where in it we are. */
typedef struct a3d_cur {
    const uint8_t *data; /* of the stream, not of the window */
    uint32_t stream, pos, end;
} a3d_cur;

/* Nodes by index. */
typedef struct a3d_list {
    uint32_t *at;
    size_t n, cap;
} a3d_list;

/* What is known of a list of vectors (a3d_note_extent). */
typedef struct a3d_measured {
    uint32_t list;
    a3d_extent extent;
} a3d_measured;

typedef struct a3d_ctx {
    a3d_doc *doc;
    const a3d_format *format;
    a3d_limits limits;
    uint64_t unpacked; /* bytes so far */
    bool own_work_limit; /* the limit of work is the default, which grows with the unpacked bytes */
    unsigned depth;
    const a3d_row *follow; /* the row behind the record that is being read, or NULL */
    struct a3d_plan *plans; /* by record id (plan.h) */
    a3d_arena *keeps;  /* what they point to */
    uint64_t era;      /* another one for each version and branch: plan of this one are known */
    bool linked;       /* some record that was met has keys or references */
    bool quiet;        /* findings are only weighed, in `reported`; errors are counted in `reported_errors` too */
    unsigned reported, reported_errors;
    bool strict;       /* reading ends with the first fault that leaves a part unread */
    const uint32_t *resume_path; /* nodes that lead from the root to the field at which reading goes on, of those that are not
                            reached yet; A3D_NO_NODE ends it. NULL: reading is there */
    bool lost;         /* reading could not go on there */
    const a3d_doc *known; /* what was unpacked in it is not unpacked again, or NULL; */
    size_t n_known;    /* its first streams */
    uint32_t known_from, known_in, changed_off, changed_size; /* its stream, ours that is read, and what is changed there */
    uint32_t cause;    /* finding + 1 that new findings follow from, or 0 */
    a3d_index index;   /* after the decode */
    a3d_place *repeat; /* the place of a repeat that was just counted, until the next report; or NULL */
    uint32_t *ascending; /* see a3d_note_ascending; sorted */
    size_t n_ascending, cap_ascending;
    a3d_list texts, keyed, refs; /* after a3d_check_values of all nodes those that hold text, lists of elements that others can
                                    name, and nodes that may name some; each in order */
    bool listed;                 /* all of them are known */
    a3d_measured *extents; /* sorted, too */
    size_t n_extents, cap_extents;
    size_t next_extent;    /* behind the one that was asked for last: rules ask in the order of nodes */
    a3d_finding spare; /* where findings go that are not kept */
} a3d_ctx;

/* Prepares a context and an empty document over `data`. A3D_STOP when memory ran out. */
int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits);

/* A context for changing a document that exists already. */
int a3d_resume(a3d_ctx *ctx, a3d_doc *doc);

/* Whether as many steps are left. */
bool a3d_has_steps(const a3d_ctx *ctx, uint64_t steps);
/* Lists in which a field that may ascend (a3d_row.ascends) never falls; told in the order of nodes. What is not told,
 * nobody knows. */
void a3d_note_ascending(a3d_ctx *ctx, uint32_t list);
bool a3d_never_falls(const a3d_ctx *ctx, uint32_t list);
/* The extent of all vectors of a list, told in the order of nodes; NULL when nobody knows it. */
void a3d_note_extent(a3d_ctx *ctx, uint32_t list, const a3d_extent *extent);
const a3d_extent *a3d_extent_of(a3d_ctx *ctx, uint32_t list);

/* The next node that holds text, in the order of nodes; *at is 0 before the first. A3D_NO_NODE: there is none left. */
uint32_t a3d_next_text(const a3d_ctx *ctx, size_t *at);

/* Ends the decode at a limit (A3D_LIMIT_…). Returns A3D_STOP. */
int a3d_limit(a3d_ctx *ctx, int limit);

/* Whether a node that is there has a place in `keyed` or `refs`. */
static inline bool a3d_is_linked(const a3d_node *node)
{
    return node->flat || node->row->ref.spaces != 0 || node->row->keys.space != 0;
}
/* Puts such a node into them. A3D_STOP when memory ran out. */
int a3d_list_linked(a3d_ctx *ctx, uint32_t node);
int a3d_list_add(a3d_ctx *ctx, a3d_list *list, uint32_t node);

/* Counts work. Returns A3D_OK, or A3D_STOP when the limit is reached (doc->limited is set). */
static inline int a3d_work(a3d_ctx *ctx, uint64_t steps)
{
    ctx->doc->steps += steps;
    return ctx->doc->steps > ctx->doc->work_limit ? a3d_limit(ctx, A3D_LIMIT_WORK) : A3D_OK;
}

#endif
