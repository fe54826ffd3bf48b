/* terminal.h - whether output goes to a terminal */
#ifndef A3D_CLI_OUTPUT_TERMINAL_H
#define A3D_CLI_OUTPUT_TERMINAL_H

#include <stdbool.h>

/* Whether a file descriptor is a terminal that can show colors and redraw lines, which a dumb one cannot. */
bool a3d_is_terminal(int fd);

#endif
