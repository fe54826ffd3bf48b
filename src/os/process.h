/* process.h - this process and others
 *
 * a3d_os_begin prepares this one: sizes and pipes fail by errors and not by signals, standard streams are binary,
 * freed memory goes back to the system, and the stack may grow as far as the commands need it. */
#ifndef A3D_OS_PROCESS_H
#define A3D_OS_PROCESS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Call it first. The arguments become UTF-8. Returns NULL, or what the system refuses. */
const char *a3d_os_begin(int *argc, char ***argv);

/* The path of this program. False if the system does not tell. */
bool a3d_os_program(char *to, size_t room);

/* Milliseconds of a clock that never goes back. */
int64_t a3d_os_now(void);

/* How many threads can run at once. */
unsigned a3d_os_cores(void);

/* Whether this build can run commands. WebAssembly has no processes. */
bool a3d_os_runs_commands(void);

enum { A3D_OS_TIMED_OUT = 1000, A3D_OS_NOT_RUN = -1, A3D_OS_STOPPED = -2 };

/* Runs a command by the shell, without input and output, for at most so many milliseconds or until `stop` is true.
 * What it leaves running is ended too. Returns its exit status (128 + n after signal n) or one of the above; for
 * A3D_OS_NOT_RUN, errno says why. */
int a3d_os_run(const char *command, int64_t most, int (*stop)(void));

/* Whether a shell takes the text literally, without quotes. */
static inline bool a3d_os_is_plain(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-")] == '\0';
}

/* Appends a path as one word of such a command. */
void a3d_os_put_word(a3d_text *out, const char *path);

/* Locks a folder against other processes that do the same, until this process ends. Returns -1 when it is locked or
 * cannot be, else a handle to wait for it. */
int a3d_os_lock(const char *folder);
/* Waits for a lock. False when a signal came first. */
bool a3d_os_lock_wait(int handle);

#endif
