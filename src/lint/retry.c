/* retry.c - see retry.h */
#include "lint/retry.h"
#include "engine/document/findings.h"
#include "engine/fix/fix.h"

bool a3d_follow_bytes(const a3d_result *result, const uint64_t *stale, a3d_text *out, uint64_t *steps)
{
    a3d_fixer x;
    bool changed = false;
    if (!a3d_is_complete(result) || !a3d_fix_begin(&x, result->doc))
        return false;
    x.content = true;
    for (size_t i = 0; i < result->doc->n_findings && x.cost < A3D_FIX_COST; i++) {
        const a3d_finding *f = &result->doc->findings[i];
        if ((stale == NULL || stale[a3d_rule_index(result->format, f->rule)] == 0) && f->rule->fix == A3D_FIX_VALUE &&
            f->place.node != A3D_NO_NODE && a3d_at(result->doc, f->place.node)->row->derive.kind != A3D_GIVEN)
            changed |= a3d_fix_finding(&x, f);
    }
    *steps += x.cost;
    return changed && a3d_fix_end(&x) &&
           a3d_encode_try(result->doc, out, x.patches, x.n_patches, steps) == NULL;
}

static const a3d_result *check(a3d_retry *t, const void *data, size_t size)
{
    a3d_options options = t->options;
    if (t->steps >= t->budget)
        return NULL;
    uint64_t left = t->budget - t->steps;
    a3d_limits_lower_work(&options.limits, size, left);
    a3d_arena_reset(&t->own);
    const a3d_result *result = a3d_lint(&t->own, data, size, &options);
    if (result != NULL) /* what a check counts beyond its limit, it does not do */
        t->steps += result->steps < left ? result->steps : left;
    return result;
}

/* Whether enough steps are left to write the changed file: two for each node, which repairs may visit, and one for each
 * byte. What is packed takes at most a step for each byte, and may take the rest. */
static bool may_write(const a3d_retry *t, a3d_doc *doc)
{
    uint64_t left = t->steps < t->budget ? t->budget - t->steps : 0;
    uint64_t least = 2 * (uint64_t)doc->n_nodes + doc->streams[0].size;
    doc->most_packed = left > least ? left - least : 0;
    return left > least;
}

const a3d_result *a3d_check_repaired(a3d_retry *t, const a3d_suspect *s)
{
    const a3d_stream *file = &t->before->doc->streams[0];
    const a3d_result *r = check(t, file->data, file->size);
    a3d_fixer x;
    if (!a3d_is_complete(r) || r->format != t->before->format || !may_write(t, r->doc) ||
        !a3d_fix_begin(&x, r->doc) || !a3d_fix_suspect(&x, s) || !a3d_fix_end(&x) ||
        a3d_encode_try(r->doc, &t->file, x.patches, x.n_patches, &t->steps) != NULL)
        return NULL;
    t->steps += x.cost;
    r = check(t, t->file.data, t->file.size);
    t->vouched = a3d_is_complete(r) && s->stream == 0 && s->place.node < r->doc->n_nodes &&
                 a3d_is_vouched(r->doc, s->place.node);
    if (a3d_is_complete(r) && r->format == t->before->format && may_write(t, r->doc) &&
        a3d_follow_bytes(r, t->was.places, &t->next, &t->steps))
        r = check(t, t->next.data, t->next.size);
    return a3d_is_complete(r) && r->format == t->before->format ? r : NULL;
}

bool a3d_retry_begin(a3d_retry *t, const a3d_result *before, const a3d_options *options)
{
    a3d_doc *doc = before->doc;
    *t = (a3d_retry){.before = before, .options = *options, .budget = doc->work_limit - doc->steps};
    t->options.format = before->format;
    t->options.limits.repairs = t->options.limits.unsearched = true;
    a3d_arena_init_below(&t->arena, doc->arena);
    a3d_arena_init_below(&t->own, doc->arena);
    a3d_text_init(&t->file, &t->arena);
    a3d_text_init(&t->next, &t->arena);
    if (!a3d_tally_init(&t->was, &t->arena, before->format) || !a3d_tally_init(&t->is, &t->arena, before->format))
        return false;
    a3d_tally_take(&t->was, doc);
    return true;
}

void a3d_retry_end(a3d_retry *t)
{
    a3d_arena_free(&t->own);
    a3d_arena_free(&t->arena);
}
