/* conditions.h - what fields say about others: whether a row is there, in which form, and how many elements it has */
#ifndef A3D_ENGINE_DOCUMENT_CONDITIONS_H
#define A3D_ENGINE_DOCUMENT_CONDITIONS_H

#include "engine/document/context.h"

/* Whether a condition on a field of this record itself holds. */
static inline bool a3d_when_holds(const a3d_doc *doc, const a3d_when *when, uint32_t record)
{
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, when->slot));
    bool there = field->state == A3D_PRESENT;
    int64_t value = there ? field->v.i : 0;
    switch (when->op) {
    case A3D_EQ: return value == when->value;
    case A3D_NE: return value != when->value;
    case A3D_LT: return value < when->value;
    case A3D_LE: return value <= when->value;
    case A3D_GT: return value > when->value;
    case A3D_GE: return value >= when->value;
    case A3D_FORM_NE: return field->form != when->value;
    default: return there && field->v.at.count != 0; /* defensive: what stands before a field of the same record was read; test_tables.c holds that the one list that is asked is always there */
    }
}
/* Whether row conditions hold; `record` is the node of the record. */
bool a3d_row_applies(const a3d_doc *doc, const a3d_row *row, uint32_t record);
/* Chooses the alternative of a row: its index, or -1 when none holds. */
int a3d_choose_alt(const a3d_doc *doc, const a3d_row *row, uint32_t record);

/* The count that a list's shape gives, other than by reading it. */
uint64_t a3d_given_count(const a3d_doc *doc, uint32_t node);

#endif
