/* color.c - see color.h */
#include "cli/options/color.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "os/files.h"
#include "os/terminal.h"

#include <stdlib.h>
#include <string.h>

int a3d_wants_color(const a3d_cli *cli)
{
    const char *when = cli->color != NULL ? cli->color : "auto";
    const char *none = getenv("NO_COLOR"); /* no-color.org: counts when it is set and not empty */
    if (strcmp(when, "auto") == 0)
        return a3d_is_terminal(A3D_OS_STDOUT) && (none == NULL || none[0] == '\0');
    if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        return strcmp(when, "always") == 0;
    a3d_complain("--color takes always, never or auto, not '%s'", when);
    return -1;
}
