/* excerpt.c - see excerpt.h */
#include "report/text/excerpt.h"
#include "base/never.h"
#include "base/numbers.h"

#include <string.h>

enum { MOST = 16, LEAST = 4, BEFORE = 4 };

static char sign_before(const a3d_finding *f, uint32_t i)
{
    uint64_t stop = (uint64_t)f->off + f->size;
    if (i == f->off)
        return f->size > 0 ? '[' : '|';
    return i == stop ? ']' : ' ';
}

/* What is after the last byte: the end of the finding if it is there, or that it goes on. */
static const char *sign_after(const a3d_finding *f, uint32_t end)
{
    uint64_t stop = (uint64_t)f->off + f->size;
    if (f->size > 0 && stop >= end)
        return stop > end ? " ... " : "]";
    return f->off == end ? "| " : " ";
}

static void put_line(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, uint32_t window)
{
    const a3d_stream *s = &doc->streams[f->stream];
    uint32_t before = window > BEFORE && f->size < window - BEFORE ? BEFORE : 0;
    uint32_t start = f->off > before ? f->off - before : 0;
    uint32_t end = s->size - start > window ? start + window : s->size;
    const uint8_t *bytes = a3d_bytes_near(doc, f, start);
    const char *after = sign_after(f, end);
    size_t n = strlen(after);
    char *to = a3d_room(out, A3D_NUMBER_ROOM + 4 * MOST + n + 3);
    if (to == NULL)
        return;
    to = a3d_write_digits(to, start, 8);
    *to++ = ' ';
    for (uint32_t i = start; i < end; i++) {
        *to++ = sign_before(f, i);
        to = a3d_write_byte(to, bytes[i - start]);
    }
    memcpy(to, after, n);
    to += n;
    *to++ = '|';
    for (uint32_t i = 0; i < end - start; i++)
        *to++ = bytes[i] >= 0x20 && bytes[i] < 0x7f ? (char)bytes[i] : '.';
    *to++ = '|';
    a3d_ended(out, to);
}

void a3d_put_excerpt(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, unsigned indent, unsigned width)
{
    const a3d_stream *s = &doc->streams[f->stream];
    if (s->size == 0 || A3D_NEVER(f->off > s->size)) /* see finding_sound in harnesses/judge.c */
        return;
    for (unsigned i = 0; i < indent; i++)
        a3d_putc(out, ' ');
    size_t start = out->size;
    put_line(out, doc, f, MOST);
    for (uint32_t n = MOST - 4; n >= LEAST && width > 0 && indent + (out->size - start) > width; n -= 4) {
        out->size = start;
        put_line(out, doc, f, n);
    }
    a3d_putc(out, '\n');
}
