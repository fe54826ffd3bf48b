/* exclude.h - patterns of paths that are skipped in folders */
#ifndef A3D_CLI_CONFIG_EXCLUDE_H
#define A3D_CLI_CONFIG_EXCLUDE_H

#include "base/glob.h"

#include <stddef.h>

/* A pattern, in the syntax of sections of a configuration file. */
typedef struct a3d_exclude {
    const a3d_glob *glob;
    bool absolute; /* it begins with a drive or a server */
    bool matched;  /* some path */
} a3d_exclude;

/* Starts zeroed. */
typedef struct a3d_excludes {
    a3d_exclude *at;
    size_t n, cap;
} a3d_excludes;

/* The next pattern of a list, with its length in *n; NULL when there are no more. Advances *rest. Commas separate
 * patterns, except for commas inside { } and [ ]. */
const char *a3d_next_pattern(const char **rest, size_t *n);

/* Adds a pattern of n bytes. Returns NULL, or what is wrong with it. */
const char *a3d_exclude_add(a3d_arena *arena, a3d_excludes *to, const char *pattern, size_t n);

/* The number of the first pattern, from 1, that matches the absolute path taken relative to the absolute folder `from`,
 * or as it is if the pattern begins with a drive; 0 if none does. Marks all that match. A pattern may mark a folder by
 * a slash at its end, as in `old/`. A pattern that also matches `named`, the folder that the user gave, does not count:
 * whoever names a folder wants it. */
size_t a3d_excludes_fit(a3d_arena *arena, a3d_excludes *these, const char *from, const char *named, const char *path,
                        bool folder);

#endif
