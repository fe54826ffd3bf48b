/* search.h - what the parts of the search for suspects share; see suspect.h */
#ifndef A3D_ENGINE_DIAGNOSE_SEARCH_H
#define A3D_ENGINE_DIAGNOSE_SEARCH_H

#include "engine/decode/decode.h"
#include "engine/document/nodes.h"

enum { A3D_SEEN = 48, A3D_VALUE_FINDING = 64, A3D_PATH_MOST = 256, A3D_PUBLISHED = 64, A3D_SMALL = 300 };

/* What of a node is changed, when it is not its value or the count of its elements. */
#define A3D_ITSELF UINT32_MAX
#define A3D_FILL_FLAG (UINT32_MAX - 1)
#define A3D_PACK_FLAG (UINT32_MAX - 2)

/* One change of the stream's bytes. */
typedef struct a3d_attempt {
    uint32_t node;
    uint32_t off, size; /* bytes it replaces */
    uint32_t bit;       /* in the byte at off, or A3D_NO_BIT */
    uint8_t bytes[8];
    int64_t value;      /* what the field would say */
    uint32_t element;   /* of an array, or one of the following; what of the node is changed */
    unsigned score;     /* A3D_VALUE_FINDING by the weight of what values still break, plus the bits that change: less is better */
} a3d_attempt;

/* What the trials' document holds before each trial: what the damaged one holds of the stream. */
typedef struct a3d_reading {
    bool known;
    uint32_t shift;      /* a node has this number more in the damaged document */
    size_t n_nodes, n_streams;
    a3d_node root;       /* as a trial makes it */
    const a3d_node *nodes;
    a3d_mask mask;
    uint32_t published[A3D_PUBLISHED];
    unsigned n_published;
    uint32_t *used;      /* by node: mask bits that were used before it; NULL: there are none */
    uint32_t *bits;      /* the node that each decides about */
    uint32_t n_bits;
} a3d_reading;

/* What is tried for a count, and with what is near it all that is no count. */
typedef enum a3d_guess {
    A3D_GUESS_NEAR,  /* up to 4 more or less */
    A3D_GUESS_FLIP,  /* what one flipped bit makes of it */
    A3D_GUESS_SEEN,  /* what other lists have */
    A3D_GUESS_SMALL  /* small numbers */
} a3d_guess;

typedef struct a3d_search {
    a3d_doc *doc;   /* the damaged one */
    a3d_ctx ctx;    /* of the trials */
    a3d_arena arena;
    a3d_mark clean;
    uint8_t *copy;  /* of the stream, patched for each trial */
    uint32_t stream, fault;
    uint32_t at;    /* the node that the fault was reported at */
    uint32_t unit;  /* what the trials read, inside the damaged document: a placed element that the fault is in, or
                       the root of a file with placed elements. A3D_NO_NODE: the whole stream, in a document of its own */
    bool partly;    /* trials may begin with the field of the unit that the repair is in */
    a3d_guess guess;
    uint32_t seen[A3D_SEEN]; /* counts that other lists have: equal counts are common */
    unsigned n_seen;
    struct a3d_slots {       /* by record: fields by which lists of inner records are counted; NULL: nobody asked yet */
        bool counts[A3D_ROWS_MOST];
    } *inner;
    unsigned errors; /* a repair leaves fewer than these */
    uint64_t budget;
    a3d_reading first;
    uint32_t resume_path[A3D_PATH_MOST]; /* of the trial */
    uint32_t from;         /* the first node that it added */
    bool changed;          /* what it wrote over is still to be restored */
    size_t restored;       /* nodes, until somebody counts them as work */
    a3d_attempt best[A3D_SUSPECTS];
    unsigned n_best;
} a3d_search;

/* Patches the stream, reads it, keeps the repair when it decodes to the exact end, and takes the patch back. The
 * score is what the values still break; `sure`: only the bits that change count. */
void a3d_try_repair(a3d_search *s, a3d_attempt *r, bool sure);

/* Trials over a whole stream. Sets the variables to what they were when the stream began. */
void a3d_publish_before(a3d_search *s);
/* Fills their document, which has its root, with what the damaged one knows. */
void a3d_lend_reading(a3d_search *s);
/* Prepares a trial, which goes on from the field that the repair changes, where that is known. What the last trial wrote
 * over is taken back; until then its document can be looked at. */
void a3d_set_out(a3d_search *s, const a3d_attempt *r);
/* Prepares a trial from the start of the stream. */
void a3d_start_anew(a3d_search *s);

/* What is tried: bits of the null mask; counts, flags, lengths and what chooses a form; addresses of placed records. */
void a3d_try_nodes(a3d_search *s);
/* Counts with which a list ends where the fault is, or holds what is left over behind it. */
void a3d_try_lists(a3d_search *s);
/* Other versions, where a format has few: one decides about much, and stands far from where that shows. */
void a3d_try_versions(a3d_search *s);
void a3d_try_places(a3d_search *s);

/* Bits from..to of the null mask, counted back from the last that was used; the lengths of the windows that the fault lies
 * in; what s->guess says of one field: false when no other guess has anything to try there. */
void a3d_try_bits(a3d_search *s, uint32_t from, uint32_t to);
void a3d_try_windows(a3d_search *s);
bool a3d_try_node(a3d_search *s, uint32_t index);

/* The list of the root whose elements addresses place, or A3D_NO_NODE. */
uint32_t a3d_placed_list(const a3d_doc *doc);

/* Gives the best repairs to a finding as its suspects, in words. */
void a3d_attach(a3d_search *s, a3d_finding *f);

/* The container that a finding tainted, or the root. */
uint32_t a3d_tainted_by(const a3d_doc *doc, uint32_t number);
/* Findings that follow from the fault get it as their cause. */
void a3d_link_causes(a3d_doc *doc, a3d_finding *root);

#endif
