/* check_files.h - checks and reports every file of the command line, for `check`, `triage` and `fix` */
#ifndef A3D_CLI_COMMANDS_CHECK_FILES_H
#define A3D_CLI_COMMANDS_CHECK_FILES_H

#include "cli/jobs/jobs.h"
#include "cli/options/cli.h"
#include "report/common/sink.h"

/* What a command does with each file after its check.
 * work: sets job->outcome, in any thread.
 * done: called for a job that has an outcome, in the order of the files, before the form gets the file. It may replace
 *     the result that is reported and counted. Returns an exit status after a message, or 0. */
typedef struct a3d_each_file {
    void (*work)(const a3d_cli *cli, a3d_job *job);
    int (*done)(const a3d_cli *cli, a3d_job *job, a3d_sink *sink, const a3d_result **result);
} a3d_each_file;

/* Checks the files of the command line and reports them in a form. `state` is the initial a3d_sink.state of the form,
 * or NULL. `each` is NULL for a command that only checks; with it, baselines do not count and archives are not opened,
 * because their members cannot be replaced. Returns the exit status. */
int a3d_check_files(a3d_cli *cli, const a3d_report_form *form, void *state, const a3d_each_file *each);

/* Whether a path, the value of an option or NULL, leads through no link, or the files are trusted: a tree of strangers
 * could have a link there. False after a message. */
bool a3d_may_follow(const a3d_cli *cli, const char *option, const char *path);

#endif
