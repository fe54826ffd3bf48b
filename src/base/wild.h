/* wild.h - patterns for paths, as Git has them in .gitignore files (glob.h has those of a3dlint's own settings)
 *
 *   *    any text without /                   [a-c] [!a] [^a]   one of these characters, or any other one
 *   **   between slashes, at the beginning    [[:alpha:]]       a class of ASCII characters, as in C
 *        or at the end: any text              \x                x itself
 *   ?    one character except /
 *
 * Without case ("fold"), capital letters of the text count as small ones, and so do those of the pattern, but for those
 * in sets and after a backslash. A range has a small letter if it has the capital one; so has [:upper:]. */
#ifndef A3D_BASE_WILD_H
#define A3D_BASE_WILD_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct a3d_wild a3d_wild;

enum { A3D_WILD_LONGEST = 1024 }; /* bytes of a pattern */

/* Compiles a pattern of at most A3D_WILD_LONGEST bytes, with everything in the arena. Every text is a pattern: one that
 * makes no sense, as "[a" or "[[:none:]]", matches nothing. NULL when memory ran out. */
a3d_wild *a3d_wild_make(a3d_arena *arena, const char *pattern, bool fold);

/* Whether the text matches as a whole. Subtracts the work from *steps: at most the product of both lengths. When that
 * is more than *steps, nothing matches and *steps becomes 0. */
bool a3d_wild_fits(const a3d_wild *wild, const char *text, uint64_t *steps);

/* How many bytes at the beginning of a pattern match themselves only. */
size_t a3d_wild_plain(const char *pattern);

#endif
