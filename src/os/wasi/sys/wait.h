/* sys/wait.h - WASI has no processes */
#ifndef A3D_OS_WASI_SYS_WAIT_H
#define A3D_OS_WASI_SYS_WAIT_H

enum { WNOHANG = 1 };
#define waitpid(process, status, how) ((void)(process), (void)(status), (void)(how), -1)
#define WIFEXITED(status) ((status) >= 0)
#define WEXITSTATUS(status) (status)
#define WIFSIGNALED(status) ((status) < 0)
#define WTERMSIG(status) (-(status))

#endif
