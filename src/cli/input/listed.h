/* listed.h - the paths that --files-from names */
#ifndef A3D_CLI_INPUT_LISTED_H
#define A3D_CLI_INPUT_LISTED_H

#include "cli/options/cli.h"

/* Adds the paths of --files-from to the operands: ended by NUL when there is one in it, else by LF, or by CR LF when
 * every line is. Returns 0, or the exit status after a message. */
int a3d_add_listed(a3d_cli *cli);

#endif
