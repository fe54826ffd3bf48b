/* check_work.c - reads and checks one file, in any thread; see check_run.h */
#include "cli/archive/archive.h"
#include "cli/archive/zip_list.h"
#include "cli/commands/check_run.h"
#include "cli/commands/reports.h"
#include "cli/input/links.h"
#include "cli/jobs/members.h"
#include "cli/jobs/unread.h"
#include "os/mapped.h"

/* Smaller files take little memory anyway. */
#ifndef SPARSE_FROM
enum { SPARSE_FROM = 256 << 10 };
#endif

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

/* Maps a large file, unless the command writes a result of the same bytes, or keeps one under their hash: they might
 * change after the check, or during it. */
static const char *read_input(const a3d_check_run *r, a3d_job *job, uint64_t limit)
{
    return r->each == NULL && r->cache == NULL ? a3d_map_input(&job->arena, job->path, limit, &job->input)
                           : a3d_read_input(&job->arena, job->path, limit, &job->input);
}

/* Completes the settings of a job whose input is read, or not read yet. */
static void complete_settings(const a3d_check_run *r, a3d_job *job)
{
    limit_member(job);
    job->choices->options.name = job->path;
    bool shows = r->form->shows && a3d_also_shows(r->also);
    job->choices->options.limits.sparse_from = r->findings ? SPARSE_FROM : 0;
    job->choices->options.worded = shows ? a3d_lowest_used(r, job) : A3D_OFF;
}

/* Reads the file of a job and says what is in its way. False if nothing is left to be checked. */
static bool read_job(const a3d_check_run *r, a3d_job *job)
{
    a3d_limits limits = job->choices->options.limits;
    a3d_limits_fill(&limits, 0);
    if (job->problem == NULL && !job->read)
        job->problem = read_input(r, job, limits.input);
    if (job->problem != NULL)
        job->problem = a3d_unread_reason(job, job->problem);
    if (job->problem != NULL || job->input.too_large)
        return false;
    if (job->choices->options.format == NULL)
        job->archive = archive_kind(job);
    return job->archive == A3D_NO_ARCHIVE;
}

static void check(const a3d_check_run *r, a3d_job *job)
{
    a3d_options *options = &job->choices->options;
    const char *path = job->member > 0 ? "-" : job->path; /* a member has no folder where links could be looked up */
    if (r->cli->links && !a3d_links_in(&job->arena, path, job->within, &options->links))
        return;
    options->limits.plan_cache = job->plans;
    options->limits.set_aside = job->input.mapped ? a3d_map_set_aside : NULL;
    job->result = a3d_lint(&job->arena, job->input.data, job->input.size, options);
    if (r->each != NULL && job->result != NULL)
        r->each->work(r->cli, job);
    job->problem = a3d_input_is_cut(&job->input);
    options->limits.set_aside = NULL;
    options->limits.plan_cache = NULL; /* other threads may use the options from now on */
}

static bool find_unread(const a3d_check_run *r, a3d_job *job, size_t most)
{
    if (r->cache == NULL || job->problem != NULL || job->read || !a3d_cache_find_unread(r->cache, job, most))
        return false;
    a3d_explain_damaged(job);
    return true;
}

bool a3d_check_known(const a3d_check_run *r, a3d_job *job)
{
    enum { FEW = 16 << 10 };
    if (r->cache == NULL || job->choices->problem != NULL || job->skipped != NULL)
        return false;
    complete_settings(r, job);
    return find_unread(r, job, FEW);
}

void a3d_check_job(void *user, a3d_job *job)
{
    const a3d_check_run *r = user;
    if (job->choices->problem != NULL || job->skipped != NULL || job->limited ||
        a3d_member_is_over(job))
        return;
    complete_settings(r, job);
    if (find_unread(r, job, SIZE_MAX))
        return;
    if (!read_job(r, job))
        return;
    if (!a3d_cache_find_read(r->cache, job))
        check(r, job);
    a3d_cache_checked(r->cache, job);
    a3d_explain_damaged(job);
}
