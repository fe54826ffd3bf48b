/* exclude.c - see exclude.h */
#include "cli/config/exclude.h"
#include "base/text.h"
#include "cli/input/paths.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

const char *a3d_next_pattern(const char **rest, size_t *n)
{
    const char *p = *rest;
    while (is_blank(*p))
        p++;
    const char *end = p;
    unsigned braces = 0;
    bool set = false;
    for (; *end != '\0' && (*end != ',' || braces > 0 || set); end++) {
        if (*end == '\\' && end[1] != '\0')
            end++;
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

const char *a3d_exclude_add(a3d_arena *arena, a3d_excludes *to, const char *pattern, size_t n)
{
    const char *why = "not enough memory";
    const a3d_glob *glob = n > 0 ? a3d_glob_make(arena, pattern, n, &why) : NULL;
    if (n == 0)
        return "a pattern is missing";
    if (glob == NULL)
        return why;
    const a3d_glob **at = a3d_grow(arena, to->at, &to->cap, to->n + 1, sizeof *at);
    if (at == NULL)
        return "not enough memory";
    to->at = at;
    at[to->n++] = glob;
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

size_t a3d_excludes_fit(a3d_arena *arena, const a3d_excludes *these, const char *from, const char *named,
                        const char *path, bool folder)
{
    if (these->n == 0)
        return 0;
    const char *relative = a3d_relative_path(arena, from, path);
    const char *with_slash = folder && relative != NULL ? as_folder(arena, relative) : NULL;
    bool below = strcmp(from, named) != 0 && a3d_is_inside(from, named);
    const char *top = below ? a3d_relative_path(arena, from, named) : NULL;
    const char *top_with_slash = top != NULL ? as_folder(arena, top) : NULL;
    for (size_t i = 0; relative != NULL && i < these->n; i++)
        if (fits(arena, these->at[i], relative, with_slash) &&
            (top == NULL || !fits(arena, these->at[i], top, top_with_slash)))
            return i + 1;
    return 0;
}
