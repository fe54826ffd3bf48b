/* doc.h - a decoded file: a flat array of nodes over a few streams of bytes
 *
 * A record reserves one node for each of its rows, even for absent ones, so finding a field is one addition; a sparse
 * record has none for those.
 * A list of plain elements (no text, nothing optional) is a single node; engine/document/flat.h finds its elements by
 * arithmetic. Content is never copied: nodes point into their stream. */
#ifndef A3D_MODEL_DOC_H
#define A3D_MODEL_DOC_H

#include "base/arena.h"
#include "base/bytes.h"
#include "base/never.h"
#include "model/finding.h"
#include "model/format.h"
#include "model/limits.h"
#include "model/row.h"

typedef enum a3d_state {
    A3D_NOT_READ = 0, /* an earlier fault ended the record */
    A3D_GATED,        /* excluded by the version, the branch or a condition */
    A3D_ABSENT,       /* optional, and left out */
    A3D_PRESENT
} a3d_state;

/* The form of a list. With an A3D prefix it is the number of prefix bytes after the first (0 to 2). Otherwise bit 0
 * says that one stored element is repeated for all, and the bits above hold the flag byte of a packed list. */
enum { A3D_FORM_FILL = 1, A3D_FORM_FLAG_SHIFT = 1 };
/* The form of a record that has no nodes for fields that are not there (a3d_limits.sparse_from); no other node has it.
 * Its first field always has a node. */
enum { A3D_FORM_SPARSE = 7, A3D_FORM_SPARSE_BIT = 4 };
/* The form of slack that follows the root record, where no length of the root counts it. */
enum { A3D_FORM_BEHIND = 1 };

typedef struct a3d_node {
    const a3d_row *row;   /* of the table, or one of the engine's own: element, root, slack, gap */
    uint32_t parent;      /* A3D_NO_NODE for the root */
    uint32_t off, size;   /* span in its stream, including prefix, flags and padding */
    union {
        struct {
            unsigned stream : 20; /* the stream that holds the span */
            unsigned alt : 2;     /* which alternative of the row */
            unsigned form : 3;    /* see above; a custom field defines its own */
            unsigned state : 2;   /* a3d_state */
            unsigned honest : 1;  /* a derived value that agrees with what it is derived from */
            unsigned packed : 1;  /* the content is in a stream of its own */
            unsigned flat : 1;    /* a vector without nodes for its elements */
            unsigned edited : 1;  /* the content is in the edit stream; the span is still that of the original */
            unsigned extra : 1;   /* the side table has entries for this node */
        };
        uint32_t bits; /* all of these at once */
    };
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
    uint32_t parent; /* the stream that holds its packed bytes */
    uint32_t off, packed_size; /* their place in the parent */
    bool owned;      /* data is a block of the arena */
    bool sound;      /* it was unpacked without any complaint */
    bool stale;      /* an encode packs the content anew, changed or not */
} a3d_stream;

/* Bytes of a stream that reports show, from `off` on. */
typedef struct a3d_window {
    const uint8_t *data;
    uint32_t off, size;
} a3d_window;

/* The null mask of a document. */
typedef struct a3d_mask {
    uint32_t node;   /* A3D_NO_NODE: the document has none */
    uint32_t room;   /* bits that it has */
    uint32_t used;   /* bits that fields consumed */
    uint32_t header; /* bits before the first mask bit: 3, 8 or 24 */
    const uint8_t *bytes; /* the whole mask: header + room bits */
} a3d_mask;

/* The side table holds what a few nodes need beyond their 32 bytes. A hash of the node finds its first entry; further
 * entries of the node are chained in the order in which they were added. */
typedef enum a3d_side_kind {
    A3D_SIDE_SLACK, /* value: node of the slack at the end of this one */
    A3D_SIDE_GAP,   /* value: node of a gap between placed elements */
    A3D_SIDE_TAINT, /* value: index of the finding that taints the node */
    A3D_SIDE_CLAIM, /* value: the count that the prefix states */
    A3D_SIDE_FLIP,  /* value: mask bit << 1 | its new value */
    A3D_SIDE_MASK,  /* value: bytes of the mask << 2 | form */
    A3D_SIDE_PAD,   /* value: offset of the padding in the edit stream */
    A3D_SIDE_SIZE,  /* value: bytes of an edited content, or-ed with A3D_SIZE_KEPT if its elements say another size */
    A3D_SIDE_PACKED /* of packed data with a fault; value: its offset << 32 | the unpacked size of a block, or of a
                        part of a zlib stream */
} a3d_side_kind;

#define A3D_SIZE_KEPT (UINT64_C(1) << 32)

typedef struct a3d_side {
    uint32_t node;
    a3d_side_kind kind;
    uint64_t value;
    uint32_t next; /* index of the next entry of the node, or A3D_NO_NODE */
    uint32_t last; /* in the first entry of the node: index of its last one */
} a3d_side;

/* Placeholders for the fields that sparse records of one type do not have, one for each row, as if they were read:
 * each is left out, and a child of the root. */
typedef struct a3d_left_out {
    const a3d_row *rows;
    uint32_t first;
} a3d_left_out;

/* Why a branch was taken. */
typedef enum a3d_why {
    A3D_WHY_NONE,    /* the format has no branches */
    A3D_WHY_FORCED,  /* the caller asked for it */
    A3D_WHY_VERSION, /* the version allows no other */
    A3D_WHY_ONLY,    /* only this one fits: it has no errors, or it alone can be read to the end */
    A3D_WHY_FIRST,   /* several have no errors; this one is the first of them in the list of branches */
    A3D_WHY_LOOKS,   /* none fits; the fields where branches begin to differ look most like this one */
    A3D_WHY_FEWER,   /* none fits; the first errors of several are at the same place, and this one has the fewest */
    A3D_WHY_LATER,   /* none fits; the first error of this one is farthest into the file */
    A3D_WHY_TIE      /* none fits and nothing else decides; this one is the first in the list */
} a3d_why;

/* How an encode packs zlib streams. */
enum {
    A3D_PACKS_BEST,   /* as small as zlib can, or nearly so where that would take seconds */
    A3D_PACKS_USUAL,  /* as zlib does if nobody asks for more, for many tries whose sizes are compared */
    A3D_PACKS_STORED, /* in stored blocks, which takes no time and gives the same bytes with every zlib */
    A3D_PACKS_TRIED,  /* likewise, with the header of BEST: for trials, whose steps may not depend on zlib */
    A3D_PACKS_MADE    /* for random documents: as small as zlib can where that takes little time */
};

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
    uint32_t *side_heads; /* hash table: index + 1 of the first entry of a node; 0: empty */
    size_t cap_heads;     /* a power of two */
    a3d_mask mask;
    a3d_left_out *left_out;
    size_t n_left_out, cap_left_out;
    int64_t spared;  /* how many nodes sparse records save, less those stand-ins */
    bool want_whole; /* something was asked of a field that a sparse record does not have: decode without these */
    uint32_t root;
    uint32_t edit_stream; /* 0: none yet */
    size_t edit_cap;
    uint32_t dropped; /* fields that edits took away, because they do not exist with other values */
    uint32_t unlinked; /* references to elements that edits took away */
    uint32_t by_hand; /* derived values and choices of the null mask that edits with = set */
    /* The most bytes that an edit may create for one list: the limit of unpacked bytes if the caller set one, else
     * A3D_MOST_FRESH_BYTES. */
    uint64_t most_fresh;
    int64_t vars[A3D_VARS];
    a3d_finding *findings;
    size_t n_findings, cap_findings;
    uint64_t most_findings; /* how many are kept */
    size_t n_suppressed;    /* findings among them that the caller does not want (a3d_limits.wants) */
    uint16_t *more_rules;   /* indices of the rules of findings beyond the limit */
    size_t more_findings, cap_more;
    uint64_t steps, work_limit;
    uint32_t links; /* to other files */
    uint32_t roots; /* elements that nothing refers to; 0: not counted */
    int root_kind;  /* what kind of element the first root is, for links to this file; -1: not known */
    int limited;    /* A3D_LIMIT_… that ended the decode */
    bool faulty;    /* a fault left part of the file undecoded */
    a3d_why why;    /* why the branch was taken */
    const char *why_text;   /* the same in words, or NULL */
    struct a3d_plan *plans; /* how to read its record types (engine/document/plan.h) */
    const struct a3d_watcher *watcher; /* knows what is unchanged since a copy (engine/document/unchanged.h), or NULL */
    uint8_t packing;        /* A3D_PACKS_… */
    uint64_t most_packed;   /* bytes of content that an encode may pack; 0: no limit */
    /* By finding, what reports show around it, where the streams have no data (report/common/again.h); else NULL. */
    const a3d_window *windows;
    const struct a3d_kept *kept; /* what following links needs of the checks again (engine/document/keys.h), or NULL */
};

static inline a3d_node *a3d_at(const a3d_doc *doc, uint32_t node)
{
    return &doc->nodes[node];
}
/* Whether a node was read from the file: it is neither absent nor was reading ended before it. */
static inline bool a3d_was_read(const a3d_doc *doc, uint32_t node)
{
    return a3d_at(doc, node)->state == A3D_PRESENT;
}

/* The byte at `off` in the stream of one of the document's findings, and those after it. `off` is one of the four bytes
 * before the finding or of the sixteen from its start on. */
static inline const uint8_t *a3d_bytes_near(const a3d_doc *doc, const a3d_finding *f, uint32_t off)
{
    const a3d_window *w = doc->windows != NULL ? &doc->windows[f - doc->findings] : NULL;
    return w != NULL ? w->data + (off - w->off) : doc->streams[f->stream].data + off;
}

/* The node of a field of a record that may be sparse: its own, or the placeholder of its type. */
uint32_t a3d_sparse_field(const a3d_doc *doc, const a3d_node *record, unsigned slot);
/* Whether a node is such a stand-in. */
bool a3d_is_stand_in(const a3d_doc *doc, uint32_t node);

/* The node of a record's field. The record must be present; the field itself need not be. */
static inline uint32_t a3d_field(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *node = &doc->nodes[record];
    if (node->form & A3D_FORM_SPARSE_BIT) /* one bit is tested faster than three */
        return a3d_sparse_field(doc, node, slot);
    return node->v.at.first + slot;
}

/* The same where the record cannot be sparse: it is still being read or edited, or its format has no such records
 * (a3d_format.sparse). */
static inline uint32_t a3d_whole_field(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    A3D_ASSERT(doc->nodes[record].form != A3D_FORM_SPARSE);
    return doc->nodes[record].v.at.first + slot;
}

static inline int64_t a3d_present_value(const a3d_node *node)
{
    return node->state == A3D_PRESENT ? node->v.i : 0;
}

/* The value of a scalar field, or 0 when it is not present. The record must be present. */
static inline int64_t a3d_value(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return a3d_present_value(a3d_at(doc, a3d_field(doc, record, slot)));
}
/* The same where the record cannot be sparse. */
static inline int64_t a3d_whole_value(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return a3d_present_value(a3d_at(doc, a3d_whole_field(doc, record, slot)));
}

/* How many nodes the document would have without sparse records. Steps and limits count these. */
static inline uint64_t a3d_all_nodes(const a3d_doc *doc)
{
    return doc->n_nodes + (uint64_t)doc->spared;
}

/* The shape of a node: that of its row, or of the alternative that was taken. */
static inline const a3d_shape *a3d_shape_of(const a3d_node *node)
{
    return node->row->alts != NULL ? &node->row->alts[node->alt].shape : &node->row->shape;
}

/* The first field of this row that is present, in the order of the file, or NULL. */
const a3d_node *a3d_first_of(const a3d_doc *doc, const a3d_row *row);

/* The innermost record of type `type` that encloses the node or is the node itself, or A3D_NO_NODE. */
uint32_t a3d_enclosing(const a3d_doc *doc, uint32_t node, const a3d_record *type);

/* Whether a node is still a field or an element of the document, present or not. An edit leaves the nodes of what it
 * replaced in the array; do not use such a node for anything else, since its parent may now be of another type. Slack
 * and gaps are not fields, so the answer for them is false. */
bool a3d_is_held(const a3d_doc *doc, uint32_t node);

/* Whether a node and everything that encloses it are present. An element that was removed from its list still counts
 * as present here: a3d_salvage asks whether there were elements at all. a3d_is_held is the stricter question. */
bool a3d_is_reached(const a3d_doc *doc, uint32_t node);

/* The first byte of the content of an array or a flat vector. Stores its stream and its offset there. NULL when the
 * stream has no data. */
static inline const uint8_t *a3d_content(const a3d_doc *doc, const a3d_node *node, uint32_t *stream, uint32_t *off)
{
    *stream = node->packed ? node->v.at.first : node->edited ? doc->edit_stream : node->stream;
    *off = node->packed ? 0 : node->v.at.first;
    const a3d_stream *s = &doc->streams[*stream];
    return s->data != NULL ? s->data + *off : NULL;
}

/* How many elements are stored as bytes: the count, or 1 for a condensed list that repeats one element. */
static inline uint32_t a3d_stored_count(const a3d_node *node)
{
    return a3d_shape_of(node)->fill && (node->form & A3D_FORM_FILL) ? 1 : node->v.at.count;
}

/* The first entry of this kind that a node has in the side table, or the next one after `after` when that is not NULL.
 * NULL when there are no more. The entry is valid until the next a3d_side_add. */
const a3d_side *a3d_side_find(const a3d_doc *doc, uint32_t node, a3d_side_kind kind, const a3d_side *after);
/* Rebuilds the chains. Call it after removing entries or renumbering their nodes. */
void a3d_side_rehash(a3d_doc *doc);
/* Changes the entry of this kind that a node has, or adds one. Returns 0, or -1 when memory ran out. */
int a3d_side_set(a3d_doc *doc, uint32_t node, a3d_side_kind kind, uint64_t value);
/* Adds an entry after those that the node has. Returns 0, or -1 when memory ran out. */
int a3d_side_add(a3d_doc *doc, uint32_t node, a3d_side_kind kind, uint64_t value);

/* Sets a document variable from a field that publishes it. The first value counts, so that a misplaced record cannot
 * change it later. Call it for each scalar when walking a document in wire order. */
static inline void a3d_publish(a3d_doc *doc, const a3d_node *node)
{
    if (node->row->publish && doc->vars[node->row->publish - 1] == 0)
        doc->vars[node->row->publish - 1] = node->v.i;
}
/* The first field that publishes a variable (A3D_VAR_…), or A3D_NO_NODE. */
uint32_t a3d_publisher(const a3d_doc *doc, unsigned variable);

/* Resets the variables, except the branch, to their values before any field was read. A walk in wire order starts with
 * this, because a version applies only from its field on. */
void a3d_unpublish(a3d_doc *doc);

/* Width of a wire type in bytes. */
static inline unsigned a3d_width(unsigned type)
{
    static const uint8_t widths[A3D_TYPES] = {1, 1, 1, 2, 2, 4, 4, 8, 4};
    return widths[type];
}
/* Reads one value of a wire type. A float is returned as its bits. */
static inline int64_t a3d_load_type(const uint8_t *p, unsigned type, bool big)
{
    if (type == A3D_F32 || type == A3D_U32) /* most values skip the switch, whose jump is often mispredicted */
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

/* The rows of nodes that no table describes. */
extern const a3d_row a3d_row_element, a3d_row_root, a3d_row_slack, a3d_row_gap;

/* The record that the key field of a switch chooses, or NULL. */
const a3d_record *a3d_chosen_record(const a3d_doc *doc, const a3d_node *node, const a3d_shape *shape);

/* The type of a record or of a list's element; NULL when the node is no record. */
static inline const a3d_record *a3d_record_type(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    if (node->row == &a3d_row_root)
        return doc->format->root;
    if (node->row == &a3d_row_element)
        return a3d_shape_of(a3d_at(doc, node->parent))->record;
    const a3d_shape *shape = a3d_shape_of(node);
    if (shape->kind == A3D_RECORD)
        return shape->record;
    return shape->kind == A3D_SWITCH ? a3d_chosen_record(doc, node, shape) : NULL;
}

/* The name of a row as paths show it, which may differ from its slot. */
const char *a3d_row_name(const a3d_row *row);
/* The name that the table gives a value of a row, or NULL. */
const char *a3d_value_name(const a3d_row *row, int64_t value);
/* The name of the wire form that a custom field has. NULL for other fields, and for a form without a name. */
const char *a3d_form_name(const a3d_node *node);
/* The name of a node in messages. A transparent one has the name of the record around it, as in paths. */
const char *a3d_node_name(const a3d_doc *doc, uint32_t node);

#endif
