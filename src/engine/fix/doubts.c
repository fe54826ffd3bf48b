/* doubts.c - see doubts.h */
#include "engine/fix/doubts.h"
#include "engine/document/path.h"
#include "engine/fix/offer.h"

#include <string.h>

typedef struct doubts {
    a3d_arena *arena;
    const a3d_doc *doc;
    uint8_t *gone;    /* by node: it was lost */
    uint8_t *doubted; /* by node: it is on the list */
    a3d_doubt *first, **last;
} doubts;

static void mark_lost(doubts *d, const a3d_losses *lost)
{
    for (const a3d_lost *l = lost->first; l != NULL; l = l->next) {
        uint32_t n = l->count > 0 ? l->count : 1;
        for (uint32_t i = 0; l->node != A3D_NO_NODE && i < n && l->node + (uint64_t)i < d->doc->n_nodes; i++)
            d->gone[l->node + i] = 1;
    }
}

/* Whether something of a node was kept. */
static bool is_kept(const doubts *d, uint32_t node)
{
    const a3d_node *list = a3d_at(d->doc, node);
    for (uint32_t i = node; i != A3D_NO_NODE; i = a3d_at(d->doc, i)->parent)
        if (d->gone[i])
            return false;
    if (a3d_shape_of(list)->kind != A3D_VECTOR || list->flat)
        return list->state == A3D_PRESENT;
    for (uint32_t i = 0; i < list->v.at.count; i++)
        if (!d->gone[list->v.at.first + i])
            return true;
    return false;
}

static bool is_doubted(const doubts *d, uint32_t node)
{
    while (node != A3D_NO_NODE && !d->doubted[node])
        node = a3d_at(d->doc, node)->parent;
    return node != A3D_NO_NODE;
}

static char *path_of(const doubts *d, uint32_t node)
{
    a3d_text text;
    a3d_text_init(&text, d->arena);
    a3d_put_path(&text, d->doc, node);
    if (text.size == 0)
        a3d_put_owner(&text, d->doc, node);
    char *path = text.failed ? NULL : a3d_arena_text(d->arena, text.data != NULL ? text.data : "", text.size);
    a3d_text_free(&text);
    return path;
}

static void add(doubts *d, uint32_t node, const char *why)
{
    a3d_doubt *doubt = a3d_arena_alloc(d->arena, sizeof *doubt);
    const a3d_node *at = a3d_at(d->doc, node);
    uint32_t stream = at->stream, off = at->off, size = at->size;
    for (; stream != 0 && d->doc->streams[stream].owner != A3D_NO_NODE; stream = d->doc->streams[stream].parent) {
        off = d->doc->streams[stream].off;
        size = d->doc->streams[stream].packed_size;
    }
    const char *path = doubt != NULL ? path_of(d, node) : NULL;
    if (path == NULL)
        return;
    *doubt = (a3d_doubt){.path = path, .why = why, .off = off, .size = size};
    d->doubted[node] = 1;
    *d->last = doubt;
    d->last = &doubt->next;
}

/* What a finding casts doubt on, or A3D_NO_NODE. A checksum that was damaged itself casts none. */
static uint32_t doubted_by(const a3d_doc *doc, const a3d_finding *f, const char **why)
{
    bool sum = f->rule->fault == A3D_FAULT_CHECKSUM || f->rule->fault == A3D_FAULT_PACKED_CHECKSUM;
    if (f->place.node == A3D_NO_NODE || (!sum && f->rule->fault != A3D_FAULT_PACKED_DATA) ||
        (sum && a3d_offer_of(doc, f) == A3D_OFFER_REPAIR))
        return A3D_NO_NODE;
    *why = sum ? "its checksum does not agree" : "its packed data is damaged";
    return f->rule->fault == A3D_FAULT_CHECKSUM ? a3d_at(doc, f->place.node)->parent : f->place.node;
}

static bool reaches_end(const a3d_doc *doc, uint32_t node)
{
    const a3d_node *at = a3d_at(doc, node);
    return at->off + at->size == doc->streams[at->stream].size;
}

/* Records what the findings cast doubt on: by checksums that are fields (`fields`), or by what is inside packed data,
 * which such a checksum may cover. */
static void collect(doubts *d, bool cut, bool fields)
{
    for (size_t i = 0; i < d->doc->n_findings; i++) {
        const a3d_finding *f = &d->doc->findings[i];
        const char *why = NULL;
        uint32_t node = fields == (f->rule->fault == A3D_FAULT_CHECKSUM) ? doubted_by(d->doc, f, &why) : A3D_NO_NODE;
        if (node != A3D_NO_NODE && !(cut && reaches_end(d->doc, node)) && !is_doubted(d, node) && is_kept(d, node))
            add(d, node, why);
    }
}

a3d_doubt *a3d_find_doubts(a3d_arena *arena, const a3d_doc *original, bool cut, const a3d_losses *lost)
{
    a3d_arena own;
    a3d_arena_init_below(&own, arena);
    doubts d = {.arena = arena, .doc = original};
    d.gone = a3d_arena_alloc(&own, original->n_nodes);
    d.doubted = a3d_arena_alloc(&own, original->n_nodes);
    d.last = &d.first;
    if (d.gone != NULL && d.doubted != NULL) {
        mark_lost(&d, lost);
        collect(&d, cut, true);
        collect(&d, cut, false);
    }
    a3d_arena_free(&own);
    return d.first;
}
