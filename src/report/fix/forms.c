/* forms.c - see forms.h */
#include "report/fix/forms.h"
#include "report/common/phrases.h"
#include "report/fix/fix.h"
#include "report/text/text.h"

#include <string.h>

static void count(a3d_fixes_totals *t, const a3d_fixing *x)
{
    t->repaired += x->n_fixed > 0;
    t->repairs += x->n_fixed;
    t->salvaged += x->lost.n > 0;
}

/* ---- text ---- */

static void begin_text(a3d_sink *sink)
{
    (void)sink;
}

/* A file in which nothing was repaired and nothing is left has a line with -v only. */
static bool is_worth_a_line(const a3d_sink *sink, const a3d_fixing *x)
{
    size_t left = 0;
    for (unsigned s = A3D_WARNING; s <= A3D_ERROR; s++)
        left += x->after->counts[s] + x->after->more[s];
    return sink->verbose || x->n_fixed > 0 || x->lost.n > 0 || left > 0;
}

static void file_text(a3d_sink *sink, const char *path, const a3d_result *result)
{
    if (sink->fixes == NULL) {
        a3d_text_file(sink, path, result);
        return;
    }
    count(sink->state, sink->fixes->fixing);
    if (is_worth_a_line(sink, sink->fixes->fixing))
        a3d_fixes_text(sink->out, sink->fixes);
}

static void put_number(a3d_text *out, size_t n, const char *what)
{
    if (n > 0)
        a3d_printf(out, ", %zu %s", n, what);
}

static void end_text(a3d_sink *sink)
{
    const a3d_fixes_totals *f = sink->state;
    const a3d_totals *t = &sink->totals;
    a3d_text *out = sink->out;
    if (sink->quiet)
        return;
    a3d_printf(out, "%zu file%s: %zu %srepaired", t->files, t->files == 1 ? "" : "s",
               f->repaired, f->dry ? "would be " : "");
    put_number(out, f->salvaged, f->dry ? "would be salvaged" : "salvaged");
    for (unsigned v = A3DLINT_VALID; v <= A3DLINT_LIMITED; v++)
        put_number(out, t->verdicts[v], a3d_verdict_name((a3dlint_verdict)v));
    put_number(out, t->skipped, "skipped");
    if (t->counts[A3D_NOTE] + t->counts[A3D_WARNING] + t->counts[A3D_ERROR] > 0) {
        a3d_puts(out, "; remaining: ");
        a3d_put_severities(out, t->counts);
    }
    a3d_puts(out, sink->interrupted ? "; interrupted\n" : "\n");
}

/* ---- JSON ---- */

static void begin_json(a3d_sink *sink)
{
    const a3d_fixes_totals *f = sink->state;
    a3d_json *j = &sink->json;
    a3d_json_init(j, sink->out, true);
    a3d_json_open(j, '{');
    a3d_json_tool(j);
    a3d_json_member_bool(j, "dryRun", f->dry);
    a3d_json_member_open(j, "files", '[');
}

static void file_json(a3d_sink *sink, const char *path, const a3d_result *result)
{
    a3d_json *j = &sink->json;
    a3d_json_open(j, '{');
    if (sink->fixes != NULL) {
        count(sink->state, sink->fixes->fixing);
        a3d_fixes_members(j, sink->fixes);
    } else {
        a3d_json_member_str(j, "path", a3d_plain_path(path));
        a3d_json_member_str(j, "verdict", a3d_verdict_name(result->verdict));
        a3d_json_member_maybe(j, "message", result->message);
    }
    a3d_json_close(j, '}');
}

static void end_json(a3d_sink *sink)
{
    const a3d_fixes_totals *f = sink->state;
    const a3d_totals *t = &sink->totals;
    a3d_json *j = &sink->json;
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "summary", '{');
    a3d_json_member_uint(j, "files", t->files);
    a3d_json_member_uint(j, "repaired", f->repaired);
    a3d_json_member_uint(j, "repairs", f->repairs);
    a3d_json_member_uint(j, "salvaged", f->salvaged);
    for (unsigned v = A3DLINT_VALID; v <= A3DLINT_LIMITED; v++)
        a3d_json_member_uint(j, a3d_verdict_name((a3dlint_verdict)v), t->verdicts[v]);
    a3d_json_member_uint(j, "skipped", t->skipped);
    for (unsigned s = A3D_ERROR; s >= A3D_NOTE; s--)
        a3d_json_member_uint(j, a3d_severity_name((a3d_severity)s), t->counts[s]);
    a3d_json_member_bool(j, "interrupted", sink->interrupted);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
    a3d_putc(sink->out, '\n');
}

const a3d_report_form *a3d_fixes_form(const char *name)
{
    static const a3d_report_form forms[] = {
        {"text", "for people", begin_text, file_text, end_text, false, false, a3d_text_skipped, false},
        {"json", "one document with every file", begin_json, file_json, end_json, false, false, NULL, false},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}
