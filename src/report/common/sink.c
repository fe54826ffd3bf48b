/* sink.c - see sink.h */
#include "report/common/sink.h"

a3d_standing a3d_standing_of(const a3d_sink *sink, size_t finding)
{
    return sink->standing != NULL ? sink->standing[finding] : (a3d_standing){0};
}

const char *a3d_known_name(a3d_known known)
{
    static const char *const names[] = {NULL, "new", "unchanged", "updated"};
    return names[known];
}

void a3d_totals_add(a3d_sink *sink, const a3d_result *result)
{
    a3d_totals *t = &sink->totals;
    t->files++;
    t->verdicts[result->verdict]++;
    for (unsigned s = A3D_NOTE; s <= A3D_ERROR; s++) {
        t->counts[s] += result->counts[s];
        if (s < sink->show)
            t->hidden += result->counts[s];
    }
    for (size_t i = 0; sink->standing != NULL && result->doc != NULL && i < result->doc->n_findings; i++)
        t->suppressed += sink->standing[i].suppressed;
}
