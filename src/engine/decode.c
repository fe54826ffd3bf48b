/* decode.c - records, rows and windows; see decode.h */
#include "engine/decode.h"
#include "engine/check.h"
#include "engine/derive.h"
#include "engine/flat.h"
#include "engine/link.h"
#include "engine/mask.h"
#include "engine/prefix.h"

#include <string.h>

/* ---- nodes ---- */

int a3d_reserve(a3d_ctx *ctx, uint32_t n, uint32_t parent, uint32_t stream, uint32_t *first)
{
    a3d_doc *doc = ctx->doc;
    if (n > ctx->limits.nodes - doc->n_nodes)
        return a3d_limit(ctx, A3D_LIMIT_NODES);
    if (a3d_work(ctx, n) != A3D_OK)
        return A3D_STOP;
    a3d_node *nodes = a3d_grow(doc->arena, doc->nodes, &doc->cap_nodes, doc->n_nodes + n, sizeof *nodes);
    if (nodes == NULL && doc->n_nodes + n > 0)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    doc->nodes = nodes;
    *first = (uint32_t)doc->n_nodes;
    memset(nodes + doc->n_nodes, 0, n * sizeof *nodes);
    for (uint32_t i = 0; i < n; i++) {
        nodes[*first + i].parent = parent;
        nodes[*first + i].stream = stream & 0xfffff;
    }
    doc->n_nodes += n;
    return A3D_OK;
}

a3d_mark a3d_mark_now(const a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    a3d_mark m = {doc->n_nodes, doc->n_streams, doc->n_findings, doc->more_findings, doc->more_errors, doc->n_sides, doc->mask, {0}, ctx->unpacked, doc->faulty};
    memcpy(m.vars, doc->vars, sizeof m.vars);
    return m;
}

void a3d_release(a3d_ctx *ctx, const a3d_mark *m)
{
    a3d_doc *doc = ctx->doc;
    for (size_t i = m->streams; i < doc->n_streams; i++)
        if (doc->streams[i].owned)
            a3d_block_resize(doc->arena, (void *)(uintptr_t)doc->streams[i].data, 0);
    doc->n_nodes = m->nodes;
    doc->n_streams = m->streams;
    doc->n_findings = m->findings;
    doc->more_findings = m->more;
    doc->more_errors = m->more_errors;
    doc->n_sides = m->sides;
    doc->mask = m->mask;
    memcpy(doc->vars, m->vars, sizeof m->vars);
    ctx->unpacked = m->unpacked;
    doc->faulty = m->faulty;
    memset(ctx->facts, 0, (ctx->format->n_records + 1u) * sizeof *ctx->facts); /* they depend on version and branch */
}

int a3d_truncated(a3d_ctx *ctx, const a3d_cur *cur, uint32_t index, uint64_t need)
{
    uint32_t left = cur->end - cur->pos;
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRUNCATED, index, cur->stream, cur->pos, left);
    a3d_expect(f, (int64_t)need, (int64_t)need);
    a3d_actual(f, left);
    a3d_say(ctx, f, "%s needs %llu bytes; %u are left", a3d_row_name(a3d_at(ctx->doc, index)->row),
            (unsigned long long)need, (unsigned)left);
    return A3D_BAD;
}

int a3d_take_slack(a3d_ctx *ctx, a3d_cur *cur, uint32_t owner, uint32_t end)
{
    uint32_t slack;
    if (cur->pos >= end)
        return A3D_OK;
    if (a3d_reserve(ctx, 1, owner, cur->stream, &slack) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, slack);
    node->row = &a3d_row_slack;
    node->state = A3D_PRESENT;
    node->off = cur->pos;
    node->size = end - cur->pos;
    cur->pos = end;
    return a3d_side_add(ctx->doc, owner, A3D_SIDE_SLACK, slack) == 0 ? A3D_OK : a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

void a3d_taint(a3d_ctx *ctx, uint32_t container)
{
    ctx->doc->faulty = true;
    if (ctx->doc->n_findings > 0 && a3d_side_add(ctx->doc, container, A3D_SIDE_TAINT, ctx->doc->n_findings - 1) != 0)
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

/* ---- conditions ---- */

static bool holds(const a3d_doc *doc, const a3d_when *when, uint32_t record)
{
    if (when->op == A3D_ALWAYS)
        return true;
    if (when->outer != NULL)
        record = a3d_enclosing(doc, record, when->outer);
    if (record == A3D_NO_NODE)
        return false;
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, when->slot));
    bool there = field->state == A3D_PRESENT;
    int64_t value = there ? field->v.i : 0;
    switch (when->op) {
    case A3D_EQ: return value == when->value;
    case A3D_NE: return value != when->value;
    case A3D_LT: return value < when->value;
    case A3D_LE: return value <= when->value;
    case A3D_GT: return value > when->value;
    case A3D_GE: return value >= when->value;
    case A3D_FORM_EQ: return there && field->form == when->value;
    case A3D_FORM_NE: return there && field->form != when->value;
    case A3D_EMPTY: return !there || field->v.at.count == 0;
    default: return there && field->v.at.count != 0;
    }
}

bool a3d_row_applies(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    return a3d_gate_open(doc, &row->gate) && holds(doc, &row->when[0], record) && holds(doc, &row->when[1], record) &&
           (row->when_call == NULL || row->when_call(doc, record));
}

int a3d_choose_alt(const a3d_doc *doc, const a3d_row *row, uint32_t record)
{
    if (row->alts == NULL)
        return 0;
    for (int i = 0; row->alts[i].shape.kind != A3D_NOTHING; i++)
        if (a3d_gate_open(doc, &row->alts[i].gate) && holds(doc, &row->alts[i].when, record))
            return i;
    return -1;
}

/* ---- least sizes ---- */

static void add_shape(a3d_ctx *ctx, a3d_facts *facts, const a3d_shape *s)
{
    uint32_t prefix = a3d_prefix_least(ctx->format, 0);
    switch (s->kind) {
    case A3D_SCALAR:
        facts->least_bytes += a3d_width(s->type);
        break;
    case A3D_CUSTOM:
        facts->least_bytes += s->custom->least_size;
        break;
    case A3D_RECORD:
        facts->least_bytes += a3d_facts_of(ctx, s->record)->least_bytes;
        facts->least_bits += a3d_facts_of(ctx, s->record)->least_bits;
        break;
    case A3D_ARRAY:
    case A3D_VECTOR:
        if (s->count_by == A3D_COUNT_PREFIX)
            facts->least_bytes += prefix + s->fill;
        else if (s->count_by == A3D_COUNT_NUL)
            facts->least_bytes += 1;
        else if (s->count_by == A3D_COUNT_FIXED && s->kind == A3D_ARRAY)
            facts->least_bytes += (uint32_t)s->count_add * a3d_width(s->type);
        break;
    default:
        break;
    }
}

/* The first alternative that the gates leave; those with a condition may turn out to be nothing at all. */
static const a3d_shape *sure_shape(const a3d_doc *doc, const a3d_row *row)
{
    if (row->alts == NULL)
        return &row->shape;
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++)
        if (a3d_gate_open(doc, &alt->gate))
            return alt->when.op == A3D_ALWAYS ? &alt->shape : NULL;
    return NULL;
}

const a3d_facts *a3d_facts_of(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_facts *facts = &ctx->facts[type->id];
    if (facts->known)
        return facts;
    a3d_facts sum = {.known = true, .flat = a3d_is_flat(type)};
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (!a3d_gate_open(ctx->doc, &row->gate))
            continue;
        if (row->optional)
            sum.least_bits++;
        else if (row->when[0].op == A3D_ALWAYS && row->when_call == NULL && sure_shape(ctx->doc, row) != NULL)
            add_shape(ctx, &sum, sure_shape(ctx->doc, row));
    }
    *facts = sum;
    return facts;
}

/* ---- rows ---- */

static int read_scalar(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    unsigned width = a3d_width(s->type);
    if (cur->end - cur->pos < width)
        return a3d_truncated(ctx, cur, index, width);
    node->v.i = a3d_load_type(cur->data + cur->pos, s->type, ctx->format->big_endian);
    cur->pos += width;
    if (node->row->publish)
        ctx->doc->vars[node->row->publish - 1] = node->v.i;
    node->size = width;
    node->state = A3D_PRESENT;
    if (!node->row->domain.vital || a3d_domain_holds(&node->row->domain, node->v.i))
        return A3D_OK;
    a3d_domain_report(ctx, index, node->row, s->type, (uint64_t)node->v.i);
    return A3D_BAD;
}

static int read_packed_record(a3d_ctx *ctx, a3d_cur *cur, uint32_t index, const a3d_record *type)
{
    uint32_t stream, end = cur->end - a3d_shape_of(a3d_at(ctx->doc, index))->reserve;
    int st = a3d_unpack_zlib(ctx, cur, index, end, &stream);
    if (st != A3D_OK)
        return st;
    a3d_at(ctx->doc, index)->packed = 1;
    a3d_at(ctx->doc, index)->state = A3D_PRESENT;
    a3d_cur inner = a3d_cursor(ctx->doc, stream);
    st = a3d_read_record(ctx, &inner, type, index);
    if (st == A3D_STOP)
        return st;
    if (st == A3D_BAD) {
        a3d_taint(ctx, index);
    } else if (inner.pos < inner.end) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRAILING, index, inner.stream, inner.pos, inner.end - inner.pos);
        a3d_actual(f, inner.end - inner.pos);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%u bytes follow the end of the content", (unsigned)(inner.end - inner.pos));
        ctx->doc->faulty = true;
    }
    return a3d_take_slack(ctx, &inner, index, inner.end);
}

static int read_switch(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_record *type = a3d_record_type(ctx->doc, index);
    if (type != NULL)
        return a3d_read_record(ctx, cur, type, index);
    const a3d_node *node = a3d_at(ctx->doc, index);
    uint32_t key = a3d_field(ctx->doc, node->parent, a3d_shape_of(node)->slot);
    a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TYPE, key, a3d_at(ctx->doc, key)->stream, a3d_at(ctx->doc, key)->off,
                                  a3d_at(ctx->doc, key)->size);
    a3d_actual(f, a3d_at(ctx->doc, key)->v.i);
    a3d_say(ctx, f, "%s %lld is not one that is known", a3d_row_name(a3d_at(ctx->doc, key)->row),
            (long long)a3d_at(ctx->doc, key)->v.i);
    return A3D_BAD;
}

/* Bytes of a row whose gate is open and whose mask bit says present. */
static int read_shape(a3d_ctx *ctx, a3d_cur *cur, uint32_t index)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, index));
    switch (s->kind) {
    case A3D_SCALAR:
        return read_scalar(ctx, cur, index);
    case A3D_ARRAY:
        return a3d_read_array(ctx, cur, index);
    case A3D_VECTOR:
        return a3d_read_vector(ctx, cur, index);
    case A3D_RECORD:
        if (s->pack == A3D_PACK_ZLIB)
            return read_packed_record(ctx, cur, index, s->record);
        return a3d_read_record(ctx, cur, s->record, index);
    case A3D_SWITCH:
        return read_switch(ctx, cur, index);
    default:
        return s->custom->read(ctx, cur, index);
    }
}

static int read_row(a3d_ctx *ctx, a3d_cur *cur, const a3d_row *row, uint32_t index, uint32_t record)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    node->off = cur->pos;
    node->stream = cur->stream & 0xfffff;
    int alt = a3d_row_applies(ctx->doc, row, record) ? a3d_choose_alt(ctx->doc, row, record) : -1;
    if (alt < 0) {
        node->state = A3D_GATED;
        return A3D_OK;
    }
    node->alt = (unsigned)alt & 3;
    if (row->optional) {
        int bit = a3d_mask_next(ctx, index);
        if (bit < 0)
            return A3D_BAD;
        if (bit == 1) {
            node->state = A3D_ABSENT;
            return A3D_OK;
        }
    }
    int st = read_shape(ctx, cur, index);
    node = a3d_at(ctx->doc, index);
    if (st == A3D_OK || node->state == A3D_PRESENT) {
        node->state = A3D_PRESENT;
        node->size = cur->pos - node->off;
    } else if (st == A3D_BAD) {
        cur->pos = node->off; /* a field that failed has no bytes: they are slack */
    }
    return st;
}

/* ---- records and their windows ---- */

/* Where the window that the field `slot` opens ends, by its claim. Negative when it lies before the record. */
static int64_t window_end(const a3d_doc *doc, uint32_t self, unsigned slot, uint32_t start)
{
    const a3d_node *field = a3d_at(doc, a3d_field(doc, self, slot));
    const a3d_derive_row *d = &field->row->derive;
    int64_t base = d->from == A3D_FROM_RECORD ? start : d->from == A3D_FROM_FIELD ? field->off : field->off + field->size;
    return base + field->v.i - d->bias;
}

static int read_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start);

static void report_length(a3d_ctx *ctx, a3d_fault fault, uint32_t field, int64_t good, const char *why)
{
    const a3d_node *node = a3d_at(ctx->doc, field);
    const a3d_derive_row *d = &node->row->derive;
    unsigned own = node->v.i == 0 && d->zero_rule != 0 ? d->zero_rule : d->rule;
    const a3d_rule *rule = fault == A3D_FAULT_LENGTH_WRONG && own != 0 ? &ctx->format->rules[own] : a3d_rule_for(ctx->format, fault);
    if (rule == NULL)
        return;
    a3d_finding *f = a3d_report_node(ctx, rule, field);
    a3d_actual(f, node->v.i);
    a3d_expect(f, good, good);
    a3d_say(ctx, f, "%s is %lld; %s %lld", a3d_row_name(node->row), (long long)node->v.i, why, (long long)good);
}

/* After a fault in a window, or content that is too short for it: the rest is slack, and the reader goes on
 * behind the window. */
static int close_window(a3d_ctx *ctx, a3d_cur *cur, int st, uint32_t self, uint32_t field, bool clamped)
{
    if (st == A3D_STOP)
        return st;
    if (st == A3D_BAD) {
        a3d_taint(ctx, self);
    } else if (cur->pos < cur->end && !clamped) {
        uint32_t left = cur->end - cur->pos;
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_LEFT_OVER, self, cur->stream, cur->pos, left);
        a3d_actual(f, left);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%u bytes are left over: %s is %lld", (unsigned)left, a3d_row_name(a3d_at(ctx->doc, field)->row),
                (long long)a3d_at(ctx->doc, field)->v.i);
        ctx->doc->faulty = true;
    }
    return a3d_take_slack(ctx, cur, self, cur->end);
}

/* Bytes of the scalars that the window of `type` holds whatever else is in it. */
static int64_t least_inside(const a3d_record *type, unsigned slot)
{
    int64_t sum = 0;
    for (unsigned i = slot; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        bool always = row->gate.since == 0 && row->gate.until == 0 && row->gate.branches == 0 && !row->optional &&
                      row->when[0].op == A3D_ALWAYS && row->when_call == NULL;
        if (always && row->alts == NULL && row->shape.kind == A3D_SCALAR)
            sum += a3d_width(row->shape.type);
    }
    return sum;
}

static int read_exact(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    uint32_t field = a3d_field(ctx->doc, self, slot - 1), outer = cur->end;
    int64_t end = window_end(ctx->doc, self, slot - 1, start);
    int64_t least = least_inside(type, slot);
    if (end < cur->pos + least) {
        end -= least;
        report_length(ctx, A3D_FAULT_LENGTH_SMALL, field, a3d_at(ctx->doc, field)->v.i + (cur->pos - end), "the least it can be is");
        return A3D_BAD;
    }
    bool clamped = end > outer;
    uint32_t cause = ctx->cause;
    if (clamped) {
        report_length(ctx, A3D_FAULT_LENGTH_PAST, field, a3d_at(ctx->doc, field)->v.i - (end - outer), "what is left allows at most");
        a3d_taint(ctx, self);
        ctx->cause = (uint32_t)ctx->doc->n_findings; /* what is missing inside is missing because of this */
        end = outer;
    }
    cur->end = (uint32_t)end;
    int st = read_rows(ctx, cur, type, self, slot, start);
    ctx->cause = cause;
    st = close_window(ctx, cur, st, self, field, clamped);
    cur->end = outer;
    return st;
}

/* Whether what must follow the record could start at `pos`: the constant first field of the next row, or
 * the end of what encloses the record. */
static bool starts_well(const a3d_ctx *ctx, const a3d_cur *cur, int64_t pos, uint32_t outer)
{
    const a3d_row *next = ctx->follow;
    if (pos < cur->pos || pos > outer)
        return false;
    if (next == NULL)
        return pos == outer;
    if (next->shape.kind != A3D_RECORD || next->shape.record->rows[0].domain.kind != A3D_IS)
        return true;
    const a3d_row *mark = &next->shape.record->rows[0];
    unsigned width = a3d_width(mark->shape.type);
    return outer - pos >= width &&
           a3d_load_type(cur->data + pos, mark->shape.type, ctx->format->big_endian) == mark->domain.lo;
}

/* Takes back what a trial left in the nodes of the rows from `slot` on, which were reserved before it. */
static void forget_rows(a3d_ctx *ctx, const a3d_record *type, uint32_t self, unsigned slot)
{
    for (unsigned i = slot; i < type->n_rows; i++) {
        a3d_node *node = a3d_at(ctx->doc, a3d_field(ctx->doc, self, i));
        *node = (a3d_node){.row = node->row, .parent = node->parent, .stream = node->stream};
    }
}

/* A soft window: the content is read as if there were no window, and the length is judged afterwards. Only
 * when the content fails, or runs over a length behind which the next part clearly starts, the length is
 * taken for true and the content read again inside it. */
static int read_soft(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    uint32_t field = a3d_field(ctx->doc, self, slot - 1), outer = cur->end, content = cur->pos;
    int64_t claim = window_end(ctx->doc, self, slot - 1, start);
    bool plausible = starts_well(ctx, cur, claim, outer);
    a3d_mark mark = a3d_mark_now(ctx);
    int st = read_rows(ctx, cur, type, self, slot, start);
    if (st == A3D_STOP || (st == A3D_OK && cur->pos == claim))
        return st;
    cur->end = cur->pos;
    bool fits = st == A3D_OK && (starts_well(ctx, &(a3d_cur){cur->data, cur->stream, content, outer}, cur->pos, outer) || !plausible);
    cur->end = outer;
    if (fits) {
        a3d_at(ctx->doc, field)->honest = 0;
        report_length(ctx, A3D_FAULT_LENGTH_WRONG, field, a3d_at(ctx->doc, field)->v.i + (cur->pos - claim), "the content takes");
        return A3D_OK;
    }
    if (!plausible)
        return st;
    if (cur->pos > claim || st == A3D_BAD) {
        a3d_release(ctx, &mark);
        forget_rows(ctx, type, self, slot);
        cur->pos = content;
        cur->end = (uint32_t)claim;
        st = read_rows(ctx, cur, type, self, slot, start);
    }
    cur->end = (uint32_t)claim;
    st = close_window(ctx, cur, st, self, field, false);
    cur->end = outer;
    return st;
}

/* After a vital value in front of the window of a record: what the record holds is not known, but its length
 * may still say where the next one begins. */
static int skip_window(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    while (slot < type->n_rows && !a3d_row_applies(ctx->doc, &type->rows[slot], self))
        slot++;
    if (slot == type->n_rows || type->rows[slot].derive.window == A3D_NO_WINDOW)
        return A3D_BAD;
    int st = read_row(ctx, cur, &type->rows[slot], a3d_field(ctx->doc, self, slot), self);
    int64_t end = st == A3D_OK ? window_end(ctx->doc, self, slot, start) : -1;
    if (end < cur->pos || end > cur->end)
        return st != A3D_OK ? st : A3D_BAD;
    a3d_taint(ctx, self);
    return a3d_take_slack(ctx, cur, self, (uint32_t)end);
}

/* Reads rows from `slot` on; a row that opens a window takes the rest of the record into it. */
static int read_rows(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    const a3d_row *follow = ctx->follow;
    for (unsigned i = slot; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        uint32_t index = a3d_field(ctx->doc, self, i);
        ctx->follow = i + 1 < type->n_rows ? row + 1 : NULL;
        int st = read_row(ctx, cur, row, index, self);
        ctx->follow = follow;
        if (st == A3D_BAD && row->shape.kind == A3D_SCALAR && a3d_at(ctx->doc, index)->state == A3D_PRESENT)
            return skip_window(ctx, cur, type, self, i + 1, start);
        if (st != A3D_OK)
            return st;
        if (row->derive.window == A3D_NO_WINDOW || a3d_at(ctx->doc, index)->state != A3D_PRESENT)
            continue;
        return row->derive.window == A3D_EXACT ? read_exact(ctx, cur, type, self, i + 1, start)
                                               : read_soft(ctx, cur, type, self, i + 1, start);
    }
    return A3D_OK;
}

int a3d_read_record(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self)
{
    uint32_t first, start = cur->pos;
    if (ctx->depth >= ctx->limits.depth)
        return a3d_limit(ctx, A3D_LIMIT_DEPTH);
    if (a3d_reserve(ctx, type->n_rows, self, cur->stream, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(ctx->doc, self);
    node->v.at.first = first;
    node->v.at.count = type->n_rows;
    node->state = A3D_PRESENT;
    if (!node->packed)
        node->off = start;
    for (unsigned i = 0; i < type->n_rows; i++)
        a3d_at(ctx->doc, first + i)->row = &type->rows[i];
    ctx->depth++;
    int st = read_rows(ctx, cur, type, self, 0, start);
    ctx->depth--;
    if (cur->stream == 0 && cur->pos > ctx->furthest)
        ctx->furthest = cur->pos;
    node = a3d_at(ctx->doc, self);
    if (!node->packed)
        node->size = cur->pos - start;
    if (st != A3D_STOP)
        a3d_derive_judge(ctx, self, type, st == A3D_OK && a3d_side_find(ctx->doc, self, A3D_SIDE_TAINT, NULL) == NULL);
    return st;
}

/* ---- whole files ---- */

static int read_file(a3d_ctx *ctx, uint32_t branch)
{
    a3d_doc *doc = ctx->doc;
    a3d_cur cur = a3d_cursor(doc, 0);
    doc->vars[A3D_VAR_BRANCH] = branch;
    doc->mask.node = A3D_NO_NODE;
    ctx->furthest = 0;
    if (a3d_reserve(ctx, 1, A3D_NO_NODE, 0, &doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_at(doc, doc->root)->row = &a3d_row_root;
    int st = a3d_read_record(ctx, &cur, ctx->format->root, doc->root);
    if (st == A3D_STOP)
        return st;
    if (st == A3D_BAD) {
        a3d_taint(ctx, doc->root);
    } else if (cur.pos < cur.end) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRAILING, A3D_NO_NODE, 0, cur.pos, cur.end - cur.pos);
        const a3d_side *taint = a3d_side_find(doc, doc->root, A3D_SIDE_TAINT, NULL);
        if (taint != NULL) /* the content ended early */
            f->cause = (uint32_t)taint->value;
        a3d_actual(f, cur.end - cur.pos);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%u bytes follow the end of the content", (unsigned)(cur.end - cur.pos));
        doc->faulty = true;
    }
    bool behind = cur.pos < cur.end;
    st = a3d_take_slack(ctx, &cur, doc->root, cur.end);
    if (behind && st == A3D_OK)
        a3d_at(doc, (uint32_t)doc->n_nodes - 1)->form = A3D_FORM_BEHIND;
    a3d_at(doc, doc->root)->size = cur.end;
    return st;
}

/* Tries the branches that the version allows, in order; the first without a fault wins, else the one that
 * came furthest is read again. `forced` may hold the bit of one branch, which then is the only one tried. */
static int read_branches(a3d_ctx *ctx, uint32_t forced)
{
    const a3d_format *format = ctx->format;
    const uint8_t *data = ctx->doc->streams[0].data;
    uint32_t size = ctx->doc->streams[0].size, at = format->version_at, all = 0, best = 0, furthest = 0, last = 0;
    int64_t version = size >= at + 4 ? a3d_load32(data + at, format->big_endian) : 0;
    for (const a3d_branch *b = format->branches; b->name != NULL; b++)
        all |= b->mask;
    a3d_mark mark = a3d_mark_now(ctx);
    int st = A3D_OK;
    for (const a3d_branch *b = format->branches; b->name != NULL; b++) {
        bool fits = (forced & all) != 0 ? (forced & b->mask) != 0 : version >= b->since && version <= b->until;
        if (!fits && (b[1].name != NULL || last != 0))
            continue;
        a3d_release(ctx, &mark);
        last = b->mask;
        st = read_file(ctx, (forced & ~all) | b->mask);
        if (st == A3D_STOP || !ctx->doc->faulty)
            return st;
        if (best == 0 || ctx->furthest > furthest) {
            best = b->mask;
            furthest = ctx->furthest;
        }
    }
    if (best == last)
        return st;
    a3d_release(ctx, &mark);
    return read_file(ctx, (forced & ~all) | best);
}

static a3d_doc *new_doc(a3d_arena *arena, const a3d_format *format)
{
    a3d_doc *doc = a3d_arena_alloc(arena, sizeof *doc);
    if (doc == NULL)
        return NULL;
    doc->arena = arena;
    doc->format = format;
    doc->mask.node = A3D_NO_NODE;
    return doc;
}

int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits)
{
    memset(ctx, 0, sizeof *ctx);
    ctx->doc = new_doc(arena, format);
    ctx->format = format;
    ctx->facts = a3d_arena_alloc(arena, (format->n_records + 1u) * sizeof *ctx->facts);
    if (ctx->doc == NULL || ctx->facts == NULL)
        return A3D_STOP;
    if (limits != NULL)
        ctx->limits = *limits;
    ctx->own_work_limit = ctx->limits.work == 0;
    a3d_limits_fill(&ctx->limits, size);
    ctx->doc->work_limit = ctx->limits.work;
    uint32_t file;
    return a3d_open_stream(ctx, (a3d_stream){.data = data, .size = size, .owner = A3D_NO_NODE}, &file);
}

a3d_doc *a3d_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits,
                    uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    if (size > ctx.limits.input) {
        a3d_limit(&ctx, A3D_LIMIT_INPUT);
        return ctx.doc;
    }
    int st = format->branches != NULL ? read_branches(&ctx, branches) : read_file(&ctx, branches);
    if (st == A3D_STOP)
        return ctx.doc;
    if (!ctx.doc->faulty)
        a3d_mask_judge(&ctx);
    a3d_check(&ctx, 0);
    if (ctx.doc->limited == A3D_LIMIT_NONE && a3d_index_build(&ctx) == A3D_OK)
        a3d_link_check(&ctx);
    if (format->examine != NULL && ctx.doc->limited == A3D_LIMIT_NONE)
        format->examine(&ctx);
    return ctx.doc;
}
