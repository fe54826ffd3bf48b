/* diff.c - `a3dlint diff`: compares two documents field by field */
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/commands/outputs.h"
#include "cli/options/cli.h"
#include "cli/options/color.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/diff/diff.h"

#include <stdlib.h>
#include <string.h>

static int read_options(const a3d_cli *cli, a3d_diff_options *options)
{
    const char *form = cli->format != NULL ? cli->format : "text";
    int color = cli->output != NULL && cli->color == NULL ? 0 : a3d_wants_color(cli);
    char *end = NULL;
    *options = (a3d_diff_options){
        .json = strcmp(form, "json") == 0, .color = color > 0, .all = cli->all, .each = cli->all};
    if (color < 0 || a3d_wanted_width(cli, &options->width) != 0)
        return A3D_EXIT_USAGE;
    if (!options->json && strcmp(form, "text") != 0) {
        a3d_complain("--format %s: diff has text and json", form);
        return A3D_EXIT_USAGE;
    }
    if (cli->tolerance == NULL)
        return 0;
    options->tolerance = strtod(cli->tolerance, &end);
    if (end > cli->tolerance && *end == '\0' && options->tolerance >= 0 && options->tolerance <= 1)
        return 0;
    a3d_complain("--tolerance takes a number from 0 to 1, like 1e-5, not '%s'", cli->tolerance);
    return A3D_EXIT_USAGE;
}

static int open_file(a3d_cli *cli, const char *path, a3d_diff_file *file)
{
    file->path = path;
    int status = a3d_open_document(cli, path, &file->result);
    if (status == 0)
        file->data = file->result->doc->streams[0].data;
    return status;
}

int a3d_run_diff(a3d_cli *cli)
{
    a3d_diff_file a, b;
    a3d_diff_options options;
    a3d_text out;
    a3d_diff_end end;
    if (cli->operands.n != 2) {
        a3d_complain("diff takes two files; see a3dlint diff --help");
        return A3D_EXIT_USAGE;
    }
    int status = a3d_may_replace(cli, "-o", cli->output) ? read_options(cli, &options) : A3D_EXIT_USAGE;
    if (status == 0)
        status = open_file(cli, cli->operands.at[0], &a);
    if (status == 0)
        status = open_file(cli, cli->operands.at[1], &b);
    if (status != 0)
        return status;
    if (a.result->format != b.result->format) {
        a3d_complain("%s is %s and %s is %s: only files of one format can be compared", a.path,
                     a.result->format->name, b.path, b.result->format->name);
        return A3D_EXIT_UNREADABLE;
    }
    a3d_text_init(&out, cli->arena);
    options.steps = a3d_steps_for(cli, a.result) / 2 + a3d_steps_for(cli, b.result) / 2;
    if (!a3d_diff(&out, &a, &b, &options, &end))
        return a3d_complain_memory(cli->arena, a.path);
    status = a3d_deliver(cli->output, &out, false);
    if (status == 0 && end.limited) {
        a3d_complain("%s: stopped at the limit of work: there may be more differences (--max-work)", b.path);
        return A3D_EXIT_LIMITED;
    }
    return status != 0 ? status : end.same ? A3D_EXIT_CLEAN : A3D_EXIT_FINDINGS;
}
