/* ignore_list.c - see ignore_list.h */
#include "cli/input/ignore_list.h"
#include "base/utf8.h"
#include "base/wild.h"

#include <string.h>

enum { MOST = 10000 }; /* patterns of a file */

/* Removes spaces at the end, but not one after a backslash. A pattern that ends with a backslash keeps them: it matches
 * nothing. */
static void trim(char *text)
{
    char *end = text;
    for (char *p = text; *p != '\0'; p++) {
        bool space = *p == ' ';
        if (*p == '\\' && *++p == '\0')
            return;
        if (!space)
            end = p + 1;
    }
    *end = '\0';
}

/* Makes the pattern of a line, which may be changed. NULL, or why it is refused. */
static const char *add_line(a3d_arena *arena, a3d_ignore_list *list, char *text, unsigned number)
{
    a3d_ignore_line line = {.number = number, .fold = list->fold, .negative = text[0] == '!'};
    text += line.negative;
    size_t n = strlen(text);
    if (n > A3D_WILD_LONGEST)
        return "a pattern may have 1024 bytes, this one has more";
    if (list->n == MOST)
        return "more than 10,000 patterns";
    line.folders = n > 0 && text[n - 1] == '/';
    if (line.folders)
        text[n - 1] = '\0';
    line.name = strchr(text, '/') == NULL;
    text += !line.name && text[0] == '/';
    line.text = text;
    line.n = a3d_wild_plain(text);
    /* a pattern for names has no beginning of its own: Git matches it as a whole */
    if (text[line.n] != '\0' && line.name)
        line.n = 0;
    if (text[line.n] != '\0' && (line.rest = a3d_wild_make(arena, text + line.n, list->fold)) == NULL)
        return "not enough memory";
    a3d_ignore_line *at = a3d_grow(arena, list->at, &list->cap, list->n + 1, sizeof *at);
    if (at == NULL)
        return "not enough memory";
    list->at = at;
    at[list->n++] = line;
    return NULL;
}

const char *a3d_ignore_read(a3d_arena *arena, const char *data, size_t size, a3d_ignore_list *list, unsigned *number)
{
    const char *p = data + a3d_utf8_mark(data, size), *stop = data + size, *why = NULL;
    for (*number = 1; why == NULL && p < stop; ++*number) {
        const char *next = memchr(p, '\n', (size_t)(stop - p)), *end = next != NULL ? next : stop;
        size_t n = (size_t)(end - p);
        n -= n > 0 && p[n - 1] == '\r';
        char *text = n > 0 && p[0] != '#' ? a3d_arena_text(arena, p, n) : NULL;
        if (n > 0 && p[0] != '#' && text == NULL)
            why = "not enough memory";
        if (text != NULL) {
            trim(text);
            why = add_line(arena, list, text, *number);
        }
        if (why != NULL)
            break;
        p = end + 1;
    }
    if (why == NULL)
        *number = 0;
    else
        list->n = 0;
    return why;
}

/* Whether a text begins with that of a line. */
static bool begins(const a3d_ignore_line *line, const char *text)
{
    if (!line->fold)
        return strncmp(text, line->text, line->n) == 0;
    for (size_t i = 0; i < line->n; i++) {
        uint8_t a = (uint8_t)text[i], b = (uint8_t)line->text[i];
        a = a >= 'A' && a <= 'Z' ? (uint8_t)(a | 0x20) : a;
        b = b >= 'A' && b <= 'Z' ? (uint8_t)(b | 0x20) : b;
        if (a != b)
            return false;
    }
    return true;
}

bool a3d_ignore_fits(const a3d_ignore_line *line, const char *path, bool folder, uint64_t *steps)
{
    const char *slash = line->name ? strrchr(path, '/') : NULL, *text = slash != NULL ? slash + 1 : path;
    if ((line->folders && !folder) || !begins(line, text))
        return false;
    return line->rest != NULL ? a3d_wild_fits(line->rest, text + line->n, steps) : text[line->n] == '\0';
}

size_t a3d_ignore_match(const a3d_ignore_list *list, size_t before, const char *path, bool folder, uint64_t *steps)
{
    for (size_t i = before; i > 0; i--)
        if (a3d_ignore_fits(&list->at[i - 1], path, folder, steps))
            return i;
    return 0;
}
