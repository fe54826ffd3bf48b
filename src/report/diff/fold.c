/* fold.c - see fold.h */
#include "report/diff/fold.h"
#include "base/amount.h"
#include "engine/document/flat.h"
#include "engine/document/path.h"

#include <inttypes.h>
#include <string.h>

enum { KINDS = 4 };

bool a3d_is_object(const a3d_doc *doc, uint32_t node)
{
    const a3d_node *n = a3d_at(doc, node);
    unsigned kind = a3d_shape_of(n)->kind;
    return kind == A3D_RECORD || kind == A3D_SWITCH || (kind == A3D_VECTOR && !n->flat);
}

bool a3d_fold_add(a3d_fold *fold, const a3d_held *held)
{
    if (held->as != A3D_HELD_NODE || a3d_at(held->doc, held->node)->row != &a3d_row_element)
        return false;
    uint32_t list = a3d_at(held->doc, held->node)->parent, index = held->node - a3d_at(held->doc, list)->v.at.first;
    if (fold->count == 0)
        *fold = (a3d_fold){.doc = held->doc, .list = list, .first = index};
    if (list != fold->list || index != fold->first + fold->count)
        return false;
    fold->count++;
    return true;
}

/* The name of a record's type; of one with a body of its own type that of the body. */
static const char *kind_of(const a3d_doc *doc, uint32_t node)
{
    const a3d_record *type = a3d_record_type(doc, node);
    const char *name = type != NULL ? type->name : "unread";
    for (uint32_t i = 0; type != NULL && i < a3d_at(doc, node)->v.at.count; i++) {
        uint32_t field = a3d_field(doc, node, i);
        if (a3d_at(doc, field)->row->transparent && a3d_shape_of(a3d_at(doc, field))->kind == A3D_SWITCH &&
            a3d_record_type(doc, field) != NULL)
            name = a3d_record_type(doc, field)->name;
    }
    return name;
}

/* How many are of which kind, the kinds that come first. */
static void put_kinds(a3d_text *out, const a3d_fold *fold)
{
    const char *names[KINDS];
    uint32_t counts[KINDS], n = 0, others = 0, first = a3d_at(fold->doc, fold->list)->v.at.first + fold->first;
    for (uint32_t i = 0; i < fold->count; i++) {
        const char *name = kind_of(fold->doc, first + i);
        uint32_t k = 0;
        while (k < n && strcmp(names[k], name) != 0)
            k++;
        if (k == KINDS) {
            others++;
            continue;
        }
        names[k] = name;
        counts[k] = k < n ? counts[k] + 1 : 1;
        n += k == n;
    }
    for (uint32_t k = 0; k < n; k++)
        a3d_printf(out, "%s%" PRIu32 " %s", k > 0 ? ", " : ": ", counts[k], names[k]);
    if (others > 0)
        a3d_printf(out, ", %" PRIu32 " other%s", others, others == 1 ? "" : "s");
}

void a3d_put_folded_path(a3d_text *out, const a3d_fold *fold)
{
    a3d_put_path(out, fold->doc, fold->list);
    a3d_printf(out, fold->count == 1 ? "[%" PRIu32 "]" : "[%" PRIu32 "..%" PRIu32 "]", fold->first,
               fold->first + fold->count - 1);
}

static void put_amounts(a3d_text *out, uint64_t elements, uint64_t bytes)
{
    a3d_printf(out, "%s, ", a3d_amount_of(elements, "element").text);
    a3d_puts(out, a3d_amount_of(bytes, "byte").text);
}

void a3d_put_fold(a3d_text *out, const a3d_fold *fold)
{
    uint32_t first = a3d_at(fold->doc, fold->list)->v.at.first + fold->first;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < fold->count; i++)
        bytes += a3d_at(fold->doc, first + i)->size;
    put_amounts(out, fold->count, bytes);
    put_kinds(out, fold);
}

void a3d_put_object(a3d_text *out, const a3d_doc *doc, uint32_t node)
{
    const a3d_node *n = a3d_at(doc, node);
    if (a3d_shape_of(n)->kind == A3D_VECTOR)
        put_amounts(out, n->v.at.count, n->size);
    else
        a3d_printf(out, "%s, %s", kind_of(doc, node), a3d_amount_of(n->size, "byte").text);
}

uint64_t a3d_plain_bytes(const a3d_doc *doc, uint32_t list, uint32_t first, uint32_t count)
{
    uint32_t stored = a3d_stored_count(a3d_at(doc, list)), size, from, to;
    if (first >= stored || count == 0)
        return 0;
    from = a3d_flat_locate(doc, list, first, &size);
    to = a3d_flat_locate(doc, list, first + count < stored ? first + count - 1 : stored - 1, &size);
    return (uint64_t)to + size - from;
}
