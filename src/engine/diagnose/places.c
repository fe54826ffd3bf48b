/* places.c - addresses of placed records that do not fit together; see search.h
 *
 * Placed records are adjacent: each begins where another ends, the first one after its list's own offset. An address
 * that breaks this may be the damage, and its neighbor shows what it was. */
#include "base/never.h"
#include "engine/decode/reading.h"
#include "engine/diagnose/search.h"
#include "engine/document/nodes.h"

enum { MOST_PLACES = 256 };

typedef struct places {
    a3d_search *s;
    uint32_t list, starts, ends; /* nodes */
    uint32_t n, header;          /* header: where the first record should begin */
} places;

uint32_t a3d_placed_list(const a3d_doc *doc)
{
    for (unsigned i = 0; i < doc->format->root->n_rows; i++)
        if (doc->format->root->rows[i].place_start != 0)
            return a3d_field(doc, doc->root, i);
    return A3D_NO_NODE;
}

static uint32_t offset_of(const places *p, uint32_t array, uint32_t i)
{
    return a3d_at(p->s->doc, array)->v.at.first + 4 * i;
}

static uint32_t address(const places *p, uint32_t array, uint32_t i)
{
    return a3d_load32(p->s->copy + offset_of(p, array, i), p->s->doc->format->big_endian);
}

static void try_address(const places *p, uint32_t array, uint32_t i, uint32_t value)
{
    a3d_attempt r = {.node = array, .off = offset_of(p, array, i), .size = 4, .bit = A3D_NO_BIT, .value = value,
                     .element = i};
    a3d_store(r.bytes, 4, value, p->s->doc->format->big_endian);
    if (value != 0 && value != address(p, array, i))
        a3d_try_repair(p->s, &r, true);
}

/* Where record `i` ends if it may extend to the end of the stream; 0 when it does not decode. */
static uint32_t content_end(const places *p, uint32_t i)
{
    a3d_search *s = p->s;
    const a3d_record *type = a3d_shape_of(a3d_at(s->doc, p->list))->record;
    a3d_cur cur = {s->copy, s->stream, address(p, p->starts, i), s->doc->streams[s->stream].size};
    uint64_t before = s->doc->steps;
    uint32_t again;
    if (cur.pos < p->header || cur.pos >= cur.end)
        return 0;
    a3d_release(&s->ctx, &s->clean);
    s->doc->work_limit = before + s->budget;
    if (a3d_reserve(&s->ctx, 1, p->list, s->stream, &again) != A3D_OK)
        return 0;
    a3d_at(s->doc, again)->row = &a3d_row_element;
    int st = a3d_read_record(&s->ctx, &cur, type, again);
    bool whole = st == A3D_OK && !s->doc->faulty;
    uint64_t spent = s->doc->steps - before + 1;
    s->budget = spent < s->budget ? s->budget - spent : 0;
    s->doc->limited = A3D_LIMIT_NONE;
    return whole ? cur.pos : 0;
}

/* The end of record `i` should be where another begins; for the last one, where its content ends. */
static void try_record_end(const places *p, uint32_t i)
{
    uint32_t start = address(p, p->starts, i), end = address(p, p->ends, i), next = 0;
    for (uint32_t k = 0; k < p->n; k++) {
        uint32_t other = address(p, p->starts, k);
        if (k != i && other == end)
            return;
        if (k != i && other > start && (next == 0 || other < next))
            next = other;
    }
    try_address(p, p->ends, i, next != 0 ? next : content_end(p, i));
}

/* The start of record `i` should be where another ends, or where the first record begins. */
static void try_record_start(const places *p, uint32_t i)
{
    uint32_t start = address(p, p->starts, i), end = address(p, p->ends, i), before = p->header;
    bool met = start == p->header;
    for (uint32_t k = 0; k < p->n && !met; k++) {
        uint32_t other = address(p, p->ends, k);
        met = k != i && other == start;
        if (k != i && other < end && other > before)
            before = other;
    }
    if (!met)
        try_address(p, p->starts, i, before);
}

void a3d_try_places(a3d_search *s)
{
    const a3d_doc *doc = s->doc;
    places p = {.s = s, .list = a3d_placed_list(doc)};
    A3D_ASSERT(p.list != A3D_NO_NODE);
    const a3d_node *list = a3d_at(doc, p.list);
    p.starts = a3d_field(doc, doc->root, list->row->place_start - 1u);
    p.ends = a3d_field(doc, doc->root, list->row->place_end - 1u);
    p.n = list->state == A3D_PRESENT ? list->v.at.count : 0;
    p.header = list->off;
    if (p.n > MOST_PLACES || a3d_at(doc, p.starts)->v.at.count != p.n || a3d_at(doc, p.ends)->v.at.count != p.n)
        return;
    for (uint32_t i = 0; i < p.n && s->budget > 0; i++) {
        try_record_end(&p, i);
        try_record_start(&p, i);
    }
    a3d_release(&s->ctx, &s->clean); /* what the last trial left is not part of the document */
}
