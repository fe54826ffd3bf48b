/* jobs.c - see jobs.h */
#define _POSIX_C_SOURCE 200809L
#include "cli/jobs.h"
#include "cli/interrupt.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WAITING, BEGUN, DONE };
enum { THREADS_MOST = 256, AHEAD = 64, STACK = 8 << 20, LOOKS_A_SECOND = 5 };
#define BYTES_AHEAD (UINT64_C(64) << 20)

/* Jobs from the first that was not handed out to the last that was put; `waiting` is the first not begun. */
typedef struct lane {
    a3d_job *first, *last, *waiting, *spare;
    unsigned n;
    uint64_t held; /* bytes of jobs that were begun */
    uint64_t read; /* bytes of jobs that were put with their input */
} lane;

struct a3d_jobs {
    a3d_job_calls calls;
    pthread_mutex_t lock;
    pthread_cond_t more, done; /* something to work on; something to hand out */
    lane lanes[A3D_LANES];
    pthread_t threads[THREADS_MOST];
    unsigned n_threads, most;
    bool over;
};

unsigned a3d_cores(void)
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
    jobs->most = threads > THREADS_MOST ? THREADS_MOST : threads;
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->more, NULL);
    pthread_cond_init(&jobs->done, NULL);
    return jobs;
}

/* ---- in the threads ---- */

/* The next job to begin. What would hold too much beside the others waits, unless it is the first of its lane. */
static a3d_job *begin_one(a3d_jobs *jobs)
{
    for (int i = A3D_LANES - 1; i >= 0; i--) {
        lane *l = &jobs->lanes[i];
        a3d_job *job = l->waiting;
        if (job == NULL || (job != l->first && l->held + job->size > BYTES_AHEAD))
            continue;
        l->waiting = job->next;
        job->weight = job->size;
        l->held += job->weight;
        job->state = BEGUN;
        return job;
    }
    return NULL;
}

static void weigh(lane *l, a3d_job *job)
{
    l->held += job->arena.held - job->weight;
    job->weight = job->arena.held;
    job->state = DONE;
}

static void *work(void *user)
{
    a3d_jobs *jobs = user;
    a3d_leave_interrupts_to_main();
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->over) {
        a3d_job *job = begin_one(jobs);
        if (job == NULL) {
            pthread_cond_wait(&jobs->more, &jobs->lock);
            continue;
        }
        pthread_mutex_unlock(&jobs->lock);
        jobs->calls.work(jobs->calls.user, job);
        pthread_mutex_lock(&jobs->lock);
        weigh(&jobs->lanes[job->lane], job);
        if (job == jobs->lanes[job->lane].first)
            pthread_cond_signal(&jobs->done);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

/* ---- in the thread that owns the queue; the lock is held unless it says otherwise ---- */

static void start_thread(a3d_jobs *jobs)
{
    pthread_attr_t attributes;
    if (jobs->most < 2 || jobs->n_threads >= jobs->most || pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK); /* some C libraries give a thread very little */
    if (pthread_create(&jobs->threads[jobs->n_threads], &attributes, work, jobs) == 0)
        jobs->n_threads++;
    else
        jobs->most = jobs->n_threads; /* as many as there are will do; with none, the owner works */
    pthread_attr_destroy(&attributes);
}

static void wait_a_while(a3d_jobs *jobs)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000000 / LOOKS_A_SECOND;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    if (pthread_cond_timedwait(&jobs->done, &jobs->lock, &until) == 0)
        return;
    pthread_mutex_unlock(&jobs->lock);
    jobs->calls.idle(jobs->calls.user);
    pthread_mutex_lock(&jobs->lock);
}

/* Without a thread the owner does what they would do. */
static void work_here(a3d_jobs *jobs, lane *l)
{
    a3d_job *job = l->waiting;
    l->waiting = job->next;
    job->state = BEGUN;
    pthread_mutex_unlock(&jobs->lock);
    jobs->calls.work(jobs->calls.user, job);
    pthread_mutex_lock(&jobs->lock);
    weigh(l, job);
}

/* Empties a job for the next. */
static void spare(lane *l, a3d_job *job)
{
    a3d_arena_reset(&job->arena);
    job->next = l->spare;
    l->spare = job;
}

/* Hands out the first job of a lane, which is done. */
static void hand_out(a3d_jobs *jobs, lane *l)
{
    a3d_job *job = l->first;
    pthread_mutex_unlock(&jobs->lock);
    jobs->calls.emit(jobs->calls.user, job);
    pthread_mutex_lock(&jobs->lock);
    l->first = job->next;
    if (l->first == NULL)
        l->last = NULL;
    l->n--;
    l->held -= job->weight;
    l->read -= job->read ? job->size : 0;
    spare(l, job);
    if (l->waiting != NULL)
        pthread_cond_broadcast(&jobs->more);
}

static void hand_out_next(a3d_jobs *jobs, lane *l)
{
    while (l->first->state != DONE) {
        if (jobs->n_threads == 0)
            work_here(jobs, l);
        else
            wait_a_while(jobs);
    }
    hand_out(jobs, l);
}

static bool is_full(const a3d_jobs *jobs, const lane *l)
{
    return l->read > BYTES_AHEAD || l->n >= AHEAD * (jobs->most > 0 ? jobs->most : 1);
}

a3d_job *a3d_jobs_take(a3d_jobs *jobs, a3d_lane which)
{
    lane *l = &jobs->lanes[which];
    pthread_mutex_lock(&jobs->lock);
    while (l->first != NULL && (l->first->state == DONE || is_full(jobs, l)))
        hand_out_next(jobs, l);
    if (l->n > 0)
        start_thread(jobs); /* one job alone starts none: it may be the only one */
    a3d_job *job = l->spare;
    if (job != NULL)
        l->spare = job->next;
    pthread_mutex_unlock(&jobs->lock);
    if (job == NULL && (job = malloc(sizeof *job)) != NULL)
        a3d_arena_init(&job->arena, NULL);
    if (job == NULL)
        return NULL;
    a3d_arena arena = job->arena;
    memset(job, 0, sizeof *job);
    job->arena = arena;
    job->lane = which;
    return job;
}

void a3d_jobs_put(a3d_jobs *jobs, a3d_job *job)
{
    lane *l = &jobs->lanes[job->lane];
    pthread_mutex_lock(&jobs->lock);
    if (l->last != NULL)
        l->last->next = job;
    else
        l->first = job;
    l->last = job;
    if (l->waiting == NULL)
        l->waiting = job;
    l->n++;
    l->read += job->read ? job->size : 0;
    if (jobs->n_threads > 0)
        pthread_cond_signal(&jobs->more);
    while (jobs->most < 2 && jobs->n_threads == 0 && l->first != NULL)
        hand_out_next(jobs, l);
    pthread_mutex_unlock(&jobs->lock);
}

void a3d_jobs_drop(a3d_jobs *jobs, a3d_job *job)
{
    pthread_mutex_lock(&jobs->lock);
    spare(&jobs->lanes[job->lane], job);
    pthread_mutex_unlock(&jobs->lock);
}

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
        spare(l, job);
        job = next;
    }
}

void a3d_jobs_finish(a3d_jobs *jobs, a3d_lane which)
{
    lane *l = &jobs->lanes[which];
    pthread_mutex_lock(&jobs->lock);
    while (l->first != NULL) {
        if (a3d_interrupted())
            drop_waiting(l);
        if (l->first != NULL)
            hand_out_next(jobs, l);
    }
    pthread_mutex_unlock(&jobs->lock);
}

static void free_list(a3d_job *job)
{
    while (job != NULL) {
        a3d_job *next = job->next;
        a3d_arena_free(&job->arena);
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
