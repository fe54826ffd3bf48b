/* cache.c - opens a cache and looks results up; see cache.h */
#include "cli/archive/archive.h"
#include "cli/cache/parts.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/input/paths.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "report/common/again.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 86400 };

/* ---- opening ---- */

static int refuse(const char *path, const char *why)
{
    a3d_complain("--cache %s: %s", path, why);
    return A3D_EXIT_USAGE;
}

/* Reads the file, if it exists. */
static int read_file(a3d_cache *c)
{
    a3d_os_info info;
    a3d_input input;
    if (strcmp(c->path, "-") == 0)
        return refuse(c->path, "a cache needs a file of its own");
    if (!a3d_os_info_of(c->path, &info))
        return errno == ENOENT ? 0 : refuse(c->path, strerror(errno));
    const char *why = a3d_read_input(c->cli->arena, c->path, A3D_CACHE_MOST, &input);
    if (why != NULL)
        return refuse(c->path, why);
    a3d_cache_read read = input.too_large ? A3D_CACHE_FOREIGN
                                          : a3d_cache_image_read(&c->image, input.data, input.size);
    if (read == A3D_CACHE_FOREIGN)
        return refuse(c->path, "is not a cache of a3dlint; name another file");
    if (read == A3D_CACHE_DAMAGED)
        a3d_complain("%s: the cache is damaged; it is not used, and replaced at the end of the run", c->path);
    return 0;
}

/* Strangers who can write a cache decide what is reported. */
static bool is_theirs(const a3d_cli *cli)
{
    char *path = a3d_absolute(cli->arena, cli->cache);
    char *folder = path != NULL ? a3d_os_real_path(a3d_folder_of(cli->arena, path)) : NULL;
    bool theirs = false;
    for (size_t i = 0; folder != NULL && !theirs && i < cli->operands.n; i++) {
        char *checked = a3d_os_real_path(cli->operands.at[i]);
        theirs = checked != NULL && checked[0] == '/' && a3d_is_inside(checked, folder);
        if (theirs)
            a3d_complain("--cache %s: is inside %s, whose files are from strangers (--untrusted)", cli->cache,
                         cli->operands.at[i]);
        free(checked);
    }
    free(folder);
    return theirs;
}

static int refuse_memory(void)
{
    a3d_complain("not enough memory");
    return A3D_EXIT_FAULT;
}

int a3d_cache_begin(a3d_cli *cli, bool serves, a3d_cache **cache)
{
    *cache = NULL;
    if (cli->cache == NULL || cli->links)
        return 0;
    if (cli->untrusted && is_theirs(cli))
        return A3D_EXIT_USAGE;
    a3d_cache *c = a3d_arena_alloc(cli->arena, sizeof *c);
    if (c == NULL)
        return refuse_memory();
    c->cli = cli;
    c->path = cli->cache;
    c->serves = serves;
    c->begun = a3d_cache_now();
    c->today = (uint32_t)(c->begun / INT64_C(1000000000) / DAY);
    int status = read_file(c);
    c->used = a3d_arena_alloc(cli->arena, c->image.n + 1);
    if (status != 0 || c->used == NULL)
        return status != 0 ? status : refuse_memory();
    a3d_cache_know_program(c);
    if (!cli->untrusted) /* a tree of strangers may have an index of theirs */
        a3d_cache_find_trees(c);
    *cache = c;
    return 0;
}

bool a3d_cache_is(const a3d_cache *cache, const char *path)
{
    if (cache == NULL)
        return false;
    const char *slash = strrchr(path, '/'), *own = strrchr(cache->path, '/');
    bool named = strcmp(slash != NULL ? slash + 1 : path, own != NULL ? own + 1 : cache->path) == 0;
    return named && a3d_is_same_file(path, cache->path);
}

/* ---- looking up, in any thread ---- */

/* Takes the result that a key leads to, if it has at most `most` bytes. False if the cache has none, or none that is
 * sound. */
static bool take(const a3d_cache *c, a3d_job *job, unsigned kind, size_t most)
{
    a3d_cache_entry entry;
    a3d_cached *k = &job->cached;
    const a3d_result *result = NULL;
    size_t at = c->serves && k->has[kind] ? a3d_cache_image_find(&c->image, &k->keys[kind]) : SIZE_MAX;
    if (at == SIZE_MAX)
        return false;
    bool inside = a3d_cache_image_entry(&c->image, at, &entry);
    if (inside && entry.size > most)
        return false;
    if (inside)
        result = a3d_again_read(&job->arena, entry.record, entry.size, job->choices->options.n_levels);
    if (result == NULL && !job->arena.refused)
        ((a3d_cache *)c)->damaged = true;
    if (result == NULL)
        return false;
    job->result = result;
    k->entry = at;
    k->found = k->known[kind] = true;
    return true;
}

bool a3d_cache_find_unread(const a3d_cache *c, a3d_job *job, size_t most)
{
    const a3d_cached *k = &job->cached;
    if (c == NULL || job->member > 0 || k->before.changed == 0)
        return false;
    a3d_cache_make_key(c, job, A3D_BY_GIT);
    if (!k->has[A3D_BY_GIT] && a3d_cache_is_settled(&k->before, c->begun))
        a3d_cache_make_key(c, job, A3D_BY_STATE);
    return take(c, job, k->has[A3D_BY_GIT] ? A3D_BY_GIT : A3D_BY_STATE, most);
}

bool a3d_cache_find_read(const a3d_cache *c, a3d_job *job)
{
    if (c == NULL)
        return false;
    a3d_cache_make_key(c, job, A3D_BY_CONTENT);
    return take(c, job, A3D_BY_CONTENT, SIZE_MAX);
}

void a3d_cache_checked(const a3d_cache *c, a3d_job *job)
{
    a3d_os_info after;
    a3d_cached *k = &job->cached;
    if (c == NULL || (!k->has[A3D_BY_STATE] && !k->has[A3D_BY_GIT]))
        return;
    if (!a3d_os_info_of(job->path, &after) || !a3d_cache_same_state(&k->before, &after))
        k->has[A3D_BY_STATE] = k->has[A3D_BY_GIT] = false;
}
