/* ini.c - reads the lines of a configuration file
 *
 * A line is [PATTERN], NAME = VALUE or NAME: VALUE, a comment after ; or #, or empty. After a space, ; begins a comment
 * anywhere in a line. Space around names and values does not count. */
#include "base/amount.h"
#include "base/utf8.h"
#include "cli/config/config.h"

#include <string.h>

enum { MOST_MISTAKES = 10 }; /* that are reported */

typedef struct lines {
    a3d_config_reader *r;
    const char *at, *end;
    bool bad; /* the current line */
    size_t mistakes;
    unsigned first; /* the line of the first one */
} lines;

static bool fail(lines *l, const char *why)
{
    a3d_puts(l->r->problem, why);
    l->bad = true;
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The end of the name of a section: the first ] that does not belong to a set like [a-z]. One that begins a set, as in
 * []a] and [!]a], does not end it. */
static const char *section_end(const char *p, const char *end)
{
    const char *set = NULL; /* where the first character of a set is */
    for (; p < end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '[' && set == NULL)
            set = p + 1 + (p + 1 < end && p[1] == '!');
        else if (*p == ']' && set == NULL)
            return p;
        else if (*p == ']' && p > set)
            set = NULL;
    }
    return NULL;
}

static bool take_section(lines *l, const char *line, const char *end)
{
    const char *close = section_end(line + 1, end);
    if (close == NULL)
        return fail(l, end[-1] == ']' && end[-2] == '\\'
                           ? "a section is [PATTERN]; its ] is missing, since \\ escapes it; folders are separated by /"
                           : "a section is [PATTERN]; its ] is missing");
    const char *rest = close + 1;
    while (rest < end && is_space(*rest))
        rest++;
    if (rest < end && *rest != ';' && *rest != '#')
        return fail(l, "only a comment may follow [PATTERN]");
    l->bad = !a3d_config_section(l->r, line + 1, (size_t)(close - line - 1));
    return !l->bad;
}

/* Where the comment of a line begins, or its end. */
static const char *comment_of(const char *line, const char *end)
{
    for (const char *p = line; p < end; p++)
        if (*p == ';' && p > line && is_space(p[-1]))
            return p;
    return end;
}

/* A copy without the space around it. */
static const char *trimmed(lines *l, const char *p, const char *end)
{
    while (p < end && is_space(*p))
        p++;
    while (end > p && is_space(end[-1]))
        end--;
    const char *copy = a3d_arena_text(l->r->arena, p, (size_t)(end - p));
    if (copy == NULL)
        fail(l, "not enough memory");
    return copy;
}

static bool take_pair(lines *l, const char *line, const char *end)
{
    const char *stop = comment_of(line, end), *equals = line;
    while (equals < stop && *equals != '=' && *equals != ':')
        equals++;
    if (equals == stop)
        return fail(l, "a line is [PATTERN], NAME = VALUE, or a comment after ; or #");
    const char *name = trimmed(l, line, equals), *value = name != NULL ? trimmed(l, equals + 1, stop) : NULL;
    l->bad = value == NULL || !a3d_config_add(l->r, name, value);
    return !l->bad;
}

static bool take_line(lines *l, const char *line, const char *end)
{
    if (memchr(line, '\0', (size_t)(end - line)) != NULL)
        return fail(l, "there is a NUL byte in this line");
    while (line < end && is_space(*line))
        line++;
    if (line == end || *line == ';' || *line == '#')
        return true;
    return *line == '[' ? take_section(l, line, end) : take_pair(l, line, end);
}

bool a3d_config_lines(a3d_config_reader *r, const char *data, size_t size)
{
    lines l = {.r = r, .at = data, .end = data + size};
    l.at += a3d_utf8_mark(data, size);
    while (l.at < l.end && !r->arena->refused) {
        const char *line = l.at, *end = memchr(line, '\n', (size_t)(l.end - line));
        size_t before = r->problem->size;
        l.at = end != NULL ? end + 1 : l.end;
        r->line++;
        if (l.mistakes > 0)
            a3d_printf(r->problem, "; line %u: ", r->line);
        l.bad = false;
        take_line(&l, line, end != NULL ? end : l.end);
        if (l.bad && l.mistakes++ == 0)
            l.first = r->line;
        if (!l.bad || l.mistakes > MOST_MISTAKES)
            r->problem->size = before;
    }
    if (l.mistakes > MOST_MISTAKES)
        a3d_printf(r->problem, "; and %s", a3d_amount_of(l.mistakes - MOST_MISTAKES, "more mistake").text);
    r->line = l.mistakes > 0 ? l.first : r->line;
    return l.mistakes == 0;
}
