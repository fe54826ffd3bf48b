/* check_walk.c - puts files into the queue, in the main thread; see check_run.h */
#include "cli/archive/archive.h"
#include "cli/commands/check_run.h"
#include "cli/input/walk.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "os/interrupt.h"

#include <string.h>

bool a3d_is_named_like_input(const char *path)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        if (a3d_claims(*f, path))
            return true;
    return a3d_archive_named(path) != A3D_NO_ARCHIVE;
}

bool a3d_run_is_over(void *user)
{
    const a3d_check_run *r = user;
    return r->broken || a3d_interrupted();
}

bool a3d_prepare_job(void *user, a3d_job *job)
{
    const a3d_check_run *r = user;
    job->choices = a3d_arena_alloc(&job->arena, sizeof *job->choices);
    if (job->choices == NULL || !a3d_choices_for(r->configs, &job->arena, job->path, job->member, job->choices))
        return false;
    if (r->each == NULL)
        job->baseline = a3d_baseline_for(r->baselines, &job->arena, job->choices, &job->choices->problem);
    return true;
}

static bool is_config(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, A3D_CONFIG_NAME) == 0;
}


/* Standard input is read before its job is put, because a signal can interrupt only the main thread. */
static void read_stdin(a3d_check_run *r, a3d_job *job)
{
    a3d_limits limits = job->choices->options.limits;
    a3d_limits_fill(&limits, 0);
    a3d_jobs_make_room(r->jobs, job);
    job->problem = a3d_read_input(&job->arena, "-", limits.input, &job->input);
    job->limited = a3d_arena_is_bound(&job->arena);
    if (job->limited)
        job->problem = NULL;
    a3d_arena_excuse(&job->arena);
    job->read = true;
    job->size = job->input.size;
}

/* Puts a file into the queue. */
static bool put_file(void *user, const a3d_walk_entry *entry)
{
    a3d_check_run *r = user;
    if (a3d_run_is_over(r))
        return false;
    if (!entry->named && is_config(entry->path)) {
        r->unread_configs += r->cli->untrusted;
        return true;
    }
    if (!entry->named && a3d_cache_is(r->cache, entry->path))
        return true;
    a3d_job *job = a3d_jobs_take(r->jobs, A3D_LANE_FILES);
    if (job != NULL)
        job->path = a3d_arena_text(&job->arena, entry->path, strlen(entry->path));
    if (job == NULL || job->path == NULL || !a3d_prepare_job(r, job)) {
        a3d_complain("not enough memory");
        a3d_raise_status(r, A3D_EXIT_FAULT);
        return false;
    }
    job->named = entry->named;
    job->within = entry->named ? NULL : r->operand;
    if (entry->passed_over && (entry->whatever_name || !a3d_is_named_like_input(entry->path)))
        job->skipped = entry->problem;
    else
        job->problem = entry->problem != NULL ? entry->problem : job->choices->unreadable;
    job->size = entry->info.size;
    job->cached.before = entry->info;
    if (strcmp(entry->path, "-") == 0 && entry->named)
        read_stdin(r, job);
    if (a3d_interrupted()) {
        a3d_jobs_drop(r->jobs, job);
        return false;
    }
    if (a3d_jobs_is_next(r->jobs, job) && a3d_check_known(r, job))
        a3d_jobs_hand_out(r->jobs, job);
    else
        a3d_jobs_put(r->jobs, job);
    return true;
}

/* Reports .gitignore files that could not be read, like other files. */
static bool put_unread(a3d_check_run *r)
{
    bool on = true;
    const char *why, *path;
    while (on && (path = a3d_unread_gitignore(r->configs, &why)) != NULL)
        on = put_file(r, &(a3d_walk_entry){.path = path, .problem = why});
    return on;
}

static const char *why_excluded(void *user, const char *path, bool folder)
{
    a3d_check_run *r = user;
    const char *why = a3d_why_excluded(r->configs, r->operand, path, folder);
    put_unread(r);
    return why;
}

bool a3d_put_files(a3d_check_run *r, const char *operand)
{
    const a3d_cli *cli = r->cli;
    r->operand = operand;
    if (cli->force_exclude && strcmp(operand, "-") != 0) {
        const char *why = a3d_why_excluded_named(r->configs, operand, a3d_os_is_folder(operand));
        if (!put_unread(r))
            return false;
        if (why != NULL)
            return put_file(r, &(a3d_walk_entry){.path = operand, .problem = why, .passed_over = true,
                                                 .whatever_name = true});
    }
    a3d_walk_links links = cli->untrusted ? A3D_LINKS_NONE : cli->follow ? A3D_LINKS_ALL : A3D_LINKS_INSIDE;
    return a3d_walk(cli->arena, operand, links, put_file, why_excluded, r);
}
