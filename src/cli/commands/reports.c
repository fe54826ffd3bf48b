/* reports.c - see reports.h */
#include "cli/commands/reports.h"
#include "cli/commands/outputs.h"
#include "cli/commands/page_parts.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/forms.h"
#include "report/stats/stats.h"

#include <string.h>

typedef struct report {
    const a3d_report_form *form;
    const char *path;
    a3d_sink sink;
    a3d_text out;
    a3d_page_parts page;
} report;

struct a3d_also {
    report *at;
    size_t n;
};

const a3d_report_form *a3d_form_of_user(a3d_cli *cli, const char *name)
{
    const a3d_report_form *form = a3d_report_form_named(name);
    if (form != NULL)
        return form;
    a3d_text names;
    a3d_text_init(&names, cli->arena);
    a3d_put_form_names(&names);
    a3d_complain("unknown format '%s'; choose from %.*s", name, (int)names.size, names.data);
    a3d_text_free(&names);
    return NULL;
}

size_t a3d_most_report(const a3d_cli *cli)
{
    enum { OF_REPORTS = 8 }; /* a text may take twice as many bytes as it has */
    return a3d_most_memory(cli) / (OF_REPORTS * (1 + (size_t)cli->also.n));
}

int a3d_deliver_report(const char *option, const char *path, const a3d_text *out)
{
    if (!out->full)
        return a3d_deliver(path, out, false);
    a3d_complain("%s %s: not written, the report is too large for --max-memory; print it to standard output instead",
                 option, path);
    return A3D_EXIT_FAULT;
}

/* ---- before the run ---- */

/* Whether something else of the run goes to the file of a report. Complains if so. */
static bool is_taken(const a3d_cli *cli, const a3d_also *also, const char *path)
{
    const char *const others[] = {cli->output, cli->write_baseline, cli->baseline, cli->cache};
    bool taken = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        taken |= a3d_is_path(cli, path, others[i]);
    for (size_t i = 0; i < also->n; i++)
        taken |= a3d_is_path(cli, path, also->at[i].path);
    if (taken)
        a3d_complain("--also: %s has another use in this run; each report needs a file of its own", path);
    return taken;
}

/* Reads FORM=FILE. */
static int begin_report(a3d_cli *cli, const char *value, const a3d_sink *main, a3d_also *also)
{
    report *r = &also->at[also->n];
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value || equals[1] == '\0') {
        a3d_complain("--also %s: write FORM=FILE, such as --also sarif=findings.sarif", value);
        return A3D_EXIT_USAGE;
    }
    const char *name = a3d_arena_text(cli->arena, value, (size_t)(equals - value));
    if (name == NULL)
        return a3d_complain_memory(cli->arena, NULL);
    *r = (report){.form = a3d_form_of_user(cli, name), .path = equals + 1, .sink = *main};
    if (r->form == NULL || !a3d_may_replace(cli, "--also", r->path) || is_taken(cli, also, r->path))
        return A3D_EXIT_USAGE;
    if (r->form->page && !a3d_load_page(cli->arena, &r->page))
        return A3D_EXIT_FAULT;
    a3d_text_init(&r->out, cli->arena);
    r->out.most = a3d_most_report(cli);
    r->sink.out = &r->out;
    r->sink.color = false;
    r->sink.width = 0;
    r->sink.counts = NULL;
    r->sink.stats = NULL;
    r->sink.state = r->form->page ? &r->page : NULL;
    if (main->stats != NULL && r->form->stats && (r->sink.stats = a3d_stats_new(cli->arena)) == NULL)
        return a3d_complain_memory(cli->arena, NULL);
    also->n++;
    return 0;
}

int a3d_also_begin(a3d_cli *cli, const a3d_sink *main, a3d_also **also)
{
    int status = 0;
    *also = NULL;
    if (cli->also.n == 0)
        return 0;
    a3d_also *made = a3d_arena_alloc(cli->arena, sizeof *made);
    report *at = a3d_arena_alloc(cli->arena, cli->also.n * sizeof *at);
    if (made == NULL || at == NULL)
        return a3d_complain_memory(cli->arena, NULL);
    *made = (a3d_also){.at = at};
    for (size_t i = 0; status == 0 && i < cli->also.n; i++)
        status = begin_report(cli, cli->also.at[i], main, made);
    *also = made;
    return status;
}

const char *a3d_also_path(const a3d_also *also, size_t i)
{
    return also != NULL && i < also->n ? also->at[i].path : NULL;
}

bool a3d_also_serves(const a3d_also *also)
{
    bool serves = true;
    for (size_t i = 0; also != NULL && i < also->n; i++)
        serves &= !also->at[i].form->page;
    return serves;
}

bool a3d_also_shows(const a3d_also *also)
{
    bool shows = true;
    for (size_t i = 0; also != NULL && i < also->n; i++)
        shows &= also->at[i].form->shows;
    return shows;
}

/* ---- the run ---- */

void a3d_also_start(a3d_also *also)
{
    for (size_t i = 0; also != NULL && i < also->n; i++)
        also->at[i].form->begin(&also->at[i].sink);
}

void a3d_also_skipped(a3d_also *also, const char *path, const char *why)
{
    for (size_t i = 0; also != NULL && i < also->n; i++) {
        report *r = &also->at[i];
        if (r->sink.verbose && r->form->skipped != NULL)
            r->form->skipped(&r->sink, path, why);
    }
}

void a3d_also_file(a3d_also *also, const a3d_sink *main, const char *path, const a3d_result *result)
{
    for (size_t i = 0; also != NULL && i < also->n; i++) {
        report *r = &also->at[i];
        r->sink.mistaken = main->mistaken;
        r->sink.member = main->member;
        r->sink.fail_on = main->fail_on;
        r->sink.standing = main->standing;
        a3d_totals_add(&r->sink, result);
        r->form->file(&r->sink, path, result);
    }
}

int a3d_also_end(a3d_also *also, const a3d_sink *main)
{
    int worst = 0;
    for (size_t i = 0; also != NULL && i < also->n; i++) {
        report *r = &also->at[i];
        r->sink.interrupted = main->interrupted;
        r->sink.vanished = main->vanished;
        r->sink.n_vanished = main->n_vanished;
        r->sink.effects = main->effects;
        r->sink.n_effects = main->n_effects;
        r->sink.totals.skipped = main->totals.skipped;
        r->sink.status = main->status;
        r->form->end(&r->sink);
        int status = a3d_deliver_report("--also", r->path, &r->out);
        worst = status > worst ? status : worst;
    }
    return worst;
}
