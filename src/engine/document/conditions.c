/* conditions.c - see conditions.h */
#include "engine/document/conditions.h"
#include "engine/document/flat.h"

A3D_INLINE bool holds(const a3d_doc *doc, const a3d_when *when, uint32_t record)
{
    if (when->op == A3D_ALWAYS)
        return true;
    if (when->outer != NULL && (record = a3d_enclosing(doc, record, when->outer)) == A3D_NO_NODE)
        return false;
    return a3d_when_holds(when, a3d_at(doc, a3d_whole_field(doc, record, when->slot)));
}

bool a3d_row_applies(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    return a3d_gate_open(doc, &row->gate) && holds(doc, &row->when[0], record) && holds(doc, &row->when[1], record) &&
           (row->when_call == NULL || row->when_call(doc, record));
}

int a3d_choose_alt(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    if (row->alts == NULL)
        return 0;
    for (int i = 0; row->alts[i].shape.kind != A3D_NOTHING; i++)
        if (a3d_gate_open(doc, &row->alts[i].gate) && holds(doc, &row->alts[i].when, record))
            return i;
    return -1;
}

uint64_t a3d_given_count(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    switch (s->count_by) {
    case A3D_COUNT_FIXED:
        return (uint64_t)s->count_add;
    case A3D_COUNT_FIELD: {
        int64_t n = a3d_whole_value(doc, node->parent, s->slot) * s->count_mul + s->count_add;
        return n > 0 ? (uint64_t)n : 0;
    }
    case A3D_COUNT_OUTER:
        return (uint64_t)a3d_outer_count(doc, node->parent, s);
    case A3D_COUNT_CALL:
        return s->count_call(doc, node->parent);
    default:
        return 0;
    }
}
