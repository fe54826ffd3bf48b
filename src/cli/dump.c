/* dump.c - `a3dlint dump`: the document as a tree. */
#include "cli/cli.h"
#include "cli/files.h"
#include "report/dump.h"

int a3d_run_dump(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_text out;
    const char *path = a3d_one_operand(cli, "file");
    if (path == NULL)
        return A3D_EXIT_USAGE;
    int status = a3d_open_document(cli, path, &result);
    if (status != 0)
        return status;
    a3d_text_init(&out, cli->arena);
    a3d_dump(&out, path, result, &(a3d_dump_options){.text = cli->text, .full = cli->full});
    if (!out.failed)
        return a3d_deliver(cli->output, out.data, out.size, false);
    a3d_complain("%s: not enough memory", path);
    return A3D_EXIT_FAULT;
}
