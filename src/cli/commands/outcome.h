/* outcome.h - how a command ends on a file. */
#ifndef A3D_CLI_COMMANDS_OUTCOME_H
#define A3D_CLI_COMMANDS_OUTCOME_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

enum { A3D_OUTCOME_TIMEOUT = 1000, A3D_OUTCOME_FAILED = -1, A3D_OUTCOME_INTERRUPTED = -2 };

typedef struct a3d_trial {
    const char *command; /* for sh; {} stands for the file */
    unsigned timeout;    /* in seconds */
    char *folder, *path; /* of the file */
    const char *why;     /* it failed */
} a3d_trial;

/* Makes a folder for the file, which gets the extension of `name`. Returns NULL, or why it cannot be done. */
const char *a3d_trial_begin(a3d_trial *trial, a3d_arena *arena, const char *name);
/* Runs the command on a file of these bytes: the exit status as a shell has it, A3D_OUTCOME_TIMEOUT, or a negative
 * outcome. What it prints is thrown away; when it ends, so does all that it started. */
int a3d_trial_run(a3d_trial *trial, a3d_arena *arena, const void *data, size_t size);
/* Removes file and folder. */
void a3d_trial_end(a3d_trial *trial);

#endif
