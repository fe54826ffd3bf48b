/* check_work.c - reads and checks one file, in any thread; see check_run.h */
#include "cli/archive/archive.h"
#include "cli/archive/zip_list.h"
#include "cli/commands/check_run.h"
#include "cli/input/links.h"
#include "cli/jobs/unread.h"

a3d_severity a3d_lowest_used(const a3d_check_run *r, const a3d_job *job)
{
    a3d_severity fail_on = (a3d_severity)job->choices->fail_on;
    return fail_on < r->sink.show ? fail_on : r->sink.show;
}

/* The kind of archive by the input. A zip archive may have a program or damage at its start, so by its name and its end
 * it is known too. */
static int archive_kind(const a3d_job *job)
{
    a3d_zip_list list;
    a3d_archive_kind kind = a3d_archive_kind_of(job->input.data, job->input.size);
    if (kind == A3D_NO_ARCHIVE && a3d_archive_named(job->path) == A3D_ZIP &&
        a3d_zip_find_list(job->input.data, job->input.size, &list))
        kind = A3D_ZIP;
    return (int)kind;
}

/* A member of an archive costs no more than the bytes of the archive allow: it may have been unpacked from very few. */
static void limit_member(a3d_job *job)
{
    a3d_limits *limits = &job->choices->options.limits, by_archive = *limits;
    if (job->member == 0 || job->input.size <= job->outer)
        return;
    a3d_limits_fill(&by_archive, job->outer);
    limits->unpacked = by_archive.unpacked;
    limits->nodes = by_archive.nodes;
}

/* Maps a large file, unless the command writes a result of the same bytes: they might change after the check. */
static const char *read_input(const a3d_check_run *r, a3d_job *job, uint64_t limit)
{
    return r->each == NULL ? a3d_map_input(&job->arena, job->path, limit, &job->input)
                           : a3d_read_input(&job->arena, job->path, limit, &job->input);
}

void a3d_check_job(void *user, a3d_job *job)
{
    const a3d_check_run *r = user;
    a3d_limits limits = job->choices->options.limits;
    a3d_limits_fill(&limits, 0);
    if (job->choices->problem != NULL || job->skipped != NULL || job->limited)
        return;
    if (job->problem == NULL && !job->read)
        job->problem = read_input(r, job, limits.input);
    if (job->problem != NULL)
        job->problem = a3d_unread_reason(job, job->problem);
    if (job->problem != NULL || job->input.too_large)
        return;
    if (job->choices->options.format == NULL)
        job->archive = archive_kind(job);
    if (job->archive != A3D_NO_ARCHIVE)
        return;
    limit_member(job);
    job->choices->options.name = job->path;
    job->choices->options.limits.plan_cache = job->plans;
    job->choices->options.worded = r->form->shows ? a3d_lowest_used(r, job) : A3D_OFF;
    const char *path = job->member > 0 ? "-" : job->path; /* a member has no folder where links could be looked up */
    if (r->cli->links && !a3d_links_in(&job->arena, path, job->within, &job->choices->options.links))
        return;
    job->result = a3d_lint(&job->arena, job->input.data, job->input.size, &job->choices->options);
    a3d_explain_damaged(job);
    if (r->each != NULL && job->result != NULL)
        r->each->work(r->cli, job);
    job->problem = a3d_input_is_cut(&job->input);
    job->choices->options.limits.plan_cache = NULL; /* other threads may use the options from now on */
}
