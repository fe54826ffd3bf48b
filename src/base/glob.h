/* glob.h - patterns for paths, as EditorConfig has them.
 *
 *   *         any text without /            [abc] [a-z]   one of these characters
 *   **        any text                      [!abc]        any other character
 *   ?         one character except /        {one,two}     one of these, which may be patterns
 *   \x        x itself                      {3..12}       a number in this range
 *
 * A pattern with / is matched against the whole path, one without / against the name after the last /. A / or ./ at the
 * beginning means no more than that. */
#ifndef A3D_BASE_GLOB_H
#define A3D_BASE_GLOB_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct a3d_glob a3d_glob;

/* Compiles a pattern of n bytes, at most 1024. Returns NULL after setting *why. Everything is allocated in the
 * arena. */
a3d_glob *a3d_glob_make(a3d_arena *arena, const char *pattern, size_t n, const char **why);

/* Whether backslashes of a pattern separate folders, as on Windows: they are before a letter, which needs no escape, or
 * before the star of `old\*` and `old\*.m3g`. */
bool a3d_glob_has_backslashes(const char *pattern, size_t n);

/* Whether the path matches. Its folders are separated by /, and it has no leading /. The work is bounded by the product
 * of both lengths. `arena` holds temporary memory; if that runs out, nothing matches. */
bool a3d_glob_fits(a3d_arena *arena, const a3d_glob *glob, const char *path);

#endif
