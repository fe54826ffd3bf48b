/* terminal.h - whether output goes to a terminal */
#ifndef A3D_OS_TERMINAL_H
#define A3D_OS_TERMINAL_H

#include <stdbool.h>

/* Whether a file descriptor is a terminal that can show colors and redraw lines, which a dumb one cannot. */
bool a3d_is_terminal(int fd);

/* Whether it is a terminal of any kind. */
bool a3d_is_a_terminal(int fd);

/* The width of a row. 0 if it is not known. */
int a3d_terminal_columns(int fd);

#endif
