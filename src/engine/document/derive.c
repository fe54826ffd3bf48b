/* derive.c - see derive.h */
#include "engine/document/derive.h"
#include "base/never.h"
#include "codec/codec.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"
#include "engine/document/plan.h"

static bool was_read(const a3d_doc *doc, uint32_t self, unsigned slot)
{
    unsigned state = a3d_at(doc, a3d_whole_field(doc, self, slot))->state;
    return state != A3D_NOT_READ;
}

static bool derive_span(const a3d_doc *doc, uint32_t self, unsigned slot, const a3d_layout *at, uint64_t *value)
{
    const a3d_derive_row *d = &a3d_at(doc, a3d_whole_field(doc, self, slot))->row->derive;
    if (d->to != A3D_NO_SLOT && !was_read(doc, self, d->to))
        return false;
    uint32_t from = d->from == A3D_FROM_RECORD  ? at->record_start
                    : d->from == A3D_FROM_FIELD ? at->start[slot]
                                                : at->end[slot];
    uint32_t to = d->to == A3D_NO_SLOT ? at->record_end : at->end[d->to];
    *value = (uint64_t)((int64_t)to - from + d->bias);
    return true;
}

bool a3d_derive(const a3d_doc *doc, uint32_t self, unsigned slot, const a3d_layout *at, uint64_t *value)
{
    const a3d_derive_row *d = &a3d_at(doc, a3d_whole_field(doc, self, slot))->row->derive;
    bool of_field = d->kind == A3D_COUNT || d->kind == A3D_UNPACKED;
    const a3d_node *to = of_field ? a3d_at(doc, a3d_whole_field(doc, self, d->to)) : NULL;
    switch (d->kind) {
    case A3D_SPAN:
        return derive_span(doc, self, slot, at, value);
    case A3D_COUNT:
        *value = to->state == A3D_PRESENT ? to->v.at.count / (d->bias != 0 ? (uint8_t)d->bias : 1u) : 0;
        return to->state == A3D_PRESENT;
    case A3D_UNPACKED:
        *value = at->unpacked[d->to];
        return to->state == A3D_PRESENT && at->unpacked[d->to] != UINT32_MAX;
    case A3D_TOTAL:
        *value = at->total;
        return true;
    case A3D_ADLER32:
        *value = a3d_adler32(1, at->data + at->record_start, at->start[slot] - at->record_start);
        return true;
    default:
        A3D_ASSERT(d->kind == A3D_COMPUTED);
        *value = d->compute(doc, self);
        return true;
    }
}

static a3d_fault fault_of(unsigned kind)
{
    if (A3D_NEVER(kind == A3D_COUNT)) /* the list was read by that count */
        return A3D_FAULT_COUNT_WRONG;
    
    if (A3D_NEVER(kind != A3D_UNPACKED && kind != A3D_TOTAL && kind != A3D_ADLER32)) /* window.c checks lengths */

        return A3D_FAULT_LENGTH_WRONG;
    return kind == A3D_UNPACKED ? A3D_FAULT_UNPACKED_SIZE : kind == A3D_TOTAL ? A3D_FAULT_TOTAL : A3D_FAULT_CHECKSUM;
}

/* Whether a finding is about bytes from `start` up to a field. One at the first byte of the field, such as that of a
 * record that ends there too early, counts from the start of its node. */
static bool is_before(const a3d_doc *doc, const a3d_finding *f, const a3d_node *field, uint32_t start)
{
    uint32_t off = f->off;
    if (off == field->off && f->place.node != A3D_NO_NODE && a3d_at(doc, f->place.node)->stream == field->stream)
        off = a3d_at(doc, f->place.node)->off;
    return f->stream == field->stream && off >= start && off < field->off;
}

/* The first error in the bytes that a checksum covers: the checksum is wrong because of it. */
static uint32_t cause_inside(const a3d_doc *doc, const a3d_node *field, uint32_t start)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && f->cause == A3D_NO_CAUSE && is_before(doc, f, field, start))
            return (uint32_t)i;
    }
    return A3D_NO_CAUSE;
}

/* Says what a derived value is and should be. A size that is a little too large is most likely that of a whole file. */
static void describe(a3d_ctx *ctx, a3d_finding *f, const a3d_node *node, uint64_t value)
{
    enum { PLAUSIBLE = 16 };
    const char *name = a3d_row_name(node->row);
    unsigned kind = node->row->derive.kind;
    if (!a3d_keeps_message(ctx, f))
        return;
    if (kind == A3D_ADLER32) {
        a3d_expect_hex(ctx, f, (uint32_t)value);
        a3d_say(ctx, f, "%s is %08llx; expected %08llx, the checksum of the bytes before it", name,
                (unsigned long long)node->v.u, (unsigned long long)value);
    } else if (kind == A3D_TOTAL && value < node->v.u && node->v.u / PLAUSIBLE < value) {
        a3d_say(ctx, f, "the file has %s of the %s that %s declares; %s is missing", a3d_number_of(value).text,
                a3d_amount_of(node->v.u, "byte").text, name, a3d_percent_of(node->v.u - value, node->v.u).text);
    } else {
        a3d_say(ctx, f, "%s is %lld; expected %lld%s", name, (long long)node->v.i, (long long)value,
                kind == A3D_TOTAL ? ", the size of the file" : "");
    }
}

static void report(a3d_ctx *ctx, uint32_t field, uint64_t value)
{
    const a3d_node *node = a3d_at(ctx->doc, field);
    const a3d_derive_row *d = &node->row->derive;
    if (d->rule == A3D_CHECKED_APART)
        return;
    const a3d_rule *rule = d->rule != 0 ? &ctx->format->rules[d->rule] : a3d_rule_for(ctx->format, fault_of(d->kind));
    if (A3D_NEVER(rule == NULL))
        return;
    a3d_finding *f = a3d_report_node(ctx, rule, field);
    const a3d_side *taint = a3d_side_find(ctx->doc, node->parent, A3D_SIDE_TAINT, NULL);
    if (taint != NULL && d->kind != A3D_TOTAL)
        f->cause = (uint32_t)taint->value;
    else if (d->kind == A3D_ADLER32 && f->cause == A3D_NO_CAUSE)
        f->cause = cause_inside(ctx->doc, node, a3d_at(ctx->doc, a3d_whole_field(ctx->doc, node->parent, 0))->off);
    a3d_actual(f, node->v.i);
    a3d_expect(f, (int64_t)value, (int64_t)value);
    describe(ctx, f, node, value);
}

/* The layout that the nodes of a decoded record describe, without ends: only spans need them (see span_of). */
static void layout_of(const a3d_doc *doc, uint32_t self, const a3d_record *type, a3d_layout *at, uint32_t *slots)
{
    uint32_t *start = slots, *unpacked = slots + A3D_ROWS_MOST;
    for (unsigned i = 0; i < type->n_rows; i++) {
        uint32_t field = a3d_whole_field(doc, self, i);
        const a3d_node *n = a3d_at(doc, field);
        uint32_t s = n->packed && a3d_shape_of(n)->kind != A3D_ARRAY ? a3d_stream_of(doc, field) : 0;
        start[i] = n->off;
        unpacked[i] = s != 0 ? doc->streams[s].size : a3d_shape_of(n)->pack == A3D_PACK_ZLIB ? UINT32_MAX : n->size;
    }
    const a3d_node *first = a3d_at(doc, a3d_whole_field(doc, self, 0));
    at->data = doc->streams[first->stream].data;
    at->record_start = first->off;
    at->start = start;
    at->unpacked = unpacked;
    at->total = doc->streams[0].size;
}

/* The same value as derive_span computes, of a decoded record, without a layout of all its rows. */
static bool span_of(const a3d_doc *doc, uint32_t self, unsigned slot, uint64_t *value)
{
    const a3d_node *node = a3d_at(doc, self), *rows = a3d_at(doc, node->v.at.first), *field = &rows[slot];
    const a3d_derive_row *d = &field->row->derive;
    uint32_t from = d->from == A3D_FROM_RECORD  ? rows->off
                    : d->from == A3D_FROM_FIELD ? field->off
                                                : field->off + field->size;
    const a3d_node *to = d->to != A3D_NO_SLOT ? &rows[d->to] : node;
    if (d->to != A3D_NO_SLOT && to->state == A3D_NOT_READ)
        return false;
    uint32_t end = d->to == A3D_NO_SLOT && node->packed ? rows->off : to->off + to->size;
    *value = (uint64_t)((int64_t)end - from + d->bias);
    return true;
}

void a3d_check_derived(a3d_ctx *ctx, uint32_t self, const a3d_record *type, bool sound)
{
    uint32_t slots[2 * A3D_ROWS_MOST];
    a3d_layout at;
    at.data = NULL; /* the rest is seldom needed */
    for (const uint8_t *slot = a3d_plan_rows(ctx, type)->derived; *slot != A3D_NO_DERIVED; slot++) {
        unsigned i = *slot;
        const a3d_row *row = &type->rows[i];
        uint32_t field = a3d_whole_field(ctx->doc, self, i);
        uint64_t value;
        if (a3d_at(ctx->doc, field)->state != A3D_PRESENT)
            continue;
        unsigned kind = row->derive.kind;
        bool span = kind == A3D_SPAN;
        if (!span && kind != A3D_COUNT && kind != A3D_COMPUTED && at.data == NULL) /* these need no layout */
            layout_of(ctx->doc, self, type, &at, slots);
        if (span ? !span_of(ctx->doc, self, i, &value) : !a3d_derive(ctx->doc, self, i, &at, &value))
            continue;
        if (kind == A3D_ADLER32 && a3d_work(ctx, (at.start[i] - at.record_start) / 64) != A3D_OK)
            return;
        a3d_node *node = a3d_at(ctx->doc, field);
        node->honest = node->v.u == value;
        if (node->v.u == value)
            continue;
        bool always = kind == A3D_ADLER32 || kind == A3D_UNPACKED || kind == A3D_TOTAL;
        /* a wrong length that opens a window was reported when the window was read */
        if ((sound || always) && row->derive.window == A3D_NO_WINDOW)
            report(ctx, field, value);
    }
}
