/* edit.c - `a3dlint edit`: changes values of a document and writes the result, even if it is invalid */
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "engine/edit/edit.h"
#include "lint/lint.h"

static int usage(const char *edit, const char *why)
{
    a3d_complain("%s: %s", edit, why);
    return A3D_EXIT_USAGE;
}

int a3d_run_edit(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text out;
    if (cli->operands.n < 1) {
        a3d_complain("edit takes a file and edits; see a3dlint edit --help");
        return A3D_EXIT_USAGE;
    }
    const char *path = cli->operands.at[0], *why;
    int status = a3d_open_document(cli, path, &result);
    if (status != 0)
        return status;
    for (size_t i = 1; i < cli->operands.n; i++)
        if ((why = a3d_edit(result->doc, cli->operands.at[i], &patches, &n_patches)) != NULL)
            return usage(cli->operands.at[i], why);
    a3d_text_init(&out, cli->arena);
    result->doc->most_packed = a3d_packs_for(cli, result);
    why = a3d_encode(result->doc, A3D_FAITHFUL, &out, patches, n_patches);
    if (why == a3d_packs_too_much)
        return a3d_complain_work(path, "packing its content");
    if (why != NULL)
        return usage(path, why);
    return a3d_deliver(cli->output, &out, true);
}
