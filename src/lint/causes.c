/* causes.c - decides which finding leads its group, and sorts causes before consequences */
#include "base/never.h"
#include "lint/lint.h"

/* Follows the causes of a finding to the first one. *worst becomes the last finding on the way with the highest
 * severity. */
static uint32_t leader_of(const a3d_doc *doc, uint32_t i, uint32_t *worst)
{
    *worst = i;
    for (size_t hops = 0; doc->findings[i].cause != A3D_NO_CAUSE && !A3D_NEVER(hops >= doc->n_findings); hops++) {
        i = doc->findings[i].cause;
        if (doc->findings[i].severity >= doc->findings[*worst].severity)
            *worst = i;
    }
    return i;
}

/* Makes `to` the leader. The suspects move along, since only leaders show them. */
static void change_leader(a3d_doc *doc, uint32_t from, uint32_t to)
{
    a3d_finding *old = &doc->findings[from], *f = &doc->findings[to];
    f->cause = A3D_NO_CAUSE;
    old->cause = to;
    if (f->n_suspects > 0)
        return;
    f->suspects = old->suspects;
    f->n_suspects = old->n_suspects;
    old->n_suspects = 0;
}

void a3d_worst_lead(a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        uint32_t worst, leader = leader_of(doc, i, &worst);
        if (doc->findings[worst].severity > doc->findings[leader].severity)
            change_leader(doc, leader, worst);
    }
}

/* The outermost cause of a finding that has no new position yet, or the finding itself. */
static size_t next_to_place(const a3d_doc *doc, const uint32_t *moved, size_t i)
{
    for (size_t hops = 0; !A3D_NEVER(hops >= doc->n_findings); hops++) {
        uint32_t cause = doc->findings[i].cause;
        if (cause == A3D_NO_CAUSE || moved[cause] != A3D_NO_CAUSE)
            return i;
        i = cause;
    }
    return i;
}

/* Causes may be found later than their consequences; those then move after them. */
bool a3d_causes_first(a3d_doc *doc, uint32_t *moved)
{
    size_t n = doc->n_findings, made = 0, late = 0;
    for (size_t i = 0; i < n; i++) {
        late += doc->findings[i].cause != A3D_NO_CAUSE && doc->findings[i].cause > i;
        moved[i] = A3D_NO_CAUSE;
    }
    a3d_finding *sorted = late > 0 ? a3d_arena_alloc(doc->arena, n * sizeof *sorted) : NULL;
    if (sorted == NULL)
        return late == 0;
    for (size_t i = 0; i < n; i++)
        while (moved[i] == A3D_NO_CAUSE) {
            size_t next = next_to_place(doc, moved, i);
            sorted[made] = doc->findings[next];
            moved[next] = (uint32_t)made++;
        }
    for (size_t i = 0; i < n; i++) {
        uint32_t cause = sorted[i].cause;
        sorted[i].cause = cause != A3D_NO_CAUSE ? moved[cause] : A3D_NO_CAUSE;
        doc->findings[i] = sorted[i];
    }
    return true;
}
