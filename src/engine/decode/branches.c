/* branches.c - formats whose files do not name their branch: each branch is tried; see reading.h */
#include "base/never.h"
#include "base/text.h"
#include "engine/decode/decode.h"
#include "engine/decode/reading.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

#include <limits.h>
#include <string.h>

enum { MOST_BRANCHES = 8 };

/* The result of trying one branch. */
typedef struct trial {
    const a3d_branch *branch;
    bool whole;        /* the whole file could be read */
    bool fits;
    size_t errors;
    const char *first; /* message of the first error in the file */
    uint32_t off;      /* of that error; UINT32_MAX when there is none */
    uint32_t fork;     /* offset of the fields by which branches differ */
    int looks;         /* how much the file looks like this branch there (a3d_weigh_fork) */
} trial;

static void note_errors(const a3d_doc *doc, trial *t)
{
    t->errors = a3d_count_errors(doc);
    t->off = UINT32_MAX;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        uint32_t off = f->severity == A3D_ERROR ? a3d_file_offset(doc, f->stream, f->off) : UINT32_MAX;
        if (off < t->off) {
            t->first = f->message;
            t->off = off;
        }
    }
}

/* Lists the branches that the version allows, or the one that is forced. If there is none, the last branch of the
 * format. */
static unsigned list_trials(const a3d_format *format, int64_t version, uint32_t forced, trial *trials)
{
    unsigned n = 0;
    const a3d_branch *b = format->branches;
    for (; b->name != NULL && !A3D_NEVER(n == MOST_BRANCHES); b++)
        if (forced != 0 ? (forced & b->mask) != 0 : version >= b->since && version <= b->until)
            trials[n++] = (trial){.branch = b};
    if (n == 0)
        trials[n++] = (trial){.branch = b - 1};
    return n;
}

/* Resets what the check of the previous trial left in the context. */
static void reset_checks(a3d_ctx *ctx)
{
    a3d_index_free(ctx);
    ctx->repeat = NULL;
}

static int read_and_check(a3d_ctx *ctx, uint32_t bits, bool checked)
{
    reset_checks(ctx);
    int st = a3d_read_file(ctx, bits);
    if (st != A3D_STOP && checked)
        a3d_check_document(ctx);
    return st;
}

/* Reads the file as one branch. Unless it is the last trial, it gets half of the remaining work, and a limit that it
 * reaches does not end the decode. */
static int try_branch(a3d_ctx *ctx, uint32_t other_bits, trial *t, bool last, bool checked)
{
    a3d_doc *doc = ctx->doc;
    uint64_t held = last || doc->work_limit <= doc->steps ? 0 : (doc->work_limit - doc->steps) / 2;
    doc->work_limit -= held;
    int st = read_and_check(ctx, other_bits | t->branch->mask, checked);
    doc->work_limit += held;
    t->whole = st != A3D_STOP && !doc->faulty;
    t->fork = st != A3D_STOP ? a3d_find_fork(doc) : UINT32_MAX;
    note_errors(doc, t);
    if (last || doc->limited == A3D_LIMIT_NONE || doc->limited == A3D_LIMIT_MEMORY)
        return st;
    t->whole = false;
    t->errors = SIZE_MAX;
    t->off = 0;
    doc->limited = A3D_LIMIT_NONE;
    return A3D_BAD;
}

/* Marks the branches that fit: those without errors, or else the only one as which the whole file could be read.
 * Returns whether there is one. */
static bool find_fitting(trial *trials, unsigned n)
{
    size_t least = SIZE_MAX, whole = 0;
    for (unsigned i = 0; i < n; i++) {
        least = trials[i].errors < least ? trials[i].errors : least;
        whole += trials[i].whole;
    }
    for (unsigned i = 0; i < n; i++)
        trials[i].fits = least == 0 ? trials[i].errors == 0 : whole == 1 && trials[i].whole;
    return least == 0 || whole == 1;
}

/* Whether the evidence against a branch is weaker than that against another. What damage elsewhere in the file cannot
 * change counts first. */
static bool is_likelier(const trial *t, const trial *other)
{
    if (t->looks != other->looks)
        return t->looks > other->looks;
    return t->off != other->off ? t->off > other->off : t->errors < other->errors;
}

/* Weighs how much the file looks like each branch at the first difference. A trial that a limit ended cannot be
 * chosen. */
static void weigh_forks(a3d_doc *doc, trial *trials, unsigned n)
{
    int64_t branch = doc->vars[A3D_VAR_BRANCH];
    for (unsigned i = 0; i < n && trials[0].fork != UINT32_MAX; i++) {
        doc->vars[A3D_VAR_BRANCH] = trials[i].branch->mask;
        trials[i].looks = trials[i].errors != SIZE_MAX ? a3d_weigh_fork(doc, trials[0].fork) : INT_MIN;
    }
    doc->vars[A3D_VAR_BRANCH] = branch;
}

/* The first branch that fits, else the likeliest; of equals the first, since the list begins with what files usually
 * are. */
static unsigned best_of(const trial *trials, unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++)
        if (!trials[best].fits && (trials[i].fits || is_likelier(&trials[i], &trials[best])))
            best = i;
    return best;
}

static a3d_why why_of(const trial *trials, unsigned n, unsigned best, bool forced)
{
    bool others_fit = false, tie = false, same = false, looks = false;
    for (unsigned i = 0; i < n; i++) {
        others_fit |= i != best && trials[i].fits;
        looks |= trials[i].looks < trials[best].looks;
        tie |= i != best && trials[i].off == trials[best].off;
        same |= i != best && !is_likelier(&trials[best], &trials[i]);
    }
    if (forced || n == 1)
        return forced ? A3D_WHY_FORCED : A3D_WHY_VERSION;
    if (trials[best].fits)
        return others_fit ? A3D_WHY_FIRST : A3D_WHY_ONLY;
    if (looks)
        return A3D_WHY_LOOKS;
    return same ? A3D_WHY_TIE : tie ? A3D_WHY_FEWER : A3D_WHY_LATER;
}

/* Describes how a trial ended. */
static void put_trial(a3d_text *out, const trial *t)
{
    if (t->errors == SIZE_MAX)
        a3d_printf(out, "as %s a limit is reached", t->branch->name);
    else
        a3d_printf(out, "as %s it has %s, the first at 0x%lx: %s", t->branch->name,
                   a3d_amount_of(t->errors, "error").text, (unsigned long)t->off, t->first != NULL ? t->first : "");
}

/* These texts are made for every file of a format with branches, so they avoid the cost of printf. */
static void put_version(a3d_text *out, const char *before, int64_t version, const char *after)
{
    a3d_puts(out, before);
    a3d_put_int(out, version);
    a3d_puts(out, after);
}

static void put_option(a3d_text *out, const char *format, const char *branch)
{
    a3d_puts(out, "; to check it as ");
    a3d_puts(out, branch);
    a3d_puts(out, ", use --as ");
    a3d_puts(out, format);
    a3d_putc(out, ':');
    a3d_puts(out, branch);
}

static int say_why(a3d_ctx *ctx, a3d_why why, const trial *best, const trial *other, int64_t version)
{
    static const char *const openings[] = {
        [A3D_WHY_ONLY] = "no other branch fits; ",
        [A3D_WHY_LOOKS] = "no branch fits; where branches begin to differ, the file looks like this one; ",
        [A3D_WHY_FEWER] = "no branch fits; of those that decode this far it has the fewest errors; ",
        [A3D_WHY_LATER] = "no branch fits; this one decodes furthest; ",
        [A3D_WHY_TIE] = "no branch fits; this one is tried first; "};
    unsigned since = best->branch->since, until = best->branch->until;
    bool has = version >= since && version <= until;
    a3d_text text;
    ctx->doc->why = why;
    ctx->doc->why_text = "";
    if (ctx->limits.wordless)
        return A3D_OK;
    a3d_text_init(&text, ctx->doc->arena);
    if (why == A3D_WHY_FORCED) {
        a3d_puts(&text, "it was requested");
    } else if (why == A3D_WHY_VERSION) {
        put_version(&text, has ? "version " : "no branch has version ", version, has ? " has no other branch" : "");
    } else if (why == A3D_WHY_FIRST) {
        a3d_puts(&text, other->branch->name);
        put_version(&text, " fits, too, but known files of version ", version, " are ");
        a3d_puts(&text, best->branch->name);
    } else {
        a3d_puts(&text, openings[why]);
    }
    if (why == A3D_WHY_FORCED && !has)
        a3d_printf(&text, ", although its versions are %u to %u", since, until);
    if (why >= A3D_WHY_ONLY && why != A3D_WHY_FIRST)
        put_trial(&text, other);
    if (why >= A3D_WHY_FIRST)
        put_option(&text, ctx->format->name, other->branch->name);
    ctx->doc->why_text = text.failed ? NULL : a3d_arena_text(ctx->doc->arena, text.data, text.size);
    a3d_text_free(&text);
    return ctx->doc->why_text != NULL ? A3D_OK : a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

/* The last branch of the list is tried first: the first is the most likely, and read last it needs no second
 * reading. */
int a3d_read_branches(a3d_ctx *ctx, uint32_t forced, bool checked)
{
    const a3d_format *format = ctx->format;
    uint32_t size = ctx->doc->streams[0].size, at = format->version_at, all = 0;
    int64_t version = size >= at + 4 ? a3d_load32(ctx->doc->streams[0].data + at, format->big_endian) : 0;
    trial trials[MOST_BRANCHES];
    for (const a3d_branch *b = format->branches; b->name != NULL; b++)
        all |= b->mask;
    unsigned n = list_trials(format, version, forced & all, trials);
    a3d_mark mark = a3d_mark_now(ctx);
    int st = A3D_OK;
    for (unsigned i = n; i-- > 0;) {
        a3d_release(ctx, &mark);
        st = try_branch(ctx, forced & ~all, &trials[i], i == 0, checked);
        if (st == A3D_STOP)
            return st;
    }
    if (!find_fitting(trials, n) && n > 1)
        weigh_forks(ctx->doc, trials, n);
    unsigned best = ctx->doc->limited == A3D_LIMIT_NONE ? best_of(trials, n) : 0;
    if (best != 0) {
        a3d_release(ctx, &mark);
        st = read_and_check(ctx, (forced & ~all) | trials[best].branch->mask, checked);
    }
    int said = say_why(ctx, why_of(trials, n, best, (forced & all) != 0), &trials[best],
                       &trials[best == 0 && n > 1 ? 1 : 0], version);
    return said == A3D_OK ? st : said;
}
