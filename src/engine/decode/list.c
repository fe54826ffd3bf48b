/* list.c - lists with nodes for their elements: counted, framed or placed; see reading.h */
#include "base/never.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/document/conditions.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

static int read_elements(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_record *type, uint32_t count)
{
    uint32_t first;
    if (a3d_reserve(ctx, count, index, cur->stream, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *list = a3d_at(ctx->doc, index);
    list->v.at.first = first;
    list->v.at.count = count;
    list->state = A3D_PRESENT;
    for (uint32_t i = 0; i < count; i++)
        a3d_at(ctx->doc, first + i)->row = &a3d_row_element;
    if (ctx->strict) /* a trial seldom reaches most of them */
        ctx->doc->steps -= count - count / 4;
    const a3d_row *follow = ctx->follow;
    ctx->follow = NULL;
    int st = A3D_OK;
    uint32_t done = a3d_plan_rows(ctx, type)->most > 0 ? a3d_read_number_records(ctx, cur, type, first, count) : 0;
    for (uint32_t i = done; i < count && st == A3D_OK; i++)
        st = a3d_read_record(ctx, cur, type, first + i);
    ctx->follow = follow;
    return st;
}

/* Counts framed elements, which state their own size, by hopping from one to the next up to `end`. The last one may
 * be cut off or have a wrong size; it counts, and reading it reports that. */
static uint32_t count_framed(const a3d_ctx *ctx, const a3d_cur *cur, const a3d_shape *s, uint32_t end)
{
    uint32_t pos = cur->pos, count = 0;
    while (pos < end) {
        count++;
        if (end - pos < (uint32_t)s->frame_at + 4)
            break;
        uint64_t size = (uint64_t)a3d_load32(cur->data + pos + s->frame_at, ctx->format->big_endian) + s->frame_add;
        if (size < (uint64_t)s->frame_at + 4 || size > end - pos)
            break;
        pos += (uint32_t)size;
    }
    return count;
}

static int read_framed_in(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_shape *s, uint32_t end)
{
    uint32_t outer = cur->end;
    cur->end = end;
    int st = read_elements(ctx, cur, index, s->record, count_framed(ctx, cur, s, end));
    if (st == A3D_BAD) {
        a3d_taint(ctx, index);
        st = a3d_take_slack(ctx, cur, index, end);
    }
    cur->end = outer;
    return st;
}

/* Reads the elements from the one that the path leads into. A changed size changes how many elements there are. */
int a3d_continue_list(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    enum { HOPS = 8 }; /* hops that count as one step of work */
    const a3d_node *list = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(list);
    const a3d_row *follow = ctx->follow;
    bool framed = s->count_by == A3D_COUNT_FRAMED;
    uint32_t element = *ctx->resume_path++, end = list->v.at.first + list->v.at.count, outer = cur->end;
    cur->pos = a3d_at(ctx->doc, element)->off;
    cur->end -= framed ? s->reserve : 0;
    uint32_t left = framed ? count_framed(ctx, cur, s, cur->end) : end - element;
    ctx->lost = left > end - element;
    if (ctx->lost || (framed && a3d_work(ctx, (end - element) / HOPS) != A3D_OK))
        return A3D_STOP;
    a3d_at(ctx->doc, index)->v.at.count -= end - element - left;
    for (uint32_t i = element + left; i < end; i++)
        *a3d_at(ctx->doc, i) = (a3d_node){.row = &a3d_row_element, .parent = index, .stream = cur->stream & 0xfffff};
    ctx->follow = NULL;
    int st = a3d_continue_record(ctx, cur, s->record, element);
    for (uint32_t i = 1; i < left && st == A3D_OK; i++)
        st = a3d_read_record(ctx, cur, s->record, element + i);
    ctx->follow = follow;
    if (framed && st == A3D_BAD) {
        a3d_taint(ctx, index);
        st = a3d_take_slack(ctx, cur, index, cur->end);
    }
    cur->end = outer;
    return st;
}

static int read_framed(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    uint32_t stream;
    if (cur->end - cur->pos < s->reserve)
        return a3d_truncated(ctx, cur, index, s->reserve);
    uint32_t end = cur->end - s->reserve;
    if (s->pack != A3D_PACK_ZLIB)
        return read_framed_in(ctx, cur, index, s, end);
    int st = a3d_unpack_zlib(ctx, cur, index, end, &stream);
    if (st == A3D_BAD) { /* what cannot be unpacked stays unread, but what follows it is readable */
        a3d_taint(ctx, index);
        a3d_at(ctx->doc, index)->state = A3D_PRESENT;
        return a3d_take_slack(ctx, cur, index, end);
    }
    if (st != A3D_OK)
        return st;
    a3d_at(ctx->doc, index)->packed = 1;
    a3d_cur inner = a3d_cursor(ctx->doc, stream);
    return read_framed_in(ctx, &inner, index, s, inner.end);
}

/* Reports a count that is too large for the bytes and mask bits that are left. */
static int check_least(a3d_ctx *ctx, const a3d_cur *cur, uint32_t index, const a3d_record *type, uint64_t count,
                       uint32_t start)
{
    if (count == 0)
        return A3D_OK;
    const a3d_plan *least = a3d_plan_of(ctx, type);
    if (count * least->least_bytes > cur->end - cur->pos)
        return a3d_too_many(ctx, cur, index, start, count, count * least->least_bytes);
    if (least->least_bits == 0 || ctx->doc->mask.node == A3D_NO_NODE)
        return A3D_OK;
    uint32_t left = ctx->doc->mask.room - ctx->doc->mask.used;
    if (count * least->least_bits <= left)
        return A3D_OK;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_COUNT_MASK, index, cur->stream, start, cur->pos - start);
    a3d_actual(f, (int64_t)count);
    a3d_expect(f, 0, left / least->least_bits);
    a3d_say(ctx, f, "%s declares %s, which %s at least %s; %s %s", a3d_node_name(ctx->doc, index),
            a3d_amount_of(count, "entry").text, count == 1 ? "needs" : "need",
            a3d_amount_of(count * least->least_bits, "mask bit").text, a3d_number_of(left).text,
            left == 1 ? "remains" : "remain");
    return A3D_BAD;
}

/* Reads as many elements of a list that claims too many as may exist. */
static int read_part(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_record *type, uint64_t count)
{
    const a3d_plan *least = a3d_plan_of(ctx, type);
    uint32_t bits = ctx->doc->mask.node != A3D_NO_NODE ? ctx->doc->mask.room - ctx->doc->mask.used : UINT32_MAX;
    if (least->least_bytes > 0 && count > (cur->end - cur->pos) / least->least_bytes)
        count = (cur->end - cur->pos) / least->least_bytes;
    if (least->least_bits > 0 && count > bits / least->least_bits)
        count = bits / least->least_bits;
    int st = read_elements(ctx, cur, index, type, (uint32_t)count);
    return st == A3D_OK ? A3D_BAD : st;
}

int a3d_read_vector(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_row *row = a3d_at(ctx->doc, index)->row;
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    uint32_t start = cur->pos;
    a3d_counted n = {0, false};
    int st = A3D_OK;
    if (s->count_by == A3D_COUNT_FRAMED)
        return read_framed(ctx, cur, index);
    if (s->count_by == A3D_COUNT_PREFIX)
        st = a3d_read_prefix(ctx, cur, index, s, &n);
    else
        n.count = a3d_given_count(ctx->doc, index);
    if (st == A3D_OK && a3d_record_is_flat(ctx, s->record) && !row->nodes)
        return a3d_read_flat(ctx, cur, index, &n, start);
    if (st == A3D_OK && row->place_start != 0) {
        A3D_ASSERT(n.count <= UINT32_MAX); /* the addresses, one for each element, were read before */
        return a3d_read_placed(ctx, cur, index, (uint32_t)n.count);
    }
    if (st == A3D_OK)
        st = check_least(ctx, cur, index, s->record, n.count, start);
    else
        return st;
    if (st == A3D_BAD && ctx->limits.salvage)
        return read_part(ctx, cur, index, s->record, n.count);
    if (st != A3D_OK)
        return st;
    return read_elements(ctx, cur, index, s->record, (uint32_t)n.count);
}
