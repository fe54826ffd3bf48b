/* flat.h - lists whose elements have no nodes.
 *
 * An element is plain when it consists of scalars, of arrays of scalars whose count is fixed, comes from an
 * earlier scalar of the element, from an enclosing record or from an inline u32, and of plain records. Such
 * a list is one node; an element is found by its stride, or by walking from the first when sizes differ. */
#ifndef A3D_ENGINE_DOCUMENT_FLAT_H
#define A3D_ENGINE_DOCUMENT_FLAT_H

#include "model/doc.h"

enum { A3D_FLAT_DEPTH = 6 };

/* What a3d_flat_element returns instead of a size. */
enum { A3D_FLAT_CUT = -1, A3D_FLAT_ENDED = -2, A3D_FLAT_VITAL = -3 };

/* One field inside an element, as the walk meets it. */
typedef struct a3d_leaf {
    const a3d_row *rows[A3D_FLAT_DEPTH]; /* from the element inwards; the last is the field itself */
    unsigned depth;                      /* how many of them */
    const a3d_shape *shape;
    const uint8_t *data; /* first value; a prefix lies before it */
    uint32_t off;        /* of the values, from the start of the element */
    uint32_t count;      /* values */
    uint32_t prefix;     /* bytes before the values that hold their count */
    const a3d_row *counter; /* the earlier field of the element that holds it, or NULL, */
    uint32_t counter_off;   /* and where, from the start of the element */
} a3d_leaf;

/* Returns 0 to go on; anything else ends the walk. */
typedef int (*a3d_leaf_fn)(void *user, const a3d_leaf *leaf);

/* Whether elements of this record type are plain. */
bool a3d_is_flat(const a3d_record *type);

/* Size of an element when all have the same, else 0. `list` is the node of the list. */
uint32_t a3d_flat_stride(const a3d_doc *doc, uint32_t list, const a3d_record *type);

/* Whether no element has a byte, since other fields say that each of its arrays is empty: however many there are, there is
 * nothing to walk over. */
bool a3d_flat_zero_sized(const a3d_doc *doc, uint32_t list, const a3d_record *type);

/* Size of the element that starts at `data`, of which `left` bytes exist, or -1 when it does not fit. Calls
 * `each` (may be NULL) for each field; ends with -2 when that returned something else than 0, and with -3 at
 * a vital value that is not in its domain, since nothing after it can be placed. */
int64_t a3d_flat_element(const a3d_doc *doc, uint32_t list, const a3d_record *type, const uint8_t *data, uint32_t left,
                         a3d_leaf_fn each, void *user);

/* How long an element is that differs in size from others only by the count of one array: `base` bytes and `unit`
 * for each that a number of `width` bytes at `at` counts. */
typedef struct a3d_flat_plan {
    uint32_t base, unit, at;
    unsigned width;
    int64_t lo, hi; /* what that number may be, or nothing behind it can be placed */
    bool bare;      /* no other field has a domain */
} a3d_flat_plan;

/* False when the elements of a list have another form. */
bool a3d_flat_plan_of(const a3d_doc *doc, const a3d_record *type, a3d_flat_plan *plan);

/* Whether a look at any element is one step of work. */
bool a3d_flat_is_short(const a3d_flat_plan *plan);

/* Goes over up to `count` elements from `data` on, of which `left` bytes exist, as far as each is whole and its
 * number may be what it is. *size is what they take together. Returns how many they are. */
uint32_t a3d_flat_skip(const a3d_flat_plan *plan, bool big, const uint8_t *data, uint32_t left, uint32_t count, uint32_t *size);

/* Offset of element `index` within the list's content, and its size in *size. `index` is below the stored count. */
uint32_t a3d_flat_locate(const a3d_doc *doc, uint32_t list, uint32_t index, uint32_t *size);

/* The value of a count that an outer field holds: a scalar's value or the length of a list; 0 when it is not there. */
int64_t a3d_outer_count(const a3d_doc *doc, uint32_t node, const a3d_shape *shape);

/* Whether a gate is open for the document's version and branch. */
static inline bool a3d_gate_open(const a3d_doc *doc, const a3d_gate *gate)
{
    int64_t version = doc->vars[A3D_VAR_VERSION];
    if (version < gate->since || (gate->until != 0 && version > gate->until))
        return false;
    return gate->branches == 0 || (doc->vars[A3D_VAR_BRANCH] & gate->branches) != 0;
}

#endif
