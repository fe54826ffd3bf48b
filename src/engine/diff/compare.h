/* compare.h - two documents of one format, field by field. */
#ifndef A3D_ENGINE_DIFF_COMPARE_H
#define A3D_ENGINE_DIFF_COMPARE_H

#include "model/doc.h"

typedef enum a3d_differs {
    A3D_DIFFERS, /* both sides hold something, and it is not the same */
    A3D_ONLY_A,
    A3D_ONLY_B,
    A3D_DIFFERS_MORE /* of a list whose first differences were told: how many there are in all */
} a3d_differs;

typedef enum a3d_held_as {
    A3D_HELD_NOTHING,
    A3D_HELD_VALUE,    /* row, type, value */
    A3D_HELD_VALUES,   /* row, shape, data, count: an array or part of one */
    A3D_HELD_NODE,     /* node: a record or list with all that it holds */
    A3D_HELD_ELEMENTS, /* node, index, count: elements of a list that have no nodes */
    A3D_HELD_BYTES,    /* data, count: bytes that no field owns */
    A3D_HELD_WORDS     /* words */
} a3d_held_as;

/* What one side holds. Lives until the call that tells it returns. */
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
    unsigned type;
    bool lies; /* a derived value that does not agree with what it is derived from */
} a3d_held;

typedef struct a3d_difference {
    a3d_differs kind;
    bool choice; /* not of values: of forms, encodings, bytes that no field owns */
    a3d_held a, b;
    /* A3D_DIFFERS of an array: that many of `of` values differ, the first of which is told. A3D_DIFFERS_MORE: that
     * many elements of the list do. first, last: the range in which they lie, by the index in a. */
    uint32_t differing, of, first, last;
} a3d_difference;

typedef struct a3d_comparison {
    /* Floats x and y are the same when |x - y| <= tolerance x max(1, |x|, |y|). 0: when their bits are. */
    double tolerance;
    bool values;  /* tell differences of values, */
    bool derived; /* also of lengths, counts, addresses and checksums that are right in their file, */
    bool choices; /* and of what the bytes choose beyond values */
    void (*each)(void *user, const a3d_difference *difference);
    void *user;
} a3d_comparison;

typedef struct a3d_compared {
    uint64_t differ, only_a, only_b; /* that were told; choices among them */
    bool tolerated;                  /* floats differ within the tolerance */
} a3d_compared;

/* Tells how b differs from a, in the order of the file; both are of the same format. Elements of lists answer to each
 * other by key where the table knows keys, else by what they hold (engine/diff/align.h); references by position are the same
 * when they name elements that answer to each other. Of the documents only the count of steps changes. Takes time and memory that grow
 * with the documents, n log n for lists. False when memory ran out. */
bool a3d_compare(a3d_arena *arena, a3d_doc *a, a3d_doc *b, const a3d_comparison *how, a3d_compared *out);

#endif
