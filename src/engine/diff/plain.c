/* plain.c - compares elements without nodes, field by field; see parts.h */
#include "engine/diff/parts.h"

#include <string.h>

uint32_t a3d_plain_place(const a3d_list_side *s, uint32_t i)
{
    return s->fill ? 0 : s->offs != NULL ? s->offs[i] : i * s->stride;
}

uint32_t a3d_plain_length(const a3d_list_side *s, uint32_t i)
{
    return s->offs != NULL && !s->fill ? s->offs[i + 1] - s->offs[i] : s->stride;
}

/* ---- fields ---- */

typedef struct collector {
    a3d_comparing *c;
    unsigned which;
} collector;

static int collect_leaf(void *user, const a3d_leaf *leaf)
{
    collector *t = user;
    a3d_comparing *c = t->c;
    unsigned w = t->which;
    a3d_leaf *leaves = a3d_grow(c->arena, c->leaves[w], &c->cap_leaves[w], c->n_leaves[w] + 1, sizeof *leaves);
    c->failed |= leaves == NULL;
    if (leaves == NULL)
        return 1;
    c->leaves[w] = leaves;
    leaves[c->n_leaves[w]++] = *leaf;
    return 0;
}

static void collect_leaves(a3d_comparing *c, unsigned which, const a3d_list_side *s, uint32_t i)
{
    uint32_t at = a3d_plain_place(s, i);
    collector t = {c, which};
    c->n_leaves[which] = 0;
    a3d_flat_element(s->doc, s->node, a3d_shape_of(a3d_at(s->doc, s->node))->record, s->data + at, s->size - at,
                     collect_leaf, &t);
}

bool a3d_plain_value(a3d_comparing *c, const a3d_list_side *s, uint32_t i, unsigned slot, int64_t *value)
{
    const a3d_row *row = a3d_shape_of(a3d_at(s->doc, s->node))->record->rows + slot;
    collect_leaves(c, 0, s, i);
    for (size_t k = 0; k < c->n_leaves[0]; k++)
        if (c->leaves[0][k].depth == 1 && c->leaves[0][k].rows[0] == row) {
            *value = a3d_load_type(c->leaves[0][k].data, c->leaves[0][k].shape->type, s->doc->format->big_endian);
            return true;
        }
    return false;
}

/* Fields are matched by name, since rows of different versions may share one. */
static bool same_field(const a3d_leaf *a, const a3d_leaf *b)
{
    if (a->depth != b->depth)
        return false;
    for (unsigned i = 0; i < a->depth; i++)
        if (a->rows[i] != b->rows[i] && strcmp(a3d_row_name(a->rows[i]), a3d_row_name(b->rows[i])) != 0)
            return false;
    return true;
}

static void set_leaf_paths(a3d_comparing *c, const a3d_list_side of[2], const a3d_leaf *leaf, const uint32_t index[2])
{
    a3d_set_paths(c, of[0].node, of[1].node);
    for (unsigned which = 0; which < 2; which++) {
        a3d_add_path(c, which, "[%u]", (unsigned)index[which]);
        for (unsigned i = 0; i < leaf->depth; i++)
            a3d_add_path(c, which, ".%s", a3d_row_name(leaf->rows[i]));
    }
}

static a3d_values leaf_values(const a3d_list_side *s, const a3d_leaf *leaf)
{
    return (a3d_values){.row = leaf->rows[leaf->depth - 1], .shape = leaf->shape, .data = leaf->data,
                        .count = leaf->shape->kind == A3D_ARRAY ? leaf->count : 1, .big = s->doc->format->big_endian};
}

static const a3d_leaf *find_leaf(const a3d_comparing *c, unsigned which, const a3d_leaf *leaf)
{
    for (size_t k = 0; k < c->n_leaves[which]; k++)
        if (same_field(leaf, &c->leaves[which][k]))
            return &c->leaves[which][k];
    return NULL;
}

/* Reports a field that only one side's element has. */
static void emit_lone(a3d_comparing *c, unsigned which, const a3d_list_side of[2], const a3d_leaf *leaf,
                      const uint32_t index[2])
{
    a3d_values v = leaf_values(&of[which], leaf);
    a3d_difference d = {.kind = which == 0 ? A3D_ONLY_A : A3D_ONLY_B};
    *(which == 0 ? &d.a : &d.b) = (a3d_held){
        .as = A3D_HELD_VALUES, .row = v.row, .shape = v.shape, .data = v.data, .count = v.count};
    set_leaf_paths(c, of, leaf, index);
    a3d_emit(c, &d);
}

void a3d_compare_plain(a3d_comparing *c, const a3d_list_side of[2], uint32_t a, uint32_t b)
{
    const uint32_t index[2] = {a, b};
    collect_leaves(c, 0, &of[0], a);
    collect_leaves(c, 1, &of[1], b);
    for (size_t i = 0; i < c->n_leaves[0]; i++) {
        const a3d_leaf *mine = &c->leaves[0][i], *theirs = find_leaf(c, 1, mine);
        if (theirs == NULL) {
            emit_lone(c, 0, of, mine, index);
            continue;
        }
        a3d_values va = leaf_values(&of[0], mine), vb = leaf_values(&of[1], theirs);
        set_leaf_paths(c, of, mine, index);
        a3d_compare_values(c, &va, &vb);
    }
    for (size_t i = 0; i < c->n_leaves[1]; i++)
        if (find_leaf(c, 0, &c->leaves[1][i]) == NULL)
            emit_lone(c, 1, of, &c->leaves[1][i], index);
}

/* ---- whether they differ ---- */

static void ignore(void *user, const a3d_difference *d)
{
    (void)user;
    (void)d;
}

bool a3d_plain_differs(a3d_comparing *c, const a3d_list_side of[2], uint32_t a, uint32_t b)
{
    uint32_t n = a3d_plain_length(&of[0], a);
    const uint8_t *pa = of[0].data + a3d_plain_place(&of[0], a), *pb = of[1].data + a3d_plain_place(&of[1], b);
    if (n == a3d_plain_length(&of[1], b) && memcmp(pa, pb, n) == 0 &&
        !a3d_may_refer(c, a3d_shape_of(a3d_at(of[0].doc, of[0].node))->record))
        return false;
    const a3d_comparison *how = c->how;
    a3d_comparison silent = *how;
    a3d_compared counted = {0}, *out = c->out;
    silent.each = ignore;
    c->how = &silent;
    c->out = &counted;
    a3d_compare_plain(c, of, a, b);
    c->how = how;
    c->out = out;
    out->tolerated |= counted.tolerated;
    return counted.differ + counted.only_a + counted.only_b > 0;
}
