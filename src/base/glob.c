/* glob.c - see glob.h
 *
 * A pattern becomes a list of tokens. Matching keeps, for each position in the path, the set of tokens that can come
 * next, so the work is at most the length of the pattern times the length of the path. */
#include "base/glob.h"

#include <stdint.h>
#include <string.h>

typedef enum shape { LETTER, ANY, STAR, STARS, SET, RANGE, OPEN, NEXT, CLOSE, END } shape;

typedef struct token {
    shape kind;
    const char *text; /* SET: the text between the brackets */
    size_t n;
    char letter;
    bool negated;
    int64_t min, max;
    size_t next;  /* OPEN and NEXT: the NEXT or CLOSE that follows in the same braces */
    size_t close; /* NEXT: the CLOSE of its braces */
} token;

struct a3d_glob {
    token *at;
    size_t n;
    bool whole; /* matched against the whole path, not only the name */
    char *needs; /* text that is in every path that matches, so that most others need no more than a search */
};

enum { DEEPEST = 16, LONGEST = 1024 };

typedef struct maker {
    const char *text;
    size_t n, pos;
    a3d_glob *glob;
    size_t open[DEEPEST], last[DEEPEST]; /* for each open brace: its OPEN, and its last NEXT or OPEN */
    unsigned depth;
    const char *why;
} maker;

/* ---- making ---- */

static token *add(maker *m, shape kind)
{
    token *t = &m->glob->at[m->glob->n++];
    *t = (token){.kind = kind};
    return t;
}

static void add_letter(maker *m, char c)
{
    add(m, LETTER)->letter = c;
    m->glob->whole |= c == '/';
}

static void add_set(maker *m)
{
    size_t from = m->pos, end;
    bool negated = from < m->n && m->text[from] == '!';
    from += negated;
    for (end = from; end < m->n && (m->text[end] != ']' || end == from); end++)
        end += m->text[end] == '\\';
    if (end >= m->n) {
        m->why = "a [ without ]";
        return;
    }
    token *t = add(m, SET);
    t->text = m->text + from;
    t->n = end - from;
    t->negated = negated;
    m->pos = end + 1;
}

static bool read_number(const char **p, const char *end, int64_t *value)
{
    bool minus = *p < end && **p == '-';
    const char *from = *p + minus;
    *value = 0;
    for (*p = from; *p < end && **p >= '0' && **p <= '9' && *p - from < 18; ++*p)
        *value = *value * 10 + (**p - '0');
    if (minus)
        *value = -*value;
    return *p > from;
}

/* Reads a range like {3..12}; false if the braces hold something else. */
static bool add_range(maker *m)
{
    const char *p = m->text + m->pos, *end = m->text + m->n;
    int64_t min, max;
    if (!read_number(&p, end, &min) || end - p < 2 || p[0] != '.' || p[1] != '.')
        return false;
    p += 2;
    if (!read_number(&p, end, &max) || p == end || *p != '}')
        return false;
    token *t = add(m, RANGE);
    t->min = min < max ? min : max;
    t->max = min < max ? max : min;
    m->pos = (size_t)(p + 1 - m->text);
    return true;
}

static void add_open(maker *m)
{
    if (add_range(m))
        return;
    if (m->depth == DEEPEST) {
        m->why = "braces inside braces, too deep";
        return;
    }
    m->open[m->depth] = m->last[m->depth] = m->glob->n;
    m->depth++;
    add(m, OPEN);
}

/* Ends an alternative at a comma or a closing brace. */
static void add_part(maker *m, shape kind)
{
    size_t at = m->glob->n;
    m->glob->at[m->last[m->depth - 1]].next = at;
    m->last[m->depth - 1] = at;
    add(m, kind);
    if (kind != CLOSE)
        return;
    m->depth--;
    for (size_t i = m->glob->at[m->open[m->depth]].next; i != at; i = m->glob->at[i].next)
        m->glob->at[i].close = at;
}

static void add_next(maker *m)
{
    char c = m->text[m->pos++];
    bool more = m->pos < m->n;
    if (c == '\\' && !more)
        m->why = "a \\ with nothing behind it";
    else if (c == '\\')
        add_letter(m, m->text[m->pos++]);
    else if (c == '*' && more && m->text[m->pos] == '*')
        add(m, STARS), m->pos++;
    else if (c == '*')
        add(m, STAR);
    else if (c == '?')
        add(m, ANY);
    else if (c == '[')
        add_set(m);
    else if (c == '{')
        add_open(m);
    else if (c == '}' && m->depth == 0)
        m->why = "a } without {";
    else if (c == '}' || (c == ',' && m->depth > 0))
        add_part(m, c == '}' ? CLOSE : NEXT);
    else
        add_letter(m, c);
}

/* The longest text that no path can lack: letters in a row outside of braces. A slash beside ** may be absent. */
static char *needed_text(a3d_arena *arena, const a3d_glob *g)
{
    size_t from = 0, longest = 0, start = 0;
    unsigned depth = 0;
    for (size_t i = 0; i < g->n; i++) {
        const token *t = &g->at[i];
        depth = t->kind == OPEN ? depth + 1 : t->kind == CLOSE ? depth - 1 : depth;
        if (depth > 0 || t->kind != LETTER || t->letter == '/')
            start = i + 1;
        else if (i + 1 - start > longest) {
            longest = i + 1 - start;
            from = start;
        }
    }
    char *text = a3d_arena_alloc(arena, longest + 1);
    for (size_t i = 0; text != NULL && i < longest; i++)
        text[i] = g->at[from + i].letter;
    return text;
}

a3d_glob *a3d_glob_make(a3d_arena *arena, const char *pattern, size_t n, const char **why)
{
    *why = "a pattern may have 1024 bytes, this one has more";
    if (n > LONGEST)
        return NULL;
    maker m = {.text = a3d_arena_text(arena, pattern, n), .n = n, .glob = a3d_arena_alloc(arena, sizeof *m.glob)};
    *why = "not enough memory";
    if (m.text == NULL || m.glob == NULL || (m.glob->at = a3d_arena_alloc(arena, (n + 1) * sizeof *m.glob->at)) == NULL)
        return NULL;
    for (; n - m.pos >= 2 && m.text[m.pos] == '.' && m.text[m.pos + 1] == '/'; m.pos += 2)
        m.glob->whole = true;
    while (m.pos < n && m.why == NULL)
        add_next(&m);
    if (m.why == NULL && m.depth > 0)
        m.why = "a { without }";
    add(&m, END);
    /* a leading / only says that the whole path is meant */
    if (m.glob->at[0].kind == LETTER && m.glob->at[0].letter == '/') {
        m.glob->at++;
        m.glob->n--;
        for (size_t i = 0; i < m.glob->n; i++) {
            m.glob->at[i].next--;
            m.glob->at[i].close--;
        }
    }
    *why = m.why;
    if (m.why == NULL && (m.glob->needs = needed_text(arena, m.glob)) == NULL)
        *why = "not enough memory";
    return *why == NULL ? m.glob : NULL;
}

static bool is_of_name(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Whether a name is before a backslash, and all names or those of a kind are after it. */
static bool separates_stars(const char *pattern, size_t n, size_t at)
{
    size_t end = at + 1;
    while (end < n && pattern[end] == '*')
        end++;
    return at > 0 && is_of_name(pattern[at - 1]) && end > at + 1 &&
           (end == n || pattern[end] == '.' || pattern[end] == '\\');
}

bool a3d_glob_has_backslashes(const char *pattern, size_t n)
{
    bool set = false;
    for (size_t i = 0; i + 1 < n; i++) {
        if (pattern[i] == '\\' && !set && (is_of_name(pattern[i + 1]) || separates_stars(pattern, n, i)))
            return true;
        set = pattern[i] == '[' ? true : pattern[i] == ']' ? false : set;
        i += pattern[i] == '\\';
    }
    return false;
}

/* ---- matching ---- */

static bool in_set(const token *t, char c)
{
    bool found = false;
    for (size_t i = 0; i < t->n; i++) {
        i += t->text[i] == '\\' && i + 1 < t->n;
        unsigned char low = (unsigned char)t->text[i], high = low;
        if (i + 2 < t->n && t->text[i + 1] == '-') {
            high = (unsigned char)t->text[i + 2];
            i += 2;
        }
        found |= (unsigned char)c >= low && (unsigned char)c <= high;
    }
    return found != t->negated && c != '/';
}

/* Marks every token that can be reached without taking a character. Such steps only go forward, so one pass is
 * enough. */
static void lead_on(const a3d_glob *g, bool *row, bool first)
{
    for (size_t i = 0; i < g->n; i++) {
        const token *t = &g->at[i];
        if (!row[i])
            continue;
        if (t->kind == STAR || t->kind == STARS || t->kind == CLOSE)
            row[i + 1] = true;
        /* Between slashes and at the beginning, ** may also match no folder at all. */
        bool alone = t->kind == STARS && (i == 0 ? first : g->at[i - 1].kind == LETTER && g->at[i - 1].letter == '/');
        if (alone && g->at[i + 1].kind == LETTER && g->at[i + 1].letter == '/')
            row[i + 2] = true;
        if (t->kind == NEXT)
            row[t->close] = true;
        if (t->kind == OPEN)
            for (size_t k = i; g->at[k].kind != CLOSE; k = g->at[k].next)
                row[k + 1] = true;
    }
}

/* Marks the row after each number in the range that starts here. */
static void take_numbers(const token *t, const char *path, size_t n, bool *rows, size_t width, size_t at)
{
    for (size_t end = 1; end <= n && end < 20; end++) {
        const char *p = path;
        int64_t value;
        if (read_number(&p, path + end, &value) && p == path + end && value >= t->min && value <= t->max)
            rows[end * width + at] = true;
    }
}

/* Whether a token takes exactly this character. */
static bool takes(const token *t, char c)
{
    return (t->kind == LETTER && t->letter == c) || (t->kind == ANY && c != '/') || (t->kind == SET && in_set(t, c));
}

static bool fits(const a3d_glob *g, const char *path, size_t n, bool *rows)
{
    size_t width = g->n + 1;
    rows[0] = true;
    for (size_t i = 0; i <= n; i++) {
        bool *row = rows + i * width, *then = row + width;
        lead_on(g, row, i == 0);
        if (i == n)
            break;
        for (size_t k = 0; k < g->n; k++) {
            const token *t = &g->at[k];
            if (!row[k])
                continue;
            if (takes(t, path[i]))
                then[k + 1] = true;
            if (t->kind == STARS || (t->kind == STAR && path[i] != '/'))
                then[k] = true;
            if (t->kind == RANGE)
                take_numbers(t, path + i, n - i, row, width, k + 1);
        }
    }
    return rows[n * width + g->n - 1];
}

bool a3d_glob_fits(a3d_arena *arena, const a3d_glob *glob, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!glob->whole && slash != NULL)
        path = slash + 1;
    if (strstr(path, glob->needs) == NULL)
        return false;
    size_t n = strlen(path), width = glob->n + 1;
    if (n >= SIZE_MAX / width / sizeof(bool))
        return false;
    size_t size = (n + 1) * width * sizeof(bool);
    bool *rows = a3d_block_resize(arena, NULL, size);
    if (rows == NULL)
        return false;
    memset(rows, 0, size);
    bool found = fits(glob, path, n, rows);
    a3d_block_resize(arena, rows, 0);
    return found;
}
