/* glob.h - patterns for paths, as EditorConfig has them.
 *
 *   *         any text without /            [abc] [a-z]   one of these characters
 *   **        any text                      [!abc]        one that is none of these
 *   ?         one character but /           {one,two}     one of these, which may be patterns
 *   \x        x itself                      {3..12}       a number in this range
 *
 * A pattern with / is held against the whole path, one without against the name behind the last /. */
#ifndef A3D_BASE_GLOB_H
#define A3D_BASE_GLOB_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct a3d_glob a3d_glob;

/* Prepares a pattern of n bytes, 1024 at most. Returns NULL after setting *why. Everything lives in the arena. */
a3d_glob *a3d_glob_make(a3d_arena *arena, const char *pattern, size_t n, const char **why);

/* Whether the path fits. Its folders are separated by /, there is none in front. Work is bounded by the product
 * of both lengths. `arena` is for what is needed meanwhile; without memory nothing fits. */
bool a3d_glob_fits(a3d_arena *arena, const a3d_glob *glob, const char *path);

#endif
