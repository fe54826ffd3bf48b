/* git_index.h - the index of a git tree: which content each file had when git last looked at it
 *
 * Versions 2 to 4, with ids of SHA-1 or SHA-256. An index that needs another file (a split one), or that names whole
 * folders (a sparse one), is refused. */
#ifndef A3D_BASE_GIT_INDEX_H
#define A3D_BASE_GIT_INDEX_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A file in the tree, as the system described it to git. */
typedef struct a3d_git_file {
    const char *path;  /* from the top of the tree */
    const uint8_t *id; /* of its content, index.id_size bytes */
    uint32_t changed, changed_ns, modified, modified_ns; /* seconds since 1970, and nanoseconds */
    uint32_t device, node, size; /* the low 32 bits of each */
    bool plain; /* a regular file without a conflict for which git looks at the system: not marked as assume-unchanged,
                 * skip-worktree or intent-to-add */
} a3d_git_file;

typedef struct a3d_git_index {
    a3d_git_file *files; /* all that git tracks, by path; one with a conflict several times */
    size_t n, cap;
    unsigned id_size;
} a3d_git_index;

/* Reads an index. Ids, and the paths of versions 2 and 3, point into the data; all else is in the arena. Returns NULL,
 * or what is wrong with it; then *index is empty. */
const char *a3d_git_index_read(a3d_arena *arena, const uint8_t *data, size_t size, a3d_git_index *index);

/* The plain file at a path, or NULL. */
const a3d_git_file *a3d_git_index_find(const a3d_git_index *index, const char *path);

/* What the system says of a file now: nanoseconds since 1970, its number and its size. */
typedef struct a3d_git_now {
    int64_t changed, modified;
    uint64_t node, size;
} a3d_git_now;

/* Whether git would not look at the content of the file; `written`: when its index was. A file that was changed as late
 * as that may have been changed once more. Without fractions of seconds this is not known. */
bool a3d_git_is_unchanged(const a3d_git_file *file, int64_t written, const a3d_git_now *now);

/* Whether git tracks a file, or for a folder anything in it or the folder itself, which is a submodule then. */
bool a3d_git_index_has(const a3d_git_index *index, const char *path, bool folder);

#endif
