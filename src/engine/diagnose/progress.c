/* progress.c - repairs with which much more decodes, though not everything; see search.h
 *
 * With several damages no single repair lets the rest decode to its end. The repair of the first one still shows: what
 * is read after the fault are many sound fields, up to where the next damage shows. */
#include "engine/check/check.h"
#include "base/text.h"
#include "engine/diagnose/search.h"
#include "engine/document/findings.h"

#include <string.h>

/* LEAST: a repair must let more fields decode. */
enum { LEAST = 1, MOST_FIELDS = 1 << 20, RECENT = 8 };

/* Whether the row is one of the last few; if not, it is noted. */
static bool seen_lately(const a3d_row *recent[RECENT], const a3d_row *row, uint32_t n)
{
    for (unsigned i = 0; i < RECENT; i++)
        if (recent[i] == row)
            return true;
    recent[n % RECENT] = row;
    return false;
}

/* How many fields the trial read from the fault up to the next error. Fields that repeat are not counted: a wrong count
 * of texts takes everything for texts. */
static uint32_t fields_read(const a3d_search *s, uint32_t from, uint32_t to)
{
    const a3d_doc *doc = s->ctx.doc;
    const a3d_row *recent[RECENT] = {NULL};
    uint32_t stream = s->unit != A3D_NO_NODE ? s->stream : 0, n = 0;
    for (size_t i = doc->n_nodes; i-- > from && n < MOST_FIELDS;) {
        const a3d_node *node = a3d_at(doc, (uint32_t)i);
        bool after = node->stream == stream ? node->off >= s->fault && node->off < to
                                            : doc->streams[node->stream].parent == stream;
        n += node->state == A3D_PRESENT && after && node->row != &a3d_row_element && node->row != &a3d_row_slack &&
             !seen_lately(recent, node->row, n);
    }
    return n;
}

/* Where the first error after the fault is, if the values of a trial that ended early are checked too. */
static uint32_t next_error(a3d_search *s, uint32_t from)
{
    a3d_ctx *ctx = &s->ctx;
    uint64_t steps = ctx->doc->steps;
    ctx->doc->work_limit = steps + s->budget;
    ctx->watched_error = ctx->watched_error < s->reached ? ctx->watched_error : s->reached;
    ctx->watches = true;
    a3d_check_values(ctx, from);
    ctx->watches = false;
    ctx->doc->limited = A3D_LIMIT_NONE;
    a3d_charge(s, ctx->doc->steps - steps);
    return ctx->watched_error;
}

/* How far a repair goes: how many fields it lets decode before the next error. If the stream decodes to its end, the
 * errors that are left count. 0: not far. */
static uint32_t distance_of(a3d_search *s, bool whole, uint32_t least)
{
    uint32_t from = s->unit != A3D_NO_NODE ? (uint32_t)s->clean.nodes : s->from;
    if (whole)
        return s->ctx.reported_errors < MOST_FIELDS / 2 ? MOST_FIELDS - s->ctx.reported_errors : 0;
    if (s->reached <= s->fault)
        return 0;
    a3d_charge(s, (s->ctx.doc->n_nodes - from) / A3D_NODES_COPIED);
    uint32_t fields = fields_read(s, from, s->reached);
    return fields > least ? fields_read(s, from, next_error(s, from)) : 0;
}

void a3d_keep_far(a3d_search *s, const a3d_attempt *r, bool whole)
{
    uint32_t least = s->n_far == A3D_FAR ? MOST_FIELDS - s->far[A3D_FAR - 1].score : LEAST;
    if (!s->stops || s->budget == 0)
        return;
    uint32_t distance = distance_of(s, whole, least);
    if (distance <= least)
        return;
    a3d_attempt kept = *r;
    kept.score = MOST_FIELDS - distance;
    kept.clean = false;
    unsigned at = s->n_far < A3D_FAR ? s->n_far++ : A3D_FAR - 1;
    for (; at > 0 && s->far[at - 1].score > kept.score; at--)
        s->far[at] = s->far[at - 1];
    s->far[at] = kept;
}

void a3d_attach_far(a3d_search *s, a3d_finding *f)
{
    if (s->n_best > 0 || s->n_far == 0 || s->misread != A3D_NO_NODE || f->n_suspects > 0)
        return;
    a3d_attach_attempts(s, f, s->far, s->n_far, true);
}

void a3d_confirm_far(a3d_doc *doc, a3d_finding *f, unsigned chosen)
{
    static const char whole[] = "everything after it then decodes";
    a3d_suspect *s = a3d_own_suspects(f);
    a3d_text text;
    s[0] = s[chosen];
    s[0].partial = false;
    f->n_suspects = 1;
    const char *rest = strstr(s[0].message, whole);
    if (rest == NULL)
        return;
    a3d_text_init(&text, doc->arena);
    a3d_put(&text, s[0].message, (size_t)(rest - s[0].message));
    a3d_puts(&text, "after one more repair, everything after it decodes");
    a3d_putc(&text, '\0');
    if (!text.failed)
        s[0].message = a3d_arena_text(doc->arena, text.data, text.size - 1);
    a3d_text_free(&text);
}

void a3d_drop_far(a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].n_suspects > 0 && doc->findings[i].suspects[0].partial)
            doc->findings[i].n_suspects = 0;
}
