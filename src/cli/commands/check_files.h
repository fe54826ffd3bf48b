/* check_files.h - checks and reports every file of the command line, for `check` and `triage` */
#ifndef A3D_CLI_COMMANDS_CHECK_FILES_H
#define A3D_CLI_COMMANDS_CHECK_FILES_H

#include "cli/options/cli.h"

/* Checks the files of the command line and reports them in a form. `state` is the initial a3d_sink.state of the form,
 * or NULL. Returns the exit status. */
struct a3d_report_form;
int a3d_check_files(a3d_cli *cli, const struct a3d_report_form *form, void *state);

#endif
