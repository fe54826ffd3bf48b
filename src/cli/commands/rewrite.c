/* rewrite.c - `a3dlint rewrite`: decodes a file and writes it again, byte for byte or in its canonical form */
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "engine/encode/encode.h"
#include "lint/lint.h"

/* The canonical form has only honest values and no slack, so the document must have been read to its end. */
static int refuse_canonical(const char *path, const a3d_result *result)
{
    a3d_complain("%s: only a file that decodes to its end has a canonical form: %s", path,
                 result->doc->n_findings > 0 ? result->doc->findings[0].message : "it was not read to its end");
    return A3D_EXIT_UNREADABLE;
}

/* Whether packing all packed content anew could take more steps than the command may. */
static bool takes_long(a3d_cli *cli, const a3d_result *result)
{
    const a3d_doc *doc = result->doc;
    uint64_t bytes = 0;
    for (size_t i = 1; i < doc->n_streams; i++)
        bytes += doc->streams[i].packed_size > 0 ? doc->streams[i].size : 0;
    return bytes > a3d_packs_for(cli, result);
}

int a3d_run_rewrite(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_text out;
    const char *path;
    int status = a3d_open_operand(cli, &path, &result);
    if (status != 0)
        return status;
    if (cli->canonical && result->doc->faulty)
        return refuse_canonical(path, result);
    if (cli->canonical && takes_long(cli, result))
        return a3d_complain_work(path, "packing its content");
    a3d_text_init(&out, cli->arena);
    const char *why = a3d_encode(result->doc, cli->canonical ? A3D_CANONICAL : A3D_FAITHFUL, &out, NULL, 0);
    if (why == NULL)
        return a3d_deliver(cli->output, &out, true);
    a3d_complain("%s: %s", path, why);
    return A3D_EXIT_FAULT;
}
