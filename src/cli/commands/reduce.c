/* reduce.c - `a3dlint reduce`: makes the smallest file that still has a finding, or still makes a command fail */
#include "a3dlint.h"
#include "cli/commands/commands.h"
#include "cli/commands/trial.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/options/names.h"
#include "cli/output/complain.h"
#include "cli/output/progress.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "engine/reduce/reduce.h"
#include "lint/fix.h"
#include "lint/lint.h"
#include "os/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { USUAL_TRIES = 20000, USUAL_TIMEOUT = 10, MOST_TIMEOUT = 86400 };

typedef struct reduce_run {
    a3d_cli *cli;
    a3d_input input;
    a3d_options options;
    a3d_level level;      /* turns the rule of --keep on if it is off */
    a3d_arena scratch;    /* for checking one file */
    bool quick;           /* a check without a search for causes has the finding in the input, too */
    bool uncaused;        /* the finding in the input follows from no other */
    const a3d_rule **had; /* --alone: rules of the other errors in the input */
    size_t n_had;
    a3d_trial trial;
    int outcome;          /* of the command on the input */
    a3d_reduced reduced;
} reduce_run;

/* ---- the test of a file ---- */

static bool is_root_error(const a3d_finding *f)
{
    return f->severity == A3D_ERROR && f->cause == A3D_NO_CAUSE;
}

/* Remembers the errors of the input, which a smaller file may have too. False when memory ran out. */
static bool remember_errors(reduce_run *q, const a3d_doc *doc)
{
    q->had = a3d_arena_alloc(q->cli->arena, (doc->n_findings + 1) * sizeof *q->had);
    for (size_t i = 0; q->had != NULL && i < doc->n_findings; i++)
        if (is_root_error(&doc->findings[i]))
            q->had[q->n_had++] = doc->findings[i].rule;
    return q->had != NULL;
}

/* Whether a document has an error of a rule that is neither the one to keep nor in the input. */
static bool has_other_errors(const reduce_run *q, const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        bool known = !is_root_error(&doc->findings[i]) || a3d_matches(q->cli->keep, doc->findings[i].rule->id);
        for (size_t k = 0; !known && k < q->n_had; k++)
            known = q->had[k] == doc->findings[i].rule;
        if (!known)
            return true;
    }
    return doc->more_findings > 0;
}

/* Checks a file for the finding: 0 when it has none, 1 when it follows from another finding, 2 when it does not.
 * `quick`: without a search for causes, which takes most of the time on a damaged file. */
static unsigned has_finding(reduce_run *q, const uint8_t *data, size_t size, bool quick, const a3d_result **result)
{
    unsigned found = 0;
    a3d_options options = q->options;
    options.limits.unsearched = quick;
    a3d_arena_reset(&q->scratch);
    *result = a3d_lint(&q->scratch, data, size, &options);
    q->reduced.steps += *result != NULL ? (*result)->steps : 0;
    const a3d_doc *doc = *result != NULL ? (*result)->doc : NULL;
    for (size_t i = 0; doc != NULL && i < doc->n_findings; i++)
        if (a3d_matches(q->cli->keep, doc->findings[i].rule->id)) {
            unsigned here = doc->findings[i].cause == A3D_NO_CAUSE ? 2 : 1;
            found = here > found ? here : found;
        }
    return found;
}

/* Whether a file still has the finding to keep. */
static bool is_kept(reduce_run *q, const uint8_t *data, size_t size)
{
    const a3d_result *result;
    unsigned least = q->uncaused ? 2 : 1;
    return (!q->quick || has_finding(q, data, size, true, &result) >= least) &&
           has_finding(q, data, size, false, &result) >= least && (!q->cli->alone || !has_other_errors(q, result->doc));
}

/* Whether a file still is what the input is reduced for: 1, 0, or -1 to end the search. */
static int still_holds(void *user, const uint8_t *data, uint32_t size)
{
    reduce_run *q = user;
    if (a3d_interrupted() != 0 || q->cli->arena->refused)
        return -1;
    if (q->cli->keep != NULL)
        return is_kept(q, data, size);
    a3d_arena_reset(&q->scratch);
    int outcome = a3d_trial_run(&q->trial, &q->scratch, data, size);
    return outcome < 0 ? -1 : outcome == q->outcome;
}

static void progress(void *user, uint64_t tries, uint32_t size)
{
    char text[80];
    const reduce_run *q = user;
    snprintf(text, sizeof text, "%" PRIu64 " tries, %" PRIu32 " of %zu bytes", tries, size, q->input.size);
    a3d_progress_say(text);
}

/* ---- options and input ---- */

static int usage(const char *why)
{
    a3d_complain("%s; see a3dlint reduce --help", why);
    return A3D_EXIT_USAGE;
}

static int read_options(reduce_run *q)
{
    a3d_cli *cli = q->cli;
    uint64_t timeout = USUAL_TIMEOUT;
    if ((cli->keep == NULL) == (cli->run_while == NULL))
        return usage("reduce takes --keep RULE or --while 'CMD {}'");
    if (cli->run_while != NULL && !a3d_os_runs_commands()) {
        a3d_complain("this WebAssembly build cannot run commands, which --while needs; use the native a3dlint program");
        return A3D_EXIT_USAGE;
    }
    if (cli->alone && cli->keep == NULL)
        return usage("--alone goes with --keep");
    if (cli->run_while != NULL && strstr(cli->run_while, "{}") == NULL)
        return usage("--while takes a command in which {} is replaced by the file");
    if (cli->keep != NULL && !a3d_names_rule(cli->keep))
        return a3d_no_such_rule(cli, "--keep", cli->keep);
    if (cli->timeout != NULL && (!a3d_parse_number(cli->timeout, &timeout) || timeout == 0 || timeout > MOST_TIMEOUT)) {
        a3d_complain("--timeout takes seconds, from 1 to %d, not '%s'", MOST_TIMEOUT, cli->timeout);
        return A3D_EXIT_USAGE;
    }
    q->trial = (a3d_trial){.command = cli->run_while, .timeout = (unsigned)timeout};
    int status = a3d_library_options(cli, &q->options);
    const a3d_rule *rule = cli->keep != NULL ? a3d_rule_named(cli->keep) : NULL;
    if (status == 0 && rule != NULL && rule->severity == A3D_OFF) {
        q->level = (a3d_level){rule->id, A3D_NOTE};
        q->options.levels = &q->level;
        q->options.n_levels = 1;
    }
    return status;
}

static int read_file(reduce_run *q, const char *path)
{
    a3d_limits limits = q->options.limits;
    a3d_limits_fill(&limits, 0);
    a3d_bound_memory(q->cli);
    const char *why = a3d_read_input(q->cli->arena, path, limits.input, &q->input);
    if (a3d_arena_is_bound(q->cli->arena))
        return a3d_complain_memory(q->cli->arena, path);
    if (why != NULL) {
        a3d_complain("%s: cannot be read: %s", path, why);
        return A3D_EXIT_UNREADABLE;
    }
    if (q->input.too_large) {
        a3d_complain("%s: larger than the limit of input (--max-input)", path);
        return A3D_EXIT_LIMITED;
    }
    q->options.name = path;
    return 0;
}

/* The format of the rule to keep, or NULL. */
static const a3d_format *format_to_keep(const reduce_run *q)
{
    return a3d_format_named(q->cli->keep, strcspn(q->cli->keep, "/"));
}

static int no_finding(reduce_run *q, const char *path, const a3d_result *result)
{
    if (result == NULL)
        return a3d_complain_memory(&q->scratch, path);
    if (result->verdict == A3DLINT_UNREADABLE) {
        const a3d_format *as = q->options.format == NULL ? format_to_keep(q) : NULL;
        a3d_complain("%s: %s%s%s%s", path, result->message, as != NULL ? "; --as " : "", as != NULL ? as->name : "",
                     as != NULL ? " reads the file as that format" : "");
        return A3D_EXIT_UNREADABLE;
    }
    if (result->verdict == A3DLINT_LIMITED) {
        a3d_complain("%s: %s", path, result->message);
        return A3D_EXIT_LIMITED;
    }
    a3d_complain("%s: has no finding of %s", path, q->cli->keep);
    return A3D_EXIT_FINDINGS;
}

/* Why the shell started no program, as its exit status says, or NULL: the command ran. */
static const char *why_not_started(int outcome)
{
    enum { NO_PERMISSION = 126, NOT_FOUND = 127, NOT_FOUND_BY_CMD = 9009 };
    if (outcome == NO_PERMISSION)
        return "the shell may not start the program (status 126)";
    return outcome == NOT_FOUND          ? "the shell does not find the program (status 127)"
           : outcome == NOT_FOUND_BY_CMD ? "the shell does not find the program (status 9009)"
                                         : NULL;
}

/* Runs the command twice on the input. If it does not end the same way, it cannot be used for reducing. */
static int run_twice(reduce_run *q, const char *path)
{
    const char *why = a3d_trial_begin(&q->trial, q->cli->arena, path), *not_made = why;
    if (why == NULL) {
        q->outcome = a3d_trial_run(&q->trial, &q->scratch, q->input.data, q->input.size);
        int again = q->outcome < 0 ? q->outcome : a3d_trial_run(&q->trial, &q->scratch, q->input.data, q->input.size);
        if (again == A3D_OUTCOME_INTERRUPTED)
            return A3D_EXIT_SIGNAL + a3d_interrupted();
        why = q->trial.why;
        if (again >= 0 && again != q->outcome) {
            a3d_complain("%s: the command ended with %d, then with %d on the same file", path, q->outcome, again);
            return A3D_EXIT_FINDINGS;
        }
    }
    const char *not_started = why == NULL ? why_not_started(q->outcome) : NULL;
    if (why == NULL && not_started == NULL)
        return 0;
    if (not_made != NULL)
        a3d_complain("cannot make a folder in %s (TMPDIR) for the tries: %s", a3d_os_temporary(), not_made);
    else
        a3d_complain("the command cannot be run: %s", why != NULL ? why : not_started);
    return why != NULL ? A3D_EXIT_FAULT : A3D_EXIT_USAGE;
}

/* A command that ends on an empty file as it does on the input would make an empty file of any input. */
static int run_on_nothing(reduce_run *q, const char *path)
{
    int outcome = q->input.size > 0 ? a3d_trial_run(&q->trial, &q->scratch, "", 0) : A3D_OUTCOME_FAILED;
    if (outcome == A3D_OUTCOME_INTERRUPTED)
        return A3D_EXIT_SIGNAL + a3d_interrupted();
    if (outcome != q->outcome)
        return 0;
    if (outcome == A3D_OUTCOME_TIMEOUT)
        a3d_complain("%s: the command takes longer than --timeout, and so it does with an empty file; allow it more "
                     "seconds, or use a command that hangs on this file alone", path);
    else
        a3d_complain("%s: the command ends with status %d, and so it does with an empty file; use a command that ends "
                     "with another status as soon as the fault is gone", path, outcome);
    return A3D_EXIT_USAGE;
}

/* Tests the input itself, and finds its format. Returns 0, or an exit status after a message. */
static int test_input(reduce_run *q, const char *path, a3d_reduction *how)
{
    const a3d_result *result;
    unsigned found = 0;
    if (q->cli->keep != NULL) {
        unsigned quick = has_finding(q, q->input.data, q->input.size, true, &result);
        found = has_finding(q, q->input.data, q->input.size, false, &result);
        q->quick = quick >= found;
        if (found == 0)
            return no_finding(q, path, result);
        q->uncaused = found == 2;
        if (q->cli->alone && !remember_errors(q, result->doc)) {
            a3d_complain("%s: not enough memory", path);
            return A3D_EXIT_FAULT;
        }
    } else {
        int status = run_twice(q, path);
        if (status == 0)
            status = run_on_nothing(q, path);
        if (status != 0)
            return status;
        a3d_arena_reset(&q->scratch);
        result = a3d_lint(&q->scratch, q->input.data, q->input.size, &q->options);
    }
    how->most_steps = result != NULL ? a3d_budget_of(result, &q->options) : 0;
    how->format = result != NULL ? result->format : NULL;
    how->branches = how->format != NULL ? a3d_start_branches(how->format, &q->options) : 0;
    return 0;
}

/* ---- running ---- */

static int finish(const reduce_run *q, const a3d_text *out)
{
    const a3d_reduced *result = &q->reduced;
    int status = a3d_deliver(q->cli->output, out, true);
    if (status != 0)
        return status;
    const char *end = !result->ended            ? ""
                      : a3d_interrupted() != 0 ? "; interrupted"
                      : result->limited        ? "; stopped at the limit of work: it may get smaller (--max-work)"
                                               : "; it may get smaller with more (--max-tries)";
    bool limited = result->ended && (result->limited || q->cli->max_tries == 0);
    if (!q->cli->quiet || limited)
        a3d_complain("%zu byte%s of %zu after %" PRIu64 " tr%s%s", out->size, out->size == 1 ? "" : "s", q->input.size,
                     result->tries, result->tries == 1 ? "y" : "ies", end);
    return a3d_interrupted() != 0 ? A3D_EXIT_SIGNAL + a3d_interrupted() : limited ? A3D_EXIT_LIMITED : A3D_EXIT_CLEAN;
}

static int run(reduce_run *q, const char *path)
{
    a3d_reduction how = {.holds = still_holds, .progress = progress, .user = q, .limits = q->options.limits};
    a3d_text out;
    int status = test_input(q, path, &how);
    if (status != 0)
        return status;
    how.data = q->input.data;
    how.size = (uint32_t)q->input.size;
    how.most_tries = q->cli->max_tries > 0 ? q->cli->max_tries : USUAL_TRIES;
    a3d_text_init(&out, q->cli->arena);
    const char *why = a3d_reduce(q->cli->arena, &how, &out, &q->reduced);
    a3d_progress_end();
    if (why == NULL && q->trial.why == NULL)
        return finish(q, &out);
    a3d_complain("%s: %s", path, why != NULL ? why : q->trial.why);
    return A3D_EXIT_FAULT;
}

int a3d_run_reduce(a3d_cli *cli)
{
    reduce_run q = {.cli = cli};
    const char *path = a3d_one_operand(cli, "file");
    if (path == NULL)
        return A3D_EXIT_USAGE;
    int status = read_options(&q);
    if (status == 0)
        status = read_file(&q, path);
    if (status == 0)
        status = a3d_progress_begin(cli->progress);
    if (status != 0)
        return status;
    a3d_catch_interrupts();
    a3d_arena_init_below(&q.scratch, cli->arena);
    status = run(&q, path);
    a3d_trial_end(&q.trial);
    a3d_arena_free(&q.scratch);
    return status;
}
