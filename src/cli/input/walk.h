/* walk.h - finds the files below a folder, in sorted order */
#ifndef A3D_CLI_INPUT_WALK_H
#define A3D_CLI_INPUT_WALK_H

#include "base/arena.h"
#include "os/files.h"

#include <stdbool.h>
#include <stdint.h>

/* Something that the walk found. */
typedef struct a3d_walk_entry {
    const char *path;    /* valid during the call */
    const char *problem; /* why it cannot be read or was passed over, or NULL */
    a3d_os_info info;    /* of the file; zeroed when it is not known */
    bool named;          /* the user gave the path; otherwise it was found in a folder */
    bool passed_over;    /* not a file: a link to nothing or out of the folder, a FIFO, a device; or excluded */
    bool whatever_name;         /* passed over even if it has the name of a model: excluded, or a link to a folder */
} a3d_walk_entry;

/* Returns false to end the walk. */
typedef bool (*a3d_walk_fn)(void *user, const a3d_walk_entry *entry);

/* Why something found in a folder is excluded, or NULL; a folder is excluded with everything below it. The text must
 * outlive what `each` makes of it. */
typedef const char *(*a3d_exclude_fn)(void *user, const char *path, bool folder);

/* Which links are followed. */
typedef enum a3d_walk_links {
    A3D_LINKS_INSIDE, /* to files below the folder that is walked */
    A3D_LINKS_NONE,   /* none, not even in the path itself; folders of tools other than .git are walked, too */
    A3D_LINKS_ALL     /* to files and folders anywhere, but not to a folder that the link is in */
} a3d_walk_links;

/* The first link among the folders of a path and the path itself, as a path in the arena. NULL: none, or memory ran
 * out. Links above the tree that is checked are those of the system, so an absolute path has a part that is not looked
 * at: all steps up to the first that is the current folder (the same folder, however it is written); if none is, the
 * first step, since only an administrator can put a link such as /tmp into the root folder. The owner of a link does
 * not matter: in a container all files may be those of root. */
const char *a3d_first_link(a3d_arena *arena, const char *path);

/* Calls `each` for a file, or for everything below a folder in sorted order, except for the folders themselves.
 * `why_excluded`, unless NULL, is called first for what is found in a folder, but not for `path` itself; what it
 * excludes is passed over too, as are links that are not followed. Returns false when `each` did. */
bool a3d_walk(a3d_arena *above, const char *path, a3d_walk_links links, a3d_walk_fn each, a3d_exclude_fn why_excluded,
              void *user);

#endif
