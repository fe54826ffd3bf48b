/* dump.c - `a3dlint dump`: prints the document as a tree, or its 3D content as glTF */
#include "base/columns.h"
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/commands/outputs.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/dump/dump.h"
#include "report/gltf/gltf.h"

#include <string.h>

static bool output_ends_with(const a3d_cli *cli, const char *end)
{
    const char *dot = cli->output != NULL ? strrchr(cli->output, '.') : NULL;
    return dot != NULL && strcmp(dot, end) == 0;
}

/* Programs choose how to read a file by its name. */
static int check_output_name(const a3d_cli *cli)
{
    bool glb = output_ends_with(cli, ".glb"), gltf = output_ends_with(cli, ".gltf");
    if (cli->gltf ? !gltf : !glb && !gltf)
        return 0;
    if (cli->gltf)
        a3d_complain("-o %s: --gltf writes a GLB file; let its name end in .glb", cli->output);
    else
        a3d_complain("-o %s: dump writes the tree as JSON or text; use --gltf for the 3D content", cli->output);
    return A3D_EXIT_USAGE;
}

static int dump_gltf(const a3d_cli *cli, const char *path, const a3d_result *result)
{
    a3d_gltf gltf;
    if (cli->text || cli->full) {
        a3d_complain("--gltf goes with neither --text nor --full");
        return A3D_EXIT_USAGE;
    }
    if (!a3d_gltf_make_whole(cli->arena, result, &gltf))
        return a3d_complain_memory(cli->arena, path);
    int status = a3d_deliver(cli->output, &gltf.glb, true);
    for (size_t i = 0; status == A3D_EXIT_CLEAN && i < gltf.n_lost; i++)
        a3d_complain("%s: not carried over: %s", path, gltf.lost[i]);
    return status;
}

int a3d_run_dump(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_text out, fitted;
    const char *path;
    unsigned width;
    int status = a3d_wanted_width(cli, &width);
    if (status == 0)
        status = check_output_name(cli);
    if (status == 0)
        status = a3d_open_operand(cli, &path, &result);
    if (status == 0 && !a3d_may_replace(cli, "-o", cli->output))
        status = A3D_EXIT_USAGE;
    if (status != 0)
        return status;
    if (cli->gltf)
        return dump_gltf(cli, path, result);
    a3d_text_init(&out, cli->arena);
    a3d_bound_output(cli, result, &out);
    a3d_dump(&out, path, result, &(a3d_dump_options){.text = cli->text, .full = cli->full});
    if (out.full)
        return a3d_complain_work(path, "the dump");
    if (!cli->text || width == 0)
        return a3d_deliver(cli->output, &out, false);
    a3d_text_init(&fitted, cli->arena);
    a3d_put_wrapped(&fitted, out.data, out.size, width);
    fitted.failed |= out.failed;
    return a3d_deliver(cli->output, &fitted, false);
}
