/* confine.c - see confine.h */
#include "cli/commands/confine.h"
#include "cli/input/paths.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "os/sandbox.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 32 };

typedef struct paths {
    a3d_arena *arena;
    const char **at;
    size_t n, cap;
} paths;

static bool add(void *user, const char *path)
{
    paths *list = user;
    const char **at = a3d_grow(list->arena, list->at, &list->cap, list->n + 1, sizeof *at);
    if (at == NULL || path == NULL)
        return false;
    list->at = at;
    at[list->n++] = path;
    return true;
}

/* The index of the repository around a path: what Git tracks is asked for later. */
static bool add_index(paths *list, a3d_configs *configs, const char *path)
{
    const char *index = a3d_git_index_of(configs, path);
    return index == NULL || (list->n > 0 && strcmp(list->at[list->n - 1], index) == 0) || add(list, index);
}

static bool add_folder_of(paths *list, const char *path)
{
    const char *whole = a3d_absolute(list->arena, path);
    const char *folder = whole != NULL ? a3d_folder_of(list->arena, whole) : NULL;
    if (folder != NULL && list->n > 0 && strcmp(list->at[list->n - 1], folder) == 0)
        return true;
    return add(list, folder);
}

/* A file is replaced by another one in its folder, or in that of what it links to. What is there already may be a
 * device, which is written to. */
static bool add_written(paths *writes, const char *path)
{
    char *real = a3d_os_real_path(path);
    char *kept = real != NULL ? a3d_arena_text(writes->arena, real, strlen(real)) : NULL;
    free(real);
    if (kept != NULL && a3d_os_is_folder(kept))
        return add(writes, kept);
    return (kept == NULL || add(writes, kept)) && add_folder_of(writes, kept != NULL ? kept : path);
}

/* edit takes one file, and changes after it. */
static size_t files_of(const a3d_cli *cli)
{
    return strcmp(cli->command, "edit") == 0 && cli->operands.n > 1 ? 1 : cli->operands.n;
}

static bool list_reads(a3d_cli *cli, a3d_configs *configs, paths *reads)
{
    size_t n = files_of(cli);
    bool ok = cli->untrusted || configs == NULL || add(reads, ".");
    if (cli->follow) /* a link may lead anywhere */
        ok = ok && add(reads, "/");
    for (size_t i = 0; ok && i < n; i++) {
        const char *path = cli->operands.at[i];
        /* a rule for each of many files would take longer than to check them */
        ok = n <= FEW || a3d_os_is_folder(path) ? add(reads, path) : add_folder_of(reads, path);
        if (ok && configs != NULL)
            ok = a3d_read_configs(configs, path, add, reads) && add_index(reads, configs, path);
        if (ok && cli->links)
            ok = add_folder_of(reads, path);
    }
    return ok && (cli->baseline == NULL || add(reads, cli->baseline));
}

static bool list_writes(const a3d_cli *cli, paths *writes)
{
    const char *const named[] = {cli->output, cli->write_baseline, cli->extract, cli->cache};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof named / sizeof *named; i++)
        ok = named[i] == NULL || strcmp(named[i], "-") == 0 || add_written(writes, named[i]);
    for (size_t i = 0; ok && i < cli->also.n; i++) { /* FORM=FILE */
        const char *equals = strchr(cli->also.at[i], '=');
        ok = equals == NULL || add_written(writes, equals + 1);
    }
    for (size_t i = 0; ok && cli->in_place && i < cli->operands.n; i++)
        ok = add_written(writes, cli->operands.at[i]);
    return ok;
}

/* The folder of the folder that --extract made, and that is removed again if nothing was found. */
static const char *folder_to_clear(const a3d_cli *cli)
{
    const char *whole = cli->extract_made ? a3d_absolute(cli->arena, cli->extract) : NULL;
    return whole != NULL ? a3d_folder_of(cli->arena, whole) : NULL;
}

int a3d_confine(a3d_cli *cli, a3d_configs *configs)
{
    paths reads = {.arena = cli->arena}, writes = {.arena = cli->arena};
    if (cli->no_sandbox || cli->run_while != NULL)
        return 0;
    if (!list_reads(cli, configs, &reads) || !list_writes(cli, &writes)) {
        if (cli->arena->refused)
            return a3d_complain_memory(cli->arena, NULL);
        a3d_complain("the current folder cannot be found");
        return A3D_EXIT_FAULT;
    }
    const char *lacks;
    a3d_sandbox_enter(&(a3d_sandbox){reads.at, reads.n, writes.at, writes.n, folder_to_clear(cli)}, &lacks);
    if (lacks == NULL)
        return 0;
    a3d_complain("the sandbox cannot be entered: %s", lacks);
    return A3D_EXIT_FAULT;
}
