/* report.c - the table of output forms, and what they share; see report.h */
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

static void nothing(a3d_sink *sink)
{
    (void)sink;
}

const a3d_report_form a3d_report_forms[] = {
    {"text", "for people", nothing, a3d_text_file, a3d_text_end},
    {"json", "one document with every finding, notes included", a3d_json_begin, a3d_json_file, a3d_json_end},
    {"ndjson", "the same, an object a line: tool, each file, summary", a3d_ndjson_begin, a3d_ndjson_file, a3d_ndjson_end},
    {NULL, NULL, NULL, NULL, NULL},
};

const a3d_report_form *a3d_report_form_named(const char *name)
{
    for (const a3d_report_form *form = a3d_report_forms; form->name != NULL; form++)
        if (strcmp(form->name, name) == 0)
            return form;
    return NULL;
}

void a3d_totals_add(a3d_sink *sink, const a3dlint_result *result)
{
    a3d_totals *t = &sink->totals;
    t->files++;
    t->verdicts[result->verdict]++;
    for (unsigned s = A3D_NOTE; s <= A3D_ERROR; s++) {
        t->counts[s] += result->counts[s];
        if (s < sink->show)
            t->hidden += result->counts[s];
    }
}

unsigned a3d_stream_chain(const a3d_doc *doc, uint32_t stream, uint32_t *chain, unsigned most)
{
    unsigned n = 1;
    for (uint32_t s = stream; doc->streams[s].owner != A3D_NO_NODE && n < most; s = doc->streams[s].parent)
        n++;
    for (unsigned i = n; i-- > 0; stream = doc->streams[stream].parent)
        chain[i] = stream;
    return n;
}

void a3d_put_quantity(a3d_text *out, const a3d_quantity *q)
{
    switch (q->kind) {
    case A3D_Q_INT: a3d_printf(out, "%" PRId64, q->i); break;
    case A3D_Q_UINT: a3d_printf(out, "%" PRIu64, q->u); break;
    case A3D_Q_FLOAT: a3d_put_float(out, (uint32_t)q->i); break;
    case A3D_Q_TEXT: a3d_puts(out, q->text); break;
    default: break;
    }
}

void a3d_put_expected(a3d_text *out, const a3d_finding *f)
{
    if (f->expected != NULL) {
        a3d_puts(out, f->expected);
        return;
    }
    a3d_put_quantity(out, &f->min);
    if (f->max.kind == A3D_Q_NONE)
        return;
    a3d_puts(out, f->min.kind != A3D_Q_NONE ? " to " : "at most ");
    a3d_put_quantity(out, &f->max);
}

void a3d_put_printable(a3d_text *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7f)
            a3d_printf(out, "\\x%02x", c);
        else
            a3d_putc(out, (char)c);
    }
}
