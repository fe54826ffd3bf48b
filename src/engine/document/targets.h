/* targets.h - what references can refer to, as the tables say */
#ifndef A3D_ENGINE_DOCUMENT_TARGETS_H
#define A3D_ENGINE_DOCUMENT_TARGETS_H

#include "base/text.h"
#include "model/format.h"

/* One kind of element in a set of spaces. Zero it before the first call of a3d_next_target. */
typedef struct a3d_referent {
    const a3d_row *list;         /* the list whose elements are meant */
    const char *kind;            /* the name of the kind, or NULL: all elements of the list */
    unsigned record, row, space; /* where the search continues */
} a3d_referent;

/* Goes on to the next kind of element in `spaces`. False after the last one. */
bool a3d_next_target(const a3d_format *format, uint64_t spaces, a3d_referent *t);

/* Appends what the spaces contain, as words for one element: "a material", "a Mesh, MorphingMesh or SkinnedMesh". */
void a3d_put_target(a3d_text *out, const a3d_format *format, uint64_t spaces, bool article);

#endif
