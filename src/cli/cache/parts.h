/* parts.h - what the sources of cache.h share */
#ifndef A3D_CLI_CACHE_PARTS_H
#define A3D_CLI_CACHE_PARTS_H

#include "cli/cache/cache.h"
#include "cli/cache/image.h"

struct a3d_git_file;
/* A tree of git that checked files are in. */
typedef struct a3d_cache_tree a3d_cache_tree;

struct a3d_cache {
    a3d_cli *cli;
    const char *path;
    bool serves;   /* kept results are used */
    a3d_hash run;  /* the program, and settings of the whole run */
    int64_t begun;  /* when the run began, in nanoseconds since 1970 */
    uint32_t today; /* the same in days */
    a3d_hash program, program_state; /* see a3d_cache_image */
    a3d_cache_image image; /* the file as it was at the beginning */
    uint8_t *used;         /* by entry of the image: a file has it in this run */
    a3d_cache_entry *added;
    size_t n_added, cap_added;
    uint64_t bytes_added;
    a3d_cache_tree *trees;
    size_t looked, found[A3D_CACHE_KEYS]; /* results, and those that were kept, by the key that led to them */
    _Atomic bool damaged;  /* an entry is no result, in spite of the hash of the file */
};

/* Fills c->run, and the hashes of the program. */
void a3d_cache_know_program(a3d_cache *c);
/* Fills job->cached with a key, A3D_BY_…, of a job whose settings are complete. For A3D_BY_GIT, that may be none. */
void a3d_cache_make_key(const a3d_cache *c, a3d_job *job, unsigned kind);

/* Finds the trees of git around what is checked. */
void a3d_cache_find_trees(a3d_cache *c);
/* The file of a job in the index of its tree, if git knows that it is unchanged; else NULL. Stores the size of ids. */
const struct a3d_git_file *a3d_cache_git_file(const a3d_cache *c, const a3d_job *job, unsigned *id_size);

/* The time of the clock, in nanoseconds since 1970; to the second. */
int64_t a3d_cache_now(void);
/* Whether the state of a file shows any change that comes after `now`. */
bool a3d_cache_is_settled(const a3d_os_info *info, int64_t now);
bool a3d_cache_same_state(const a3d_os_info *a, const a3d_os_info *b);

#endif
