/* files.h - reads files and standard input
 *
 * This folder finds and reads inputs: walk.h finds the files in a folder, files.h reads one, links.h follows the links
 * between files, scan.h finds models inside other files. */
#ifndef A3D_CLI_INPUT_FILES_H
#define A3D_CLI_INPUT_FILES_H

#include "base/text.h"
#include "os/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct a3d_input {
    uint8_t *data; /* in the arena; not to be changed */
    size_t size;
    uint64_t claimed; /* the size by the file system: larger than `size` when the file is too large to be read */
    bool too_large;
    bool mapped; /* see a3d_input_is_cut */
} a3d_input;

/* Reads a whole regular file, or standard input for "-", which can be read only once in a run. Of a file with more than
 * `limit` bytes only too_large and claimed are set. Returns NULL, or why it cannot be read. */
const char *a3d_read_input(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input);

/* Like a3d_read_input, but a large file is mapped (mapped.h). Ask a3d_input_is_cut before using a result. */
const char *a3d_map_input(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input);
/* Why what was made of an input is worthless: the file got shorter meanwhile. NULL if it did not. */
const char *a3d_input_is_cut(const a3d_input *input);

/* Reads the first bytes of a regular file, at most `room`. Returns how many; 0 when it cannot be read. */
size_t a3d_read_head(const char *path, uint8_t *head, size_t room);

/* NULL for a regular file, else why something of this kind cannot be read. */
const char *a3d_kind_problem(const a3d_os_info *info);

/* Whether two paths name one regular file. */
bool a3d_is_same_file(const char *a, const char *b);

/* Like a3d_read_input, for a list of paths, which may also come from a pipe or a device. */
const char *a3d_read_list(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input);

#endif
