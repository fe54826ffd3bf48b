/* judge.c - see judge.h */
#include "judge.h"
#include "engine/decode/decode.h"
#include "engine/document/path.h"
#include "engine/encode/encode.h"
#include "formats/formats.h"

#include <stdio.h>
#include <string.h>

unsigned judge_candidates(const uint8_t *data, size_t size, const a3d_format **list)
{
    const a3d_format *const *all = a3d_formats();
    unsigned n = 0;
    int best = 1;
    for (unsigned i = 0; i < A3D_FORMATS; i++) {
        int sure = all[i]->probe(data, size);
        if (sure > best) {
            best = sure;
            n = 0;
        }
        if (sure == best)
            list[n++] = all[i];
    }
    return n;
}

/* One judgement under way. */
typedef struct trial {
    const a3d_format *format;
    const judge_how *how;
    a3d_limits limits;
    char *why;
    size_t room;
} trial;

static bool broken(const trial *t, const char *what)
{
    snprintf(t->why, t->room, "%s", what);
    return false;
}

static const char *name_of(const a3d_doc *doc, uint32_t node)
{
    const a3d_row *row = node < doc->n_nodes ? a3d_at(doc, node)->row : NULL;
    return row != NULL ? a3d_row_name(row) : "?";
}

/* ---- findings ---- */

static bool finding_sound(const trial *t, const a3d_doc *doc, size_t i)
{
    const a3d_finding *f = &doc->findings[i];
    const a3d_rule *rules = t->format->rules;
    if (f->rule <= rules || f->rule >= rules + t->format->n_rules || (f->severity == A3D_OFF && f->rule->severity != A3D_OFF) || f->message == NULL)
        return broken(t, "a finding has no rule of its format, no severity or no message");
    bool inside = f->stream < doc->n_streams && (uint64_t)f->off + f->size <= doc->streams[f->stream].size;
    bool bit = f->bit == A3D_NO_BIT || (f->bit < 8 && inside && f->off < doc->streams[f->stream].size);
    bool node = f->place.node == A3D_NO_NODE || f->place.node < doc->n_nodes;
    bool cause = f->cause == A3D_NO_CAUSE || (f->cause < doc->n_findings && f->cause != i);
    if (inside && bit && node && cause && f->count > 0 && f->n_places > 0 && f->n_places <= A3D_PLACES)
        return true;
    snprintf(t->why, t->room, "finding %u (%s, stream %u, %u+%u, bit %u, cause %u) is not in order: %s", (unsigned)i, f->rule->id,
             (unsigned)f->stream, (unsigned)f->off, (unsigned)f->size, (unsigned)f->bit, (unsigned)f->cause, f->message);
    return false;
}

/* Whether the causes of a finding come to an end. */
static bool cause_ends(const a3d_doc *doc, size_t i)
{
    size_t hops = 0;
    for (uint32_t cause = doc->findings[i].cause; cause != A3D_NO_CAUSE && hops <= doc->n_findings; hops++)
        cause = doc->findings[cause].cause;
    return hops <= doc->n_findings;
}

static bool findings_sound(const trial *t, const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (!finding_sound(t, doc, i))
            return false;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (!cause_ends(doc, i))
            return broken(t, "the causes of a finding lead in a circle");
    return true;
}

/* Nodes of sparse documents have other numbers. */
static bool same_place(const a3d_doc *a, const a3d_place *p, const a3d_doc *b, const a3d_place *q)
{
    a3d_text one, other;
    if (a->n_left_out + b->n_left_out == 0 || p->node == A3D_NO_NODE || q->node == A3D_NO_NODE)
        return p->node == q->node;
    a3d_text_init(&one, a->arena);
    a3d_text_init(&other, b->arena);
    a3d_put_place(&one, a, p);
    a3d_put_place(&other, b, q);
    bool same = one.failed || other.failed ||
                (one.size == other.size && (one.size == 0 || memcmp(one.data, other.data, one.size) == 0));
    a3d_text_free(&one);
    a3d_text_free(&other);
    return same;
}

bool judge_findings(const a3d_doc *a, const a3d_doc *b, char *why, size_t room)
{
    size_t n = a->n_findings, more = a->more_findings;
    bool same = n == b->n_findings && more == b->more_findings && a->steps == b->steps && a->limited == b->limited;
    if (!same) {
        snprintf(why, room, "decoding again gives another number of findings or steps, or another limit");
        return false;
    }
    for (size_t i = 0; same && i < more; i++)
        same = a->more_rules[i] == b->more_rules[i];
    for (size_t i = 0; same && i < n; i++) {
        const a3d_finding *f = &a->findings[i], *g = &b->findings[i];
        same = f->rule == g->rule && f->stream == g->stream && f->off == g->off && f->size == g->size && f->bit == g->bit &&
               f->count == g->count && strcmp(f->message, g->message) == 0 && same_place(a, &f->place, b, &g->place);
    }
    if (!same)
        snprintf(why, room, "decoding again gives another finding");
    return same;
}

/* ---- encoding ---- */

static bool faithful(const trial *t, a3d_doc *doc, const uint8_t *data, uint32_t size)
{
    a3d_text out;
    a3d_text_init(&out, doc->arena);
    const char *why = a3d_encode(doc, A3D_FAITHFUL, &out, NULL, 0);
    if (why != NULL && t->how->bounded)
        return true;
    if (why != NULL) {
        snprintf(t->why, t->room, "faithful encode: %s", why);
        return false;
    }
    if (out.size == size && (size == 0 || memcmp(out.data, data, size) == 0))
        return true;
    size_t at = 0;
    while (at < size && at < out.size && (uint8_t)out.data[at] == data[at])
        at++;
    snprintf(t->why, t->room, "faithful encode gives %zu bytes for %u and differs from offset %zu on", out.size, (unsigned)size, at);
    return false;
}

static unsigned count_of(const a3d_doc *doc, a3d_severity severity)
{
    unsigned n = 0;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].severity == severity;
    return n;
}

/* The canonical bytes of `doc`, decoded and encoded again in an arena of their own. */
static bool again(const trial *t, const a3d_doc *doc, const a3d_text *first, bool sound, a3d_arena *arena)
{
    a3d_limits limits = t->limits;
    limits.wordless = true;
    a3d_doc *back = a3d_decode(arena, t->format, (const uint8_t *)first->data, (uint32_t)first->size, &limits,
                               (uint32_t)doc->vars[A3D_VAR_BRANCH]);
    if (back == NULL || back->limited != A3D_LIMIT_NONE)
        return broken(t, "canonical encode reaches a limit when it is decoded");
    if (back->faulty || (sound && count_of(back, A3D_ERROR) > 0)) {
        snprintf(t->why, t->room, "canonical encode has a fault that the input has not: %s in %s",
                 back->n_findings > 0 ? back->findings[0].message : "none is told",
                 back->n_findings > 0 ? name_of(back, back->findings[0].place.node) : "?");
        return false;
    }
    if (!judge_same(doc, back, t->why, t->room))
        return false;
    if (doc->mask.node != A3D_NO_NODE && back->mask.header + back->mask.room > doc->mask.header + doc->mask.room)
        return broken(t, "the null mask of the canonical encode is longer than that of the input");
    a3d_text second;
    a3d_text_init(&second, arena);
    const char *why = a3d_encode(back, A3D_CANONICAL, &second, NULL, 0);
    if (why != NULL || second.size != first->size || memcmp(second.data, first->data, first->size) != 0)
        return broken(t, why != NULL ? why : "the canonical encode of a canonical encode differs from it");
    return true;
}

static bool canonical(const trial *t, a3d_doc *doc)
{
    a3d_text first;
    bool sound = count_of(doc, A3D_ERROR) == 0;
    a3d_text_init(&first, doc->arena);
    const char *why = a3d_encode(doc, A3D_CANONICAL, &first, NULL, 0);
    if (why != NULL) {
        snprintf(t->why, t->room, "canonical encode: %s", why);
        return false;
    }
    a3d_arena arena;
    a3d_arena_init(&arena, t->how->mem);
    bool ok = again(t, doc, &first, sound, &arena);
    a3d_arena_free(&arena);
    return ok;
}

/* ---- all of it ---- */

static bool twice(const trial *t, const a3d_doc *doc, const uint8_t *data, uint32_t size)
{
    a3d_arena arena;
    a3d_arena_init(&arena, t->how->mem);
    const a3d_doc *other = a3d_decode(&arena, t->format, data, size, &t->limits, t->format->usual);
    bool ok = other != NULL ? judge_findings(doc, other, t->why, t->room) : broken(t, "decoding again gives no document");
    a3d_arena_free(&arena);
    return ok;
}

/* What the engine and the reports rest on: a node has a row, even where a limit ended the reading, and nothing is edited. */
static bool nodes_sound(const trial *t, const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_nodes; i++)
        if (doc->nodes[i].row == NULL || (doc->nodes[i].state == A3D_PRESENT && doc->nodes[i].edited))
            return broken(t, "a node of a decoded document has no row or is edited");
    return doc->edit_stream == 0 || broken(t, "a decoded document has a stream of edits");
}

static bool holds(const trial *t, a3d_doc *doc, const uint8_t *data, uint32_t size)
{
    bool quick = t->how->quick || t->how->bounded;
    if (!nodes_sound(t, doc) || !findings_sound(t, doc) || (!quick && !t->how->once && !twice(t, doc, data, size)))
        return false;
    if (doc->limited != A3D_LIMIT_NONE)
        return true;
    if (doc->steps > doc->work_limit)
        return broken(t, "more steps were used than are allowed, and nothing says so");
    if (doc->faulty && doc->n_findings == 0 && !t->how->bounded)
        return broken(t, "the decode is only partial, and no finding says why");
    if (!t->how->bounded && !judge_taint(doc, t->why, t->room))
        return false;
    bool tiled = !quick && !t->how->untiled;
    if ((tiled && (!judge_spans(doc, t->why, t->room) || !judge_hex(doc, t->why, t->room))) || !faithful(t, doc, data, size))
        return false;
    return quick || doc->faulty || canonical(t, doc);
}

static void judge_document(const trial *t, judged *result, a3d_doc *doc, const uint8_t *data, uint32_t size)
{
    result->errors = count_of(doc, A3D_ERROR);
    result->warnings = count_of(doc, A3D_WARNING);
    result->limited = doc->limited;
    result->faulty = doc->faulty;
    result->steps = doc->steps;
    result->work_limit = doc->work_limit;
    result->nodes = doc->n_nodes;
    if (t->how->seen != NULL)
        t->how->seen(doc);
    if (!holds(t, doc, data, size) && result->broken[0] == '\0')
        broken(t, "something does not hold");
}

judged judge_with(const a3d_format *format, const uint8_t *data, uint32_t size, const judge_how *how)
{
    judged result = {.broken = ""};
    /* enough for any sound file of this size, little enough for millions of inputs */
    trial t = {format, how, {.unpacked = (UINT64_C(4) << 20) + 64 * (uint64_t)size, .wordless = how->quick, .plan_cache = how->plan_cache}, result.broken, sizeof result.broken};
    if (how->limits != NULL)
        t.limits = *how->limits;
    a3d_arena arena;
    a3d_arena_init(&arena, how->mem);
    a3d_doc *doc = a3d_decode(&arena, format, data, size, &t.limits, format->usual);
    if (doc != NULL)
        judge_document(&t, &result, doc, data, size);
    else if (!how->bounded)
        broken(&t, "there is no document");
    a3d_arena_free(&arena);
    return result;
}

judged judge(const a3d_format *format, const uint8_t *data, uint32_t size)
{
    return judge_with(format, data, size, &(judge_how){.mem = NULL});
}
