/* fold.h - objects of one list that only one side of a comparison has, as one line */
#ifndef A3D_REPORT_DIFF_FOLD_H
#define A3D_REPORT_DIFF_FOLD_H

#include "base/text.h"
#include "engine/diff/compare.h"

/* Consecutive elements of a list of one side. */
typedef struct a3d_fold {
    const a3d_doc *doc;
    uint32_t list, first, count; /* the node of the list, and indices in it; count 0: nothing is held */
} a3d_fold;

/* Adds what one side alone has, if it is an element of a list and follows those that are held. False if it does not. */
bool a3d_fold_add(a3d_fold *fold, const a3d_held *held);

/* Whether a node holds other nodes, so that its value on one line says little: a record, or a list of them. */
bool a3d_is_object(const a3d_doc *doc, uint32_t node);

/* "lods[3..7]", of one element "lods[3]" */
void a3d_put_folded_path(a3d_text *out, const a3d_fold *fold);

/* "5 elements, 1,234 bytes: 3 Mesh, 2 Group" */
void a3d_put_fold(a3d_text *out, const a3d_fold *fold);

/* "Mesh, 1,234 bytes" of a record, "5 elements, 1,234 bytes" of a list */
void a3d_put_object(a3d_text *out, const a3d_doc *doc, uint32_t node);

/* The bytes of `count` plain elements of a list, as many as are stored. */
uint64_t a3d_plain_bytes(const a3d_doc *doc, uint32_t list, uint32_t first, uint32_t count);

#endif
