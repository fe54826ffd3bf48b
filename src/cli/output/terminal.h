/* terminal.h - whether somebody is looking */
#ifndef A3D_CLI_OUTPUT_TERMINAL_H
#define A3D_CLI_OUTPUT_TERMINAL_H

#include <stdbool.h>

/* Whether lines may be coloured and drawn again on what is open there: a terminal, and no dumb one. */
bool a3d_is_terminal(int fd);

#endif
