/* reports.h - the forms in which a run is reported: that of --format, and those of --also
 *
 * Each --also FORM=FILE is a report of its own: a sink like the main one, whose text goes to a file at the end. */
#ifndef A3D_CLI_COMMANDS_REPORTS_H
#define A3D_CLI_COMMANDS_REPORTS_H

#include "cli/options/cli.h"
#include "report/common/sink.h"

/* All reports of --also. */
typedef struct a3d_also a3d_also;

/* The form with a name that the user gave, or NULL after a message. */
const a3d_report_form *a3d_form_of_user(a3d_cli *cli, const char *name);

/* Prepares the reports of --also, with the options of `main`. *also is NULL without any. The arena of `cli` owns them.
 * Returns an exit status, after a message when it is not 0: the forms must be known, and the files others than those
 * that the run reads or writes. */
int a3d_also_begin(a3d_cli *cli, const a3d_sink *main, a3d_also **also);

/* The file of report number `i`, or NULL after the last. */
const char *a3d_also_path(const a3d_also *also, size_t i);

/* Whether each of the reports shows no more than findings, so that results from a cache serve it. */
bool a3d_also_serves(const a3d_also *also);
/* Whether each of the reports leaves out findings below a3d_sink.show. */
bool a3d_also_shows(const a3d_also *also);

/* What a3d_report_form has, for all of the reports. `main` is the sink of the run, which knows what was found out about
 * the file, and at the end about the run. */
void a3d_also_start(a3d_also *also);
void a3d_also_skipped(a3d_also *also, const char *path, const char *why);
void a3d_also_file(a3d_also *also, const a3d_sink *main, const char *path, const a3d_result *result);
/* Writes the files, each as a whole or not at all. Returns an exit status, after a message when it is not 0. */
int a3d_also_end(a3d_also *also, const a3d_sink *main);

/* The bytes that each report of a run may have that goes to a file: all of them are kept until the end, and take at
 * most a quarter of --max-memory together. */
size_t a3d_most_report(const a3d_cli *cli);
/* Writes a report to the file that an option names, if it has no more. Returns an exit status, after a message when it
 * is not 0. */
int a3d_deliver_report(const char *option, const char *path, const a3d_text *out);

#endif
