/* ini.c - reads the lines of a configuration file with inih
 *
 * inih ends the name of a section at the first ] or after 49 characters, takes an indented line as more of the value
 * before it, and cuts long lines in two. So the function that feeds it lines removes indentation, rejects lines that
 * are too long, and reads the names of sections itself. */
#include "base/utf8.h"
#include "cli/config/config.h"

#include <string.h>

#ifdef A3D_WITH_INIH
#include <ini.h>

typedef struct lines {
    a3d_config_reader *r;
    const char *at, *end;
    bool bad;
} lines;

static bool fail(lines *l, const char *why)
{
    a3d_puts(l->r->problem, why);
    l->bad = true;
    return false;
}

/* The end of the name of a section: the first ] that does not belong to a set like [a-z]. */
static const char *section_end(const char *p, const char *end)
{
    for (bool set = false; p < end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '[' && !set)
            set = true;
        else if (*p == ']' && !set)
            return p;
        else if (*p == ']' && p[-1] != '[' && !(p[-1] == '!' && p[-2] == '['))
            set = false;
    }
    return NULL;
}

static bool take_section(lines *l, const char *line, const char *end)
{
    const char *close = section_end(line + 1, end);
    if (close == NULL)
        return fail(l, "a section is [PATTERN]; its ] is missing");
    const char *rest = close + 1;
    while (rest < end && (*rest == ' ' || *rest == '\t' || *rest == '\r'))
        rest++;
    if (rest < end && *rest != ';' && *rest != '#')
        return fail(l, "only a comment may follow [PATTERN]");
    l->bad = !a3d_config_section(l->r, line + 1, (size_t)(close - line - 1));
    return !l->bad;
}

/* inih calls this for the next line; NULL ends the file. A section is passed on under a short name that inih can
 * hold. */
static char *next_line(char *to, int room, void *user)
{
    lines *l = user;
    if (l->bad || l->at == l->end)
        return NULL;
    l->r->line++;
    const char *line = l->at, *end = memchr(line, '\n', (size_t)(l->end - line));
    l->at = end != NULL ? end + 1 : l->end;
    size_t n = (size_t)((end != NULL ? end : l->end) - line);
    for (; n > 0 && (*line == ' ' || *line == '\t'); line++)
        n--;
    if (n > 0 && memchr(line, '\0', n) != NULL)
        return fail(l, "there is a NUL byte in this line"), NULL;
    if (n > 0 && *line == '[') {
        if (!take_section(l, line, line + n))
            return NULL;
        line = "[section]";
        n = strlen(line);
    } else if (n > 0 && (*line == ';' || *line == '#')) {
        n = 0;
    }
    if (n + 3 > (size_t)room) {
        a3d_printf(l->r->problem, "a line may have %d bytes, this one has %zu", room - 3, n);
        l->bad = true;
        return NULL;
    }
    memcpy(to, line, n);
    memcpy(to + n, "\n", 2);
    return to;
}

static int take_pair(void *user, const char *section, const char *name, const char *value)
{
    lines *l = user;
    (void)section;
    if (!l->bad)
        l->bad = !a3d_config_add(l->r, name, value);
    return !l->bad;
}

bool a3d_config_lines(a3d_config_reader *r, const char *data, size_t size)
{
    lines l = {r, data, data + size, false};
    l.at += a3d_utf8_mark(data, size);
    int bad = ini_parse_stream(next_line, &l, take_pair, &l);
    if (bad != 0 && !l.bad) {
        r->line = bad > 0 ? (unsigned)bad : 0;
        fail(&l, bad > 0 ? "a line is [PATTERN], NAME = VALUE, or a comment after ; or #" : "not enough memory");
    }
    return !l.bad;
}

#else

bool a3d_config_lines(a3d_config_reader *r, const char *data, size_t size)
{
    (void)data;
    (void)size;
    a3d_puts(r->problem, "this a3dlint was built without inih (libinih-dev), so it cannot read configuration files; "
                         "--no-config goes on without");
    return false;
}

#endif
