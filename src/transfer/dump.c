/* dump.c - files that are dumps: lines of an offset, hexadecimal bytes and perhaps their text, as xxd, hexdump and
 * PowerShell write them */
#include "transfer/digits.h"
#include "transfer/tracing.h"

#include <string.h>

enum { MOST_PER_LINE = 256, USUAL = 16, LINES_BEFORE = 8, MOST_GROWTH = 1024 };

typedef struct line {
    size_t at, end; /* without the line end */
    size_t digits;  /* where those of the bytes begin */
    uint64_t offset;
    bool colon;
} line;

typedef struct dump {
    const uint8_t *data;
    size_t size, per_line, lines;
    size_t last;   /* bytes of the last line */
    bool words;    /* 16-bit words in the byte order of the machine, as hexdump writes them by default */
    bool repeated; /* a line * means that the lines up to the next offset are as the one before it */
    a3d_text out;
    uint64_t limit;
} dump;

/* Reads the line at `at` as far as the offset. False if it does not begin with one. */
static bool read_line(const dump *d, size_t at, line *l)
{
    const uint8_t *newline = memchr(d->data + at, '\n', d->size - at);
    *l = (line){.at = at, .end = newline != NULL ? (size_t)(newline - d->data) : d->size};
    size_t i = at, n;
    while (l->end > at && d->data[l->end - 1] == '\r')
        l->end--;
    n = a3d_hex_run(d->data + i, l->end - i);
    if (n < 4 || n > 16)
        return false;
    for (size_t end = i + n; i < end; i++)
        l->offset = l->offset << 4 | (unsigned)a3d_hex_digit(d->data[i]);
    l->colon = i < l->end && d->data[i] == ':';
    l->digits = i + l->colon;
    return l->digits == l->end || d->data[l->digits] == ' ';
}

static size_t next_line(const dump *d, const line *l)
{
    size_t i = l->end;
    while (i < d->size && d->data[i] == '\r')
        i++;
    return i < d->size ? i + 1 : i;
}

/* Moves over the blanks before a pair of digits. False if the bytes of the line end here, as too many blanks say. */
static bool skip_gap(const dump *d, const line *l, size_t *i, size_t n)
{
    size_t from = *i;
    while (*i < l->end && d->data[*i] == ' ')
        ++*i;
    size_t gap = *i - from;
    return n == 0 || gap < 2 || (gap == 2 && !l->colon && n == USUAL / 2);
}

/* Decodes the bytes of a line. */
static void read_bytes(dump *d, const line *l)
{
    size_t i = l->digits, start = d->out.size, n = 0, group = 0, from = i;
    while (n < d->per_line && skip_gap(d, l, &i, n) && i + 1 < l->end) {
        int high = a3d_hex_digit(d->data[i]), low = a3d_hex_digit(d->data[i + 1]);
        if (high < 0 || low < 0)
            break;
        group = i == from ? group + 2 : 2;
        from = i += 2;
        d->words |= group == 4 && !l->colon;
        a3d_putc(&d->out, (char)(high << 4 | low));
        n++;
    }
    for (size_t k = start; d->words && !d->out.failed && k + 1 < start + n; k += 2) {
        char first = d->out.data[k];
        d->out.data[k] = d->out.data[k + 1];
        d->out.data[k + 1] = first;
    }
    d->last = n;
}

/* Repeats the last line up to an offset. */
static bool repeat_to(dump *d, uint64_t offset)
{
    if (!d->repeated || d->last == 0 || d->last != d->per_line || offset > d->limit || offset < d->out.size)
        return false;
    while (d->out.size < offset && !d->out.failed)
        a3d_repeat(&d->out, d->out.size - d->last, d->last);
    d->repeated = false;
    return d->out.size == offset;
}

/* The bytes of a full line: where the second line begins. */
static size_t find_width(const dump *d, const line *first)
{
    line second;
    size_t at = next_line(d, first);
    if (at < d->size && read_line(d, at, &second) && second.offset > 0 && second.offset <= MOST_PER_LINE &&
        second.digits < second.end)
        return (size_t)second.offset;
    return USUAL;
}

/* An offset alone ends a dump. One byte before it fills the last word. */
static bool ends(dump *d, const line *l)
{
    if (d->words && l->offset + 1 == d->out.size)
        d->out.size--;
    return d->out.size == l->offset || repeat_to(d, l->offset);
}

static bool read_dump(dump *d, size_t at)
{
    line l;
    for (; at < d->size; at = next_line(d, &l)) {
        bool has_offset = read_line(d, at, &l);
        if (l.end == l.at)
            continue;
        if (!has_offset) {
            d->repeated = l.end == l.at + 1 && d->data[l.at] == '*';
            if (!d->repeated)
                return false;
            continue;
        }
        if (l.digits == l.end)
            return ends(d, &l);
        if ((l.offset != d->out.size && !repeat_to(d, l.offset)) || (d->lines > 0 && d->last < d->per_line))
            return false;
        read_bytes(d, &l);
        d->lines++;
    }
    return true;
}

bool a3d_trace_dump(a3d_tracing *t)
{
    dump d = {.data = t->data, .size = t->size, .limit = (uint64_t)MOST_GROWTH * t->size};
    size_t at = 0;
    line first;
    d.limit = d.limit < t->room ? d.limit : t->room;
    for (unsigned i = 0; i < LINES_BEFORE && at < t->size && (!read_line(&d, at, &first) || first.offset != 0); i++)
        at = next_line(&d, &first);
    if (at >= t->size || !read_line(&d, at, &first) || first.offset != 0)
        return false;
    d.per_line = find_width(&d, &first);
    a3d_text_init(&d.out, t->arena);
    if (!read_dump(&d, at) || d.out.failed || d.out.size < 8 || d.out.size > d.limit) {
        a3d_text_free(&d.out);
        return false;
    }
    t->room -= d.out.size;
    a3d_evidence e = {A3D_FILE_HEX_TEXT, 0, t->size, 4 * (uint64_t)t->size, true, (const uint8_t *)d.out.data,
                      d.out.size};
    a3d_add_trace(t, &e, "the file is a hexadecimal dump: %s are %s", a3d_amount_of(d.lines, "line").text,
                  a3d_amount_of(d.out.size, "byte").text);
    return true;
}
