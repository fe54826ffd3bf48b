/* status.h - the exit statuses of the program
 *
 * This folder has all that writes: files and standard output (write.h), messages (complain.h), progress. */
#ifndef A3D_CLI_OUTPUT_STATUS_H
#define A3D_CLI_OUTPUT_STATUS_H

/* When several apply, the highest is returned. */
enum {
    A3D_EXIT_CLEAN = 0,
    A3D_EXIT_FINDINGS = 1,   /* at or above --fail-on */
    A3D_EXIT_USAGE = 2,
    A3D_EXIT_UNREADABLE = 3, /* an input cannot be read, or its format is unknown */
    A3D_EXIT_LIMITED = 4,
    A3D_EXIT_FAULT = 5,      /* memory ran out, or output cannot be written */
    A3D_EXIT_SIGNAL = 128    /* plus the number of the signal that interrupted a run; replaces 0 to 4 */
};

#endif
