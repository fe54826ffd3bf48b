/* git_config.c - see git_config.h */
#include "cli/input/git_config.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Moves *p after the blanks at it. */
static void skip(const char **p, const char *end)
{
    while (*p < end && is_blank(**p))
        ++*p;
}

/* Whether a word is at *p, in letters of any case and followed by no other letter; moves *p after it and the blanks
 * there. */
static bool take(const char **p, const char *end, const char *word)
{
    const char *at = *p;
    for (; *word != '\0' && at < end && (*at >= 'A' && *at <= 'Z' ? *at | 0x20 : *at) == *word; word++)
        at++;
    char next = at < end ? (char)(*at | 0x20) : '\0';
    if (*word != '\0' || (next >= 'a' && next <= 'z'))
        return false;
    skip(&at, end);
    *p = at;
    return true;
}

/* The value of a setting after its name; a name alone is true. */
static bool is_true(const char *p, const char *end)
{
    if (p == end || *p == '#' || *p == ';')
        return true;
    if (*p++ != '=')
        return false;
    skip(&p, end);
    return take(&p, end, "true") || take(&p, end, "yes") || take(&p, end, "on") || take(&p, end, "1");
}

bool a3d_git_ignores_case(const char *data, size_t size)
{
    bool core = false, found = false;
    for (const char *p = data, *stop = data + size; p < stop;) {
        const char *next = memchr(p, '\n', (size_t)(stop - p)), *end = next != NULL ? next : stop;
        skip(&p, end);
        if (p < end && *p == '[') {
            p++;
            core = take(&p, end, "core") && p < end && *p == ']';
            p += core;
            skip(&p, end);
        }
        if (core && take(&p, end, "ignorecase"))
            found = is_true(p, end);
        p = end + 1;
    }
    return found;
}
