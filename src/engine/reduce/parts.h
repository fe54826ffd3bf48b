/* parts.h - what the parts of the reducer share. */
#ifndef A3D_ENGINE_REDUCE_PARTS_H
#define A3D_ENGINE_REDUCE_PARTS_H

#include "engine/document/context.h"
#include "engine/reduce/reduce.h"

/* A derived value that lies, and by how much. */
typedef struct a3d_lie {
    uint32_t node;
    uint64_t by;
} a3d_lie;

typedef struct a3d_reducer {
    const a3d_reduction *how;
    a3d_text *best;
    a3d_reduced *result;
    a3d_arena scratch; /* of the document under change */
    a3d_ctx ctx;
    a3d_doc *doc;      /* decoded from the best file; NULL when it was changed or does not decode */
    a3d_lie *lies;
    size_t n_lies, cap_lies;
    bool progress;     /* a step was taken in this round */
    uint64_t weight;   /* of the best: its size if nothing were packed */
    bool packs;        /* some part is packed */
    bool sound;        /* what no longer decodes to its end is not asked for */
    bool failed;
} a3d_reducer;

/* One change. `node` is what it is about; the meaning of the others is the change's. */
typedef struct a3d_step {
    uint32_t node, at, n;
    int64_t value;
} a3d_step;

/* Changes r->doc. False when there is nothing to change, or memory ran out. */
typedef bool (*a3d_step_fn)(a3d_reducer *r, const a3d_step *step);

/* Makes sure that r->doc is the best file as it was decoded. False when it does not decode. */
bool a3d_reduce_open(a3d_reducer *r);
/* No more tries. */
bool a3d_reduce_spent(const a3d_reducer *r);
/* Counts a try. False when there are no more. */
bool a3d_reduce_try(a3d_reducer *r);
/* How large a file may be to be asked for, if nothing were packed: smaller than the best, or as large with other bytes;
 * the same, but smaller as it is. As it is it may never be larger than the input. */
typedef enum a3d_most { A3D_SMALLER, A3D_AS_LARGE, A3D_TIGHTER } a3d_most;
/* Asks whether bytes hold; if so they are the best from now on. */
bool a3d_reduce_take(a3d_reducer *r, const uint8_t *data, size_t size, a3d_most most);

/* The size of a file if nothing were packed: that of packed bytes says little of what they hold. *sound: it decodes to
 * its end. */
uint64_t a3d_reduce_weigh(const a3d_reducer *r, const uint8_t *data, size_t size, bool *sound);
/* Whether a node is a derived value that does not agree with what it is derived from. */
bool a3d_reduce_is_lie(const a3d_doc *doc, uint32_t node);
/* Makes the change and takes what comes of it if it holds. Lies may keep their value or stay as wrong as they are: both
 * are tried. */
bool a3d_reduce_attempt(a3d_reducer *r, a3d_step_fn change, const a3d_step *step, a3d_most most);
/* Whether a node of the best file is still there as what it was. */
bool a3d_reduce_still(a3d_reducer *r, uint32_t node, const a3d_row *row);
/* Lists of a record that are as long as each other get shorter together, and the numbers that count them
 * (reduce_together.c). */
void a3d_reduce_together(a3d_reducer *r, uint32_t record);

/* Elements at..at + n go; references by position follow. */
bool a3d_step_remove(a3d_reducer *r, const a3d_step *step);

/* Cuts bytes without regard to structure (reduce_bytes.c). */
void a3d_reduce_bytes(a3d_reducer *r);

#endif
