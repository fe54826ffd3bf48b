/* sandbox.h - takes from the process what it will not need any more, before it looks at files of strangers
 *
 * On Linux, Landlock limits which files can be opened, and a seccomp filter ends the process if it starts a program,
 * makes a process or opens a socket. Elsewhere, and in builds with sanitizers or without A3D_WITH_SANDBOX, nothing
 * happens. */
#ifndef A3D_OS_SANDBOX_H
#define A3D_OS_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/* What may still be opened: each path with everything below it. Paths that do not exist are left out. */
typedef struct a3d_sandbox {
    const char *const *reads;
    size_t n_reads;
    const char *const *writes; /* folders in which files may also be made, replaced and removed */
    size_t n_writes;
    const char *clears; /* a folder in which empty folders may be removed, or NULL */
} a3d_sandbox;

/* What this build and this kernel can do, as `--version` prints it: "files and calls", "calls", "no". */
const char *a3d_sandbox_kind(void);

/* Enters the sandbox, for this thread and those that it starts from now on. False if the kernel has none or refuses;
 * *lacks then says what it was short of, such as file descriptors, or is NULL. */
bool a3d_sandbox_enter(const a3d_sandbox *may, const char **lacks);

#endif
