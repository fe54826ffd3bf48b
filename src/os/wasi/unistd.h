/* unistd.h - what WASI's lacks: it has no processes and no owners of files */
#include_next <unistd.h>
#ifndef A3D_OS_WASI_UNISTD_H
#define A3D_OS_WASI_UNISTD_H

#include <errno.h>

#define fork() (errno = ENOTSUP, -1)
#define setpgid(process, group) ((void)(process), (void)(group), -1)
#define execl(path, name, option, command, end) ((void)(command))
#define dup2(from, to) ((void)(from), (void)(to), -1)
#define fchown(file, owner, group) ((void)(file), (void)(owner), (void)(group), 0)
#define getpid() 1

/* As access(); what is outside of the opened folders is forbidden, like a file without permissions. */
int a3d_wasi_access(const char *path, int how);
#if !defined(A3D_OS_WASI_POSIX)
#define access a3d_wasi_access
#endif

#endif
