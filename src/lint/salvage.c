/* salvage.c - makes a valid file from the readable parts of a damaged one; see fix.h */
#include "base/never.h"
#include "engine/encode/encode.h"
#include "lint/fix.h"
#include "lint/repack.h"
#include "transfer/transfer.h"

#include <string.h>

/* What is left of the budget. */
static uint64_t left(uint64_t budget, uint64_t steps)
{
    return budget > steps ? budget - steps : 1;
}

/* Decodes everything that can be read. Returns NULL if there is no document or memory ran out. */
static a3d_doc *read_all(a3d_arena *arena, const a3d_text *bytes, const a3d_options *options, uint64_t budget,
                         uint64_t *steps, a3d_fixer *x)
{
    a3d_options all = *options;
    a3d_limits_lower_work(&all.limits, bytes->size, left(budget, *steps));
    /* unreadable parts are removed, so their causes do not matter */
    all.limits.repairs = all.limits.salvage = all.limits.unsearched = true;
    const a3d_result *r = a3d_lint(arena, (const uint8_t *)bytes->data, bytes->size, &all);
    *steps += a3d_cost_of(r);
    return a3d_is_complete(r) && a3d_fix_begin(x, r->doc) ? r->doc : NULL;
}

static bool is_rule_of_file(const a3d_finding *f, unsigned rule)
{
    return a3d_rule_set_of(f->rule->id) == &a3d_format_file && a3d_rule_index(&a3d_format_file, f->rule) == rule;
}

/* The finding of zeros in place of content, or NULL. */
static const a3d_finding *zeros_in(const a3d_result *before)
{
    const a3d_finding *f = before->doc->n_findings > 0 ? before->doc->findings : NULL;
    bool zeros = f != NULL && (is_rule_of_file(f, A3D_FILE_ZEROED_BLOCKS) || is_rule_of_file(f, A3D_FILE_ZEROED_HEAD));
    return zeros ? f : NULL;
}

/* One round: decodes the file, removes what cannot stay, and encodes it. The first round removes only what is not
 * whole, because the rules' fixes may repair the rest. */
static bool run_round(a3d_arena *arena, a3d_text *bytes, const a3d_options *options, a3d_losses *lost,
                      const a3d_finding *zeros, bool first, uint64_t budget, uint64_t *steps)
{
    a3d_fixer x = {.cost = 0};
    a3d_blanks blanks = {.n = 0};
    a3d_arena own;
    a3d_text out;
    a3d_arena_init_below(&own, arena);
    a3d_text_init(&out, &own);
    a3d_doc *doc = read_all(&own, bytes, options, budget, steps, &x);
    size_t before = lost->n;
    bool good = doc != NULL && (!first || zeros == NULL || a3d_find_blanks(&blanks, doc, zeros->off, zeros->size)) &&
                ((!first && !doc->faulty) || a3d_salvage(&x, &blanks, lost));
    if (good && !first)
        good = (a3d_give_up_all(&x, lost) || lost->n > before) && a3d_has_elements(doc);
    good = good && a3d_encode_try(doc, &out, NULL, 0, steps) == NULL;
    if (good) {
        bytes->size = 0;
        a3d_put(bytes, out.data, out.size);
        a3d_losses_next(lost);
    }
    *steps += x.cost + lost->cost;
    lost->cost = 0;
    a3d_arena_free(&own);
    return good && !bytes->failed;
}

static const char *first_error(const a3d_result *r)
{
    for (size_t i = 0; i < r->doc->n_findings; i++)
        if (r->doc->findings[i].severity == A3D_ERROR)
            return r->doc->findings[i].message;
    return NULL;
}

/* Replaces a text by bytes that may be a part of it. */
static void replace(a3d_text *text, const uint8_t *data, size_t size)
{
    if (size > text->size) {
        text->size = 0;
        a3d_put(text, data, size);
        return;
    }
    memmove(text->data, data, size);
    text->size = size;
}

/* Applies the rules' fixes, also those that take the content for right: it is all that there is. Returns whether the
 * file is valid; otherwise out->why is a remaining error, or NULL when memory ran out. */
static bool improve(a3d_arena *arena, a3d_text *bytes, const a3d_options *options, uint64_t budget, a3d_fixing *out)
{
    a3d_arena own;
    a3d_options all = *options;
    all.accept_content = true;
    a3d_arena_init_below(&own, arena);
    a3d_fixing better =
        a3d_fix_quickly(&own, (const uint8_t *)bytes->data, bytes->size, &all, left(budget, out->steps));
    bool checked = a3d_is_complete(better.after);
    bool valid = checked && better.after->verdict == A3DLINT_VALID;
    out->steps += better.steps;
    if (checked)
        replace(bytes, better.data, better.size);
    for (const a3d_fixed *f = better.fixed; f != NULL; f = f->next)
        out->accepted |= f->content;
    const char *error = checked && !valid ? first_error(better.after) : NULL;
    out->why = error != NULL ? a3d_arena_text(arena, error, strlen(error)) : NULL;
    a3d_arena_free(&own);
    return valid;
}

/* ---- what became of the file ---- */

/* Whether only the end of the file is missing. */
static bool is_truncated(const a3d_result *before)
{
    return before->doc->n_findings > 0 && is_rule_of_file(before->doc->findings, A3D_FILE_TRUNCATED);
}

/* Why the whole file may be damaged, or NULL: something happened to it that is neither undone nor at a known place. */
static const char *whole_doubt(const a3d_result *before)
{
    const a3d_finding *f = before->doc->n_findings > 0 ? before->doc->findings : NULL;
    if (f == NULL || f->severity != A3D_ERROR || before->undone != NULL || zeros_in(before) != NULL ||
        a3d_rule_set_of(f->rule->id) != &a3d_format_file || is_truncated(before))
        return NULL;
    return f->message;
}

/* Whether a document read from the original file has geometry, or declares some. */
static bool had_geometry(const a3d_doc *original, const a3d_declared *declared)
{
    return declared->counts[A3D_MESHES] > 0 || declared->more[A3D_MESHES] || a3d_has_geometry(original);
}

/* "no geometry is whole: 0 of 3 meshes, 2 of 2 materials kept" */
static const char *without_geometry(a3d_arena *arena, const a3d_fixing *out)
{
    a3d_text text;
    a3d_text_init(&text, arena);
    a3d_puts(&text, "no geometry is whole");
    a3d_put_kept(&text, ": ", out->kept, &out->declared);
    a3d_putc(&text, '\0');
    return text.failed ? "no geometry is whole" : text.data;
}

/* Reads the original file again: finds the bytes of the losses in it, what was kept although it may be damaged, and how
 * much there was. Returns false if all geometry was lost. */
static bool compare(a3d_arena *arena, a3d_fixing *out, const a3d_options *options)
{
    a3d_fixer x = {.cost = 0};
    uint64_t steps = 0;
    a3d_arena own;
    a3d_text bytes;
    a3d_arena_init_below(&own, arena);
    a3d_text_init(&bytes, &own);
    bool undone = out->before->undone != NULL, kept = true;
    const char *whole = whole_doubt(out->before);
    a3d_put(&bytes, undone ? out->before->undone : out->data, undone ? out->before->undone_size : out->size);
    const a3d_doc *doc = bytes.failed ? NULL : read_all(&own, &bytes, options, UINT64_MAX, &steps, &x);
    if (doc != NULL) {
        a3d_locate_losses(&out->lost, &x.ctx);
        out->doubts = a3d_find_doubts(arena, doc, is_truncated(out->before), &out->lost);
        out->accepted |= out->doubts != NULL;
        a3d_count_declared(doc, &out->declared);
        a3d_count_assets(out->after->doc, out->kept);
        kept = a3d_has_geometry(out->after->doc) || !had_geometry(doc, &out->declared);
    }
    a3d_doubt *all = whole != NULL ? a3d_arena_alloc(arena, sizeof *all) : NULL;
    if (all != NULL) {
        *all = (a3d_doubt){.path = "", .why = whole, .next = out->doubts};
        out->doubts = all;
    }
    a3d_arena_free(&own);
    return kept;
}

/* Whether the bytes are those of an earlier round: what one step makes anew the other undoes. The bytes of each round
 * whose number is a power of 2 are kept to be compared with. */
static bool goes_round(const a3d_text *bytes, a3d_text *kept, uint64_t round)
{
    if (kept->size == bytes->size && memcmp(kept->data, bytes->data, bytes->size) == 0)
        return true;
    if ((round & (round - 1)) == 0) {
        kept->size = 0;
        a3d_put(kept, bytes->data, bytes->size);
    }
    return kept->failed;
}

/* Runs rounds until the file is valid or nothing more can be given up. */
static bool make_valid(a3d_arena *arena, a3d_text *bytes, const a3d_options *options, a3d_fixing *out)
{
    uint64_t budget = a3d_budget_of(out->before, options);
    bool valid = false, more = !bytes->failed;
    a3d_text kept;
    a3d_text_init(&kept, arena);
    for (uint64_t round = 0; more && out->steps <= budget; round++) {
        more = run_round(arena, bytes, options, &out->lost, zeros_in(out->before), round == 0, budget, &out->steps);
        out->why = NULL;
        if (more)
            valid = improve(arena, bytes, options, budget, out);
        more = more && !valid && !bytes->failed && out->why != NULL && !goes_round(bytes, &kept, round);
    }
    a3d_text_free(&kept);
    out->ended = !valid && out->steps > budget;
    return valid && !bytes->failed;
}

static bool is_better(const a3d_result *after, const a3d_result *before)
{
    return a3d_is_complete(after) && after->counts[A3D_ERROR] + after->more[A3D_ERROR] <
                                         before->counts[A3D_ERROR] + before->more[A3D_ERROR];
}

a3d_fixing a3d_salvage_fixed(a3d_arena *arena, const a3d_fixing *fixed, const a3d_options *options)
{
    const a3d_result *before = fixed->before;
    a3d_fixing out = {.before = before, .data = before->doc->streams[0].data, .size = (size_t)before->size,
                      .steps = fixed->steps / 2, .why = first_error(fixed->after)};
    a3d_text bytes;
    a3d_text_init(&bytes, arena);
    a3d_put(&bytes, fixed->data, fixed->size);
    for (const a3d_fixed *f = fixed->fixed; f != NULL; f = f->next)
        out.accepted |= f->content;
    if (a3d_losses_init(&out.lost, arena) && !bytes.failed &&
        (make_valid(arena, &bytes, options, &out) || (out.ended && !bytes.failed))) {
        a3d_repack(arena, before->doc, &bytes, options, &out.steps);
        out.after = a3d_lint(arena, (const uint8_t *)bytes.data, bytes.size, options);
    }
    bool good = out.after != NULL && out.after->doc != NULL && (!out.ended || is_better(out.after, before));
    bool empty = good && !compare(arena, &out, options);
    if (empty)
        out.why = without_geometry(arena, &out);
    if (good && !empty) {
        out.data = (const uint8_t *)bytes.data;
        out.size = bytes.size;
        return out;
    }
    out.after = NULL;
    out.lost.first = NULL;
    out.lost.n = 0;
    out.doubts = NULL;
    return out;
}

a3d_fixing a3d_salvage_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options)
{
    A3D_ASSERT(before->doc != NULL);
    a3d_fixing fixed = {.before = before, .after = before, .data = before->doc->streams[0].data,
                        .size = (size_t)before->size};
    if (a3d_is_fixable_file(before))
        fixed = a3d_fix_result(arena, before, options, UINT64_MAX);
    if (fixed.before == NULL || fixed.after == NULL || fixed.after->doc == NULL)
        return (a3d_fixing){.before = before};
    return fixed.after->verdict == A3DLINT_VALID ? fixed : a3d_salvage_fixed(arena, &fixed, options);
}

static size_t errors_of(const a3d_result *result)
{
    return result->counts[A3D_ERROR] + result->more[A3D_ERROR];
}

bool a3d_salvage_rest(a3d_arena *arena, a3d_fixing *x, const a3d_options *options)
{
    a3d_fixing saved = a3d_salvage_fixed(arena, x, options);
    x->ended |= saved.ended;
    if (saved.ended && (saved.after == NULL || errors_of(saved.after) >= errors_of(x->after)))
        return true;
    x->why = saved.why;
    if (saved.after == NULL)
        return false;
    x->after = saved.after;
    x->data = saved.data;
    x->size = saved.size;
    x->lost = saved.lost;
    x->doubts = saved.doubts;
    x->declared = saved.declared;
    memcpy(x->kept, saved.kept, sizeof x->kept);
    x->accepted = saved.accepted;
    return true;
}
