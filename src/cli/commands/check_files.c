/* check_files.c - see check_files.h */
#include "cli/commands/check_files.h"
#include "cli/archive/archive.h"
#include "cli/commands/check_run.h"
#include "cli/commands/confine.h"
#include "cli/commands/outputs.h"
#include "cli/commands/reports.h"
#include "cli/input/path_list.h"
#include "cli/input/walk.h"
#include "cli/jobs/jobs.h"
#include "cli/jobs/members.h"
#include "cli/jobs/unread.h"
#include "cli/options/cli.h"
#include "cli/options/color.h"
#include "cli/options/library.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/progress.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "report/stats/stats.h"
#include "report/text/counts.h"

#include <stdio.h>
#include <string.h>

/* Prints what the form has written, so that memory does not grow with the number of files. A report for a file is kept
 * until the end, since the file is replaced as a whole. */
static int flush(a3d_check_run *r)
{
    if (r->output != NULL) {
        r->broken |= a3d_text_is_lost(&r->out);
        return r->broken ? A3D_EXIT_FAULT : A3D_EXIT_CLEAN;
    }
    if (r->out.size > 0)
        a3d_progress_clear();
    int status = a3d_deliver_more(&r->out);
    r->broken |= status != 0;
    return status;
}

void a3d_raise_status(a3d_check_run *r, int status)
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

static int skip(a3d_check_run *r, const char *path, const char *why)
{
    r->sink.totals.skipped++;
    a3d_also_skipped(r->also, path, why);
    if (!r->sink.verbose || r->form->skipped == NULL)
        return A3D_EXIT_CLEAN;
    r->form->skipped(&r->sink, path, why);
    return flush(r);
}

/* Finds out which findings the baseline of a job suppresses. False after a message. */
static bool match_baseline(a3d_check_run *r, const a3d_job *job, const a3d_result *result)
{
    bool failed;
    r->sink.standing = a3d_baseline_match(r->baselines, job->baseline, job->choices, result,
                                          a3d_lowest_used(r, job), &failed);
    if (failed)
        a3d_complain("%s: not enough memory", job->path);
    return !failed;
}

/* Reports a result. A file of no known format is skipped, unless the user or its extension says that it should be
 * one. */
static int report(a3d_check_run *r, a3d_job *job, bool named, const a3d_result *result)
{
    const char *path = job->path;
    if (result->format == NULL && result->verdict != A3DLINT_LIMITED && !named && !a3d_is_named_like_input(path))
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
    a3d_also_file(r->also, &r->sink, path, result);
    r->sink.fixes = NULL;
    int status = status_of(&r->sink, result), written = flush(r);
    status = done > status ? done : status;
    return written > status ? written : status;
}

/* Reports a file that cannot be read, like one of no known format. A mistake was complained about already. */
static int report_problem(a3d_check_run *r, a3d_job *job, const char *what, const char *why, bool mistake)
{
    char text[2048];
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
static int report_mistake(a3d_check_run *r, a3d_job *job)
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

/* ---- in the main thread: puts files into the queue and reports them in order ---- */

static bool is_foreign(const a3d_job *job)
{
    return !job->named && job->choices->options.format == NULL && !a3d_is_named_like_input(job->path) &&
           a3d_is_foreign(job);
}

/* Reports a file that was not checked because of a limit. */
static int report_limited(a3d_check_run *r, a3d_job *job, uint64_t size, const char *why)
{
    a3d_result result = {.verdict = A3DLINT_LIMITED, .size = size, .message = why};
    return report(r, job, job->named, &result);
}

/* A pattern in quotes, as other tools expand it, is the name of no file, and neither is a path of Windows elsewhere. */
static const char *hint_for(const a3d_job *job)
{
    if (!job->named || a3d_os_exists(job->path))
        return "";
    if (strpbrk(job->path, "*?") != NULL)
        return "; a3dlint expands no patterns: name the folder, and use --exclude for what to leave out";
    return strchr(job->path, '\\') != NULL ? "; folders are separated by / on this system, not by \\" : "";
}

static int report_unread(a3d_check_run *r, a3d_job *job)
{
    char why[1024];
    snprintf(why, sizeof why, "%s%s", job->problem, hint_for(job));
    return report_problem(r, job, "cannot be read", why, false);
}

static int report_job(a3d_check_run *r, a3d_job *job)
{
    if (job->skipped != NULL)
        return skip(r, job->path, job->skipped);
    if (job->choices->problem != NULL)
        return report_mistake(r, job);
    if (job->problem != NULL)
        return report_unread(r, job);
    if (job->input.too_large && job->input.claimed > UINT32_MAX && is_foreign(job))
        return skip(r, job->path, "larger than a model can be, and it does not begin like one");
    if (job->input.too_large && job->input.claimed > UINT32_MAX)
        return report_limited(r, job, job->input.claimed, "the file is larger than a model can be (4 GiB)");
    if (job->input.too_large)
        return report_limited(r, job, job->input.claimed, "the file is larger than the limit of input (--max-input)");
    if (job->limited && is_foreign(job))
        return skip(r, job->path, "larger than the limit of memory allows, and it does not begin like a model");
    if (job->limited)
        return report_limited(r, job, job->size, "the limit of memory was reached (--max-memory)");
    return job->result != NULL ? report(r, job, job->named, job->result) : A3D_EXIT_FAULT;
}

static void show_progress(a3d_check_run *r, const char *path)
{
    const a3d_totals *t = &r->sink.totals;
    a3d_progress_at(t->files + t->skipped, t->files - t->verdicts[A3DLINT_VALID], path);
}

/* Checks the members of an archive like files in a folder. If that fails, the archive itself is reported too. */
static void open_archive(a3d_check_run *r, a3d_job *job)
{
    const char *why = NULL, *note = NULL;
    if (r->each != NULL) {
        const char *advice = "an archive; extract its members first";
        a3d_raise_status(r, job->named ? report_problem(r, job, "cannot be repaired", advice, false)
                                   : skip(r, job->path, advice));
        return;
    }
    if (job->lane == A3D_LANE_MEMBERS) {
        a3d_complain("%s: skipped: an archive inside an archive is not opened", job->path);
        r->sink.totals.skipped++;
        return;
    }
    const a3d_member_calls calls = {a3d_run_is_over, a3d_prepare_job, r};
    a3d_member_status end = a3d_put_members(r->jobs, job, &job->choices->options.limits, &calls, &why, &note);
    if (note != NULL)
        a3d_complain("%s: %s", job->path, note);
    const char *cut = a3d_input_is_cut(&job->input);
    if (end == A3D_MEMBERS_BROKEN || cut != NULL)
        a3d_raise_status(r, report_problem(r, job, "cannot be read", cut != NULL ? cut : why, false));
    if (end == A3D_MEMBERS_LIMITED && cut == NULL) {
        a3d_result result = {.verdict = A3DLINT_LIMITED, .size = job->input.size, .message = why};
        a3d_raise_status(r, report(r, job, true, &result));
    }
}

static void emit_job(void *user, a3d_job *job)
{
    a3d_check_run *r = user;
    if (r->broken || !a3d_member_counts(job))
        return;
    if (job->archive != A3D_NO_ARCHIVE && !job->arena.refused)
        open_archive(r, job);
    else if (!job->arena.refused) {
        a3d_raise_status(r, report_job(r, job));
        a3d_cache_keep(r->cache, job);
    }
    if (job->arena.refused) {
        a3d_complain("%s: not enough memory", job->path);
        a3d_raise_status(r, A3D_EXIT_FAULT);
    }
    show_progress(r, job->path);
}

static void on_idle(void *user)
{
    show_progress(user, NULL);
}

bool a3d_may_follow(const a3d_cli *cli, const char *option, const char *path)
{
    bool asks = cli->untrusted && path != NULL && strcmp(path, "-") != 0;
    const char *link = asks ? a3d_first_link(cli->arena, path) : NULL;
    if (link != NULL && strcmp(link, path) != 0)
        a3d_complain("%s %s: %s is a link; --untrusted follows none", option, path, link);
    else if (link != NULL)
        a3d_complain("%s %s: is a link; --untrusted follows none", option, path);
    return link == NULL;
}

/* A report must not replace a model, as with `-o *.m3g`. */
static bool may_write(const a3d_check_run *r)
{
    const a3d_cli *cli = r->cli;
    return (r->output != NULL ? a3d_may_replace(cli, "-o", r->output) : a3d_may_follow(cli, "-o", cli->output)) &&
           a3d_may_follow(cli, "--write-baseline", cli->write_baseline) &&
           a3d_may_follow(cli, "--cache", cli->cache) && a3d_outputs_differ(cli);
}

/* Whether the options go together. Complains when they do not. */
static bool options_agree(const a3d_check_run *r)
{
    const a3d_cli *cli = r->cli;
    bool text = strcmp(r->form->name, "text") == 0;
    if (cli->stats && !r->form->stats)
        a3d_complain("--stats goes with the forms text, json and ndjson, not with %s", r->form->name);
    else if (cli->statistics && !text)
        a3d_complain("--statistics goes with the form text, not with %s", r->form->name);
    else if (cli->statistics && cli->all)
        a3d_complain("--statistics prints no findings, so --all has no meaning");
    else if (cli->untrusted && cli->links)
        a3d_complain("--untrusted and --links contradict each other");
    else if (cli->untrusted && cli->follow)
        a3d_complain("--untrusted and --follow contradict each other");
    else if (cli->untrusted && cli->gitignore)
        a3d_complain("--untrusted and --gitignore contradict each other: .gitignore files are those of strangers");
    else
        return true;
    return false;
}

static int begin(a3d_check_run *r)
{
    a3d_cli *cli = r->cli;
    int show = a3d_level_option(cli, "--show", cli->show != NULL ? cli->show : "warning", A3D_NOTE, A3D_ERROR);
    if (show < 0 || !options_agree(r))
        return A3D_EXIT_USAGE;
    cli->no_config = cli->no_config || (cli->untrusted && cli->config == NULL);
    int color = r->output != NULL && cli->color == NULL ? 0 : a3d_wants_color(cli);
    unsigned width;
    if (color < 0 || a3d_wanted_width(cli, &width) != 0 || !may_write(r))
        return A3D_EXIT_USAGE;
    a3d_text_init(&r->out, cli->arena);
    r->out.most = r->output != NULL ? a3d_most_report(cli) : 0;
    r->sink = (a3d_sink){.out = &r->out, .show = (a3d_severity)show, .quiet = cli->quiet, .verbose = cli->verbose,
                         .each = cli->all, .color = color != 0, .width = width, .state = r->state};
    if (cli->stats && (r->sink.stats = a3d_stats_new(cli->arena)) == NULL)
        return A3D_EXIT_FAULT;
    if (cli->statistics && (r->sink.counts = a3d_counts_new(cli->arena)) == NULL)
        return A3D_EXIT_FAULT;
    int also = a3d_also_begin(cli, &r->sink, &r->also);
    if (also != 0)
        return also;
    if (!a3d_thread_count(cli, &r->threads) || a3d_progress_begin(cli->progress) != 0)
        return A3D_EXIT_USAGE;
    int status = a3d_configs_begin(cli, &r->configs);
    return status != 0 ? status : a3d_baselines_begin(cli, &r->baselines);
}

/* Opens the cache of --cache. A page and statistics show more than findings, so they need the files. */
static int begin_cache(a3d_check_run *r)
{
    r->findings = r->each == NULL && !r->form->page && !r->cli->stats && a3d_also_serves(r->also);
    return r->each == NULL ? a3d_cache_begin(r->cli, r->findings, &r->cache) : 0;
}

/* Says that no file was checked, which the exit status 0 does not show. */
static void complain_nothing_checked(const a3d_check_run *r)
{
    size_t n = r->sink.totals.skipped;
    bool named = r->sink.verbose && r->form->skipped != NULL;
    if (n == 0)
        a3d_complain("no file was checked");
    else
        a3d_complain("no file was checked; %zu %s skipped%s", n, n == 1 ? "was" : "were",
                     named ? "" : " (-v names them, in text)");
}

/* Whether a report would replace a configuration file or a baseline that the run has found. Complains if so. */
static bool replaces_read(const a3d_check_run *r, const char *option, const char *path)
{
    const char *what = a3d_configs_have(r->configs, path)     ? "a configuration file" :
                       a3d_baselines_have(r->baselines, path) ? "a baseline" :
                                                                NULL;
    if (what != NULL)
        a3d_complain("%s %s: that is %s that this run has read; no report was written to a file", option, path, what);
    return what != NULL;
}

static bool replace_read(const a3d_check_run *r)
{
    bool any = r->output != NULL && replaces_read(r, "-o", r->output);
    const char *path;
    for (size_t i = 0; !any && (path = a3d_also_path(r->also, i)) != NULL; i++)
        any = replaces_read(r, "--also", path);
    return any;
}

/* Prints the rest of the report, or writes it to its file, and those of --also. What memory was not enough for would be
 * missing in these files, so they stay as they are then. */
static int write_reports(a3d_check_run *r, bool whole)
{
    if (whole && replace_read(r)) {
        int rest = r->output == NULL ? flush(r) : 0;
        return rest != 0 ? rest : A3D_EXIT_USAGE;
    }
    int written = r->output == NULL ? flush(r) : whole ? a3d_deliver_report("-o", r->output, &r->out) : 0;
    int also = whole ? a3d_also_end(r->also, &r->sink) : 0;
    if (!whole && (r->output != NULL || r->also != NULL))
        a3d_complain("no report was written to a file: it would not be complete");
    return also > written ? also : written;
}

static void end_baselines(a3d_check_run *r)
{
    int status = a3d_baselines_end(r->baselines);
    r->sink.unwritten = status != 0;
    a3d_raise_status(r, status);
}

/* Checks every file of the command line. Files that had begun before an interrupt are reported too. */
static int check_all(a3d_check_run *r)
{
    a3d_job_calls calls = {.work = a3d_check_job, .emit = emit_job, .idle = on_idle, .user = r};
    int status = begin_cache(r);
    if (status != 0)
        return status;
    r->jobs = a3d_jobs_new(r->threads, a3d_most_memory(r->cli), &calls);
    if (r->jobs == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    for (size_t i = 0; i < r->cli->operands.n; i++)
        a3d_find_gitignore(r->configs, r->cli->operands.at[i]);
    status = a3d_confine(r->cli, r->configs);
    if (status != 0)
        return status;
    a3d_catch_interrupts();
    r->form->begin(&r->sink);
    a3d_also_start(r->also);
    bool on = true;
    for (size_t i = 0; on && i < r->cli->operands.n; i++)
        on = a3d_put_files(r, r->cli->operands.at[i]);
    a3d_jobs_finish(r->jobs, A3D_LANE_FILES);
    a3d_jobs_free(r->jobs);
    a3d_progress_end();
    if (r->broken)
        return r->out.full ? a3d_deliver_report("-o", r->output, &r->out) : A3D_EXIT_FAULT;
    if (a3d_interrupted() && r->status != A3D_EXIT_FAULT) {
        a3d_complain("interrupted: the report contains what was checked before");
        r->sink.interrupted = true;
        r->status = A3D_EXIT_SIGNAL + a3d_interrupted();
    }
    r->sink.vanished = a3d_baselines_vanished(r->baselines, !r->sink.interrupted, &r->sink.n_vanished);
    bool whole = r->status != A3D_EXIT_FAULT;
    if (!r->sink.interrupted && whole) /* a baseline has the findings of all files */
        end_baselines(r);
    r->sink.effects = a3d_effects_of(r->configs, &r->sink.n_effects);
    r->sink.status = r->status;
    r->form->end(&r->sink);
    int written = write_reports(r, whole);
    if (r->status != A3D_EXIT_FAULT)
        a3d_raise_status(r, a3d_cache_end(r->cache));
    if (!r->cli->quiet && !r->sink.interrupted)
        a3d_complain_unmatched(r->configs);
    if (r->cli->verbose && !r->sink.interrupted)
        a3d_complain_idle_sections(r->configs);
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
    a3d_check_run r = {.cli = cli, .form = form, .state = state, .each = each};
    bool check = strcmp(cli->command, "check") == 0;
    if (check && cli->output != NULL && strcmp(cli->output, "-") != 0)
        r.output = cli->output;
    int status = cli->files_from != NULL ? a3d_add_listed(cli) : 0;
    if (status == 0) /* knows all inputs, so that no output replaces one */
        status = begin(&r);
    if (status != 0)
        return status;
    if (cli->print_config != NULL)
        return a3d_print_config(r.configs, cli, cli->print_config);
    if (cli->operands.n == 0 && cli->files_from == NULL) {
        a3d_complain("%s takes files or folders; see a3dlint %s%s--help", cli->command, check ? "" : cli->command,
                     check ? "" : " ");
        return A3D_EXIT_USAGE;
    }
    return check_all(&r);
}
