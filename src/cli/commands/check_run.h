/* check_run.h - a run over many files: what check_files.c, check_work.c and check_walk.c share */
#ifndef A3D_CLI_COMMANDS_CHECK_RUN_H
#define A3D_CLI_COMMANDS_CHECK_RUN_H

#include "cli/baseline/baseline.h"
#include "cli/cache/cache.h"
#include "cli/commands/check_files.h"
#include "cli/config/config.h"
#include "report/common/sink.h"

typedef struct a3d_check_run {
    a3d_cli *cli;
    const char *operand; /* whose files are being walked */
    a3d_configs *configs;
    a3d_baselines *baselines;
    a3d_cache *cache; /* or NULL */
    bool findings;    /* all reports can do with the findings of a file */
    const a3d_report_form *form;
    struct a3d_also *also; /* the reports of --also, or NULL */
    void *state; /* initial state of the form */
    const a3d_each_file *each;
    a3d_sink sink;
    a3d_text out;
    a3d_jobs *jobs;
    unsigned threads;
    const char *complained; /* the configuration mistake that was reported last */
    const char *output; /* where the report goes at the end; NULL: to standard output as it is written */
    int status;
    bool broken; /* the report cannot be written */
    size_t unread_configs; /* of the checked folders, because of --untrusted */
} a3d_check_run;

/* The work of a job: reads and checks one file, in any thread. `user` is the run. */
void a3d_check_job(void *user, a3d_job *job);
/* Whether the cache has the result of a file that is not read yet, in a few bytes. The job then has it; else it is as
 * before. */
bool a3d_check_known(const a3d_check_run *run, a3d_job *job);
/* The lowest severity of findings that are shown or set the exit status. */
a3d_severity a3d_lowest_used(const a3d_check_run *run, const a3d_job *job);

/* Puts every file of an operand into the queue. False when the run is over. */
bool a3d_put_files(a3d_check_run *run, const char *operand);
/* Finds the configuration and the baseline for a job; `user` is the run. False when memory ran out. */
bool a3d_prepare_job(void *user, a3d_job *job);
/* Whether no further file is to be checked; `user` is the run. */
bool a3d_run_is_over(void *user);
/* Whether the extension of a path is that of a format or an archive. */
bool a3d_is_named_like_input(const char *path);
void a3d_raise_status(a3d_check_run *run, int status);

#endif
