/* place.h - paths as text: where a file stands, seen from a folder. Links are not looked at. */
#ifndef A3D_CLI_INPUT_PLACE_H
#define A3D_CLI_INPUT_PLACE_H

#include "base/arena.h"

#include <stdbool.h>

/* The absolute path without . and .. and without a / at the end (but for the root, "/"). NULL when memory ran out
 * or the current folder is not known. */
char *a3d_absolute(a3d_arena *arena, const char *path);

/* The same as seen from the absolute folder `here`, so that the system is not asked for each file. NULL when memory
 * ran out. */
char *a3d_absolute_from(a3d_arena *arena, const char *here, const char *path);

/* The same for a member of an archive: `member` is the length of the archive's path, 0 for a file. The name of the
 * member stands behind it as it is, since it is no path of this machine. */
char *a3d_absolute_member(a3d_arena *arena, const char *here, const char *path, size_t member);

/* The folder of an absolute path. */
char *a3d_folder_of(a3d_arena *arena, const char *path);

/* Whether an absolute path is the folder, also absolute, or lies below it. */
bool a3d_is_inside(const char *folder, const char *path);

/* An absolute path as seen from an absolute folder: "a/b", "../c/d". "." for the folder itself. Standard input and its
 * members stay what they are. */
char *a3d_seen_from(a3d_arena *arena, const char *folder, const char *path);

#endif
