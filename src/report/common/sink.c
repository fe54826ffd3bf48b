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

/* What a baseline knows of the findings of a file. --write-baseline leaves out findings that are neither shown nor
 * fail, so these are not new. */
static void add_standing(a3d_sink *sink, const a3d_result *result)
{
    a3d_totals *t = &sink->totals;
    a3d_severity least = sink->fail_on < sink->show ? sink->fail_on : sink->show;
    for (unsigned s = least; s <= A3D_ERROR; s++)
        t->fresh += result->counts[s];
    for (size_t i = 0; sink->standing != NULL && result->doc != NULL && i < result->doc->n_findings; i++) {
        a3d_severity severity = result->doc->findings[i].severity;
        bool suppressed = sink->standing[i].suppressed, expired = !suppressed && sink->standing[i].expired;
        t->suppressed += suppressed;
        t->hidden -= suppressed && severity < sink->show;
        t->expired += expired && severity >= least;
        t->fresh -= (suppressed || expired) && severity >= least;
    }
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
    add_standing(sink, result);
}
