/* work.c - see queue.h: what every thread does */
#include "cli/jobs/queue.h"
#include "os/interrupt.h"

static a3d_job *begin_only(a3d_job *job, uint64_t size)
{
    if (job == NULL || job->state != PUT_OFF || job->size > size)
        return NULL;
    job->state = BEGUN;
    return job;
}

a3d_job *a3d_queue_begin(a3d_jobs *jobs, uint64_t size)
{
    if (jobs->closed)
        return begin_only(jobs->only, size);
    for (int i = A3D_LANES - 1; i >= 0; i--) {
        a3d_queue *l = &jobs->lanes[i];
        a3d_job *job = l->waiting;
        if (job == NULL || job->size > size || (l->held > 0 && l->held + job->size > A3D_BYTES_AHEAD))
            continue;
        l->waiting = job->next;
        job->weight = job->size;
        l->held += job->weight;
        job->state = BEGUN;
        return job;
    }
    return NULL;
}

static void weigh(a3d_jobs *jobs, a3d_job *job)
{
    jobs->lanes[job->lane].held += job->arena.held - job->weight;
    job->weight = job->arena.held;
}

void a3d_queue_undo(a3d_jobs *jobs, a3d_job *job)
{
    a3d_arena_rewind(&job->arena, &job->put);
    a3d_settle(&job->account);
    job->account.lack = A3D_LACK_NONE;
    job->result = NULL;
    job->outcome = NULL;
    job->cached = (a3d_cached){.before = job->cached.before};
    job->archive = 0;
    if (!job->read) {
        job->input = (a3d_input){0};
        job->problem = NULL;
    }
    weigh(jobs, job);
}

void a3d_queue_work_on(a3d_jobs *jobs, a3d_job *job, a3d_plan_cache *plans)
{
    job->plans = plans;
    jobs->calls.work(jobs->calls.user, job);
    a3d_lack lack = job->account.lack;
    bool again = lack == A3D_LACK_SHARED && job != jobs->only;
    if (lack != A3D_LACK_NONE) {
        a3d_queue_undo(jobs, job);
        job->limited = !again;
    }
    weigh(jobs, job);
    job->state = again ? PUT_OFF : DONE; /* from now on only the owner may touch the job */
}

void *a3d_queue_thread(void *user)
{
    a3d_jobs *jobs = user;
    a3d_plan_cache plans;
    a3d_plan_cache_init(&plans, NULL);
    a3d_leave_interrupts_to_main();
    a3d_lock_take(&jobs->lock);
    while (!jobs->over) {
        a3d_job *job = a3d_queue_begin(jobs, UINT64_MAX);
        if (job == NULL) {
            a3d_condition_wait(&jobs->more, &jobs->lock);
            continue;
        }
        jobs->busy++;
        a3d_lock_release(&jobs->lock);
        a3d_queue_work_on(jobs, job, &plans);
        bool asleep = jobs->asleep;
        a3d_lock_take(&jobs->lock);
        jobs->busy--;
        if (asleep || jobs->closed)
            a3d_condition_signal(&jobs->done);
    }
    a3d_lock_release(&jobs->lock);
    a3d_plan_cache_free(&plans);
    return NULL;
}
