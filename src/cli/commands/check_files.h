/* check_files.h - every file of the command line is judged and reported, by check and triage */
#ifndef A3D_CLI_COMMANDS_CHECK_FILES_H
#define A3D_CLI_COMMANDS_CHECK_FILES_H

#include "cli/options/cli.h"

/* Judges the files of the command line and reports them by a form, whose state starts as given. Returns the exit
 * status. */
struct a3d_report_form;
int a3d_check_files(a3d_cli *cli, const struct a3d_report_form *form, void *state);

#endif
