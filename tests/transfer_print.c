/* transfer_print.c - the figures: on the screen, and in the report of the measure. */
#include "transfer.h"

#include <stdio.h>
#include <stdlib.h>

static double percent(unsigned long n, unsigned long of)
{
    return of > 0 ? 100.0 * (double)n / (double)of : 0;
}

static void add(tally *sum, const tally *t)
{
    sum->drawn += t->drawn;
    sum->named += t->named;
    sum->restored += t->restored;
    sum->sealed += t->sealed;
    sum->wrong += t->wrong;
    sum->advised += t->advised;
    sum->by_command += t->by_command;
    sum->unequal += t->unequal;
    sum->errors += t->errors;
}

static const char *fate_word(fate content)
{
    static const char *const words[] = {[KEPT] = "kept", [PERHAPS] = "perhaps", [LOST] = "lost", [NAMED] = "named"};
    return words[content];
}

void print_family(const family *f)
{
    tally all = {0}, kept = {0};
    for (unsigned k = 0; kinds[k].name != NULL; k++) {
        const tally *t = &f->tallies[k];
        add(&all, t);
        if (kinds[k].fate == KEPT)
            add(&kept, t);
        if (t->drawn > 0)
            printf("%-5s %-24s %-7s %4u drawn, named %5.1f %%, restored %5.1f %%, %u called sound, "
                   "%u wrong repairs, %u advised, %.2f errors\n",
                   f->format->name, kinds[k].name, fate_word(kinds[k].fate), t->drawn, percent(t->named, t->drawn),
                   percent(t->restored, t->drawn), t->sealed, t->wrong, t->advised, (double)t->errors / t->drawn);
    }
    printf("%-5s all: %u drawn, named %.1f %%; of %u that are kept %.1f %% restored; %u called sound, "
           "%u wrong repairs, %u advised; the command differs in %u of %u\n",
           f->format->name, all.drawn, percent(all.named, all.drawn), kept.drawn, percent(kept.restored, kept.drawn),
           all.sealed, all.wrong, all.advised, all.unequal, all.by_command);
}

void print_alarms(const char *what, const alarms *a)
{
    if (a->checked > 0)
        printf("%s: %lu checks, %lu false alarms\n", what, a->checked, a->false_ones);
}

/* ---- the report ---- */

static FILE *open_end(const char *base, const char *end, const char *mode)
{
    char name[600];
    snprintf(name, sizeof name, "%.500s%s", base, end);
    FILE *out = fopen(name, mode);
    if (out == NULL) {
        perror(name);
        exit(3);
    }
    return out;
}

static void put_row(FILE *out, const char *a, const char *b, const tally *t)
{
    fprintf(out, "| %s | %s | %u | %.1f %% | ", a, b, t->drawn, percent(t->named, t->drawn));
    if (strcmp(b, "lost") == 0 || strcmp(b, "named") == 0)
        fprintf(out, "| ");
    else
        fprintf(out, "%.1f %% | ", percent(t->restored, t->drawn));
    fprintf(out, "%u | %u | %u | %.2f |\n", t->sealed, t->wrong, t->advised,
            t->drawn > 0 ? (double)t->errors / t->drawn : 0);
}

static const char *const columns = "drawn | named | restored | called sound | wrong repairs | advice | errors |\n"
                                   "|---|---|---|---|---|---|---|---|---|\n";

static void put_markdown(FILE *out, const family *families)
{
    fprintf(out, "\n| damage | content | %s", columns);
    for (unsigned k = 0; kinds[k].name != NULL; k++) {
        tally t = {0};
        for (const family *f = families; f->format != NULL; f++)
            add(&t, &f->tallies[k]);
        if (t.drawn > 0)
            put_row(out, kinds[k].name, fate_word(kinds[k].fate), &t);
    }
    fprintf(out, "\n| format | content | %s", columns);
    for (const family *f = families; f->format != NULL; f++)
        for (fate content = KEPT; content <= NAMED; content++) {
            tally t = {0};
            for (unsigned k = 0; kinds[k].name != NULL; k++)
                if (kinds[k].fate == content)
                    add(&t, &f->tallies[k]);
            if (t.drawn > 0)
                put_row(out, f->format->name, fate_word(content), &t);
        }
}

static void append_markdown(const family *families, const wish *w, const alarms *const all[3])
{
    static const char *const what[] = {"sound files", "random files", "files of other kinds, of this machine"};
    FILE *out = open_end(w->base, ".md", "a");
    fprintf(out,
            "\n# What happened to a whole file\n\n"
            "Each sound file of at most %lu bytes got each damage once (seed %lu), half of them under a name with the\n"
            "extension of their format, half without a name. **content**: kept, all of it is there and can be given\n"
            "back; perhaps, only where the rest of the file decides; lost, some is gone; named, only the name is\n"
            "wrong. **named**: the first finding without a cause has the rule of the damage, or is in the head for\n"
            "damage there. **restored**: `fix` gives back the sound file byte for byte. **called sound**: content is\n"
            "lost, and the file or what `fix` makes of it is valid. **wrong repairs**: `fix` makes a valid file that\n"
            "differs from the sound one, or changes what cannot be repaired. **advice**: a finding suggests to change\n"
            "a field. **errors**: errors without a cause, on average.\n",
            w->most, w->seed);
    put_markdown(out, families);
    fprintf(out, "\n| no damage | checks | false alarms |\n|---|---|---|\n");
    for (int i = 0; i < 3; i++)
        if (all[i]->checked > 0)
            fprintf(out, "| %s | %lu | %lu |\n", what[i], all[i]->checked, all[i]->false_ones);
    fclose(out);
}

/* Continues the one object that the file has. */
static void append_json(const family *families, const wish *w, const alarms *const all[3])
{
    static const char *const what[] = {"sound", "random", "foreign"};
    FILE *out = open_end(w->base, ".json", "r+");
    char end[3];
    if (fseek(out, -3, SEEK_END) != 0 || fread(end, 1, 3, out) != 3 || memcmp(end, "\n}\n", 3) != 0)
        exit(3);
    fseek(out, -3, SEEK_END);
    fprintf(out, ",\n  \"wholeFiles\": [");
    const char *glue = "\n";
    for (const family *f = families; f->format != NULL; f++)
        for (unsigned k = 0; kinds[k].name != NULL; k++) {
            const tally *t = &f->tallies[k];
            if (t->drawn == 0)
                continue;
            fprintf(out,
                    "%s    {\"format\": \"%s\", \"damage\": \"%s\", \"content\": \"%s\", \"drawn\": %u, \"named\": %u, "
                    "\"restored\": %u, \"calledSound\": %u, \"wrongRepairs\": %u, \"advised\": %u, \"errors\": %lu}",
                    glue, f->format->name, kinds[k].name, fate_word(kinds[k].fate), t->drawn, t->named, t->restored,
                    t->sealed, t->wrong, t->advised, t->errors);
            glue = ",\n";
        }
    fprintf(out, "\n  ],\n  \"falseAlarms\": [");
    for (int i = 0; i < 3; i++)
        fprintf(out, "%s\n    {\"files\": \"%s\", \"checks\": %lu, \"falseAlarms\": %lu}", i > 0 ? "," : "", what[i],
                all[i]->checked, all[i]->false_ones);
    fprintf(out, "\n  ]\n}\n");
    fclose(out);
}

void append_report(const family *families, const wish *w, const alarms *sound, const alarms *generated,
                   const alarms *foreign)
{
    const alarms *const all[3] = {sound, generated, foreign};
    append_markdown(families, w, all);
    append_json(families, w, all);
}
