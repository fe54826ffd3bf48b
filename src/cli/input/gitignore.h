/* gitignore.h - which files below a folder Git would ignore
 *
 * The top of a repository is the nearest folder that has a .git. The .gitignore files from the top down to a path
 * count, the nearest first, and then .git/info/exclude of the top. What Git tracks is not ignored. All paths here are
 * absolute (paths.h), and links in them are not resolved. Only the main thread calls these functions. */
#ifndef A3D_CLI_INPUT_GITIGNORE_H
#define A3D_CLI_INPUT_GITIGNORE_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct a3d_gitignore a3d_gitignore;

/* What is known about the repositories of a run. `here` is the current folder, to which messages show paths relative,
 * and `most` about how many bytes the files may take. All lives in the arena. NULL when memory ran out. */
a3d_gitignore *a3d_gitignore_new(a3d_arena *arena, const char *here, size_t most);

/* Reads the files that apply in a folder and are not in it or below, as long as they can be opened. Returns whether the
 * folder is in a repository. */
bool a3d_gitignore_find(a3d_gitignore *git, const char *folder);

/* The index of the repository that a folder is in, as it is opened once something is ignored there; NULL for none. */
const char *a3d_gitignore_index(a3d_gitignore *git, const char *folder);

/* Whether Git would ignore what was found in the folder `named`, or below; it and the folders above are not asked
 * about. Patterns that also match `named` do not count. Returns NULL, or what ignores it, as "ignored by Git
 * (FILE:LINE)", which lives as long as the arena. NULL also after memory ran out. */
const char *a3d_gitignore_why(a3d_gitignore *git, const char *named, const char *path, bool folder);
/* The same for a path that the user named: whether Git would ignore it or a folder that it is in. */
const char *a3d_gitignore_why_named(a3d_gitignore *git, const char *path, bool folder);

/* The next file that was asked for and could not be read, with the reason in *why; nothing is ignored by it. NULL: no
 * other. */
const char *a3d_gitignore_unread(a3d_gitignore *git, const char **why);

#endif
