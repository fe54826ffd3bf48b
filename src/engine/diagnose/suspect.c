/* suspect.c - trials, and the search as a whole; see suspect.h */
#include "engine/diagnose/suspect.h"
#include "base/never.h"
#include "engine/check/check.h"
#include "engine/check/links.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/diagnose/search.h"

#include <string.h>

/* A_TRIAL: steps of each trial besides its reading. NODES_COPIED: copied nodes that count as one step. MOST_REPORTED:
 * keeps scores from overflowing. */
enum { LEAST_STEPS = 160 << 10, A_TRIAL = 8, NODES_COPIED = 8, MOST_REPORTED = 1 << 24 };

/* ---- one trial ---- */

/* Adds the root of the trials' document: it is the whole file, a packed record, or the packed list of objects. */
static int place_root(a3d_search *s)
{
    a3d_doc *doc = s->ctx.doc;
    uint32_t owner = s->doc->streams[s->stream].owner;
    if (a3d_reserve(&s->ctx, 1, A3D_NO_NODE, 0, &doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_node *root = a3d_at(doc, doc->root);
    root->row = owner != A3D_NO_NODE ? a3d_at(s->doc, owner)->row : &a3d_row_root;
    if (owner != A3D_NO_NODE && a3d_shape_of(a3d_at(s->doc, owner))->kind == A3D_RECORD) {
        root->alt = a3d_at(s->doc, owner)->alt;
        root->packed = 1;
    }
    return A3D_OK; /* the first alternative of a list is the unpacked one */
}

/* Reads the stream from its start, or resumes in the middle. */
static int read_stream(a3d_search *s, a3d_cur *cur)
{
    a3d_ctx *ctx = &s->ctx;
    bool resumed = ctx->resume_path != NULL;
    if (!resumed && place_root(s) != A3D_OK)
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

/* Whether reading a record may begin at any field: it has no windows and uses no mask bits. */
static bool may_begin_inside(const a3d_record *type)
{
    A3D_ASSERT(type != NULL); /* a unit is a record or an element */
    for (unsigned i = 0; i < type->n_rows; i++)
        if (type->rows[i].optional || type->rows[i].derive.window != A3D_NO_WINDOW)
            return false;
    return true;
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
    if (s->ctx.format->examine == NULL)
        return;
    const a3d_node was = *a3d_at(doc, s->unit);
    if (s->unit == root)
        doc->root = again;
    else
        *a3d_at(doc, s->unit) = *a3d_at(doc, again);
    s->ctx.format->examine(&s->ctx);
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
    memset(&ctx->index, 0, sizeof ctx->index);
    a3d_check_values(ctx, 0);
    if (a3d_index_build(ctx) == A3D_OK)
        a3d_check_links(ctx);
    if (s->doc->streams[s->stream].owner == A3D_NO_NODE && ctx->format->examine != NULL)
        ctx->format->examine(ctx);
    a3d_block_resize(&s->arena, ctx->index.keys, 0);
    a3d_block_resize(&s->arena, ctx->index.lists, 0);
}

/* Takes steps of trials in a document of their own from the budget. */
static void charge(a3d_search *s, uint64_t steps)
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

/* Whether the repaired stream decodes to its exact end; *score is the weight of what its values break. */
static bool decodes(a3d_search *s, const a3d_attempt *r, unsigned *score)
{
    a3d_ctx *ctx = &s->ctx;
    begin_trial(s, r);
    uint64_t before = ctx->doc->steps;
    bool unit = s->unit != A3D_NO_NODE;
    a3d_cur cur = a3d_cursor(ctx->doc, unit ? s->stream : 0);
    ctx->doc->work_limit = before + s->budget;
    ctx->changed_off = r->off;
    ctx->changed_size = r->size;
    int st = unit ? read_unit(s, &cur, r->node) : read_stream(s, &cur);
    if (ctx->lost) {
        s->changed = true;
        a3d_prepare_full_trial(s);
        cur = a3d_cursor(ctx->doc, 0);
        st = read_stream(s, &cur);
    }
    bool whole = st == A3D_OK && !ctx->doc->faulty && cur.pos == cur.end;
    const a3d_mask *mask = &ctx->doc->mask;
    if (whole && mask->node != A3D_NO_NODE)
        whole = mask->room - mask->used < 8;
    if (whole)
        check_values(s);
    whole = whole && ctx->doc->limited == A3D_LIMIT_NONE; /* it cannot be ranked when not all values were checked */
    *score = ctx->reported < MOST_REPORTED ? ctx->reported : MOST_REPORTED;
    uint64_t spent = ctx->doc->steps - before + A_TRIAL;
    if (unit)
        s->budget -= spent < s->budget ? spent : s->budget;
    else
        charge(s, spent + s->restored / NODES_COPIED);
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
    memcpy(old, s->copy + r->off, r->size);
    memcpy(s->copy + r->off, r->bytes, r->size);
    if (decodes(s, r, &r->score) && s->ctx.reported_errors < s->errors) {
        r->score = (sure ? 0 : A3D_VALUE_FINDING * r->score) + changed_bits(old, r->bytes, r->size);
        keep(s, r);
    }
    memcpy(s->copy + r->off, old, r->size);
}

/* ---- the search ---- */

/* Whether a finding is about one value, so that the rest could be read. */
static bool is_of_value(const a3d_finding *f)
{
    return (f->rule->fault >= A3D_FAULT_BOOLEAN && f->rule->fault <= A3D_FAULT_FLOAT) ||
           f->rule->fault == A3D_FAULT_TEXT_CODING;
}

/* The finding of the fault: the first one that is not a wrong value and is inside the file, not after its end. */
static a3d_finding *root_fault(a3d_doc *doc)
{
    a3d_finding *second = NULL;
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        if (f->cause != A3D_NO_CAUSE || f->rule->fault == A3D_FAULT_NONE || f->severity != A3D_ERROR)
            continue;
        if (f->place.node != A3D_NO_NODE && !is_of_value(f))
            return f;
        if (second == NULL || (is_of_value(second) && !is_of_value(f)))
            second = f;
    }
    return second != NULL || doc->n_findings == 0 ? second : &doc->findings[0];
}

/* Makes trials, which read stream `in` of their document, end with their first fault and reuse what was unpacked
 * before. */
static void reuse_streams(a3d_search *s, uint32_t in)
{
    s->ctx.strict = true;
    s->ctx.known = s->doc;
    s->ctx.n_known = s->doc->n_streams;
    s->ctx.known_from = s->stream;
    s->ctx.known_in = in;
}

/* Counts the errors of the document as trials count them: by a trial that changes nothing. */
static unsigned errors_unchanged(a3d_search *s)
{
    const a3d_node *node = a3d_at(s->doc, s->misread);
    const a3d_attempt r = {.node = s->misread, .off = node->off, .bit = A3D_NO_BIT, .element = A3D_ITSELF};
    unsigned score, errors = decodes(s, &r, &score) ? s->ctx.reported_errors : 0;
    if (s->unit != A3D_NO_NODE)
        a3d_release(&s->ctx, &s->clean); /* what the trial left is not part of the document */
    return errors;
}

static void try_all(a3d_search *s)
{
    if (s->misread == A3D_NO_NODE) {
        a3d_try_nodes(s);
        return;
    }
    s->errors = errors_unchanged(s);
    if (s->errors > 0)
        a3d_try_texts(s);
}

/* Searches a whole stream; its trials have a document of their own. */
static void search_stream(a3d_search *s)
{
    const a3d_stream *stream = &s->doc->streams[s->stream];
    if (a3d_begin(&s->ctx, &s->arena, s->doc->format, s->copy, stream->size, NULL) != A3D_OK)
        return;
    a3d_publish_before(s);
    s->ctx.quiet = true;
    s->ctx.own_work_limit = false;
    s->clean = a3d_mark_now(&s->ctx);
    s->ctx.doc->work_limit = UINT64_MAX; /* until a trial sets one */
    if (place_root(s) == A3D_OK)
        a3d_share_reading(s);
    charge(s, s->first.n_nodes / NODES_COPIED);
    reuse_streams(s, 0);
    try_all(s);
}

/* Sets the unit that trials read. */
static void take_unit(a3d_search *s, uint32_t unit)
{
    s->unit = unit;
    s->partly = may_begin_inside(a3d_record_type(s->doc, unit));
}

/* Searches one record; its trials are added to the damaged document and taken back. */
static void search_unit(a3d_search *s)
{
    a3d_doc *doc = s->doc;
    const uint8_t *data = doc->streams[s->stream].data;
    uint64_t limit = doc->work_limit;
    bool faulty = doc->faulty;
    if (a3d_resume(&s->ctx, doc) != A3D_OK)
        return;
    s->ctx.quiet = true;
    s->clean = a3d_mark_now(&s->ctx);
    s->clean.faulty = false;
    doc->streams[s->stream].data = s->copy;
    reuse_streams(s, s->stream);
    uint32_t unit = s->unit;
    take_unit(s, doc->root);
    if (s->misread == A3D_NO_NODE)
        a3d_try_places(s);
    take_unit(s, unit);
    try_all(s);
    a3d_release(&s->ctx, &s->clean);
    doc->streams[s->stream].data = data;
    doc->work_limit = limit;
    doc->faulty = faulty;
}

static bool placed_element(const a3d_doc *doc, uint32_t node)
{
    return a3d_at(doc, node)->row == &a3d_row_element && a3d_at(doc, a3d_at(doc, node)->parent)->row->place_start != 0;
}

/* Where reading went wrong. A bad address shows only after the header was read; a mask that is too short at the field
 * that needed a bit. */
static uint32_t fault_offset(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t list = a3d_placed_list(doc);
    if (f->rule->fault == A3D_FAULT_MASK_SHORT)
        return a3d_at(doc, f->place.node)->off;
    bool address = f->rule->fault == A3D_FAULT_ADDRESS || f->rule->fault == A3D_FAULT_ADDRESS_OVERLAP ||
                   f->rule->fault == A3D_FAULT_ADDRESS_GAP;
    return address && list != A3D_NO_NODE && a3d_at(doc, list)->off > f->off ? a3d_at(doc, list)->off : f->off;
}

/* A repair must leave fewer errors than the damage has. A packed list of objects that is read alone lacks the objects
 * that it refers to, so its errors mean nothing. */
static unsigned errors_to_beat(const a3d_doc *doc, uint32_t stream)
{
    uint32_t owner = doc->streams[stream].owner;
    unsigned n = 0;
    if (owner != A3D_NO_NODE && a3d_shape_of(a3d_at(doc, owner))->kind == A3D_VECTOR)
        return UINT32_MAX;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].severity == A3D_ERROR;
    return n;
}

/* The fault whose cause can be searched, or NULL. */
static a3d_finding *searchable(a3d_doc *doc)
{
    a3d_finding *f = doc->faulty && doc->limited == A3D_LIMIT_NONE ? root_fault(doc) : NULL;
    return f != NULL && doc->work_limit > doc->steps && doc->streams[f->stream].size > 0 ? f : NULL;
}

static bool has_text_before(const a3d_doc *doc, const a3d_finding *f)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state == A3D_PRESENT && a3d_ends_with_nul(node) && node->stream == f->stream && node->off <= f->off &&
            node->size > 1)
            return true;
    }
    return false;
}

/* The first error of a document that was read to its end, or NULL. It may have been misread after a text whose NUL was
 * lost, when the next text begins late enough for both to end where they should. */
static a3d_finding *first_error(a3d_doc *doc)
{
    a3d_finding *first = NULL;
    for (size_t i = 0; i < doc->n_findings && !doc->faulty && doc->limited == A3D_LIMIT_NONE; i++) {
        a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && f->place.node != A3D_NO_NODE &&
            (first == NULL || (f->stream == first->stream && f->off < first->off)))
            first = f;
    }
    return first != NULL && doc->work_limit > doc->steps && has_text_before(doc, first) ? first : NULL;
}

void a3d_skip_suspects(a3d_doc *doc)
{
    a3d_finding *f = searchable(doc);
    if (f != NULL)
        a3d_link_causes(doc, f);
}

/* The steps of all trials. With them a damaged file takes as long as a valid one of its size may, two steps for each
 * byte, but small files get enough to find most damage. */
static uint64_t budget_of(const a3d_doc *doc)
{
    uint64_t bytes = 0, left = (doc->work_limit - doc->steps) / 2;
    for (size_t i = 0; i < doc->n_streams; i++)
        bytes += doc->streams[i].size;
    uint64_t most = LEAST_STEPS + doc->n_nodes / NODES_COPIED + (2 * bytes > doc->steps ? 2 * bytes - doc->steps : 0);
    return most < left ? most : left;
}

/* The placed element that contains a node, or A3D_NO_NODE. */
static uint32_t element_around(const a3d_doc *doc, uint32_t node)
{
    while (node != A3D_NO_NODE && (a3d_at(doc, node)->parent == A3D_NO_NODE || !placed_element(doc, node)))
        node = a3d_at(doc, node)->parent;
    return node;
}

/* The record that trials read alone, or A3D_NO_NODE. */
static uint32_t unit_of(const a3d_search *s, const a3d_finding *f)
{
    const a3d_doc *doc = s->doc;
    uint32_t container = f->rule->fault == A3D_FAULT_LEFT_OVER ? f->place.node
                                                               : a3d_tainted_by(doc, (uint32_t)(f - doc->findings));
    if (s->misread != A3D_NO_NODE)
        container = element_around(doc, s->misread);
    if (container != A3D_NO_NODE && placed_element(doc, container) && f->off > a3d_at(doc, container)->off)
        return container;
    return s->stream == 0 && a3d_placed_list(doc) != A3D_NO_NODE ? doc->root : A3D_NO_NODE;
}

/* The least offset of an error in what trials read, up to the fault. Texts that lost their end are before it. */
static uint32_t least_error(const a3d_search *s)
{
    uint32_t least = s->fault, from = s->unit != A3D_NO_NODE ? a3d_at(s->doc, s->unit)->off : 0;
    for (size_t i = 0; i < s->doc->n_findings; i++) {
        const a3d_finding *f = &s->doc->findings[i];
        if (f->severity == A3D_ERROR && f->stream == s->stream && f->off >= from && f->off < least)
            least = f->off;
    }
    return least;
}

static void search(a3d_search *s, a3d_finding *f)
{
    a3d_doc *doc = s->doc;
    const a3d_stream *stream = &doc->streams[f->stream];
    s->errors = errors_to_beat(doc, f->stream);
    s->stream = f->stream;
    s->fault = fault_offset(doc, f);
    s->at = f->place.node;
    s->budget = budget_of(doc);
    s->unit = unit_of(s, f);
    s->first_error = least_error(s);
    a3d_arena_init(&s->arena, &doc->arena->mem);
    s->copy = a3d_block_resize(&s->arena, NULL, (size_t)stream->size + 8);
    if (s->copy != NULL) {
        memcpy(s->copy, stream->data, stream->size);
        if (s->unit != A3D_NO_NODE)
            search_unit(s);
        else
            search_stream(s);
        a3d_attach_suspects(s, f);
    }
    a3d_arena_free(&s->arena);
}

void a3d_find_suspects(a3d_doc *doc)
{
    a3d_search s = {.doc = doc, .unit = A3D_NO_NODE, .misread = A3D_NO_NODE};
    a3d_finding *f = searchable(doc);
    if (f != NULL) {
        search(&s, f);
        a3d_link_causes(doc, f);
    } else if ((f = first_error(doc)) != NULL) {
        s.misread = f->place.node;
        search(&s, f);
        if (s.n_best > 0)
            a3d_link_causes(doc, f);
    }
}
