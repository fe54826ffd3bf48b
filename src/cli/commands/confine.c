/* confine.c - see confine.h */
#include "cli/commands/confine.h"
#include "cli/archive/archive.h"
#include "cli/input/paths.h"
#include "cli/output/complain.h"
#include "os/sandbox.h"

#include <string.h>

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

static const char *folder_of(a3d_arena *arena, const char *path)
{
    const char *whole = a3d_absolute(arena, path);
    return whole != NULL ? a3d_folder_of(arena, whole) : NULL;
}

static bool list_reads(a3d_cli *cli, a3d_configs *configs, paths *reads)
{
    bool ok = cli->untrusted || add(reads, ".");
    for (size_t i = 0; ok && i < cli->operands.n; i++) {
        const char *path = cli->operands.at[i];
        ok = add(reads, path) && a3d_read_configs(configs, path, add, reads);
        if (ok && cli->links)
            ok = add(reads, folder_of(cli->arena, path));
    }
    return ok && (cli->baseline == NULL || add(reads, cli->baseline));
}

bool a3d_confine(a3d_cli *cli, a3d_configs *configs)
{
    paths reads = {.arena = cli->arena}, writes = {.arena = cli->arena};
    if (cli->no_sandbox || strcmp(cli->command, "check") != 0)
        return true;
    if (!list_reads(cli, configs, &reads) ||
        (cli->write_baseline != NULL && !add(&writes, folder_of(cli->arena, cli->write_baseline)))) {
        a3d_complain("not enough memory");
        return false;
    }
    a3d_archive_load();
    a3d_sandbox_enter(&(a3d_sandbox){reads.at, reads.n, writes.at, writes.n});
    return true;
}
