/* doc.c - see doc.h */
#include "model/doc.h"

#include "base/never.h"

#include <string.h>

const a3d_row a3d_row_element = {.name = "", .shape.kind = A3D_RECORD};
const a3d_row a3d_row_root = {.name = "", .shape.kind = A3D_RECORD};
const a3d_row a3d_row_slack = {.name = "$slack", .shape.kind = A3D_SLACK};
const a3d_row a3d_row_gap = {.name = "$gap", .shape.kind = A3D_GAP};

const char *a3d_row_name(const a3d_row *row)
{
    return row->shown != NULL ? row->shown : row->name;
}

const char *a3d_value_name(const a3d_row *row, int64_t value)
{
    for (const a3d_name *n = row->domain.names; n != NULL && n->name != NULL; n++)
        if (n->value == value)
            return n->name;
    return NULL;
}

const char *a3d_form_name(const a3d_node *node)
{
    const a3d_shape *s = a3d_shape_of(node);
    for (const a3d_name *n = s->kind == A3D_CUSTOM ? s->custom->forms : NULL; n != NULL && n->name != NULL; n++)
        if (n->value == node->form)
            return n->name;
    return NULL;
}

const char *a3d_node_name(const a3d_doc *doc, uint32_t node)
{
    const a3d_node *n = a3d_at(doc, node);
    bool nameless = n->row->transparent && n->parent != A3D_NO_NODE && a3d_at(doc, n->parent)->row->name != NULL;
    const a3d_row *row = nameless ? a3d_at(doc, n->parent)->row : n->row;
    return row->cold != NULL && row->cold->called != NULL ? row->cold->called : a3d_row_name(row);
}

uint32_t a3d_sparse_field(const a3d_doc *doc, const a3d_node *record, unsigned slot)
{
    const a3d_node *fields = a3d_at(doc, record->v.at.first);
    if (record->form != A3D_FORM_SPARSE)
        return record->v.at.first + slot;
    const a3d_row *row = fields[0].row + slot;
    uint32_t i = slot < record->v.at.count ? slot : record->v.at.count - 1;
    while (fields[i].row > row)
        i--;
    if (fields[i].row == row)
        return record->v.at.first + i;
    const a3d_left_out *of_type = doc->left_out;
    while (of_type->rows != fields[0].row)
        of_type++;
    return of_type->first + slot;
}

bool a3d_is_stand_in(const a3d_doc *doc, uint32_t node)
{
    const a3d_row *row = a3d_at(doc, node)->row;
    for (size_t i = 0; i < doc->n_left_out; i++)
        if (node >= doc->left_out[i].first && row == doc->left_out[i].rows + (node - doc->left_out[i].first))
            return true;
    return false;
}

const a3d_record *a3d_chosen_record(const a3d_doc *doc, const a3d_node *node, const a3d_shape *shape)
{
    int64_t key = a3d_value(doc, node->parent, shape->slot);
    uint64_t at = (uint64_t)key - (uint64_t)shape->cases[0].key; /* most keys are consecutive */
    if (at < shape->n_cases && shape->cases[at].key == key)
        return shape->cases[at].record;
    for (const a3d_case *c = shape->cases; c->key != A3D_CASE_END; c++)
        if (c->key == key)
            return c->record;
    return NULL;
}

uint32_t a3d_publisher(const a3d_doc *doc, unsigned variable)
{
    A3D_ASSERT(variable < A3D_VARS);
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->row != NULL && node->row->publish == variable + 1 && node->state == A3D_PRESENT)
            return i;
    }
    return A3D_NO_NODE;
}

void a3d_unpublish(a3d_doc *doc)
{
    for (unsigned i = 0; i < A3D_VARS; i++)
        if (i != A3D_VAR_BRANCH)
            doc->vars[i] = 0;
}

uint32_t a3d_enclosing(const a3d_doc *doc, uint32_t node, const a3d_record *type)
{
    while (node != A3D_NO_NODE && a3d_record_type(doc, node) != type)
        node = a3d_at(doc, node)->parent;
    return node;
}

/* The place of a node in the hash table: its own, or the empty one that it would take. */
static uint32_t *head_of(const a3d_doc *doc, uint32_t node)
{
    size_t at = node * (size_t)2654435761u & (doc->cap_heads - 1);
    while (doc->side_heads[at] != 0 && doc->sides[doc->side_heads[at] - 1].node != node)
        at = (at + 1) & (doc->cap_heads - 1);
    return &doc->side_heads[at];
}

static void link_side(a3d_doc *doc, uint32_t index)
{
    uint32_t *head = head_of(doc, doc->sides[index].node);
    doc->sides[index].next = A3D_NO_NODE;
    doc->sides[index].last = index;
    if (*head == 0) {
        *head = index + 1;
        return;
    }
    a3d_side *first = &doc->sides[*head - 1];
    doc->sides[first->last].next = index;
    first->last = index;
}

void a3d_side_rehash(a3d_doc *doc)
{
    if (doc->cap_heads > 0)
        memset(doc->side_heads, 0, doc->cap_heads * sizeof *doc->side_heads);
    for (size_t i = 0; i < doc->n_sides; i++)
        link_side(doc, (uint32_t)i);
}

const a3d_side *a3d_side_find(const a3d_doc *doc, uint32_t node, a3d_side_kind kind, const a3d_side *after)
{
    if (node == A3D_NO_NODE || !a3d_at(doc, node)->extra || doc->cap_heads == 0)
        return NULL;
    uint32_t i = after != NULL ? after->next : *head_of(doc, node) - 1; /* an empty place gives A3D_NO_NODE */
    while (i != A3D_NO_NODE && doc->sides[i].kind != kind)
        i = doc->sides[i].next;
    return i != A3D_NO_NODE ? &doc->sides[i] : NULL;
}

static bool grow_heads(a3d_doc *doc)
{
    size_t cap = doc->cap_heads > 0 ? doc->cap_heads * 2 : 64;
    uint32_t *heads = a3d_block_resize(doc->arena, doc->side_heads, cap * sizeof *heads);
    if (heads == NULL)
        return false;
    doc->side_heads = heads;
    doc->cap_heads = cap;
    a3d_side_rehash(doc);
    return true;
}

int a3d_side_add(a3d_doc *doc, uint32_t node, a3d_side_kind kind, uint64_t value)
{
    A3D_ASSERT(node < doc->n_nodes);
    a3d_side *sides = a3d_grow(doc->arena, doc->sides, &doc->cap_sides, doc->n_sides + 1, sizeof *sides);
    if (sides == NULL)
        return -1;
    doc->sides = sides;
    if (doc->n_sides * 2 >= doc->cap_heads && !grow_heads(doc))
        return -1;
    sides[doc->n_sides] = (a3d_side){.node = node, .kind = kind, .value = value};
    link_side(doc, (uint32_t)doc->n_sides++);
    a3d_at(doc, node)->extra = 1;
    return 0;
}

int a3d_side_set(a3d_doc *doc, uint32_t node, a3d_side_kind kind, uint64_t value)
{
    const a3d_side *side = a3d_side_find(doc, node, kind, NULL);
    if (side == NULL)
        return a3d_side_add(doc, node, kind, value);
    doc->sides[side - doc->sides].value = value;
    return 0;
}

/* Whether a node is one of the children of `outer`. Its parent member does not say so: fields that an edit replaced
 * keep it. */
static bool holds(const a3d_node *outer, uint32_t node)
{
    unsigned kind = a3d_shape_of(outer)->kind;
    bool has_nodes = kind == A3D_RECORD || kind == A3D_SWITCH || (kind == A3D_VECTOR && !outer->flat);
    return has_nodes && outer->state == A3D_PRESENT && node >= outer->v.at.first &&
           node - outer->v.at.first < outer->v.at.count;
}

bool a3d_is_held(const a3d_doc *doc, uint32_t node)
{
    for (uint32_t parent; node != doc->root; node = parent) {
        parent = a3d_at(doc, node)->parent;
        if (!holds(a3d_at(doc, parent), node))
            return false;
    }
    return true;
}

bool a3d_is_reached(const a3d_doc *doc, uint32_t node)
{
    while (node != doc->root) {
        if (a3d_at(doc, node)->state != A3D_PRESENT)
            return false;
        node = a3d_at(doc, node)->parent;
    }
    return true;
}

const a3d_node *a3d_first_of(const a3d_doc *doc, const a3d_row *row)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (doc->nodes[i].row == row && doc->nodes[i].state == A3D_PRESENT)
            return a3d_at(doc, i);
    return NULL;
}
