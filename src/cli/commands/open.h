/* open.h - one input as a document, for the commands that dump or change it */
#ifndef A3D_CLI_COMMANDS_OPEN_H
#define A3D_CLI_COMMANDS_OPEN_H

#include "cli/options/cli.h"
#include "lint/lint.h"

/* Reads and judges one input for a command that works on its document. On success *result has a document of
 * which at least the beginning was read. Otherwise returns the exit status, after a message. */
int a3d_open_document(a3d_cli *cli, const char *path, const a3d_result **result);
/* The same with options of its own. */
int a3d_open_with(a3d_cli *cli, const char *path, const a3d_options *options, const a3d_result **result);

#endif
