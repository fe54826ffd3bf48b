/* content.c - counts, arrays, and plain lists; see reading.h */
#include "engine/check/check.h"
#include "engine/decode/reading.h"
#include "engine/document/conditions.h"
#include "engine/document/findings.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"
#include "engine/document/prefix.h"

#include <string.h>

/* ---- counts ---- */

static void check_prefix(a3d_ctx *ctx, const a3d_cur *cur, uint32_t index, uint32_t count, uint32_t size)
{
    uint32_t least = a3d_prefix_least(ctx->format, count);
    if (least >= size)
        return;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_OVERLONG, index, cur->stream, cur->pos, size);
    a3d_actual(f, size);
    a3d_expect(f, least, least);
    a3d_say(ctx, f, "the length of %s, %u, is written in %s; expected %u, the shortest form",
            a3d_node_name(ctx->doc, index), (unsigned)count, a3d_amount_of(size, "byte").text, (unsigned)least);
}

int a3d_read_prefix(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_shape *s, a3d_counted *out)
{
    uint32_t left = cur->end - cur->pos, size = a3d_prefix_size(ctx->format, cur->data + cur->pos, left);
    if (left < size + s->fill)
        return a3d_truncated(ctx, cur, index, size + s->fill);
    out->count = a3d_prefix_load(ctx->format, cur->data + cur->pos, size);
    check_prefix(ctx, cur, index, (uint32_t)out->count, size);
    if (ctx->format->prefix == A3D_PREFIX_A3D)
        a3d_at(ctx->doc, index)->form = (size - 1) & 7;
    cur->pos += size;
    if (!s->fill)
        return A3D_OK;
    uint8_t fill = cur->data[cur->pos++];
    out->fill = fill == 1;
    a3d_at(ctx->doc, index)->form = fill == 1 ? A3D_FORM_FILL : 0;
    if (fill <= 1)
        return A3D_OK;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_BOOLEAN, index, cur->stream, cur->pos - 1, 1);
    a3d_actual(f, fill);
    a3d_expect(f, 0, 1);
    a3d_say(ctx, f, "the fill flag of %s is %u; expected 0 or 1", a3d_node_name(ctx->doc, index), fill);
    return A3D_BAD;
}

/* How many of the elements, which need at least `need` bytes, fit in those that are left. */
static uint64_t fitting(uint64_t count, uint64_t need, uint32_t left)
{
    if (need == 0)
        return 0;
    return count <= UINT32_MAX ? count * left / need : count * (left / 8) / (need / 8 + 1);
}

int a3d_too_many(a3d_ctx *ctx, const a3d_cur *cur, uint32_t index, uint32_t start, uint64_t count, uint64_t need)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t left = cur->end - cur->pos, at = index;
    if (s->count_by == A3D_COUNT_FIXED)
        return a3d_truncated(ctx, cur, index, need);
    uint32_t off = start, size = cur->pos - start;
    if (s->count_by == A3D_COUNT_FIELD)
        at = a3d_whole_field(ctx->doc, node->parent, s->slot);
    if (at != index) {
        off = a3d_at(ctx->doc, at)->off;
        size = a3d_at(ctx->doc, at)->size;
    }
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_COUNT, index, cur->stream, off, size);
    a3d_actual(f, (int64_t)count);
    a3d_expect(f, 0, (int64_t)fitting(count, need, left));
    f->max.kind = A3D_Q_NONE;
    f->min.kind = A3D_Q_NONE;
    a3d_say(ctx, f, "%s declares %s, which %s at least %s; %s %s", a3d_node_name(ctx->doc, index),
            a3d_amount_of(count, "entry").text, count == 1 ? "needs" : "need", a3d_amount_of(need, "byte").text,
            a3d_number_of(left).text, left == 1 ? "remains" : "remain");
    return A3D_BAD;
}

/* ---- arrays ---- */

static int read_nul_ended(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const uint8_t *p = cur->data + cur->pos;
    uint32_t left = cur->end - cur->pos;
    const uint8_t *nul = left > 0 ? memchr(p, 0, left) : NULL;
    if (a3d_work(ctx, (nul != NULL ? (uint64_t)(nul - p) : left) / 64) != A3D_OK)
        return A3D_STOP;
    if (nul == NULL) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TEXT_END, index, cur->stream, cur->pos, left);
        a3d_say(ctx, f, "%s has no NUL at its end; expected one within the remaining %s",
                a3d_node_name(ctx->doc, index), a3d_amount_of(left, "byte").text);
        return A3D_BAD;
    }
    node->v.at.first = cur->pos;
    node->v.at.count = (uint32_t)(nul - p);
    cur->pos += node->v.at.count + 1;
    return A3D_OK;
}

/* How many bytes of a text there are from here on. */
static unsigned more_of_text(const a3d_cur *cur)
{
    enum { MOST = 256 };
    unsigned n = 0;
    while (n < MOST && n < cur->end - cur->pos && cur->data[cur->pos + n] >= ' ' && cur->data[cur->pos + n] < 0x7f)
        n++;
    return n;
}

/* Reads the zero bytes that align the end of the content. */
static int read_pad(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, uint64_t content)
{
    unsigned pad = a3d_shape_of(a3d_at(ctx->doc, index))->pad;
    unsigned n = pad != 0 ? (unsigned)((pad - content % pad) % pad) : 0;
    if (n > cur->end - cur->pos)
        return a3d_truncated(ctx, cur, index, n);
    for (unsigned i = 0; i < n; i++) {
        if (cur->data[cur->pos + i] == 0)
            continue;
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_PADDING, index, cur->stream, cur->pos, n);
        a3d_expect(f, 0, 0);
        a3d_actual(f, cur->data[cur->pos + i]);
        uint8_t byte = cur->data[cur->pos + i];
        unsigned more = a3d_shape_of(a3d_at(ctx->doc, index))->text && i == 0 ? more_of_text(cur) : 0;
        if (more > 0)
            a3d_say(ctx, f, "the padding after %s begins with %u, \"%c\"; expected 0, because the length is %u; "
                    "the text goes on to %u bytes", a3d_node_name(ctx->doc, index), byte, byte, (unsigned)content,
                    (unsigned)content + more);
        else
            a3d_say(ctx, f, "a padding byte after %s is %u; expected 0", a3d_node_name(ctx->doc, index), byte);
        break;
    }
    cur->pos += n;
    return A3D_OK;
}

/* Keeps the complete elements of a plain list that is cut off. */
static int keep_part(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, uint64_t claimed, uint32_t count, uint32_t bytes,
                     uint32_t start)
{
    int st = a3d_too_many(ctx, cur, index, start, claimed, (uint64_t)(cur->end - cur->pos) + 1);
    a3d_node *node = a3d_at(ctx->doc, index);
    node->state = A3D_PRESENT;
    node->v.at.first = cur->pos;
    node->v.at.count = count;
    cur->pos += bytes;
    a3d_taint(ctx, index);
    return st;
}

/* Reads the content at the cursor: `stored` items of `width` bytes, inline or in a block that may be packed. */
static int read_content(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_counted *n, uint64_t stored,
                        unsigned width, uint32_t start)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    uint64_t bytes = stored * width;
    bool packed = false;
    uint32_t stream = 0;
    if (s->pack == A3D_PACK_BLOCK && !n->fill && bytes > 0) {
        int st = a3d_read_block(ctx, cur, index, bytes, &packed, &stream);
        if (st != A3D_OK)
            return st;
    }
    a3d_node *node = a3d_at(ctx->doc, index);
    node->v.at.count = (uint32_t)n->count;
    node->packed = packed;
    node->v.at.first = packed ? stream : cur->pos;
    if (packed)
        return A3D_OK;
    if (bytes > cur->end - cur->pos && ctx->limits.salvage && s->kind == A3D_VECTOR && !n->fill)
        return keep_part(ctx, cur, index, n->count, (cur->end - cur->pos) / width,
                         (cur->end - cur->pos) / width * width, start);
    if (bytes > cur->end - cur->pos)
        return a3d_too_many(ctx, cur, index, start, n->count, bytes);
    cur->pos += (uint32_t)bytes;
    return read_pad(ctx, cur, index, bytes);
}

int a3d_read_array(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    const a3d_row *row = node->row;
    uint32_t start = cur->pos;
    a3d_counted n = {0, false};
    int st = A3D_OK;
    if (s->count_by == A3D_COUNT_NUL)
        return read_nul_ended(ctx, cur, index);
    if (s->count_by == A3D_COUNT_PREFIX)
        st = a3d_read_prefix(ctx, cur, index, s, &n);
    else if (s->count_by == A3D_COUNT_REST)
        n.count = cur->end - cur->pos >= s->reserve ? cur->end - cur->pos - s->reserve : 0;
    else
        n.count = a3d_given_count(ctx->doc, index);
    if (st == A3D_OK)
        st = read_content(ctx, cur, index, &n, n.fill ? 1 : n.count, a3d_width(s->type), start);
    if (st == A3D_OK && row->domain.vital && row->domain.kind == A3D_BYTES) {
        a3d_at(ctx->doc, index)->state = A3D_PRESENT;
        a3d_at(ctx->doc, index)->size = cur->pos - start;
        return a3d_check_magic(ctx, index);
    }
    return st;
}

/* ---- plain lists ---- */

/* Skips short elements of the form of a3d_flat_plan, one step of work each. The first invalid one, and all where
 * steps could run out, are left to be read one by one. */
static uint64_t skip_short(a3d_ctx *ctx, uint32_t index, const a3d_record *type, const a3d_cur *cur, uint64_t stored,
                           uint32_t *pos)
{
    a3d_flat_plan plan;
    uint32_t size, rest = 0, half = (uint32_t)stored / 2;
    if (stored > UINT32_MAX || !a3d_has_steps(ctx, stored) || !a3d_flat_plan_of(ctx->doc, type, &plan))
        return 0;
    const uint8_t *p = cur->data + *pos;
    uint32_t n = a3d_flat_skip(&plan, p, cur->end - *pos, half, &size);
    if (n == half)
        n += a3d_flat_skip(&plan, p + size, cur->end - *pos - size, (uint32_t)stored - half, &rest);
    if (n == stored && n >= A3D_FLAT_HALVED)
        a3d_note_middle(ctx, index, half, size);
    *pos += size + rest;
    a3d_work(ctx, n);
    return n;
}

int a3d_read_flat(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_counted *n, uint32_t start)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    uint64_t stored = n->fill ? 1 : n->count;
    uint32_t stride = stored != 0 ? a3d_plan_rows(ctx, s->record)->stride : 0;
    if (stored != 0 && stride == 0)
        stride = a3d_flat_stride(ctx->doc, index, s->record);
    a3d_at(ctx->doc, index)->flat = 1;
    if (stride != 0 || stored == 0 || a3d_flat_zero_sized(ctx->doc, index, s->record))
        return read_content(ctx, cur, index, n, stored, stride, start);
    uint64_t least = stored * a3d_plan_of(ctx, s->record)->least_bytes;
    if (least > cur->end - cur->pos && !ctx->limits.salvage)
        return a3d_too_many(ctx, cur, index, start, n->count, least);
    uint32_t pos = cur->pos;
    for (uint64_t i = skip_short(ctx, index, s->record, cur, stored, &pos); i < stored; i++) {
        int64_t size = a3d_flat_element(ctx->doc, index, s->record, cur->data + pos, cur->end - pos, NULL, NULL);
        if (size == A3D_FLAT_VITAL) {
            a3d_at(ctx->doc, index)->v.at.first = cur->pos;
            a3d_check_element(ctx, index, (uint32_t)i, pos - cur->pos);
            return A3D_BAD;
        }
        if (size < 0 && ctx->limits.salvage && !n->fill)
            return keep_part(ctx, cur, index, n->count, (uint32_t)i, pos - cur->pos, start);
        if (size < 0)
            return a3d_too_many(ctx, cur, index, start, n->count, (uint64_t)(cur->end - cur->pos) + 1);
        pos += (uint32_t)size;
        if (a3d_work(ctx, (uint64_t)size / 64 + 1) != A3D_OK)
            return A3D_STOP;
    }
    a3d_node *node = a3d_at(ctx->doc, index);
    node->v.at.first = cur->pos;
    node->v.at.count = (uint32_t)n->count;
    cur->pos = pos;
    return A3D_OK;
}
