/* paths.h - absolute and relative paths, as text: links of the file system are not resolved */
#ifndef A3D_CLI_INPUT_PATHS_H
#define A3D_CLI_INPUT_PATHS_H

#include "base/arena.h"

#include <stdbool.h>

/* The absolute path, without . and .. and without a slash at the end (except for the root, "/"). NULL when memory ran
 * out or the current folder is not known. */
char *a3d_absolute(a3d_arena *arena, const char *path);

/* As above, with a relative path taken from the absolute folder `here`, which saves asking the system for each file.
 * NULL when memory ran out. */
char *a3d_absolute_from(a3d_arena *arena, const char *here, const char *path);

/* As above, for a path that may be a member of an archive: `member` is the length of the archive's path, or 0 for a
 * file. The rest is kept as it is, since the name of a member is no path of this machine. */
char *a3d_absolute_member(a3d_arena *arena, const char *here, const char *path, size_t member);

/* The folder of an absolute path. NULL when memory ran out. */
char *a3d_folder_of(a3d_arena *arena, const char *path);

/* Whether an absolute path is the absolute folder itself or below it. */
bool a3d_is_inside(const char *folder, const char *path);

/* An absolute path made relative to an absolute folder: "a/b", "../c/d", or "." for the folder itself. Other paths
 * ("-", "-!MEMBER"), and those on another drive, are returned as they are. NULL when memory ran out. */
char *a3d_relative_path(a3d_arena *arena, const char *folder, const char *path);

#endif
