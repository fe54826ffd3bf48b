/* text.c - the report for people: each cause, with the findings that follow from it indented below */
#include "report/text/text.h"
#include "base/amount.h"
#include "report/common/phrases.h"
#include "report/common/readers.h"
#include "report/stats/stats.h"
#include "report/text/alike.h"
#include "report/text/counts.h"
#include "report/text/excerpt.h"

#include <inttypes.h>
#include <string.h>

enum { NONE = -1, DEEPEST = 6 };

/* Findings as a tree: for each finding the first that follows from it, and the next with the same cause. */
typedef struct tree {
    int32_t *child, *next;
    int32_t first;
    a3d_alike *alike; /* NULL: each finding is shown */
} tree;

static bool build(tree *t, const a3d_sink *sink, const a3d_doc *doc)
{
    size_t n = doc->n_findings;
    a3d_arena *arena = doc->arena;
    t->first = NONE;
    t->alike = sink->each ? NULL : a3d_arena_alloc(arena, (n + 1) * sizeof *t->alike);
    if (!sink->each && (t->alike == NULL || !a3d_find_alike(t->alike, sink, doc)))
        return false;
    t->child = a3d_arena_alloc(arena, (n + 1) * sizeof *t->child);
    t->next = a3d_arena_alloc(arena, (n + 1) * sizeof *t->next);
    if (t->child == NULL || t->next == NULL)
        return false;
    /* Backwards, so that each chain ends up in the order of the findings. */
    for (size_t i = n; i-- > 0;) {
        uint32_t cause = doc->findings[i].cause;
        int32_t *chain = cause < i ? &t->child[cause] : &t->first;
        if (i + 1 == n)
            for (size_t k = 0; k < n; k++)
                t->child[k] = NONE;
        t->next[i] = *chain;
        *chain = (int32_t)i;
    }
    return true;
}

static const char *color_of(const a3d_sink *sink, a3d_severity severity)
{
    static const char *const colors[] = {"", "\033[36m", "\033[33m", "\033[31m"};
    return sink->color ? colors[severity] : "";
}

static const char *plain(const a3d_sink *sink)
{
    return sink->color ? "\033[0m" : "";
}

static void put_line(a3d_text *out, const char *text)
{
    a3d_put_printable(out, text, strlen(text));
    a3d_putc(out, '\n');
}

static const char spaces[] = "                                "; /* as many as the deepest indent, and more */

static unsigned indent_of(unsigned depth)
{
    return 4 * (depth < DEEPEST ? depth : DEEPEST);
}

static void put_indent(a3d_text *out, unsigned depth)
{
    a3d_put(out, spaces, indent_of(depth));
}

static void put_where(a3d_text *out, const a3d_doc *doc, const a3d_place *place, uint32_t stream, uint32_t at,
                      uint32_t size, uint32_t bit)
{
    uint32_t chain[A3D_CHAIN];
    unsigned n = a3d_stream_chain(doc, stream, chain, A3D_CHAIN);
    size_t start = out->size;
    a3d_put_place(out, doc, place);
    a3d_puts(out, out->size > start ? ", " : "");
    for (unsigned i = 0; i < n; i++) {
        uint32_t off = i + 1 < n ? doc->streams[chain[i + 1]].off : at;
        a3d_put_stream(out, doc, chain[i]);
        a3d_puts(out, "+0x");
        a3d_put_digits(out, off, 1);
        a3d_puts(out, i + 1 < n ? " > " : "");
    }
    a3d_puts(out, " (");
    a3d_put_uint(out, size);
    a3d_puts(out, size == 1 ? " byte)" : " bytes)");
    if (bit != A3D_NO_BIT)
        a3d_printf(out, " bit %" PRIu32, bit);
    a3d_putc(out, '\n');
}

static void put_suspects(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, unsigned depth)
{
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *s = &f->suspects[i];
        put_indent(out, depth);
        a3d_printf(out, "%s: ", a3d_suspect_label(f, i));
        put_line(out, s->message);
        put_indent(out, depth + 1);
        put_where(out, doc, &s->place, s->stream, s->off, s->size, s->bit);
        put_indent(out, depth + 1);
        a3d_puts(out, s->proven ? "edit: " : "if so, edit: ");
        a3d_put_repair(out, doc, s);
        if (s->proven) {
            a3d_puts(out, " (");
            a3d_put_left(out, s->left);
            a3d_putc(out, ')');
        }
        a3d_putc(out, '\n');
    }
}

static void put_more(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, unsigned depth)
{
    if (f->count < 2)
        return;
    put_indent(out, depth);
    a3d_puts(out, "also ");
    for (uint32_t i = 1; i < f->n_places; i++) {
        a3d_puts(out, i > 1 ? ", " : "");
        a3d_put_place(out, doc, &f->places[i]);
    }
    if (f->n_places < 2)
        a3d_printf(out, "%" PRIu32 " more", f->count - 1);
    else if (f->count > f->n_places)
        a3d_printf(out, " and %" PRIu32 " more", f->count - f->n_places);
    a3d_putc(out, '\n');
}

static void put_standing(a3d_text *out, a3d_standing standing, unsigned depth)
{
    a3d_text text;
    a3d_text_init(&text, out->arena);
    a3d_put_standing(&text, "", standing);
    if (text.size > 0) {
        put_indent(out, depth);
        a3d_put_printable(out, text.data, text.size);
        a3d_putc(out, '\n');
    }
    out->failed |= text.failed;
    a3d_text_free(&text);
}

/* What the selected readers do with such a file. */
static void put_readers(a3d_text *out, const a3d_result *result, const a3d_finding *f, unsigned depth)
{
    unsigned n = indent_of(depth);
    if (result->readers != 0)
        a3d_put_readers(out, result->format, f->rule->id, result->readers, spaces + sizeof spaces - 1 - n, false);
}

static void put_finding(const a3d_sink *sink, const char *path, const a3d_result *result, const a3d_finding *f,
                        unsigned depth)
{
    a3d_text *out = sink->out;
    const a3d_doc *doc = result->doc;
    put_indent(out, depth);
    if (depth == 0) {
        a3d_put_file_name(out, path);
        a3d_puts(out, ": ");
    }
    a3d_puts(out, color_of(sink, f->severity));
    a3d_puts(out, a3d_severity_name(f->severity));
    a3d_puts(out, plain(sink));
    a3d_putc(out, ' ');
    a3d_puts(out, f->rule->id);
    a3d_puts(out, ": ");
    put_line(out, f->message);
    put_indent(out, depth + 1);
    put_where(out, doc, &f->place, f->stream, f->off, f->size, f->bit);
    put_more(out, doc, f, depth + 1);
    put_standing(out, a3d_standing_of(sink, (size_t)(f - doc->findings)), depth + 1);
    put_readers(out, result, f, depth + 1);
    a3d_put_excerpt(out, doc, f, indent_of(depth + 1), sink->width);
    put_suspects(out, doc, f, depth + 1);
}

/* After the first of many findings that are alike: how many it stands for. */
static void put_alike(a3d_text *out, const a3d_alike *first, unsigned depth)
{
    if (first->others + 1 < A3D_FEW_ALIKE)
        return;
    put_indent(out, depth);
    a3d_printf(out, "and %" PRIu32 " more like it in this file (--all shows each)\n", first->others);
}

/* Depth first without a stack: after the last child, the causes lead back up. */
static void put_tree(const a3d_sink *sink, const char *path, const a3d_result *result, const tree *t)
{
    const a3d_doc *doc = result->doc;
    unsigned depth = 0;
    for (int32_t i = t->first; i != NONE;) {
        const a3d_finding *f = &doc->findings[i];
        bool shown = a3d_is_shown(sink, doc, (size_t)i);
        if (shown && (t->alike == NULL || !a3d_is_folded(t->alike, (size_t)i)))
            put_finding(sink, path, result, f, depth);
        if (shown && t->alike != NULL)
            put_alike(sink->out, &t->alike[i], depth + 1);
        if (t->child[i] != NONE) {
            depth += shown;
            i = t->child[i];
            continue;
        }
        while (i != NONE && t->next[i] == NONE) {
            uint32_t cause = doc->findings[i].cause;
            i = cause < (uint32_t)i ? (int32_t)cause : NONE;
            depth -= i != NONE && a3d_is_shown(sink, doc, (size_t)i);
        }
        i = i != NONE ? t->next[i] : NONE;
    }
}

static void put_kind(a3d_text *out, const a3d_result *result)
{
    if (result->format == NULL)
        return;
    a3d_printf(out, " (%s%s%s%s%s)", result->format->name, result->version[0] ? " " : "", result->version,
               result->branch != NULL ? " " : "", result->branch != NULL ? result->branch : "");
}

/* "3 more findings were not kept: 1 error, 2 warnings (--max-findings)" */
static void put_not_kept(a3d_text *out, const char *path, const a3d_result *result)
{
    size_t all = 0;
    for (unsigned s = A3D_NOTE; s <= A3D_ERROR; s++)
        all += result->more[s];
    a3d_put_file_name(out, path);
    a3d_printf(out, ": %zu more finding%s not kept: ", all, all == 1 ? " was" : "s were");
    a3d_put_severities(out, result->more);
    a3d_puts(out, " (--max-findings)\n");
}

/* Which branch was taken and why: on request, and when no branch fits, since the findings then result from a guess. */
static void put_branch(const a3d_sink *sink, const char *path, const a3d_result *result)
{
    bool guess = result->doc != NULL && result->doc->why > A3D_WHY_FIRST;
    if (result->branch_why == NULL || (!sink->verbose && !guess))
        return;
    a3d_put_file_name(sink->out, path);
    a3d_printf(sink->out, ": branch %s: ", result->branch);
    put_line(sink->out, result->branch_why);
}

/* The verdict on request, and the reason of one that no finding gives. */
static void put_verdict(const a3d_sink *sink, const char *path, const a3d_result *result)
{
    const char *message = a3d_message_besides(sink, result);
    if ((message == NULL && !sink->verbose) || sink->said)
        return;
    a3d_put_file_name(sink->out, path);
    a3d_printf(sink->out, ": %s", a3d_verdict_name(result->verdict));
    put_kind(sink->out, result);
    a3d_puts(sink->out, message != NULL ? ": " : "");
    put_line(sink->out, message != NULL ? message : "");
}

void a3d_text_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    a3d_text *out = sink->out;
    const a3d_doc *doc = result->doc;
    tree t;
    if (sink->counts != NULL)
        out->failed |= !a3d_counts_add(sink->counts, sink, result);
    else if (doc != NULL && doc->n_findings > 0 && build(&t, sink, doc))
        put_tree(sink, path, result, &t);
    if (sink->stats != NULL)
        a3d_stats_text(out, path, result, sink->stats);
    if (result->truncated)
        put_not_kept(out, path, result);
    put_verdict(sink, path, result);
    put_branch(sink, path, result);
}

void a3d_text_skipped(a3d_sink *sink, const char *path, const char *why)
{
    a3d_put_file_name(sink->out, path);
    a3d_puts(sink->out, ": skipped: ");
    put_line(sink->out, why);
}

static void put_number(a3d_text *out, size_t n, const char *what, const char *many)
{
    if (n > 0)
        a3d_printf(out, ", %zu %s%s", n, what, n != 1 ? many : "");
}

static void put_vanished(const a3d_sink *sink)
{
    for (size_t i = 0; i < sink->n_vanished; i++) {
        const a3d_vanished *v = &sink->vanished[i];
        a3d_put_file_name(sink->out, v->baseline);
        a3d_printf(sink->out, ":%u: no longer found: %s in ", v->line, v->rule);
        a3d_put_printable(sink->out, v->path, strlen(v->path));
        a3d_puts(sink->out, v->field[0] != '\0' ? ", " : "");
        put_line(sink->out, v->field);
    }
}

void a3d_text_end(a3d_sink *sink)
{
    if (sink->stats != NULL)
        a3d_stats_total_text(sink->out, sink->stats);
    if (sink->counts != NULL)
        a3d_counts_text(sink->out, sink->counts);
    put_vanished(sink);
    a3d_put_summary(sink);
}

/* The findings, by what a baseline knows of them, as ", 1 new finding, 2 expired (3 in the baseline; 4 notes not
 * shown)". */
static void put_new(const a3d_sink *sink)
{
    const a3d_totals *t = &sink->totals;
    a3d_text *out = sink->out;
    a3d_printf(out, ", %s", a3d_amount_of(t->fresh, "new finding").text);
    put_number(out, t->expired, "expired", "");
    if (t->suppressed > 0)
        a3d_printf(out, " (%zu in the baseline", t->suppressed);
    if (t->hidden > 0)
        a3d_printf(out, "%s%s not shown", t->suppressed > 0 ? "; " : " (",
                   a3d_amount_of(t->hidden, sink->show == A3D_WARNING ? "note" : "finding").text);
    a3d_puts(out, t->suppressed + t->hidden > 0 ? ")" : "");
}

void a3d_put_summary(const a3d_sink *sink)
{
    const a3d_totals *t = &sink->totals;
    a3d_text *out = sink->out;
    if (sink->quiet)
        return;
    a3d_printf(out, "%zu file%s: %zu valid", t->files, t->files == 1 ? "" : "s", t->verdicts[A3DLINT_VALID]);
    for (unsigned v = A3DLINT_INVALID; v <= A3DLINT_LIMITED; v++)
        put_number(out, t->verdicts[v], a3d_verdict_name((a3dlint_verdict)v), "");
    put_number(out, t->skipped, "skipped", "");
    if (t->suppressed + t->expired > 0 && !sink->unwritten) {
        put_new(sink);
    } else {
        put_number(out, t->counts[A3D_ERROR], "error", "s");
        put_number(out, t->counts[A3D_WARNING], "warning", "s");
        put_number(out, t->counts[A3D_NOTE], "note", "s");
        if (t->hidden > 0)
            a3d_printf(out, " (%zu not shown)", t->hidden);
    }
    a3d_puts(out, sink->unwritten ? "; the baseline was not written" : "");
    a3d_puts(out, sink->interrupted ? "; interrupted\n" : "\n");
}
