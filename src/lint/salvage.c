/* salvage.c - makes a valid file from the readable parts of a damaged one; see fix.h */
#include "base/never.h"
#include "engine/encode/encode.h"
#include "lint/fix.h"

#include <string.h>

enum { MOST_ROUNDS = 64 };

/* Decodes everything that can be read. Returns NULL if there is no document or memory ran out. */
static a3d_doc *read_all(a3d_arena *arena, const a3d_text *bytes, const a3d_options *options, a3d_fixer *x)
{
    a3d_options all = *options;
    /* unreadable parts are removed, so their causes do not matter */
    all.limits.repairs = all.limits.salvage = all.limits.unsearched = true;
    const a3d_result *r = a3d_lint(arena, (const uint8_t *)bytes->data, bytes->size, &all);
    return a3d_is_complete(r) && a3d_fix_begin(x, r->doc) ? r->doc : NULL;
}

/* Gives up what the errors are about. */
static bool give_up_all(a3d_arena *arena, a3d_fixer *x, a3d_losses *lost)
{
    const a3d_doc *doc = x->doc;
    bool given = false;
    size_t n_nodes = doc->n_nodes;
    bool *handled = a3d_arena_alloc(arena, n_nodes * sizeof *handled);
    for (size_t i = 0; handled != NULL && i < doc->n_findings && x->cost < A3D_FIX_COST; i++) {
        const a3d_finding *f = &doc->findings[i];
        uint32_t node = f->place.node;
        if (f->severity != A3D_ERROR || f->cause != A3D_NO_CAUSE || node == A3D_NO_NODE || handled[node] ||
            !a3d_is_reached(doc, node))
            continue;
        handled[node] = true; /* places inside it have moved */
        given |= a3d_give_up(x, f, true, lost);
    }
    return given;
}

/* One round: decodes the file, removes what cannot stay, and encodes it. */
static bool run_round(a3d_arena *arena, a3d_text *bytes, const a3d_options *options, a3d_losses *lost, bool first,
                      uint64_t *steps)
{
    a3d_fixer x = {.cost = 0};
    a3d_arena own;
    a3d_text out;
    a3d_arena_init(&own, &arena->mem);
    a3d_text_init(&out, &own);
    a3d_doc *doc = read_all(&own, bytes, options, &x);
    bool good = doc != NULL && (first || doc->faulty ? a3d_salvage(&x, lost) : give_up_all(&own, &x, lost));
    good = good && a3d_encode(doc, A3D_FAITHFUL, &out, NULL, 0) == NULL;
    if (good) {
        bytes->size = 0;
        a3d_put(bytes, out.data, out.size);
    }
    *steps += (doc != NULL ? doc->steps : 0) + x.cost;
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

/* Applies the rules' fixes. Returns whether the file is valid; otherwise *why is a remaining error, or NULL when
 * memory ran out. */
static bool improve(a3d_arena *arena, a3d_text *bytes, const a3d_options *options, uint64_t *steps, const char **why)
{
    a3d_arena own;
    a3d_arena_init(&own, &arena->mem);
    a3d_fixing better = a3d_fix_file(&own, (const uint8_t *)bytes->data, bytes->size, options);
    bool checked = better.after != NULL && better.after->doc != NULL;
    bool valid = checked && better.after->verdict == A3DLINT_VALID;
    *steps += better.steps;
    if (checked && better.data != (const uint8_t *)bytes->data) {
        bytes->size = 0;
        a3d_put(bytes, better.data, better.size);
    }
    const char *error = checked && !valid ? first_error(better.after) : NULL;
    *why = error != NULL ? a3d_arena_text(arena, error, strlen(error)) : NULL;
    a3d_arena_free(&own);
    return valid;
}

a3d_fixing a3d_salvage_result(a3d_arena *arena, const a3d_result *before, const a3d_options *options)
{
    A3D_ASSERT(before->doc != NULL);
    const uint8_t *data = before->doc->streams[0].data;
    a3d_fixing out = {.before = before, .data = data, .size = (size_t)before->size};
    a3d_text bytes;
    a3d_text_init(&bytes, arena);
    a3d_put(&bytes, data, out.size);
    out.lost.arena = arena;
    out.lost.last = &out.lost.first;
    bool good = !bytes.failed, valid = false;
    uint64_t budget = a3d_fix_budget(before->doc->work_limit);
    for (unsigned round = 0; good && !valid && round < MOST_ROUNDS && out.steps <= budget; round++) {
        good = run_round(arena, &bytes, options, &out.lost, round == 0, &out.steps);
        if (good) {
            valid = improve(arena, &bytes, options, &out.steps, &out.why);
            good = !bytes.failed && (valid || out.why != NULL);
        }
    }
    if (valid && good)
        out.after = a3d_lint(arena, (const uint8_t *)bytes.data, bytes.size, options);
    if (out.after != NULL && out.after->doc != NULL) {
        out.data = (const uint8_t *)bytes.data;
        out.size = bytes.size;
        return out;
    }
    out.after = NULL;
    out.lost.first = NULL;
    out.lost.n = 0;
    return out;
}
