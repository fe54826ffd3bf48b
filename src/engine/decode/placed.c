/* placed.c - records whose addresses are in sibling arrays (the LODs of an ODOL file); see reading.h
 *
 * Each byte is decoded only once: an element whose range overlaps one that was read is reported and left out. */
#include "base/never.h"
#include "base/sort.h"
#include "engine/decode/reading.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

typedef struct place {
    uint32_t start, end, element;
} place;

static int by_start(const void *a, const void *b)
{
    const place *p = a, *q = b;
    if (p->start != q->start)
        return p->start < q->start ? -1 : 1;
    return (p->element > q->element) - (p->element < q->element);
}

static uint32_t address(const a3d_doc *doc, uint32_t array, uint32_t i)
{
    uint32_t stream, off;
    const a3d_node *node = a3d_at(doc, array);
    if (node->state != A3D_PRESENT || i >= node->v.at.count)
        return 0;
    return a3d_load32(a3d_content(doc, node, &stream, &off) + 4 * (size_t)i, doc->format->big_endian);
}

static a3d_finding *report_place(a3d_ctx *ctx, a3d_fault fault, uint32_t array, const place *p)
{
    const a3d_node *node = a3d_at(ctx->doc, array);
    a3d_finding *f = a3d_fault_at(ctx, fault, array, node->stream, node->v.at.first + 4 * p->element, 4);
    a3d_suffix(ctx, f, "[%u]", (unsigned)p->element);
    return f;
}

/* Reads one element in its range. After a fault the rest of the range is slack. */
static int read_one(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t element, const place *p)
{
    a3d_cur own = {cur->data, cur->stream, p->start, p->end};
    int st = a3d_read_record(ctx, &own, type, element);
    if (st == A3D_STOP)
        return st;
    uint32_t left = own.end - own.pos;
    if (st == A3D_BAD) {
        a3d_taint(ctx, element);
    } else if (left > 0) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_LEFT_OVER, element, own.stream, own.pos, left);
        a3d_actual(f, left);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%s between the end of the content of %s[%u] and its end address %u",
                a3d_amount_of(left, "extra byte").text,
                a3d_row_name(a3d_at(ctx->doc, a3d_at(ctx->doc, element)->parent)->row), (unsigned)p->element,
                (unsigned)p->end);
        ctx->doc->faulty = true;
    }
    a3d_at(ctx->doc, element)->size = p->end - p->start; /* the element includes its slack */
    return a3d_take_slack(ctx, &own, element, own.end);
}

/* The bytes between two elements become a node, so that each byte has an owner, and a finding. */
static int take_gap(a3d_ctx *ctx, a3d_cur *cur, uint32_t list, uint32_t until)
{
    uint32_t gap, size = until - cur->pos;
    if (a3d_reserve(ctx, 1, list, cur->stream, &gap) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, gap);
    node->row = &a3d_row_gap;
    node->state = A3D_PRESENT;
    node->off = cur->pos;
    node->size = size;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_ADDRESS_GAP, list, cur->stream, cur->pos, size);
    a3d_actual(f, until);
    a3d_expect(f, cur->pos, cur->pos);
    a3d_say(ctx, f,
            "an element of %s begins at offset %u; expected %u, where the content before it ends (%s in between)",
            a3d_node_name(ctx->doc, list), (unsigned)until, (unsigned)cur->pos, a3d_amount_of(size, "byte").text);
    return a3d_side_add(ctx->doc, list, A3D_SIDE_GAP, gap) == 0 ? A3D_OK : a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

/* Whether the range of an element can be read; reports the address that makes it impossible. */
static bool sound_place(a3d_ctx *ctx, const a3d_cur *cur, uint32_t starts, uint32_t ends, uint32_t header,
                        const place *p)
{
    bool good_start = p->start >= header && p->start < cur->end, good_end = p->end > p->start && p->end <= cur->end;
    uint32_t bad = !good_start ? starts : !good_end ? ends : A3D_NO_NODE;
    if (bad != A3D_NO_NODE) {
        a3d_finding *f = report_place(ctx, A3D_FAULT_ADDRESS, bad, p);
        a3d_actual(f, bad == starts ? p->start : p->end);
        a3d_expect(f, bad == starts ? header : (int64_t)p->start + 1, bad == starts ? (int64_t)cur->end - 1 : cur->end);
        a3d_say(ctx, f, "%s is %u; expected an offset in %s", a3d_row_name(a3d_at(ctx->doc, bad)->row),
                (unsigned)f->actual.i, a3d_range_of(f->min.i, f->max.i, f->max.i).text);
        ctx->doc->faulty = true;
        return false;
    }
    if (p->start >= cur->pos)
        return true;
    a3d_finding *f = report_place(ctx, A3D_FAULT_ADDRESS_OVERLAP, starts, p);
    a3d_actual(f, p->start);
    a3d_expect(f, cur->pos, cur->pos);
    a3d_say(ctx, f, "%s is %u, inside the element before; expected %u, where that element ends",
            a3d_row_name(a3d_at(ctx->doc, starts)->row), (unsigned)p->start, (unsigned)cur->pos);
    ctx->doc->faulty = true;
    return false;
}

static int read_places(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const place *places, uint32_t count)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t first = node->v.at.first, header = cur->pos;
    uint32_t starts = a3d_whole_field(ctx->doc, node->parent, node->row->place_start - 1u);
    uint32_t ends = a3d_whole_field(ctx->doc, node->parent, node->row->place_end - 1u);
    bool honest = true;
    for (uint32_t i = 0; i < count; i++) {
        const place *p = &places[i];
        if (!sound_place(ctx, cur, starts, ends, header, p)) {
            honest = false;
            continue;
        }
        if (p->start > cur->pos && take_gap(ctx, cur, index, p->start) != A3D_OK)
            return A3D_STOP;
        if (!ctx->limits.unplaced && read_one(ctx, cur, type, first + p->element, p) != A3D_OK)
            return A3D_STOP;
        cur->pos = p->end;
    }
    a3d_at(ctx->doc, starts)->honest = a3d_at(ctx->doc, ends)->honest = honest;
    return honest ? A3D_OK : A3D_BAD; /* without all addresses it is unknown where the next field begins */
}

int a3d_read_placed(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, uint32_t count)
{
    uint32_t first, parent = a3d_at(ctx->doc, index)->parent;
    const a3d_row *row = a3d_at(ctx->doc, index)->row;
    uint32_t starts = a3d_whole_field(ctx->doc, parent, row->place_start - 1u);
    uint32_t ends = a3d_whole_field(ctx->doc, parent, row->place_end - 1u);
    if (A3D_NEVER(count > a3d_at(ctx->doc, starts)->v.at.count)) /* the arrays have the same count */
        count = a3d_at(ctx->doc, starts)->v.at.count;
    if (a3d_reserve(ctx, count, index, cur->stream, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, index);
    node->v.at.first = first;
    node->v.at.count = count;
    node->state = A3D_PRESENT;
    for (uint32_t i = 0; i < count; i++)
        a3d_at(ctx->doc, first + i)->row = &a3d_row_element;
    place *places = a3d_block_resize(ctx->doc->arena, NULL, (count + 1u) * sizeof *places);
    if (places == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    for (uint32_t i = 0; i < count; i++)
        places[i] = (place){address(ctx->doc, starts, i), address(ctx->doc, ends, i), i};
    a3d_sort(places, count, sizeof *places, by_start);
    int st = a3d_work(ctx, count) == A3D_OK ? read_places(ctx, cur, index, places, count) : A3D_STOP;
    a3d_block_resize(ctx->doc->arena, places, 0);
    return st;
}
