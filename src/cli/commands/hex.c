/* hex.c - `a3dlint hex`: shows every byte next to the field that owns it */
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/options/cli.h"
#include "cli/options/color.h"
#include "cli/options/library.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/hex/hex.h"

#include <string.h>

/* A number from 0 to `most`, or -1 after a message. */
static long number(const char *option, const char *text, long most)
{
    long value = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9' && value <= most; p++)
        value = value * 10 + (*p - '0');
    if (p > text && *p == '\0' && value <= most)
        return value;
    a3d_complain("%s takes a number from 0 to %ld, not '%s'", option, most, text);
    return -1;
}

static int read_options(const a3d_cli *cli, a3d_hex_options *options)
{
    const char *finding = cli->finding != NULL && cli->finding[0] == '#' ? cli->finding + 1 : cli->finding;
    long context = cli->context != NULL ? number("--context", cli->context, A3D_HEX_MOST_CONTEXT) : A3D_HEX_CONTEXT;
    long id = finding != NULL ? number("--finding", finding, 0x7fffffff) : 0;
    int color = cli->output != NULL && cli->color == NULL ? 0 : a3d_wants_color(cli);
    if (context < 0 || id < 0 || color < 0)
        return A3D_EXIT_USAGE;
    if (cli->at != NULL && finding != NULL) {
        a3d_complain("hex takes --at or --finding, not both");
        return A3D_EXIT_USAGE;
    }
    *options = (a3d_hex_options){.full = cli->full, .color = color != 0, .at = cli->at, .one = finding != NULL,
                                 .finding = (uint32_t)id, .near = cli->context != NULL, .context = (uint32_t)context};
    return a3d_wanted_width(cli, &options->width);
}

int a3d_run_hex(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_hex_options options;
    a3d_text out;
    const char *path = a3d_one_operand(cli, "file");
    if (path == NULL)
        return A3D_EXIT_USAGE;
    int status = read_options(cli, &options);
    if (status == 0)
        status = a3d_open_document(cli, path, &result);
    if (status != 0)
        return status;
    a3d_text_init(&out, cli->arena);
    a3d_bound_output(cli, result, &out);
    const char *why = a3d_hex(&out, result, &options);
    if (out.full)
        return a3d_complain_work(path, "the output");
    if (why != NULL) {
        a3d_complain("%s: %s", path, why);
        return A3D_EXIT_USAGE;
    }
    return a3d_deliver(cli->output, &out, false);
}
