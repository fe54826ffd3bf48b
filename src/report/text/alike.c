/* alike.c - see alike.h */
#include "report/text/alike.h"

enum { LATEST = 32 }; /* a finding is compared with so many kinds, those that were new last */

static const a3d_row *row_of(const a3d_doc *doc, const a3d_finding *f)
{
    return f->place.node != A3D_NO_NODE ? a3d_at(doc, f->place.node)->row : NULL;
}

static bool are_alike(const a3d_doc *doc, const a3d_finding *a, const a3d_finding *b)
{
    return a->rule == b->rule && a->severity == b->severity && a->cause == b->cause && row_of(doc, a) == row_of(doc, b);
}

bool a3d_find_alike(a3d_alike *alike, const a3d_sink *sink, const a3d_doc *doc)
{
    uint32_t kinds[LATEST] = {0};
    size_t n_kinds = 0, n = doc->n_findings;
    bool *leads = a3d_arena_alloc(doc->arena, n);
    if (leads == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        if (doc->findings[i].cause < i)
            leads[doc->findings[i].cause] = true;
    for (uint32_t i = 0; i < n; i++) {
        const a3d_finding *f = &doc->findings[i];
        alike[i] = (a3d_alike){i, 0};
        if (leads[i] || f->n_suspects > 0 || f->count > 1 || !a3d_is_shown(sink, doc, i))
            continue;
        size_t k = 0, some = n_kinds < LATEST ? n_kinds : LATEST;
        while (k < some && !are_alike(doc, &doc->findings[kinds[k]], f))
            k++;
        if (k < some) {
            alike[i].first = kinds[k];
            alike[kinds[k]].others++;
        } else {
            kinds[n_kinds++ % LATEST] = i;
        }
    }
    return true;
}
