/* json.c - groups and files as JSON, for the report and for the page; see triage.h */
#include "base/never.h"
#include "report/common/readers.h"
#include "report/triage/parts.h"

static void put_command(a3d_json *j, const a3d_triage *t, const a3d_triage_group *g)
{
    a3d_text command;
    a3d_text_init(&command, j->out->arena);
    bool some = a3d_put_repair_command(&command, t, g);
    a3d_json_key(j, "command");
    if (some)
        a3d_json_text(j, command.data, command.size);
    else
        a3d_json_null(j);
    a3d_json_member_bool(j, "fixable", g->fixable);
    a3d_json_member_uint(j, "left", g->left);
    a3d_text_free(&command);
}

static void put_writers(a3d_json *j, const a3d_triage_group *g)
{
    a3d_json_member_open(j, "writers", '[');
    for (unsigned i = 0; i < g->n_writers; i++) {
        a3d_json_open(j, '{');
        a3d_json_member_maybe(j, "writer", g->writers[i].text);
        a3d_json_member_uint(j, "files", g->writers[i].files);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
    a3d_json_member_uint(j, "otherWriters", g->other_writers);
}

/* Where the page of the rule is, once the project has a home. */
static void put_help(a3d_json *j, const a3d_triage_group *g)
{
    if (A3DLINT_HOME[0] == '\0' || g->rule == NULL)
        return;
    a3d_text url;
    a3d_text_init(&url, j->out->arena);
    a3d_printf(&url, "%sdocs/rules/%s.html", A3DLINT_HOME, g->rule->id);
    a3d_json_member_text(j, "help", url.data != NULL ? url.data : "", url.size);
    j->out->failed |= url.failed;
    a3d_text_free(&url);
}

static void put_group(a3d_json *j, const a3d_triage *t, const a3d_triage_group *g)
{
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "id", g->place);
    a3d_json_member_maybe(j, "rule", g->rule != NULL ? g->rule->id : NULL);
    a3d_json_member_maybe(j, "title", g->rule != NULL ? g->rule->title : NULL);
    a3d_json_member_maybe(j, "why", g->rule != NULL ? g->rule->why : NULL);
    put_help(j, g);
    a3d_json_member_maybe(j, "severity", a3d_severity_name(g->severity));
    a3d_json_member_maybe(j, "damage", a3d_damage_name(g->damage));
    a3d_json_member_str(j, "path", g->path);
    a3d_json_member_uint(j, "files", g->files);
    a3d_json_member_uint(j, "also", g->also);
    a3d_json_member_uint(j, "example", g->example);
    a3d_json_member_maybe(j, "examplePath", t->files[g->example].path);
    a3d_json_member_maybe(j, "message", g->message);
    a3d_json_member_maybe(j, "cause", g->cause);
    a3d_json_member_bool(j, "proven", g->proven);
    a3d_json_member_maybe(j, "advice", a3d_damage_advice(g->damage));
    a3d_json_member_str(j, "safe", a3d_safety_answer(g->safety));
    a3d_json_member_str(j, "safeWhy", a3d_safety_why(g->safety));
    put_command(j, t, g);
    put_writers(j, g);
    if (g->rule != NULL)
        a3d_json_readers(j, g->format, g->rule->id, A3D_ALL_READERS, false);
    a3d_json_close(j, '}');
}

void a3d_put_groups(a3d_json *j, const a3d_triage *t)
{
    A3D_ASSERT(t->order != NULL); /* a3d_triage_close was called */
    a3d_json_member_open(j, "groups", '[');
    for (size_t i = 0; i < t->n_groups; i++)
        put_group(j, t, &t->groups[t->order[i]]);
    a3d_json_close(j, ']');
}

void a3d_put_triage_file(a3d_json *j, const a3d_triage *t, const a3d_triage_file *f)
{
    a3d_json_member_maybe(j, "path", f->path);
    a3d_json_member_maybe(j, "format", f->format);
    a3d_json_member_maybe(j, "version", f->version);
    a3d_json_member_maybe(j, "branch", f->branch);
    a3d_json_member_uint(j, "size", f->size);
    a3d_json_member_bool(j, "member", f->member);
    a3d_json_member_maybe(j, "verdict", f->verdict);
    a3d_json_member_maybe(j, "message", f->message);
    a3d_json_member_maybe(j, "writer", f->writer);
    a3d_json_member_uint(j, "errors", f->counts[A3D_ERROR]);
    a3d_json_member_uint(j, "warnings", f->counts[A3D_WARNING]);
    a3d_json_key(j, "group");
    if (f->group != A3D_NO_GROUP)
        a3d_json_uint(j, t->groups[f->group].place);
    else
        a3d_json_null(j);
    a3d_json_member_open(j, "also", '[');
    for (unsigned i = 0; i < f->n_also; i++)
        a3d_json_uint(j, t->groups[f->also[i]].place);
    a3d_json_close(j, ']');
}

void a3d_put_triage_totals(a3d_json *j, const a3d_sink *sink)
{
    a3d_json_tool(j);
    a3d_json_member_open(j, "summary", '{');
    a3d_json_member_uint(j, "files", sink->totals.files);
    for (unsigned v = A3DLINT_VALID; v <= A3DLINT_LIMITED; v++)
        a3d_json_member_uint(j, a3d_verdict_name((a3dlint_verdict)v), sink->totals.verdicts[v]);
    a3d_json_member_uint(j, "skipped", sink->totals.skipped);
    a3d_json_member_uint(j, "errors", sink->totals.counts[A3D_ERROR]);
    a3d_json_member_uint(j, "warnings", sink->totals.counts[A3D_WARNING]);
    a3d_json_member_uint(j, "suppressed", sink->totals.suppressed);
    a3d_json_member_bool(j, "interrupted", sink->interrupted);
    a3d_json_close(j, '}');
}

void a3d_triage_json(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const char *page)
{
    a3d_json j;
    a3d_json_init(&j, out, true);
    a3d_json_open(&j, '{');
    a3d_put_triage_totals(&j, sink);
    a3d_json_member_maybe(&j, "page", page);
    a3d_put_groups(&j, t);
    a3d_json_member_open(&j, "files", '[');
    for (size_t i = 0; i < t->n_files; i++) {
        a3d_json_open(&j, '{');
        a3d_put_triage_file(&j, t, &t->files[i]);
        a3d_json_close(&j, '}');
    }
    a3d_json_close(&j, ']');
    a3d_json_close(&j, '}');
    a3d_putc(out, '\n');
}
