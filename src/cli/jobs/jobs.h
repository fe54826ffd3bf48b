/* jobs.h - checks many files at once and reports them in order
 *
 * The caller puts jobs into a queue. Threads work on them, and the thread that owns the queue hands them out in the
 * order in which they were put, so that the output does not depend on the number of threads. Jobs that are not handed
 * out yet are bounded in number and in bytes.
 *
 * All jobs share one bound on memory: most of it is for the jobs at work, the rest for what is prepared in advance. A
 * job that fails only because others hold memory is put off until it is the first of its lane, and then runs alone. So
 * whether a file fits does not depend on what else runs.
 *
 * Two queues, or lanes, share the threads: one for files, and one for the members of the archive that is being handed
 * out, which go first. */
#ifndef A3D_CLI_JOBS_JOBS_H
#define A3D_CLI_JOBS_JOBS_H

#include "cli/input/files.h"
#include "cli/jobs/cached.h"
#include "cli/jobs/memory.h"
#include "engine/document/plan_cache.h"
#include "lint/lint.h"

typedef enum a3d_lane { A3D_LANE_FILES, A3D_LANE_MEMBERS, A3D_LANES } a3d_lane;

typedef struct a3d_job {
    a3d_arena arena;      /* holds everything of the job; reset when the job has been handed out */
    const char *path;
    size_t member;        /* for a member of an archive, the length of the archive's path; else 0 */
    const char *problem;  /* why it cannot be read, or NULL */
    bool limited;         /* it needs more memory than the bound allows */
    const char *skipped;  /* why it is skipped, which is no error, or NULL */
    uint64_t size;        /* of the file, if known before it is read; else 0 */
    bool named;           /* the user gave the path; otherwise it was found in a folder */
    const char *within;   /* the folder that the user gave and the path was found in, or NULL */
    bool read;            /* `input` was filled before the job was put */
    a3d_input input;
    int archive;          /* a3d_archive_kind of the input */
    uint64_t outer;       /* for a member, the size of the archive */
    struct a3d_member_work *shared; /* for a member, the work of all members (members.h), else NULL */
    uint64_t work_most;   /* the steps of work after which this member is not checked */
    struct a3d_baseline *baseline; /* of its known findings, or NULL */
    struct a3d_choices *choices;   /* what the command line and the configuration choose for it */
    const a3d_result *result;      /* NULL: none */
    a3d_plan_cache *plans;         /* of the thread that works on it */
    a3d_cached cached;             /* how a cache knows the file */
    void *outcome;                 /* what a command made of the result (check_files.h), or NULL */
    a3d_account account;           /* bounds the arena; before the job is put only while account.certain is false */
    /* Private to jobs.c: */
    a3d_job_memory memory;
    a3d_arena_mark put; /* the arena when the job was put */
    a3d_lane lane;
    _Atomic int state;
    uint64_t weight;
    struct a3d_job *next;
} a3d_job;

/* work: called once for each job, in any thread.
 * emit: called for each job that is done, in the thread that owns the queue; it may put jobs into the lane of members.
 * idle: called about five times a second while the owner waits. */
typedef struct a3d_job_calls {
    void (*work)(void *user, a3d_job *job);
    void (*emit)(void *user, a3d_job *job);
    void (*idle)(void *user);
    void *user;
} a3d_job_calls;

typedef struct a3d_jobs a3d_jobs;

/* Makes a queue for up to `threads` threads, or one on each core for 0. The caller's thread is one of them and owns the
 * queue; the others are started as jobs come. The jobs together hold at most `memory` bytes. NULL when memory ran
 * out. */
a3d_jobs *a3d_jobs_new(unsigned threads, size_t memory, const a3d_job_calls *calls);

/* Takes an empty job, to be filled in and then put or dropped. May hand out other jobs first. NULL without memory. */
a3d_job *a3d_jobs_take(a3d_jobs *jobs, a3d_lane lane);
/* Puts a job, which must have a path and choices. */
void a3d_jobs_put(a3d_jobs *jobs, a3d_job *job);
void a3d_jobs_drop(a3d_jobs *jobs, a3d_job *job);

/* Whether a job that was taken is the next to be handed out. */
bool a3d_jobs_is_next(const a3d_jobs *jobs, const a3d_job *job);
/* Hands out the next job at once, because there is no work on it; it is not put. */
void a3d_jobs_hand_out(a3d_jobs *jobs, a3d_job *job);

/* Before a job is put, nothing refuses its memory, so it may take only little. Call this before it takes more. The jobs
 * that were put before it into its lane are handed out, and no other job holds memory for its work. What the job takes
 * from now on is bounded as if it was at work. */
void a3d_jobs_make_room(a3d_jobs *jobs, a3d_job *job);
/* How many bytes count as little. */
size_t a3d_jobs_little(const a3d_jobs *jobs);

/* Waits for the jobs of a lane and hands them out. After an interrupt, drops those that have not begun. */
void a3d_jobs_finish(a3d_jobs *jobs, a3d_lane lane);

/* Ends the threads and frees the queue with all jobs that were not handed out. */
void a3d_jobs_free(a3d_jobs *jobs);

#endif
