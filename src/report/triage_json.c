/* triage_json.c - groups and files as JSON: a report of its own, and the data of the page. */
#include "report/readers.h"
#include "report/triage_parts.h"

static void put_str(a3d_json *j, const char *key, const char *text)
{
    a3d_json_key(j, key);
    if (text != NULL && text[0] != '\0')
        a3d_json_str(j, text);
    else
        a3d_json_null(j);
}

static void put_uint(a3d_json *j, const char *key, uint64_t value)
{
    a3d_json_key(j, key);
    a3d_json_uint(j, value);
}

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
    a3d_json_key(j, "tried");
    a3d_json_bool(j, g->repair > A3D_TRIAGE_SUSPECTED);
    a3d_json_key(j, "fixable");
    a3d_json_bool(j, g->repair == A3D_TRIAGE_FIX);
    put_uint(j, "left", g->left);
    a3d_text_free(&command);
}

static void put_writers(a3d_json *j, const a3d_triage_group *g)
{
    a3d_json_key(j, "writers");
    a3d_json_open(j, '[');
    for (unsigned i = 0; i < g->n_writers; i++) {
        a3d_json_open(j, '{');
        put_str(j, "writer", g->writers[i].text);
        put_uint(j, "files", g->writers[i].files);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
    put_uint(j, "otherWriters", g->other_writers);
}

static void put_group(a3d_json *j, const a3d_triage *t, const a3d_triage_group *g)
{
    a3d_json_open(j, '{');
    put_uint(j, "id", g->place);
    put_str(j, "rule", g->rule != NULL ? g->rule->id : NULL);
    put_str(j, "title", g->rule != NULL ? g->rule->title : NULL);
    put_str(j, "why", g->rule != NULL ? g->rule->why : NULL);
    put_str(j, "severity", a3d_severity_name(g->severity));
    put_str(j, "damage", a3d_damage_name(g->damage));
    a3d_json_key(j, "path");
    a3d_json_str(j, g->path);
    put_uint(j, "files", g->files);
    put_uint(j, "also", g->also);
    put_uint(j, "example", g->example);
    put_str(j, "examplePath", t->files[g->example].path);
    put_str(j, "message", g->message);
    put_str(j, "cause", g->cause);
    put_str(j, "advice", a3d_damage_advice(g->damage));
    put_command(j, t, g);
    put_writers(j, g);
    if (g->rule != NULL)
        a3d_json_readers(j, g->format, g->rule->id, A3D_ALL_READERS, false);
    a3d_json_close(j, '}');
}

void a3d_put_groups(a3d_json *j, const a3d_triage *t)
{
    a3d_json_key(j, "groups");
    a3d_json_open(j, '[');
    for (size_t i = 0; i < t->n_groups; i++)
        put_group(j, t, &t->groups[t->order[i]]);
    a3d_json_close(j, ']');
}

void a3d_put_triage_file(a3d_json *j, const a3d_triage *t, const a3d_triage_file *f)
{
    put_str(j, "path", f->path);
    put_str(j, "format", f->format);
    put_str(j, "version", f->version);
    put_str(j, "branch", f->branch);
    put_uint(j, "size", f->size);
    a3d_json_key(j, "member");
    a3d_json_bool(j, f->member);
    put_str(j, "verdict", f->verdict);
    put_str(j, "message", f->message);
    put_str(j, "writer", f->writer);
    put_uint(j, "errors", f->counts[A3D_ERROR]);
    put_uint(j, "warnings", f->counts[A3D_WARNING]);
    a3d_json_key(j, "group");
    if (f->group != A3D_NO_GROUP)
        a3d_json_uint(j, t->groups[f->group].place);
    else
        a3d_json_null(j);
    a3d_json_key(j, "also");
    a3d_json_open(j, '[');
    for (unsigned i = 0; i < f->n_also; i++)
        a3d_json_uint(j, t->groups[f->also[i]].place);
    a3d_json_close(j, ']');
}

void a3d_put_triage_totals(a3d_json *j, const a3d_sink *sink)
{
    a3d_json_key(j, "tool");
    a3d_json_open(j, '{');
    put_str(j, "name", "a3dlint");
    put_str(j, "version", A3DLINT_VERSION);
    a3d_json_close(j, '}');
    a3d_json_key(j, "summary");
    a3d_json_open(j, '{');
    put_uint(j, "files", sink->totals.files);
    for (unsigned v = A3DLINT_VALID; v <= A3DLINT_LIMITED; v++)
        put_uint(j, a3dlint_verdict_name((a3dlint_verdict)v), sink->totals.verdicts[v]);
    put_uint(j, "skipped", sink->totals.skipped);
    put_uint(j, "errors", sink->totals.counts[A3D_ERROR]);
    put_uint(j, "warnings", sink->totals.counts[A3D_WARNING]);
    put_uint(j, "muted", sink->totals.muted);
    a3d_json_key(j, "interrupted");
    a3d_json_bool(j, sink->interrupted);
    a3d_json_close(j, '}');
}

void a3d_triage_json(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const char *page)
{
    a3d_json j;
    a3d_json_init(&j, out, true);
    a3d_json_open(&j, '{');
    a3d_put_triage_totals(&j, sink);
    put_str(&j, "page", page);
    a3d_put_groups(&j, t);
    a3d_json_key(&j, "files");
    a3d_json_open(&j, '[');
    for (size_t i = 0; i < t->n_files; i++) {
        a3d_json_open(&j, '{');
        a3d_put_triage_file(&j, t, &t->files[i]);
        a3d_json_close(&j, '}');
    }
    a3d_json_close(&j, ']');
    a3d_json_close(&j, '}');
    a3d_putc(out, '\n');
}
