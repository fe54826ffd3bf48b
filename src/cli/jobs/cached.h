/* cached.h - how a cache of results (cli/cache/cache.h) knows the file of a job */
#ifndef A3D_CLI_JOBS_CACHED_H
#define A3D_CLI_JOBS_CACHED_H

#include "base/blake2b.h"
#include "os/files.h"

/* The keys of a result. */
enum {
    A3D_BY_STATE,   /* what the system says of the file */
    A3D_BY_GIT,     /* instead of it, what git says of a file that it knows to be unchanged */
    A3D_BY_CONTENT, /* the bytes */
    A3D_CACHE_KEYS
};

typedef struct a3d_cached {
    a3d_hash keys[A3D_CACHE_KEYS];
    bool has[A3D_CACHE_KEYS];   /* which keys there are */
    bool known[A3D_CACHE_KEYS]; /* which of them the cache has */
    bool found;                 /* the result is that of an entry */
    size_t entry;               /* its number */
    a3d_os_info before;         /* the file before it was read; zeroed: not known */
} a3d_cached;

#endif
