/* plan.h - how each row of a record is read, and the least size of a record: worked out once from the tables */
#ifndef A3D_ENGINE_DOCUMENT_PLAN_H
#define A3D_ENGINE_DOCUMENT_PLAN_H

#include "engine/document/context.h"

/* How to find out whether a row is present. */
enum {
    A3D_PRESENCE_ASKED,  /* by everything that a row can state */
    A3D_PRESENCE_CHOSEN, /* by its alternatives alone */
    A3D_PRESENCE_SURE,   /* always present and in one form, as are all of the following */
    A3D_PRESENCE_GATED,  /* by its gate alone */
    A3D_PRESENCE_MASKED, /* by a bit of the null mask alone */
    A3D_PRESENCE_WHEN,   /* by its gate and conditions on the same record */
    A3D_PRESENCE_LIKE,   /* present when the row before is: both have the same condition */
    A3D_PRESENCE_FORMED, /* gates alone choose its form, and each form is an array */
    A3D_PRESENCE_MASK = 7
};
/* How its content is read; a kind of row is the sum of one value of each. */
enum {
    A3D_CONTENT_OTHER = 0,
    A3D_CONTENT_NUMBER = 8,  /* a number that nothing depends on until its record is read */
    A3D_CONTENT_VITAL = 16,  /* a number that must be in its domain */
    A3D_CONTENT_VALUES = 24, /* values after an inline count, and nothing else */
    A3D_CONTENT_LIST = 32,   /* records after an inline count */
    A3D_CONTENT_TEXT = 40,   /* a text that ends with a NUL, and nothing else */
    A3D_CONTENT_WORD = 48,   /* a number like the first kind, of 32 bits without a sign */
    A3D_CONTENT_RECORD = 56  /* a record that is not packed */
};

enum { A3D_NO_DERIVED = UINT8_MAX };

/* What the engine works out once for each record type. */
typedef struct a3d_plan {
    uint32_t least_bytes, least_bits;
    int64_t version, branch; /* for which the least sizes hold, */
    uint64_t run;       /* in decodes of this number (a3d_ctx.run) */
    bool flat_known, flat; /* whether its elements are plain, once that is known; then also: */
    bool refers;        /* some row refers to elements */
    bool checked;       /* it is plain, and a value of it can be outside its domain */
    bool linked;        /* some row refers to elements or holds elements that others refer to */
    bool derives;       /* some row has a derived value */
    bool finite;        /* every row is a finite float that is always present */
    uint8_t whole;      /* whether the record alone determines how its bytes are read (engine/mutate) */
    uint32_t most;      /* the size of a record that consists of numbers only, if all optional ones are present; else
                           0 */
    uint32_t numbers;   /* the size of a record that consists of numbers only, none of them optional; else 0 */
    uint32_t stride;    /* the size of a plain record that is the same in every version and list; else 0 */
    uint32_t inside;    /* the size of the scalars that are always behind its exact length */
    const uint8_t *rows; /* of each row, A3D_PRESENCE_... + A3D_CONTENT_..., ended by A3D_PRESENCE_ASKED; NULL: this
                            and all fields from `linked` on are not worked out yet */
    struct a3d_columns *columns; /* how lists of plain elements are checked, once that is known and never changes;
                                    see engine/check/columns.c */
    const uint8_t *derived; /* the slots of derived values, ended by A3D_NO_DERIVED */
} a3d_plan;

/* Allocates the plans of a context, or takes them from the cache of its limits. False when memory ran out. */
bool a3d_begin_plans(a3d_ctx *ctx);
/* Works out the least sizes of a record type for the version and branch of the document. */
const a3d_plan *a3d_plan_sizes(a3d_ctx *ctx, const a3d_record *type);
/* The plan of a record type with its least sizes up to date: `least_bytes` and, of optional fields, `least_bits`. */
static inline const a3d_plan *a3d_plan_of(a3d_ctx *ctx, const a3d_record *type)
{
    const a3d_plan *plan = &ctx->plans[type->id];
    const int64_t *vars = ctx->doc->vars;
    bool same = plan->version == vars[A3D_VAR_VERSION] && plan->branch == vars[A3D_VAR_BRANCH];
    return same && plan->run == ctx->run ? plan : a3d_plan_sizes(ctx, type);
}
/* a3d_is_flat (flat.h), computed only once for each type. */
bool a3d_record_is_flat(a3d_ctx *ctx, const a3d_record *type);
/* The plan of the elements of a list, with what is known of plain ones. */
static inline const a3d_plan *a3d_plan_elements(a3d_ctx *ctx, const a3d_record *type)
{
    const a3d_plan *plan = &ctx->plans[type->id];
    if (!plan->flat_known)
        a3d_record_is_flat(ctx, type);
    return plan;
}
/* Works out the kinds of the rows of a type; a3d_plan_rows does so only once. */
const a3d_plan *a3d_plan_anew(a3d_ctx *ctx, const a3d_record *type);
static inline const a3d_plan *a3d_plan_rows(a3d_ctx *ctx, const a3d_record *type)
{
    const a3d_plan *plan = &ctx->plans[type->id];
    if (plan->rows == NULL)
        plan = a3d_plan_anew(ctx, type);
    ctx->linked |= plan->linked;
    return plan;
}

#endif
