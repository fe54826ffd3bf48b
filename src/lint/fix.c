/* fix.c - tries repairs one after another and keeps those that help; see fix.h */
#include "lint/fix.h"
#include "base/never.h"
#include "engine/check/tally.h"
#include "engine/decode/decode.h"
#include "engine/document/findings.h"
#include "engine/fix/fix.h"
#include "lint/fixed.h"
#include "lint/repack.h"
#include "lint/retry.h"
#include "transfer/transfer.h"

#include <string.h>

enum { MOST_TRIES = 200, MOST_FINDINGS = 1 << 15, BASE_STEPS = 64 << 20 };

/* The state of a repair. Only one document exists at a time: a try changes the document of the best file, and then
 * the result is read in its place, or the best file again if the try did not help. */
typedef struct run {
    a3d_fixing *out;
    a3d_arena *arena;    /* for results */
    a3d_options options; /* for trials */
    a3d_text best, tried, next; /* files: the best so far, that of a try, and a buffer to encode into */
    a3d_arena own;       /* for `now` */
    const a3d_result *now;
    bool searched;       /* the likely causes of its faults were searched */
    a3d_tally was, is;
    uint64_t budget;     /* in steps */
    bool quick;          /* streams that are packed anew may be larger than need be */
    uint32_t *vain;      /* by rule: how many of its first findings could not be repaired */
    a3d_fixed **last;
} run;

/* ---- whether it helps ---- */

/* Whether a checksum of the file agrees now that did not, though another rule was repaired. */
static bool is_vouched(const run *r, const a3d_rule *rule)
{
    const a3d_rule *rules = r->out->before->format->rules;
    bool vouched = false;
    for (unsigned i = 1; i < r->is.n_rules; i++)
        vouched |= rules[i].fault == A3D_FAULT_CHECKSUM && &rules[i] != rule && r->is.places[i] < r->was.places[i];
    return vouched;
}

/* Whether a fix may be one of several that make a damaged file readable. Fixes of lengths and sums may not: their
 * right values are unknown while a part is missing. */
static bool is_step(a3d_fix fix)
{
    return fix == A3D_FIX_CUT || fix == A3D_FIX_DROP || fix == A3D_FIX_CAUSE || fix == A3D_FIX_NONE;
}

/* Checks what a repair must achieve whatever its consequences. Takes the tally of the result. */
static bool may_help(run *r, const a3d_result *after, const a3d_rule *rule)
{
    const a3d_format *format = r->out->before->format;
    if (!a3d_is_complete(after) || after->format != format)
        return false;
    a3d_tally_take(&r->is, after->doc);
    unsigned target = a3d_rule_index(format, rule);
    return (!r->is.faulty || (r->was.faulty && is_step(rule->fix))) && r->is.places[target] < r->was.places[target];
}

/* The least severity of a finding that a repair may not add. */
static unsigned least_new(const run *r, const a3d_rule *rule)
{
    if (is_vouched(r, rule))
        return A3D_ERROR;
    return r->was.severity[a3d_rule_index(r->out->before->format, rule)] == A3D_NOTE ? A3D_NOTE : A3D_WARNING;
}

/* Whether the rule is broken in fewer places and no other rule in more. If the repair made an unread part readable,
 * its errors are not new, so it is enough that there are fewer errors in total. */
static bool helps(run *r, const a3d_result *after, const a3d_rule *rule)
{
    const a3d_tally *was = &r->was, *is = &r->is;
    if (!may_help(r, after, rule))
        return false;
    bool drops = rule->fix == A3D_FIX_CUT || rule->fix == A3D_FIX_DROP;
    bool loose = r->options.accept_content;
    if (drops && !loose && a3d_tally_errors(is) > 0) /* bytes too many may be those of a part that moved */
        return false;
    if (was->faulty && !is->faulty)
        return a3d_tally_errors(is) < a3d_tally_errors(was) &&
               (loose || is_step(rule->fix) || a3d_tally_errors(is) == 0);
    unsigned least = least_new(r, rule);
    for (unsigned i = 1; i < is->n_rules; i++) {
        /* a warning that followed from what was repaired may turn out to be one of its own */
        uint64_t before = is->severity[i] < A3D_ERROR ? was->places[i] : was->roots[i];
        if (is->severity[i] >= least && is->roots[i] > before)
            return false;
    }
    return true;
}

/* ---- one try ---- */

/* Checks a file; its document replaces the previous one. `searched`: look for the likely causes of faults, which
 * takes most of the time on a damaged file. */
static const a3d_result *check(run *r, const a3d_text *file, bool searched)
{
    a3d_options options = r->options;
    options.limits.unsearched = !searched;
    a3d_limits_lower_work(&options.limits, file->size, r->out->steps < r->budget ? r->budget - r->out->steps : 0);
    a3d_arena_reset(&r->own);
    const a3d_result *result = a3d_lint(&r->own, (const uint8_t *)file->data, file->size, &options);
    r->out->steps += a3d_cost_of(result);
    return result;
}

/* Checks the changed file. The search for causes is left out unless the repair may have helped. */
static const a3d_result *check_changed(run *r, const a3d_rule *rule, bool *searched)
{
    const a3d_result *result = check(r, &r->tried, false);
    *searched = may_help(r, result, rule) && result->doc->faulty;
    return *searched ? check(r, &r->tried, true) : result;
}

static void swap(a3d_text *a, a3d_text *b)
{
    a3d_text kept = *a;
    *a = *b;
    *b = kept;
}

/* Repairs values that depend on bytes which were changed or packed anew. If a checksum vouches for the change of that
 * rule, all others are as their writer wrote them. */
static void follow_bytes(run *r, const a3d_rule *rule)
{
    const a3d_result *result = check(r, &r->tried, false);
    if (!a3d_is_complete(result) || result->format != r->out->before->format)
        return;
    a3d_tally_take(&r->is, result->doc);
    if (!is_vouched(r, rule) &&
        a3d_follow_bytes(result, r->options.accept_content ? NULL : r->was.places, &r->next, &r->out->steps))
        swap(&r->tried, &r->next);
}

/* Repairs the findings from..from + *n of a rule in the best file. May stop early to limit the work, and after a likely
 * cause, which may explain the rest; *n becomes the number of findings handled. Returns false if the file does not
 * change. */
static bool change(run *r, const a3d_rule *rule, uint32_t from, uint32_t *n)
{
    a3d_fixer x;
    uint32_t number = 0, most = *n;
    bool changed = false;
    a3d_doc *doc = r->now->doc;
    if (!a3d_fix_begin(&x, doc))
        return false;
    x.content = r->options.accept_content;
    *n = 0;
    for (size_t i = 0; i < doc->n_findings && *n < most && x.cost < A3D_FIX_COST; i++) {
        if (doc->findings[i].rule != rule || number++ < from)
            continue;
        changed |= a3d_fix_finding(&x, &doc->findings[i]);
        ++*n;
        if (changed && a3d_has_content_cause(&doc->findings[i]))
            break;
    }
    r->out->steps += x.cost;
    if (!changed || !a3d_fix_end(&x) || a3d_encode_try(doc, &r->tried, x.patches, x.n_patches, &r->out->steps) != NULL)
        return false;
    if (x.done || rule->fix == A3D_FIX_REPACK)
        follow_bytes(r, rule);
    return r->tried.size != r->best.size || memcmp(r->tried.data, r->best.data, r->best.size) != 0;
}

/* Adds those of the first n findings that are gone to the result. Returns false when memory ran out. */
static bool add_repairs(run *r, a3d_fixed_list *list, uint32_t n)
{
    bool good = a3d_fixed_sift(list, n, r->now->doc) && a3d_fixed_append(list, r->arena, &r->last);
    r->out->n_fixed += list->n;
    return good;
}

/* Tries to repair up to *n findings of a rule; *n becomes the number handled. Returns whether the repair is kept.
 * When memory runs out, r->now is NULL and the run ends. */
static bool attempt(run *r, const a3d_rule *rule, uint32_t from, uint32_t *n)
{
    a3d_arena arena;
    a3d_fixed_list list;
    const a3d_result *after = NULL;
    bool has = a3d_is_explained(r->now->doc, UINT32_MAX), searched = false;
    a3d_arena_init_below(&arena, r->arena);
    r->out->tries++;
    a3d_tally_take(&r->was, r->now->doc);
    bool known = a3d_fixed_take(&list, &arena, r->now->doc, rule, from, *n);
    bool good = known && change(r, rule, from, n) && helps(r, after = check_changed(r, rule, &searched), rule);
    if (good) {
        swap(&r->best, &r->tried);
        r->searched = searched;
    }
    r->now = !known ? NULL : good ? after : check(r, &r->best, has);
    if (r->now != NULL && (r->now->doc == NULL || (good && !add_repairs(r, &list, *n))))
        r->now = NULL;
    a3d_arena_free(&arena);
    return good;
}

/* ---- all repairs ---- */

/* What follows from an error is not repaired while the error is there: it may be no more than misread. */
static bool is_fixable(const a3d_options *options, const a3d_doc *doc, const a3d_finding *f)
{
    bool follows = f->cause != A3D_NO_CAUSE && doc->findings[f->cause].severity == A3D_ERROR;
    return (!follows || options->accept_content) && a3d_is_fixable(doc, f, options->accept_content);
}

/* The next rule to repair: errors first, consequences last. *n becomes the number of its findings that were not
 * tried in vain. */
static const a3d_rule *next_rule(const run *r, uint32_t *n)
{
    const a3d_doc *doc = r->now->doc;
    const a3d_rule *best = NULL;
    unsigned rank = 0;
    uint32_t *seen = a3d_arena_alloc(r->now->doc->arena, doc->format->n_rules * sizeof *seen);
    for (size_t i = 0; seen != NULL && i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        unsigned rule = a3d_rule_index(doc->format, f->rule);
        unsigned here = 2 * (unsigned)f->severity + (f->cause == A3D_NO_CAUSE);
        if (!is_fixable(&r->options, doc, f) || seen[rule]++ < r->vain[rule] || here <= rank)
            continue;
        best = f->rule;
        rank = here;
    }
    *n = 0;
    for (size_t i = 0; best != NULL && i < doc->n_findings; i++)
        *n += doc->findings[i].rule == best;
    if (best != NULL)
        *n -= r->vain[a3d_rule_index(doc->format, best)];
    return best;
}

/* As next_rule. If nothing is left to repair, the causes of what is left are searched, since a repair may have shown
 * them. */
static const a3d_rule *next_or_search(run *r, uint32_t *n)
{
    const a3d_rule *rule = next_rule(r, n);
    if (rule != NULL || r->searched || a3d_count_errors(r->now->doc) == 0)
        return rule;
    r->now = check(r, &r->best, true);
    r->searched = true;
    memset(r->vain, 0, r->out->before->format->n_rules * sizeof *r->vain);
    return a3d_is_complete(r->now) ? next_rule(r, n) : NULL;
}

/* Repairs all findings of a rule at once; if that does not help, tries ever fewer of them, so that one finding
 * without a repair does not block the others. Fixes that need the whole file are tried only once. */
static void repair_all(run *r)
{
    const a3d_rule *rule;
    uint32_t all;
    while (a3d_is_complete(r->now) && (rule = next_or_search(r, &all)) != NULL) {
        uint32_t *vain = &r->vain[a3d_rule_index(r->now->format, rule)];
        bool good = false, once = r->now->doc->faulty && !is_step(rule->fix);
        for (uint32_t n = all; n > 0 && !good && a3d_is_complete(r->now); n = once ? 0 : n / 2) {
            if (r->out->tries >= MOST_TRIES || r->out->steps > r->budget) {
                r->out->ended = true;
                return;
            }
            good = attempt(r, rule, *vain, &n);
        }
        if (!good)
            *vain += once ? all : 1;
        else /* earlier failures may succeed now */
            memset(r->vain, 0, r->out->before->format->n_rules * sizeof *r->vain);
    }
    r->out->ended = !a3d_is_complete(r->now); /* a limit was reached */
}

uint64_t a3d_cost_of(const a3d_result *result)
{
    enum { OF_A_NODE = 4 };
    return result == NULL ? 0 : result->steps + (result->doc != NULL ? OF_A_NODE * (uint64_t)result->doc->n_nodes : 0);
}

/* Enough for all tries on a small file, and for one more check of a file that needs all the steps it may take. Where
 * most of the work is memory, a step takes 25 ns: 2 seconds per MB at the most. */
uint64_t a3d_fix_budget(uint64_t limit)
{
    return BASE_STEPS + (limit < UINT64_MAX / 2 ? limit : UINT64_MAX / 2);
}

uint64_t a3d_budget_of(const a3d_result *before, const a3d_options *options)
{
    a3d_limits limits = options->limits;
    a3d_limits_fill(&limits, before->size);
    return a3d_fix_budget(limits.work > before->steps ? limits.work : before->steps);
}

/* Whether nothing can be repaired. If findings were not kept, there may be more to repair. */
static bool has_nothing_to_repair(const a3d_result *result, const a3d_options *options)
{
    const a3d_doc *doc = result->doc;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (is_fixable(options, doc, &doc->findings[i]))
            return false;
    return doc->more_findings == 0;
}

/* Makes all repairs. Returns false when memory ran out. */
static bool repair(run *r, const uint8_t *data, size_t size)
{
    const a3d_format *format = r->out->before->format;
    r->vain = a3d_arena_alloc(r->arena, format->n_rules * sizeof *r->vain);
    a3d_put(&r->best, data, size);
    if (r->vain == NULL || r->best.failed || !a3d_tally_init(&r->was, r->arena, format) ||
        !a3d_tally_init(&r->is, r->arena, format))
        return false;
    r->now = check(r, &r->best, true);
    r->searched = true;
    if (r->now != NULL && r->now->doc != NULL)
        repair_all(r);
    return r->now != NULL && r->now->doc != NULL;
}

/* ---- damage of the whole file ---- */

/* The finding of what happened to the whole file, if it is an error, or NULL. */
static const a3d_finding *whole_damage(const a3d_result *result)
{
    const a3d_finding *f = result->doc->n_findings > 0 ? result->doc->findings : NULL;
    bool whole = f != NULL && f->severity == A3D_ERROR && a3d_rule_set_of(f->rule->id) == &a3d_format_file;
    return whole ? f : NULL;
}

/* Gives the file back as it was before it was damaged as a whole. Errors that it had before are repaired as in any
 * file; without errors its bytes stay as its writer wrote them. */
static a3d_fixing undo_damage(a3d_arena *arena, const a3d_result *before, const a3d_options *options, uint64_t steps)
{
    const a3d_finding *f = whole_damage(before);
    a3d_fixed *undo = a3d_arena_alloc(arena, sizeof *undo);
    const a3d_result *after = a3d_lint(arena, before->undone, before->undone_size, options);
    a3d_fixing out = {.before = before, .after = after, .data = before->undone, .size = before->undone_size};
    if (f == NULL || undo == NULL || after == NULL)
        return (a3d_fixing){.before = NULL};
    out.steps = before->steps + after->steps;
    if (after->verdict == A3DLINT_INVALID && out.steps < steps)
        out = a3d_fix_result(arena, after, options, steps - out.steps);
    if (out.before == NULL)
        return out;
    *undo = (a3d_fixed){.rule = f->rule, .path = "", .message = f->message, .next = out.fixed};
    out.before = before;
    out.fixed = undo;
    out.n_fixed++;
    return out;
}

/* Checks the repaired file. The final check may count consequences that the trials did not: nothing was gained then. */
static void finish(run *r, const a3d_options *options)
{
    a3d_fixing *out = r->out;
    const a3d_result *before = out->before;
    if (!r->quick)
        a3d_repack(r->arena, before->doc, &r->best, options, &out->steps);
    const a3d_result *after = a3d_lint(r->arena, (const uint8_t *)r->best.data, r->best.size, options);
    out->steps += a3d_cost_of(after);
    if (after != NULL &&
        after->counts[A3D_ERROR] + after->more[A3D_ERROR] > before->counts[A3D_ERROR] + before->more[A3D_ERROR]) {
        out->fixed = NULL;
        out->n_fixed = 0;
        return;
    }
    out->data = (const uint8_t *)r->best.data;
    out->size = r->best.size;
    out->after = after;
}

/* `quick`: streams that are packed anew may be larger than need be. */
static a3d_fixing fix_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options, uint64_t steps,
                             bool quick)
{
    A3D_ASSERT(a3d_is_fixable_file(before));
    if (before->undone != NULL && whole_damage(before) != NULL)
        return undo_damage(arena, before, options, steps);
    const uint8_t *data = before->doc->streams[0].data;
    size_t size = (size_t)before->size;
    a3d_fixing out = {.before = before, .after = before, .data = data, .size = size, .steps = before->steps};
    run r = {.out = &out, .arena = arena, .options = *options, .quick = quick, .last = &out.fixed};
    uint64_t most = out.steps + a3d_budget_of(before, options);
    if (whole_damage(before) != NULL || has_nothing_to_repair(before, options))
        return out;
    r.budget = most < steps ? most : steps;
    r.options.limits.repairs = true;
    r.options.limits.findings = MOST_FINDINGS;
    a3d_arena_init_below(&r.own, arena);
    a3d_text_init(&r.best, arena);
    a3d_text_init(&r.tried, arena);
    a3d_text_init(&r.next, arena);
    if (!repair(&r, data, size))
        out.before = out.after = NULL;
    a3d_arena_free(&r.own);
    a3d_text_free(&r.tried);
    a3d_text_free(&r.next);
    if (out.n_fixed > 0 && out.before != NULL)
        finish(&r, options);
    return out;
}

a3d_fixing a3d_fix_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options, uint64_t steps)
{
    return fix_result(arena, before, options, steps, false);
}

static a3d_fixing fix_within(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                             uint64_t steps, bool quick)
{
    a3d_options bounded = *options;
    a3d_limits_lower_work(&bounded.limits, size, steps);
    const a3d_result *before = a3d_lint(arena, data, size, &bounded);
    if (a3d_is_fixable_file(before))
        return fix_result(arena, before, options, steps, quick);
    return (a3d_fixing){
        .before = before, .after = before, .data = data, .size = size, .steps = before != NULL ? before->steps : 0};
}

a3d_fixing a3d_fix_within(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                          uint64_t steps)
{
    return fix_within(arena, data, size, options, steps, false);
}

a3d_fixing a3d_fix_quickly(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                           uint64_t steps)
{
    return fix_within(arena, data, size, options, steps, true);
}

a3d_fixing a3d_fix_file(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options)
{
    return a3d_fix_within(arena, data, size, options, UINT64_MAX);
}
