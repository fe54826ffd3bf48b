/* walk.h - the files below a folder, in sorted order. */
#ifndef A3D_CLI_INPUT_WALK_H
#define A3D_CLI_INPUT_WALK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_met {
    const char *path;    /* valid during the call */
    const char *problem; /* why a folder, or what was met in one, cannot be read, or NULL */
    uint64_t size;       /* of the file, as far as the walk knows it */
    bool named;          /* the path was given, not met in a folder */
    bool passed_over;    /* no file at all: a link out of the folder or to nothing, a FIFO, a device */
    bool surely;         /* passed over whatever its name is: left out, or a link to a folder */
} a3d_met;

/* Returns false to end the walk. */
typedef bool (*a3d_met_fn)(void *user, const a3d_met *met);

/* Whether something met in a folder is left out, a folder with all that is below it. */
typedef bool (*a3d_left_out_fn)(void *user, const char *path, bool folder);

/* Calls `each` for a path that is a file, or in sorted order for everything below it that is no folder when it
 * is a folder. A link met in a folder is followed when it leads to a file below the path that was given; links
 * to folders are passed over, so that a loop ends. `left_out`, unless NULL, is asked first about what is met, but not
 * about the path that was given; what it leaves out is passed over too. Returns false when `each` did. */
bool a3d_walk(const char *path, a3d_met_fn each, a3d_left_out_fn left_out, void *user);

#endif
