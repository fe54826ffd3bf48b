/* readers.c - what known readers do (--compat), and how that changes severities */
#include "base/never.h"
#include "lint/lint.h"

#include <stdio.h>
#include <string.h>

const char *a3d_does_name(a3d_does does)
{
    static const char *const names[] = {"accepted", "writes it", "rejected", "hangs", "reads beyond"};
    A3D_ASSERT(does < sizeof names / sizeof *names);
    return names[does];
}

/* Appended to messages that are errors only for a reader. */
static const char *refusal(a3d_does does)
{
    static const char *const words[] = {NULL, NULL, "refuses it", "hangs on it", "reads beyond it"};
    return words[does];
}

uint32_t a3d_asked_readers(const a3d_format *format, const a3d_options *options)
{
    uint32_t asked = 0, bit = 1;
    for (const a3d_compat *c = format->compats; c->name != NULL; c++, bit <<= 1)
        for (size_t i = 0; i < options->n_compats; i++)
            if (strcmp(options->compats[i], c->name) == 0)
                asked |= bit;
    return asked;
}

/* The reader of a quirk if it was requested, else NULL. */
static const a3d_compat *reader_of(const a3d_format *format, const a3d_quirk *quirk, uint32_t asked)
{
    const a3d_compat *c = format->compats;
    while (strcmp(c->name, quirk->reader) != 0)
        c++;
    return (asked >> (c - format->compats) & 1) != 0 ? c : NULL;
}

const a3d_quirk *a3d_next_quirk(const a3d_format *format, const char *rule, uint32_t asked, const a3d_quirk *after)
{
    for (const a3d_quirk *q = after != NULL ? after + 1 : format->quirks; q->reader != NULL; q++) {
        bool same = q->rule != NULL && rule != NULL ? strcmp(q->rule, rule) == 0 : q->rule == rule;
        if (same && asked != 0 && reader_of(format, q, asked) != NULL)
            return q;
    }
    return NULL;
}

a3d_severity a3d_reader_level(const a3d_format *format, const a3d_rule *rule, uint32_t asked)
{
    a3d_severity level = A3D_OFF;
    for (const a3d_quirk *q = NULL; asked != 0 && (q = a3d_next_quirk(format, rule->id, asked, q)) != NULL;)
        level = q->level > level ? q->level : level;
    return level != A3D_OFF ? level : rule->severity;
}

void a3d_name_readers(a3d_doc *doc, a3d_finding *f, uint32_t asked)
{
    char text[640];
    int n = snprintf(text, sizeof text, "%.400s", f->message);
    int plain = n;
    for (const a3d_quirk *q = NULL; (q = a3d_next_quirk(doc->format, f->rule->id, asked, q)) != NULL;)
        if (refusal(q->does) != NULL && !A3D_NEVER(n >= (int)sizeof text))
            n += snprintf(text + n, sizeof text - (size_t)n, "%s %s %s", n == plain ? ";" : " and",
                          reader_of(doc->format, q, asked)->who, refusal(q->does));
    const char *message = n > plain ? a3d_arena_text(doc->arena, text, strlen(text)) : NULL;
    f->message = message != NULL ? message : f->message;
}
