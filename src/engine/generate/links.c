/* links.c - makes random documents: references, masks, and the order of the steps; see maker.h */
#include "engine/check/links.h"
#include "engine/decode/mask.h"
#include "engine/document/content.h"
#include "engine/document/flat.h"
#include "engine/edit/normalize.h"
#include "engine/generate/maker.h"
#include "engine/generate/smallest.h"

#include <stdlib.h>

/* ---- references ---- */

/* The positions in the index of all keys in a set of spaces, in the order of the index. */
struct a3d_places {
    struct a3d_places *next;
    uint64_t spaces;
    size_t n;
    uint32_t *at;
};

/* Cached for each set of spaces that references name, since there are few. Returns NULL when memory ran out. */
static const struct a3d_places *places_of(a3d_maker *m, uint64_t spaces)
{
    const a3d_index *index = &m->ctx.index;
    struct a3d_places *p = m->places;
    while (p != NULL && p->spaces != spaces)
        p = p->next;
    if (p != NULL)
        return p;
    p = a3d_arena_alloc(m->ctx.doc->arena, sizeof *p);
    uint32_t *at = a3d_arena_alloc(m->ctx.doc->arena, index->n * sizeof *at);
    if (p == NULL || at == NULL) {
        a3d_limit(&m->ctx, A3D_LIMIT_MEMORY);
        return NULL;
    }
    *p = (struct a3d_places){.next = m->places, .spaces = spaces, .at = at};
    for (size_t i = 0; i < index->n; i++)
        if ((spaces >> index->keys[i].space & 1) != 0)
            at[p->n++] = (uint32_t)i;
    return m->places = p;
}

/* Picks a random key in one of the spaces: the first one from a random position of the index on. */
static bool pick_key(a3d_maker *m, uint64_t spaces, int64_t *key)
{
    const a3d_index *index = &m->ctx.index;
    size_t start = index->n > 0 ? (size_t)(a3d_random_next(&m->random) % index->n) : 0;
    const struct a3d_places *p = places_of(m, spaces);
    if (p == NULL || p->n == 0)
        return false;
    size_t low = 0, high = p->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->at[middle] < start)
            low = middle + 1;
        else
            high = middle;
    }
    *key = index->keys[p->at[low < p->n ? low : 0]].key;
    return true;
}

static bool pick_target(a3d_maker *m, const a3d_ref *ref, int64_t *value)
{
    if (ref->has_none && a3d_luck(m, 1, 6)) {
        *value = ref->none;
        return true;
    }
    return pick_key(m, ref->spaces, value);
}

static int link_array(a3d_maker *m, uint32_t index)
{
    const a3d_node *node = a3d_at(m->ctx.doc, index);
    const a3d_ref *ref = &node->row->ref;
    unsigned type = a3d_shape_of(node)->type;
    int64_t key;
    a3d_text bytes;
    if (node->v.at.count == 0)
        return A3D_OK;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    uint32_t n = 0;
    for (uint32_t i = 0; i < node->v.at.count; i++)
        if (pick_target(m, ref, &key)) {
            a3d_put_type(&bytes, type, key, m->ctx.format->big_endian);
            n++;
        }
    int st = a3d_make_content(m, index, &bytes, n);
    a3d_text_free(&bytes);
    return st;
}

typedef struct plain_links {
    a3d_maker *m;
    bool failed; /* a required reference has nothing to name */
} plain_links;

/* Writes into the content, which is in the edit stream and so belongs to the document. */
static int link_leaf(void *user, const a3d_leaf *leaf)
{
    plain_links *l = user;
    const a3d_row *row = leaf->rows[leaf->depth - 1];
    unsigned width = a3d_width(leaf->shape->type);
    bool big = l->m->ctx.format->big_endian;
    for (uint32_t i = 0; row->ref.spaces != 0 && row->ref.later_rule == 0 && i < leaf->count; i++) {
        int64_t key;
        if (pick_target(l->m, &row->ref, &key))
            a3d_store((uint8_t *)(uintptr_t)leaf->data + (size_t)i * width, width, (uint64_t)key, big);
        else
            l->failed = true;
    }
    return 0;
}

static int link_plain(a3d_maker *m, uint32_t index, bool *again)
{
    const a3d_node *node = a3d_at(m->ctx.doc, index);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, n = a3d_stored_count(node), pos = 0;
    const uint8_t *p = n > 0 ? a3d_content(m->ctx.doc, node, &stream, &off) : NULL;
    plain_links l = {m, false};
    for (uint32_t i = 0; p != NULL && i < n; i++) {
        uint32_t left = m->ctx.doc->streams[stream].size - off - pos;
        int64_t size = a3d_flat_element(m->ctx.doc, index, type, p + pos, left, link_leaf, &l);
        pos += size > 0 ? (uint32_t)size : 0;
    }
    *again |= l.failed;
    return l.failed ? a3d_make_list(m, index, 0) : A3D_OK;
}

/* Removes the list around a record whose required reference has nothing to name. */
static void remove_list_around(a3d_maker *m, uint32_t index)
{
    a3d_doc *doc = m->ctx.doc;
    uint32_t at = index;
    /* all references are in elements; test_values (test_tables.c) checks that */
    while (a3d_at(doc, at)->row != &a3d_row_element)
        at = a3d_at(doc, at)->parent;
    a3d_node *list = a3d_at(doc, a3d_at(doc, at)->parent);
    for (uint32_t i = 0; i < list->v.at.count; i++)
        a3d_at(doc, list->v.at.first + i)->state = A3D_GATED;
    list->v.at.count = 0;
    if (list->row->optional)
        list->state = A3D_ABSENT;
}

static int link_node(a3d_maker *m, uint32_t index, bool *again)
{
    a3d_node *node = a3d_at(m->ctx.doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    int64_t value;
    if (s->kind == A3D_VECTOR && node->flat)
        return link_plain(m, index, again);
    if (node->row->ref.spaces == 0 || node->row->ref.later_rule != 0)
        return A3D_OK;
    if (s->kind == A3D_ARRAY)
        return link_array(m, index);
    if (pick_target(m, &node->row->ref, &value))
        node->v.i = value;
    else if (node->row->optional)
        node->state = A3D_ABSENT;
    else if (!node->row->ref.has_none) {
        remove_list_around(m, index);
        *again = true;
    }
    return A3D_OK;
}

/* Sets all references. An element whose required reference has nothing to name is removed; others may have named it,
 * so another round follows. */
static int link_all(a3d_maker *m)
{
    a3d_doc *doc = m->ctx.doc;
    bool again = true;
    for (unsigned round = 0; again && round < 8; round++) {
        again = false;
        m->ctx.index.n = m->ctx.index.n_lists = 0;
        m->places = NULL;
        if (a3d_index_build(&m->ctx) != A3D_OK)
            return A3D_STOP;
        for (uint32_t i = 0; i < doc->n_nodes; i++)
            if (a3d_is_reached(doc, i) && (link_node(m, i, &again) != A3D_OK || doc->limited != A3D_LIMIT_NONE))
                return A3D_STOP;
    }
    return A3D_OK;
}

/* ---- masks ---- */

/* Sometimes gives the mask another form than the shortest. A long form has no more bytes than its bits need. */
static int choose_mask(a3d_maker *m)
{
    a3d_doc *doc = m->ctx.doc;
    a3d_text bits;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state != A3D_PRESENT || node->row->shape.kind != A3D_CUSTOM ||
            node->row->shape.custom != &a3d_null_mask)
            continue;
        if (!m->odd || !a3d_luck(m, 1, 2))
            return A3D_OK;
        a3d_text_init(&bits, doc->arena);
        a3d_presence(doc, doc->root, &bits);
        uint32_t used = (uint32_t)bits.size, body = (used + 7) / 8;
        bool failed = bits.failed;
        a3d_text_free(&bits);
        bool shorter = used <= 29 && a3d_luck(m, 1, 3), wide = body > 63 || a3d_luck(m, 1, 2);
        uint64_t size = shorter ? 4 : wide ? 3 + body : 1 + body;
        uint64_t wish = size << 2 | (shorter ? A3D_MASK_SHORT : wide ? A3D_MASK_LONG3 : A3D_MASK_LONG1);
        return !failed && a3d_side_set(doc, i, A3D_SIDE_MASK, wish) == 0 ? A3D_OK : A3D_STOP;
    }
    return A3D_OK;
}

/* ---- the whole document ---- */

static int make_all(a3d_maker *m)
{
    const a3d_format *f = m->ctx.format;
    if (a3d_make(m, m->ctx.doc->root) != A3D_OK || link_all(m) != A3D_OK)
        return A3D_STOP;
    if (f->repair != NULL && f->repair(m) != A3D_OK)
        return A3D_STOP;
    return a3d_normalize(&m->ctx) == A3D_OK ? choose_mask(m) : A3D_STOP;
}

a3d_doc *a3d_make_document(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches,
                           uint64_t seed, uint64_t size, bool plain, const char **why)
{
    a3d_maker m = {.random = a3d_random_of(seed), .size = (int64_t)size, .room = (int64_t)size, .plain = plain};
    *why = "memory ran out";
    if (a3d_begin_fresh(&m.ctx, arena, format, version, branches) != A3D_OK)
        return NULL;
    m.ctx.doc->packing = A3D_PACKS_MADE;
    m.odd = !plain && a3d_luck(&m, 1, 4);
    m.next_key = a3d_random_below(&m.random, plain ? 2 : 1000);
    if (make_all(&m) != A3D_OK)
        return NULL;
    *why = NULL;
    return m.ctx.doc;
}
