/* walk.h - the files below a folder, in sorted order. */
#ifndef A3D_CLI_WALK_H
#define A3D_CLI_WALK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_met {
    const char *path;    /* valid during the call */
    const char *problem; /* why a folder, or what was met in one, cannot be read, or NULL */
    uint64_t size;       /* of the file, as far as the walk knows it */
    bool named;          /* the path was given, not met in a folder */
    bool passed_over;    /* no file at all: a link out of the folder or to nothing, a FIFO, a device */
} a3d_met;

/* Returns false to end the walk. */
typedef bool (*a3d_met_fn)(void *user, const a3d_met *met);

/* Calls `each` for a path that is a file, or in sorted order for everything below it that is no folder when it
 * is a folder. A link met in a folder is followed when it leads to a file below the path that was given; links
 * to folders are not followed, so that a loop ends. Returns false when `each` did. */
bool a3d_walk(const char *path, a3d_met_fn each, void *user);

#endif
