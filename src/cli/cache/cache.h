/* cache.h - results of earlier runs, so that an unchanged file costs a look-up (check --cache)
 *
 * A result is found by one of three keys. Each is a hash of all that can change it: this program, the settings for the
 * file, the extension of its name, and what is known of its content. That is what git says of the file, or else what
 * the system says of it (device, number, size and times), or the content itself. What the system says is only used for
 * files that lay unchanged for some seconds when they were read: a later change then has another time.
 *
 * A kept result can be reported in all forms but those that show more than findings (report/common/again.h). For
 * those, files are checked as without a cache, and their results are kept. */
#ifndef A3D_CLI_CACHE_CACHE_H
#define A3D_CLI_CACHE_CACHE_H

#include "cli/jobs/jobs.h"
#include "cli/options/cli.h"

typedef struct a3d_cache a3d_cache;

/* Opens the cache of the command line; *cache is NULL if it names none. `serves` says that the report can do with kept
 * results. A damaged file is complained about and not used. Returns 0, or an exit status after a message. */
int a3d_cache_begin(a3d_cli *cli, bool serves, a3d_cache **cache);

/* Whether a path found in a folder is the file of the cache. */
bool a3d_cache_is(const a3d_cache *cache, const char *path);

/* For all functions below, the cache may be NULL. The next three work on a job with complete settings, in any thread.
 *
 * find_unread: before the file is read. True if the job has got a kept result, which has at most `most` bytes.
 * find_read: the same when job->input is its content.
 * checked: the file is not read any more. */
bool a3d_cache_find_unread(const a3d_cache *cache, a3d_job *job, size_t most);
bool a3d_cache_find_read(const a3d_cache *cache, a3d_job *job);
void a3d_cache_checked(const a3d_cache *cache, a3d_job *job);

/* Keeps the result of a job, or notes that it was used. Only the main thread calls it. */
void a3d_cache_keep(a3d_cache *cache, const a3d_job *job);

/* Writes the file, with what other runs have added meanwhile. Returns 0, or an exit status after a message. */
int a3d_cache_end(a3d_cache *cache);

#endif
