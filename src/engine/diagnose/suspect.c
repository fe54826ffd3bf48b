/* suspect.c - the search as a whole; see suspect.h */
#include "engine/diagnose/suspect.h"
#include "base/never.h"
#include "engine/decode/reading.h"
#include "engine/diagnose/search.h"

#include <string.h>

/* RESERVE: one of so many steps is kept for further damage. */
enum { LEAST_STEPS = 160 << 10, RESERVE = 4 };

/* Whether a finding is about one value, so that the rest could be read. */
static bool is_of_value(const a3d_finding *f)
{
    return (f->rule->fault >= A3D_FAULT_BOOLEAN && f->rule->fault <= A3D_FAULT_FLOAT) ||
           f->rule->fault == A3D_FAULT_TEXT_CODING;
}

/* The finding of the fault, from number `from` on: the first one that is not a wrong value and is inside the file, not
 * after its end. */
static a3d_finding *root_fault(a3d_doc *doc, size_t from)
{
    a3d_finding *second = NULL;
    for (size_t i = from; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        if (f->cause != A3D_NO_CAUSE || f->rule->fault == A3D_FAULT_NONE || f->severity != A3D_ERROR)
            continue;
        if (f->place.node != A3D_NO_NODE && !is_of_value(f))
            return f;
        if (second == NULL || (is_of_value(second) && !is_of_value(f)))
            second = f;
    }
    return second != NULL || doc->n_findings == 0 || from > 0 ? second : &doc->findings[0];
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

/* Whether trials notice the errors of the document at all: not all rules are checked when a part is read alone. */
static bool sees_errors(a3d_search *s)
{
    const a3d_node *node = a3d_at(s->doc, s->misread);
    const a3d_attempt r = {.node = s->misread, .off = node->off, .bit = A3D_NO_BIT, .element = A3D_ITSELF};
    unsigned score;
    bool seen = a3d_decodes(s, &r, &score) && s->ctx.reported_errors > 0;
    if (s->unit != A3D_NO_NODE)
        a3d_release(&s->ctx, &s->clean); /* what the trial left is not part of the document */
    return seen;
}

/* In a document that was read to its end only a repair that leaves no error is evidence enough. */
static void try_all(a3d_search *s)
{
    if (s->misread == A3D_NO_NODE) {
        a3d_try_packed(s);
        a3d_try_nodes(s);
    } else if (sees_errors(s)) {
        s->errors = 1;
        a3d_try_misread(s);
    }
}

/* Searches a whole stream; its trials have a document of their own. */
static void search_stream(a3d_search *s)
{
    const a3d_stream *stream = &s->doc->streams[s->stream];
    const a3d_limits limits = a3d_trial_limits(s->doc);
    if (a3d_begin(&s->ctx, &s->arena, s->doc->format, s->copy, stream->size, &limits) != A3D_OK)
        return;
    a3d_publish_before(s);
    s->ctx.quiet = true;
    s->ctx.own_work_limit = false;
    s->clean = a3d_mark_now(&s->ctx);
    s->ctx.doc->work_limit = UINT64_MAX; /* until a trial sets one */
    if (a3d_place_root(s) == A3D_OK)
        a3d_share_reading(s);
    a3d_charge(s, s->first.n_nodes / A3D_NODES_COPIED);
    reuse_streams(s, 0);
    try_all(s);
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
    s->ctx.limits.nodes = a3d_trial_limits(doc).nodes;
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
static size_t errors_to_beat(const a3d_doc *doc, uint32_t stream)
{
    uint32_t owner = doc->streams[stream].owner;
    if (owner != A3D_NO_NODE && a3d_shape_of(a3d_at(doc, owner))->kind == A3D_VECTOR)
        return SIZE_MAX;
    return a3d_count_errors(doc);
}

/* The fault whose cause can be searched, or NULL. */
static a3d_finding *searchable(a3d_doc *doc, size_t from)
{
    a3d_finding *f = doc->faulty && doc->limited == A3D_LIMIT_NONE ? root_fault(doc, from) : NULL;
    return f != NULL && doc->work_limit > doc->steps && doc->streams[f->stream].size > 0 ? f : NULL;
}

/* Whether padding that is not zero may be content, because a count before it is too small. */
static bool may_be_content(const a3d_doc *doc, const a3d_finding *f)
{
    const a3d_shape *shape = a3d_shape_of(a3d_at(doc, f->place.node));
    uint8_t first = doc->streams[f->stream].data[f->off];
    return shape->text ? a3d_is_common(first) : first != 0;
}

/* Whether an error may be a value that was misread. Among what is packed only a record can be checked alone. */
static bool may_be_misread(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t owner = doc->streams[f->stream].owner;
    if (f->severity != A3D_ERROR || f->place.node == A3D_NO_NODE)
        return false;
    if (owner != A3D_NO_NODE && a3d_shape_of(a3d_at(doc, owner))->kind != A3D_RECORD)
        return false;
    return f->rule->fault != A3D_FAULT_PADDING || may_be_content(doc, f);
}

/* The first error of a document that was read to its end, or NULL. What is before it may have been misread: after a
 * text whose NUL was lost, for example, when the next text makes up for the shift. */
static a3d_finding *first_error(a3d_doc *doc)
{
    a3d_finding *first = NULL;
    for (size_t i = 0; i < doc->n_findings && !doc->faulty; i++) {
        a3d_finding *f = &doc->findings[i];
        if (may_be_misread(doc, f) && (first == NULL || (f->stream == first->stream && f->off < first->off)))
            first = f;
    }
    return first;
}

/* Drops the suspects if the best one is the very value that the finding expects. */
static void drop_expected(a3d_search *s, const a3d_finding *f)
{
    if (s->n_best > 0 && s->best[0].off - f->off < f->size && f->min.kind != A3D_Q_NONE && f->max.kind == A3D_Q_NONE)
        s->n_best = 0;
}

void a3d_skip_suspects(a3d_doc *doc)
{
    a3d_finding *f = searchable(doc, 0);
    if (f != NULL)
        a3d_link_causes(doc, f);
    a3d_link_sums(doc);
}

/* The steps of all trials. With them a damaged file takes as long as a valid one of its size may, two steps for each
 * byte, but small files get enough to find most damage. */
static uint64_t budget_of(const a3d_doc *doc)
{
    uint64_t bytes = 0, left = (doc->work_limit - doc->steps) / 2;
    for (size_t i = 0; i < doc->n_streams; i++)
        bytes += doc->streams[i].size;
    uint64_t most = LEAST_STEPS + doc->n_nodes / A3D_NODES_COPIED;
    most += 2 * bytes > doc->steps ? 2 * bytes - doc->steps : 0;
    return most < left ? most : left;
}

/* The record that trials read alone, or A3D_NO_NODE. */
static uint32_t unit_of(const a3d_search *s, const a3d_finding *f)
{
    const a3d_doc *doc = s->doc;
    uint32_t container = f->rule->fault == A3D_FAULT_LEFT_OVER ? f->place.node
                                                               : a3d_tainted_by(doc, (uint32_t)(f - doc->findings));
    if (s->misread != A3D_NO_NODE)
        container = a3d_placed_around(doc, s->misread);
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

/* Whether a fault left a part unread, and not only a note of it. If the only error is what follows the model in the
 * file, it was appended rather than left over by two damages. */
static bool stops(const a3d_doc *doc, const a3d_finding *f)
{
    if (f->rule->fault == A3D_FAULT_TRAILING && f->stream == 0 && a3d_count_errors(doc) == 1)
        return false;
    for (size_t i = 0; i < doc->n_sides; i++)
        if (doc->sides[i].kind == A3D_SIDE_TAINT && doc->sides[i].value == (uint64_t)(f - doc->findings))
            return true;
    return f->rule->fault == A3D_FAULT_TRAILING || f->rule->fault == A3D_FAULT_LEFT_OVER;
}

static void search(a3d_search *s, a3d_finding *f)
{
    a3d_doc *doc = s->doc;
    const a3d_stream *stream = &doc->streams[f->stream];
    s->errors = errors_to_beat(doc, f->stream);
    s->stream = f->stream;
    s->fault = fault_offset(doc, f);
    s->at = f->place.node;
    s->stops = stops(doc, f);
    s->unit = unit_of(s, f);
    s->first_error = least_error(s);
    a3d_arena_init_below(&s->arena, doc->arena);
    s->copy = a3d_block_resize(&s->arena, NULL, (size_t)stream->size + 8);
    if (s->copy != NULL) {
        memcpy(s->copy, stream->data, stream->size);
        if (s->unit != A3D_NO_NODE)
            search_unit(s);
        else
            search_stream(s);
        if (s->misread != A3D_NO_NODE)
            drop_expected(s, f);
        a3d_attach_suspects(s, f);
        if (s->packed.last > 0 && (s->n_best == 0 || s->best[0].element == A3D_PACKED_BYTE))
            a3d_widen_to_range(doc, f, &s->packed);
    }
    a3d_arena_free(&s->arena);
}

/* Links the causes of findings after the search that began with `f`. In a file that would have no error with the best
 * repair, all errors follow from that place. */
static uint32_t link_causes(const a3d_search *s, a3d_finding *f)
{
    a3d_doc *doc = s->doc;
    uint32_t root = a3d_link_causes(doc, f);
    if (s->n_best > 0 && s->best[0].clean && doc->streams[s->stream].owner == A3D_NO_NODE)
        a3d_link_rest(doc, root, s->unit);
    return root;
}

/* Whether a fault is in what was appended to the file, by the size that the file declares. */
static bool is_appended(const a3d_doc *doc, const a3d_finding *fault)
{
    for (size_t i = 0; i < doc->n_findings && fault->stream == 0; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->rule->fault == A3D_FAULT_TOTAL && a3d_at(doc, f->place.node)->v.u <= fault->off)
            return true;
    }
    return false;
}

/* Searches the faults of a document, one after another, until a repair is found, and links the causes. The faults after
 * the first have half of the reserve. Returns the search of the last one. */
static a3d_search search_faults(a3d_doc *doc, uint64_t budget, uint64_t *reserve)
{
    enum { MOST = 4 };
    a3d_finding *first = searchable(doc, 0), *f = first;
    a3d_search s = {.doc = doc, .unit = A3D_NO_NODE, .misread = A3D_NO_NODE, .budget = budget};
    search(&s, f);
    a3d_search far = s;
    for (unsigned n = 1; n < MOST && s.n_best == 0 && *reserve > 0; n++) {
        a3d_finding *next = searchable(doc, (size_t)(f - doc->findings) + 1);
        if (next == NULL || is_appended(doc, next))
            break;
        f = next;
        s = (a3d_search){.doc = doc, .unit = A3D_NO_NODE, .misread = A3D_NO_NODE, .budget = s.budget + *reserve / 2};
        *reserve -= *reserve / 2;
        search(&s, f);
    }
    uint32_t root = link_causes(&s, s.n_best > 0 ? f : first);
    if (s.n_best == 0)
        a3d_attach_far(&far, &doc->findings[root]);
    return s;
}

/* So many steps, or those that the limit of work leaves. */
static uint64_t at_most_left(const a3d_doc *doc, uint64_t steps)
{
    uint64_t left = doc->work_limit > doc->steps ? doc->work_limit - doc->steps : 0;
    return steps < left ? steps : left;
}

uint64_t a3d_search_document(a3d_doc *doc, uint64_t budget, uint64_t reserve, bool *clean)
{
    a3d_search s = {.doc = doc, .unit = A3D_NO_NODE, .misread = A3D_NO_NODE, .budget = budget};
    a3d_finding *f;
    *clean = false;
    if (a3d_find_changed_bytes(&s) || a3d_find_packed_damage(doc, s.budget))
        return at_most_left(doc, s.budget + reserve);
    s.budget = at_most_left(doc, s.budget); /* packed damage has a budget of its own */
    reserve = at_most_left(doc, s.budget + reserve) - s.budget;
    if (searchable(doc, 0) != NULL) {
        s = search_faults(doc, s.budget, &reserve);
    } else if ((f = first_error(doc)) != NULL) {
        s.misread = f->place.node;
        search(&s, f);
        if (s.n_best > 0)
            link_causes(&s, f);
    }
    *clean = s.n_best > 0 && s.best[0].clean && s.unit == A3D_NO_NODE && doc->streams[s.stream].owner == A3D_NO_NODE;
    return at_most_left(doc, s.budget + reserve);
}

void a3d_find_suspects(a3d_doc *doc)
{
    bool clean = false;
    if (a3d_count_errors(doc) == 0 || doc->limited != A3D_LIMIT_NONE)
        return;
    uint64_t budget = doc->work_limit > doc->steps ? budget_of(doc) : 0, reserve = budget / RESERVE;
    if (budget > 0)
        budget = a3d_search_document(doc, budget - reserve, reserve, &clean);
    a3d_follow_suspects(doc);
    if (budget > 0 && !clean)
        a3d_search_again(doc, budget);
    a3d_drop_far(doc);
    a3d_link_sums(doc);
}
