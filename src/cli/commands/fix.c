/* fix.c - `a3dlint fix`: makes the repairs that are certain, and reports them and what is left */
#define _POSIX_C_SOURCE 200809L
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "lint/fix.h"
#include "report/diff/diff.h"
#include "report/fix/fix.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct fix_run {
    a3d_cli *cli;
    const char *path;
    a3d_options options;
    int fail_on;
    bool json;
    bool to_stdout; /* the repaired file goes to standard output */
} fix_run;

static int usage(const char *why)
{
    a3d_complain("%s; see a3dlint fix --help", why);
    return A3D_EXIT_USAGE;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static int read_options(fix_run *q)
{
    a3d_cli *cli = q->cli;
    const char *form = cli->format != NULL ? cli->format : "text";
    q->json = strcmp(form, "json") == 0;
    q->to_stdout = !cli->dry_run && !cli->in_place && (cli->output == NULL || strcmp(cli->output, "-") == 0);
    if (!q->json && strcmp(form, "text") != 0) {
        a3d_complain("--format %s: fix has text and json", form);
        return A3D_EXIT_USAGE;
    }
    if ((cli->output != NULL) + cli->in_place + cli->dry_run > 1)
        return usage("-o, --in-place and --dry-run exclude each other");
    if (cli->in_place && strcmp(q->path, "-") == 0)
        return usage("standard input has no place that --in-place could write to");
    if (q->json && q->to_stdout)
        return usage("--format json takes standard output for itself: name a file with -o, or --in-place, "
                     "or --dry-run");
    if (cli->output != NULL && is_same_file(q->path, cli->output)) {
        a3d_complain("%s is the input; --in-place writes over it", cli->output);
        return A3D_EXIT_USAGE;
    }
    const char *fail_on = cli->fail_on != NULL ? cli->fail_on : "error";
    q->fail_on = a3d_level_option(cli, "--fail-on", fail_on, A3D_NOTE, A3D_ERROR + 1);
    return q->fail_on < 0 ? A3D_EXIT_USAGE : a3d_library_options(cli, &q->options);
}

/* Reports to standard output, or to standard error when the file itself goes to standard output. */
static int report_fixes(const fix_run *q, const a3d_fixing *x, const char *written)
{
    a3d_text out;
    a3d_fixes_file file = {q->path, written, q->cli->dry_run, q->cli->accept_content};
    a3d_diff_file a = {q->path, x->before, x->before->doc->streams[0].data}, b = {q->path, x->after, x->data};
    a3d_diff_options options = {.json = q->json, .all = true};
    bool same, good = true;
    a3d_text_init(&out, q->cli->arena);
    if (q->json) {
        a3d_fixes_json(&out, &file, x);
    } else {
        if (q->cli->dry_run && x->after != x->before && x->before->undone == NULL)
            good = a3d_diff(&out, &a, &b, &options, &same);
        a3d_fixes_text(&out, &file, x);
    }
    if (!good || out.failed) {
        a3d_complain("%s: not enough memory", q->path);
        return A3D_EXIT_FAULT;
    }
    if (!q->to_stdout)
        return a3d_deliver(NULL, out.data, out.size, false);
    fwrite(out.data, 1, out.size, stderr);
    return 0;
}

static int write_result(const fix_run *q, const a3d_fixing *x, const char **written)
{
    const char *to = q->cli->in_place ? q->path : q->cli->output;
    *written = NULL;
    if (q->cli->dry_run || (q->cli->in_place && x->after == x->before))
        return 0;
    *written = to;
    return a3d_deliver(to, x->data, x->size, true);
}

static int status_of(const fix_run *q, const a3d_result *after)
{
    size_t n = 0;
    for (unsigned s = (unsigned)q->fail_on; s <= A3D_ERROR; s++)
        n += after->counts[s] + after->more[s];
    return after->verdict == A3DLINT_LIMITED ? A3D_EXIT_LIMITED : n > 0 ? A3D_EXIT_FINDINGS : A3D_EXIT_CLEAN;
}

/* --salvage: makes a file valid that repairs alone cannot, by dropping what cannot be kept. False after a message. */
static bool salvage(const fix_run *q, a3d_fixing *x)
{
    a3d_fixing saved = a3d_salvage_result(q->cli->arena, x->before, &q->options);
    if (saved.after == NULL) {
        a3d_complain("%s: nothing valid can be made of what is left of it: %s", q->path,
                     saved.why != NULL ? saved.why : "no element is whole");
        return false;
    }
    x->after = saved.after;
    x->data = saved.data;
    x->size = saved.size;
    x->lost = saved.lost;
    x->accepted = saved.accepted;
    return true;
}

int a3d_run_fix(a3d_cli *cli)
{
    fix_run q = {.cli = cli, .path = a3d_one_operand(cli, "file")};
    const a3d_result *result;
    const char *written;
    if (q.path == NULL)
        return A3D_EXIT_USAGE;
    int status = read_options(&q);
    if (status == 0)
        status = a3d_open_damaged(cli, q.path, &q.options, &result);
    if (status != 0)
        return status;
    q.options.name = q.path;
    q.options.accept_content = cli->accept_content;
    a3d_fixing x = a3d_fix_result(cli->arena, result, &q.options, UINT64_MAX);
    if (cli->salvage && x.after != NULL && x.after->verdict == A3DLINT_INVALID && !salvage(&q, &x))
        return A3D_EXIT_FINDINGS;
    if (x.before == NULL || x.after == NULL || x.after->doc == NULL) {
        a3d_complain("%s: not enough memory", q.path);
        return A3D_EXIT_FAULT;
    }
    status = write_result(&q, &x, &written);
    if (status == 0)
        status = report_fixes(&q, &x, written);
    return status != 0 ? status : status_of(&q, x.after);
}
