/* together.c - shortens lists of equal length in a record together; see parts.h */
#include "engine/edit/elements.h"
#include "engine/reduce/parts.h"

#include <string.h>

enum { MOST_COUNTS = 8, MOST_PARTS = 64, FINEST = 64 };

/* The fields of a record that belong to one count: lists with so many elements or a multiple, and numbers equal to
 * it. */
typedef struct parts {
    uint32_t at[MOST_PARTS];
    unsigned n, lists;
} parts;

/* Elements per counted thing, or 0 if the field does not belong to the count. */
static uint32_t factor(const a3d_doc *doc, uint32_t index, uint32_t count)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (s->kind == A3D_SCALAR)
        return s->type != A3D_F32 && node->row->derive.kind == A3D_GIVEN && node->v.i == count;
    if (s->kind == A3D_VECTOR)
        return node->v.at.count == count;
    return s->kind == A3D_ARRAY && !s->text && node->v.at.count % count == 0 ? node->v.at.count / count : 0;
}

static void find_parts(const a3d_doc *doc, uint32_t record, uint32_t count, parts *out)
{
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count; i++) {
        uint32_t field = a3d_field(doc, record, i);
        const a3d_node *node = a3d_at(doc, field);
        unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING;
        bool list = kind == A3D_VECTOR && !node->flat && node->v.at.count != count;
        if (kind == A3D_RECORD || kind == A3D_SWITCH)
            find_parts(doc, field, count, out);
        for (uint32_t k = 0; list && k < node->v.at.count && out->n < MOST_PARTS; k++)
            if (a3d_at(doc, node->v.at.first + k)->state == A3D_PRESENT)
                find_parts(doc, node->v.at.first + k, count, out);
        bool counted = kind == A3D_SCALAR || kind == A3D_ARRAY || kind == A3D_VECTOR;
        if (counted && out->n < MOST_PARTS && factor(doc, field, count) > 0) {
            out->at[out->n++] = field;
            out->lists += kind != A3D_SCALAR;
        }
    }
}

static bool remove_together(a3d_reducer *r, const a3d_step *step)
{
    parts all = {.n = 0};
    uint32_t count = (uint32_t)step->value;
    find_parts(r->doc, step->node, count, &all);
    for (unsigned i = 0; i < all.n; i++) {
        uint32_t times = factor(r->doc, all.at[i], count);
        if (a3d_shape_of(a3d_at(r->doc, all.at[i]))->kind == A3D_SCALAR)
            a3d_at(r->doc, all.at[i])->v.i -= step->n;
        else if (a3d_remove_elements(&r->ctx, all.at[i], step->at * times, step->n * times) != A3D_OK)
            return false;
    }
    return true;
}

/* Different counts of a record. */
typedef struct counts {
    unsigned n;
    uint32_t at[MOST_COUNTS];
} counts;

/* Collects the counts of a record's lists, and numbers that could be counts. */
static void find_counts(const a3d_doc *doc, uint32_t record, counts *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count && out->n < MOST_COUNTS; i++) {
        const a3d_node *node = a3d_at(doc, a3d_field(doc, record, i));
        unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING;
        bool number = kind == A3D_SCALAR && a3d_shape_of(node)->type != A3D_F32 && node->v.i > 0 &&
                      node->v.i < UINT32_MAX;
        uint32_t count = number ? (uint32_t)node->v.i : kind == A3D_VECTOR || kind == A3D_ARRAY ? node->v.at.count : 0;
        bool known = count == 0;
        for (unsigned k = 0; k < out->n; k++)
            known |= out->at[k] == count;
        if (!known)
            out->at[out->n++] = count;
    }
}

/* Whether at least two fields belong to the count, one of them a list. */
static bool has_parts(a3d_reducer *r, uint32_t record, uint32_t count)
{
    parts all = {.n = 0};
    if (count > 0)
        find_parts(r->doc, record, count, &all);
    return all.n >= 2 && all.lists > 0;
}

/* Removes elements of everything that belongs to a count: all of them, then ever smaller pieces. */
static void thin_out(a3d_reducer *r, uint32_t record, const a3d_row *row, uint32_t count)
{
    for (uint32_t piece = count; piece >= 1 && count / piece <= FINEST; piece /= 2)
        for (uint32_t end = count; end > 0;) {
            if (a3d_reduce_spent(r) || !a3d_reduce_still(r, record, row) || !has_parts(r, record, count))
                return;
            uint32_t n = piece < end ? piece : end;
            a3d_step step = {.node = record, .at = end - n, .n = n, .value = count};
            count -= a3d_reduce_attempt(r, remove_together, &step, A3D_SMALLER) ? n : 0;
            end -= n;
        }
}

void a3d_reduce_together(a3d_reducer *r, uint32_t record)
{
    const a3d_row *row = a3d_at(r->doc, record)->row;
    counts all;
    find_counts(r->doc, record, &all);
    for (unsigned i = 0; i < all.n; i++)
        thin_out(r, record, row, all.at[i]);
}
