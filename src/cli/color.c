/* color.c - whether what is printed gets colours. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <string.h>
#include <unistd.h>

int a3d_wants_color(const a3d_cli *cli)
{
    const char *when = cli->color != NULL ? cli->color : "auto";
    if (strcmp(when, "auto") == 0)
        return isatty(STDOUT_FILENO) == 1;
    if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        return strcmp(when, "always") == 0;
    a3d_complain("--color takes always, never or auto, not '%s'", when);
    return -1;
}
