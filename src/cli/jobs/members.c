/* members.c - see members.h */
#include "cli/jobs/members.h"
#include "cli/archive/archive.h"
#include "cli/jobs/jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Steps for each byte of the archive and of what was unpacked of it, as for files; and how often the base of a file
 * (--max-work) the members may take together in addition. 2000 small broken files take a quarter of that. */
enum { STEPS_OF_BYTE = 64, BASES = 16, LEAST_BASE = 1 << 20 };

typedef struct a3d_member_work {
    _Atomic uint64_t spent; /* steps of the members that were handed out; only their owner changes it */
    uint64_t base, checked;
    bool over; /* members are left out from now on */
} a3d_member_work;

bool a3d_member_is_over(const a3d_job *job)
{
    return job->shared != NULL && job->shared->spent >= job->work_most;
}

/* What a member has spent. The work for what is packed inside it is limited by that content. */
static uint64_t spent_by(const a3d_job *job)
{
    uint64_t most = LEAST_BASE + STEPS_OF_BYTE * (uint64_t)job->input.size;
    uint64_t steps = job->result != NULL ? job->result->steps : 0;
    return steps < most ? steps : most;
}

bool a3d_member_counts(const a3d_job *job)
{
    a3d_member_work *w = job->shared;
    if (w == NULL)
        return true;
    w->over = w->over || a3d_member_is_over(job);
    if (w->over)
        return false;
    w->checked++;
    w->spent += spent_by(job);
    return true;
}

static uint64_t base_of(const a3d_limits *limits)
{
    uint64_t work = limits->work > LEAST_BASE ? limits->work : LEAST_BASE;
    return work < UINT64_MAX / 2 / BASES ? work * BASES : UINT64_MAX / 2;
}

/* Why the rest was not checked. */
static const char *over(const a3d_member_work *w, a3d_archive *a)
{
    char text[192];
    a3d_archive_pass(a);
    uint64_t rest = a->seen - w->checked;
    snprintf(text, sizeof text,
             "the limit of work for all members was reached (--max-work); %" PRIu64 " of %" PRIu64
             " members %s not checked",
             rest, a->seen, rest == 1 ? "was" : "were");
    const char *why = a3d_arena_text(a->arena, text, strlen(text));
    return why != NULL ? why : "not enough memory";
}

/* ARCHIVE!NAME */
static char *member_path(a3d_arena *arena, const char *archive, const char *name)
{
    size_t n = strlen(archive), more = strlen(name);
    char *path = a3d_arena_alloc(arena, n + more + 2);
    if (path == NULL)
        return NULL;
    memcpy(path, archive, n);
    path[n] = '!';
    memcpy(path + n + 1, name, more);
    return path;
}

typedef struct preparation {
    a3d_jobs *jobs;
    a3d_job *job;
} preparation;

static void make_room(void *user)
{
    const preparation *p = user;
    a3d_jobs_make_room(p->jobs, p->job);
}

static a3d_member_status put_next(a3d_jobs *jobs, a3d_archive *a, const char *archive, a3d_member_work *work,
                                  const a3d_member_calls *calls)
{
    a3d_member m;
    a3d_job *job = a3d_jobs_take(jobs, A3D_LANE_MEMBERS);
    preparation p = {jobs, job};
    a->make_room = make_room;
    a->user = &p;
    a3d_member_status next = job != NULL ? a3d_archive_next(a, &job->arena, &m) : A3D_MEMBERS_BROKEN;
    if (job != NULL)
        job->account.certain = true; /* what is left to prepare is little */
    if (next == A3D_MEMBER)
        job->member = strlen(archive);
    if (next == A3D_MEMBER && ((job->path = member_path(&job->arena, archive, m.name)) == NULL ||
                               !calls->prepare(calls->user, job)))
        next = A3D_MEMBERS_BROKEN;
    if (next == A3D_MEMBERS_BROKEN && a->why == NULL)
        a->why = "not enough memory";
    if (job == NULL || job->arena.refused)
        a3d_arena_refuse(a->arena);
    if (next != A3D_MEMBER) {
        if (job != NULL)
            a3d_jobs_drop(jobs, job);
        return next;
    }
    job->problem = m.problem;
    job->limited = m.limited;
    job->outer = a->size;
    job->shared = work;
    job->work_most = work->base + STEPS_OF_BYTE * (a->size + a->unpacked);
    job->input = (a3d_input){.data = m.data, .size = m.size, .claimed = m.size, .too_large = m.too_large};
    job->read = true;
    job->size = m.size;
    a3d_jobs_put(jobs, job);
    return next;
}

a3d_member_status a3d_put_members(a3d_jobs *jobs, a3d_job *archive, const a3d_limits *limits,
                                  const a3d_member_calls *calls, const char **why, const char **note)
{
    a3d_limits full = *limits;
    a3d_limits_fill(&full, archive->input.size);
    a3d_archive a = {.most = full.input, .left = full.unpacked, .little = a3d_jobs_little(jobs)};
    a3d_member_status next = A3D_MEMBER;
    a3d_member_work work = {.base = base_of(limits)};
    *why = a3d_archive_open(&a, (a3d_archive_kind)archive->archive, &archive->arena, archive->input.data,
                            archive->input.size);
    if (*why != NULL)
        return A3D_MEMBERS_BROKEN;
    while (next == A3D_MEMBER && !work.over && !calls->stop(calls->user))
        next = put_next(jobs, &a, archive->path, &work, calls);
    a3d_jobs_finish(jobs, A3D_LANE_MEMBERS); /* before the archive closes: members may point into its bytes */
    *note = a.note;
    *why = work.over ? over(&work, &a) : a.why;
    return work.over ? A3D_MEMBERS_LIMITED : next;
}
