/* measure_print.c - what comes out; see measure.c */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

static double percent(unsigned n, unsigned of)
{
    return of > 0 ? 100.0 * n / of : 0;
}

/* The width that half of the spans do not exceed. */
static unsigned median_width(const tally *t)
{
    unsigned width = 0;
    for (unsigned passed = t->widths[0]; 2 * passed < t->found && width < WIDEST;)
        passed += t->widths[++width];
    return width;
}

static double errors_each(const tally *t)
{
    return t->invalid > 0 ? (double)t->errors / t->invalid : 0;
}

void print_family(const family *f)
{
    for (int k = 0; k < KINDS; k++) {
        const tally *t = &f->tallies[k];
        if (t->invalid > 0)
            printf("%-6s %-10s %5u drawn, %5u invalid; found %5.1f %% (first %5.1f %%, in a finding %5.1f %%), "
                   "median width %2u; %.2f errors without a cause; %u of %u likely causes repair\n",
                   f->format->name, kind_names[k], t->tried, t->invalid, percent(t->found, t->invalid),
                   percent(t->first, t->invalid), percent(t->in_finding, t->invalid), median_width(t), errors_each(t),
                   t->repaired, t->suspected);
    }
}

static FILE *create(const char *base, const char *end)
{
    char name[600];
    snprintf(name, sizeof name, "%.500s%s", base, end);
    FILE *out = fopen(name, "w");
    if (out == NULL)
        exit(3);
    return out;
}

static void write_heading(FILE *out, const wish *w)
{
    fprintf(out,
            "# Where damage is found\n\n"
            "Written by `make measure-report` of a3dlint " A3DLINT_VERSION "; each machine gives the same figures. The files "
            "are a third of the\nreal files, which `ci/held-out` draws by their checksums; nothing was tuned on them. In "
            "sound ones of at most %lu bytes\none place was damaged at a time, %lu times for each format "
            "(seed %lu): a number, a count, a length, a bit of the null mask,\nthe end of a text, or padding. "
            "Checksums and packing around it were put right, so that only the damage itself shows.\n"
            "*Content* is any byte of what is unpacked, changed likewise. *Any byte* is a byte of the file itself; "
            "whatever packs it or\ncovers it was left alone.\n\n"
            "**invalid**: damages that break a rule at all; a color or a position may as well be meant. **found**: of "
            "these, the damaged bytes\nlie in one of the first three findings without a cause or in one of their "
            "suspects. **first**: in the first error or its\nfirst suspect. **in a finding**: without the suspects. "
            "Only spans of at most %d bytes count; in packed data also wider ones that leave a part out.\n"
            "**width**: the median of these spans in bytes. **errors**: errors without a cause, on average; 1 is "
            "right. **likely causes**: first\nsuspects of errors, and how many of them leave fewer errors when `edit` "
            "makes their repair.\n\n"
            "| format | files | damage | drawn | invalid | found | first | in a finding | width | errors | "
            "likely causes | repair |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            w->most, w->count, w->seed, WIDEST);
}

void write_markdown(const family *families, const wish *w)
{
    FILE *out = create(w->base, ".md");
    write_heading(out, w);
    for (const family *f = families; f->format != NULL; f++)
        for (int k = 0; k < KINDS; k++) {
            const tally *t = &f->tallies[k];
            if (t->tried > 0)
                fprintf(out, "| %s | %d | %s | %u | %u | %.1f %% | %.1f %% | %.1f %% | %u | %.2f | %u | %u |\n",
                        f->format->name, f->n, kind_names[k], t->tried, t->invalid, percent(t->found, t->invalid),
                        percent(t->first, t->invalid), percent(t->in_finding, t->invalid), median_width(t),
                        errors_each(t), t->suspected, t->repaired);
        }
    fclose(out);
}

void write_json(const family *families, const wish *w)
{
    FILE *out = create(w->base, ".json");
    const char *glue = "\n";
    fprintf(out, "{\n  \"count\": %lu, \"seed\": %lu, \"most\": %lu,\n  \"rows\": [", w->count, w->seed, w->most);
    for (const family *f = families; f->format != NULL; f++)
        for (int k = 0; k < KINDS; k++) {
            const tally *t = &f->tallies[k];
            if (t->tried == 0)
                continue;
            fprintf(out,
                    "%s    {\"format\": \"%s\", \"files\": %d, \"damage\": \"%s\", \"drawn\": %u, \"invalid\": %u, "
                    "\"found\": %u, \"first\": %u, \"inFinding\": %u, \"width\": %u, \"errors\": %lu, "
                    "\"likelyCauses\": %u, \"repaired\": %u}",
                    glue, f->format->name, f->n, kind_names[k], t->tried, t->invalid, t->found, t->first,
                    t->in_finding, median_width(t), t->errors, t->suspected, t->repaired);
            glue = ",\n";
        }
    fprintf(out, "\n  ]\n}\n");
    fclose(out);
}
