/* exclude.c - see exclude.h */
#include "cli/config/exclude.h"
#include "base/drives.h"
#include "base/text.h"
#include "cli/input/paths.h"
#include "os/files.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

static bool is_absolute(const char *pattern)
{
    return a3d_os_has_drives() && a3d_begins_with_drive(pattern);
}

const char *a3d_next_pattern(const char **rest, size_t *n)
{
    const char *p = *rest;
    while (is_blank(*p))
        p++;
    const char *end = p;
    unsigned braces = 0;
    bool set = false, escapes = !is_absolute(p);
    for (; *end != '\0' && (*end != ',' || braces > 0 || set); end++) {
        if (*end == '\\' && end[1] != '\0')
            end += escapes;
        else if (*end == '[' || *end == ']')
            set = *end == '[';
        else if (*end == '{')
            braces++;
        else if (*end == '}' && braces > 0)
            braces--;
    }
    *rest = end;
    while (end > p && is_blank(end[-1]))
        end--;
    *n = (size_t)(end - p);
    return *n > 0 ? p : NULL;
}

/* The pattern of absolute paths that begins with a drive. */
static const a3d_glob *absolute_glob(a3d_arena *arena, const char *pattern, size_t n, const char **why)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    a3d_put_drive_pattern(&t, pattern, n);
    const a3d_glob *glob = t.failed ? NULL : a3d_glob_make(arena, t.data, t.size, why);
    a3d_text_free(&t);
    return glob;
}

const char *a3d_exclude_add(a3d_arena *arena, a3d_excludes *to, const char *pattern, size_t n)
{
    const char *why = "not enough memory";
    if (n == 0)
        return "a pattern is missing";
    bool absolute = is_absolute(pattern);
    if (!absolute && a3d_glob_has_backslashes(pattern, n))
        return "folders are separated by /, not by \\; a * itself is [*]";
    const a3d_glob *glob =
        absolute ? absolute_glob(arena, pattern, n, &why) : a3d_glob_make(arena, pattern, n, &why);
    if (glob == NULL)
        return why;
    a3d_exclude *at = a3d_grow(arena, to->at, &to->cap, to->n + 1, sizeof *at);
    if (at == NULL)
        return "not enough memory";
    to->at = at;
    at[to->n++] = (a3d_exclude){glob, absolute, false};
    return NULL;
}

/* The path with a slash at its end; NULL when memory ran out. */
static const char *as_folder(a3d_arena *arena, const char *relative)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    a3d_printf(&t, "%s/", relative);
    const char *kept = t.failed ? NULL : a3d_arena_text(arena, t.data, t.size);
    a3d_text_free(&t);
    return kept;
}

static bool fits(a3d_arena *arena, const a3d_glob *glob, const char *relative, const char *with_slash)
{
    return a3d_glob_fits(arena, glob, relative) || (with_slash != NULL && a3d_glob_fits(arena, glob, with_slash));
}

/* Whether a pattern of absolute paths matches one. */
static bool fits_whole(a3d_arena *arena, const a3d_glob *glob, const char *path, bool folder)
{
    const char *relative = path + (path[0] == '/');
    return fits(arena, glob, relative, folder ? as_folder(arena, relative) : NULL);
}

size_t a3d_excludes_fit(a3d_arena *arena, a3d_excludes *these, const char *from, const char *named, const char *path,
                        bool folder)
{
    if (these->n == 0)
        return 0;
    const char *relative = a3d_relative_path(arena, from, path);
    const char *with_slash = folder && relative != NULL ? as_folder(arena, relative) : NULL;
    bool below = strcmp(from, named) != 0 && a3d_is_inside(from, named);
    const char *top = below ? a3d_relative_path(arena, from, named) : NULL;
    const char *top_with_slash = top != NULL ? as_folder(arena, top) : NULL;
    size_t first = 0;
    for (size_t i = 0; relative != NULL && i < these->n; i++) {
        const a3d_glob *glob = these->at[i].glob;
        bool absolute = these->at[i].absolute;
        bool found = absolute ? fits_whole(arena, glob, path, folder) : fits(arena, glob, relative, with_slash);
        bool wanted = absolute ? found && fits_whole(arena, glob, named, true)
                               : found && top != NULL && fits(arena, glob, top, top_with_slash);
        these->at[i].matched |= found;
        if (found && !wanted && first == 0)
            first = i + 1;
    }
    return first;
}
