/* stdlib.h - what WASI's lacks; posix.c implements it */
#include_next <stdlib.h>
#ifndef A3D_OS_WASI_STDLIB_H
#define A3D_OS_WASI_STDLIB_H

char *realpath(const char *path, char *resolved);
int mkstemp(char *pattern);
char *mkdtemp(char *pattern);

#endif
