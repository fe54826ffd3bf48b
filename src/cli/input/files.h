/* files.h - reading inputs. */
#ifndef A3D_CLI_INPUT_FILES_H
#define A3D_CLI_INPUT_FILES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct a3d_input {
    uint8_t *data; /* a block of the arena */
    size_t size;
    uint64_t claimed; /* size by the file system; more than `size` when the file was too large to be read */
    bool too_large;
} a3d_input;

/* Reads a whole regular file, or standard input for "-", which can be read once in a run. At most `limit` bytes are
 * read; a larger file has too_large set and no data. Returns NULL, or why it cannot be read. */
const char *a3d_read_input(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input);

/* The first bytes of a regular file, `room` at most. Returns how many there are; 0 when it cannot be read. */
size_t a3d_read_head(const char *path, uint8_t *head, size_t room);

/* Why what lstat found cannot be read as a file, or NULL for a regular file. */
struct stat;
const char *a3d_kind_problem(const struct stat *st);

/* The same for a list of paths, which may come from a pipe or a device too. */
const char *a3d_read_list(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input);

#endif
