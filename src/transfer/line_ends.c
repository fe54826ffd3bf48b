/* line_ends.c - conversions of line ends: LF to CR LF, and back */
#include "base/never.h"
#include "transfer/tracing.h"

#include <stdio.h>
#include <string.h>

enum { CR = 0x0d, LF = 0x0a, HEAD = 64, MOST_ROUNDS = 3 };

/* LF bytes, and how many of them follow a CR. */
typedef struct line_ends {
    size_t lines, pairs;
} line_ends;

static line_ends count_lines(const uint8_t *data, size_t size)
{
    line_ends n = {0};
    for (const uint8_t *p = data; (p = memchr(p, LF, size - (size_t)(p - data))) != NULL; p++) {
        n.lines++;
        n.pairs += p > data && p[-1] == CR;
    }
    return n;
}

/* Copies all bytes but the CR before each LF. Returns the size. */
static size_t drop_cr(const uint8_t *data, size_t size, uint8_t *to)
{
    size_t made = 0;
    for (size_t i = 0; i < size; i++)
        if (data[i] != CR || i + 1 == size || data[i + 1] != LF)
            to[made++] = data[i];
    return made;
}

/* The offset of the LF in the head before which a CR is missing, as far as it makes a model start; 0 for none. */
static size_t missing_in_head(const a3d_tracing *t, const uint8_t *data, size_t size)
{
    uint8_t head[HEAD + 1];
    size_t n = size < HEAD ? size : HEAD;
    for (size_t i = 1; i < n; i++) {
        if (data[i] != LF || data[i - 1] == CR)
            continue;
        memcpy(head, data, i);
        head[i] = CR;
        memcpy(head + i + 1, data + i, n - i);
        if (a3d_model_starts(t, head, n + 1))
            return i;
    }
    return 0;
}

/* A copy with a CR at `at`, or NULL. */
static const uint8_t *with_cr(a3d_tracing *t, const uint8_t *data, size_t size, size_t at)
{
    uint8_t *copy = a3d_undone_room(t, size + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, data, at);
    copy[at] = CR;
    memcpy(copy + at + 1, data + at, size - at);
    return copy;
}

/* The head of a model in which a CR LF was kept as it was, as some programs do. */
static void trace_kept(a3d_tracing *t, a3d_evidence e, size_t added)
{
    size_t head = a3d_model_starts(t, e.undone, e.undone_size) ? 0 : missing_in_head(t, e.undone, e.undone_size);
    if (head == 0 || (e.undone = with_cr(t, e.undone, e.undone_size, head)) == NULL)
        return;
    e.undone_size++;
    e.bits++;
    a3d_add_trace(t, &e,
                  "the file passed through an LF to CR LF conversion that kept the CR LF at offset %zu: %s added", head,
                  a3d_amount_of(added - 1, "byte").text);
}

/* Of k LF bytes in random data all follow a CR with a chance of 2^-8k. If they still do when the CR bytes are dropped,
 * the file was converted more than once. */
static void trace_added(a3d_tracing *t, size_t lines)
{
    static const char *const times[MOST_ROUNDS] = {"", " twice", " three times"};
    size_t size = t->size;
    const uint8_t *first = memchr(t->data, LF, t->size), *data = t->data;
    if (A3D_NEVER(first == NULL))
        return;
    a3d_amount many = a3d_number_of(lines);
    strcat(many.text, " LF bytes follow");
    a3d_evidence e = {.rule = A3D_FILE_CRLF_ADDED, .off = (size_t)(first - t->data) - 1, .size = 2};
    for (size_t round = 0; round < MOST_ROUNDS && count_lines(data, size).pairs == lines; round++) {
        uint8_t *undone = a3d_undone_room(t, size - lines);
        if (undone == NULL)
            return;
        size = drop_cr(data, size, undone);
        data = e.undone = undone;
        e.undone_size = size;
        e.bits += 8 * lines;
        a3d_add_trace(t, &e, "the file passed through an LF to CR LF conversion%s: %s%s a CR; %s added", times[round],
                      lines == 1 ? "the only LF byte" : "all ", lines == 1 ? " follows" : many.text,
                      a3d_amount_of((round + 1) * lines, "byte").text);
        if (round == 0 && !a3d_model_starts(t, t->data, t->size))
            trace_kept(t, e, lines);
    }
}

/* Random data has one CR LF in 65,536 bytes; none in n bytes is seen with a chance of e^(-n/65536). A head that is that
 * of a model but for a CR proves more. A pair that remains was CR CR LF. */
static void trace_removed(a3d_tracing *t, line_ends n)
{
    size_t head = a3d_model_starts(t, t->data, t->size) ? 0 : missing_in_head(t, t->data, t->size);
    a3d_evidence e = {.rule = A3D_FILE_CRLF_REMOVED, .bits = n.pairs == 0 ? t->size / 45426 : 0};
    char where[64] = "";
    if (head > 0) {
        e.off = head;
        e.size = 1;
        e.bits += A3D_EVIDENT;
        e.undone = with_cr(t, t->data, t->size, head);
        e.undone_size = e.undone != NULL ? t->size + 1 : 0;
        snprintf(where, sizeof where, "the CR before offset %zu is missing; ", head);
    }
    if (n.lines == 1)
        a3d_add_trace(
            t, &e, "the file passed through a CR LF to LF conversion: %sthe only LF byte does not follow a CR", where);
    else
        a3d_add_trace(t, &e, "the file passed through a CR LF to LF conversion: %s%s of %s LF bytes %s a CR", where,
                      n.pairs == 0 ? "none" : a3d_number_of(n.pairs).text, a3d_number_of(n.lines).text,
                      n.pairs == 1 ? "follows" : "follow");
}

void a3d_trace_line_ends(a3d_tracing *t)
{
    line_ends n = t->binary ? count_lines(t->data, t->size) : (line_ends){0};
    if (n.lines == 0)
        return;
    if (n.pairs == n.lines)
        trace_added(t, n.lines);
    else if (n.pairs <= t->size / 131072 || !a3d_model_starts(t, t->data, t->size))
        trace_removed(t, n);
}
