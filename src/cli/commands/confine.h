/* confine.h - the sandbox of `check` */
#ifndef A3D_CLI_COMMANDS_CONFINE_H
#define A3D_CLI_COMMANDS_CONFINE_H

#include "cli/config/config.h"
#include "cli/options/cli.h"

/* Leaves the process only what checking the operands needs: files below them, and below the current folder unless they
 * are untrusted, the baselines that are named so far, and the folder of a baseline that is written. Does nothing with
 * --no-sandbox or where the system has no sandbox. Call it before threads are started and after everything else was
 * loaded. False after a message when memory ran out. */
bool a3d_confine(a3d_cli *cli, a3d_configs *configs);

#endif
