/* color.h - whether output is colored */
#ifndef A3D_CLI_OPTIONS_COLOR_H
#define A3D_CLI_OPTIONS_COLOR_H

#include "cli/options/cli.h"

/* Whether to color standard output, by --color, NO_COLOR and the terminal: 0 or 1, or -1 after a message. */
int a3d_wants_color(const a3d_cli *cli);

#endif
