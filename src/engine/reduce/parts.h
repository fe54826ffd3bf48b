/* parts.h - shared by the parts of the reducer */
#ifndef A3D_ENGINE_REDUCE_PARTS_H
#define A3D_ENGINE_REDUCE_PARTS_H

#include "engine/document/context.h"
#include "engine/reduce/reduce.h"

/* A derived value that is wrong, and by how much. */
typedef struct a3d_lie {
    uint32_t node;
    uint64_t by;
} a3d_lie;

typedef struct a3d_reducer {
    const a3d_reduction *how;
    a3d_text *best;
    a3d_reduced *result;
    a3d_arena scratch; /* of the document being changed */
    a3d_ctx ctx;
    a3d_doc *doc;      /* decoded from the best file; NULL if it was changed or does not decode */
    a3d_lie *lies;
    size_t n_lies, cap_lies;
    bool progress;     /* this round made the file better */
    uint64_t weight;   /* size of the best file, as if nothing were packed */
    bool packs;        /* some part of the file is packed */
    uint8_t packing;   /* A3D_PACKS_… of the tries; stored ones may be larger than the input */
    bool sound;        /* reject files that do not decode to their end */
    bool failed;
} a3d_reducer;

/* One change to `node`. What the other members mean depends on the change. */
typedef struct a3d_step {
    uint32_t node, at, n;
    int64_t value;
} a3d_step;

/* Applies a step to r->doc. Returns false if there is nothing to change or memory ran out. */
typedef bool (*a3d_step_fn)(a3d_reducer *r, const a3d_step *step);

/* Makes r->doc the best file as decoded. Returns false if that does not decode. */
bool a3d_reduce_open(a3d_reducer *r);
/* Whether no more tries are allowed. */
bool a3d_reduce_spent(const a3d_reducer *r);
/* Counts steps; when there are too many, no more tries are allowed. */
void a3d_reduce_spend(a3d_reducer *r, uint64_t steps);
/* Counts a try. Returns false if no more are allowed. */
bool a3d_reduce_try(a3d_reducer *r);
/* How large a candidate may be, as if nothing were packed: smaller than the best; as large, with other bytes; or as
 * large, but smaller as it is. Packed bytes included, it is never larger than the input. */
typedef enum a3d_most { A3D_SMALLER, A3D_AS_LARGE, A3D_TIGHTER } a3d_most;
/* Asks the caller whether the bytes hold. If so, they become the best file. */
bool a3d_reduce_take(a3d_reducer *r, const uint8_t *data, size_t size, a3d_most most);

/* The size of a file as if nothing were packed, because the size of packed bytes says little about their content.
 * *sound: it decodes to its end. */
uint64_t a3d_reduce_weigh(a3d_reducer *r, const uint8_t *data, size_t size, bool *sound);
/* Whether a node is a derived value that is wrong. */
bool a3d_reduce_is_lie(const a3d_doc *doc, uint32_t node);
/* Applies a step, and takes the result if it holds. Lies may keep their value or stay wrong by the same amount; both
 * are tried. */
bool a3d_reduce_attempt(a3d_reducer *r, a3d_step_fn change, const a3d_step *step, a3d_most most);
/* Whether the node of the best file still exists with this row. */
bool a3d_reduce_still(a3d_reducer *r, uint32_t node, const a3d_row *row);
/* Shortens lists of equal length in a record together, with the numbers that count them (together.c). */
void a3d_reduce_together(a3d_reducer *r, uint32_t record);

/* Removes the elements at..at + n; references by position follow. */
bool a3d_step_remove(a3d_reducer *r, const a3d_step *step);

/* Removes bytes regardless of structure (bytes.c). */
void a3d_reduce_bytes(a3d_reducer *r);

#endif
