/* memory.h - the allocator of a job's arena, which keeps small blocks for the next file
 *
 * A thread fills the arena of a job, and the owner of the queue empties it. If each block went back to the C library at
 * once, the two would wait for each other's locks there. */
#ifndef A3D_CLI_JOBS_MEMORY_H
#define A3D_CLI_JOBS_MEMORY_H

#include "base/arena.h"

enum { A3D_JOB_CLASSES = 9 };

/* Kept blocks of 256 bytes to 64 KiB, a list for each power of two. Starts zeroed. Only one thread may use it at a
 * time. */
typedef struct a3d_job_memory {
    void *kept[A3D_JOB_CLASSES]; /* first block of each list */
    size_t n_bytes;
} a3d_job_memory;

/* The allocator over `memory`, which must not move. */
a3d_allocator a3d_job_allocator(a3d_job_memory *memory);

/* Frees the kept blocks. Free the arena first. */
void a3d_job_memory_free(a3d_job_memory *memory);

#endif
