/* salvage.c - see salvage.h */
#include "engine/fix/salvage.h"
#include "engine/document/conditions.h"
#include "engine/document/declared.h"
#include "engine/document/flat.h"
#include "engine/edit/fresh.h"
#include "engine/edit/normalize.h"
#include "engine/edit/shift.h"

#include <string.h>

typedef struct salvage {
    a3d_fixer *x;
    a3d_doc *doc;
    const a3d_blanks *blanks;
    a3d_losses *lost;
    bool failed; /* memory ran out */
} salvage;

/* ---- losses ---- */

static void record_loss(salvage *s, uint32_t node, uint32_t count, const char *how)
{
    s->failed |= !a3d_lose(s->lost, s->doc, node, UINT32_MAX, count, how);
}

/* ---- elements ---- */

/* The field with the count of a list, or A3D_NO_NODE if the list has its own. */
static uint32_t counter_of(const a3d_doc *doc, uint32_t list)
{
    const a3d_node *node = a3d_at(doc, list);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t record = s->count_by == A3D_COUNT_FIELD ? node->parent : A3D_NO_NODE;
    if (s->count_by == A3D_COUNT_OUTER)
        record = a3d_enclosing(doc, node->parent, s->outer);
    return record != A3D_NO_NODE ? a3d_field(doc, record, s->slot) : A3D_NO_NODE;
}

static bool is_list(const a3d_node *node)
{
    unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING;
    return kind == A3D_ARRAY || kind == A3D_VECTOR;
}

static bool remove_from(a3d_fixer *x, a3d_losses *lost, uint32_t list, const a3d_span *spans, uint32_t n)
{
    bool good = true;
    for (uint32_t i = 0; good && i < n; i++)
        good = a3d_lose_span(lost, x->doc, list, &spans[i]);
    return good && a3d_remove_spans(&x->ctx, list, spans, n) == A3D_OK;
}

bool a3d_drop_elements(a3d_fixer *x, a3d_losses *lost, uint32_t list, const a3d_span *spans, uint32_t n)
{
    a3d_doc *doc = x->doc;
    uint32_t counter = counter_of(doc, list), count = a3d_at(doc, list)->v.at.count;
    bool good = a3d_shift_for_removed(&x->ctx, list, spans, n, A3D_GONE_NAMES_NOTHING);
    x->cost += doc->n_nodes;
    for (uint32_t i = 0, all = (uint32_t)doc->n_nodes; good && counter != A3D_NO_NODE && i < all; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (i != list && is_list(node) && node->v.at.count == count && counter_of(doc, i) == counter &&
            a3d_is_reached(doc, i))
            good = remove_from(x, lost, i, spans, n);
    }
    good = good && remove_from(x, lost, list, spans, n);
    for (uint32_t i = n; good && doc->format->removed != NULL && i > 0; i--)
        doc->format->removed(doc, list, spans[i - 1].at, spans[i - 1].n);
    const a3d_shape *shape = a3d_shape_of(a3d_at(doc, list));
    if (good && counter != A3D_NO_NODE && a3d_shape_of(a3d_at(doc, counter))->kind == A3D_SCALAR &&
        shape->count_mul != 0)
        a3d_at(doc, counter)->v.i -= (int64_t)(count - a3d_at(doc, list)->v.at.count) / shape->count_mul;
    return good;
}

static bool save_record(salvage *s, uint32_t record, bool must);

/* Losses inside an element that is removed anyway are not recorded. */
static bool save_element(salvage *s, uint32_t element)
{
    a3d_losses before = *s->lost;
    if (a3d_at(s->doc, element)->state == A3D_PRESENT && save_record(s, element, false))
        return true;
    *s->lost = before;
    *s->lost->last = NULL;
    return false;
}

/* Why an element is dropped. */
static const char *reason(const salvage *s, uint32_t element)
{
    const a3d_node *node = a3d_at(s->doc, element);
    bool damaged = node->state == A3D_PRESENT && a3d_blank_in(s->blanks, node->stream, node->off, node->size) != NULL;
    return damaged ? "damaged, dropped" : "not whole, dropped";
}

/* Records that elements of a list were not read, if it is cut. `recorded`: the newest loss is that of its last
 * elements. */
static void record_rest(salvage *s, uint32_t list, bool recorded)
{
    if (!a3d_is_cut(s->doc, list))
        return;
    if (!recorded)
        record_loss(s, list, 0, "cut off");
    if (!s->failed)
        s->lost->newest->more = true;
}

/* Removes all incomplete elements at once. Returns how many. */
static uint32_t save_elements(salvage *s, uint32_t list)
{
    uint32_t gone = 0, end = a3d_at(s->doc, list)->v.at.count, n = 0;
    a3d_span *spans = NULL; /* last span first */
    size_t room = 0;
    while (end > 0 && !s->failed) {
        uint32_t from = end;
        while (from > 0 && !save_element(s, a3d_at(s->doc, list)->v.at.first + from - 1))
            from--;
        if (from < end) {
            a3d_span *more = a3d_grow(s->doc->arena, spans, &room, n + 1u, sizeof *spans);
            record_loss(s, a3d_at(s->doc, list)->v.at.first + from, end - from,
                        reason(s, a3d_at(s->doc, list)->v.at.first + from));
            if (n == 0 && end == a3d_at(s->doc, list)->v.at.count)
                record_rest(s, list, true);
            s->failed |= more == NULL;
            spans = more != NULL ? more : spans;
            if (more != NULL)
                spans[n++] = (a3d_span){from, end - from};
            gone += end - from;
        } else if (n == 0 && end == a3d_at(s->doc, list)->v.at.count)
            record_rest(s, list, false);
        end = from > 0 ? from - 1 : 0;
    }
    for (uint32_t i = 0; i < n / 2; i++) {
        a3d_span other = spans[i];
        spans[i] = spans[n - 1 - i];
        spans[n - 1 - i] = other;
    }
    if (n > 0 && !s->failed)
        s->failed = !a3d_drop_elements(s->x, s->lost, list, spans, n);
    return gone;
}

/* ---- fields ---- */

/* Leaves out or makes anew a field that was not read. */
static bool save_unread(salvage *s, uint32_t record, uint32_t index, bool must)
{
    const a3d_row *row = a3d_at(s->doc, index)->row;
    int alt = a3d_row_applies(s->doc, row, record) ? a3d_choose_alt(s->doc, row, record) : -1;
    a3d_at(s->doc, index)->state = A3D_GATED;
    if (alt < 0)
        return true;
    if (!must && row->derive.kind == A3D_GIVEN)
        return false;
    if (must)
        record_loss(s, index, 0, row->optional ? "not read, left out" : "not read, made anew");
    a3d_at(s->doc, index)->alt = (unsigned)alt & 3;
    a3d_at(s->doc, index)->state = A3D_ABSENT;
    uint32_t counter = counter_of(s->doc, index);
    bool vector = a3d_shape_of(a3d_at(s->doc, index))->kind == A3D_VECTOR;
    if (vector && counter != A3D_NO_NODE && a3d_shape_of(a3d_at(s->doc, counter))->kind == A3D_SCALAR)
        a3d_at(s->doc, counter)->v.i = 0; /* records are not invented */
    if (!row->optional && a3d_fresh(&s->x->ctx, index) != A3D_OK)
        s->failed = true;
    return true;
}

/* The first element of a plain list at `off` that ends after `at`, or begins there or later. */
static uint32_t element_at(const a3d_doc *doc, uint32_t list, uint32_t off, uint32_t at, bool begins)
{
    uint32_t low = 0, high = a3d_at(doc, list)->v.at.count, size;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2, from = off + a3d_flat_locate(doc, list, mid, &size);
        if (begins ? from < at : from + size <= at)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Removes the elements of a plain list that have damaged bytes. */
static void save_plain(salvage *s, uint32_t list)
{
    const a3d_node *node = a3d_at(s->doc, list);
    uint32_t stream, off;
    const a3d_blank *e = a3d_blank_in(s->blanks, node->stream, node->off, node->size);
    if (e == NULL || node->packed || a3d_stored_count(node) != node->v.at.count ||
        a3d_content(s->doc, node, &stream, &off) == NULL)
        return;
    uint32_t from = element_at(s->doc, list, off, e->off, false), end = element_at(s->doc, list, off, e->end, true);
    if (from >= end)
        return;
    a3d_span span = {from, end - from};
    s->failed |= !a3d_lose(s->lost, s->doc, list, from, span.n, "damaged, dropped") ||
                 !a3d_drop_elements(s->x, s->lost, list, &span, 1);
}

/* A list is complete if all its elements are. A list of elements with keys remains complete without the lost ones. */
static bool save_list(salvage *s, uint32_t index, bool must)
{
    uint32_t gone = a3d_at(s->doc, index)->flat ? 0 : save_elements(s, index);
    bool keyed = a3d_at(s->doc, index)->row->keys.space != 0;
    const a3d_side *taint = a3d_side_find(s->doc, index, A3D_SIDE_TAINT, NULL);
    return must || (gone == 0 && taint == NULL) || (keyed && a3d_at(s->doc, index)->v.at.count > 0);
}

/* Whether a field that does not follow from others has damaged bytes of its own, and can be removed with the element
 * around it. */
static bool is_damaged(salvage *s, uint32_t index, bool must)
{
    const a3d_node *node = a3d_at(s->doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    bool whole = kind == A3D_SCALAR || kind == A3D_ARRAY || kind == A3D_CUSTOM || node->flat;
    if (must && node->flat)
        save_plain(s, index);
    return !must && whole && node->row->derive.kind == A3D_GIVEN &&
           a3d_blank_in(s->blanks, node->stream, node->off, node->size) != NULL;
}

static bool save_present(salvage *s, uint32_t index, bool must)
{
    if (is_damaged(s, index, must))
        return false;
    switch (a3d_shape_of(a3d_at(s->doc, index))->kind) {
    case A3D_RECORD:
    case A3D_SWITCH:
        return save_record(s, index, must);
    case A3D_VECTOR:
        return save_list(s, index, must);
    default:
        return true;
    }
}

/* Whether a record is complete, or could be completed. `must`: it cannot be removed, so missing fields are made
 * anew. */
static bool save_record(salvage *s, uint32_t record, bool must)
{
    for (uint32_t i = 0; i < a3d_at(s->doc, record)->v.at.count && !s->failed; i++) {
        uint32_t index = a3d_field(s->doc, record, i);
        unsigned state = a3d_at(s->doc, index)->state;
        if (state == A3D_NOT_READ && !save_unread(s, record, index, must))
            return false;
        if (state != A3D_PRESENT || save_present(s, index, must))
            continue;
        if (!must || !a3d_at(s->doc, index)->row->optional)
            return false;
        record_loss(s, index, 0, "not whole, left out");
        a3d_at(s->doc, index)->state = A3D_ABSENT;
    }
    return !s->failed;
}

/* ---- the whole document ---- */

/* Makes everything honest, and empties the bytes that no field owns. */
static void make_honest(a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        a3d_node *node = a3d_at(doc, i);
        if (node->row == &a3d_row_slack || node->row == &a3d_row_gap)
            node->size = 0;
        else if (node->state == A3D_PRESENT)
            node->honest = node->row->derive.kind != A3D_GIVEN || a3d_shape_of(node)->kind == A3D_ARRAY;
    }
    for (size_t i = 0; i < doc->n_sides; i++)
        if (doc->sides[i].kind == A3D_SIDE_CLAIM)
            doc->sides[i].value = a3d_at(doc, doc->sides[i].node)->v.at.count;
    if (doc->mask.node != A3D_NO_NODE)
        a3d_at(doc, doc->mask.node)->edited = 1;
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_fault fault = doc->findings[i].rule->fault;
        if (doc->findings[i].place.node != A3D_NO_NODE && fault >= A3D_FAULT_ZLIB_HEADER &&
            fault <= A3D_FAULT_PACKED_TRAILING &&
            a3d_shape_of(a3d_at(doc, doc->findings[i].place.node))->pack == A3D_PACK_ZLIB)
            a3d_at(doc, doc->findings[i].place.node)->packed = 0;
    }
}

/* An element that was removed counts as present in a3d_is_reached, but not in its list. */
static bool is_element(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    if (node->state != A3D_PRESENT || !a3d_is_reached(doc, index))
        return false;
    if (node->row != &a3d_row_element)
        return node->flat && node->v.at.count > 0;
    const a3d_node *list = a3d_at(doc, node->parent);
    return index - list->v.at.first < list->v.at.count;
}

bool a3d_has_elements(const a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (is_element(doc, i))
            return true;
    return false;
}

bool a3d_salvage(a3d_fixer *x, const a3d_blanks *blanks, a3d_losses *lost)
{
    salvage s = {.x = x, .doc = x->doc, .blanks = blanks, .lost = lost};
    if (a3d_at(x->doc, x->doc->root)->state != A3D_PRESENT || !save_record(&s, x->doc->root, true) ||
        !a3d_has_elements(x->doc))
        return false;
    make_honest(x->doc);
    return a3d_normalize(&x->ctx) == A3D_OK && !s.failed;
}
