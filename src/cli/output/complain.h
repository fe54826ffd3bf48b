/* complain.h - prints messages to standard error */
#ifndef A3D_CLI_OUTPUT_COMPLAIN_H
#define A3D_CLI_OUTPUT_COMPLAIN_H

#include <stddef.h>

/* Writes to standard error at once. stdio would write a console of Windows byte by byte, which shows no escape
 * sequences then. */
void a3d_write_stderr(const void *data, size_t size);

/* Prints a message to standard error as "a3dlint: MESSAGE" and a line end. Takes what printf takes. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void a3d_complain(const char *format, ...);

/* Complains that the work on the file `path`, in this arena, ended because the system or --max-memory refused memory.
 * `path` may be NULL. Returns the exit status. */
struct a3d_arena;
int a3d_complain_memory(struct a3d_arena *arena, const char *path);

#endif
