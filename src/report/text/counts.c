/* counts.c - see counts.h */
#include "report/text/counts.h"

#include <stdlib.h>
#include <string.h>

typedef struct count {
    const a3d_rule *rule;
    a3d_severity severity; /* the highest; a configuration may set it for some files */
    uint64_t findings, files;
    uint64_t file; /* the number of the file that was counted last */
} count;

struct a3d_counts {
    a3d_arena *arena;
    count *at;
    size_t n, cap;
    uint64_t files;
};

a3d_counts *a3d_counts_new(a3d_arena *arena)
{
    a3d_counts *counts = a3d_arena_alloc(arena, sizeof *counts);
    if (counts != NULL)
        counts->arena = arena;
    return counts;
}

static count *count_of(a3d_counts *c, const a3d_rule *rule)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].rule == rule)
            return &c->at[i];
    count *at = a3d_grow(c->arena, c->at, &c->cap, c->n + 1, sizeof *at);
    if (at == NULL)
        return NULL;
    c->at = at;
    at[c->n] = (count){.rule = rule};
    return &at[c->n++];
}

bool a3d_counts_add(a3d_counts *c, const a3d_sink *sink, const a3d_result *result)
{
    c->files++;
    for (size_t i = 0; result->doc != NULL && i < result->doc->n_findings; i++) {
        const a3d_finding *f = &result->doc->findings[i];
        if (f->severity < sink->show || a3d_standing_of(sink, i).suppressed)
            continue;
        count *one = count_of(c, f->rule);
        if (one == NULL)
            return false;
        one->findings++;
        one->files += one->file != c->files;
        one->file = c->files;
        one->severity = f->severity > one->severity ? f->severity : one->severity;
    }
    return true;
}

static int by_findings(const void *a, const void *b)
{
    const count *x = a, *y = b;
    return x->findings != y->findings ? (x->findings < y->findings ? 1 : -1) : strcmp(x->rule->id, y->rule->id);
}

/* A number at the right of a column. */
static void put_right(a3d_text *out, uint64_t n, size_t width)
{
    size_t digits = 1;
    for (uint64_t rest = n; rest > 9; rest /= 10)
        digits++;
    for (; digits < width; digits++)
        a3d_putc(out, ' ');
    a3d_put_uint(out, n);
}

void a3d_counts_text(a3d_text *out, const a3d_counts *c)
{
    enum { WIDTH = 8 };
    if (c->n == 0)
        return;
    qsort(c->at, c->n, sizeof *c->at, by_findings);
    a3d_puts(out, "findings     files  rule\n");
    for (size_t i = 0; i < c->n; i++) {
        put_right(out, c->at[i].findings, WIDTH);
        a3d_puts(out, "  ");
        put_right(out, c->at[i].files, WIDTH);
        a3d_printf(out, "  %s (%s)\n", c->at[i].rule->id, a3d_severity_name(c->at[i].severity));
    }
}
