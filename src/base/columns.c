/* columns.c - see columns.h */
#include "base/columns.h"
#include "base/utf8.h"

enum { HANGING = 4, LETTERS = 5 };

typedef struct range {
    uint32_t first, last;
} range;

/* Combining marks of common scripts, joiners and variation selectors (categories Mn, Me and Cf of Unicode). */
static const range no_columns[] = {
    {0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5bd}, {0x610, 0x61a}, {0x64b, 0x65f}, {0x200b, 0x200f},
    {0x20d0, 0x20f0}, {0x2060, 0x2064}, {0x302a, 0x302d}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
    {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};

/* Wide and full-width characters (UAX 11). */
static const range two_columns[] = {
    {0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff},
    {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
    {0x20000, 0x3fffd}};

static bool is_in(const range *ranges, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n && ranges[i].first <= c; i++)
        if (c <= ranges[i].last)
            return true;
    return false;
}

static uint32_t character(const uint8_t *p, size_t step)
{
    uint32_t c = step == 2 ? p[0] & 0x1f : step == 3 ? p[0] & 0x0f : p[0] & 0x07;
    for (size_t i = 1; i < step; i++)
        c = c << 6 | (p[i] & 0x3f);
    return c;
}

/* The size of the escape sequence at p, which ends with an m, or 0. */
static size_t escape(const uint8_t *p, size_t n)
{
    size_t i = 2;
    if (n < 3 || p[0] != 0x1b || p[1] != '[')
        return 0;
    while (i < n && ((p[i] >= '0' && p[i] <= '9') || p[i] == ';'))
        i++;
    return i < n && p[i] == 'm' ? i + 1 : 0;
}

/* The size of the character at p, and the columns that it takes. */
static size_t next_character(const uint8_t *p, size_t n, unsigned *columns)
{
    *columns = 1;
    if (p[0] >= 0x20 && p[0] < 0x7f)
        return 1;
    size_t step = escape(p, n);
    if (step > 0) {
        *columns = 0;
        return step;
    }
    step = a3d_utf8_step(p, n);
    if (step < 2)
        return 1;
    uint32_t c = character(p, step);
    if (is_in(no_columns, sizeof no_columns / sizeof *no_columns, c))
        *columns = 0;
    else if (is_in(two_columns, sizeof two_columns / sizeof *two_columns, c))
        *columns = 2;
    return step;
}

unsigned a3d_columns(const char *text, size_t n)
{
    unsigned sum = 0, columns;
    for (size_t i = 0; i < n; sum += columns)
        i += next_character((const uint8_t *)text + i, n - i, &columns);
    return sum;
}

size_t a3d_columns_fit(const char *text, size_t n, unsigned width)
{
    unsigned sum = 0, columns;
    for (size_t i = 0, step; i < n; i += step, sum += columns) {
        step = next_character((const uint8_t *)text + i, n - i, &columns);
        if (sum + columns > width)
            return i;
    }
    return n;
}

/* Whether a long word may be broken before text[i]. A point belongs to the digit after it, or to a few letters at the
 * end of the word: "1.5", "model.p3d". */
static bool may_break(const char *text, size_t i, size_t n)
{
    if (text[i - 1] != '.')
        return memchr(",/:=\\}", text[i - 1], 6) != NULL;
    if (n - i < LETTERS || (text[i] >= '0' && text[i] <= '9'))
        return false;
    for (size_t k = 0; k < LETTERS; k++)
        if (memchr(" \":", text[i + k], 3) != NULL)
            return false;
    return true;
}

/* Where to break a text of which `fit` bytes fit into the row. */
static size_t best_break(const char *text, size_t n, size_t fit, unsigned width)
{
    size_t space = 0, soft = 0, first = 0;
    while (first < fit && text[first] == ' ')
        first++;
    for (size_t i = first + 1; i <= fit; i++) {
        if (i < n && text[i] == ' ')
            space = i;
        if (may_break(text, i, n))
            soft = i;
    }
    /* A single letter goes with what follows it: "z 0.5". */
    if (space > first + 3 && space < n && text[space - 2] == ' ' && a3d_columns(text, space) > width / 2)
        space -= 2;
    if (space > 0 && (soft <= space || a3d_columns(text, space) >= width / 2))
        return space;
    return soft > 0 ? soft : fit;
}

size_t a3d_row_end(const char *text, size_t n, unsigned width, size_t *next)
{
    size_t fit = a3d_columns_fit(text, n, width);
    const char *line = memchr(text, '\n', fit < n ? fit + 1 : n);
    size_t all = line != NULL ? (size_t)(line - text) : n, end = all;
    unsigned columns;
    if (line != NULL)
        fit = all;
    else if (fit == 0 && all > 0)
        end = next_character((const uint8_t *)text, all, &columns);
    if (0 < fit && fit < all)
        end = best_break(text, all, fit, width);
    *next = end + (end == all && line != NULL);
    while (*next < n && text[*next] == ' ')
        ++*next;
    while (end > 0 && end < all && text[end - 1] == ' ')
        end--;
    return end;
}

static void put_spaces(a3d_text *out, unsigned n)
{
    while (n-- > 0)
        a3d_putc(out, ' ');
}

void a3d_put_filled(a3d_text *out, const char *text, size_t n, unsigned at, unsigned indent, unsigned width)
{
    if (width == 0) {
        a3d_put(out, text, n);
        return;
    }
    for (size_t next; n > 0; text += next, n -= next, at = indent) {
        a3d_put(out, text, a3d_row_end(text, n, width > at ? width - at : 1, &next));
        if (next < n) {
            a3d_putc(out, '\n');
            put_spaces(out, indent);
        }
    }
}

void a3d_put_wrapped(a3d_text *out, const char *text, size_t n, unsigned width)
{
    if (width == 0) {
        a3d_put(out, text, n);
        return;
    }
    for (size_t i = 0; i < n;) {
        const char *end = memchr(text + i, '\n', n - i);
        size_t size = end != NULL ? (size_t)(end - (text + i)) : n - i, spaces = i;
        while (spaces < i + size && text[spaces] == ' ')
            spaces++;
        unsigned indent = (unsigned)(spaces - i) + HANGING;
        a3d_put_filled(out, text + i, size, 0, indent < width / 2 ? indent : width / 2, width);
        i += size + (end != NULL);
        if (end != NULL)
            a3d_putc(out, '\n');
    }
}

void a3d_put_shortened(a3d_text *out, const char *path, size_t n, unsigned width)
{
    if (width < 8 || a3d_columns(path, n) <= width) {
        a3d_put(out, path, n);
        return;
    }
    size_t head = a3d_columns_fit(path, n, (width - 3) / 3), cut = head;
    while (cut > 0 && memchr("./]", path[cut - 1], 3) == NULL)
        cut--;
    head = cut > 0 ? cut : head;
    unsigned room = width - 3 - a3d_columns(path, head), rest = a3d_columns(path + head, n - head), columns;
    size_t tail = head;
    for (; rest > room; rest -= columns)
        tail += next_character((const uint8_t *)path + tail, n - tail, &columns);
    for (size_t i = tail; i < tail + (n - tail) / 2; i++)
        if (path[i] == '.' || path[i] == '/') {
            tail = path[i] == '/' ? i : i + 1; /* "/home/.../a.m3g" */
            break;
        }
    a3d_put(out, path, head);
    a3d_puts(out, "...");
    a3d_put(out, path + tail, n - tail);
}
