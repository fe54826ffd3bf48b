/* giveup.c - gives up what breaks rules; see salvage.h */
#include "engine/edit/normalize.h"
#include "engine/fix/salvage.h"

#include <stdlib.h>

/* An element that is removed. */
typedef struct mark {
    uint32_t list, at, count; /* count: of the list */
} mark;

typedef struct giving {
    a3d_fixer *x;
    a3d_doc *doc;
    a3d_losses *lost;
    mark *marks;
    size_t n, room;
    bool given, failed; /* failed: memory ran out */
} giving;

/* The number in "[n]" at the start of a place's suffix, or UINT32_MAX. */
static uint32_t index_in(const char *suffix)
{
    return suffix[0] == '[' ? (uint32_t)strtoul(suffix + 1, NULL, 10) : UINT32_MAX;
}

static bool add_mark(giving *g, uint32_t list, uint32_t at)
{
    mark *more = a3d_grow(g->doc->arena, g->marks, &g->room, g->n + 1, sizeof *more);
    g->failed |= more == NULL;
    if (more == NULL)
        return false;
    g->marks = more;
    g->marks[g->n++] = (mark){list, at, a3d_at(g->doc, list)->v.at.count};
    return true;
}

static void lose_field(giving *g, uint32_t node, const char *how)
{
    g->failed |= !a3d_lose(g->lost, g->doc, node, UINT32_MAX, 0, how);
    g->given = true;
}

/* Sets a reference to "none"; a reference in a list is removed. */
static bool give_up_reference(giving *g, const a3d_finding *f)
{
    a3d_node *node = a3d_at(g->doc, f->place.node);
    const a3d_row *row = node->row;
    uint32_t at = index_in(f->place.suffix);
    if (row->ref.spaces == 0)
        return false;
    if (a3d_shape_of(node)->kind == A3D_SCALAR && row->ref.has_none && row->ref.null_rule == 0 &&
        node->v.i != row->ref.none) {
        lose_field(g, f->place.node, "refers to what is lost, now none");
        node->v.i = row->ref.none;
        return true;
    }
    return a3d_shape_of(node)->kind == A3D_ARRAY && a3d_shape_of(node)->count_by == A3D_COUNT_PREFIX &&
           at < node->v.at.count && add_mark(g, f->place.node, at);
}

static bool give_up_optional(giving *g, uint32_t index)
{
    if (!a3d_at(g->doc, index)->row->optional)
        return false;
    lose_field(g, index, "cannot be kept, left out");
    a3d_at(g->doc, index)->state = A3D_ABSENT;
    return true;
}

/* Marks the nearest element around a node. */
static void give_up_element(giving *g, uint32_t index)
{
    while (index != A3D_NO_NODE && a3d_at(g->doc, index)->row != &a3d_row_element)
        index = a3d_at(g->doc, index)->parent;
    if (index == A3D_NO_NODE)
        return;
    uint32_t list = a3d_at(g->doc, index)->parent;
    add_mark(g, list, index - a3d_at(g->doc, list)->v.at.first);
}

/* Whether a node and all elements around it are still in their lists, since others may have been given up. */
static bool is_kept(const a3d_doc *doc, uint32_t node)
{
    for (; node != doc->root; node = a3d_at(doc, node)->parent) {
        const a3d_node *list = a3d_at(doc, a3d_at(doc, node)->parent);
        if (a3d_at(doc, node)->state == A3D_GATED ||
            (a3d_at(doc, node)->row == &a3d_row_element && node - list->v.at.first >= list->v.at.count))
            return false;
    }
    return true;
}

static void give_up(giving *g, const a3d_finding *f)
{
    uint32_t node = f->place.node;
    if (f->severity != A3D_ERROR || f->cause != A3D_NO_CAUSE || node == A3D_NO_NODE || !is_kept(g->doc, node) ||
        !a3d_is_reached(g->doc, node))
        return;
    g->x->cost++;
    if (give_up_reference(g, f) || give_up_optional(g, node))
        return;
    uint32_t flat = a3d_at(g->doc, node)->flat ? index_in(f->place.suffix) : UINT32_MAX;
    if (flat < a3d_at(g->doc, node)->v.at.count)
        add_mark(g, node, flat);
    else
        give_up_element(g, node);
}

static int by_place(const void *a, const void *b)
{
    const mark *p = a, *q = b;
    if (p->list != q->list)
        return p->list < q->list ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

/* Drops the elements of the marks from..to, which are of one list. */
static void drop_marks(giving *g, size_t from, size_t to)
{
    uint32_t n = 0, list = g->marks[from].list;
    a3d_span *spans = a3d_arena_alloc(g->doc->arena, (to - from) * sizeof *spans);
    bool flat = a3d_shape_of(a3d_at(g->doc, list))->kind == A3D_ARRAY || a3d_at(g->doc, list)->flat;
    g->failed |= spans == NULL;
    if (spans == NULL || !is_kept(g->doc, list) || a3d_at(g->doc, list)->v.at.count != g->marks[from].count)
        return; /* a list that shares its count was shortened: in the next round */
    for (size_t i = from; i < to; i++) {
        if (n > 0 && g->marks[i].at < spans[n - 1].at + spans[n - 1].n)
            continue;
        if (n > 0 && g->marks[i].at == spans[n - 1].at + spans[n - 1].n)
            spans[n - 1].n++;
        else
            spans[n++] = (a3d_span){g->marks[i].at, 1};
    }
    for (uint32_t i = 0; i < n && !g->failed; i++)
        g->failed = !a3d_lose(g->lost, g->doc, flat ? list : a3d_at(g->doc, list)->v.at.first + spans[i].at,
                              flat ? spans[i].at : UINT32_MAX, spans[i].n, "invalid without what is lost, dropped");
    g->failed = g->failed || !a3d_drop_elements(g->x, g->lost, list, spans, n);
    g->given = true;
}

bool a3d_give_up_all(a3d_fixer *x, a3d_losses *lost)
{
    giving g = {.x = x, .doc = x->doc, .lost = lost};
    for (size_t i = 0; i < g.doc->n_findings && !g.failed; i++)
        give_up(&g, &g.doc->findings[i]);
    if (g.n > 0)
        qsort(g.marks, g.n, sizeof *g.marks, by_place);
    for (size_t from = 0, to; from < g.n && !g.failed && x->cost < A3D_FIX_COST; from = to) {
        for (to = from + 1; to < g.n && g.marks[to].list == g.marks[from].list;)
            to++;
        drop_marks(&g, from, to);
    }
    return g.given && !g.failed && a3d_normalize(&x->ctx) == A3D_OK;
}
