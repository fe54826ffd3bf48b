/* readers.c - see readers.h */
#include "report/common/readers.h"
#include "report/common/markdown.h"
#include "report/common/source.h"

#include <string.h>

void a3d_put_readers(a3d_text *out, const a3d_format *format, const char *rule, uint32_t asked, const char *indent,
                     bool sources)
{
    for (const a3d_quirk *q = NULL; (q = a3d_next_quirk(format, rule, asked, q)) != NULL;) {
        a3d_printf(out, "%s%s: %s. %s", indent, q->reader, a3d_does_name(q->does), q->what);
        if (sources)
            a3d_printf(out, " (%s)", q->source);
        a3d_putc(out, '\n');
    }
}

void a3d_json_readers(a3d_json *j, const a3d_format *format, const char *rule, uint32_t asked, bool levels)
{
    a3d_json_member_open(j, "readers", '[');
    for (const a3d_quirk *q = NULL; (q = a3d_next_quirk(format, rule, asked, q)) != NULL;) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "name", q->reader);
        a3d_json_member_str(j, "does", a3d_does_name(q->does));
        a3d_json_member_str(j, "what", q->what);
        a3d_json_member_str(j, "source", q->source);
        if (levels)
            a3d_json_member_maybe(j, "level", q->level != A3D_OFF ? a3d_severity_name(q->level) : NULL);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

/* The columns that both tables share: what the reader does, how severe the rule is for it, and how that is known.
 * `spec` is for a3d_put_source. */
static void put_row(a3d_text *out, const a3d_quirk *q, const char *spec)
{
    a3d_printf(out, " | %s | ", a3d_does_name(q->does));
    a3d_put_markdown(out, q->what);
    a3d_printf(out, " | %s | ", q->level != A3D_OFF ? a3d_severity_name(q->level) : "");
    a3d_put_source(out, q->source, spec);
    a3d_puts(out, " |\n");
}

void a3d_put_reader_table(a3d_text *out, const a3d_format *format, const char *rule)
{
    const a3d_quirk *q = a3d_next_quirk(format, rule, A3D_ALL_READERS, NULL);
    if (q != NULL)
        a3d_puts(out, "| reader | does | how | severity with `--compat` | source |\n|---|---|---|---|---|\n");
    for (; q != NULL; q = a3d_next_quirk(format, rule, A3D_ALL_READERS, q)) {
        a3d_printf(out, "| `%s`", q->reader);
        put_row(out, q, "../../spec/");
    }
}

static void put_plain(a3d_text *out, const a3d_quirk *q)
{
    const char *rule = q->rule != NULL ? strchr(q->rule, '/') + 1 : "";
    a3d_printf(out, "    %-12s  %-26s  %s (%s)\n", a3d_does_name(q->does), rule, q->what, q->source);
}

void a3d_readers(a3d_text *out, const a3d_format *format, bool markdown)
{
    for (const a3d_compat *c = format->compats; c->name != NULL; c++) {
        if (c->who == NULL)
            continue;
        a3d_printf(out, markdown ? "\n### `--compat %s`\n\n%s.\n\n" : "--compat %s: %s\n", c->name, c->meaning);
        if (markdown)
            a3d_puts(out, "| rule | does | how | severity | source |\n|---|---|---|---|---|\n");
        for (const a3d_quirk *q = format->quirks; q->reader != NULL; q++) {
            if (strcmp(q->reader, c->name) != 0)
                continue;
            if (!markdown) {
                put_plain(out, q);
                continue;
            }
            if (q->rule != NULL)
                a3d_printf(out, "| [%s](../rules/%s.md)", strchr(q->rule, '/') + 1, q->rule);
            else
                a3d_puts(out, "| ");
            put_row(out, q, "../spec/");
        }
    }
}
