/* terminal_posix.c - see terminal.h */
#define _DEFAULT_SOURCE
#include "os/terminal.h"

#ifndef _WIN32
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool a3d_is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) == 1 && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

bool a3d_is_a_terminal(int fd)
{
    return isatty(fd) == 1;
}

int a3d_terminal_columns(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
#endif
