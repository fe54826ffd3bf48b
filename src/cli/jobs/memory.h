/* memory.h - where a job's arena gets its memory.
 *
 * The owner of the queue empties what a thread has filled. Given back to the C library at once, each block would make
 * the two wait for one another; so a job keeps its small blocks for the next file that it carries. */
#ifndef A3D_CLI_JOBS_MEMORY_H
#define A3D_CLI_JOBS_MEMORY_H

#include "base/arena.h"

enum { A3D_JOB_CLASSES = 9 };

/* Blocks of 256 bytes to 64 KiB, by powers of two. A zeroed struct is empty. Used by one thread at a time. */
typedef struct a3d_job_memory {
    void *kept[A3D_JOB_CLASSES]; /* each names the next */
    size_t n_bytes;
} a3d_job_memory;

/* The allocator over `memory`, which must stay where it is. */
a3d_allocator a3d_job_allocator(a3d_job_memory *memory);

/* Gives back what is kept; the arena over it has been freed before. */
void a3d_job_memory_free(a3d_job_memory *memory);

#endif
