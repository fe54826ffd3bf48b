/* formats.c - `a3dlint formats`: lists the formats, or prints the reference, versions or readers of one */
#include "cli/commands/commands.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/common/readers.h"
#include "report/reference/dictionary.h"
#include "report/reference/reference.h"

#include <string.h>

static void put(a3d_text *out, const a3d_cli *cli, const a3d_format *format)
{
    if (format == NULL)
        a3d_formats_text(out, a3d_formats());
    else if (cli->dictionary)
        a3d_dictionary(out, format);
    else if (cli->versions)
        a3d_versions(out, format, cli->page);
    else if (cli->readers)
        a3d_readers(out, format, cli->page);
    else if (cli->page)
        a3d_reference(out, format);
    else
        a3d_format_text(out, format);
}

int a3d_run_formats(a3d_cli *cli)
{
    a3d_text out;
    const char *name = cli->operands.n > 0 ? cli->operands.at[0] : NULL;
    const a3d_format *format = name != NULL ? a3d_format_named(name, strlen(name)) : NULL;
    if (cli->operands.n > 1) {
        a3d_complain("formats takes one format at most");
        return A3D_EXIT_USAGE;
    }
    if (name == NULL && (cli->page || cli->versions || cli->readers || cli->dictionary)) {
        const char *option = cli->dictionary ? "dictionary" : cli->versions ? "versions" :
                             cli->readers ? "readers" : "markdown";
        a3d_complain("--%s takes a format; see a3dlint formats", option);
        return A3D_EXIT_USAGE;
    }
    if (name != NULL && format == NULL) {
        a3d_complain("unknown format '%s'; a3dlint formats lists all of them", name);
        return A3D_EXIT_USAGE;
    }
    a3d_text_init(&out, cli->arena);
    put(&out, cli, format);
    return a3d_deliver(NULL, &out, false);
}
