/* rounds.c - several damages: the first is repaired in a copy, which is searched again; see search.h */
#include "base/never.h"
#include "engine/check/check.h"
#include "engine/decode/reading.h"
#include "engine/decode/resume.h"
#include "engine/diagnose/search.h"
#include "engine/diagnose/suspect.h"
#include "engine/document/findings.h"

#include <string.h>

/* Whether a finding has a suspect that says which bytes should be there. */
static bool has_repair(const a3d_doc *doc, const a3d_finding *f)
{
    return a3d_has_structural_suspect(f) && doc->streams[f->suspects[0].stream].parent == 0;
}

static uint64_t number(const a3d_quantity *q)
{
    return q->kind == A3D_Q_INT ? (uint64_t)q->i : q->u;
}

/* Whether the file states that it is longer than it is: its end is missing, and no length should fit what is left. */
static bool is_cut(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->rule->fault == A3D_FAULT_TOTAL && a3d_at(doc, f->place.node)->v.u > number(&f->min))
            return true;
    }
    return false;
}

/* Whether a finding is about a number that must be another one, and which. Next to a fault that left a part unread, a
 * value that nothing else tells was perhaps misread, and another value explains nothing. The size of the file is no
 * such number: what was appended to a file must not be read as content. */
static bool is_number(const a3d_doc *doc, const a3d_finding *f, const a3d_quantity *q)
{
    if (f->place.node == A3D_NO_NODE || f->n_suspects > 0 || is_cut(doc) || f->place.suffix[0] != '\0' ||
        f->count > 1 || f->rule->fault == A3D_FAULT_TOTAL)
        return false;
    const a3d_node *node = a3d_at(doc, f->place.node);
    unsigned kind = a3d_shape_of(node)->kind;
    bool length = kind == A3D_CUSTOM && node->row->derive.kind == A3D_SPAN;
    if (doc->faulty && node->row->derive.kind == A3D_GIVEN)
        return false;
    return node->state == A3D_PRESENT && (kind == A3D_SCALAR || length) && node->off == f->off &&
           node->size == f->size && f->size <= 8 && a3d_shape_of(node)->type != A3D_F32 &&
           doc->streams[f->stream].parent == 0 && (q->kind == A3D_Q_INT || q->kind == A3D_Q_UINT) &&
           number(q) != node->v.u;
}

static bool is_root(const a3d_finding *f)
{
    return f->cause == A3D_NO_CAUSE && f->severity == A3D_ERROR && !f->later;
}

/* The next error without a cause that can be repaired, or A3D_NO_CAUSE. Those with suspects come first: where they are
 * repaired, other numbers may be right. `from` is where the search goes on, and 0 at first. */
static uint32_t repairable(const a3d_doc *doc, uint32_t *from)
{
    uint32_t n = (uint32_t)doc->n_findings;
    while (*from < 2 * n) {
        uint32_t i = *from % n;
        const a3d_finding *f = &doc->findings[i];
        bool first = (*from)++ < n;
        if (is_root(f) && (first ? has_repair(doc, f) : is_number(doc, f, &f->min) || is_number(doc, f, &f->max)))
            return i;
    }
    return A3D_NO_CAUSE;
}

/* Writes the number of a finding. False when it does not fit. */
static bool set_number(a3d_doc *doc, const a3d_finding *f, uint64_t value, uint8_t *bytes)
{
    if (a3d_shape_of(a3d_at(doc, f->place.node))->kind == A3D_CUSTOM)
        return a3d_custom_bytes(doc, doc->arena, f->place.node, (int64_t)value, bytes, f->size);
    a3d_store(bytes, f->size, value, doc->format->big_endian);
    return true;
}

/* The repairs of a finding: its suspects, or the least and the greatest value that a number may have. */
static unsigned list_repairs(a3d_doc *doc, const a3d_finding *f, a3d_suspect list[A3D_FAR])
{
    const a3d_quantity *bounds[2] = {&f->max, &f->min};
    unsigned n = 0;
    for (; n < f->n_suspects && has_repair(doc, f); n++)
        list[n] = f->suspects[n];
    for (unsigned k = 0; k < 2; k++)
        if (is_number(doc, f, bounds[k])) {
            list[n] = (a3d_suspect){.stream = f->stream, .off = f->off, .size = f->size, .unsure = true};
            n += set_number(doc, f, number(bounds[k]), list[n].bytes);
        }
    return n;
}

/* A copy of the streams of a document in which the bytes of a suspect are repaired. NULL when memory ran out. */
static a3d_stream *repaired_streams(a3d_arena *arena, const a3d_doc *doc, const a3d_suspect *repair)
{
    a3d_stream *streams = a3d_arena_alloc(arena, doc->n_streams * sizeof *streams);
    uint32_t size = doc->streams[repair->stream].size;
    uint8_t *data = a3d_block_resize(arena, NULL, size > 0 ? size : 1);
    if (streams == NULL || data == NULL)
        return NULL;
    memcpy(streams, doc->streams, doc->n_streams * sizeof *streams);
    memcpy(data, doc->streams[repair->stream].data, size);
    memcpy(data + repair->off, repair->bytes, repair->size);
    streams[repair->stream].data = data;
    streams[repair->stream].sound = true;
    return streams;
}

/* Takes steps from a budget. */
static void spend(uint64_t *budget, uint64_t steps)
{
    *budget -= steps < *budget ? steps : *budget;
}

/* Decodes a document again with the bytes of a suspect repaired. Streams are not unpacked again, unless their packed
 * bytes were repaired. NULL if the budget is not enough, or memory ran out. */
static a3d_doc *decode_repaired(a3d_arena *arena, const a3d_doc *doc, const a3d_suspect *repair, uint64_t *budget)
{
    enum { A_STEP = 64 }; /* bytes copied */
    a3d_ctx ctx;
    spend(budget, 1 + doc->streams[repair->stream].size / A_STEP);
    a3d_doc *known = *budget > 0 ? a3d_arena_alloc(arena, sizeof *known) : NULL;
    a3d_stream *streams = known != NULL ? repaired_streams(arena, doc, repair) : NULL;
    const a3d_limits limits = a3d_trial_limits(doc);
    if (streams == NULL || a3d_begin(&ctx, arena, doc->format, streams[0].data, streams[0].size, &limits) != A3D_OK)
        return NULL;
    *known = *doc;
    known->streams = streams;
    ctx.known = known;
    ctx.n_known = doc->n_streams;
    if (repair->stream == 0) {
        ctx.changed_off = repair->off;
        ctx.changed_size = repair->size;
    }
    ctx.own_work_limit = false;
    ctx.doc->work_limit = *budget;
    if (a3d_read_file(&ctx, (uint32_t)doc->vars[A3D_VAR_BRANCH]) != A3D_STOP)
        a3d_check_document(&ctx);
    spend(budget, ctx.doc->steps);
    return ctx.doc->limited == A3D_LIMIT_NONE ? ctx.doc : NULL;
}

/* A repair makes the checksums around it wrong; that is no damage. Returns whether there are any. */
static bool forgive_checksums(const a3d_doc *doc, a3d_doc *next)
{
    bool any = false;
    for (size_t i = 0; i < next->n_findings; i++) {
        a3d_finding *f = &next->findings[i];
        bool before = f->rule->fault != A3D_FAULT_CHECKSUM;
        for (size_t k = 0; k < doc->n_findings && !before; k++)
            before = doc->findings[k].rule == f->rule && doc->findings[k].off == f->off;
        if (!before)
            f->severity = A3D_NOTE;
        any |= !before;
    }
    return any;
}

/* The rounds of one search. A trial has an arena of its own. That of a repair which was made is kept to the end, since
 * later rounds use what it unpacked. */
enum { ROUNDS = 4, ARENAS = ROUNDS + 2 };
typedef struct rounds {
    a3d_doc *doc;
    uint64_t left; /* steps */
    a3d_arena arenas[ARENAS];
    bool used[ARENAS];
} rounds;

static unsigned take_arena(rounds *s)
{
    unsigned i = 0;
    while (i + 1 < ARENAS && s->used[i])
        i++;
    A3D_ASSERT(!s->used[i]);
    s->used[i] = true;
    a3d_arena_init_below(&s->arenas[i], s->doc->arena);
    return i;
}

static void release_arena(rounds *s, unsigned i)
{
    if (s->used[i])
        a3d_arena_free(&s->arenas[i]);
    s->used[i] = false;
}

/* A document in which a repair was made, and how many errors it still has. */
typedef struct a3d_round {
    a3d_doc *doc; /* searched again; NULL: not known */
    unsigned arena;
    size_t errors;
    bool breaks_sum; /* a checksum agrees with the bytes as they were */
    a3d_suspect repair;
} a3d_round;

/* Decodes with a repair, and counts the errors. */
static a3d_round decode_round(rounds *s, const a3d_doc *doc, const a3d_suspect *repair)
{
    a3d_round r = {NULL, take_arena(s), SIZE_MAX, false, *repair};
    r.doc = decode_repaired(&s->arenas[r.arena], doc, repair, &s->left);
    if (r.doc != NULL) {
        r.breaks_sum = forgive_checksums(doc, r.doc);
        r.errors = a3d_count_errors(r.doc);
    }
    return r;
}

/* Makes a repair, and searches again with a part of the steps. What counts are the errors that a second repair then
 * leaves. */
static a3d_round make_repair(rounds *s, const a3d_doc *doc, const a3d_suspect *repair, uint64_t share)
{
    a3d_round r = decode_round(s, doc, repair);
    a3d_suspect list[A3D_FAR];
    bool clean = false;
    if (r.doc == NULL || r.errors == 0 || s->left == 0)
        return r;
    uint64_t before = r.doc->steps;
    share = share < s->left ? share : s->left;
    r.doc->work_limit = before + share;
    a3d_search_document(r.doc, share, 0, &clean);
    spend(&s->left, r.doc->steps - before);
    a3d_follow_suspects(r.doc);
    uint32_t from = 0, next = repairable(r.doc, &from);
    if (next == A3D_NO_CAUSE || list_repairs(r.doc, &r.doc->findings[next], list) == 0)
        return r;
    a3d_round second = decode_round(s, r.doc, &list[0]);
    r.errors = second.errors < r.errors ? second.errors : r.errors;
    r.breaks_sum |= second.breaks_sum;
    release_arena(s, second.arena);
    return r;
}

/* Moves a suspect to the front. */
static void prefer(a3d_finding *f, unsigned k)
{
    a3d_suspect *list = a3d_own_suspects(f), chosen = list[k];
    memmove(list + 1, list, k * sizeof *list);
    list[0] = chosen;
}

/* Whether something is still missing at the end of the file. */
static bool lacks_end(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        bool ends = f->rule->fault == A3D_FAULT_TRUNCATED || f->rule->fault == A3D_FAULT_PACKED_ENDS;
        if (ends && f->stream == 0 && f->off + f->size >= doc->streams[0].size)
            return true;
    }
    return false;
}

/* Whether a repair that leaves so many errors is one. It must leave fewer, but for a length, which hides what is in
 * it. */
static bool convinces(const a3d_finding *f, const a3d_round *r, size_t before)
{
    bool length = f->rule->fault >= A3D_FAULT_LENGTH_SMALL && f->rule->fault <= A3D_FAULT_LENGTH_WRONG;
    if (r->errors == 0 || r->repair.partial)
        return r->errors == 0 && !(r->repair.partial && r->breaks_sum);
    return !lacks_end(r->doc) && r->errors < before + length;
}

/* Makes the repair that leaves the fewest errors, if one convinces. */
static a3d_round best_round(rounds *s, a3d_doc *doc, a3d_finding *f)
{
    a3d_suspect list[A3D_FAR];
    a3d_round best = {.arena = ARENAS, .errors = SIZE_MAX};
    unsigned n = list_repairs(doc, f, list), chosen = 0;
    for (unsigned k = 0; k < n && best.errors > 0 && s->left > 0; k++) {
        a3d_round r = make_repair(s, doc, &list[k], s->left / (n - k)), worse = r;
        if (r.doc != NULL && r.errors < best.errors && convinces(f, &r, a3d_count_errors(doc))) {
            worse = best;
            best = r;
            chosen = k;
        }
        if (worse.arena < ARENAS)
            release_arena(s, worse.arena);
        if (!list[k].unsure)
            break;
    }
    if (f->n_suspects > 0 && best.doc != NULL && best.repair.partial)
        a3d_confirm_far(doc, f, chosen);
    else if (f->n_suspects > 0 && best.doc != NULL)
        prefer(f, chosen);
    return best;
}

void a3d_search_again(a3d_doc *doc, uint64_t budget)
{
    rounds s = {.doc = doc, .left = budget};
    a3d_doc *now = doc;
    uint32_t roots[ROUNDS], from = 0, root = doc->more_findings == 0 ? repairable(now, &from) : A3D_NO_CAUSE;
    for (unsigned round = 0; round < ROUNDS && root != A3D_NO_CAUSE && s.left > 0;) {
        a3d_round next = best_round(&s, now, &now->findings[root]);
        if (next.doc == NULL) {
            root = repairable(now, &from);
            continue;
        }
        now->findings[root].cause = A3D_NO_CAUSE;
        roots[round++] = a3d_same_finding(doc, now, root);
        a3d_merge_findings(doc, next.doc, &next.repair, roots, round);
        now = next.doc;
        from = 0;
        root = repairable(now, &from);
    }
    doc->steps += budget - s.left;
    for (unsigned i = 0; i < ARENAS; i++)
        release_arena(&s, i);
}
