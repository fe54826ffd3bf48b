/* listed.c - the paths that --files-from names. */
#include "cli/cli.h"
#include "cli/files.h"

#include <string.h>

int a3d_add_listed(a3d_cli *cli)
{
    a3d_input input;
    const char *why = a3d_read_list(cli->arena, cli->files_from, UINT32_MAX, &input);
    if (why != NULL || input.too_large) {
        a3d_complain("--files-from %s: %s", cli->files_from, why != NULL ? why : "too large");
        return A3D_EXIT_UNREADABLE;
    }
    if (input.size == 0)
        return 0;
    char end = memchr(input.data, '\0', input.size) != NULL ? '\0' : '\n';
    const char *p = (const char *)input.data, *stop = p + input.size;
    while (p < stop) {
        const char *next = memchr(p, end, (size_t)(stop - p));
        size_t n = (size_t)((next != NULL ? next : stop) - p);
        a3d_words *words = &cli->operands;
        const char **at = a3d_grow(cli->arena, words->at, &words->cap, words->n + 1, sizeof *at);
        char *path = a3d_arena_text(cli->arena, p, n);
        if (at == NULL || path == NULL) {
            a3d_complain("not enough memory");
            return A3D_EXIT_FAULT;
        }
        words->at = at;
        if (n > 0)
            at[words->n++] = path;
        p += n + 1;
    }
    return 0;
}
