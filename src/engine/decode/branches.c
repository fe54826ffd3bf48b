/* branches.c - files in which nothing names the branch: each one is tried; see reading.h */
#include "base/text.h"
#include "engine/decode/decode.h"
#include "engine/decode/reading.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

#include <limits.h>
#include <string.h>

enum { MOST_BRANCHES = 8 };

/* What a trial of a branch came to. */
typedef struct trial {
    const a3d_branch *branch;
    bool whole;        /* all of the file could be read */
    bool fits;
    size_t errors;
    const char *first; /* message of the error that lies first in the file, or NULL */
    uint32_t off;      /* of it; behind all others when there is none */
    uint32_t fork;     /* where the fields begin in which branches differ, UINT32_MAX when it is not known */
    int looks;         /* how much the fields in which branches differ look like it, about in bits */
} trial;

/* Where a finding lies in the file, whatever unpacked stream it is about. */
static uint32_t file_offset(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t stream = f->stream, off = f->off;
    for (; doc->streams[stream].owner != A3D_NO_NODE; stream = doc->streams[stream].parent)
        off = doc->streams[stream].off;
    return off;
}

static void note_errors(const a3d_doc *doc, trial *t)
{
    t->errors = a3d_count_errors(doc);
    t->off = UINT32_MAX;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        uint32_t off = f->severity == A3D_ERROR ? file_offset(doc, f) : UINT32_MAX;
        if (off < t->off) {
            t->first = f->message;
            t->off = off;
        }
    }
}

/* Branches that the version allows, or the one that is forced; the last of the list when there is none. */
static unsigned choose(const a3d_format *format, int64_t version, uint32_t forced, trial *trials)
{
    unsigned n = 0;
    const a3d_branch *b = format->branches;
    for (; b->name != NULL && n < MOST_BRANCHES; b++) /* defensive: test_formats (test_tables.c) counts them */
        if (forced != 0 ? (forced & b->mask) != 0 : version >= b->since && version <= b->until)
            trials[n++] = (trial){.branch = b};
    if (n == 0)
        trials[n++] = (trial){.branch = b - 1};
    return n;
}

/* What the trial before found out about its document. */
static void forget_judgement(a3d_ctx *ctx)
{
    ctx->index = (a3d_index){0};
    ctx->repeat = NULL;
}

static int read_and_judge(a3d_ctx *ctx, uint32_t bits, bool judged)
{
    forget_judgement(ctx);
    int st = a3d_read_file(ctx, bits);
    if (st != A3D_STOP && judged)
        a3d_check_document(ctx);
    return st;
}

/* Reads the file as one branch. A trial that another follows gets half of the work that is left, and a limit that it
 * reaches is its own. */
static int try_branch(a3d_ctx *ctx, uint32_t other_bits, trial *t, bool last, bool judged)
{
    a3d_doc *doc = ctx->doc;
    uint64_t held = last || doc->work_limit <= doc->steps ? 0 : (doc->work_limit - doc->steps) / 2;
    doc->work_limit -= held;
    int st = read_and_judge(ctx, other_bits | t->branch->mask, judged);
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

/* Those without errors fit; when there is none, the only one as which all could be read. Whether any does. */
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

/* Whether what a trial found says less against its branch than that of another: first what damage elsewhere cannot change. */
static bool came_further(const trial *t, const trial *other)
{
    if (t->looks != other->looks)
        return t->looks > other->looks;
    return t->off != other->off ? t->off > other->off : t->errors < other->errors;
}

/* How much the file looks like each branch where that is seen first. A trial that a limit ended is no choice. */
static void weigh_forks(a3d_doc *doc, trial *trials, unsigned n)
{
    int64_t branch = doc->vars[A3D_VAR_BRANCH];
    for (unsigned i = 0; i < n && trials[0].fork != UINT32_MAX; i++) {
        doc->vars[A3D_VAR_BRANCH] = trials[i].branch->mask;
        trials[i].looks = trials[i].errors != SIZE_MAX ? a3d_weigh_fork(doc, trials[0].fork) : INT_MIN;
    }
    doc->vars[A3D_VAR_BRANCH] = branch;
}

/* The first that fits, else the one that came furthest, the first of them: the list begins with what files show. */
static unsigned best_of(const trial *trials, unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++)
        if (!trials[best].fits && (trials[i].fits || came_further(&trials[i], &trials[best])))
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
        same |= i != best && !came_further(&trials[best], &trials[i]);
    }
    if (forced || n == 1)
        return forced ? A3D_WHY_FORCED : A3D_WHY_VERSION;
    if (trials[best].fits)
        return others_fit ? A3D_WHY_FIRST : A3D_WHY_ONLY;
    if (looks)
        return A3D_WHY_LOOKS;
    return same ? A3D_WHY_TIE : tie ? A3D_WHY_FEWER : A3D_WHY_LATER;
}

/* How a trial ended, for people. */
static void put_trial(a3d_text *out, const trial *t)
{
    if (t->errors == SIZE_MAX)
        a3d_printf(out, "as %s a limit is reached", t->branch->name);
    else
        a3d_printf(out, "as %s it has %lu error%s, the first at 0x%lx: %s", t->branch->name, (unsigned long)t->errors, a3d_s(t->errors),
                   (unsigned long)t->off, t->first != NULL ? t->first : "");
}

/* Every file of a format with branches is told why, so these do without the format language of printf. */
static void put_version(a3d_text *out, const char *before, int64_t version, const char *behind)
{
    a3d_puts(out, before);
    a3d_put_int(out, version);
    a3d_puts(out, behind);
}

static void put_option(a3d_text *out, const char *format, const char *branch)
{
    a3d_puts(out, " (--as ");
    a3d_puts(out, format);
    a3d_putc(out, ':');
    a3d_puts(out, branch);
    a3d_puts(out, " judges it so)");
}

static int say_why(a3d_ctx *ctx, a3d_why why, const trial *best, const trial *other, int64_t version)
{
    static const char *const openings[] = {
        [A3D_WHY_ONLY] = "only this one fits; ", [A3D_WHY_LOOKS] = "none fits, and where branches begin to differ it looks like this one; ",
        [A3D_WHY_FEWER] = "none fits, and of those whose errors begin there it has the fewest; ",
        [A3D_WHY_LATER] = "none fits, and its errors begin latest; ", [A3D_WHY_TIE] = "none fits, and it comes first; "};
    unsigned since = best->branch->since, until = best->branch->until;
    bool has = version >= since && version <= until;
    a3d_text text;
    ctx->doc->why = why;
    ctx->doc->why_text = "";
    if (ctx->limits.wordless)
        return A3D_OK;
    a3d_text_init(&text, ctx->doc->arena);
    if (why == A3D_WHY_FORCED) {
        a3d_puts(&text, "it was asked for");
    } else if (why == A3D_WHY_VERSION) {
        put_version(&text, has ? "version " : "no branch has version ", version, has ? " has no other" : "");
    } else if (why == A3D_WHY_FIRST) {
        a3d_puts(&text, other->branch->name);
        put_version(&text, " fits too, and known files of version ", version, " are ");
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

/* The last of the list is tried first, since the first is the most likely and then needs no second reading. */
int a3d_read_branches(a3d_ctx *ctx, uint32_t forced, bool judged)
{
    const a3d_format *format = ctx->format;
    uint32_t size = ctx->doc->streams[0].size, at = format->version_at, all = 0;
    int64_t version = size >= at + 4 ? a3d_load32(ctx->doc->streams[0].data + at, format->big_endian) : 0;
    trial trials[MOST_BRANCHES];
    for (const a3d_branch *b = format->branches; b->name != NULL; b++)
        all |= b->mask;
    unsigned n = choose(format, version, forced & all, trials);
    a3d_mark mark = a3d_mark_now(ctx);
    int st = A3D_OK;
    for (unsigned i = n; i-- > 0;) {
        a3d_release(ctx, &mark);
        st = try_branch(ctx, forced & ~all, &trials[i], i == 0, judged);
        if (st == A3D_STOP)
            return st;
    }
    if (!find_fitting(trials, n) && n > 1)
        weigh_forks(ctx->doc, trials, n);
    unsigned best = ctx->doc->limited == A3D_LIMIT_NONE ? best_of(trials, n) : 0;
    if (best != 0) {
        a3d_release(ctx, &mark);
        st = read_and_judge(ctx, (forced & ~all) | trials[best].branch->mask, judged);
    }
    int said = say_why(ctx, why_of(trials, n, best, (forced & all) != 0), &trials[best], &trials[best == 0 && n > 1 ? 1 : 0], version);
    return said == A3D_OK ? st : said;
}
