/* exclude.h - which paths are left out while folders are walked. */
#ifndef A3D_CLI_CONFIG_EXCLUDE_H
#define A3D_CLI_CONFIG_EXCLUDE_H

#include "base/glob.h"

#include <stddef.h>

/* Patterns as sections of a configuration file have them; starts with zeroes. */
typedef struct a3d_excludes {
    const a3d_glob **at;
    size_t n, cap;
} a3d_excludes;

/* The patterns of a list, one after the other: commas part them, but not those between { and } or [ and ]. Returns the
 * next, with *n its length, or NULL. */
const char *a3d_next_pattern(const char **rest, size_t *n);

/* Adds a pattern. Returns NULL, or what is wrong with it. */
const char *a3d_exclude_add(a3d_arena *arena, a3d_excludes *to, const char *pattern, size_t n);

/* Whether one of them fits an absolute path, seen from an absolute folder. A folder may also be meant with a / behind
 * it, as in `old/`. A pattern that fits `named`, the folder that was asked for, does not count. */
bool a3d_excludes_fit(a3d_arena *arena, const a3d_excludes *these, const char *from, const char *named, const char *path, bool folder);

#endif
