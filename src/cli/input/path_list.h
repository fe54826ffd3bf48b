/* path_list.h - reads the list of paths of --files-from */
#ifndef A3D_CLI_INPUT_PATH_LIST_H
#define A3D_CLI_INPUT_PATH_LIST_H

#include "cli/options/cli.h"

/* Adds the paths of --files-from to the operands. They end with NUL if the file contains one, else with CR LF if every
 * line does, else with LF. Returns 0, or an exit status after a message. */
int a3d_add_listed(a3d_cli *cli);

#endif
