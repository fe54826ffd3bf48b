/* terminal.c - see terminal.h */
#define _POSIX_C_SOURCE 200809L
#include "cli/output/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool a3d_is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) == 1 && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}
