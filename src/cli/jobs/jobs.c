/* jobs.c - see jobs.h */
#define _POSIX_C_SOURCE 200809L
#include "cli/jobs/jobs.h"
#include "base/never.h"
#include "cli/output/interrupt.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WAITING, BEGUN, DONE }; /* a3d_job.state */
enum {
    THREADS_MOST = 256,
    AHEAD = 64,               /* jobs for each thread that may be in a lane */
    STACK = 8 << 20,          /* bytes for each thread; some C libraries give very little */
    IDLE_CALLS_A_SECOND = 5,
    OWNER_MOST = 256 << 10    /* bytes of the largest file that the owner works on while there are threads */
};
#define BYTES_AHEAD (UINT64_C(64) << 20) /* bytes of files that may be in a lane */

/* A queue of jobs. Only the owner of the queue changes the list and its counts. It shares two members with the threads:
 * `waiting`, under the lock, and `held`, which is atomic. Checking a small file takes no longer than waiting for a
 * lock, so a thread takes the lock only once for each file. */
typedef struct lane {
    a3d_job *first, *last; /* the jobs that were put and not handed out yet */
    a3d_job *spare;        /* emptied jobs */
    unsigned n;
    uint64_t read;         /* bytes of jobs that were put with their input */
    a3d_job *waiting;      /* the first job of the list that has not begun */
    _Atomic uint64_t held; /* bytes of jobs that have begun and are not handed out yet */
} lane;

struct a3d_jobs {
    a3d_job_calls calls;
    pthread_mutex_t lock;
    pthread_cond_t more, done; /* there is something to work on; something to hand out */
    lane lanes[A3D_LANES];
    pthread_t threads[THREADS_MOST];
    unsigned n_threads;  /* besides the owner's */
    unsigned most;       /* including the owner's: 1 or more */
    _Atomic bool asleep; /* the owner waits for `done` */
    bool over;
};

static unsigned cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > THREADS_MOST ? THREADS_MOST : (unsigned)n;
}

a3d_jobs *a3d_jobs_new(unsigned threads, const a3d_job_calls *calls)
{
    a3d_jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs == NULL)
        return NULL;
    jobs->calls = *calls;
    jobs->most = threads == 0 ? cores() : threads > THREADS_MOST ? THREADS_MOST : threads;
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->more, NULL);
    pthread_cond_init(&jobs->done, NULL);
    return jobs;
}

/* ---- in every thread ---- */

/* Begins the next job of at most `size` bytes, or returns NULL. A job waits while it and those that have begun would
 * together hold too many bytes. The caller has the lock. */
static a3d_job *begin_one(a3d_jobs *jobs, uint64_t size)
{
    for (int i = A3D_LANES - 1; i >= 0; i--) {
        lane *l = &jobs->lanes[i];
        a3d_job *job = l->waiting;
        if (job == NULL || job->size > size || (l->held > 0 && l->held + job->size > BYTES_AHEAD))
            continue;
        l->waiting = job->next;
        job->weight = job->size;
        l->held += job->weight;
        job->state = BEGUN;
        return job;
    }
    return NULL;
}

/* Works on a job that has begun. The caller does not have the lock. */
static void work_on(a3d_jobs *jobs, a3d_job *job)
{
    jobs->calls.work(jobs->calls.user, job);
    jobs->lanes[job->lane].held += job->arena.held - job->weight;
    job->weight = job->arena.held;
    job->state = DONE; /* from now on only the owner may touch the job */
}

static void *work(void *user)
{
    a3d_jobs *jobs = user;
    a3d_leave_interrupts_to_main();
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->over) {
        a3d_job *job = begin_one(jobs, UINT64_MAX);
        if (job == NULL) {
            pthread_cond_wait(&jobs->more, &jobs->lock);
            continue;
        }
        pthread_mutex_unlock(&jobs->lock);
        work_on(jobs, job);
        bool asleep = jobs->asleep;
        pthread_mutex_lock(&jobs->lock);
        if (asleep)
            pthread_cond_signal(&jobs->done);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

/* ---- in the thread that owns the queue ---- */

static void start_thread(a3d_jobs *jobs)
{
    pthread_attr_t attributes;
    if (jobs->n_threads + 1 >= jobs->most || pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK);
    if (pthread_create(&jobs->threads[jobs->n_threads], &attributes, work, jobs) == 0)
        jobs->n_threads++;
    else
        jobs->most = jobs->n_threads + 1; /* makes do with those that there are; the owner works too */
    pthread_attr_destroy(&attributes);
}

/* Waits until the job is done, but at most until the next call of `idle` is due. Releases the lock of the caller. */
static void wait_for_job(a3d_jobs *jobs, const a3d_job *job)
{
    struct timespec until;
    int late = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000000 / IDLE_CALLS_A_SECOND;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_broadcast(&jobs->more); /* jobs that were handed out may have made room for others to begin */
    jobs->asleep = true;
    if (job->state != DONE)
        late = pthread_cond_timedwait(&jobs->done, &jobs->lock, &until);
    jobs->asleep = false;
    pthread_mutex_unlock(&jobs->lock);
    if (late != 0)
        jobs->calls.idle(jobs->calls.user);
}

/* The owner works too, because sleeping costs more than checking a small file. While there are threads it leaves large
 * files to them, so that it can hand out jobs and show progress in the meantime. */
static void work_or_wait(a3d_jobs *jobs, const a3d_job *first)
{
    pthread_mutex_lock(&jobs->lock);
    a3d_job *job = begin_one(jobs, jobs->n_threads > 0 ? OWNER_MOST : UINT64_MAX);
    if (job == NULL) {
        wait_for_job(jobs, first);
        return;
    }
    pthread_mutex_unlock(&jobs->lock);
    work_on(jobs, job);
}

/* Empties a job and keeps it for the next file. */
static void recycle(lane *l, a3d_job *job)
{
    a3d_arena_reset(&job->arena);
    job->next = l->spare;
    l->spare = job;
}

/* Hands out the first job of a lane as soon as it is done. */
static void hand_out_next(a3d_jobs *jobs, lane *l)
{
    a3d_job *job = l->first;
    while (job->state != DONE)
        work_or_wait(jobs, job);
    jobs->calls.emit(jobs->calls.user, job);
    l->first = job->next;
    if (l->first == NULL)
        l->last = NULL;
    l->n--;
    l->held -= job->weight;
    l->read -= job->read ? job->size : 0;
    recycle(l, job);
}

static bool is_full(const a3d_jobs *jobs, const lane *l)
{
    return l->read > BYTES_AHEAD || l->n >= AHEAD * jobs->most;
}

static a3d_job *new_job(void)
{
    a3d_job *job = calloc(1, sizeof *job);
    if (job != NULL) {
        a3d_allocator memory = a3d_job_allocator(&job->memory);
        a3d_arena_init(&job->arena, &memory);
    }
    return job;
}

a3d_job *a3d_jobs_take(a3d_jobs *jobs, a3d_lane which)
{
    lane *l = &jobs->lanes[which];
    while (l->first != NULL && (l->first->state == DONE || is_full(jobs, l)))
        hand_out_next(jobs, l);
    if (l->n > 0)
        start_thread(jobs); /* not for the first job, which may be the only one */
    a3d_job *job = l->spare;
    if (job != NULL)
        l->spare = job->next;
    if (job == NULL && (job = new_job()) == NULL)
        return NULL;
    *job = (a3d_job){.arena = job->arena, .memory = job->memory, .lane = which};
    return job;
}

void a3d_jobs_put(a3d_jobs *jobs, a3d_job *job)
{
    lane *l = &jobs->lanes[job->lane];
    A3D_ASSERT(job->path != NULL && job->choices != NULL);
    l->n++;
    l->read += job->read ? job->size : 0;
    pthread_mutex_lock(&jobs->lock);
    if (l->last != NULL)
        l->last->next = job;
    else
        l->first = job;
    l->last = job;
    if (l->waiting == NULL)
        l->waiting = job;
    if (jobs->n_threads > 0)
        pthread_cond_signal(&jobs->more);
    pthread_mutex_unlock(&jobs->lock);
    while (jobs->most < 2 && jobs->n_threads == 0 && l->first != NULL)
        hand_out_next(jobs, l);
}

void a3d_jobs_drop(a3d_jobs *jobs, a3d_job *job)
{
    recycle(&jobs->lanes[job->lane], job);
}

/* Drops the jobs that have not begun. The caller has the lock. */
static void drop_waiting(lane *l)
{
    a3d_job *job = l->waiting, *before = l->first;
    if (job == NULL)
        return;
    l->last = NULL;
    for (; before != job; before = before->next)
        l->last = before;
    if (l->last != NULL)
        l->last->next = NULL;
    else
        l->first = NULL;
    for (l->waiting = NULL; job != NULL; l->n--) {
        a3d_job *next = job->next;
        l->read -= job->read ? job->size : 0;
        recycle(l, job);
        job = next;
    }
}

void a3d_jobs_finish(a3d_jobs *jobs, a3d_lane which)
{
    lane *l = &jobs->lanes[which];
    while (l->first != NULL) {
        if (a3d_interrupted()) {
            pthread_mutex_lock(&jobs->lock);
            drop_waiting(l);
            pthread_mutex_unlock(&jobs->lock);
        }
        if (l->first != NULL)
            hand_out_next(jobs, l);
    }
}

static void free_list(a3d_job *job)
{
    while (job != NULL) {
        a3d_job *next = job->next;
        a3d_arena_free(&job->arena);
        a3d_job_memory_free(&job->memory);
        free(job);
        job = next;
    }
}

void a3d_jobs_free(a3d_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->over = true;
    pthread_cond_broadcast(&jobs->more);
    pthread_mutex_unlock(&jobs->lock);
    for (unsigned i = 0; i < jobs->n_threads; i++)
        pthread_join(jobs->threads[i], NULL);
    for (int i = 0; i < A3D_LANES; i++) {
        free_list(jobs->lanes[i].first);
        free_list(jobs->lanes[i].spare);
    }
    pthread_cond_destroy(&jobs->done);
    pthread_cond_destroy(&jobs->more);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}
