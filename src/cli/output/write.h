/* write.h - writes outputs: the whole file, or nothing */
#ifndef A3D_CLI_OUTPUT_WRITE_H
#define A3D_CLI_OUTPUT_WRITE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Writes a file, or replaces it, by renaming a temporary file in the same folder. If the path is a link, its target is
 * replaced. Devices and pipes are written to directly. Returns NULL, or why it cannot be done, as for a text that is
 * lost. */
const char *a3d_write_output(const char *path, const a3d_text *out);

/* Writes a new file; fails when there is one already. Returns NULL, or why it cannot be done. */
const char *a3d_write_new(const char *path, const void *data, size_t size);

/* Makes a folder, unless it exists; *made says whether. Returns NULL, or why it cannot be done. */
const char *a3d_make_folder(const char *path, bool *made);

/* Writes the result of a command to `path`, or to standard output when that is NULL or "-". Binary data are not written
 * to a terminal unless "-" asks for it. Returns an exit status, after a message when it is not 0; main() says that
 * memory ran out. */
int a3d_deliver(const char *path, const a3d_text *out, bool binary);

/* Writes a piece of the result to standard output and empties the text. Returns as above. */
int a3d_deliver_more(a3d_text *out);

#endif
