/* plan.h - how each row of a record is read, and the least that a record takes: worked out of the tables once */
#ifndef A3D_ENGINE_DOCUMENT_PLAN_H
#define A3D_ENGINE_DOCUMENT_PLAN_H

#include "engine/document/context.h"

/* What has to be asked when a row is read: whether it is there, */
enum {
    A3D_PRESENCE_ASKED,  /* by everything that a row can say */
    A3D_PRESENCE_SURE,   /* it is, in every record and in one form; so are those below */
    A3D_PRESENCE_GATED,  /* by its gate alone */
    A3D_PRESENCE_MASKED, /* by a bit of the null mask alone */
    A3D_PRESENCE_WHEN,   /* by its gate and conditions on the same record */
    A3D_PRESENCE_LIKE,   /* by the condition of the row before, which is the same */
    A3D_PRESENCE_FORMED, /* by gates alone, also in which form: values behind an inline count in each that is easy */
    A3D_PRESENCE_MASK = 7
};
/* and, where that is known, what then stands there; both in one number. */
enum {
    A3D_CONTENT_OTHER = 0,
    A3D_CONTENT_NUMBER = 8,  /* a number; nothing depends on it before its record is read */
    A3D_CONTENT_VITAL = 16,  /* a number that must lie in its domain */
    A3D_CONTENT_VALUES = 24, /* values behind an inline count and nothing else */
    A3D_CONTENT_LIST = 32    /* records behind one */
};

/* What the engine works out once for each record type. */
typedef struct a3d_plan {
    uint32_t least_bytes, least_bits;
    uint64_t era;       /* of the decode (a3d_ctx.era) in which the two above were worked out */
    bool flat_known, flat;
    bool refers;        /* some row names elements */
    bool linked;        /* some row names elements, or holds some that others name */
    bool derives;       /* some row has a value that others give */
    bool finite;        /* all rows are finite floats, and there in every record */
    uint8_t whole;      /* whether only the record itself says how its bytes are read (alike.c) */
    uint32_t most;      /* the size of a record that is nothing but numbers, some of which a bit of the null mask may leave out;
                           else 0 */
    uint32_t numbers;   /* the size of a record that is nothing but numbers which are there in every record; else 0 */
    const uint8_t *rows; /* of each row, A3D_PRESENCE_… + A3D_CONTENT_…; NULL: nothing is known from `derives` on */
} a3d_plan;

/* Makes room for what is worked out of the tables. False when memory ran out. */
bool a3d_begin_plans(a3d_ctx *ctx);
/* The least that an element of this type takes. */
const a3d_plan *a3d_plan_of(a3d_ctx *ctx, const a3d_record *type);
/* a3d_is_flat (flat.h), worked out once. */
bool a3d_record_is_flat(a3d_ctx *ctx, const a3d_record *type);
/* What kinds of rows it has, which depends on nothing else; `how` is there. */
const a3d_plan *a3d_plan_anew(a3d_ctx *ctx, const a3d_record *type);
static inline const a3d_plan *a3d_plan_rows(a3d_ctx *ctx, const a3d_record *type)
{
    const a3d_plan *plan = &ctx->plans[type->id];
    if (plan->rows == NULL)
        plan = a3d_plan_anew(ctx, type);
    ctx->linked |= plan->linked;
    return plan;
}
/* Version or branch are other ones: the least sizes have to be worked out again. */
void a3d_forget_sizes(a3d_ctx *ctx);

#endif
