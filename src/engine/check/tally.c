/* tally.c - see tally.h */
#include "engine/check/tally.h"
#include "base/never.h"

#include <string.h>

bool a3d_tally_init(a3d_tally *t, a3d_arena *arena, const a3d_format *format)
{
    size_t n = format->n_rules;
    *t = (a3d_tally){.places = a3d_arena_alloc(arena, n * sizeof *t->places),
                     .roots = a3d_arena_alloc(arena, n * sizeof *t->roots),
                     .severity = a3d_arena_alloc(arena, n),
                     .n_rules = format->n_rules};
    return t->places != NULL && t->roots != NULL && t->severity != NULL;
}

static uint64_t places_in(const a3d_finding *f)
{
    return f->rule->fault == A3D_FAULT_TRAILING || f->rule->fault == A3D_FAULT_LEFT_OVER ? f->size : f->count;
}

void a3d_tally_take(a3d_tally *t, const a3d_doc *doc)
{
    A3D_ASSERT(t->n_rules == doc->format->n_rules);
    memset(t->places, 0, t->n_rules * sizeof *t->places);
    memset(t->roots, 0, t->n_rules * sizeof *t->roots);
    memset(t->severity, 0, t->n_rules);
    t->faulty = doc->faulty;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        unsigned rule = a3d_rule_index(doc->format, f->rule);
        t->places[rule] += places_in(f);
        t->roots[rule] += f->cause == A3D_NO_CAUSE ? places_in(f) : 0;
        t->severity[rule] = (uint8_t)f->severity;
    }
    for (size_t i = 0; i < doc->more_findings; i++) {
        t->places[doc->more_rules[i]]++;
        t->roots[doc->more_rules[i]]++;
    }
}

uint64_t a3d_tally_errors(const a3d_tally *t)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < t->n_rules; i++)
        n += t->severity[i] == A3D_ERROR ? t->roots[i] : 0;
    return n;
}
