/* jobs.h - many files at once, one report in order.
 *
 * Jobs are put into a queue one after the other. Threads work on them, and the thread that owns the queue
 * hands them out in the order in which they were put, so that the number of threads cannot be seen in what
 * comes out. Jobs that were put and not handed out yet are bounded in number and in bytes.
 *
 * There are two queues over the same threads: files, and the members of the archive that is being handed out,
 * which go first. */
#ifndef A3D_CLI_JOBS_JOBS_H
#define A3D_CLI_JOBS_JOBS_H

#include "cli/input/files.h"
#include "cli/jobs/memory.h"
#include "lint/lint.h"

typedef enum a3d_lane { A3D_LANE_FILES, A3D_LANE_MEMBERS, A3D_LANES } a3d_lane;

typedef struct a3d_job {
    a3d_arena arena;      /* what the job holds; emptied when it has been handed out */
    const char *path;
    size_t member;        /* the length of the archive's path, when it is a member of one; else 0 */
    const char *problem;  /* why it cannot be read, or NULL */
    const char *skipped;  /* why it is not judged and no fault, or NULL */
    uint64_t size;        /* of the file, as far as it is known before */
    bool named;           /* the path was given, not met in a folder */
    const char *within;   /* the folder that was given, when the path was met in it; else NULL */
    bool read;            /* `input` is there already */
    a3d_input input;
    int archive;          /* a3d_archive_kind of the input */
    struct a3d_baseline *baseline; /* that knows its findings, or NULL */
    struct a3d_choices *choices;  /* what the command line and the configuration say for it */
    const a3d_result *result; /* NULL when there is none */
    /* jobs.c only */
    a3d_job_memory memory;
    a3d_lane lane;
    _Atomic int state;
    uint64_t weight;
    struct a3d_job *next;
} a3d_job;

/* `work` runs in any thread, `emit` in the one that owns the queue; it may use the lane of members. `idle` is
 * called about five times a second while the owner waits. */
typedef struct a3d_job_calls {
    void (*work)(void *user, a3d_job *job);
    void (*emit)(void *user, a3d_job *job);
    void (*idle)(void *user);
    void *user;
} a3d_job_calls;

typedef struct a3d_jobs a3d_jobs;

/* A queue for up to `threads` threads, 0 for one on each core; they are started as jobs come. One thread is the caller's own. NULL when
 * memory ran out. */
a3d_jobs *a3d_jobs_new(unsigned threads, const a3d_job_calls *calls);

/* An empty job to be filled in and put. May hand out others first. NULL when memory ran out. */
a3d_job *a3d_jobs_take(a3d_jobs *jobs, a3d_lane lane);
void a3d_jobs_put(a3d_jobs *jobs, a3d_job *job);
/* Gives a job back that is not put after all. */
void a3d_jobs_drop(a3d_jobs *jobs, a3d_job *job);

/* Hands out everything that was put. After an interrupt, only what was begun. */
void a3d_jobs_finish(a3d_jobs *jobs, a3d_lane lane);

/* Ends the threads and gives everything back; jobs that were not handed out are dropped. */
void a3d_jobs_free(a3d_jobs *jobs);

#endif
