/* replace.h - replaces a file as a whole, so that it survives a signal and a power failure */
#ifndef A3D_OS_REPLACE_H
#define A3D_OS_REPLACE_H

#include <stddef.h>

/* Writes all bytes to a file descriptor. Returns NULL, or why it cannot be done. */
const char *a3d_write_all(int fd, const void *data, size_t size);

/* The same for a file that was just opened, and closes it in any case: some systems say only then that bytes could not
 * be written. A negative `fd` is a file that could not be opened, for the reason in errno. */
const char *a3d_write_and_close(int fd, const void *data, size_t size);

/* Says something about a path; `why` may be NULL. */
typedef void (*a3d_warn_fn)(const char *path, const char *what, const char *why);

/* Writes a new file, or replaces a regular one. At every moment the path names the old content or the new one, and what
 * was written stays when the power fails. The mode is kept, and so is the owner if the system allows it; `warn` is
 * called when it does not, and when other names of the file (hard links) keep the old
 * content. Signals that end the program
 * wait, so no temporary file stays behind. `path` must not be a link. Returns NULL, or why it cannot be done. */
const char *a3d_replace_file(const char *path, const void *data, size_t size, a3d_warn_fn warn);

#endif
