/* trial.h - runs a command of the user on a file, and reports how it ends */
#ifndef A3D_CLI_COMMANDS_TRIAL_H
#define A3D_CLI_COMMANDS_TRIAL_H

#include "base/text.h"
#include "os/process.h"

#include <stddef.h>
#include <stdint.h>

enum {
    A3D_OUTCOME_TIMEOUT = A3D_OS_TIMED_OUT,
    A3D_OUTCOME_FAILED = A3D_OS_NOT_RUN,
    A3D_OUTCOME_INTERRUPTED = A3D_OS_STOPPED
};

typedef struct a3d_trial {
    const char *command; /* for sh; {} is replaced by the path of the file */
    unsigned timeout;    /* in seconds */
    char *folder, *path; /* of the file */
    const char *why;     /* the reason for A3D_OUTCOME_FAILED */
} a3d_trial;

/* Makes a temporary folder for the file, which gets the extension of `name`. Returns NULL, or why it cannot be done. */
const char *a3d_trial_begin(a3d_trial *trial, a3d_arena *arena, const char *name);
/* Runs the command on a file of these bytes. Returns its exit status as a shell has it (128 + n for a signal) or
 * A3D_OUTCOME_...; negative ones are errors. The output of the command is discarded, and processes that it leaves
 * behind are killed. */
int a3d_trial_run(a3d_trial *trial, a3d_arena *arena, const void *data, size_t size);
/* Removes the file and the folder. */
void a3d_trial_end(a3d_trial *trial);

#endif
