/* trial.c - one trial: the stream with one repair is read, and what its values still break is counted; see search.h */
#include "base/never.h"
#include "engine/check/check.h"
#include "engine/check/links.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/diagnose/search.h"

#include <string.h>

/* A_TRIAL: steps of each trial besides its reading. MOST_REPORTED: keeps scores from overflowing. */
enum { A_TRIAL = 8, MOST_REPORTED = 1 << 24 };

int a3d_place_root(a3d_search *s)
{
    a3d_doc *doc = s->ctx.doc;
    uint32_t owner = s->doc->streams[s->stream].owner;
    if (a3d_reserve(&s->ctx, 1, A3D_NO_NODE, 0, &doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_node *root = a3d_at(doc, doc->root);
    root->row = owner != A3D_NO_NODE ? a3d_at(s->doc, owner)->row : &a3d_row_root;
    if (owner != A3D_NO_NODE && a3d_shape_of(a3d_at(s->doc, owner))->kind == A3D_RECORD)
        root->alt = a3d_at(s->doc, owner)->alt;
    return A3D_OK; /* the first alternative of a list is the unpacked one */
}

/* Reads the stream from its start, or resumes in the middle. */
static int read_stream(a3d_search *s, a3d_cur *cur)
{
    a3d_ctx *ctx = &s->ctx;
    bool resumed = ctx->resume_path != NULL;
    if (!resumed && a3d_place_root(s) != A3D_OK)
        return A3D_STOP;
    uint32_t root = ctx->doc->root;
    const a3d_record *type = a3d_record_type(ctx->doc, root);
    if (type != NULL)
        return resumed ? a3d_continue_record(ctx, cur, type, root) : a3d_read_record(ctx, cur, type, root);
    uint32_t reserve = a3d_shape_of(a3d_at(ctx->doc, root))->reserve;
    cur->end += reserve;
    int st = resumed ? a3d_continue_list(ctx, cur, root) : a3d_read_vector(ctx, cur, root);
    cur->end -= reserve;
    return st;
}

/* The slot of the unit's field that contains a node, or 0 when trials read the whole unit. */
static unsigned slot_of(const a3d_search *s, uint32_t node)
{
    while (node != A3D_NO_NODE && a3d_at(s->doc, node)->parent != s->unit)
        node = a3d_at(s->doc, node)->parent;
    return node != A3D_NO_NODE && s->partly ? node - a3d_at(s->doc, s->unit)->v.at.first : 0;
}

/* Reads the unit again from the field that contains `node`. The new nodes are at the end of the damaged document, so
 * that the records around the unit are available. */
static int read_unit(a3d_search *s, a3d_cur *cur, uint32_t node)
{
    a3d_doc *doc = s->doc;
    uint32_t again;
    if (a3d_reserve(&s->ctx, 1, a3d_at(doc, s->unit)->parent, s->stream, &again) != A3D_OK)
        return A3D_STOP;
    const a3d_node *unit = a3d_at(doc, s->unit);
    *cur = (a3d_cur){s->copy, s->stream, unit->off, unit->off + unit->size};
    a3d_at(doc, again)->row = unit->row;
    if (node != A3D_NO_NODE && a3d_at(doc, node)->row->publish) /* it will be published again */
        doc->vars[a3d_at(doc, node)->row->publish - 1] = 0;
    return a3d_reread_record(&s->ctx, cur, a3d_record_type(doc, s->unit), again, s->unit, slot_of(s, node));
}

/* Checks a repaired unit: it takes the place of the damaged one while the rules look at the whole document. */
static void check_unit(a3d_search *s)
{
    a3d_doc *doc = s->doc;
    uint32_t again = (uint32_t)s->clean.nodes, root = doc->root;
    a3d_check_values(&s->ctx, again);
    const a3d_node was = *a3d_at(doc, s->unit);
    if (s->unit == root)
        doc->root = again;
    else
        *a3d_at(doc, s->unit) = *a3d_at(doc, again);
    a3d_examine(&s->ctx);
    doc->root = root;
    *a3d_at(doc, s->unit) = was;
}

/* Checks the values of a repaired document. What they still break distinguishes the true repair from one that fits by
 * chance. */
static void check_values(a3d_search *s)
{
    a3d_ctx *ctx = &s->ctx;
    if (s->unit != A3D_NO_NODE) {
        check_unit(s);
        return;
    }
    a3d_check_values(ctx, 0);
    bool list = a3d_record_type(ctx->doc, ctx->doc->root) == NULL; /* it lacks the objects that it refers to */
    if (!list && a3d_index_build(ctx) == A3D_OK)
        a3d_check_links(ctx);
    if (s->doc->streams[s->stream].owner == A3D_NO_NODE)
        a3d_examine(ctx);
    a3d_index_free(ctx);
}

/* Whether a trial that was read to its end has too many errors already, and how far it goes does not count. */
static bool is_hopeless(const a3d_search *s)
{
    bool far = s->stops && s->n_best == 0;
    return !far && s->checked > 0 && s->ctx.reported_errors >= s->errors;
}

/* Checks the values of a trial. Hopeless ones take the steps of the last check without it, so that searches end where
 * they would if all trials were checked. */
static void check_trial(a3d_search *s)
{
    a3d_doc *doc = s->ctx.doc;
    uint64_t before = doc->steps, left = doc->work_limit > before ? doc->work_limit - before : 0;
    if (is_hopeless(s)) {
        doc->steps += s->checked < left ? s->checked : left;
        return;
    }
    check_values(s);
    s->checked = doc->steps - before;
}

void a3d_charge(a3d_search *s, uint64_t steps)
{
    steps = steps < s->budget ? steps : s->budget;
    s->budget -= steps;
    s->doc->steps += steps;
}

/* Prepares the document for a trial. */
static void begin_trial(a3d_search *s, const a3d_attempt *r)
{
    if (s->unit == A3D_NO_NODE) {
        a3d_prepare_trial(s, r);
        return;
    }
    a3d_release(&s->ctx, &s->clean);
    s->ctx.reported = s->ctx.reported_errors = 0;
}

/* Where the reading of a trial ended: at its end, at what it left over, or at its fault. 0 if that is not known. */
static uint32_t where_ended(const a3d_search *s, const a3d_cur *cur, int st)
{
    const a3d_ctx *ctx = &s->ctx;
    if (ctx->doc->limited != A3D_LIMIT_NONE)
        return 0;
    if (st == A3D_OK && !ctx->doc->faulty)
        return cur->pos;
    uint32_t stream = ctx->reported_stream, off = ctx->reported_off;
    while (stream != ctx->watched && stream < ctx->doc->n_streams && ctx->doc->streams[stream].owner != A3D_NO_NODE) {
        off = ctx->doc->streams[stream].off + ctx->doc->streams[stream].packed_size; /* it was unpacked */
        stream = ctx->doc->streams[stream].parent;
    }
    return stream == ctx->watched ? off : 0;
}

/* Notes a trial that may be one of several that change the same length without use. */
static void note_misfit(a3d_search *s, const a3d_attempt *r, bool hopeless, uint64_t steps)
{
    bool again = s->misfits > 0 && s->misfit == r->node;
    s->misfits = !hopeless || s->ctx.misfit.content.data == NULL ? 0 : again ? s->misfits + 1 : 1;
    s->misfit = r->node;
    s->misfit_steps = steps;
}

/* Whether a trial of this length would read what the last two read and end as they did: a soft window is read as if it
 * had no length. The first of them may have restored more nodes. */
static bool is_misfit(a3d_search *s, const a3d_attempt *r)
{
    return s->misfits > 1 && s->misfit == r->node && r->bit == A3D_NO_BIT && s->misfit_steps < s->budget &&
           a3d_misfits(&s->ctx, r->value);
}

bool a3d_decodes(a3d_search *s, const a3d_attempt *r, unsigned *score)
{
    a3d_ctx *ctx = &s->ctx;
    begin_trial(s, r);
    uint64_t before = ctx->doc->steps;
    bool unit = s->unit != A3D_NO_NODE;
    a3d_cur cur = a3d_cursor(ctx->doc, unit ? s->stream : 0);
    ctx->doc->work_limit = before + s->budget;
    ctx->changed_off = r->off;
    ctx->changed_size = r->size;
    ctx->watched = cur.stream;
    ctx->watched_from = s->fault;
    ctx->watched_error = UINT32_MAX;
    ctx->misfit.content.data = NULL;
    int st = unit ? read_unit(s, &cur, r->node) : read_stream(s, &cur);
    if (ctx->lost) {
        s->changed = true;
        a3d_prepare_full_trial(s);
        cur = a3d_cursor(ctx->doc, 0);
        st = read_stream(s, &cur);
    }
    bool whole = st == A3D_OK && !ctx->doc->faulty && cur.pos == cur.end;
    s->reached = where_ended(s, &cur, st);
    const a3d_mask *mask = &ctx->doc->mask;
    if (whole && mask->node != A3D_NO_NODE)
        whole = mask->room - mask->used < 8;
    bool hopeless = whole && is_hopeless(s);
    if (whole)
        check_trial(s);
    whole = whole && ctx->doc->limited == A3D_LIMIT_NONE; /* it cannot be ranked when not all values were checked */
    if (whole && ctx->watched_error < s->reached)
        s->reached = ctx->watched_error;
    *score = ctx->reported < MOST_REPORTED ? ctx->reported : MOST_REPORTED;
    if (unit && ctx->doc->steps > before + s->budget) /* the last work may have gone beyond the limit */
        ctx->doc->steps = before + s->budget;
    uint64_t spent = ctx->doc->steps - before + A_TRIAL + (unit ? 0 : s->restored / A3D_NODES_COPIED);
    note_misfit(s, r, hopeless && !unit, spent);
    if (unit)
        s->budget -= spent < s->budget ? spent : s->budget;
    else
        a3d_charge(s, spent);
    s->restored = 0;
    s->changed = true;
    ctx->resume_path = NULL;
    ctx->doc->limited = A3D_LIMIT_NONE;
    return whole;
}

static void keep(a3d_search *s, const a3d_attempt *r)
{
    for (unsigned i = 0; i < s->n_best; i++)
        if (s->best[i].off == r->off && s->best[i].bit == r->bit && s->best[i].value == r->value &&
            s->best[i].size == r->size)
            return;
    unsigned at = s->n_best < A3D_SUSPECTS ? s->n_best++ : A3D_SUSPECTS;
    while (at > 0 && s->best[at - 1].score > r->score) {
        if (at < A3D_SUSPECTS)
            s->best[at] = s->best[at - 1];
        at--;
    }
    if (at < A3D_SUSPECTS)
        s->best[at] = *r;
}

static unsigned changed_bits(const uint8_t *a, const uint8_t *b, uint32_t n)
{
    unsigned bits = 0;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned x = a[i] ^ b[i]; x != 0; x >>= 1)
            bits += x & 1;
    return bits;
}

void a3d_try_repair(a3d_search *s, a3d_attempt *r, bool sure)
{
    uint8_t old[8];
    A3D_ASSERT(r->size <= sizeof r->bytes);
    if (s->budget == 0)
        return;
    if (is_misfit(s, r)) {
        a3d_charge(s, s->misfit_steps);
        return;
    }
    memcpy(old, s->copy + r->off, r->size);
    memcpy(s->copy + r->off, r->bytes, r->size);
    bool whole = a3d_decodes(s, r, &r->score);
    if (whole && s->ctx.reported_errors < s->errors) {
        r->clean = s->ctx.reported_errors == 0;
        r->score = sure ? 0 : A3D_VALUE_FINDING * r->score;
        if (r->element != A3D_PACKED_BYTE) /* those come in their order */
            r->score += changed_bits(old, r->bytes, r->size);
        keep(s, r);
    } else if (s->n_best == 0) {
        a3d_keep_far(s, r, whole);
    }
    memcpy(s->copy + r->off, old, r->size);
}
