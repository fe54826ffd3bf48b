/* members.c - see members.h */
#include "cli/jobs/members.h"
#include "cli/archive/archive.h"
#include "cli/jobs/jobs.h"

#include <string.h>

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

static a3d_member_status put_next(a3d_jobs *jobs, a3d_archive *a, const char *archive, const a3d_member_calls *calls)
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
    *why = a3d_archive_open(&a, (a3d_archive_kind)archive->archive, &archive->arena, archive->input.data,
                            archive->input.size);
    if (*why != NULL)
        return A3D_MEMBERS_BROKEN;
    while (next == A3D_MEMBER && !calls->stop(calls->user))
        next = put_next(jobs, &a, archive->path, calls);
    a3d_jobs_finish(jobs, A3D_LANE_MEMBERS); /* before the archive closes: members may point into its bytes */
    *why = a.why;
    *note = a.note;
    return next;
}
