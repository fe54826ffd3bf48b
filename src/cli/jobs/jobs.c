/* jobs.c - see jobs.h */
#include "base/never.h"
#include "cli/jobs/queue.h"
#include "os/interrupt.h"
#include "os/process.h"

#include <stdlib.h>
#include <string.h>

enum {
    AHEAD = 64,      /* jobs for each thread that may be in a lane */
    ENOUGH = 8,      /* of them that are enough while one waits; the memory of more of them would leave the caches */
    STACK = 8 << 20, /* bytes for each thread; some C libraries give very little */
    IDLE_CALLS_A_SECOND = 5,
    OWNER_MOST = 4 << 20 /* bytes of the largest file that the owner works on while there are threads */
};

/* How the bound on memory is split. All but one sixteenth is for jobs at work, and for one of them if it is alone. The
 * sixteenth is for what is prepared or kept. */
enum {
    OF_REST = 16,
    OF_AHEAD = 64,  /* one in OF_AHEAD: for members that were unpacked in advance, and again for the next member */
    OF_KEPT = 128,  /* for results of jobs that were done, and for memory that is kept for the next jobs */
    A_JOB = 4 << 20 /* for each of these bytes one job may wait in a lane, with a chunk of its arena */
};

static unsigned cores(void)
{
    unsigned n = a3d_os_cores();
    return n > A3D_THREADS_MOST ? A3D_THREADS_MOST : n;
}

/* Counting the cores reads a file of the system, which a run over one small file would notice. */
static unsigned threads_most(a3d_jobs *jobs)
{
    if (jobs->most == 0)
        jobs->most = cores();
    return jobs->most;
}

a3d_jobs *a3d_jobs_new(unsigned threads, size_t memory, const a3d_job_calls *calls)
{
    a3d_jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs == NULL)
        return NULL;
    jobs->calls = *calls;
    jobs->memory = memory;
    jobs->pool.most = memory - memory / OF_REST;
    jobs->most = threads > A3D_THREADS_MOST ? A3D_THREADS_MOST : threads;
    a3d_plan_cache_init(&jobs->plans, NULL);
    a3d_lock_init(&jobs->lock);
    a3d_condition_init(&jobs->more);
    a3d_condition_init(&jobs->done);
    return jobs;
}

static void start_thread(a3d_jobs *jobs)
{
    if (jobs->n_threads + 1 >= threads_most(jobs))
        return;
    if (a3d_thread_start(&jobs->threads[jobs->n_threads], STACK, a3d_queue_thread, jobs))
        jobs->n_threads++;
    else
        jobs->most = jobs->n_threads + 1; /* makes do with those that there are; the owner works too */
}

/* Waits for `done`, but at most until the next call of `idle` is due. Returns whether that is so. The caller has the
 * lock. */
static bool wait_for_done(a3d_jobs *jobs)
{
    return !a3d_condition_wait_for(&jobs->done, &jobs->lock, 1000 / IDLE_CALLS_A_SECOND);
}

/* Waits until a job that has begun, or that waits, makes progress. Releases the lock of the caller. */
static void wait_for_job(a3d_jobs *jobs, const a3d_job *job)
{
    bool late = false;
    a3d_condition_broadcast(&jobs->more); /* jobs that were handed out may have made room for others to begin */
    jobs->asleep = true;
    if (job->state < PUT_OFF || job == jobs->only)
        late = job->state != DONE && wait_for_done(jobs);
    jobs->asleep = false;
    a3d_lock_release(&jobs->lock);
    if (late)
        jobs->calls.idle(jobs->calls.user);
}

/* The owner works too, because sleeping costs more than checking a small file. While there are threads it leaves large
 * files to them, so that it can hand out jobs and show progress in the meantime. The caller has the lock. */
static a3d_job *begin_as_owner(a3d_jobs *jobs)
{
    return a3d_queue_begin(jobs, jobs->n_threads > 0 ? OWNER_MOST : UINT64_MAX);
}

/* Works on the next job that waits. Returns false if none can begin. */
static bool work_on_next(a3d_jobs *jobs)
{
    a3d_lock_take(&jobs->lock);
    a3d_job *job = begin_as_owner(jobs);
    a3d_lock_release(&jobs->lock);
    if (job != NULL)
        a3d_queue_work_on(jobs, job, &jobs->plans);
    return job != NULL;
}

static void work_or_wait(a3d_jobs *jobs, const a3d_job *first)
{
    a3d_lock_take(&jobs->lock);
    a3d_job *job = begin_as_owner(jobs);
    if (job == NULL) {
        wait_for_job(jobs, first);
        return;
    }
    a3d_lock_release(&jobs->lock);
    a3d_queue_work_on(jobs, job, &jobs->plans);
}

/* Empties the pool: undoes the work on jobs that are not handed out yet, except for some with small results. No thread
 * works on a job. */
static void empty_pool(a3d_jobs *jobs)
{
    size_t left = jobs->memory / OF_KEPT;
    for (int i = 0; i < A3D_LANES; i++) {
        for (a3d_job *job = jobs->lanes[i].first; job != jobs->lanes[i].waiting; job = job->next) {
            if (job->state != DONE || job->limited)
                continue;
            if (job->account.held <= left) {
                left -= job->account.held;
                a3d_leave_pool(&job->account);
                continue;
            }
            a3d_queue_undo(jobs, job);
            job->state = PUT_OFF;
        }
    }
}

/* Waits until no thread works on a job, lets none begin, and empties the pool. */
static void close_jobs(a3d_jobs *jobs)
{
    a3d_lock_take(&jobs->lock);
    jobs->closed = true;
    while (jobs->busy > 0) {
        if (!wait_for_done(jobs))
            continue;
        a3d_lock_release(&jobs->lock);
        jobs->calls.idle(jobs->calls.user);
        a3d_lock_take(&jobs->lock);
    }
    a3d_lock_release(&jobs->lock);
    empty_pool(jobs);
}

/* Lets jobs begin: only the one that is given, or all for NULL. */
static void open_jobs(a3d_jobs *jobs, a3d_job *only)
{
    a3d_lock_take(&jobs->lock);
    jobs->closed = only != NULL;
    jobs->only = only;
    a3d_condition_broadcast(&jobs->more);
    a3d_lock_release(&jobs->lock);
}

/* Works on a job until it is done. One that was put off runs alone, because it is the first of its lane now. */
static void finish(a3d_jobs *jobs, a3d_job *job)
{
    while (job->state < PUT_OFF)
        work_or_wait(jobs, job);
    if (job->state != PUT_OFF)
        return;
    close_jobs(jobs);
    open_jobs(jobs, job);
    while (job->state != DONE)
        work_or_wait(jobs, job);
    open_jobs(jobs, NULL);
}

/* Empties a job and keeps it for the next file. */
static void recycle(a3d_jobs *jobs, a3d_queue *l, a3d_job *job)
{
    a3d_arena_reset(&job->arena);
    a3d_leave_pool(&job->account);
    if (jobs->kept + job->memory.n_bytes > jobs->memory / OF_KEPT)
        a3d_job_memory_free(&job->memory);
    jobs->kept += job->memory.n_bytes;
    job->next = l->spare;
    l->spare = job;
}

/* Hands out the first job of a lane as soon as it is done. */
static void hand_out_next(a3d_jobs *jobs, a3d_queue *l)
{
    a3d_job *job = l->first;
    finish(jobs, job);
    job->state = OUT;
    job->account.certain = true; /* a report must not fail because other jobs hold memory */
    jobs->calls.emit(jobs->calls.user, job);
    l->first = job->next;
    if (l->first == NULL)
        l->last = NULL;
    l->n--;
    l->held -= job->weight;
    l->read -= job->read ? job->size : 0;
    recycle(jobs, l, job);
}

static bool is_full(a3d_jobs *jobs, const a3d_queue *l)
{
    uint64_t ahead = jobs->memory / OF_AHEAD;
    return l->read > (ahead < A3D_BYTES_AHEAD ? ahead : A3D_BYTES_AHEAD) || l->n >= AHEAD * threads_most(jobs) ||
           l->n > jobs->memory / A_JOB;
}

/* Hands out what is done, and works on jobs that wait when there are enough of them. */
static void make_room(a3d_jobs *jobs, a3d_queue *l)
{
    while (l->first != NULL) {
        if (l->first->state == DONE || is_full(jobs, l))
            hand_out_next(jobs, l);
        else if (l->n < ENOUGH * threads_most(jobs) || !work_on_next(jobs))
            return;
    }
}

static a3d_job *new_job(void)
{
    a3d_job *job = calloc(1, sizeof *job);
    if (job != NULL) {
        a3d_allocator memory = a3d_job_allocator(&job->memory);
        a3d_arena_init(&job->arena, &memory);
        job->arena.account = &job->account;
    }
    return job;
}

/* How much a job may hold. A member shares that with the archive, which is being handed out. */
static size_t most_of(const a3d_jobs *jobs, a3d_lane which)
{
    const a3d_job *archive = which == A3D_LANE_MEMBERS ? jobs->lanes[A3D_LANE_FILES].first : NULL;
    size_t held = archive != NULL ? archive->account.held : 0;
    return held < jobs->pool.most ? jobs->pool.most - held : 0;
}

a3d_job *a3d_jobs_take(a3d_jobs *jobs, a3d_lane which)
{
    a3d_queue *l = &jobs->lanes[which];
    make_room(jobs, l);
    if (l->n > 0)
        start_thread(jobs); /* not for the first job, which may be the only one */
    a3d_job *job = l->spare;
    if (job != NULL) {
        l->spare = job->next;
        jobs->kept -= job->memory.n_bytes;
    }
    if (job == NULL && (job = new_job()) == NULL)
        return NULL;
    size_t held = job->arena.held;
    a3d_account account = {
        .pool = &jobs->pool, .most = most_of(jobs, which), .held = held, .exempt = held, .certain = true};
    *job = (a3d_job){.arena = job->arena, .memory = job->memory, .account = account, .lane = which};
    return job;
}

size_t a3d_jobs_little(const a3d_jobs *jobs)
{
    return jobs->memory / OF_AHEAD;
}

void a3d_jobs_make_room(a3d_jobs *jobs, a3d_job *job)
{
    a3d_jobs_finish(jobs, job->lane);
    close_jobs(jobs); /* until the job is put or dropped */
    job->account.certain = false;
}

void a3d_jobs_put(a3d_jobs *jobs, a3d_job *job)
{
    a3d_queue *l = &jobs->lanes[job->lane];
    A3D_ASSERT(job->path != NULL && job->choices != NULL);
    job->account.certain = false;
    job->put = a3d_arena_now(&job->arena);
    l->n++;
    l->read += job->read ? job->size : 0;
    a3d_lock_take(&jobs->lock);
    if (l->last != NULL)
        l->last->next = job;
    else
        l->first = job;
    l->last = job;
    if (l->waiting == NULL)
        l->waiting = job;
    if (jobs->n_threads > 0)
        a3d_condition_signal(&jobs->more);
    a3d_lock_release(&jobs->lock);
    if (jobs->closed)
        open_jobs(jobs, NULL);
    while (jobs->most == 1 && jobs->n_threads == 0 && l->first != NULL)
        hand_out_next(jobs, l);
}

void a3d_jobs_drop(a3d_jobs *jobs, a3d_job *job)
{
    recycle(jobs, &jobs->lanes[job->lane], job);
    if (jobs->closed)
        open_jobs(jobs, NULL);
}

bool a3d_jobs_is_next(const a3d_jobs *jobs, const a3d_job *job)
{
    return jobs->lanes[job->lane].first == NULL && !jobs->closed;
}

void a3d_jobs_hand_out(a3d_jobs *jobs, a3d_job *job)
{
    A3D_ASSERT(a3d_jobs_is_next(jobs, job));
    job->state = OUT;
    jobs->calls.emit(jobs->calls.user, job);
    recycle(jobs, &jobs->lanes[job->lane], job);
}

/* Drops the jobs that have not begun. The caller has the lock. */
static void drop_waiting(a3d_jobs *jobs, a3d_queue *l)
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
        recycle(jobs, l, job);
        job = next;
    }
}

void a3d_jobs_finish(a3d_jobs *jobs, a3d_lane which)
{
    a3d_queue *l = &jobs->lanes[which];
    while (l->first != NULL) {
        if (a3d_interrupted()) {
            a3d_lock_take(&jobs->lock);
            drop_waiting(jobs, l);
            a3d_lock_release(&jobs->lock);
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
    a3d_lock_take(&jobs->lock);
    jobs->over = true;
    a3d_condition_broadcast(&jobs->more);
    a3d_lock_release(&jobs->lock);
    for (unsigned i = 0; i < jobs->n_threads; i++)
        a3d_thread_join(jobs->threads[i]);
    for (int i = 0; i < A3D_LANES; i++) {
        free_list(jobs->lanes[i].first);
        free_list(jobs->lanes[i].spare);
    }
    a3d_plan_cache_free(&jobs->plans);
    a3d_condition_free(&jobs->done);
    a3d_condition_free(&jobs->more);
    a3d_lock_free(&jobs->lock);
    free(jobs);
}
