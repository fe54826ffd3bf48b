/* zip_gaps.h - members of a zip archive that its list does not name
 *
 * Readers of streams follow the headers before the data, and so find what is between the listed members, or before
 * them. */
#ifndef A3D_CLI_ARCHIVE_ZIP_GAPS_H
#define A3D_CLI_ARCHIVE_ZIP_GAPS_H

#include "base/arena.h"
#include "cli/archive/zip_list.h"

/* Bytes from `start` on, up to `stop`, with the header of a listed member and its data. */
typedef struct a3d_zip_part {
    size_t start, stop;
} a3d_zip_part;

typedef struct a3d_zip_gaps {
    a3d_zip_part *parts;
    size_t n, cap;
    size_t next, at; /* the part that comes next, and where the search goes on */
} a3d_zip_gaps;

/* Adds a part of the archive. False when memory ran out. */
bool a3d_zip_gaps_add(a3d_zip_gaps *gaps, a3d_arena *arena, size_t start, size_t stop);

/* After all parts were added: finds the next header of a member in the first `size` bytes of the archive that is
 * outside of all parts. False after the last. */
bool a3d_zip_gaps_next(a3d_zip_gaps *gaps, const uint8_t *data, size_t size, a3d_zip_header *header);

#endif
