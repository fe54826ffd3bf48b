/* write.h - writing outputs: whole, or not at all */
#ifndef A3D_CLI_OUTPUT_WRITE_H
#define A3D_CLI_OUTPUT_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes a whole file by way of a temporary one in the same folder that is then renamed. A link stays what
 * it is, and the file that it names is replaced. Devices and pipes are written to directly. Returns NULL, or why it cannot be done. */
const char *a3d_write_output(const char *path, const void *data, size_t size);

/* Writes a file that is not there yet; one that is there is left alone. Returns NULL, or why it cannot be done. */
const char *a3d_write_new(const char *path, const void *data, size_t size);

/* Makes a folder unless there is one. Returns NULL, or why it cannot be done. */
const char *a3d_make_folder(const char *path);

/* Writes to standard output. Returns NULL, or why it cannot be done. */
const char *a3d_write_stdout(const void *data, size_t size);

/* Writes a result to `path`, or to standard output when that is NULL and no terminal. Returns an exit status,
 * after a message when it is not 0. */
int a3d_deliver(const char *path, const void *data, size_t size, bool binary);

#endif
