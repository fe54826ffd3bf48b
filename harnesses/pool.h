/* pool.h - the memory of one run after the other: what arenas ask for is cut from one region, which the next run
 * starts again from its beginning. A run then costs no call of malloc, and a sanitizer still sees each block end.
 *
 * A pool can also refuse: so a run meets the lack of memory at a place of its choice, or of its caller's. */
#ifndef A3D_HARNESSES_POOL_H
#define A3D_HARNESSES_POOL_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pool {
    unsigned char *base;
    size_t size, used, most; /* most: the largest `used` since the region is there */
    uint32_t asked;          /* requests in this run */
    uint32_t fail_at;        /* the request that is refused, from 1 on; 0: none */
    bool stays;              /* all after it are refused too */
    bool refused;            /* one was */
} pool;

/* Takes the region on the first call; afterwards everything cut from it is given back at once. Arenas over the
 * pool must have been freed or be forgotten. Returns the allocator for a3d_arena_init. */
a3d_allocator pool_restart(pool *p);

/* Every run from now on, whatever its pool: each small thing is a request of its own, and the one of this number is
 * refused, from 1 on (0: none), with all after it or alone. Whoever runs harnesses calls this, never a harness. */
void pool_starve(uint32_t request, bool stays);

/* Ends that: nothing is refused any more, and small things share blocks again. */
void pool_feed(void);

/* Whether pool_starve was called last, and not pool_feed. */
bool pool_starving(void);

/* `see` is told of each request as it is made, with its number; NULL: no longer. */
void pool_watch(void (*see)(uint32_t request));

/* Requests of the last run, and whether one was refused: then nothing is asked of a run but that it ends. */
uint32_t pool_asked(void);
bool pool_refused(void);

#endif
