/* list.c - changes elements of lists, and copies parts from one place to another; see mutant.h */
#include "engine/document/content.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/edit/elements.h"
#include "engine/mutate/mutant.h"

#include <string.h>

enum { MOST_GRAFTED = 4096, MOST_SEEN = 512 };

static bool is_list(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    return node->state == A3D_PRESENT && (kind == A3D_VECTOR || kind == A3D_ARRAY);
}

static bool is_filled_list(const a3d_doc *doc, uint32_t index)
{
    return is_list(doc, index) && a3d_at(doc, index)->v.at.count > 0;
}

static bool is_plain(const a3d_doc *doc, uint32_t list)
{
    return a3d_at(doc, list)->flat || a3d_shape_of(a3d_at(doc, list))->kind == A3D_ARRAY;
}

/* ---- inserting and removing ---- */

/* Usually few; sometimes enough to need a second byte for the length. */
static uint32_t how_many(a3d_mutant *m)
{
    static const uint8_t counts[] = {1, 1, 1, 2, 3, 7, 126, 128};
    return counts[a3d_random_below(&m->r, sizeof counts)];
}

bool a3d_insert_elements(a3d_mutant *m)
{
    uint32_t list = a3d_pick(m, m->doc, is_list);
    if (list == A3D_NO_NODE)
        return false;
    uint32_t n = is_plain(m->doc, list) ? how_many(m) : 1 + a3d_random_below(&m->r, 2);
    uint32_t count = a3d_at(m->doc, list)->v.at.count;
    if (n > m->room)
        return false;
    m->room -= n;
    m->normalize = true;
    a3d_note(m, list, n);
    return a3d_fresh_elements(&m->ctx, list, a3d_random_below(&m->r, count + 1), n) != A3D_NO_NODE;
}

bool a3d_remove_some(a3d_mutant *m)
{
    uint32_t list = a3d_pick(m, m->doc, is_filled_list);
    if (list == A3D_NO_NODE)
        return false;
    uint32_t count = a3d_at(m->doc, list)->v.at.count, at = a3d_random_below(&m->r, count);
    uint32_t n = a3d_random_chance(&m->r, 1, 2) ? 1 : a3d_random_below(&m->r, count - at) + 1;
    if (a3d_random_chance(&m->r, 1, 8)) { /* remove all */
        at = 0;
        n = count;
    }
    m->normalize = true;
    a3d_note(m, list, n);
    return a3d_remove_elements(&m->ctx, list, at, n) == A3D_OK;
}

/* ---- plain elements ---- */

/* Finds element `i` in a content of `size` bytes. Returns false if it is not inside. */
static bool element_at(const a3d_doc *doc, uint32_t list, uint32_t i, uint32_t size, uint32_t *at, uint32_t *length)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, list));
    *length = a3d_width(s->type);
    *at = s->kind == A3D_ARRAY ? i * *length : a3d_flat_locate(doc, list, i, length);
    return *length > 0 && *at <= size && *length <= size - *at;
}

static bool repeat_plain(a3d_mutant *m, uint32_t list)
{
    uint32_t size, at, length, count = a3d_at(m->doc, list)->v.at.count;
    uint32_t stored = a3d_stored_count(a3d_at(m->doc, list));
    uint8_t *content = a3d_own_content(m, list, &size);
    if (content == NULL || stored != count ||
        !element_at(m->doc, list, a3d_random_below(&m->r, stored), size, &at, &length) || length > m->room)
        return false;
    m->room -= length;
    m->scratch.size = 0;
    a3d_put(&m->scratch, content + at, length);
    return a3d_splice(m->doc, list, at, at, &m->scratch, count + 1) == A3D_OK;
}

static bool swap_plain(a3d_mutant *m, uint32_t list)
{
    uint32_t size, a, b, la, lb, stored = a3d_stored_count(a3d_at(m->doc, list));
    uint8_t *content = a3d_own_content(m, list, &size);
    if (content == NULL || !element_at(m->doc, list, a3d_random_below(&m->r, stored), size, &a, &la) ||
        !element_at(m->doc, list, a3d_random_below(&m->r, stored), size, &b, &lb) || la != lb)
        return false;
    for (uint32_t i = 0; i < la; i++) {
        uint8_t byte = content[a + i];
        content[a + i] = content[b + i];
        content[b + i] = byte;
    }
    return a != b;
}

/* ---- texts ---- */

static bool is_text(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    return node->state == A3D_PRESENT && s->kind == A3D_ARRAY && s->text &&
           (s->count_by == A3D_COUNT_PREFIX || s->count_by == A3D_COUNT_NUL);
}

/* About the size of a buffer that a reader may use for it, or slightly less or more. */
static uint32_t any_length(a3d_mutant *m)
{
    static const uint16_t rooms[] = {8, 16, 32, 64, 80, 100, 128, 256, 260, 512, 1024};
    return rooms[a3d_random_below(&m->r, sizeof rooms / sizeof *rooms)] + a3d_random_below(&m->r, 5) - 2;
}

bool a3d_stretch_text(a3d_mutant *m)
{
    uint32_t text = a3d_pick(m, m->doc, is_text), size = 0, length = any_length(m);
    const uint8_t *old = text != A3D_NO_NODE ? a3d_own_content(m, text, &size) : NULL;
    if (text == A3D_NO_NODE || length > m->room || (old == NULL && a3d_at(m->doc, text)->v.at.count > 0))
        return false;
    m->room -= length;
    m->scratch.size = 0;
    a3d_note(m, text, length);
    for (uint32_t i = 0; i < length; i++)
        a3d_putc(&m->scratch, size > 0 ? (char)old[i % size] : 'a');
    m->normalize = true;
    return !m->scratch.failed && a3d_set_content(m->doc, text, m->scratch.data, length, length) == A3D_OK;
}

/* ---- copying parts ---- */

typedef struct graft {
    a3d_mutant *m;
    const a3d_doc *from;
    unsigned left; /* nodes that may still be copied */
} graft;

static bool graft_node(graft *g, uint32_t to, uint32_t node);

static bool graft_content(graft *g, uint32_t to, uint32_t node)
{
    const a3d_node *source = a3d_at(g->from, node);
    uint32_t size, count = source->v.at.count;
    const uint8_t *p;
    a3d_text *scratch = &g->m->scratch;
    scratch->size = 0;
    if (!a3d_stored_content(g->from, node, &p, &size) || size > g->m->room)
        return false;
    g->m->room -= size;
    a3d_put(scratch, p, size);
    return !scratch->failed && a3d_set_content(g->m->doc, to, scratch->data, size, count) == A3D_OK;
}

/* Reserves nodes for the source's children. Change nothing in `to` before that succeeds: the source's node numbers
 * mean other nodes here, and one of them may enclose `to`. */
static bool reserve_children(graft *g, uint32_t to, uint32_t node, uint32_t *first)
{
    a3d_doc *doc = g->m->doc;
    uint32_t n = a3d_at(g->from, node)->v.at.count;
    if (n > g->left || a3d_reserve(&g->m->ctx, n, to, doc->edit_stream, first) != A3D_OK)
        return false;
    g->left -= n;
    uint32_t source = a3d_at(g->from, node)->v.at.first;
    for (uint32_t i = 0; i < n; i++) {
        a3d_at(doc, *first + i)->row = a3d_at(g->from, source + i)->row;
        a3d_at(doc, *first + i)->state = A3D_GATED;
        a3d_at(doc, *first + i)->off = UINT32_MAX;
    }
    return true;
}

static void copy_head(a3d_node *target, const a3d_node *source, uint32_t stream)
{
    target->alt = source->alt;
    target->form = source->form;
    target->state = source->state;
    target->honest = source->honest;
    target->flat = source->flat;
    target->packed = 0;
    target->edited = 0;
    target->stream = stream & 0xfffff;
    target->v = source->v;
}

/* If there is no room, a list keeps the elements copied so far. Normalizing makes fields anew that a record lacks. */
static bool graft_children(graft *g, uint32_t to, uint32_t node)
{
    a3d_doc *doc = g->m->doc;
    uint32_t first;
    if (!reserve_children(g, to, node, &first))
        return false;
    copy_head(a3d_at(doc, to), a3d_at(g->from, node), doc->edit_stream);
    a3d_at(doc, to)->v.at.first = first;
    for (uint32_t i = 0; i < a3d_at(doc, to)->v.at.count; i++) {
        if (graft_node(g, first + i, a3d_at(g->from, node)->v.at.first + i))
            continue;
        if (a3d_shape_of(a3d_at(doc, to))->kind == A3D_VECTOR)
            a3d_at(doc, to)->v.at.count = i;
        return false;
    }
    return true;
}

static bool graft_node(graft *g, uint32_t to, uint32_t node)
{
    const a3d_node *source = a3d_at(g->from, node);
    a3d_node *target = a3d_at(g->m->doc, to);
    unsigned kind = a3d_shape_of(source)->kind, form = source->form;
    bool filled = source->state == A3D_PRESENT && kind != A3D_SCALAR && kind != A3D_CUSTOM;
    if (filled && kind != A3D_ARRAY && !source->flat)
        return graft_children(g, to, node);
    copy_head(target, source, g->m->doc->edit_stream);
    if (!filled)
        return true;
    target->v.at.first = target->v.at.count = 0; /* until it has its own content */
    target->edited = 1;
    bool ok = graft_content(g, to, node);
    a3d_at(g->m->doc, to)->form = form & 7;
    return ok;
}

static bool encloses(const a3d_doc *doc, uint32_t outer, uint32_t inner)
{
    while (inner != outer && inner != A3D_NO_NODE)
        inner = a3d_at(doc, inner)->parent;
    return inner == outer;
}

bool a3d_graft(a3d_mutant *m, uint32_t to, const a3d_doc *from, uint32_t node)
{
    graft g = {m, from, MOST_GRAFTED};
    if (from == m->doc && (encloses(from, to, node) || encloses(from, node, to)))
        return false;
    return graft_node(&g, to, node);
}

/* ---- records ---- */

/* The document to copy a part from. */
static const a3d_doc *donor(a3d_mutant *m)
{
    return a3d_other_doc(m) != NULL && a3d_random_chance(&m->r, 3, 4) ? m->other : m->doc;
}

static bool is_element_of(const a3d_doc *doc, uint32_t node, const void *type)
{
    return a3d_at(doc, node)->row == &a3d_row_element && a3d_at(doc, node)->state == A3D_PRESENT &&
           a3d_record_type(doc, node) == type;
}

/* A random element of this type, or A3D_NO_NODE. */
static uint32_t element_of(a3d_mutant *m, const a3d_doc *doc, const a3d_record *type)
{
    return a3d_find_from(doc, a3d_random_below(&m->r, (uint32_t)doc->n_nodes), MOST_SEEN, is_element_of, type);
}

bool a3d_repeat_element(a3d_mutant *m)
{
    uint32_t list = a3d_pick(m, m->doc, a3d_other_doc(m) != NULL ? is_list : is_filled_list);
    if (list == A3D_NO_NODE)
        return false;
    m->normalize = true;
    a3d_note(m, list, 0);
    if (is_plain(m->doc, list))
        return a3d_at(m->doc, list)->v.at.count > 0 && repeat_plain(m, list);
    const a3d_doc *from = donor(m);
    const a3d_record *type = a3d_shape_of(a3d_at(m->doc, list))->record;
    if (element_of(m, from, type) == A3D_NO_NODE)
        return false;
    uint32_t at = a3d_random_below(&m->r, a3d_at(m->doc, list)->v.at.count + 1);
    uint32_t fresh = a3d_fresh_element(&m->ctx, list, at);
    if (fresh == A3D_NO_NODE)
        return false;
    uint32_t node = element_of(m, from, type); /* again, because elements have moved */
    return node != A3D_NO_NODE && (node == fresh || a3d_graft(m, fresh, from, node));
}

bool a3d_swap_elements(a3d_mutant *m)
{
    a3d_doc *doc = m->doc;
    uint32_t list = a3d_pick(m, doc, is_filled_list);
    if (list == A3D_NO_NODE)
        return false;
    a3d_note(m, list, 0);
    if (is_plain(doc, list))
        return swap_plain(m, list);
    uint32_t first = a3d_at(doc, list)->v.at.first, count = a3d_at(doc, list)->v.at.count;
    uint32_t pair[2];
    for (unsigned i = 0; i < 2; i++)
        pair[i] = first + a3d_random_below(&m->r, count);
    a3d_node a = *a3d_at(doc, pair[0]), b = *a3d_at(doc, pair[1]);
    if (pair[0] == pair[1] || a.extra || b.extra || a.packed || b.packed)
        return false;
    *a3d_at(doc, pair[0]) = b;
    *a3d_at(doc, pair[1]) = a;
    for (unsigned k = 0; k < 2; k++)
        for (uint32_t i = 0; a3d_at(doc, pair[k])->state == A3D_PRESENT && i < a3d_at(doc, pair[k])->v.at.count; i++)
            a3d_at(doc, a3d_at(doc, pair[k])->v.at.first + i)->parent = pair[k];
    m->normalize = true;
    return true;
}

static bool is_part(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    return (node->state == A3D_PRESENT || node->state == A3D_ABSENT) && node->parent != A3D_NO_NODE &&
           node->row != &a3d_row_element && a3d_shape_of(node)->kind != A3D_CUSTOM;
}

/* What can replace a part. */
typedef struct replacement {
    const a3d_row *row;
    uint32_t except; /* the part itself, if the search is in its own document */
} replacement;

static bool is_replacement(const a3d_doc *doc, uint32_t node, const void *wanted)
{
    const replacement *part = wanted;
    return a3d_at(doc, node)->row == part->row && a3d_at(doc, node)->state == A3D_PRESENT && node != part->except;
}

bool a3d_replace_part(a3d_mutant *m)
{
    uint32_t to = a3d_pick(m, m->doc, is_part);
    if (to == A3D_NO_NODE)
        return false;
    const a3d_doc *from = donor(m);
    replacement part = {a3d_at(m->doc, to)->row, from == m->doc ? to : A3D_NO_NODE};
    uint32_t node = a3d_find_from(from, a3d_random_below(&m->r, (uint32_t)from->n_nodes), MOST_SEEN, is_replacement,
                                  &part);
    if (node == A3D_NO_NODE)
        return false;
    m->normalize = true;
    a3d_note(m, to, 0);
    return a3d_graft(m, to, from, node);
}
