/* compare.h - compares two documents of one format, field by field
 *
 * What follows from other values (lengths, counts, checksums) and free choices of the encoding are reported only on
 * request, so a file and its canonical form have no differences in values. */
#ifndef A3D_ENGINE_DIFF_COMPARE_H
#define A3D_ENGINE_DIFF_COMPARE_H

#include "model/doc.h"

typedef enum a3d_differs {
    A3D_DIFFERS, /* both sides have it, with different values */
    A3D_ONLY_A,
    A3D_ONLY_B,
    A3D_DIFFERS_MORE /* after the first few differing elements of a list: how many differ in total */
} a3d_differs;

typedef enum a3d_held_as {
    A3D_HELD_NOTHING,
    A3D_HELD_VALUE,    /* row, type, value, and node, or 0 for a part of one */
    A3D_HELD_VALUES,   /* row, shape, data, count: an array or a part of one */
    A3D_HELD_NODE,     /* node: a record or list with everything in it */
    A3D_HELD_ELEMENTS, /* node, index, count: elements without nodes */
    A3D_HELD_BYTES,    /* data, count: bytes that no field owns */
    A3D_HELD_WORDS     /* words */
} a3d_held_as;

/* What one side has. Valid only during the callback. */
typedef struct a3d_held {
    a3d_held_as as;
    const a3d_doc *doc;
    const char *path;
    const a3d_row *row;
    const a3d_shape *shape;
    const uint8_t *data;
    const char *words;
    int64_t value;
    uint32_t node, index, count;
    uint32_t times; /* A3D_HELD_VALUES: how many elements of a filled list share the one value, or 0 */
    unsigned type;
    bool lies;    /* a derived value that is wrong */
    bool renamed; /* of b: the same references as in a, which by position do not name the same elements */
} a3d_held;

typedef struct a3d_difference {
    a3d_differs kind;
    bool choice; /* a difference in forms, encodings or bytes that no field owns, not in values */
    a3d_held a, b;
    /* A3D_DIFFERS of an array: `differing` of its `of` values differ, and the first is given. A3D_DIFFERS_MORE:
     * `differing` elements of the list differ. first..last is the range that contains them, by index in a. */
    uint32_t differing, of, first, last;
} a3d_difference;

typedef struct a3d_comparison {
    /* Floats x and y are equal if |x - y| <= tolerance * max(1, |x|, |y|). 0: if their bits are equal. */
    double tolerance;
    bool values;  /* report differences in values */
    bool derived; /* report lengths, counts, addresses and checksums that are right in their file, too */
    bool choices; /* report free choices of the encoding, too */
    uint64_t steps; /* how much work it may be: nodes compared or hashed, and 64 bytes of content each; 0: any amount */
    void (*each)(void *user, const a3d_difference *difference);
    void *user;
} a3d_comparison;

typedef struct a3d_compared {
    uint64_t differ, only_a, only_b; /* how many were reported, choices included */
    bool tolerated;                  /* some floats differ within the tolerance */
    bool limited;                    /* stopped by the limit of steps: there may be more differences */
} a3d_compared;

/* Reports how b differs from a, in file order; both are of the same format. Elements of lists are paired by key if
 * the table has keys, otherwise by content (engine/diff/align.h). References by position are equal if they name
 * paired elements, and differ if they name others. The documents do not change except for their step counts. Takes
 * memory in proportion to the documents, and n log n time for lists. Stops at the limit of steps. Returns false when
 * memory ran out. */
bool a3d_compare(a3d_arena *arena, a3d_doc *a, a3d_doc *b, const a3d_comparison *how, a3d_compared *out);

#endif
