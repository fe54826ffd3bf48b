/* finding.h - what a3dlint has to say about a file, as data. */
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
/* The same as a phrase that goes on "fix ..."; NULL for A3D_FIX_NONE. */
const char *a3d_fix_phrase(a3d_fix fix);

/* One rule of a format. Ids are `format/kebab-case` and never change or return with another meaning. */
typedef struct a3d_rule {
    const char *id;
    a3d_severity severity; /* A3D_OFF: nothing is said unless levels ask for it */
    a3d_fault fault;    /* the engine fault that this rule stands for, or A3D_FAULT_NONE */
    const char *title;  /* what must hold, one sentence without a full stop */
    const char *why;    /* what goes wrong otherwise */
    const char *source; /* rows of the constraint tables and where the fact comes from */
    a3d_fix fix;
} a3d_rule;

/* A value inside a finding. */
typedef enum a3d_quantity_kind { A3D_Q_NONE, A3D_Q_INT, A3D_Q_UINT, A3D_Q_FLOAT } a3d_quantity_kind;
typedef struct a3d_quantity {
    a3d_quantity_kind kind;
    int64_t i;  /* A3D_Q_FLOAT: the bits of the single-precision number */
    uint64_t u;
} a3d_quantity;

#define A3D_NO_CAUSE UINT32_MAX
#define A3D_NO_BIT UINT32_MAX
enum { A3D_PLACES = 4 };

typedef struct a3d_place {
    uint32_t node;      /* A3D_NO_NODE: the file as a whole */
    const char *suffix; /* what follows the path of the node: an element and field inside a flat list, or "" */
} a3d_place;

/* A single repair before a fault with which the rest decodes: the likely cause. */
typedef struct a3d_suspect {
    a3d_place place;
    uint32_t stream, off, size, bit; /* as in a finding */
    const char *repair;  /* the value that it would need ("12") */
    const char *message;
    uint8_t bytes[8];    /* of a structural fault: the `size` bytes that would stand there */
    bool structural;     /* else a value that another field could have */
} a3d_suspect;

enum { A3D_SUSPECTS = 3 };

/* A value with which a rule would hold, when the rest of the file leaves no other: of a scalar, or of one value of
 * an array. */
typedef struct a3d_suggestion {
    uint32_t node, index;
    int64_t value;
} a3d_suggestion;

typedef struct a3d_finding {
    const a3d_rule *rule;
    a3d_severity severity;
    uint32_t cause; /* index of the finding it follows from, or A3D_NO_CAUSE */
    a3d_place place;
    uint32_t stream, off, size;
    uint32_t bit;   /* bit within the byte at off (0 is the most significant), or A3D_NO_BIT */
    const char *message;
    a3d_quantity min, max; /* what was expected; max is A3D_Q_NONE when only one value will do */
    const char *expected;  /* the same in words, or NULL */
    a3d_quantity actual;
    const a3d_suspect *suspects; /* best first */
    uint32_t n_suspects;
    const a3d_suggestion *suggestions; /* only where repairs are asked for (a3d_limits.repairs) */
    uint32_t n_suggestions;
    uint32_t count; /* how many places break the rule in the same list */
    uint32_t n_places;
    a3d_place places[A3D_PLACES]; /* the first of them */
} a3d_finding;

#endif
