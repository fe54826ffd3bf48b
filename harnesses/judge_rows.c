/* judge_rows.c - the rows of hex, in any form, have the bytes that are at their offsets; see judge_views.h */
#include "judge_views.h"
#include "report/hex/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tiles {
    const a3d_doc *doc;
    const a3d_stream *stream;
    uint32_t next_stream;
    unsigned long pos; /* where the next row must begin */
    unsigned width;
    bool full;
    char *why;
    size_t room;
} tiles;

static bool fail(const tiles *t, const char *what, const char *line)
{
    snprintf(t->why, t->room, "rows of hex in %u columns: %s: %.*s", t->width, what, (int)strcspn(line, "\n"), line);
    return false;
}

static bool is_at_end(const tiles *t)
{
    return t->stream == NULL || t->pos == t->stream->size;
}

/* "== NAME, 12 bytes": the next stream of this size, behind others without bytes. Narrow lines break after the
 * comma. */
static bool take_heading(tiles *t, const char *line)
{
    const char *comma = strchr(line, ',');
    unsigned long size = comma != NULL ? strtoul(comma + 1, NULL, 10) : 0;
    if (!is_at_end(t))
        return fail(t, "the stream before ends too early", line);
    while (t->next_stream < t->doc->n_streams && t->doc->streams[t->next_stream].size == 0 && size > 0)
        t->next_stream++;
    if (t->next_stream == t->doc->n_streams)
        return fail(t, "there is no such stream", line);
    t->stream = &t->doc->streams[t->next_stream++];
    t->pos = 0;
    return t->stream->size == size || fail(t, "another size of a stream", line);
}

/* "   ...      ... 486 bytes PATH" */
static bool take_fold(tiles *t, const char *line)
{
    const char *words = line + 6 + strspn(line + 6, " ");
    if (t->full)
        return fail(t, "bytes are folded", line);
    if (strncmp(words, "... ", 4) != 0)
        return fail(t, "the number of folded bytes is missing", line);
    t->pos += strtoul(words + 4, NULL, 10);
    return t->pos <= t->stream->size || fail(t, "more bytes are folded than there are", line);
}

/* "00000010 !01 02  note" */
static bool take_row(tiles *t, const char *line, const char *end)
{
    char *p;
    unsigned long off = strtoul(line, &p, 16);
    unsigned n = 0;
    if (t->stream == NULL || off != t->pos)
        return fail(t, "the row does not follow the one before", line);
    for (p += 2; end - p >= 2 && strspn(p, "0123456789abcdef") == 2 && (p + 2 == end || p[2] == ' '); n++) {
        char digits[] = {p[0], p[1], '\0'};
        if (t->pos >= t->stream->size || strtoul(digits, NULL, 16) != t->stream->data[t->pos])
            return fail(t, "not the byte at this offset", line);
        t->pos++;
        p += p + 2 == end ? 2 : 3;
    }
    return n > 0 || fail(t, "a row without bytes", line);
}

static bool take_line(tiles *t, const char *line, const char *end)
{
    if (strncmp(line, "== ", 3) == 0)
        return take_heading(t, line);
    if (strncmp(line, "   ... ", 7) == 0)
        return take_fold(t, line);
    return strspn(line, "0123456789abcdef") < 8 || (line[8] != ' ' && line[8] != '!') || take_row(t, line, end);
}

static bool read_rows(tiles *t, const a3d_text *text)
{
    const char *p = text->data, *end = p + text->size;
    for (const char *next; p < end && (next = memchr(p, '\n', (size_t)(end - p))) != NULL; p = next + 1)
        if (!take_line(t, p, next))
            return false;
    while (t->next_stream < t->doc->n_streams && t->doc->streams[t->next_stream].size == 0)
        t->next_stream++;
    return (is_at_end(t) && t->next_stream == t->doc->n_streams) || fail(t, "the last bytes are not shown", "");
}

bool judge_hex_rows(a3d_arena *arena, const a3d_result *result, unsigned width, bool full, char *why, size_t room)
{
    a3d_text hex;
    tiles t = {.doc = result->doc, .width = width, .full = full, .why = why, .room = room};
    a3d_text_init(&hex, arena);
    const char *problem = a3d_hex(&hex, result, &(a3d_hex_options){.full = full, .width = width});
    a3d_putc(&hex, '\0');
    hex.size--;
    bool good = problem != NULL || hex.failed || read_rows(&t, &hex);
    a3d_text_free(&hex);
    return good;
}
