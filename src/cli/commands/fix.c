/* fix.c - `a3dlint fix`: makes the repairs that are certain, and reports them and what is left */
#include "cli/commands/check_files.h"
#include "cli/commands/commands.h"
#include "cli/commands/confine.h"
#include "cli/commands/fix_file.h"
#include "cli/commands/open.h"
#include "cli/commands/outputs.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/files.h"
#include "report/fix/fix.h"
#include "report/fix/forms.h"

#include <string.h>

static int usage(const char *why)
{
    a3d_complain("%s; see a3dlint fix --help", why);
    return A3D_EXIT_USAGE;
}

/* ---- many files ---- */

static bool are_many(const a3d_cli *cli)
{
    return cli->files_from != NULL || cli->operands.n > 1 || a3d_os_is_folder(cli->operands.at[0]);
}

static void fix_job(const a3d_cli *cli, a3d_job *job)
{
    if (!a3d_can_fix(job->result))
        return;
    a3d_fix_outcome *outcome = a3d_arena_alloc(&job->arena, sizeof *outcome);
    if (outcome == NULL) {
        job->result = NULL; /* reported as a lack of memory */
        return;
    }
    a3d_fix_checked(cli, &job->arena, job->result, &job->choices->options, outcome);
    outcome->file.path = job->path;
    job->outcome = outcome;
}

/* Writes a result, which is in the arena. */
static int deliver(a3d_arena *arena, const char *path, const a3d_fixing *x)
{
    a3d_text out = {.arena = arena, .data = (char *)(uintptr_t)x->data, .size = x->size};
    return a3d_deliver(path, &out, true);
}

/* Replaces a file by its result, unless nothing was changed. Returns an exit status after a message, or 0. */
static int replace(const a3d_cli *cli, a3d_arena *arena, const char *path, const a3d_fixing *x, const char **written)
{
    if (!cli->in_place || x->after == x->before)
        return 0;
    if (strcmp(path, "-") == 0)
        return usage("standard input has no place that --in-place could write to");
    int status = deliver(arena, path, x);
    *written = status == 0 ? path : NULL;
    return status;
}

/* A file that could not be written is reported as it is. */
static int finish_job(const a3d_cli *cli, a3d_job *job, a3d_sink *sink, const a3d_result **result)
{
    a3d_fix_outcome *outcome = job->outcome;
    int status = a3d_complain_unfixed(job->path, outcome);
    if (status > A3D_EXIT_FINDINGS)
        return status;
    int written = replace(cli, &job->arena, job->path, &outcome->fixing, &outcome->file.written);
    if (written != 0)
        return written;
    *result = outcome->fixing.after;
    outcome->file.width = sink->width;
    sink->fixes = &outcome->file;
    return outcome->fixing.ended ? A3D_EXIT_LIMITED : status;
}

static int fix_many(a3d_cli *cli, const a3d_report_form *form)
{
    const a3d_each_file each = {fix_job, finish_job};
    a3d_fixes_totals totals = {.dry = cli->dry_run};
    if (cli->output != NULL)
        return usage("-o takes one result: several files are replaced with --in-place");
    if (!cli->in_place && !cli->dry_run)
        return usage("several files need --in-place, which replaces them, or --dry-run, which shows what would change");
    return a3d_check_files(cli, form, &totals, &each);
}

/* ---- one file, whose result may go anywhere ---- */

typedef struct fix_run {
    a3d_cli *cli;
    const char *path;
    a3d_choices choices;
    bool json;
    bool to_stdout; /* the repaired file goes to standard output */
} fix_run;

static int read_choices(fix_run *q)
{
    a3d_cli *cli = q->cli;
    a3d_configs *configs;
    q->to_stdout = !cli->dry_run && !cli->in_place && (cli->output == NULL || strcmp(cli->output, "-") == 0);
    if (cli->in_place && strcmp(q->path, "-") == 0)
        return usage("standard input has no place that --in-place could write to");
    if (q->json && q->to_stdout)
        return usage("--format json takes standard output for itself: name a file with -o, or --in-place, "
                     "or --dry-run");
    if (cli->output != NULL && a3d_is_same_file(q->path, cli->output)) {
        a3d_complain("%s is the input; --in-place writes over it", cli->output);
        return A3D_EXIT_USAGE;
    }
    cli->no_config = cli->no_config || (cli->untrusted && cli->config == NULL);
    if (!a3d_may_follow(cli, "-o", cli->output) || !a3d_is_free(cli, "-o", cli->output))
        return A3D_EXIT_USAGE;
    if (!a3d_may_follow(cli, "fix", q->path))
        return A3D_EXIT_UNREADABLE;
    int status = a3d_configs_begin(cli, &configs);
    if (status != 0)
        return status;
    if (!a3d_choices_for(configs, cli->arena, q->path, 0, &q->choices)) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    if (q->choices.unreadable != NULL) {
        a3d_complain("%s: cannot be read: %s", q->path, q->choices.unreadable);
        return A3D_EXIT_UNREADABLE;
    }
    if (q->choices.problem == NULL)
        return a3d_confine(cli, configs);
    a3d_complain("%s", q->choices.problem);
    return A3D_EXIT_USAGE;
}

/* Reports to standard output, or to standard error when the file itself goes to standard output. */
static int report_fixes(const fix_run *q, const a3d_fixes_file *file)
{
    a3d_text out;
    a3d_text_init(&out, q->cli->arena);
    if (q->json)
        a3d_fixes_json(&out, file);
    else
        a3d_fixes_text(&out, file);
    if (!q->to_stdout)
        return a3d_deliver(NULL, &out, false);
    if (a3d_text_is_lost(&out))
        return A3D_EXIT_FAULT;
    a3d_write_stderr(out.data, out.size);
    return 0;
}

static int write_result(const fix_run *q, const a3d_fixing *x, const char **written)
{
    if (q->cli->dry_run || q->cli->in_place)
        return replace(q->cli, q->cli->arena, q->path, x, written);
    *written = q->cli->output;
    return deliver(q->cli->arena, q->cli->output, x);
}

static int status_of(const fix_run *q, const a3d_fixing *x)
{
    const a3d_result *after = x->after;
    size_t n = 0;
    for (unsigned s = (unsigned)q->choices.fail_on; s <= A3D_ERROR; s++)
        n += after->counts[s] + after->more[s];
    bool limited = x->ended || after->verdict == A3DLINT_LIMITED;
    return limited ? A3D_EXIT_LIMITED : n > 0 ? A3D_EXIT_FINDINGS : A3D_EXIT_CLEAN;
}

static int fix_one(a3d_cli *cli, bool json)
{
    fix_run q = {.cli = cli, .path = cli->operands.at[0], .json = json};
    const a3d_result *result;
    unsigned width;
    int status = a3d_wanted_width(cli, &width);
    if (status == 0)
        status = read_choices(&q);
    if (status == 0)
        status = a3d_open_damaged(cli, q.path, &q.choices.options, &result);
    if (status != 0)
        return status;
    q.choices.options.name = q.path;
    a3d_fix_outcome outcome;
    a3d_fix_checked(cli, cli->arena, result, &q.choices.options, &outcome);
    status = a3d_complain_unfixed(q.path, &outcome);
    outcome.file.path = q.path;
    outcome.file.quiet = cli->quiet;
    outcome.file.width = width;
    if (status == 0)
        status = write_result(&q, &outcome.fixing, &outcome.file.written);
    if (status == 0)
        status = report_fixes(&q, &outcome.file);
    return status != 0 ? status : status_of(&q, &outcome.fixing);
}

int a3d_run_fix(a3d_cli *cli)
{
    const a3d_report_form *form = a3d_fixes_form(cli->format != NULL ? cli->format : "text");
    if (form == NULL) {
        a3d_complain("--format %s: fix has text and json", cli->format);
        return A3D_EXIT_USAGE;
    }
    if ((cli->output != NULL) + cli->in_place + cli->dry_run > 1)
        return usage("-o, --in-place and --dry-run exclude each other");
    if (cli->operands.n == 0 && cli->files_from == NULL)
        return usage("fix takes files or folders");
    return are_many(cli) ? fix_many(cli, form) : fix_one(cli, strcmp(form->name, "json") == 0);
}
