/* search.h - what the files of the search for suspects share; see suspect.h */
#ifndef A3D_ENGINE_DIAGNOSE_SEARCH_H
#define A3D_ENGINE_DIAGNOSE_SEARCH_H

#include "engine/decode/decode.h"
#include "engine/document/nodes.h"

enum { A3D_SEEN = 48, A3D_VALUE_FINDING = 64, A3D_PATH_MOST = 256, A3D_PUBLISHED = 64, A3D_SMALL = 300, A3D_FAR = 12 };
/* Copied nodes that count as one step. */
enum { A3D_NODES_COPIED = 8 };

/* a3d_attempt.element for what is changed of a node if it is no element of an array: its value or count, or a flag. */
#define A3D_ITSELF UINT32_MAX
#define A3D_FILL_FLAG (UINT32_MAX - 1)
#define A3D_PACK_FLAG (UINT32_MAX - 2)
#define A3D_PACKED_BYTE (UINT32_MAX - 3)

/* One change of the bytes of the stream, which may be the repair. */
typedef struct a3d_attempt {
    uint32_t node;
    uint32_t off, size; /* the bytes that it replaces */
    uint32_t bit;       /* the bit of the byte at `off`, or A3D_NO_BIT */
    uint8_t bytes[8];
    int64_t value;      /* the new value of the field */
    uint32_t element;   /* the index in an array, or one of the constants above */
    unsigned score;     /* the number of changed bits, plus A3D_VALUE_FINDING times the weight of what values still
                           break; less is better */
    bool clean;         /* no error is left in what trials read */
} a3d_attempt;

/* The part of the damaged document that every trial starts from, so that it is not read again. */
typedef struct a3d_reading {
    bool known;
    uint32_t shift;      /* index of a node in the damaged document minus its index in a trial */
    size_t n_nodes, n_streams;
    a3d_node root;       /* the root as place_root makes it */
    a3d_mask mask;
    uint32_t published[A3D_PUBLISHED];
    unsigned n_published;
    uint32_t *used;      /* by node: the mask bits used before it; NULL when there is no mask */
    uint32_t *bits;      /* by mask bit: the node that it decides about */
    uint32_t n_bits;
} a3d_reading;

/* The kinds of guesses for a count. A field that is no count is tried with the first kind only. */
typedef enum a3d_guess {
    A3D_GUESS_NEAR,  /* up to 4 more or less, and 0 */
    A3D_GUESS_FLIP,  /* with one bit flipped */
    A3D_GUESS_SEEN,  /* a count of another list */
    A3D_GUESS_SMALL  /* a small number */
} a3d_guess;

/* The bytes of a packed block in which a damage must be, from its first to its last, and what they yield: the bytes
 * of the content from first_made up to, but without, end_made. */
typedef struct a3d_packed_range {
    uint32_t start; /* where the packed data begins */
    uint32_t first, last, first_made, end_made;
    bool only; /* a single change of a single byte lets the block unpack to its size */
} a3d_packed_range;

typedef struct a3d_search {
    a3d_doc *doc;   /* the damaged document */
    a3d_ctx ctx;    /* the context of the trials */
    a3d_arena arena;
    a3d_mark clean;
    uint8_t *copy;  /* a copy of the stream, patched for each trial */
    uint32_t stream, fault;
    uint32_t at;    /* the node that the fault was reported at */
    uint32_t misread; /* the node of the first error when all was read, or A3D_NO_NODE */
    uint32_t unit;  /* what the trials read inside the damaged document: the placed element with the fault, or the
                       root of a file with placed elements. A3D_NO_NODE: the whole stream, in a document of its own */
    bool partly;    /* trials may begin with the field of the unit that the repair changes */
    a3d_guess guess;
    uint32_t seen[A3D_SEEN]; /* counts of other lists, since equal counts are common */
    unsigned n_seen;
    struct a3d_slots {       /* by record: its fields that count lists of inner records; NULL until first needed */
        bool counts[A3D_ROWS_MOST];
    } *inner;
    size_t errors;   /* a repair must leave fewer errors than these */
    uint32_t first_error; /* the least offset of an error in the stream */
    uint64_t budget;
    a3d_reading first;
    uint32_t resume_path[A3D_PATH_MOST]; /* of the current trial */
    uint32_t from;         /* the first node that the trial added */
    bool changed;          /* the nodes that the trial overwrote are not restored yet */
    size_t restored;       /* restored nodes that are not counted as work yet */
    uint64_t checked;      /* steps of the last check of the values of a trial; 0: there was none */
    uint32_t misfit;       /* the length of a soft window that the last trials changed without use; */
    unsigned misfits;      /* how many they are, */
    uint64_t misfit_steps; /* and what the last one took from the budget */
    a3d_attempt best[A3D_SUSPECTS];
    unsigned n_best;
    a3d_packed_range packed; /* last 0: none */
    bool stops;              /* the fault left a part unread */
    uint32_t reached;        /* where the current trial ended or has its first error after the fault; 0: unknown */
    a3d_attempt far[A3D_FAR]; /* the repairs with which most is read after the fault, best first */
    unsigned n_far;
} a3d_search;

/* Adds the root of the trials' document: it is the whole file, a packed record, or the packed list of objects. */
int a3d_place_root(a3d_search *s);
/* Whether the stream, in which the bytes of the repair are already, decodes to its exact end. *score is the weight of
 * what its values break; s->ctx.reported_errors counts errors. */
bool a3d_decodes(a3d_search *s, const a3d_attempt *r, unsigned *score);
/* Keeps a repair with which the stream decodes well beyond the fault, though not to its end: there may be more damage.
 * Call it after a3d_decodes, which returned `whole`. */
void a3d_keep_far(a3d_search *s, const a3d_attempt *r, bool whole);
/* Makes the repairs that go farthest the suspects of a finding that has none. They are only guesses. */
void a3d_attach_far(a3d_search *s, a3d_finding *f);
/* Keeps the one of these suspects with which and one more repair no error is left. */
void a3d_confirm_far(a3d_doc *doc, a3d_finding *f, unsigned chosen);
/* Drops those that were not confirmed. */
void a3d_drop_far(a3d_doc *doc);
/* Takes steps of trials in a document of their own from the budget. */
void a3d_charge(a3d_search *s, uint64_t steps);
/* Tries a repair: patches the stream, reads it, and takes the patch back. The repair is kept if the stream decodes to
 * its exact end with fewer errors. Its score counts what the values still break; with `sure` only the changed bits. */
void a3d_try_repair(a3d_search *s, a3d_attempt *r, bool sure);

/* Sets the variables of a trial of a whole stream to what they were when the stream began. */
void a3d_publish_before(a3d_search *s);
/* Fills the document of the trials, which has a root, with the nodes of the damaged document. */
void a3d_share_reading(a3d_search *s);
/* Prepares a trial that resumes at the field that the repair changes, or begins at the start when that is not
 * possible. Restores what the last trial overwrote; its document can be inspected until then. */
void a3d_prepare_trial(a3d_search *s, const a3d_attempt *r);
/* Prepares a trial that reads the stream from its start. */
void a3d_prepare_full_trial(a3d_search *s);

/* Tries everything: mask bits, counts, flags, lengths, and fields that choose a form. */
void a3d_try_nodes(a3d_search *s);
/* Tries counts with which a list ends at the fault, or includes what is left over after it. */
void a3d_try_lists(a3d_search *s);
/* Tries the places inside a text where its NUL may have been: at bytes that are common in names, or at all others. */
void a3d_try_text_ends(a3d_search *s, uint32_t index, bool common);
bool a3d_ends_with_nul(const a3d_node *node);
/* Whether a byte is common in names and paths. A byte that took the place of a NUL seldom is. */
bool a3d_is_common(uint8_t byte);
/* Tries the counts inside the elements of a plain list. */
void a3d_try_nested(a3d_search *s, uint32_t index);
/* The only counted array of a record that else has numbers only; NULL when the record is of another form. */
const a3d_row *a3d_nested_array(const a3d_record *type);
/* Tries texts and counts near the first error of a document that was read to its end. */
void a3d_try_misread(a3d_search *s);
/* Tries other versions, if the format has few. A version decides about much, and is far from where that shows. */
void a3d_try_versions(a3d_search *s);
/* Tries bytes of the packed data of the block that cannot be unpacked. */
void a3d_try_packed(a3d_search *s);
/* Tries addresses of placed records. */
void a3d_try_places(a3d_search *s);

/* Tries bits from..to of the null mask, counted back from the last one used. */
void a3d_try_bits(a3d_search *s, uint32_t from, uint32_t to);
/* Tries the bytes of the null mask that were used last, and those with its length, if nothing else was found. */
void a3d_try_mask_bytes(a3d_search *s);
/* Tries the lengths of the windows around the fault. */
void a3d_try_windows(a3d_search *s);
/* Tries one field with guesses of the kind s->guess. False when no other kind has anything to try there. */
bool a3d_try_node(a3d_search *s, uint32_t index);

/* Writes a custom field with another value. False when its size would change. */
bool a3d_custom_bytes(a3d_doc *doc, a3d_arena *arena, uint32_t index, int64_t value, uint8_t *bytes, uint32_t size);

/* Finds the bytes that wrong checksums point to, and makes them the suspects of the errors that follow from them. False
 * when there are none, or when the file does not decode without that damage. */
bool a3d_find_changed_bytes(a3d_search *s);

/* Makes wrong checksums that nothing explains follow from the first error in the bytes that they cover. */
void a3d_link_sums(a3d_doc *doc);

/* Searches for the causes of the errors of a document. The first fault gets `budget` steps, and faults after it may
 * take part of `reserve`. Returns how many steps are left. *clean: a repair was found that leaves no error. */
uint64_t a3d_search_document(a3d_doc *doc, uint64_t budget, uint64_t reserve, bool *clean);
/* Makes the repairs that were found, one after another, and reports what is damaged besides. */
void a3d_search_again(a3d_doc *doc, uint64_t budget);
/* The finding of a document that is about the same place as one of its repaired copy, or A3D_NO_CAUSE. */
uint32_t a3d_same_finding(a3d_doc *doc, const a3d_doc *next, uint32_t finding);
/* Compares a document with `next`, in which repairs of the findings `roots` were made, the last one since the last
 * comparison: what remains there is no consequence, what is gone follows from it, and what is new is added. Roots may
 * be A3D_NO_CAUSE. */
void a3d_merge_findings(a3d_doc *doc, const a3d_doc *next, const a3d_suspect *repair, const uint32_t *roots,
                        unsigned n);

/* The list of the root whose elements have addresses, or A3D_NO_NODE. */
uint32_t a3d_placed_list(const a3d_doc *doc);

/* Explains the first zlib stream of the file with a wrong checksum or a fault: finds the byte that was changed, or else
 * the part of the packed data in which the damage is, and makes that the cause of the errors in the content. False when
 * neither is known. */
bool a3d_find_packed_damage(a3d_doc *doc, uint64_t budget);

/* Attaches the best repairs to a finding as its suspects, with messages. */
void a3d_attach_suspects(a3d_search *s, a3d_finding *f);
/* Makes attempts the suspects of a finding. `partial`: with them more decodes, but not to the end. */
void a3d_attach_attempts(a3d_search *s, a3d_finding *f, const a3d_attempt *attempts, unsigned n, bool partial);

/* Makes a finding of a packed block span the bytes in which the damage must be. */
void a3d_widen_to_range(a3d_doc *doc, a3d_finding *f, const a3d_packed_range *range);

/* The container that a finding tainted, or the root. */
uint32_t a3d_tainted_by(const a3d_doc *doc, uint32_t number);
/* Makes the first error in bytes from..to of the file the cause of all findings there that end after `at`. Returns it,
 * or A3D_NO_CAUSE when there is none. */
uint32_t a3d_lead_bytes(a3d_doc *doc, uint32_t from, uint32_t to, uint32_t at);
/* Makes a finding about packed data the cause of all others about its content; with `all`, of all other errors. */
void a3d_lead_stream(a3d_doc *doc, a3d_finding *f, bool all);
/* Makes a finding the cause of all other errors that have none, but for those inside placed elements other than
 * `unit`. */
void a3d_link_rest(a3d_doc *doc, uint32_t root, uint32_t unit);
/* The placed element that contains a node, or A3D_NO_NODE. */
uint32_t a3d_placed_around(const a3d_doc *doc, uint32_t node);
/* Lets an error about the first suspect of a finding be the cause of that finding. */
void a3d_follow_suspects(a3d_doc *doc);
/* Sets the cause of the findings that follow from the fault `root`; see causes.c. Returns the finding that leads. */
uint32_t a3d_link_causes(a3d_doc *doc, a3d_finding *root);

/* The limits of a document that a trial reads: damage may make a large file look like one of small records. */
static inline a3d_limits a3d_trial_limits(const a3d_doc *doc)
{
    return (a3d_limits){.nodes = (UINT64_C(4) << 20) + 2 * (uint64_t)doc->n_nodes};
}

#endif
