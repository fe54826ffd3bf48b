/* confine.h - the sandbox of the commands that read models */
#ifndef A3D_CLI_COMMANDS_CONFINE_H
#define A3D_CLI_COMMANDS_CONFINE_H

#include "cli/config/config.h"
#include "cli/options/cli.h"

/* Leaves the process only what the command still needs: to read the operands and what is below them, and the baselines
 * that are named so far; with `configs` also the current folder, unless the files are untrusted; to write in the
 * folders of its results. More than a few named files count as their folders. Does nothing with --no-sandbox, with
 * --while, or where the system has no sandbox. Call it before threads are started, and after configuration above the
 * operands and parts of the page were read. Returns 0, or an exit status after a message. */
int a3d_confine(a3d_cli *cli, a3d_configs *configs);

#endif
