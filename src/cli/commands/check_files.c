/* check_files.c - see check_files.h */
#include "cli/commands/check_files.h"
#include "cli/archive/archive.h"
#include "cli/archive/zip_list.h"
#include "cli/baseline/baseline.h"
#include "cli/commands/confine.h"
#include "cli/config/config.h"
#include "cli/input/links.h"
#include "cli/input/path_list.h"
#include "cli/input/walk.h"
#include "cli/jobs/jobs.h"
#include "cli/jobs/members.h"
#include "cli/jobs/unread.h"
#include "cli/options/cli.h"
#include "cli/options/color.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/progress.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/interrupt.h"
#include "report/stats/stats.h"

#include <stdio.h>
#include <string.h>

typedef struct run {
    a3d_cli *cli;
    const char *operand; /* whose files are being walked */
    a3d_configs *configs;
    a3d_baselines *baselines;
    const a3d_report_form *form;
    void *state; /* initial state of the form */
    const a3d_each_file *each;
    a3d_sink sink;
    a3d_text out;
    a3d_jobs *jobs;
    unsigned threads;
    const char *complained; /* the configuration mistake that was reported last */
    int status;
    bool broken; /* standard output cannot be written */
    size_t unread_configs; /* of the checked folders, because of --untrusted */
} run;

/* Prints what the form has written, so that memory does not grow with the number of files. */
static int flush(run *r)
{
    if (r->out.size > 0)
        a3d_progress_clear();
    int status = a3d_deliver_more(&r->out);
    r->broken |= status != 0;
    return status;
}

static void raise_status(run *r, int status)
{
    if (status > r->status)
        r->status = status;
}

/* The exit status for a file. Findings that a baseline suppresses do not count. */
static int status_of(const a3d_sink *sink, const a3d_result *result)
{
    size_t suppressed[A3D_ERROR + 1] = {0};
    if (result->verdict == A3DLINT_LIMITED)
        return A3D_EXIT_LIMITED;
    if (result->verdict == A3DLINT_UNREADABLE)
        return A3D_EXIT_UNREADABLE;
    for (size_t i = 0; sink->standing != NULL && i < result->doc->n_findings; i++)
        suppressed[result->doc->findings[i].severity] += sink->standing[i].suppressed;
    for (unsigned s = sink->fail_on; s <= A3D_ERROR; s++)
        if (result->counts[s] + result->more[s] > suppressed[s])
            return A3D_EXIT_FINDINGS;
    return A3D_EXIT_CLEAN;
}

/* Whether the extension of a path is that of a format or an archive. */
static bool is_named_like_input(const char *path)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        if (a3d_claims(*f, path))
            return true;
    return a3d_archive_named(path) != A3D_NO_ARCHIVE;
}

static int skip(run *r, const char *path, const char *why)
{
    r->sink.totals.skipped++;
    if (!r->sink.verbose || r->form->skipped == NULL)
        return A3D_EXIT_CLEAN;
    r->form->skipped(&r->sink, path, why);
    return flush(r);
}

/* The lowest severity of findings that are shown or set the exit status. */
static a3d_severity lowest_used(const run *r, const a3d_job *job)
{
    a3d_severity fail_on = (a3d_severity)job->choices->fail_on;
    return fail_on < r->sink.show ? fail_on : r->sink.show;
}

/* Finds out which findings the baseline of a job suppresses. False after a message. */
static bool match_baseline(run *r, const a3d_job *job, const a3d_result *result)
{
    bool failed;
    r->sink.standing = a3d_baseline_match(r->baselines, job->baseline, job->choices, result,
                                          lowest_used(r, job), &failed);
    if (failed)
        a3d_complain("%s: not enough memory", job->path);
    return !failed;
}

/* Reports a result. A file of no known format is skipped, unless the user or its extension says that it should be
 * one. */
static int report(run *r, a3d_job *job, bool named, const a3d_result *result)
{
    const char *path = job->path;
    if (result->format == NULL && result->verdict != A3DLINT_LIMITED && !named && !is_named_like_input(path))
        return skip(r, path, result->message);
    int done = 0;
    a3d_count_settings(job->choices, result);
    r->sink.fail_on = (a3d_severity)job->choices->fail_on;
    if (r->each == NULL && !match_baseline(r, job, result))
        return A3D_EXIT_FAULT;
    if (job->outcome != NULL)
        done = r->each->done(r->cli, job, &r->sink, &result);
    r->sink.member = job->member > 0;
    a3d_totals_add(&r->sink, result);
    r->form->file(&r->sink, path, result);
    r->sink.fixes = NULL;
    int status = status_of(&r->sink, result), written = flush(r);
    status = done > status ? done : status;
    return written > status ? written : status;
}

/* Reports a file that cannot be read, like one of no known format. A mistake was complained about already. */
static int report_problem(run *r, a3d_job *job, const char *what, const char *why, bool mistake)
{
    char text[300];
    a3d_result result = {.verdict = A3DLINT_UNREADABLE, .message = text};
    snprintf(text, sizeof text, "%s: %s", what, why);
    if (!mistake)
        a3d_complain("%s: %s", job->path, text);
    r->sink.said = true;
    int status = report(r, job, job->named || !mistake, &result);
    r->sink.said = false;
    return status;
}

/* Reports a file whose configuration has a mistake, and which was therefore not checked. Files in a row that share the
 * mistake cause only one message. */
static int report_mistake(run *r, a3d_job *job)
{
    const char *problem = job->choices->problem;
    if (problem != r->complained)
        a3d_complain("%s", problem);
    r->complained = problem;
    r->sink.mistaken = true;
    int status = report_problem(r, job, "its configuration is wrong", problem, true);
    r->sink.mistaken = false;
    return status == A3D_EXIT_FAULT ? status : A3D_EXIT_USAGE;
}

/* ---- in any thread: reads and checks one file ---- */

/* The kind of archive by the input. A zip archive may have a program or damage at its start, so by its name and its end
 * it is known too. */
static int archive_kind(const a3d_job *job)
{
    a3d_zip_list list;
    a3d_archive_kind kind = a3d_archive_kind_of(job->input.data, job->input.size);
    if (kind == A3D_NO_ARCHIVE && a3d_archive_named(job->path) == A3D_ZIP &&
        a3d_zip_find_list(job->input.data, job->input.size, &list))
        kind = A3D_ZIP;
    return (int)kind;
}

/* A member of an archive costs no more than the bytes of the archive allow: it may have been unpacked from very few. */
static void limit_member(a3d_job *job)
{
    a3d_limits *limits = &job->choices->options.limits, by_archive = *limits;
    if (job->member == 0 || job->input.size <= job->outer)
        return;
    a3d_limits_fill(&by_archive, job->outer);
    limits->unpacked = by_archive.unpacked;
    limits->nodes = by_archive.nodes;
}

/* Maps a large file, unless the command writes a result of the same bytes: they might change after the check. */
static const char *read_input(const run *r, a3d_job *job, uint64_t limit)
{
    return r->each == NULL ? a3d_map_input(&job->arena, job->path, limit, &job->input)
                           : a3d_read_input(&job->arena, job->path, limit, &job->input);
}

static void check_job(void *user, a3d_job *job)
{
    const run *r = user;
    a3d_limits limits = job->choices->options.limits;
    a3d_limits_fill(&limits, 0);
    if (job->choices->problem != NULL || job->skipped != NULL || job->limited)
        return;
    if (job->problem == NULL && !job->read)
        job->problem = read_input(r, job, limits.input);
    if (job->problem != NULL)
        job->problem = a3d_unread_reason(job, job->problem);
    if (job->problem != NULL || job->input.too_large)
        return;
    if (job->choices->options.format == NULL)
        job->archive = archive_kind(job);
    if (job->archive != A3D_NO_ARCHIVE)
        return;
    limit_member(job);
    job->choices->options.name = job->path;
    job->choices->options.limits.plan_cache = job->plans;
    job->choices->options.worded = r->form->shows ? lowest_used(r, job) : A3D_OFF;
    const char *path = job->member > 0 ? "-" : job->path; /* a member has no folder where links could be looked up */
    if (r->cli->links && !a3d_links_in(&job->arena, path, job->within, &job->choices->options.links))
        return;
    job->result = a3d_lint(&job->arena, job->input.data, job->input.size, &job->choices->options);
    a3d_explain_damaged(job);
    if (r->each != NULL && job->result != NULL)
        r->each->work(r->cli, job);
    job->problem = a3d_input_is_cut(&job->input);
    job->choices->options.limits.plan_cache = NULL; /* other threads may use the options from now on */
}

/* ---- in the main thread: puts files into the queue and reports them in order ---- */

static bool is_foreign(const a3d_job *job)
{
    return !job->named && job->choices->options.format == NULL && !is_named_like_input(job->path) &&
           a3d_is_foreign(job);
}

/* Reports a file that was not checked because of a limit. */
static int report_limited(run *r, a3d_job *job, uint64_t size, const char *why)
{
    a3d_result result = {.verdict = A3DLINT_LIMITED, .size = size, .message = why};
    return report(r, job, job->named, &result);
}

static int report_job(run *r, a3d_job *job)
{
    if (job->skipped != NULL)
        return skip(r, job->path, job->skipped);
    if (job->choices->problem != NULL)
        return report_mistake(r, job);
    if (job->problem != NULL)
        return report_problem(r, job, "cannot be read", job->problem, false);
    if (job->input.too_large && job->input.claimed > UINT32_MAX && is_foreign(job))
        return skip(r, job->path, "larger than a model can be, and it does not begin like one");
    if (job->input.too_large)
        return report_limited(r, job, job->input.claimed, "the file is larger than the limit of input (--max-input)");
    if (job->limited && is_foreign(job))
        return skip(r, job->path, "larger than the limit of memory allows, and it does not begin like a model");
    if (job->limited)
        return report_limited(r, job, job->size, "the limit of memory was reached (--max-memory)");
    return job->result != NULL ? report(r, job, job->named, job->result) : A3D_EXIT_FAULT;
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

/* Finds the configuration and the baseline for a job. False when memory ran out. */
static bool prepare(void *user, a3d_job *job)
{
    const run *r = user;
    job->choices = a3d_arena_alloc(&job->arena, sizeof *job->choices);
    if (job->choices == NULL || !a3d_choices_for(r->configs, &job->arena, job->path, job->member, job->choices))
        return false;
    if (r->each == NULL)
        job->baseline = a3d_baseline_for(r->baselines, &job->arena, job->choices, &job->choices->problem);
    return true;
}

/* Checks the members of an archive like files in a folder. If that fails, the archive itself is reported too. */
static void open_archive(run *r, a3d_job *job)
{
    const char *why = NULL, *note = NULL;
    if (r->each != NULL) {
        const char *advice = "an archive; extract its members first";
        raise_status(r, job->named ? report_problem(r, job, "cannot be repaired", advice, false)
                                   : skip(r, job->path, advice));
        return;
    }
    if (job->lane == A3D_LANE_MEMBERS) {
        a3d_complain("%s: skipped: an archive inside an archive is not opened", job->path);
        r->sink.totals.skipped++;
        return;
    }
    const a3d_member_calls calls = {is_over, prepare, r};
    a3d_member_status end = a3d_put_members(r->jobs, job, &job->choices->options.limits, &calls, &why, &note);
    if (note != NULL)
        a3d_complain("%s: %s", job->path, note);
    const char *cut = a3d_input_is_cut(&job->input);
    if (end == A3D_MEMBERS_BROKEN || cut != NULL)
        raise_status(r, report_problem(r, job, "cannot be read", cut != NULL ? cut : why, false));
    if (end == A3D_MEMBERS_LIMITED && cut == NULL) {
        a3d_result result = {.verdict = A3DLINT_LIMITED, .size = job->input.size, .message = why};
        raise_status(r, report(r, job, true, &result));
    }
}

static void emit_job(void *user, a3d_job *job)
{
    run *r = user;
    if (r->broken)
        return;
    if (job->archive != A3D_NO_ARCHIVE && !job->arena.refused)
        open_archive(r, job);
    else if (!job->arena.refused)
        raise_status(r, report_job(r, job));
    if (job->arena.refused) {
        a3d_complain("%s: not enough memory", job->path);
        raise_status(r, A3D_EXIT_FAULT);
    }
    show_progress(r, job->path);
}

static void on_idle(void *user)
{
    show_progress(user, NULL);
}

static bool is_config(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, A3D_CONFIG_NAME) == 0;
}

static bool is_excluded(void *user, const char *path, bool folder)
{
    const run *r = user;
    return a3d_is_excluded(r->configs, r->operand, path, folder);
}

/* Standard input is read before its job is put, because a signal can interrupt only the main thread. */
static void read_stdin(run *r, a3d_job *job)
{
    a3d_limits limits = job->choices->options.limits;
    a3d_limits_fill(&limits, 0);
    a3d_jobs_make_room(r->jobs, job);
    job->problem = a3d_read_input(&job->arena, "-", limits.input, &job->input);
    job->limited = a3d_arena_is_bound(&job->arena);
    if (job->limited)
        job->problem = NULL;
    a3d_arena_excuse(&job->arena);
    job->read = true;
    job->size = job->input.size;
}

/* Puts a file into the queue. */
static bool put_file(void *user, const a3d_walk_entry *entry)
{
    run *r = user;
    if (is_over(r))
        return false;
    if (!entry->named && is_config(entry->path)) {
        r->unread_configs += r->cli->untrusted;
        return true;
    }
    a3d_job *job = a3d_jobs_take(r->jobs, A3D_LANE_FILES);
    if (job != NULL)
        job->path = a3d_arena_text(&job->arena, entry->path, strlen(entry->path));
    if (job == NULL || job->path == NULL || !prepare(r, job)) {
        a3d_complain("not enough memory");
        raise_status(r, A3D_EXIT_FAULT);
        return false;
    }
    job->named = entry->named;
    job->within = entry->named ? NULL : r->operand;
    if (entry->passed_over && (entry->whatever_name || !is_named_like_input(entry->path)))
        job->skipped = entry->problem;
    else
        job->problem = entry->problem;
    job->size = entry->size;
    if (strcmp(entry->path, "-") == 0 && entry->named)
        read_stdin(r, job);
    if (a3d_interrupted()) {
        a3d_jobs_drop(r->jobs, job);
        return false;
    }
    a3d_jobs_put(r->jobs, job);
    return true;
}

static int begin(run *r)
{
    a3d_cli *cli = r->cli;
    int show = a3d_level_option(cli, "--show", cli->show != NULL ? cli->show : "warning", A3D_NOTE, A3D_ERROR);
    if (cli->stats && !r->form->stats) {
        a3d_complain("--stats goes with the forms text, json and ndjson, not with %s", r->form->name);
        return A3D_EXIT_USAGE;
    }
    if (show < 0)
        return A3D_EXIT_USAGE;
    if (cli->untrusted && cli->links) {
        a3d_complain("--untrusted and --links contradict each other");
        return A3D_EXIT_USAGE;
    }
    cli->no_config = cli->no_config || (cli->untrusted && cli->config == NULL);
    int color = a3d_wants_color(cli);
    if (color < 0)
        return A3D_EXIT_USAGE;
    a3d_text_init(&r->out, cli->arena);
    r->sink = (a3d_sink){.out = &r->out, .show = (a3d_severity)show, .quiet = cli->quiet, .verbose = cli->verbose,
                         .color = color != 0, .state = r->state};
    if (cli->stats && (r->sink.stats = a3d_stats_new(cli->arena)) == NULL)
        return A3D_EXIT_FAULT;
    if (!a3d_thread_count(cli, &r->threads) || a3d_progress_begin(cli->progress) != 0)
        return A3D_EXIT_USAGE;
    int status = a3d_configs_begin(cli, &r->configs);
    return status != 0 ? status : a3d_baselines_begin(cli, &r->baselines);
}

/* Says that no file was checked, which the exit status 0 does not show. */
static void complain_nothing_checked(const run *r)
{
    size_t n = r->sink.totals.skipped;
    bool named = r->sink.verbose && r->form->skipped != NULL;
    if (n == 0)
        a3d_complain("no file was checked");
    else
        a3d_complain("no file was checked; %zu %s skipped%s", n, n == 1 ? "was" : "were",
                     named ? "" : " (-v names them, in text)");
}

/* Checks every file of the command line. Files that had begun before an interrupt are reported too. */
static int check_all(run *r)
{
    a3d_job_calls calls = {.work = check_job, .emit = emit_job, .idle = on_idle, .user = r};
    r->jobs = a3d_jobs_new(r->threads, a3d_most_memory(r->cli), &calls);
    if (r->jobs == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    int status = a3d_confine(r->cli, r->configs);
    if (status != 0)
        return status;
    a3d_catch_interrupts();
    r->form->begin(&r->sink);
    bool on = true;
    for (size_t i = 0; on && i < r->cli->operands.n; i++)
        on = a3d_walk(r->cli->arena, r->operand = r->cli->operands.at[i], r->cli->untrusted, put_file, is_excluded, r);
    a3d_jobs_finish(r->jobs, A3D_LANE_FILES);
    a3d_jobs_free(r->jobs);
    a3d_progress_end();
    if (r->broken)
        return A3D_EXIT_FAULT;
    if (a3d_interrupted() && r->status != A3D_EXIT_FAULT) {
        a3d_complain("interrupted: the report contains what was checked before");
        r->sink.interrupted = true;
        r->status = A3D_EXIT_SIGNAL + a3d_interrupted();
    }
    r->sink.vanished = a3d_baselines_vanished(r->baselines, !r->sink.interrupted, &r->sink.n_vanished);
    if (!r->sink.interrupted && r->status != A3D_EXIT_FAULT) /* a baseline has the findings of all files */
        raise_status(r, a3d_baselines_end(r->baselines));
    r->sink.effects = a3d_effects_of(r->configs, &r->sink.n_effects);
    r->sink.status = r->status;
    r->form->end(&r->sink);
    int written = flush(r);
    if (!r->cli->quiet)
        a3d_print_effects(r->cli->arena, r->sink.effects, r->sink.n_effects);
    if (r->unread_configs > 0)
        a3d_complain("--untrusted: %zu %s not read", r->unread_configs,
                     r->unread_configs == 1 ? "file .a3dlint was" : "files .a3dlint were");
    if (r->sink.totals.files == 0 && !r->sink.interrupted && r->status == A3D_EXIT_CLEAN)
        complain_nothing_checked(r);
    return written != 0 ? written : r->status;
}

int a3d_check_files(a3d_cli *cli, const a3d_report_form *form, void *state, const a3d_each_file *each)
{
    run r = {.cli = cli, .form = form, .state = state, .each = each};
    int status = begin(&r);
    if (status == 0 && cli->files_from != NULL)
        status = a3d_add_listed(cli);
    if (status != 0)
        return status;
    if (cli->print_config != NULL)
        return a3d_print_config(r.configs, cli, cli->print_config);
    if (cli->operands.n == 0 && cli->files_from == NULL) {
        bool check = strcmp(cli->command, "check") == 0;
        a3d_complain("%s takes files or folders; see a3dlint %s%s--help", cli->command, check ? "" : cli->command,
                     check ? "" : " ");
        return A3D_EXIT_USAGE;
    }
    return check_all(&r);
}
