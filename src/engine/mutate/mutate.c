/* mutate.c - makes a mutant of a file; see mutate.h */
#include "engine/mutate/mutate.h"
#include "engine/document/content.h"
#include "engine/edit/normalize.h"
#include "engine/mutate/mutant.h"
#include "engine/mutate/unchanged.h"

#include <string.h>

/* One mutant in this many ... */
enum {
    BYTES_ONLY = 32,      /* has only its bytes changed */
    BYTES_TOO = 16,       /* has its bytes changed, too, after the document */
    CONTRADICTS = 6,      /* keeps fields that contradict what follows them */
    LIES = 8,             /* keeps the lengths, sizes and checksums from before the changes */
    DEFLATES = 64         /* is packed by zlib */
};
enum { MOST_CHANGES = 5, TRIES = 8, GROWTH = 4096, RANDOM_LOOKS = 24, MOST_SEEN = 2048 };

/* ---- what the parts share ---- */

uint32_t a3d_find_from(const a3d_doc *doc, uint32_t node, uint32_t most, a3d_matches matches, const void *wanted)
{
    uint32_t n = (uint32_t)doc->n_nodes;
    for (uint32_t i = 0; i < n && i < most; i++, node = node + 1 < n ? node + 1 : 0)
        if (matches(doc, node, wanted) && a3d_is_held(doc, node))
            return node;
    return A3D_NO_NODE;
}

static bool fits_alone(const a3d_doc *doc, uint32_t node, const void *fits)
{
    return (*(const a3d_fits *)fits)(doc, node);
}

uint32_t a3d_pick(a3d_mutant *m, const a3d_doc *doc, a3d_fits fits)
{
    uint32_t n = (uint32_t)doc->n_nodes, node = 0;
    for (unsigned i = 0; i < RANDOM_LOOKS; i++) {
        node = a3d_random_below(&m->r, n);
        if (a3d_find_from(doc, node, 1, fits_alone, &fits) == node)
            return node;
    }
    return a3d_find_from(doc, node, MOST_SEEN, fits_alone, &fits);
}

uint8_t *a3d_own_content(a3d_mutant *m, uint32_t index, uint32_t *size)
{
    a3d_doc *doc = m->doc;
    const a3d_node *node = a3d_at(doc, index);
    uint32_t count = node->v.at.count;
    const uint8_t *p;
    if (!a3d_stored_content(doc, index, &p, size) || p == NULL)
        return NULL;
    if (!node->edited || node->packed) {
        unsigned fill = a3d_shape_of(node)->fill ? node->form & A3D_FORM_FILL : 0;
        m->scratch.size = 0;
        a3d_put(&m->scratch, p, *size);
        if (m->scratch.failed || a3d_set_content(doc, index, m->scratch.data, *size, count) != A3D_OK)
            return NULL;
        a3d_at(doc, index)->form |= fill & 7;
    }
    return (uint8_t *)(uintptr_t)doc->streams[doc->edit_stream].data + a3d_at(doc, index)->v.at.first;
}

/* ---- one document ---- */

static const struct {
    a3d_change change;
    unsigned weight;
} changes[A3D_MADE_KINDS] = {
    [A3D_MADE_VALUE] = {a3d_change_value, 6},       [A3D_MADE_CONTENT] = {a3d_change_content, 6},
    [A3D_MADE_REF] = {a3d_change_ref, 3},           [A3D_MADE_VERSION] = {a3d_change_version, 1},
    [A3D_MADE_DERIVED] = {a3d_change_derived, 2},   [A3D_MADE_INSERT] = {a3d_insert_elements, 2},
    [A3D_MADE_REMOVE] = {a3d_remove_some, 2},       [A3D_MADE_REPEAT] = {a3d_repeat_element, 3},
    [A3D_MADE_SWAP] = {a3d_swap_elements, 1},       [A3D_MADE_REPLACE] = {a3d_replace_part, 3},
    [A3D_MADE_STRETCH] = {a3d_stretch_text, 1},     [A3D_MADE_PRESENCE] = {a3d_change_presence, 3},
    [A3D_MADE_CLAIM] = {a3d_change_claim, 1},       [A3D_MADE_FORM] = {a3d_change_form, 2},
    [A3D_MADE_MASK] = {a3d_change_mask, 1},         [A3D_MADE_SLACK] = {a3d_add_slack, 1},
    [A3D_MADE_PATCH] = {a3d_patch_stream, 1},
};

static unsigned any_change(a3d_random *r)
{
    unsigned sum = 0, i = 0;
    for (unsigned k = 0; k < sizeof changes / sizeof *changes; k++)
        sum += changes[k].weight;
    for (unsigned at = a3d_random_below(r, sum); at >= changes[i].weight; i++)
        at -= changes[i].weight;
    return i;
}

/* Makes at least one change if there is anything to change, and then lets dependent fields follow. */
static bool change(a3d_mutant *m)
{
    bool some = false;
    unsigned wanted = 1;
    while (wanted < MOST_CHANGES && a3d_random_chance(&m->r, 1, 2))
        wanted++;
    for (unsigned tries = wanted + TRIES; wanted > 0 && tries > 0; tries--) {
        unsigned kind = any_change(&m->r);
        if (!changes[kind].change(m))
            continue;
        a3d_note_made(m, kind);
        some = true;
        wanted--;
    }
    if (m->normalize && !a3d_random_chance(&m->r, 1, CONTRADICTS) && a3d_normalize(&m->ctx) != A3D_OK)
        return false;
    return some;
}

static bool encode(a3d_mutant *m, a3d_text *out)
{
    m->doc->packing = a3d_random_chance(&m->r, 1, DEFLATES) ? A3D_PACKS_USUAL : A3D_PACKS_STORED;
    bool stale = a3d_random_chance(&m->r, 1, LIES);
    if (m->made != NULL)
        m->made->stale = stale;
    if (stale && a3d_encode(m->doc, A3D_FREEZE, out, NULL, 0) != NULL)
        return false;
    return a3d_encode(m->doc, A3D_FAITHFUL, out, m->patches, m->n_patches) == NULL ||
           (m->n_patches > 0 && a3d_encode(m->doc, A3D_FAITHFUL, out, NULL, 0) == NULL);
}

static size_t mutate_document(a3d_arena *arena, a3d_document_cache *cache, const a3d_mutation *how, a3d_random *r,
                              uint8_t *out, size_t most)
{
    a3d_mutant m = {.r = *r, .room = GROWTH, .made = how->made};
    const a3d_doc *doc = a3d_cached_doc(cache, how->format, how->data, how->size);
    m.doc = doc != NULL ? a3d_copy_doc(arena, doc) : NULL;
    if (m.doc == NULL || a3d_resume(&m.ctx, m.doc) != A3D_OK || a3d_edit_bytes(m.doc, "", 0) == UINT32_MAX)
        return 0;
    a3d_copy copy;
    a3d_copy_begin(&copy, m.doc, doc);
    m.cache = cache;
    m.unread = how->other != NULL ? how : NULL;
    if (how->size < most && most - how->size < m.room)
        m.room = (uint32_t)(most - how->size);
    a3d_text bytes;
    a3d_text_init(&m.scratch, arena);
    a3d_text_init(&bytes, arena);
    bool ok = change(&m) && encode(&m, &bytes) && bytes.size > 0 && bytes.size <= most;
    *r = m.r;
    if (!ok || (bytes.size == how->size && memcmp(bytes.data, how->data, how->size) == 0))
        return 0;
    memcpy(out, bytes.data, bytes.size);
    return bytes.size;
}

/* Without the caller's cache, the documents are freed with the mutant. */
static size_t mutate_cached(a3d_arena *arena, const a3d_mutation *m, a3d_random *r, uint8_t *out, size_t most)
{
    a3d_document_cache own;
    a3d_arena inner;
    a3d_bound bound;
    if (m->cache == NULL)
        a3d_document_cache_init(&own, &arena->mem);
    a3d_bounded_init(&inner, &bound, &arena->mem, (size_t)m->size + m->other_size);
    size_t n = mutate_document(&inner, m->cache != NULL ? m->cache : &own, m, r, out, most);
    a3d_arena_free(&inner);
    if (m->cache == NULL)
        a3d_document_cache_free(&own);
    return n;
}

size_t a3d_mutate(a3d_arena *arena, const a3d_mutation *m, uint8_t *out, size_t most)
{
    a3d_random r = a3d_random_of(m->seed);
    size_t n = 0;
    if (m->made != NULL)
        *m->made = (a3d_made){0};
    if (m->format != NULL && m->size > 0 && !a3d_random_chance(&r, 1, BYTES_ONLY))
        n = mutate_cached(arena, m, &r, out, most);
    if (n > 0 && !a3d_random_chance(&r, 1, BYTES_TOO))
        return n;
    if (n == 0) {
        if (m->made != NULL)
            *m->made = (a3d_made){0};
        n = m->size < most ? m->size : most;
        if (n > 0)
            memcpy(out, m->data, n);
    }
    if (m->made != NULL)
        m->made->bytes = true;
    return a3d_mutate_bytes(&r, out, n, most, m->other, m->other_size);
}
