/* formats.c - `a3dlint formats`: what is supported, and the reference of a format. */
#include "cli/cli.h"
#include "cli/files.h"
#include "report/reference.h"

#include <string.h>

int a3d_run_formats(a3d_cli *cli)
{
    a3d_text out;
    const char *name = cli->markdown;
    const a3d_format *format = name != NULL ? a3dlint_format(name, strlen(name)) : NULL;
    if (cli->operands.n > 0) {
        a3d_complain("formats takes no operand; --markdown takes a format");
        return A3D_EXIT_USAGE;
    }
    if (name != NULL && format == NULL) {
        a3d_complain("--markdown: '%s' is no format; see a3dlint formats", name);
        return A3D_EXIT_USAGE;
    }
    a3d_text_init(&out, cli->arena);
    if (format != NULL)
        a3d_reference(&out, format);
    else
        a3d_formats_text(&out, a3dlint_formats());
    return out.failed ? A3D_EXIT_FAULT : a3d_deliver(NULL, out.data, out.size, false);
}
