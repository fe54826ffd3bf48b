/* width.c - see width.h */
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "os/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 40, MOST = 10000, USUAL = 80 };

/* A number of columns, or -1. */
static int number(const char *text)
{
    int value = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9' && value <= MOST; p++)
        value = value * 10 + (*p - '0');
    return p > text && *p == '\0' && value <= MOST ? value : -1;
}

/* COLUMNS is what a shell believes and what a user sets; scripts that record a terminal leave its own width at 0. */
static int of_terminal(void)
{
    const char *columns = getenv("COLUMNS");
    int n = columns != NULL ? number(columns) : 0;
    if (n <= 0)
        n = a3d_terminal_columns(A3D_OS_STDOUT);
    return n > 0 ? n : USUAL;
}

int a3d_wanted_width(const a3d_cli *cli, unsigned *width)
{
    int n = 0;
    if (cli->width != NULL)
        n = number(cli->width);
    else if ((cli->output == NULL || strcmp(cli->output, "-") == 0) && a3d_is_a_terminal(A3D_OS_STDOUT))
        n = of_terminal();
    if (n < 0 || (cli->width != NULL && n > 0 && n < LEAST)) {
        a3d_complain("--width takes 0 or a number from %d to %d, not '%s'", LEAST, MOST, cli->width);
        return A3D_EXIT_USAGE;
    }
    *width = (unsigned)(n > 0 && n < LEAST ? LEAST : n);
    return 0;
}
