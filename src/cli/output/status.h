/* status.h - what the program says by its exit status */
#ifndef A3D_CLI_OUTPUT_STATUS_H
#define A3D_CLI_OUTPUT_STATUS_H

/* Exit statuses. Of several the highest is reported. */
enum {
    A3D_EXIT_CLEAN = 0,
    A3D_EXIT_FINDINGS = 1,   /* at or above --fail-on */
    A3D_EXIT_USAGE = 2,
    A3D_EXIT_UNREADABLE = 3, /* an input cannot be read, or is of no known format */
    A3D_EXIT_LIMITED = 4,
    A3D_EXIT_FAULT = 5,      /* memory ran out, or output cannot be written */
    A3D_EXIT_SIGNAL = 128    /* and the number of the signal that interrupted check or find; wins over 0 to 4 */
};

#endif
