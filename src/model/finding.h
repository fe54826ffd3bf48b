/* finding.h - what a3dlint has found in a file, as data */
#ifndef A3D_MODEL_FINDING_H
#define A3D_MODEL_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum a3d_severity { A3D_OFF, A3D_NOTE, A3D_WARNING, A3D_ERROR } a3d_severity;
const char *a3d_severity_name(a3d_severity severity);

typedef enum a3d_fault {
    A3D_FAULT_NONE,
#define FAULT(name, phrase) A3D_FAULT_##name,
#include "model/faults.def"
#undef FAULT
    A3D_FAULTS
} a3d_fault;

/* What the command `fix` does about a broken rule. */
typedef enum a3d_fix {
    A3D_FIX_NONE,
#define FIX(name, phrase) A3D_FIX_##name,
#include "model/fixes.def"
#undef FIX
    A3D_FIXES
} a3d_fix;
/* What a fix does, as a phrase that completes "fix ..."; NULL for A3D_FIX_NONE. */
const char *a3d_fix_phrase(a3d_fix fix);

/* One rule of a format. An id is `format/kebab-case`; it never changes and is never used again for another rule. */
typedef struct a3d_rule {
    const char *id;
    a3d_severity severity; /* the default level; A3D_OFF: not reported unless the user raises it */
    a3d_fault fault;    /* the engine fault that this rule reports, or A3D_FAULT_NONE */
    const char *title;  /* what must hold, one sentence without a full stop */
    const char *why;    /* what goes wrong otherwise */
    const char *source; /* rows of the constraint tables and where the fact comes from */
    a3d_fix fix;
} a3d_rule;

/* A number inside a finding. */
typedef enum a3d_quantity_kind { A3D_Q_NONE, A3D_Q_INT, A3D_Q_UINT, A3D_Q_FLOAT } a3d_quantity_kind;
typedef struct a3d_quantity {
    a3d_quantity_kind kind;
    int64_t i; /* A3D_Q_FLOAT: the bits of a single-precision number */
    uint64_t u;
} a3d_quantity;

#define A3D_NO_CAUSE UINT32_MAX
#define A3D_NO_BIT UINT32_MAX
enum { A3D_PLACES = 4 };

typedef struct a3d_place {
    uint32_t node;      /* A3D_NO_NODE: the file as a whole */
    const char *suffix; /* added to the path of the node: an element and field inside a flat list, or "" */
} a3d_place;

/* The likely cause of a fault: a place before it where a single change makes the rest decode. */
typedef struct a3d_suspect {
    a3d_place place;
    uint32_t stream, off, size, bit; /* as in a finding */
    const char *repair;  /* the value that it should have ("12") */
    const char *message;
    uint8_t bytes[8];    /* when structural: the `size` bytes that should be there */
    bool structural;     /* of a structural fault; otherwise of a broken reference or relation */
    bool unsure;         /* other changes may be right as well, so it is not a repair */
    bool proven;         /* it was tried, and more than chance speaks for it (lint/proof.h) */
    bool content;        /* proven if the content is taken for right that it makes of packed data */
    bool partial;        /* with it more decodes, but not to the end */
    uint32_t left;       /* when proven: errors that remain after the repair */
} a3d_suspect;

enum { A3D_SUSPECTS = 3 };

/* The one value that would satisfy the rule, for a scalar or for one element of an array. */
typedef struct a3d_suggestion {
    uint32_t node, index; /* index: of the element; 0 for a scalar */
    int64_t value;
} a3d_suggestion;

typedef struct a3d_finding {
    const a3d_rule *rule;
    a3d_severity severity;
    uint32_t cause; /* index of the finding that this one follows from, or A3D_NO_CAUSE */
    bool later;     /* it shows only when the repair of another finding is made, so it cannot be repaired yet */
    a3d_place place;
    uint32_t stream, off, size;
    uint32_t bit;   /* bit within the byte at off (0 is the most significant), or A3D_NO_BIT */
    const char *message;
    bool wordless;  /* the caller wants no message: it is the title of the rule */
    a3d_quantity min, max; /* the expected range; max is A3D_Q_NONE when only one value is right */
    const char *expected;  /* the same in words, or NULL */
    a3d_quantity actual;
    const a3d_suspect *suspects; /* best first */
    uint32_t n_suspects;
    const a3d_suggestion *suggestions; /* only with a3d_limits.repairs */
    uint32_t n_suggestions;
    uint32_t count; /* how many places of the same list break the rule */
    uint32_t n_places;
    a3d_place places[A3D_PLACES]; /* the first of them */
} a3d_finding;

/* Whether the best suspect says which bytes should be there, as the cause of a structural fault does. */
static inline bool a3d_has_structural_suspect(const a3d_finding *f)
{
    return f->n_suspects > 0 && f->suspects[0].structural;
}

#endif
