/* commands.h - the commands of the program
 *
 * Each takes the command line, prints its result and returns the exit status, after a message when something is
 * wrong. */
#ifndef A3D_CLI_COMMANDS_COMMANDS_H
#define A3D_CLI_COMMANDS_COMMANDS_H

#include "cli/options/cli.h"

int a3d_run_check(a3d_cli *cli);
int a3d_run_triage(a3d_cli *cli);
int a3d_run_find(a3d_cli *cli);
int a3d_run_dump(a3d_cli *cli);
int a3d_run_hex(a3d_cli *cli);
int a3d_run_rewrite(a3d_cli *cli);
int a3d_run_edit(a3d_cli *cli);
int a3d_run_diff(a3d_cli *cli);
int a3d_run_reduce(a3d_cli *cli);
int a3d_run_fix(a3d_cli *cli);
int a3d_run_generate(a3d_cli *cli);
int a3d_run_rules(a3d_cli *cli);
int a3d_run_explain(a3d_cli *cli);
int a3d_run_formats(a3d_cli *cli);
int a3d_run_help(a3d_cli *cli);

#endif
