/* context.h - the state of one decode: what the functions of a format and the parts of the engine share. */
#ifndef A3D_ENGINE_DOCUMENT_CONTEXT_H
#define A3D_ENGINE_DOCUMENT_CONTEXT_H

#include "base/kernels_vectors.h"
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

/* What has to be asked when a row is read: whether it is there, */
enum {
    A3D_HOW_ASKED,  /* by everything that a row can say */
    A3D_HOW_SURE,   /* it is, in every record and in one form; so are those below */
    A3D_HOW_GATED,  /* by its gate alone */
    A3D_HOW_MASKED, /* by a bit of the null mask alone */
    A3D_HOW_WHEN,   /* by its gate and conditions on the same record */
    A3D_HOW_LIKE,   /* by the condition of the row before, which is the same */
    A3D_HOW_FORMED, /* by gates alone, also in which form: values behind an inline count in each that is easy */
    A3D_HOW_MASK = 7
};
/* and, where that is known, what then stands there; both in one number. */
enum {
    A3D_WHAT_OTHER = 0,
    A3D_WHAT_NUMBER = 8,  /* a number; nothing depends on it before its record is read */
    A3D_WHAT_VITAL = 16,  /* a number that must lie in its domain */
    A3D_WHAT_VALUES = 24, /* values behind an inline count and nothing else */
    A3D_WHAT_LIST = 32    /* records behind one */
};

/* What the engine works out once for each record type. */
typedef struct a3d_facts {
    uint32_t least_bytes, least_bits;
    uint64_t era;       /* of the decode (a3d_ctx.era) in which the two above were worked out */
    bool flat_known, flat;
    bool refers;        /* some row names elements */
    bool linked;        /* some row names elements, or holds some that others name */
    bool derives;       /* some row has a value that others give */
    bool finite;        /* all rows are finite floats, and there in every record */
    uint8_t whole;      /* whether only the record itself says how its bytes are read (alike.c) */
    uint32_t most;      /* the size of a record that is nothing but numbers, some of which a bit of the null mask may leave out;
                           else 0 */
    uint32_t numbers;   /* the size of a record that is nothing but numbers which are there in every record; else 0 */
    const uint8_t *how; /* of each row, A3D_HOW_… + A3D_WHAT_…; NULL: nothing is known from `derives` on */
} a3d_facts;

/* One element that others can name. */
typedef struct a3d_key {
    int64_t key;
    uint32_t list, index; /* the element */
    uint32_t space;
    bool used;            /* something names it */
} a3d_key;

/* Nodes by index. */
typedef struct a3d_list {
    uint32_t *at;
    size_t n, cap;
} a3d_list;

/* A search for a key that was made before. */
typedef struct a3d_asked {
    uint64_t spaces;
    int64_t key;
    a3d_key *found;
} a3d_asked;
enum { A3D_ASKED_LAST = 32 };

/* All keys of a document, sorted by key, space and place (engine/check/links.h). */
typedef struct a3d_index {
    a3d_key *keys;
    size_t n, cap;
    struct a3d_list_start { /* of lists that are keyed by position, in the order of their nodes */
        int64_t first;
        uint32_t list;
    } *lists;
    size_t n_lists, cap_lists;
    a3d_asked *last; /* the last searches, by what was asked; A3D_ASKED_LAST of them, or NULL */
} a3d_index;

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
    a3d_facts *facts;  /* by record id */
    a3d_arena *keeps;  /* what they point to */
    uint64_t era;      /* another one for each version and branch: facts of this one are known */
    bool linked;       /* some record that was met has keys or references */
    bool quiet;        /* findings are only weighed, in `reported`; errors are counted in `reported_errors` too */
    unsigned reported, reported_errors;
    bool strict;       /* reading ends with the first fault that leaves a part unread */
    const uint32_t *way; /* nodes that lead from the root to the field at which reading goes on, of those that are not
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
    a3d_list texts, keyed, refs; /* after a3d_check of all nodes those that hold text, lists of elements that others can
                                    name, and nodes that may name some; each in order */
    bool listed;                 /* all of them are known */
    a3d_measured *extents; /* sorted, too */
    size_t n_extents, cap_extents;
    size_t next_extent;    /* behind the one that was asked for last: rules ask in the order of nodes */
    a3d_finding spare; /* where findings go that are not kept */
} a3d_ctx;

/* What a finding weighs where documents are compared by what they break: sound ones have notes, too. */
static inline unsigned a3d_weight(a3d_severity severity)
{
    return severity >= A3D_ERROR ? 16 : severity == A3D_WARNING ? 8 : 1;
}

/* Reports that `rule` is broken at `size` bytes from `off` of `stream`, on behalf of `node` (A3D_NO_NODE: the
 * file). Returns the finding to be completed with the functions below; never NULL: beyond the limit it is
 * one that is thrown away. A repeat of the same rule in the same list is counted with the first. */
a3d_finding *a3d_report(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node, uint32_t stream, uint32_t off, uint32_t size);

/* The same for an engine fault, by the format's rule for it. A fault that the format has no rule for is not
 * reported. */
a3d_finding *a3d_fault_at(a3d_ctx *ctx, a3d_fault fault, uint32_t node, uint32_t stream, uint32_t off, uint32_t size);

/* The same over the span of a node. */
a3d_finding *a3d_report_node(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node);

const a3d_rule *a3d_rule_for(const a3d_format *format, a3d_fault fault);

/* The ending of a word behind a number. */
static inline const char *a3d_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Whether anybody reads what is put into words of this finding. */
static inline bool a3d_is_read(const a3d_ctx *ctx, const a3d_finding *f)
{
    return f != &ctx->spare && !ctx->limits.wordless;
}
/* The same of where in its list one stands that was just reported, which is told of some repeats, too. */
static inline bool a3d_is_placed(const a3d_ctx *ctx, const a3d_finding *f)
{
    return (f != &ctx->spare || ctx->repeat != NULL) && !ctx->limits.wordless;
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_say(a3d_ctx *ctx, a3d_finding *f, const char *format, ...);
/* What follows the path of the node: an element and a field inside a list that has no nodes for them. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_suffix(a3d_ctx *ctx, a3d_finding *f, const char *format, ...);
void a3d_expect(a3d_finding *f, int64_t min, int64_t max);
void a3d_expect_text(a3d_finding *f, const char *text);
void a3d_actual(a3d_finding *f, int64_t value);

/* Names another field that could be to blame for a finding on values: with `value` there the rule would hold.
 * The first few are kept. */
void a3d_also(a3d_ctx *ctx, a3d_finding *f, uint32_t node, int64_t value);

/* Says that the rule would hold with `value` (of a float its bits) in a scalar, whose index is 0, or in one value of an
 * array, because the rest of the file leaves no other. Kept only where repairs are asked for (a3d_limits.repairs). */
void a3d_mends(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, int64_t value);

void a3d_mends_float(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, double value);

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
