/* http.c - what a transfer by HTTP puts around a file: headers, chunks, and the parts of an upload */
#include "transfer/digits.h"
#include "transfer/tracing.h"

#include <string.h>

enum { MOST_HEAD = 1 << 16 };

/* Bytes inside the file that are the content so far. */
typedef struct span {
    const uint8_t *data;
    size_t size;
} span;

static bool begins(span s, const char *word)
{
    size_t n = strlen(word);
    return s.size >= n && memcmp(s.data, word, n) == 0;
}

static bool same_name(span s, const char *lowercase)
{
    size_t n = strlen(lowercase);
    for (size_t i = 0; i < n; i++)
        if (i >= s.size || (s.data[i] | 0x20) != lowercase[i])
            return false;
    return s.size > n && s.data[n] == ':';
}

/* Takes a line from the front; without its end. False if there is none. */
static bool take_line(span *from, span *line)
{
    const uint8_t *end = memchr(from->data, '\n', from->size < MOST_HEAD ? from->size : MOST_HEAD);
    if (end == NULL)
        return false;
    *line = (span){from->data, (size_t)(end - from->data)};
    from->data += line->size + 1;
    from->size -= line->size + 1;
    if (line->size > 0 && line->data[line->size - 1] == '\r')
        line->size--;
    return true;
}

/* A name of letters, digits and hyphens, a colon, and text. */
static bool is_field(span line)
{
    size_t i = 0;
    while (i < line.size && ((line.data[i] | 0x20) >= 'a' ? (line.data[i] | 0x20) <= 'z'
                                                          : line.data[i] == '-' || a3d_hex_digit(line.data[i]) >= 0))
        i++;
    if (i < 2 || i == line.size || line.data[i] != ':')
        return false;
    for (; i < line.size; i++)
        if (line.data[i] < 0x20 && line.data[i] != '\t')
            return false;
    return true;
}

/* What the headers say. */
typedef struct head {
    unsigned lines;
    bool status, content, chunked;
} head;

/* Takes headers up to an empty line. False if there are none. */
static bool take_head(span *from, head *h)
{
    span rest = *from, line;
    *h = (head){0};
    if (begins(rest, "HTTP/") || begins(rest, "GET ") || begins(rest, "PUT ") || begins(rest, "POST ")) {
        h->status = take_line(&rest, &line);
        h->lines = 1;
    }
    while (take_line(&rest, &line) && (size_t)(rest.data - from->data) < MOST_HEAD) {
        if (line.size == 0) {
            *from = rest;
            return h->status || (h->content && h->lines > 0);
        }
        if (!is_field(line))
            return false;
        h->lines++;
        h->content |= same_name(line, "content-type") || same_name(line, "content-length") ||
                      same_name(line, "content-disposition") || same_name(line, "content-transfer-encoding") ||
                      same_name(line, "content-encoding");
        h->chunked |= same_name(line, "transfer-encoding") && line.size >= 25 &&
                      memcmp(line.data + line.size - 7, "chunked", 7) == 0;
    }
    return false;
}

/* Joins the chunks of a body (RFC 9112, 7.1). Returns the size, or 0 if they are not whole. */
static size_t join_chunks(span from, uint8_t *to)
{
    size_t made = 0;
    for (span line; take_line(&from, &line);) {
        size_t n = 0, digits = a3d_hex_run(line.data, line.size);
        for (size_t i = 0; i < digits && n <= from.size; i++)
            n = n << 4 | (unsigned)a3d_hex_digit(line.data[i]);
        if (digits == 0 || n > from.size)
            return 0;
        if (n == 0)
            return made;
        memcpy(to + made, from.data, n);
        made += n;
        from.data += n;
        from.size -= n;
        if (!take_line(&from, &line) || line.size > 0)
            return 0;
    }
    return 0;
}

/* The content of the first part of an upload, which is between two boundaries: lines that begin with --. */
static bool take_part(span *from, unsigned *lines)
{
    span rest = *from, line;
    head h;
    if (!begins(rest, "--") || !take_line(&rest, &line) || line.size < 4 || !take_head(&rest, &h))
        return false;
    *lines += h.lines + 1;
    for (size_t i = rest.size; i-- > 1;) {
        if (rest.data[i - 1] != '\n' || rest.size - i < line.size || memcmp(rest.data + i, line.data, line.size) != 0)
            continue;
        rest.size = i - 1;
        rest.size -= rest.size > 0 && rest.data[rest.size - 1] == '\r';
    }
    *from = rest;
    return true;
}

/* A status line, or a header whose name begins with Content-, proves more than chance can; each byte of text adds to
 * it. */
void a3d_trace_http(a3d_tracing *t)
{
    span body = {t->data, t->size};
    head h = {0};
    bool headers = take_head(&body, &h);
    uint8_t *joined = h.chunked ? a3d_undone_room(t, body.size) : NULL;
    size_t chunks = headers && joined != NULL ? join_chunks(body, joined) : 0;
    if (chunks > 0)
        body = (span){joined, chunks};
    bool part = take_part(&body, &h.lines);
    if ((!headers && !part) || body.size == 0)
        return;
    a3d_evidence e = {A3D_FILE_HTTP_HEADERS, 0, chunks > 0 ? t->size : (size_t)(body.data - t->data),
                      64 + 2 * (uint64_t)(t->size - body.size), true, body.data, body.size};
    a3d_add_trace(t, &e, "%s of HTTP headers %s before the model%s%s", a3d_amount_of(h.lines, "line").text,
                  h.lines == 1 ? "is" : "are", part ? ", which is a part of an upload" : "",
                  chunks > 0 ? ", which is in chunks" : "");
}
