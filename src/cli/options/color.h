/* color.h - whether what is printed gets colours */
#ifndef A3D_CLI_OPTIONS_COLOR_H
#define A3D_CLI_OPTIONS_COLOR_H

#include "cli/options/cli.h"

/* Whether --color, or the terminal, asks for colour. Returns 0 or 1, or -1 after a message. */
int a3d_wants_color(const a3d_cli *cli);

#endif
