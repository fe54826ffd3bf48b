/* decode_file.c - whole files: branches, and what is judged when all is read; see decode.h */
#include "base/text.h"
#include "engine/check.h"
#include "engine/decode.h"
#include "engine/link.h"
#include "engine/mask.h"

#include <string.h>

static int read_file(a3d_ctx *ctx, uint32_t branch)
{
    a3d_doc *doc = ctx->doc;
    a3d_cur cur = a3d_cursor(doc, 0);
    doc->vars[A3D_VAR_BRANCH] = branch;
    doc->mask.node = A3D_NO_NODE;
    if (a3d_reserve(ctx, 1, A3D_NO_NODE, 0, &doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_at(doc, doc->root)->row = &a3d_row_root;
    int st = a3d_read_record(ctx, &cur, ctx->format->root, doc->root);
    if (st == A3D_STOP)
        return st;
    if (st == A3D_BAD) {
        a3d_taint(ctx, doc->root);
    } else if (cur.pos < cur.end) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRAILING, A3D_NO_NODE, 0, cur.pos, cur.end - cur.pos);
        const a3d_side *taint = a3d_side_find(doc, doc->root, A3D_SIDE_TAINT, NULL);
        if (taint != NULL) /* the content ended early */
            f->cause = (uint32_t)taint->value;
        a3d_actual(f, cur.end - cur.pos);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%u byte%s behind the end of the content", (unsigned)(cur.end - cur.pos), a3d_s(cur.end - cur.pos));
        doc->faulty = true;
    }
    bool behind = cur.pos < cur.end;
    st = a3d_take_slack(ctx, &cur, doc->root, cur.end);
    if (behind && st == A3D_OK)
        a3d_at(doc, (uint32_t)doc->n_nodes - 1)->form = A3D_FORM_BEHIND;
    a3d_at(doc, doc->root)->size = cur.end;
    return st;
}

size_t a3d_count_errors(const a3d_doc *doc)
{
    size_t n = 0;
    for (size_t i = 0; i < doc->more_findings; i++)
        n += doc->format->rules[doc->more_rules[i]].severity == A3D_ERROR;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].severity == A3D_ERROR;
    return n;
}

/* ---- branches ---- */

enum { MOST_BRANCHES = 8 };

/* What a trial of a branch came to. */
typedef struct trial {
    const a3d_branch *branch;
    bool fits;
    size_t errors;
    const char *first; /* message of the first error, or NULL */
    uint32_t off;      /* of it */
} trial;

static void note_errors(const a3d_doc *doc, trial *t)
{
    t->errors = a3d_count_errors(doc);
    for (size_t i = 0; i < doc->n_findings && t->first == NULL; i++) {
        const a3d_finding *f = &doc->findings[i];
        t->first = f->severity == A3D_ERROR ? f->message : NULL;
        t->off = f->off;
    }
}

/* Branches that the version allows, or the one that is forced; the last of the list when there is none. */
static unsigned choose(const a3d_format *format, int64_t version, uint32_t forced, trial *trials)
{
    unsigned n = 0;
    const a3d_branch *b = format->branches;
    for (; b->name != NULL && n < MOST_BRANCHES; b++) /* defensive: no format has so many branches */
        if (forced != 0 ? (forced & b->mask) != 0 : version >= b->since && version <= b->until)
            trials[n++] = (trial){.branch = b};
    if (n == 0)
        trials[n++] = (trial){.branch = b - 1};
    return n;
}

/* Reads the file as one branch. A trial that another follows gets half of the work that is left, and a limit that it
 * reaches is its own. */
static int try_branch(a3d_ctx *ctx, uint32_t other_bits, trial *t, bool last)
{
    a3d_doc *doc = ctx->doc;
    uint64_t held = last || doc->work_limit <= doc->steps ? 0 : (doc->work_limit - doc->steps) / 2;
    doc->work_limit -= held;
    int st = read_file(ctx, other_bits | t->branch->mask);
    doc->work_limit += held;
    t->fits = st != A3D_STOP && !doc->faulty;
    note_errors(doc, t);
    if (last || st != A3D_STOP || doc->limited == A3D_LIMIT_MEMORY)
        return st;
    t->errors = SIZE_MAX;
    doc->limited = A3D_LIMIT_NONE;
    return A3D_BAD;
}

/* Whether a trial that does not fit came further than another. */
static bool came_further(const trial *t, const trial *other)
{
    return t->errors != other->errors ? t->errors < other->errors : t->off > other->off;
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
    bool others_fit = false, tie = false, same = false;
    for (unsigned i = 0; i < n; i++) {
        others_fit |= i != best && trials[i].fits;
        tie |= i != best && trials[i].errors == trials[best].errors;
        same |= i != best && !came_further(&trials[best], &trials[i]);
    }
    if (forced || n == 1)
        return forced ? A3D_WHY_FORCED : A3D_WHY_VERSION;
    if (trials[best].fits)
        return others_fit ? A3D_WHY_FIRST : A3D_WHY_ONLY;
    return same ? A3D_WHY_TIE : tie ? A3D_WHY_LATER : A3D_WHY_FEWER;
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
        [A3D_WHY_ONLY] = "only this one fits; ", [A3D_WHY_FEWER] = "none fits, and it has the fewest errors; ",
        [A3D_WHY_LATER] = "none fits, and its errors begin latest; ", [A3D_WHY_TIE] = "none fits, and it comes first; "};
    unsigned since = best->branch->since, until = best->branch->until;
    bool has = version >= since && version <= until;
    a3d_text text;
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
    ctx->doc->why = why;
    ctx->doc->why_text = text.failed ? NULL : a3d_arena_text(ctx->doc->arena, text.data, text.size);
    a3d_text_free(&text);
    return ctx->doc->why_text != NULL ? A3D_OK : a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

/* Tries the branches that the version allows, the last of the list first, since the first is the most likely and
 * then needs no second reading. `forced` may hold the bit of one branch, which then is the only one tried. */
static int read_branches(a3d_ctx *ctx, uint32_t forced)
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
        st = try_branch(ctx, forced & ~all, &trials[i], i == 0);
        if (st == A3D_STOP)
            return st;
    }
    unsigned best = best_of(trials, n);
    if (best != 0) {
        a3d_release(ctx, &mark);
        st = read_file(ctx, (forced & ~all) | trials[best].branch->mask);
    }
    int said = say_why(ctx, why_of(trials, n, best, (forced & all) != 0), &trials[best], &trials[best == 0 && n > 1 ? 1 : 0], version);
    return said == A3D_OK ? st : said;
}

/* ---- documents ---- */

static a3d_doc *new_doc(a3d_arena *arena, const a3d_format *format)
{
    a3d_doc *doc = a3d_arena_alloc(arena, sizeof *doc);
    if (doc == NULL)
        return NULL;
    doc->arena = arena;
    doc->format = format;
    doc->mask.node = A3D_NO_NODE;
    return doc;
}

/* Room for as many nodes as a file of this size usually has, so that few are ever moved. */
static void reserve_nodes(a3d_doc *doc, uint32_t size)
{
    enum { SMALL = 4096, A_NODE_IN_SMALL = 4, A_NODE = 96 };
    uint32_t small = size < SMALL ? size : SMALL;
    doc->nodes = a3d_grow(doc->arena, NULL, &doc->cap_nodes, small / A_NODE_IN_SMALL + (size - small) / A_NODE + 1, sizeof *doc->nodes);
}

int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits)
{
    memset(ctx, 0, sizeof *ctx);
    ctx->doc = new_doc(arena, format);
    ctx->format = format;
    ctx->facts = a3d_arena_alloc(arena, (format->n_records + 1u) * sizeof *ctx->facts);
    if (ctx->doc == NULL || ctx->facts == NULL)
        return A3D_STOP;
    if (limits != NULL)
        ctx->limits = *limits;
    ctx->own_work_limit = ctx->limits.work == 0;
    a3d_limits_fill(&ctx->limits, size);
    ctx->doc->work_limit = ctx->limits.work;
    reserve_nodes(ctx->doc, size);
    uint32_t file;
    return a3d_open_stream(ctx, (a3d_stream){.data = data, .size = size, .owner = A3D_NO_NODE}, &file);
}

/* Reads without judging; A3D_OK when all was read that there is to read. */
static int decode(a3d_ctx *ctx, uint32_t branches)
{
    if (ctx->doc->streams[0].size > ctx->limits.input)
        return a3d_limit(ctx, A3D_LIMIT_INPUT);
    return ctx->format->branches != NULL ? read_branches(ctx, branches) : read_file(ctx, branches);
}

/* Without a root there is no document, unless a limit says why. */
static a3d_doc *rooted(a3d_doc *doc)
{
    return doc->n_nodes > 0 || doc->limited != A3D_LIMIT_MEMORY ? doc : NULL;
}

a3d_doc *a3d_decode_unjudged(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                             const a3d_limits *limits, uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    decode(&ctx, branches);
    return rooted(ctx.doc);
}

a3d_doc *a3d_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits,
                    uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    if (decode(&ctx, branches) == A3D_STOP)
        return rooted(ctx.doc);
    if (!ctx.doc->faulty)
        a3d_mask_judge(&ctx);
    a3d_check(&ctx, 0);
    if (ctx.linked && ctx.doc->limited == A3D_LIMIT_NONE && a3d_index_build(&ctx) == A3D_OK)
        a3d_link_check(&ctx);
    if (format->examine != NULL && ctx.doc->limited == A3D_LIMIT_NONE)
        format->examine(&ctx);
    return ctx.doc;
}
