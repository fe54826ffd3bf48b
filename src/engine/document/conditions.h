/* conditions.h - what a row needs to know of other fields: is it present, in which form, and how many elements it
 * has */
#ifndef A3D_ENGINE_DOCUMENT_CONDITIONS_H
#define A3D_ENGINE_DOCUMENT_CONDITIONS_H

#include "base/never.h"
#include "engine/document/context.h"

/* Whether a condition on a field of the same record holds. */
static inline bool a3d_when_holds(const a3d_when *when, const a3d_node *field)
{
    bool present = field->state == A3D_PRESENT;
    int64_t value = present ? field->v.i : 0;
    switch (when->op) {
    case A3D_EQ: return value == when->value;
    case A3D_NE: return value != when->value;
    case A3D_LT: return value < when->value;
    case A3D_LE: return value <= when->value;
    case A3D_GT: return value > when->value;
    case A3D_GE: return value >= when->value;
    case A3D_FORM_NE: return field->form != when->value;
    default: return !A3D_NEVER(!present) && field->v.at.count != 0;
    }
}
/* Whether the gate and the conditions of a row hold. `record` is the node of its record. */
bool a3d_row_applies(const a3d_doc *doc, const a3d_row *row, uint32_t record);
/* The index of the first alternative of a row whose gate and condition hold, or -1 when none does. 0 for a row
 * without alternatives. */
int a3d_choose_alt(const a3d_doc *doc, const a3d_row *row, uint32_t record);

/* The number of elements that the shape of a list states without an inline count: a constant, or the value of another
 * field. 0 for any other shape. */
uint64_t a3d_given_count(const a3d_doc *doc, uint32_t node);

#endif
