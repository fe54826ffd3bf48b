/* width.h - how wide the lines of the output may be */
#ifndef A3D_CLI_OPTIONS_WIDTH_H
#define A3D_CLI_OPTIONS_WIDTH_H

#include "cli/options/cli.h"

/* Stores the number of columns by --width or, if the output goes to a terminal, by COLUMNS or the terminal itself;
 * 0 for no limit, as in a file or a pipe. A narrower terminal counts as one of 40 columns. Returns an exit status,
 * after a message when it is not 0. */
int a3d_wanted_width(const a3d_cli *cli, unsigned *width);

#endif
