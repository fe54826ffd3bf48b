/* path_list.c - see path_list.h */
#include "cli/input/path_list.h"
#include "base/utf8.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"

#include <string.h>

/* LARGEST: of a list, in bytes. MOST: paths in it. LONGEST: bytes of a path; no system takes a longer one, and a file
 * without line ends is no list. */
enum { LARGEST = 64 << 20, MOST = 4 << 20, LONGEST = 32 << 10 };

/* Whether every line ends with CR LF (the last one may have no end). Otherwise a CR is part of a path. */
static bool has_crlf(const char *p, const char *stop)
{
    bool all = memchr(p, '\n', (size_t)(stop - p)) != NULL;
    for (const char *end; all && (end = memchr(p, '\n', (size_t)(stop - p))) != NULL; p = end + 1)
        all = end > p && end[-1] == '\r';
    return all;
}

/* Adds the path of a line. */
static int add_path(a3d_cli *cli, const char *line, size_t length, size_t number)
{
    a3d_strings *words = &cli->operands;
    if (length > LONGEST) {
        a3d_complain("--files-from %s: line %zu is longer than a path can be (%zu bytes)", cli->files_from, number,
                     length);
        return A3D_EXIT_USAGE;
    }
    if (words->n >= MOST) {
        a3d_complain("--files-from %s: more than %d paths; split the list", cli->files_from, MOST);
        return A3D_EXIT_LIMITED;
    }
    const char **at = a3d_grow(cli->arena, words->at, &words->cap, words->n + 1, sizeof *at);
    words->at = at != NULL ? at : words->at;
    char *path = at != NULL ? a3d_arena_text(cli->arena, line, length) : NULL;
    if (path == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    a3d_os_use_slashes(path);
    at[words->n++] = path;
    return 0;
}

static int add_lines(a3d_cli *cli, const char *p, const char *stop, char end)
{
    size_t cr = end == '\n' && has_crlf(p, stop);
    int status = 0;
    for (size_t number = 1; status == 0 && p < stop; number++) {
        const char *next = memchr(p, end, (size_t)(stop - p));
        size_t n = (size_t)((next != NULL ? next : stop) - p), length = next != NULL ? n - cr : n;
        if (length > 0)
            status = add_path(cli, p, length, number);
        p += n + 1;
    }
    return status;
}

int a3d_add_listed(a3d_cli *cli)
{
    a3d_input input;
    const char *why = a3d_read_list(cli->arena, cli->files_from, LARGEST, &input);
    if (why != NULL || input.too_large) {
        a3d_complain("--files-from %s: %s", cli->files_from, why != NULL ? why : "larger than 64 MiB; split the list");
        return why != NULL ? A3D_EXIT_UNREADABLE : A3D_EXIT_LIMITED;
    }
    if (input.size == 0)
        return 0;
    if (input.size >= 2 && (memcmp(input.data, "\xff\xfe", 2) == 0 || memcmp(input.data, "\xfe\xff", 2) == 0)) {
        a3d_complain("--files-from %s: is UTF-16; UTF-8 is read", cli->files_from);
        return A3D_EXIT_USAGE;
    }
    char end = memchr(input.data, '\0', input.size) != NULL ? '\0' : '\n';
    const char *p = (const char *)input.data, *stop = p + input.size;
    return add_lines(cli, p + a3d_utf8_mark(p, input.size), stop, end);
}
