/* window.c - lengths open windows, in which the rest of a record is or should be; see reading.h */
#include "base/never.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/document/conditions.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

#include <stdio.h>
#include <string.h>

/* Where the window that the field in `slot` opens ends, as the field states it. Negative when that is before the
 * record. */
static int64_t window_end(const a3d_doc *doc, uint32_t self, unsigned slot, uint32_t start)
{
    const a3d_node *field = a3d_at(doc, a3d_whole_field(doc, self, slot));
    const a3d_derive_row *d = &field->row->derive;
    int64_t base = d->from == A3D_FROM_RECORD  ? start
                   : d->from == A3D_FROM_FIELD ? field->off
                                               : field->off + field->size;
    return base + field->v.i - d->bias;
}

/* The name of a length in messages. That of a field which has a form of its own starts with a dollar sign. */
static a3d_amount length_name(const a3d_row *row)
{
    a3d_amount out;
    const char *name = a3d_row_name(row);
    snprintf(out.text, sizeof out.text, name[0] == '$' ? "the %.40s length" : "%.60s",
             name[0] == '$' ? name + 1 : name);
    return out;
}

/* Why the expected length is the right one, or the least or greatest that can be. */
static const char *reason(a3d_fault fault, const a3d_derive_row *d)
{
    return fault == A3D_FAULT_LENGTH_SMALL  ? "the size of the fields that are always there"
           : fault == A3D_FAULT_LENGTH_PAST ? "because the data ends there"
           : d->from == A3D_AFTER_FIELD      ? "the size of the content"
                                            : "the size of what it covers";
}

static void report_length(a3d_ctx *ctx, a3d_fault fault, uint32_t field, int64_t good, const char *bound)
{
    const a3d_node *node = a3d_at(ctx->doc, field);
    const a3d_derive_row *d = &node->row->derive;
    unsigned own = node->v.i == 0 && d->zero_rule != 0 ? d->zero_rule : d->rule;
    bool has_own = fault == A3D_FAULT_LENGTH_WRONG && own != 0;
    const a3d_rule *rule = has_own ? &ctx->format->rules[own] : a3d_rule_for(ctx->format, fault);
    if (rule == NULL)
        return;
    a3d_finding *f = a3d_report_node(ctx, rule, field);
    a3d_actual(f, node->v.i);
    a3d_expect(f, good, good);
    a3d_say(ctx, f, "%s is %lld; expected %s%lld, %s", length_name(node->row).text, (long long)node->v.i, bound,
            (long long)good, reason(fault, d));
}

/* Closes a window. After a fault inside, or content that is shorter than the window, the rest is slack, and reading
 * goes on at the end of the window. */
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
        a3d_say(ctx, f, "%s after the content; %s is %lld, but the content takes %lld",
                a3d_amount_of(left, "extra byte").text, length_name(a3d_at(ctx->doc, field)->row).text,
                (long long)a3d_at(ctx->doc, field)->v.i, (long long)a3d_at(ctx->doc, field)->v.i - left);
        ctx->doc->faulty = true;
    }
    return a3d_take_slack(ctx, cur, self, cur->end);
}

static int read_inside(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    return ctx->resume_path != NULL ? a3d_continue_rows(ctx, cur, type, self, slot, start)
                                    : a3d_read_rows(ctx, cur, type, self, slot, start);
}

int a3d_read_exact(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    uint32_t field = a3d_whole_field(ctx->doc, self, slot - 1), outer = cur->end;
    int64_t end = window_end(ctx->doc, self, slot - 1, start);
    int64_t least = a3d_plan_rows(ctx, type)->inside;
    if (end < cur->pos + least) {
        end -= least;
        report_length(ctx, A3D_FAULT_LENGTH_SMALL, field, a3d_at(ctx->doc, field)->v.i + (cur->pos - end), "at least ");
        return A3D_BAD;
    }
    bool clamped = end > outer;
    uint32_t cause = ctx->cause;
    if (clamped) {
        report_length(ctx, A3D_FAULT_LENGTH_PAST, field, a3d_at(ctx->doc, field)->v.i - (end - outer), "at most ");
        a3d_taint(ctx, self);
        ctx->cause = (uint32_t)ctx->doc->n_findings; /* what is missing inside follows from this */
        end = outer;
    }
    cur->end = (uint32_t)end;
    int st = read_inside(ctx, cur, type, self, slot, start);
    ctx->cause = cause;
    st = close_window(ctx, cur, st, self, field, clamped);
    cur->end = outer;
    return st;
}

/* Whether what must follow the record could start at `pos`: the constant first field of the next row, or the end of
 * the enclosing window. */
static bool starts_well(const a3d_ctx *ctx, const a3d_cur *cur, int64_t pos, uint32_t outer)
{
    const a3d_row *next = ctx->follow;
    if (pos < cur->pos || pos > outer)
        return false;
    if (next == NULL)
        return pos == outer;
    if (A3D_NEVER(next->shape.kind != A3D_RECORD || next->shape.record->rows[0].domain.kind != A3D_IS))
        return true;
    const a3d_row *mark = &next->shape.record->rows[0];
    unsigned width = a3d_width(mark->shape.type);
    return outer - pos >= width &&
           a3d_load_type(cur->data + pos, mark->shape.type, ctx->format->big_endian) == mark->domain.lo;
}

/* Reads a soft window: the content is read as if there were no window, and the length is checked afterwards. The
 * length is believed only when the content fails, or ends elsewhere, and the next part clearly starts where the
 * length says. Content that ran past that end is then read again inside the window, except in trials, which end with
 * the first fault. The next part may also seem to start after content that is too short, since a damaged count can
 * end it anywhere. */
int a3d_read_soft(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    uint32_t field = a3d_whole_field(ctx->doc, self, slot - 1), outer = cur->end, content = cur->pos;
    int64_t claim = window_end(ctx->doc, self, slot - 1, start);
    bool plausible = starts_well(ctx, cur, claim, outer);
    a3d_mark mark = a3d_mark_now(ctx);
    int st = read_inside(ctx, cur, type, self, slot, start);
    if (st == A3D_STOP || (st == A3D_OK && cur->pos == claim))
        return st;
    a3d_cur from = {cur->data, cur->stream, content, outer};
    if (st == A3D_OK && (!plausible || (cur->pos > claim && starts_well(ctx, &from, cur->pos, outer)))) {
        a3d_at(ctx->doc, field)->honest = 0;
        if (!plausible && ctx->strict && a3d_at(ctx->doc, field)->off == ctx->changed_off)
            ctx->misfit = (a3d_misfit){from, ctx->follow, claim - a3d_at(ctx->doc, field)->v.i, cur->pos};
        report_length(ctx, A3D_FAULT_LENGTH_WRONG, field, a3d_at(ctx->doc, field)->v.i + (cur->pos - claim), "");
        return A3D_OK;
    }
    if (!plausible || ctx->strict)
        return st == A3D_OK ? A3D_BAD : st;
    if (cur->pos > claim || st == A3D_BAD) {
        a3d_release(ctx, &mark);
        a3d_forget_rows(ctx, type, self, slot);
        cur->pos = content;
        cur->end = (uint32_t)claim;
        st = read_inside(ctx, cur, type, self, slot, start);
    }
    cur->end = (uint32_t)claim;
    st = close_window(ctx, cur, st, self, field, false);
    cur->end = outer;
    return st;
}

bool a3d_misfits(a3d_ctx *ctx, int64_t length)
{
    const a3d_misfit *m = &ctx->misfit;
    const a3d_row *follow = ctx->follow;
    if (m->content.data == NULL || length == 0 || m->base + length == m->end)
        return false;
    ctx->follow = m->follow;
    bool plausible = starts_well(ctx, &m->content, m->base + length, m->content.end);
    ctx->follow = follow;
    return !plausible;
}

/* After a wrong vital value before the window of a record: what the record contains is unknown, but its length may
 * still tell where the next one begins. */
int a3d_skip_window(a3d_ctx *ctx, a3d_cur *cur, const a3d_record *type, uint32_t self, unsigned slot, uint32_t start)
{
    while (slot < type->n_rows && !a3d_row_applies(ctx->doc, &type->rows[slot], self))
        slot++;
    if (slot == type->n_rows || type->rows[slot].derive.window == A3D_NO_WINDOW)
        return A3D_BAD;
    a3d_at(ctx->doc, a3d_whole_field(ctx->doc, self, slot))->off = cur->pos;
    int st = a3d_read_scalar(ctx, cur, a3d_whole_field(ctx->doc, self, slot));
    int64_t end = st == A3D_OK ? window_end(ctx->doc, self, slot, start) : -1;
    if (end < cur->pos || end > cur->end)
        return st != A3D_OK ? st : A3D_BAD;
    a3d_taint(ctx, self);
    return a3d_take_slack(ctx, cur, self, (uint32_t)end);
}
