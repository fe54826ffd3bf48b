/* a3dlint_fix.c - repairs are tried one after another, and those that help stay; see a3dlint_fix.h */
#include "a3dlint_fix.h"
#include "engine/fix.h"
#include "engine/path.h"

#include <string.h>

enum { MOST_TRIES = 200, MOST_FINDINGS = 1 << 15, BASE_STEPS = 64 << 20 };

/* The best file so far. */
typedef struct run {
    a3d_fixing *out;
    a3d_arena *arena;    /* of what is told */
    a3d_options options; /* of the trials */
    a3d_text best;
    a3d_arena own;       /* of `now` */
    const a3d_result *now;
    uint64_t budget;     /* of steps */
    uint32_t *vain;      /* by rule: how many of its first findings were tried in vain */
    a3d_fixed **last;
} run;

/* ---- whether it helps ---- */

/* Places that break a rule and follow from no other finding, by rule. */
typedef struct tally {
    uint64_t *roots;
    a3d_severity *severity;
} tally;

/* Fewer bytes left over are better. */
static uint64_t places_in(const a3d_finding *f)
{
    return f->rule->fault == A3D_FAULT_TRAILING || f->rule->fault == A3D_FAULT_LEFT_OVER ? f->size : f->count;
}

static uint64_t places_of(const a3d_doc *doc, const a3d_rule *rule)
{
    uint64_t n = 0;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].rule == rule ? places_in(&doc->findings[i]) : 0;
    for (size_t i = 0; i < doc->more_findings; i++)
        n += &doc->format->rules[doc->more_rules[i]] == rule;
    return n;
}

static bool count_places(a3d_arena *arena, const a3d_doc *doc, tally *t)
{
    size_t n = doc->format->n_rules;
    t->roots = a3d_arena_alloc(arena, n * sizeof *t->roots);
    t->severity = a3d_arena_alloc(arena, n * sizeof *t->severity);
    if (t->roots == NULL || t->severity == NULL)
        return false;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        size_t rule = (size_t)(f->rule - doc->format->rules);
        t->roots[rule] += f->cause == A3D_NO_CAUSE ? places_in(f) : 0;
        t->severity[rule] = f->severity;
    }
    for (size_t i = 0; i < doc->more_findings; i++)
        t->roots[doc->more_rules[i]]++;
    return true;
}

static uint64_t errors_in(const a3d_format *format, const tally *t)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < format->n_rules; i++)
        n += t->severity[i] == A3D_ERROR ? t->roots[i] : 0;
    return n;
}

/* Whether a fix may be one of several on the way to a file that is read to its end. What lengths and sums should be is
 * not known while a part is missing. */
static bool is_step(a3d_fix fix)
{
    return fix == A3D_FIX_CUT || fix == A3D_FIX_DROP || fix == A3D_FIX_CAUSE || fix == A3D_FIX_NONE;
}

/* What the document must be like for a repair to have helped, whatever follows from what. */
static bool may_help(const a3d_result *before, const a3d_result *after, const a3d_rule *rule)
{
    return after != NULL && after->doc != NULL && after->verdict <= A3DLINT_INVALID && after->format == before->format &&
           (!after->doc->faulty || (before->doc->faulty && is_step(rule->fix))) && places_of(after->doc, rule) < places_of(before->doc, rule);
}

/* Whether places of `rule` are gone and no rule is broken in more places. Where a fault had left a part unread that is
 * read now, what is found in it was there before: then fewer errors will do. */
static bool helps(a3d_arena *arena, const a3d_result *before, const a3d_result *after, const a3d_rule *rule)
{
    tally was, is;
    const a3d_format *format = before->format;
    size_t target = (size_t)(rule - format->rules);
    if (!may_help(before, after, rule) || !count_places(arena, before->doc, &was) || !count_places(arena, after->doc, &is))
        return false;
    if (before->doc->faulty && !after->doc->faulty)
        return errors_in(format, &is) < errors_in(format, &was);
    a3d_severity least = was.severity[target] == A3D_NOTE ? A3D_NOTE : A3D_WARNING;
    for (unsigned i = 1; i < format->n_rules; i++)
        if (is.severity[i] >= least && is.roots[i] > was.roots[i])
            return false;
    return true;
}

/* ---- one try ---- */

static const a3d_result *judge_bytes(run *r, a3d_arena *arena, const void *bytes, size_t size, a3d_options options)
{
    a3d_limits_lower_work(&options.limits, size, r->out->steps < r->budget ? r->budget - r->out->steps : 0);
    const a3d_result *result = a3d_judge(arena, bytes, size, &options);
    r->out->steps += result != NULL ? result->steps : 0;
    return result;
}

static const a3d_result *judge(run *r, a3d_arena *arena, const a3d_text *bytes)
{
    return judge_bytes(r, arena, bytes->data, bytes->size, r->options);
}

/* Without looking for the cause of a fault, which takes much of the time that a damaged file takes. */
static const a3d_result *judge_unsearched(run *r, a3d_arena *arena, const a3d_text *bytes)
{
    a3d_options options = r->options;
    options.limits.unsearched = true;
    return judge_bytes(r, arena, bytes->data, bytes->size, options);
}

/* What was changed, as far as it matters: where the first look shows that it does not help, there is no second one. */
static const a3d_result *judge_changed(run *r, a3d_arena *arena, const a3d_text *bytes, const a3d_rule *rule)
{
    const a3d_result *result = judge_unsearched(r, arena, bytes);
    return may_help(r->now, result, rule) && result->doc->faulty ? judge(r, arena, bytes) : result;
}

static bool has_suspects(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].n_suspects > 0 && doc->findings[i].suspects[0].structural)
            return true;
    return false;
}

/* Where bytes were changed or packed anew, values that follow from those bytes may be wrong now: they are worked out. */
static void follow_bytes(run *r, a3d_arena *arena, a3d_text *bytes)
{
    a3d_fixer x;
    a3d_text out;
    bool changed = false;
    const a3d_result *result = judge(r, arena, bytes);
    if (result == NULL || result->doc == NULL || result->verdict > A3DLINT_INVALID || !a3d_fix_begin(&x, result->doc))
        return;
    for (size_t i = 0; i < result->doc->n_findings && x.cost < A3D_FIX_COST; i++) {
        const a3d_finding *f = &result->doc->findings[i];
        if (f->rule->fix == A3D_FIX_VALUE && f->place.node != A3D_NO_NODE && a3d_at(result->doc, f->place.node)->row->derive.kind != A3D_GIVEN)
            changed |= a3d_fix_finding(&x, f);
    }
    a3d_text_init(&out, arena);
    r->out->steps += x.cost;
    if (changed && a3d_fix_end(&x) && a3d_encode(result->doc, A3D_FAITHFUL, &out, x.patches, x.n_patches) == NULL)
        *bytes = out;
}

/* Repairs findings `from` to `from + *n` of a rule in a document of its own; fewer when that is much work, then *n says how
 * many. False when nothing changes. */
static bool change(run *r, a3d_arena *arena, const a3d_rule *rule, uint32_t from, uint32_t *n, a3d_text *bytes)
{
    a3d_fixer x;
    uint32_t number = 0, most = *n;
    bool changed = false;
    const a3d_result *result = has_suspects(r->now->doc) ? judge(r, arena, &r->best) : judge_unsearched(r, arena, &r->best);
    if (result == NULL || result->doc == NULL || result->verdict > A3DLINT_INVALID || !a3d_fix_begin(&x, result->doc))
        return false;
    *n = 0;
    for (size_t i = 0; i < result->doc->n_findings && *n < most && x.cost < A3D_FIX_COST; i++) {
        if (result->doc->findings[i].rule != rule || number++ < from)
            continue;
        changed |= a3d_fix_finding(&x, &result->doc->findings[i]);
        ++*n;
    }
    r->out->steps += x.cost;
    if (!changed || !a3d_fix_end(&x) || a3d_encode(result->doc, A3D_FAITHFUL, bytes, x.patches, x.n_patches) != NULL)
        return false;
    if (x.done || rule->fix == A3D_FIX_REPACK)
        follow_bytes(r, arena, bytes);
    return bytes->size != r->best.size || memcmp(bytes->data, r->best.data, bytes->size) != 0;
}

/* Notes what is about to be gone. */
static bool note_fixed(run *r, const a3d_rule *rule, uint32_t from, uint32_t n)
{
    const a3d_doc *doc = r->now->doc;
    uint32_t number = 0;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->rule != rule || number++ < from || number > from + n)
            continue;
        a3d_text path;
        a3d_text_init(&path, r->arena);
        if (f->place.node != A3D_NO_NODE)
            a3d_put_place(&path, doc, &f->place);
        a3d_fixed *fixed = a3d_arena_alloc(r->arena, sizeof *fixed);
        if (fixed == NULL || path.failed)
            return false;
        *fixed = (a3d_fixed){rule, a3d_arena_text(r->arena, path.data, path.size), a3d_arena_text(r->arena, f->message, strlen(f->message)), NULL};
        a3d_text_free(&path);
        if (fixed->path == NULL || fixed->message == NULL)
            return false;
        *r->last = fixed;
        r->last = &fixed->next;
        r->out->n_fixed++;
    }
    return true;
}

/* The new bytes are the best from now on. */
static bool take(run *r, const a3d_text *bytes)
{
    r->best.size = 0;
    a3d_put(&r->best, bytes->data, bytes->size);
    a3d_arena_reset(&r->own);
    r->now = r->best.failed ? NULL : judge(r, &r->own, &r->best);
    return r->now != NULL && r->now->doc != NULL;
}

/* Tries a repair of *n findings of a rule, or fewer, which *n then says. Returns whether it stays; memory that runs out ends
 * the run. */
static bool attempt(run *r, const a3d_rule *rule, uint32_t from, uint32_t *n)
{
    a3d_arena arena;
    a3d_text bytes;
    a3d_arena_init(&arena, &r->arena->mem);
    a3d_text_init(&bytes, &arena);
    r->out->tries++;
    bool good = change(r, &arena, rule, from, n, &bytes) &&
                helps(&arena, r->now, judge_changed(r, &arena, &bytes, rule), rule);
    if (good && (!note_fixed(r, rule, from, *n) || !take(r, &bytes)))
        r->now = NULL;
    a3d_arena_free(&arena);
    return good;
}

/* ---- all of them ---- */

/* The rule to repair next, of the first finding that was not tried in vain: errors first, and what follows from others
 * last. *n is how many such findings it has. */
static const a3d_rule *next_rule(const run *r, uint32_t *n)
{
    const a3d_doc *doc = r->now->doc;
    const a3d_rule *best = NULL;
    unsigned rank = 0;
    uint32_t *seen = a3d_arena_alloc(r->now->doc->arena, doc->format->n_rules * sizeof *seen);
    for (size_t i = 0; seen != NULL && i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        size_t rule = (size_t)(f->rule - doc->format->rules);
        unsigned here = 2 * (unsigned)f->severity + (f->cause == A3D_NO_CAUSE);
        if (!a3d_is_fixable(doc, f) || seen[rule]++ < r->vain[rule] || here <= rank)
            continue;
        best = f->rule;
        rank = here;
    }
    *n = 0;
    for (size_t i = 0; best != NULL && i < doc->n_findings; i++)
        *n += doc->findings[i].rule == best;
    if (best != NULL)
        *n -= r->vain[best - doc->format->rules];
    return best;
}

/* All findings of a rule at once; when that does not help, fewer and fewer of them, so that one that cannot be repaired
 * does not keep the others from it. What helps only when the whole file can be read then needs no second try. */
static void repair_all(run *r)
{
    const a3d_rule *rule;
    uint32_t all;
    while (r->now != NULL && (rule = next_rule(r, &all)) != NULL) {
        uint32_t *vain = &r->vain[rule - r->now->format->rules];
        bool good = false, once = r->now->doc->faulty && !is_step(rule->fix);
        for (uint32_t n = all; n > 0 && !good; n = once ? 0 : n / 2) {
            if (r->out->tries >= MOST_TRIES || r->out->steps > r->budget) {
                r->out->ended = true;
                return;
            }
            good = attempt(r, rule, *vain, &n);
        }
        if (!good)
            *vain += once ? all : 1;
        else if (r->now != NULL) /* what did not help before may do so now */
            memset(r->vain, 0, r->now->format->n_rules * sizeof *r->vain);
    }
}

/* A small file has its tries; a large one has as many as a few files that cost all that is allowed. */
uint64_t a3d_fix_budget(uint64_t limit)
{
    return BASE_STEPS + (limit < UINT64_MAX / 8 ? 4 * limit : UINT64_MAX / 2);
}

a3d_fixing a3d_fix_within(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options, uint64_t steps)
{
    a3d_fixing out = {.data = data, .size = size};
    run r = {.out = &out, .arena = arena, .options = *options, .last = &out.fixed, .budget = steps};
    out.after = out.before = judge_bytes(&r, arena, data, size, *options);
    if (out.before == NULL || out.before->doc == NULL || out.before->verdict > A3DLINT_INVALID)
        return out;
    uint64_t most = out.steps + a3d_fix_budget(out.before->doc->work_limit);
    r.budget = most < steps ? most : steps;
    r.options.limits.repairs = true;
    r.options.limits.findings = MOST_FINDINGS;
    r.vain = a3d_arena_alloc(arena, out.before->format->n_rules * sizeof *r.vain);
    a3d_arena_init(&r.own, &arena->mem);
    a3d_text_init(&r.best, arena);
    a3d_put(&r.best, data, size);
    if (r.vain != NULL && !r.best.failed)
        r.now = judge(&r, &r.own, &r.best);
    if (r.now != NULL && r.now->doc == NULL)
        r.now = NULL;
    repair_all(&r);
    if (r.now == NULL)
        out.before = out.after = NULL;
    a3d_arena_free(&r.own);
    if (out.n_fixed == 0 || out.before == NULL)
        return out;
    const a3d_result *after = a3d_judge(arena, (const uint8_t *)r.best.data, r.best.size, options);
    if (after != NULL && after->counts[A3D_ERROR] + after->more[A3D_ERROR] > out.before->counts[A3D_ERROR] + out.before->more[A3D_ERROR]) {
        out.fixed = NULL; /* what follows from others may count as more than it did apart: then nothing was gained */
        out.n_fixed = 0;
        return out;
    }
    out.data = (const uint8_t *)r.best.data;
    out.size = r.best.size;
    out.after = after;
    return out;
}

a3d_fixing a3d_fix_file(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options)
{
    return a3d_fix_within(arena, data, size, options, UINT64_MAX);
}
