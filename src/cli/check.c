/* check.c - `a3dlint check`: judges files and reports what is wrong with them. */
#include "cli/archive.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/jobs.h"
#include "cli/links.h"
#include "cli/progress.h"
#include "cli/walk.h"
#include "report/report.h"
#include "report/stats.h"

#include <string.h>

typedef struct run {
    a3d_cli *cli;
    const char *operand; /* that the walk is at */
    a3dlint_options options;
    const a3d_report_form *form;
    a3d_sink sink;
    a3d_text out;
    a3d_jobs *jobs;
    unsigned threads;
    int fail_on, status;
    bool broken; /* standard output is gone */
} run;

/* What is printed so far leaves the buffer, so that memory does not grow with the number of files. */
static int flush(run *r)
{
    if (r->out.failed) {
        a3d_complain("not enough memory for the report");
        r->broken = true;
        return A3D_EXIT_FAULT;
    }
    if (r->out.size > 0)
        a3d_progress_clear();
    int status = r->out.size > 0 ? a3d_deliver(NULL, r->out.data, r->out.size, false) : 0;
    r->out.size = 0;
    r->broken |= status != 0;
    return status;
}

static void raise_status(run *r, int status)
{
    if (status > r->status)
        r->status = status;
}

static int status_of(const run *r, const a3dlint_result *result)
{
    if (result->verdict == A3DLINT_LIMITED)
        return A3D_EXIT_LIMITED;
    if (result->verdict == A3DLINT_UNREADABLE)
        return A3D_EXIT_UNREADABLE;
    for (int s = r->fail_on; s <= A3D_ERROR; s++)
        if (result->counts[s] + result->more[s] > 0)
            return A3D_EXIT_FINDINGS;
    return A3D_EXIT_CLEAN;
}

static bool any_claims(const char *path)
{
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++)
        if (a3dlint_claims(*f, path))
            return true;
    return false;
}

static int report(run *r, const char *path, bool named, const a3dlint_result *result)
{
    if (result->format == NULL && result->verdict != A3DLINT_LIMITED && !named && !any_claims(path)) {
        r->sink.totals.skipped++;
        return A3D_EXIT_CLEAN;
    }
    a3d_totals_add(&r->sink, result);
    r->form->file(&r->sink, path, result);
    int status = status_of(r, result), written = flush(r);
    return written > status ? written : status;
}

/* A file that cannot be read is reported like one that is of no known format. */
static int report_problem(run *r, const char *path, const char *why)
{
    char text[200];
    a3dlint_result result = {.verdict = A3DLINT_UNREADABLE, .message = text};
    size_t n = strlen(why) < sizeof text - 20 ? strlen(why) : sizeof text - 20;
    memcpy(text, "cannot be read: ", 16);
    memcpy(text + 16, why, n);
    text[16 + n] = '\0';
    a3d_complain("%s: %s", path, text);
    r->sink.said = true;
    int status = report(r, path, true, &result);
    r->sink.said = false;
    return status;
}

/* ---- in any thread: one file is read and judged ---- */

static void judge(void *user, a3d_job *job)
{
    const run *r = user;
    a3d_limits limits = r->options.limits;
    a3d_limits_fill(&limits, 0);
    if (job->problem == NULL && !job->read)
        job->problem = a3d_read_input(&job->arena, job->path, limits.input, &job->input);
    if (job->problem != NULL || job->input.too_large)
        return;
    if (r->options.format == NULL)
        job->archive = (int)a3d_archive_kind_of(job->input.data, job->input.size);
    if (job->archive != A3D_NO_ARCHIVE)
        return;
    a3dlint_options options = r->options;
    options.name = job->path;
    if (r->cli->links && !a3d_links_in(&job->arena, job->path, job->within, &options.links))
        return;
    job->result = a3dlint_check(&job->arena, job->input.data, job->input.size, &options);
}

/* ---- in the main thread: files go in and reports come out, in one order ---- */

static int report_job(run *r, const a3d_job *job)
{
    if (job->problem != NULL)
        return report_problem(r, job->path, job->problem);
    if (job->input.too_large) {
        a3dlint_result result = {.verdict = A3DLINT_LIMITED, .size = job->input.claimed,
                                 .message = "the file is larger than the limit of input (--max-input)"};
        return report(r, job->path, job->named, &result);
    }
    if (job->result != NULL)
        return report(r, job->path, job->named, job->result);
    a3d_complain("%s: not enough memory", job->path);
    return A3D_EXIT_FAULT;
}

static void show_progress(run *r, const char *path)
{
    const a3d_totals *t = &r->sink.totals;
    a3d_progress_at(t->files + t->skipped, t->files - t->verdicts[A3DLINT_VALID], path);
}

static bool is_over(void *user)
{
    const run *r = user;
    return r->broken || a3d_interrupted();
}

/* The members of an archive are judged like files met in a folder; what stops that is reported under its own path. */
static void open_archive(run *r, a3d_job *job)
{
    const char *why = NULL, *note = NULL;
    if (job->lane == A3D_LANE_MEMBERS) {
        a3d_complain("%s: skipped: an archive inside an archive is not opened", job->path);
        r->sink.totals.skipped++;
        return;
    }
    a3d_next end = a3d_put_members(r->jobs, job, &r->options.limits, is_over, r, &why, &note);
    if (note != NULL)
        a3d_complain("%s: %s", job->path, note);
    if (end == A3D_MEMBERS_BROKEN)
        raise_status(r, report_problem(r, job->path, why));
    if (end == A3D_MEMBERS_LIMITED) {
        a3dlint_result result = {.verdict = A3DLINT_LIMITED, .size = job->input.size, .message = why};
        raise_status(r, report(r, job->path, true, &result));
    }
}

static void hand_out(void *user, a3d_job *job)
{
    run *r = user;
    if (r->broken)
        return;
    if (job->archive != A3D_NO_ARCHIVE)
        open_archive(r, job);
    else
        raise_status(r, report_job(r, job));
    show_progress(r, job->path);
}

static void look_around(void *user)
{
    show_progress(user, NULL);
}

/* Standard input is read here, where a signal ends the waiting for it. */
static bool each_file(void *user, const a3d_met *met)
{
    run *r = user;
    if (is_over(r))
        return false;
    if (met->passed_over && !any_claims(met->path)) {
        r->sink.totals.skipped++;
        return true;
    }
    a3d_job *job = a3d_jobs_take(r->jobs, A3D_LANE_FILES);
    if (job != NULL)
        job->path = a3d_arena_text(&job->arena, met->path, strlen(met->path));
    if (job == NULL || job->path == NULL) {
        a3d_complain("not enough memory");
        raise_status(r, A3D_EXIT_FAULT);
        return false;
    }
    job->named = met->named;
    job->within = met->named ? NULL : r->operand;
    job->problem = met->problem;
    job->size = met->size;
    if (strcmp(met->path, "-") == 0 && met->named) {
        a3d_limits limits = r->options.limits;
        a3d_limits_fill(&limits, 0);
        job->problem = a3d_read_input(&job->arena, "-", limits.input, &job->input);
        job->read = true;
        job->size = job->input.size;
    }
    if (a3d_interrupted()) {
        a3d_jobs_drop(r->jobs, job);
        return false;
    }
    a3d_jobs_put(r->jobs, job);
    return true;
}

/* Paths from a file: ended by NUL when there is one in it, else by line ends. */
static int add_listed(a3d_cli *cli)
{
    a3d_input input;
    const char *why = a3d_read_list(cli->arena, cli->files_from, UINT32_MAX, &input);
    if (why != NULL || input.too_large) {
        a3d_complain("--files-from %s: %s", cli->files_from, why != NULL ? why : "too large");
        return A3D_EXIT_UNREADABLE;
    }
    if (input.size == 0)
        return 0;
    char end = memchr(input.data, '\0', input.size) != NULL ? '\0' : '\n';
    const char *p = (const char *)input.data, *stop = p + input.size;
    while (p < stop) {
        const char *next = memchr(p, end, (size_t)(stop - p));
        size_t n = (size_t)((next != NULL ? next : stop) - p);
        a3d_words *words = &cli->operands;
        const char **at = a3d_grow(cli->arena, words->at, &words->cap, words->n + 1, sizeof *at);
        char *path = a3d_arena_text(cli->arena, p, n);
        if (at == NULL || path == NULL) {
            a3d_complain("not enough memory");
            return A3D_EXIT_FAULT;
        }
        words->at = at;
        if (n > 0)
            at[words->n++] = path;
        p += n + 1;
    }
    return 0;
}

static int unknown_form(const a3d_cli *cli)
{
    a3d_text names;
    a3d_text_init(&names, cli->arena);
    a3d_put_form_names(&names);
    a3d_complain("--format: '%s' is none; there are %.*s", cli->format, (int)names.size, names.data);
    a3d_text_free(&names);
    return A3D_EXIT_USAGE;
}

static int begin(run *r)
{
    a3d_cli *cli = r->cli;
    int show = a3d_level_named("--show", cli->show != NULL ? cli->show : "warning");
    r->fail_on = a3d_level_named("--fail-on", cli->fail_on != NULL ? cli->fail_on : "error");
    r->form = a3d_report_form_named(cli->format != NULL ? cli->format : "text");
    if (r->form == NULL)
        return unknown_form(cli);
    if (cli->stats && !r->form->stats) {
        a3d_complain("--stats goes with the forms text, json and ndjson, not with %s", r->form->name);
        return A3D_EXIT_USAGE;
    }
    if (show < A3D_NOTE || show > A3D_ERROR || r->fail_on < A3D_NOTE) {
        if (show == A3D_OFF || show > A3D_ERROR || r->fail_on == A3D_OFF)
            a3d_complain("--show takes note, warning or error; --fail-on also never");
        return A3D_EXIT_USAGE;
    }
    int color = a3d_wants_color(cli);
    if (color < 0)
        return A3D_EXIT_USAGE;
    a3d_text_init(&r->out, cli->arena);
    r->sink = (a3d_sink){.out = &r->out, .show = (a3d_severity)show, .fail_on = (a3d_severity)r->fail_on, .quiet = cli->quiet, .verbose = cli->verbose, .color = color != 0};
    if (cli->stats && (r->sink.stats = a3d_stats_new(cli->arena)) == NULL)
        return A3D_EXIT_FAULT;
    if (!a3d_threads_wanted(cli, &r->threads) || a3d_progress_begin(cli->progress) != 0)
        return A3D_EXIT_USAGE;
    return a3d_library_options(cli, &r->options);
}

/* Every file of the command line, in order. What was begun before an interrupt is reported too. */
static int judge_all(run *r)
{
    a3d_job_calls calls = {.work = judge, .emit = hand_out, .idle = look_around, .user = r};
    r->jobs = a3d_jobs_new(r->threads, &calls);
    if (r->jobs == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    a3d_catch_interrupts();
    r->form->begin(&r->sink);
    bool on = true;
    for (size_t i = 0; on && i < r->cli->operands.n; i++)
        on = a3d_walk(r->operand = r->cli->operands.at[i], each_file, r);
    a3d_jobs_finish(r->jobs, A3D_LANE_FILES);
    a3d_jobs_free(r->jobs);
    a3d_progress_end();
    if (r->broken)
        return A3D_EXIT_FAULT;
    if (a3d_interrupted() && r->status != A3D_EXIT_FAULT) {
        a3d_complain("interrupted: the report holds what was judged before");
        r->sink.interrupted = true;
        r->status = A3D_EXIT_SIGNAL + a3d_interrupted();
    }
    r->sink.status = r->status;
    r->form->end(&r->sink);
    int written = flush(r);
    return written != 0 ? written : r->status;
}

int a3d_run_check(a3d_cli *cli)
{
    run r = {.cli = cli};
    int status = begin(&r);
    if (status == 0 && cli->files_from != NULL)
        status = add_listed(cli);
    if (status != 0)
        return status;
    if (cli->operands.n == 0 && cli->files_from == NULL) {
        a3d_complain("check takes files or folders; see a3dlint --help");
        return A3D_EXIT_USAGE;
    }
    return judge_all(&r);
}
