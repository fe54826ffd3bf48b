/* flat.h - plain lists, whose elements have no nodes
 *
 * An element is plain when it consists of scalars, arrays of scalars, and plain records. The count of such an array
 * is fixed, or comes from an earlier scalar of the element, from an enclosing record or from an inline u32. A plain
 * list is one node. An element is found by its stride, or by walking from the first one when sizes differ. */
#ifndef A3D_ENGINE_DOCUMENT_FLAT_H
#define A3D_ENGINE_DOCUMENT_FLAT_H

#include "model/doc.h"

enum { A3D_FLAT_DEPTH = 6 };

/* What a3d_flat_element returns instead of a size: the element does not fit, the callback ended the walk, or a vital
 * value is not in its domain. */
enum { A3D_FLAT_CUT = -1, A3D_FLAT_ENDED = -2, A3D_FLAT_VITAL = -3 };

/* One field inside an element, as the walk reaches it. */
typedef struct a3d_leaf {
    const a3d_row *rows[A3D_FLAT_DEPTH]; /* from the element down to the field, which is the last */
    unsigned depth;                      /* how many rows */
    const a3d_shape *shape;
    const uint8_t *data; /* its first value, after an inline count if there is one */
    uint32_t off;        /* of the values, relative to the element */
    uint32_t count;      /* how many values */
    uint32_t prefix;     /* size of the inline count in bytes, 0 if there is none */
    const a3d_row *counter; /* the earlier field of the element that holds the count, or NULL */
    uint32_t counter_off;   /* its offset, relative to the element */
} a3d_leaf;

/* Called for each field. 0 continues the walk, anything else ends it. */
typedef int (*a3d_leaf_fn)(void *user, const a3d_leaf *leaf);

/* Whether elements of this record type are plain. */
bool a3d_is_flat(const a3d_record *type);

/* The size of an element in bytes when all have the same size, else 0. `list` is the node of the list. */
uint32_t a3d_flat_stride(const a3d_doc *doc, uint32_t list, const a3d_record *type);

/* Whether every element is empty, because fields outside the list say that each of its arrays is. Such a list needs
 * no walk, however large its count is. */
bool a3d_flat_zero_sized(const a3d_doc *doc, uint32_t list, const a3d_record *type);

/* The size of the element at `data`, of which at most `left` bytes exist; or A3D_FLAT_CUT when it does not fit. Calls
 * `each`, if not NULL, for each field. A3D_FLAT_ENDED when that returned anything but 0; A3D_FLAT_VITAL at a vital
 * value outside its domain, since nothing after it can be located. */
int64_t a3d_flat_element(const a3d_doc *doc, uint32_t list, const a3d_record *type, const uint8_t *data, uint32_t left,
                         a3d_leaf_fn each, void *user);

/* The size of short elements that differ only in the count of one array: `base` bytes, and `unit` bytes for each item
 * of the array. The count is the byte at offset `at`, and only values in lo..hi are valid: with another one nothing
 * after it can be located. No other field has a domain. */
typedef struct a3d_flat_plan {
    uint32_t base, unit, at, lo, hi;
} a3d_flat_plan;

/* The most bytes of such an element, so that looking at one is one step of work. */
enum { A3D_FLAT_SHORT = 63 };

/* Works out the plan of an element type. False when its elements are of another form. */
bool a3d_flat_plan_of(const a3d_doc *doc, const a3d_record *type, a3d_flat_plan *plan);

/* Skips up to `count` elements at `data`, of which `left` bytes exist, as long as each is whole and its number is in
 * range. Returns how many were skipped, and in *size their bytes. */
uint32_t a3d_flat_skip(const a3d_flat_plan *plan, const uint8_t *data, uint32_t left, uint32_t count, uint32_t *size);

/* The fewest elements of a list that was skipped for which decoding notes where the middle is (a3d_note_middle). */
enum { A3D_FLAT_HALVED = 16 };

/* The offset of element `index` in the content of the list, and in *size its size. An element that is not stored, or is
 * cut off, has no bytes there: a caller that accepts any index compares both with a3d_content_size. */
uint32_t a3d_flat_locate(const a3d_doc *doc, uint32_t list, uint32_t index, uint32_t *size);

/* The count that a field of an enclosing record states: the value of a scalar or the length of a list. 0 when it is
 * absent or negative. */
int64_t a3d_outer_count(const a3d_doc *doc, uint32_t node, const a3d_shape *shape);

/* Whether a gate is open for the version and branch of the document. */
static inline bool a3d_gate_open(const a3d_doc *doc, const a3d_gate *gate)
{
    int64_t version = doc->vars[A3D_VAR_VERSION];
    if (version < gate->since || (gate->until != 0 && version > gate->until))
        return false;
    return gate->branches == 0 || (doc->vars[A3D_VAR_BRANCH] & gate->branches) != 0;
}

#endif
