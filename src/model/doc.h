/* doc.h - a decoded file: a flat array of nodes over a few streams of bytes.
 *
 * A record reserves one node for each of its rows, absent ones too, so field(record, slot) is one addition.
 * A list whose elements are plain (no text, nothing optional) is one node; its elements are found by
 * arithmetic (engine/document/flat.h). Contents are never copied: nodes point into their stream. */
#ifndef A3D_MODEL_DOC_H
#define A3D_MODEL_DOC_H

#include "base/arena.h"
#include "base/bytes.h"
#include "model/finding.h"
#include "model/format.h"
#include "model/limits.h"
#include "model/row.h"

typedef enum a3d_state {
    A3D_NOT_READ = 0, /* a fault came before it */
    A3D_GATED,        /* version or condition say that it is not there */
    A3D_ABSENT,       /* optional, and left out */
    A3D_PRESENT
} a3d_state;

/* Form bits of a list. Prefix: bytes of an A3D prefix beyond the first (0 to 2). Condensed and packed lists. */
enum { A3D_FORM_FILL = 1, A3D_FORM_FLAG_SHIFT = 1 };
/* Slack: it lies behind the root record, so that no length of the root counts it. */
enum { A3D_FORM_BEHIND = 1 };

typedef struct a3d_node {
    const a3d_row *row;   /* also engine rows: element, slack, gap */
    uint32_t parent;      /* A3D_NO_NODE for the root */
    uint32_t off, size;   /* span in its stream; prefix, flags and padding included */
    unsigned stream : 20; /* the stream that holds the span */
    unsigned alt : 2;     /* which alternative of the row */
    unsigned form : 3;    /* see above; of a custom field whatever it likes */
    unsigned state : 2;
    unsigned honest : 1;  /* a derived value that agrees with what it is derived from */
    unsigned packed : 1;  /* the content lies in a stream of its own */
    unsigned flat : 1;    /* a vector without nodes for its elements */
    unsigned edited : 1;  /* the content lies in the edit stream, the span is that of the original */
    unsigned extra : 1;   /* the side table knows more: slack at its end, a claimed count, a taint */
    union {
        int64_t i; /* scalar, sign- or zero-extended */
        uint64_t u;
        struct {
            uint32_t first; /* first child (record, vector); offset of the content in its stream (array, flat
                               vector); stream of the content when packed */
            uint32_t count; /* children or elements */
        } at;
    } v;
} a3d_node;

typedef struct a3d_stream {
    const uint8_t *data;
    uint32_t size;
    uint32_t owner;  /* node that the stream unpacks, A3D_NO_NODE for the file */
    uint32_t parent; /* where its packed bytes lie */
    uint32_t off, packed_size;
    bool owned;      /* data is a block of the arena */
    bool sound;      /* it could be unpacked without any complaint */
} a3d_stream;

/* What the bytes of a null mask chose beyond the bits themselves. */
typedef struct a3d_mask {
    uint32_t node;   /* A3D_NO_NODE: the document has none */
    uint32_t room;   /* bits that it has */
    uint32_t used;   /* bits that fields consumed */
    uint32_t header; /* bits before the first mask bit: 3, 8 or 24 */
    const uint8_t *bytes; /* the whole mask, header included; room + header bits */
} a3d_mask;

/* Side table: what a few nodes need beyond their 32 bytes. Found through a hash of the node; entries of one node
 * are a chain in the order in which they came. */
typedef enum a3d_side_kind { A3D_SIDE_SLACK, A3D_SIDE_GAP, A3D_SIDE_TAINT, A3D_SIDE_CLAIM, A3D_SIDE_FLIP, A3D_SIDE_MASK, A3D_SIDE_PAD, A3D_SIDE_SIZE } a3d_side_kind;
typedef struct a3d_side {
    uint32_t node;
    a3d_side_kind kind;
    uint64_t value; /* slack, gap: its node; taint: finding; claim: the count that the prefix states; flip: mask
                       bit << 1 | value; mask: bytes << 2 | form; pad: its offset in the
                       edit stream; size: bytes of an edited content */
    uint32_t next, last; /* index of the next entry of the node; in its first entry, of the last one */
} a3d_side;

/* Why a branch was taken. */
typedef enum a3d_why {
    A3D_WHY_NONE,    /* the format has no branches */
    A3D_WHY_FORCED,  /* the caller asked for it */
    A3D_WHY_VERSION, /* the version leaves no other */
    A3D_WHY_ONLY,    /* only this one fits: it has no errors, or it alone can be read to the end */
    A3D_WHY_FIRST,   /* others have no errors either; it stands before them in the list of branches */
    A3D_WHY_LOOKS,   /* none fits; the fields in which branches begin to differ look most like it */
    A3D_WHY_FEWER,   /* none fits; the errors of others begin at the same place, and it has fewer */
    A3D_WHY_LATER,   /* none fits; its first error lies farthest in the file */
    A3D_WHY_TIE      /* none fits, and nothing else decides; it stands first in the list */
} a3d_why;

/* As small as zlib can, or nearly so where that takes seconds; quickly; in stored blocks, which takes no time and is alike with every zlib; as what is made by
 * chance is: as small as it can where that takes little time. */
enum { A3D_PACKS_BEST, A3D_PACKS_FAST, A3D_PACKS_STORED, A3D_PACKS_MADE };

#define A3D_MOST_FRESH_BYTES (UINT64_C(1) << 30)

struct a3d_doc {
    a3d_arena *arena;
    const a3d_format *format;
    a3d_node *nodes;
    size_t n_nodes, cap_nodes;
    a3d_stream *streams;
    size_t n_streams, cap_streams;
    a3d_side *sides;
    size_t n_sides, cap_sides;
    uint32_t *side_heads; /* index + 1 of the first entry of a node; a power of two of them */
    size_t cap_heads;
    a3d_mask mask;
    uint32_t root;
    uint32_t edit_stream; /* 0: none yet */
    size_t edit_cap;
    uint64_t most_fresh; /* bytes that an edit makes anew for one list: what may be unpacked, when that was chosen, or A3D_MOST_FRESH_BYTES */
    int64_t vars[A3D_VARS];
    a3d_finding *findings;
    size_t n_findings, cap_findings;
    size_t n_muted;         /* of those kept, whose rules the limits mute */
    uint16_t *more_rules;   /* the rules of findings beyond the limit, by index */
    size_t more_findings, cap_more;
    uint64_t steps, work_limit;
    uint32_t links; /* to other files */
    uint32_t roots; /* elements that nothing names; 0: not counted */
    int root_kind;  /* the first of them, as a link to the file takes it; -1: not known */
    int limited; /* A3D_LIMIT_… that ended the decode */
    bool faulty; /* a fault left part of the file undecoded */
    a3d_why why; /* the branch was taken */
    const char *why_text; /* the same in words, or NULL */
    struct a3d_plan *plans; /* what was found out of the types of its records while it was read (engine/document/context.h) */
    const struct a3d_watcher *watcher; /* who knows what was not changed since it was copied, or NULL (engine/document/unchanged.h) */
    uint8_t packing; /* how an encode packs zlib streams: A3D_PACKS_… */
};

static inline a3d_node *a3d_at(const a3d_doc *doc, uint32_t node)
{
    return &doc->nodes[node];
}

/* The child of a record in a slot. The record must be present. */
static inline uint32_t a3d_field(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return doc->nodes[record].v.at.first + slot;
}

/* The value of a scalar field, or 0 when it is not there. */
int64_t a3d_value(const a3d_doc *doc, uint32_t record, unsigned slot);

/* The shape that a node has: its row's, or the alternative that was taken. */
static inline const a3d_shape *a3d_shape_of(const a3d_node *node)
{
    return node->row->alts != NULL ? &node->row->alts[node->alt].shape : &node->row->shape;
}

/* The first field of this row that is there, in the order of the file, or NULL. */
const a3d_node *a3d_first_of(const a3d_doc *doc, const a3d_row *row);

/* The record type of a record node or element, or NULL. */
const a3d_record *a3d_record_type(const a3d_doc *doc, uint32_t node);

/* The nearest record of type `type` that encloses the node (or is it), or A3D_NO_NODE. */
uint32_t a3d_enclosing(const a3d_doc *doc, uint32_t node, const a3d_record *type);

/* Whether a node is still a field or an element of the document, there or not: all that holds it is there. After a change
 * the nodes of what was replaced stay in the array, and nothing may be asked of them: what encloses them may be of another
 * type. Slack and gaps are no fields. */
bool a3d_is_held(const a3d_doc *doc, uint32_t node);

/* Whether a node and all that holds it are there. */
bool a3d_is_reached(const a3d_doc *doc, uint32_t node);

/* Where the content of an array or flat vector starts, and in which stream. NULL when it has none. */
const uint8_t *a3d_content(const a3d_doc *doc, const a3d_node *node, uint32_t *stream, uint32_t *off);

/* Elements whose bytes are stored: the count, or one for a condensed list that is filled. */
uint32_t a3d_stored_count(const a3d_node *node);

/* Side table. `a3d_side_find` returns the entry or NULL; a NULL `after` starts the search. */
const a3d_side *a3d_side_find(const a3d_doc *doc, uint32_t node, a3d_side_kind kind, const a3d_side *after);
/* After entries were taken away or their nodes renumbered. */
void a3d_side_rehash(a3d_doc *doc);
/* Sets the one entry that a node has of this kind. */
int a3d_side_set(a3d_doc *doc, uint32_t node, a3d_side_kind kind, uint64_t value);
int a3d_side_add(a3d_doc *doc, uint32_t node, a3d_side_kind kind, uint64_t value);

/* Gives a document variable the value of a field that publishes it, unless one before it did: what is told first holds, whatever
 * a misplaced record says later. Whoever walks a document in wire order calls it for each scalar. */
static inline void a3d_publish(a3d_doc *doc, const a3d_node *node)
{
    if (node->row->publish && doc->vars[node->row->publish - 1] == 0)
        doc->vars[node->row->publish - 1] = node->v.i;
}
/* The field that tells a variable, or A3D_NO_NODE. */
uint32_t a3d_publisher(const a3d_doc *doc, unsigned variable);

/* Sets the variables back to what they are before a field publishes anything. Whoever walks a document in the
 * order of the file starts with this, since a version counts from its field on. */
void a3d_unpublish(a3d_doc *doc);

/* Width of a wire type in bytes. */
static inline unsigned a3d_width(unsigned type)
{
    static const uint8_t widths[A3D_TYPES] = {1, 1, 1, 2, 2, 4, 4, 8, 4};
    return widths[type];
}
/* Reads and writes one value of a wire type; floats are their bits. */
static inline int64_t a3d_load_type(const uint8_t *p, unsigned type, bool big)
{
    if (type == A3D_F32 || type == A3D_U32) /* most are, and a jump to where nobody expects it takes long */
        return a3d_load32(p, big);
    switch (type) {
    case A3D_I8: return (int8_t)p[0];
    case A3D_U16: return a3d_load16(p, big);
    case A3D_I16: return (int16_t)a3d_load16(p, big);
    case A3D_I32: return (int32_t)a3d_load32(p, big);
    case A3D_I64: return (int64_t)a3d_load64(p, big);
    default: return p[0];
    }
}

/* The row of vector elements, of slack and of gaps. */
extern const a3d_row a3d_row_element, a3d_row_root, a3d_row_slack, a3d_row_gap;

/* The name of a row as paths show it. */
const char *a3d_row_name(const a3d_row *row);

#endif
