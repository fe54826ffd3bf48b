/* path_list.c - see path_list.h */
#include "cli/input/path_list.h"
#include "base/utf8.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"

#include <string.h>

/* Whether every line ends with CR LF (the last one may have no end). Otherwise a CR is part of a path. */
static bool has_crlf(const char *p, const char *stop)
{
    bool all = memchr(p, '\n', (size_t)(stop - p)) != NULL;
    for (const char *end; all && (end = memchr(p, '\n', (size_t)(stop - p))) != NULL; p = end + 1)
        all = end > p && end[-1] == '\r';
    return all;
}

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
    if (input.size >= 2 && (memcmp(input.data, "\xff\xfe", 2) == 0 || memcmp(input.data, "\xfe\xff", 2) == 0)) {
        a3d_complain("--files-from %s: is UTF-16; UTF-8 is read", cli->files_from);
        return A3D_EXIT_USAGE;
    }
    char end = memchr(input.data, '\0', input.size) != NULL ? '\0' : '\n';
    const char *p = (const char *)input.data, *stop = p + input.size;
    p += a3d_utf8_mark(p, input.size);
    size_t cr = end == '\n' && has_crlf(p, stop);
    while (p < stop) {
        const char *next = memchr(p, end, (size_t)(stop - p));
        size_t n = (size_t)((next != NULL ? next : stop) - p);
        a3d_strings *words = &cli->operands;
        const char **at = a3d_grow(cli->arena, words->at, &words->cap, words->n + 1, sizeof *at);
        size_t length = next != NULL ? n - cr : n;
        char *path = a3d_arena_text(cli->arena, p, length);
        if (at == NULL || path == NULL) {
            a3d_complain("not enough memory");
            return A3D_EXIT_FAULT;
        }
        words->at = at;
        if (length > 0)
            at[words->n++] = path;
        p += n + 1;
    }
    return 0;
}
