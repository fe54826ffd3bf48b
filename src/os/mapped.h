/* mapped.h - large files as memory, without a copy
 *
 * A file that gets shorter while it is mapped would end the program by a signal. Instead the missing bytes become
 * zeros, and the caller learns of it when he asks. */
#ifndef A3D_OS_MAPPED_H
#define A3D_OS_MAPPED_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Handles the signals of files that get shorter. Call it once, before any thread maps a file. */
void a3d_mapped_begin(void);

/* Maps `size` bytes of a file, which become part of the arena and count as its memory. They cannot be written. NULL if
 * that cannot be done; then read the file. */
uint8_t *a3d_map(a3d_arena *arena, int fd, size_t size);

/* Takes these bytes of a mapping out of memory. When they are used again, they are read from the file once more. Does
 * nothing to bytes that are not mapped, or too few to be worth it. */
void a3d_map_set_aside(const uint8_t *data, size_t size);

/* Whether bytes of this mapping were missing when they were used. */
bool a3d_map_is_cut(const uint8_t *data);

#endif
