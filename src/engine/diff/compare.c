/* compare.c - records and fields; see compare.h */
#include "engine/diff/compare.h"
#include "base/never.h"
#include "engine/diff/parts.h"
#include "engine/document/path.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- reporting ---- */

void a3d_set_paths(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const uint32_t nodes[2] = {a, b};
    for (unsigned side = 0; side < 2; side++)
        if (nodes[side] != A3D_NO_NODE) {
            c->path[side].size = 0;
            a3d_put_path(&c->path[side], c->doc[side], nodes[side]);
        }
}

void a3d_add_path(a3d_comparing *c, unsigned side, const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    a3d_puts(&c->path[side], text + (c->path[side].size == 0 && text[0] == '.'));
}

void a3d_emit(a3d_comparing *c, a3d_difference *d)
{
    a3d_held *held[2] = {&d->a, &d->b};
    if (c->out->limited) /* what is paired may not correspond */
        return;
    for (unsigned side = 0; side < 2; side++) {
        a3d_text *path = &c->path[side];
        a3d_putc(path, '\0');
        held[side]->doc = c->doc[side];
        held[side]->path = path->failed ? "" : path->data;
        c->failed |= path->failed;
    }
    uint64_t *count = d->kind == A3D_ONLY_A   ? &c->out->only_a
                      : d->kind == A3D_ONLY_B ? &c->out->only_b
                                              : &c->out->differ;
    *count += d->kind != A3D_DIFFERS_MORE;
    c->how->each(c->how->user, d);
    for (unsigned side = 0; side < 2; side++)
        c->path[side].size -= c->path[side].size > 0;
}

void a3d_emit_only(a3d_comparing *c, unsigned side, uint32_t node)
{
    a3d_difference d = {.kind = side == 0 ? A3D_ONLY_A : A3D_ONLY_B};
    *(side == 0 ? &d.a : &d.b) = (a3d_held){.as = A3D_HELD_NODE, .node = node};
    a3d_set_paths(c, side == 0 ? node : A3D_NO_NODE, side == 0 ? A3D_NO_NODE : node);
    a3d_emit(c, &d);
}

void a3d_emit_choice(a3d_comparing *c, uint32_t a, uint32_t b, const char *suffix, const char *words_a,
                     const char *words_b)
{
    a3d_difference d = {.kind = A3D_DIFFERS, .choice = true};
    d.a = (a3d_held){.as = A3D_HELD_WORDS, .words = words_a};
    d.b = (a3d_held){.as = A3D_HELD_WORDS, .words = words_b};
    a3d_set_paths(c, a, b);
    a3d_add_path(c, 0, ".%s", suffix);
    a3d_add_path(c, 1, ".%s", suffix);
    a3d_emit(c, &d);
}

/* ---- fields ---- */

static bool holds_nodes(const a3d_node *node)
{
    unsigned kind = a3d_shape_of(node)->kind;
    return kind == A3D_RECORD || kind == A3D_SWITCH || (kind == A3D_VECTOR && !node->flat);
}

bool a3d_counts_as_present(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    return node->state == A3D_PRESENT || (node->state == A3D_NOT_READ && holds_nodes(node) && node->v.at.count > 0);
}

/* Another field of the record with the same name; rows of different versions may share one. */
static uint32_t namesake(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *node = a3d_at(doc, record);
    const char *name = a3d_row_name(a3d_record_type(doc, record)->rows + slot);
    for (unsigned i = 0; i < node->v.at.count; i++) {
        uint32_t field = a3d_field(doc, record, i);
        if (i != slot && a3d_counts_as_present(doc, field) && strcmp(a3d_row_name(a3d_at(doc, field)->row), name) == 0)
            return field;
    }
    return A3D_NO_NODE;
}

static void emit_unread(a3d_comparing *c, uint32_t a, uint32_t b)
{
    a3d_difference d = {.kind = A3D_DIFFERS};
    bool in_a = a3d_counts_as_present(c->doc[0], a);
    d.a = (a3d_held){.as = in_a ? A3D_HELD_NODE : A3D_HELD_WORDS, .node = a, .words = "not read"};
    d.b = (a3d_held){.as = in_a ? A3D_HELD_WORDS : A3D_HELD_NODE, .node = b, .words = "not read"};
    a3d_set_paths(c, a, b);
    a3d_emit(c, &d);
}

/* A field that only one side has, unless the other has it in another row of the same name. */
static void compare_lone_field(a3d_comparing *c, const uint32_t record[2], unsigned slot, unsigned side)
{
    uint32_t mine = a3d_field(c->doc[side], record[side], slot), theirs = a3d_field(c->doc[!side], record[!side], slot);
    uint32_t other = namesake(c->doc[!side], record[!side], slot);
    if (other != A3D_NO_NODE) {
        if (side == 0) /* report the pair only once, for a */
            a3d_compare_nodes(c, mine, other);
    } else if (a3d_at(c->doc[!side], theirs)->state == A3D_NOT_READ) {
        emit_unread(c, side == 0 ? mine : theirs, side == 0 ? theirs : mine);
    } else if (a3d_at(c->doc[side], mine)->row->derive.kind == A3D_GIVEN || c->how->derived) {
        a3d_emit_only(c, side, mine);
    }
}

void a3d_compare_fields(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const uint32_t record[2] = {a, b};
    uint32_t n[2] = {a3d_at(c->doc[0], a)->v.at.count, a3d_at(c->doc[1], b)->v.at.count};
    for (unsigned i = 0; i < n[0] && i < n[1]; i++) {
        uint32_t fa = a3d_field(c->doc[0], a, i), fb = a3d_field(c->doc[1], b, i);
        bool in_a = a3d_counts_as_present(c->doc[0], fa), in_b = a3d_counts_as_present(c->doc[1], fb);
        if (in_a && in_b)
            a3d_compare_nodes(c, fa, fb);
        else if ((in_a || in_b) && c->how->values)
            compare_lone_field(c, record, i, in_a ? 0 : 1);
    }
}

static void compare_scalars(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_node *na = a3d_at(c->doc[0], a), *nb = a3d_at(c->doc[1], b);
    bool derived = na->row->derive.kind != A3D_GIVEN, lies_a = derived && !na->honest, lies_b = derived && !nb->honest;
    if (derived && !lies_a && !lies_b && !c->how->derived)
        return;
    if (!(na->row->storage ? c->how->choices : c->how->values))
        return;
    unsigned type_a = a3d_shape_of(na)->type, type_b = a3d_shape_of(nb)->type;
    a3d_targets targets = a3d_compare_targets(c, na->row, na->v.i, nb->v.i);
    bool same = a3d_same_value(c, type_a, na->v.i, type_b, nb->v.i);
    if (lies_a == lies_b && (targets == A3D_TARGETS_UNKNOWN ? same : targets == A3D_TARGETS_SAME))
        return;
    a3d_difference d = {.kind = A3D_DIFFERS, .choice = na->row->storage};
    d.a = (a3d_held){.as = A3D_HELD_VALUE, .row = na->row, .type = type_a, .value = na->v.i, .node = a, .lies = lies_a};
    d.b = (a3d_held){.as = A3D_HELD_VALUE, .row = nb->row, .type = type_b, .value = nb->v.i, .node = b, .lies = lies_b};
    d.b.renamed = same && targets == A3D_TARGETS_OTHER;
    a3d_set_paths(c, a, b);
    a3d_emit(c, &d);
}

/* Compares the stated counts of lists that do not match their elements. */
static void compare_claims(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_side *sa = a3d_side_find(c->doc[0], a, A3D_SIDE_CLAIM, NULL);
    const a3d_side *sb = a3d_side_find(c->doc[1], b, A3D_SIDE_CLAIM, NULL);
    static const a3d_row count = {.name = "$count"};
    a3d_difference d = {.kind = A3D_DIFFERS};
    if ((sa == NULL && sb == NULL) || (sa != NULL && sb != NULL && sa->value == sb->value))
        return;
    d.a = (a3d_held){.as = A3D_HELD_VALUE, .row = &count, .type = A3D_U32, .lies = sa != NULL};
    d.b = (a3d_held){.as = A3D_HELD_VALUE, .row = &count, .type = A3D_U32, .lies = sb != NULL};
    d.a.value = sa != NULL ? (int64_t)sa->value : a3d_at(c->doc[0], a)->v.at.count;
    d.b.value = sb != NULL ? (int64_t)sb->value : a3d_at(c->doc[1], b)->v.at.count;
    a3d_set_paths(c, a, b);
    a3d_add_path(c, 0, ".$count");
    a3d_add_path(c, 1, ".$count");
    a3d_emit(c, &d);
}

static bool is_empty_list(const a3d_doc *doc, uint32_t node)
{
    unsigned kind = a3d_shape_of(a3d_at(doc, node))->kind;
    return (kind == A3D_ARRAY || kind == A3D_VECTOR) && a3d_at(doc, node)->v.at.count == 0;
}

void a3d_emit_other_kind(a3d_comparing *c, uint32_t a, uint32_t b)
{
    if (is_empty_list(c->doc[0], a) && is_empty_list(c->doc[1], b))
        return;
    a3d_difference d = {
        .kind = A3D_DIFFERS, .a = {.as = A3D_HELD_NODE, .node = a}, .b = {.as = A3D_HELD_NODE, .node = b}};
    a3d_set_paths(c, a, b);
    if (c->how->values)
        a3d_emit(c, &d);
}

void a3d_compare_nodes(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_node *na = a3d_at(c->doc[0], a), *nb = a3d_at(c->doc[1], b);
    unsigned kind = a3d_shape_of(na)->kind;
    if (!a3d_diff_spend(c, 1))
        return;
    if (kind != a3d_shape_of(nb)->kind) {
        a3d_emit_other_kind(c, a, b);
        return;
    }
    if (kind == A3D_SCALAR || (kind == A3D_CUSTOM && na->row->derive.kind != A3D_GIVEN))
        compare_scalars(c, a, b);
    else if (kind == A3D_ARRAY)
        a3d_compare_arrays(c, a, b);
    else if (kind == A3D_VECTOR)
        a3d_compare_lists(c, a, b);
    else if (kind == A3D_RECORD || kind == A3D_SWITCH) {
        if (a3d_record_type(c->doc[0], a) != a3d_record_type(c->doc[1], b))
            a3d_emit_other_kind(c, a, b);
        else if (a3d_record_type(c->doc[0], a) != NULL)
            a3d_compare_fields(c, a, b);
    }
    if (c->how->values && (na->extra || nb->extra))
        compare_claims(c, a, b);
    if (c->how->choices)
        a3d_compare_choices(c, a, b);
}

bool a3d_compare(a3d_arena *arena, a3d_doc *a, a3d_doc *b, const a3d_comparison *how, a3d_compared *out)
{
    a3d_comparing c = {.how = how, .doc = {a, b}, .arena = arena, .out = out};
    A3D_ASSERT(a->format == b->format);
    memset(out, 0, sizeof *out);
    for (unsigned side = 0; side < 2; side++)
        a3d_text_init(&c.path[side], arena);
    c.failed = !a3d_open_refs(&c, (a3d_doc *const[2]){a, b});
    if (!c.failed)
        a3d_compare_fields(&c, a->root, b->root);
    if (!c.failed && how->choices)
        a3d_compare_choices(&c, a->root, b->root);
    a3d_close_refs(&c);
    for (unsigned side = 0; side < 2; side++) {
        a3d_text_free(&c.path[side]);
        if (c.leaves[side] != NULL)
            a3d_block_resize(arena, c.leaves[side], 0);
    }
    return !c.failed;
}
