/* queue.h - what the threads of a queue of jobs and its owner share
 *
 * Only jobs.c, the owner's part, and work.c, the part of every thread, include this header. */
#ifndef A3D_CLI_JOBS_QUEUE_H
#define A3D_CLI_JOBS_QUEUE_H

#include "cli/jobs/jobs.h"
#include "os/threads.h"

/* The states of a job; one that is OUT is being handed out. */
enum { WAITING, BEGUN, PUT_OFF, DONE, OUT };
enum { A3D_THREADS_MOST = 256 };
#define A3D_BYTES_AHEAD (UINT64_C(64) << 20) /* bytes of files that may be in a lane */

/* A queue of jobs. Only the owner of the queue changes the list and its counts. It shares two members with the threads:
 * `waiting`, under the lock, and `held`, which is atomic. Checking a small file takes no longer than waiting for a
 * lock, so a thread takes the lock only once for each file. */
typedef struct a3d_queue {
    a3d_job *first, *last; /* the jobs that were put and not handed out yet */
    a3d_job *spare;        /* emptied jobs */
    unsigned n;
    uint64_t read;         /* bytes of jobs that were put with their input */
    a3d_job *waiting;      /* the first job of the list that has not begun */
    _Atomic uint64_t held; /* bytes of jobs that have begun and are not handed out yet */
} a3d_queue;

struct a3d_jobs {
    a3d_job_calls calls;
    size_t memory; /* the bound */
    a3d_pool pool; /* of the jobs at work */
    size_t kept;   /* bytes that spare jobs keep */
    a3d_lock lock;
    a3d_condition more, done; /* there is something to work on; something to hand out */
    a3d_queue lanes[A3D_LANES];
    a3d_thread threads[A3D_THREADS_MOST];
    unsigned n_threads;  /* besides the owner's */
    unsigned most;       /* including the owner's; 0: as many as there are cores, see threads_most() */
    unsigned busy;       /* threads besides the owner's that work on a job; under the lock */
    bool closed;         /* no job may begin but `only`; under the lock */
    a3d_job *only;       /* a job that was put off and runs alone, or NULL; under the lock */
    _Atomic bool asleep; /* the owner waits for `done` */
    bool over;
    a3d_plan_cache plans; /* of the owner's thread */
};

/* Begins the next job of at most `size` bytes, or returns NULL. A job waits while it and those that have begun would
 * together hold too many bytes. The caller has the lock. */
a3d_job *a3d_queue_begin(a3d_jobs *jobs, uint64_t size);

/* Works on a job that has begun, with the plans of the thread that calls. The caller does not have the lock. Afterwards
 * the job is done, or put off if it needs the memory that others hold. */
void a3d_queue_work_on(a3d_jobs *jobs, a3d_job *job, a3d_plan_cache *plans);

/* Undoes the work on a job. What it was put with stays. */
void a3d_queue_undo(a3d_jobs *jobs, a3d_job *job);

/* What a thread besides the owner's runs until the queue is over; `user` is the queue. */
void *a3d_queue_thread(void *user);

#endif
