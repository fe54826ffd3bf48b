/* lists.c - compares the elements of lists; see parts.h */
#include "engine/diff/align.h"
#include "engine/diff/parts.h"
#include "engine/document/flat.h"

#include <string.h>

enum { SHOWN = 4 };

typedef struct lists {
    a3d_comparing *c;
    a3d_list_side of[2];
    a3d_alignment x;
} lists;

/* ---- elements ---- */

static uint32_t element(const a3d_list_side *s, uint32_t i)
{
    return a3d_at(s->doc, s->node)->v.at.first + i;
}

/* Finds the elements that have no nodes. Elements that exceed the stream are left out. */
static bool open_flat(a3d_comparing *c, a3d_list_side *s)
{
    const a3d_node *node = a3d_at(s->doc, s->node);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, stored = a3d_stored_count(node), at = 0, i = 0;
    s->data = s->count > 0 ? a3d_content(s->doc, node, &stream, &off) : NULL;
    if (s->data == NULL) {
        s->count = 0;
        return true;
    }
    s->size = s->doc->streams[stream].size - off;
    s->stride = a3d_flat_stride(s->doc, s->node, type);
    if (s->stride > 0) {
        s->count = (uint64_t)stored * s->stride <= s->size ? s->count : 0;
        return true;
    }
    uint32_t *offs = a3d_block_resize(c->arena, NULL, ((size_t)stored + 1) * sizeof *offs);
    if (offs == NULL)
        return false;
    for (; i < stored; i++) {
        int64_t size = a3d_flat_element(s->doc, s->node, type, s->data + at, s->size - at, NULL, NULL);
        if (size < 0)
            break;
        offs[i] = at;
        at += (uint32_t)size;
    }
    offs[i] = at;
    s->offs = offs;
    s->stride = s->fill && i > 0 ? at : 0;
    s->count = s->fill && i > 0 ? s->count : i;
    return true;
}

static uint64_t hash_of(const lists *l, unsigned which, uint32_t i)
{
    const a3d_list_side *s = &l->of[which];
    if (!s->flat)
        return a3d_hash_node(l->c, s->doc, element(s, i));
    uint32_t n = a3d_plain_length(s, i);
    return a3d_diff_spend(l->c, 1 + n / 64) ? a3d_hash_bytes(5, s->data + a3d_plain_place(s, i), n) : 0;
}

/* ---- likeness ---- */

/* How many fields are equal on both sides. Equal texts and lists weigh more than equal numbers. */
static unsigned alike_records(const lists *l, uint32_t a, uint32_t b)
{
    a3d_comparing *c = l->c;
    unsigned alike = 0;
    if (!a3d_diff_spend(c, 1) || !a3d_counts_as_present(c->doc[0], a) || !a3d_counts_as_present(c->doc[1], b) ||
        a3d_record_type(c->doc[0], a) != a3d_record_type(c->doc[1], b))
        return 0;
    for (uint32_t i = 0; i < a3d_at(c->doc[0], a)->v.at.count && i < a3d_at(c->doc[1], b)->v.at.count; i++) {
        uint32_t fa = a3d_field(c->doc[0], a, i), fb = a3d_field(c->doc[1], b, i);
        const a3d_node *node = a3d_at(c->doc[0], fa);
        if (!a3d_counts_as_present(c->doc[0], fa) || !a3d_counts_as_present(c->doc[1], fb))
            continue;
        unsigned kind = a3d_shape_of(node)->kind;
        if (kind == A3D_SWITCH && a3d_record_type(c->doc[0], fa) == a3d_record_type(c->doc[1], fb))
            alike += 2 + alike_records(l, fa, fb);
        else if (a3d_hash_node(c, c->doc[0], fa) == a3d_hash_node(c, c->doc[1], fb))
            alike += kind != A3D_SCALAR && node->v.at.count > 0 ? 4 : 1;
    }
    return alike;
}

static unsigned likeness(void *user, uint32_t a, uint32_t b)
{
    const lists *l = user;
    unsigned same = 0;
    if (!a3d_diff_spend(l->c, 1))
        return 0;
    if (!l->of[0].flat)
        return alike_records(l, element(&l->of[0], a), element(&l->of[1], b));
    uint32_t n = a3d_plain_length(&l->of[0], a);
    const uint8_t *pa = l->of[0].data + a3d_plain_place(&l->of[0], a);
    const uint8_t *pb = l->of[1].data + a3d_plain_place(&l->of[1], b);
    for (uint32_t i = 0; i < n && i < a3d_plain_length(&l->of[1], b) && i < 64; i++)
        same += pa[i] == pb[i];
    return 2 * same >= n ? same : 0;
}

/* ---- reporting ---- */

/* Reports consecutive elements that only one side has. */
static void emit_run(lists *l, unsigned which, uint32_t first, uint32_t count)
{
    const a3d_list_side *s = &l->of[which];
    a3d_difference d = {.kind = which == 0 ? A3D_ONLY_A : A3D_ONLY_B};
    *(which == 0 ? &d.a : &d.b) = (a3d_held){.as = A3D_HELD_ELEMENTS, .node = s->node, .index = first, .count = count};
    a3d_set_paths(l->c, l->of[0].node, l->of[1].node);
    if (count == 1)
        a3d_add_path(l->c, which, "[%u]", (unsigned)first);
    else
        a3d_add_path(l->c, which, "[%u..%u]", (unsigned)first, (unsigned)(first + count - 1));
    a3d_emit(l->c, &d);
}

static bool is_lone(const a3d_pair *p, unsigned which)
{
    return which == 0 ? p->b == A3D_NO_NODE : p->a == A3D_NO_NODE;
}

static uint32_t index_in(const a3d_pair *p, unsigned which)
{
    return which == 0 ? p->a : p->b;
}

/* Reports the run of lone elements that starts here. Returns the index of the pair after it. */
static size_t compare_lone_elements(lists *l, size_t i)
{
    const a3d_pair *p = l->x.pairs;
    unsigned which = is_lone(&p[i], 0) ? 0 : 1;
    size_t end = i + 1;
    if (!l->of[0].flat) {
        if (l->c->how->values)
            a3d_emit_only(l->c, which, element(&l->of[which], index_in(&p[i], which)));
        return end;
    }
    while (end < l->x.n && is_lone(&p[end], which) && index_in(&p[end], which) == index_in(&p[end - 1], which) + 1)
        end++;
    emit_run(l, which, index_in(&p[i], which), (uint32_t)(end - i));
    return end;
}

/* Compares elements a and b, which represent `count` equal pairs, and updates *more. The first few differences are
 * reported in full. */
static void compare_pair(lists *l, a3d_difference *more, uint32_t a, uint32_t b, uint32_t count)
{
    if (!a3d_diff_spend(l->c, 1) || !a3d_plain_differs(l->c, l->of, a, b))
        return;
    more->first = more->differing == 0 || a < more->first ? a : more->first;
    more->last = more->differing == 0 || a > more->last ? a + count - 1 : more->last;
    if (more->differing < SHOWN)
        a3d_compare_plain(l->c, l->of, a, b);
    more->differing += count;
}

static void emit_rest(lists *l, const a3d_difference *more)
{
    if (more->differing <= SHOWN)
        return;
    a3d_difference d = *more;
    a3d_set_paths(l->c, l->of[0].node, l->of[1].node);
    a3d_emit(l->c, &d);
    l->c->out->differ += d.differing - SHOWN;
}

/* In a filled list one element represents all. Its count may be huge, so no work is done per element if both are
 * filled. */
static void compare_filled(lists *l)
{
    uint32_t a = l->of[0].count, b = l->of[1].count, both = a < b ? a : b;
    uint32_t step = l->of[0].fill && l->of[1].fill && both > 0 ? both : 1;
    a3d_difference more = {.kind = A3D_DIFFERS_MORE, .of = a};
    for (uint32_t i = 0; i < both; i += step)
        compare_pair(l, &more, i, i, step);
    emit_rest(l, &more);
    if (a != b)
        emit_run(l, a > b ? 0 : 1, both, (a > b ? a : b) - both);
}

static void compare_flat(lists *l)
{
    a3d_difference more = {.kind = A3D_DIFFERS_MORE, .of = l->of[0].count};
    for (size_t i = 0; i < l->x.n;) {
        a3d_pair p = l->x.pairs[i];
        if (p.a == A3D_NO_NODE || p.b == A3D_NO_NODE) {
            i = compare_lone_elements(l, i);
            continue;
        }
        i++;
        compare_pair(l, &more, p.a, p.b, 1);
    }
    emit_rest(l, &more);
}

static void compare_paired(lists *l)
{
    for (size_t i = 0; i < l->x.n;) {
        a3d_pair p = l->x.pairs[i];
        if (p.a == A3D_NO_NODE || p.b == A3D_NO_NODE) {
            i = compare_lone_elements(l, i);
            continue;
        }
        uint32_t a = element(&l->of[0], p.a), b = element(&l->of[1], p.b);
        bool in_a = a3d_counts_as_present(l->c->doc[0], a), in_b = a3d_counts_as_present(l->c->doc[1], b);
        l->c->partners[0][a] = b;
        l->c->partners[1][b] = a;
        if (in_a && in_b)
            a3d_compare_nodes(l->c, a, b);
        else if (in_a != in_b && l->c->how->values)
            a3d_emit_only(l->c, in_a ? 0 : 1, in_a ? a : b);
        i++;
    }
}

/* Reports paired elements whose order differs, which happens when they are paired by key. */
static void emit_order(lists *l)
{
    uint32_t last = 0;
    for (size_t i = 0; i < l->x.n; i++) {
        const a3d_pair *p = &l->x.pairs[i];
        if (p->a == A3D_NO_NODE || p->b == A3D_NO_NODE)
            continue;
        if (p->b < last) {
            a3d_emit_choice(l->c, l->of[0].node, l->of[1].node, "$order", "as it is", "another");
            return;
        }
        last = p->b;
    }
}

/* ---- alignment ---- */

/* Fills `out` with the elements' keys, or their hashes if `keys` is NULL. Returns false if a key cannot be read. */
static bool fill_numbers(lists *l, unsigned which, const a3d_keys *keys, uint64_t *out)
{
    const a3d_list_side *s = &l->of[which];
    for (uint32_t i = 0; i < s->count; i++) {
        int64_t key = 0;
        bool known = keys == NULL || (s->flat ? a3d_plain_value(l->c, s, i, keys->slot, &key)
                                              : a3d_element_value(s->doc, s->node, i, keys->slot, &key));
        if (!known)
            return false;
        out[i] = keys != NULL ? (uint64_t)key : hash_of(l, which, i);
    }
    return true;
}

static bool pair_in_order(lists *l)
{
    uint32_t a = l->of[0].count, b = l->of[1].count;
    l->x.n = 0;
    for (uint32_t i = 0; i < a || i < b; i++)
        l->x.pairs[l->x.n++] = (a3d_pair){i < a ? i : A3D_NO_NODE, i < b ? i : A3D_NO_NODE};
    return true;
}

/* Pairs the elements. Plain elements without keys are paired in order if both sides have equally many. */
static bool align(lists *l, uint64_t *numbers)
{
    const a3d_keys *keys = &a3d_at(l->of[0].doc, l->of[0].node)->row->keys;
    bool keyed = keys->space != 0 && !keys->by_position;
    l->x.a = numbers;
    l->x.b = numbers + l->of[0].count;
    if (keyed && fill_numbers(l, 0, keys, numbers) && fill_numbers(l, 1, keys, numbers + l->of[0].count))
        return a3d_align_keys(&l->x);
    if (l->of[0].flat && l->of[0].count == l->of[1].count)
        return pair_in_order(l);
    fill_numbers(l, 0, NULL, numbers);
    fill_numbers(l, 1, NULL, numbers + l->of[0].count);
    return a3d_align(&l->x);
}

static bool same_bytes(const a3d_comparing *c, const a3d_list_side *a, const a3d_list_side *b)
{
    if (a->count != b->count || a->fill != b->fill || a->stride != b->stride || a->stride == 0 ||
        a3d_may_refer(c, a3d_shape_of(a3d_at(a->doc, a->node))->record))
        return false;
    return memcmp(a->data, b->data, (a->fill ? 1 : (size_t)a->count) * a->stride) == 0;
}

static void compare_elements(lists *l)
{
    if (l->of[0].flat && (l->of[0].fill || l->of[1].fill)) {
        compare_filled(l);
        return;
    }
    size_t all = (size_t)l->of[0].count + l->of[1].count;
    uint64_t *numbers = a3d_block_resize(l->c->arena, NULL, (all + 1) * sizeof *numbers);
    a3d_pair *pairs = a3d_block_resize(l->c->arena, NULL, (all + 1) * sizeof *pairs);
    l->x = (a3d_alignment){.arena = l->c->arena, .n_a = l->of[0].count, .n_b = l->of[1].count,
                           .likeness = likeness, .user = l, .pairs = pairs};
    if (numbers == NULL || pairs == NULL || !align(l, numbers)) {
        l->c->failed = true;
    } else {
        if (l->of[0].flat)
            compare_flat(l);
        else
            compare_paired(l);
        if (l->c->how->choices)
            emit_order(l);
    }
    if (numbers != NULL)
        a3d_block_resize(l->c->arena, numbers, 0);
    if (pairs != NULL)
        a3d_block_resize(l->c->arena, pairs, 0);
}

void a3d_compare_lists(a3d_comparing *c, uint32_t a, uint32_t b)
{
    lists l = {.c = c};
    const uint32_t nodes[2] = {a, b};
    bool ok = true;
    for (unsigned which = 0; which < 2; which++) {
        const a3d_node *node = a3d_at(c->doc[which], nodes[which]);
        a3d_list_side *s = &l.of[which];
        *s = (a3d_list_side){.doc = c->doc[which], .node = nodes[which], .count = node->v.at.count, .flat = node->flat};
        s->fill = a3d_shape_of(node)->fill && (node->form & A3D_FORM_FILL) != 0;
        ok = ok && (!s->flat || open_flat(c, s));
    }
    bool flat = l.of[0].flat && l.of[1].flat;
    if (l.of[0].count == 0)
        l.of[0].flat = l.of[1].flat; /* an empty list matches either kind */
    else if (l.of[1].count == 0)
        l.of[1].flat = l.of[0].flat;
    bool alike = l.of[0].flat == l.of[1].flat &&
                 a3d_shape_of(a3d_at(c->doc[0], a))->record == a3d_shape_of(a3d_at(c->doc[1], b))->record;
    c->failed |= !ok;
    if (ok && !alike)
        a3d_emit_other_kind(c, a, b);
    else if (ok && (!flat || (c->how->values && !same_bytes(c, &l.of[0], &l.of[1]))))
        compare_elements(&l);
    for (unsigned which = 0; which < 2; which++)
        if (l.of[which].offs != NULL)
            a3d_block_resize(c->arena, (void *)(uintptr_t)l.of[which].offs, 0);
}
