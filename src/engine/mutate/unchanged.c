/* unchanged.c - see unchanged.h */
#include "engine/mutate/unchanged.h"
#include "base/never.h"
#include "engine/document/plan.h"

#include <string.h>

/* ---- types of records ---- */

/* What the bytes of a record type depend on. WHOLE: only on the record itself and the version. CHOOSES: also on the
 * records that its switches select. NOT_WHOLE: on something outside of it. */
enum { UNKNOWN, WHOLE, CHOOSES, NOT_WHOLE };
enum { DEPTH = 8 };

/* The types on the way from the one in question to the current one. */
typedef struct enclosing {
    const a3d_record *types[DEPTH];
    unsigned n;
    bool chooses;
} enclosing;

static bool record_is_whole(enclosing *a, const a3d_record *type);

static bool is_inside(const enclosing *a, const a3d_record *outer)
{
    bool inside = outer == NULL;
    for (unsigned i = 0; i < a->n; i++)
        inside |= a->types[i] == outer;
    return inside;
}

static bool shape_is_whole(enclosing *a, const a3d_shape *s)
{
    if (s->kind == A3D_CUSTOM || s->count_by == A3D_COUNT_CALL || s->pack != A3D_PACK_NONE || !is_inside(a, s->outer))
        return false;
    a->chooses |= s->kind == A3D_SWITCH;
    return s->record == NULL || record_is_whole(a, s->record);
}

static bool row_is_whole(enclosing *a, const a3d_row *row)
{
    if (row->publish || row->place_start != 0 || row->when_call != NULL || !is_inside(a, row->when[0].outer) ||
        !is_inside(a, row->when[1].outer) || row->derive.kind == A3D_TOTAL || row->derive.kind == A3D_COMPUTED)
        return false;
    bool whole = row->alts != NULL || shape_is_whole(a, &row->shape);
    for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
        whole = whole && is_inside(a, alt->when.outer) && shape_is_whole(a, &alt->shape);
    return whole;
}

static bool record_is_whole(enclosing *a, const a3d_record *type)
{
    bool whole = a->n < DEPTH && !(a->n > 0 && a->chooses);
    if (!whole)
        return false;
    a->types[a->n++] = type;
    for (unsigned i = 0; i < type->n_rows && whole; i++)
        whole = row_is_whole(a, &type->rows[i]);
    a->n--;
    return whole && !(a->n > 0 && a->chooses);
}

static unsigned kind_of(const a3d_doc *doc, const a3d_record *type)
{
    uint8_t *kind = &doc->plans[type->id].whole;
    if (*kind == UNKNOWN) {
        enclosing a = {{NULL}, 0, false};
        bool whole = record_is_whole(&a, type);
        *kind = !whole ? NOT_WHOLE : a.chooses ? CHOOSES : WHOLE;
    }
    return *kind;
}

/* ---- nodes ---- */

static a3d_copy *copy_of(const a3d_doc *doc)
{
    return (a3d_copy *)(uintptr_t)doc->watcher;
}

static void mark(a3d_doc *doc, uint32_t node)
{
    a3d_copy *copy = copy_of(doc);
    for (; node < copy->n && !copy->changed[node]; node = a3d_at(doc, node)->parent)
        copy->changed[node] = 1;
}

/* Whether a changed node may be present differently, or hold other nodes. */
static bool has_moved(const a3d_node *now, const a3d_node *then)
{
    if (now->row != then->row || now->state != then->state || now->alt != then->alt || now->flat != then->flat ||
        now->parent != then->parent)
        return true;
    unsigned kind = a3d_shape_of(now)->kind;
    return now->v.u != then->v.u && !now->flat && (kind == A3D_RECORD || kind == A3D_VECTOR || kind == A3D_SWITCH);
}

static void mark_both(a3d_doc *doc, uint32_t node, const a3d_node *then)
{
    mark(doc, node);
    mark(doc, then->parent);
    copy_of(doc)->moved |= has_moved(a3d_at(doc, node), then);
}

static void compare_nodes(a3d_doc *doc, const a3d_doc *was)
{
    enum { AT_ONCE = 32 }; /* nodes to compare at once, because few differ */
    for (uint32_t i = 0; i < was->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i), *then = a3d_at(was, i);
        if (i % AT_ONCE == 0 && was->n_nodes - i >= AT_ONCE && memcmp(node, then, AT_ONCE * sizeof *node) == 0)
            i += AT_ONCE - 1;
        else if (memcmp(node, then, sizeof *node) != 0)
            mark_both(doc, i, then);
    }
    for (uint32_t i = (uint32_t)was->n_nodes; i < doc->n_nodes; i++)
        mark(doc, i);
}

static void compare_sides(a3d_doc *doc, const a3d_doc *was)
{
    for (size_t i = 0; i < doc->n_sides; i++) {
        const a3d_side *now = &doc->sides[i], *then = i < was->n_sides ? &was->sides[i] : NULL;
        if (then != NULL && now->node == then->node && now->kind == then->kind && now->value == then->value)
            continue;
        mark(doc, now->node);
        if (then != NULL)
            mark(doc, then->node);
    }
}

static void find_changes(a3d_doc *doc)
{
    a3d_copy *copy = copy_of(doc);
    copy->n = 0;
    uint8_t *changed = a3d_grow(doc->arena, copy->changed, &copy->cap, doc->n_nodes, 1);
    if (changed == NULL)
        return;
    copy->changed = memset(changed, 0, doc->n_nodes);
    copy->n = doc->n_nodes;
    copy->moved = false;
    compare_nodes(doc, copy->was);
    compare_sides(doc, copy->was);
}

static bool record_is_unchanged(const a3d_doc *doc, uint32_t record);

static bool choices_are_unchanged(const a3d_doc *doc, uint32_t record)
{
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, 0)), *end = field + a3d_at(doc, record)->v.at.count;
    for (; field < end; field++)
        if (field->state == A3D_PRESENT && a3d_shape_of(field)->kind == A3D_SWITCH &&
            !record_is_unchanged(doc, (uint32_t)(field - doc->nodes)))
            return false;
    return true;
}

/* Whether a node is as before; another version may open gates. */
static bool is_as_before(const a3d_doc *doc, uint32_t node)
{
    const a3d_copy *copy = copy_of(doc);
    return node < copy->n && !copy->changed[node] && doc->vars[A3D_VAR_VERSION] == copy->was->vars[A3D_VAR_VERSION];
}

static bool record_is_unchanged(const a3d_doc *doc, uint32_t record)
{
    if (!is_as_before(doc, record))
        return false;
    const a3d_record *type = a3d_record_type(doc, record);
    if (type == NULL || a3d_at(doc, a3d_field(doc, record, 0))->row != type->rows)
        return false; /* the switch now selects another record type */
    unsigned kind = kind_of(doc, type);
    return kind == WHOLE || (kind == CHOOSES && choices_are_unchanged(doc, record));
}

static bool elements_are_unchanged(const a3d_doc *doc, uint32_t list)
{
    return is_as_before(doc, list) && kind_of(doc, a3d_shape_of(a3d_at(doc, list))->record) == WHOLE;
}

static bool bits_are_unchanged(const a3d_doc *doc)
{
    return copy_of(doc)->n > 0 && !copy_of(doc)->moved;
}

void a3d_copy_begin(a3d_copy *copy, a3d_doc *doc, const a3d_doc *was)
{
    A3D_ASSERT(doc->n_nodes == was->n_nodes);
    *copy = (a3d_copy){{find_changes, mark, record_is_unchanged, elements_are_unchanged, bits_are_unchanged},
                       .was = was};
    if (!was->faulty)
        doc->watcher = &copy->watcher;
}
