/* copies.c - a file that begins again: two copies, or a copy after a part of one */
#include "transfer/tracing.h"

#include <string.h>

enum { LEAST = 12, PERIOD = 8, CANDIDATES = 64 };

/* Whether the bytes have a short period, so that a copy of the start can be found anywhere. */
static bool is_monotonous(const uint8_t *data, size_t size)
{
    for (size_t period = 1; period <= PERIOD && period < size; period++)
        if (memcmp(data, data + period, size - period) == 0)
            return true;
    return false;
}

/* Where the first bytes of the file occur again, after `from`; the size of the file if they do not. */
static size_t find_start(const a3d_tracing *t, size_t from)
{
    for (size_t i = from; i + LEAST <= t->size; i++) {
        const uint8_t *next = memchr(t->data + i, t->data[0], t->size - LEAST + 1 - i);
        if (next == NULL)
            break;
        i = (size_t)(next - t->data);
        if (memcmp(next, t->data, LEAST) == 0)
            return i;
    }
    return t->size;
}

/* How often the first `at` bytes are there, if the file consists of whole copies of them; otherwise 0. */
static size_t count_copies(const a3d_tracing *t, size_t at)
{
    return t->size % at == 0 && memcmp(t->data, t->data + at, t->size - at) == 0 ? t->size / at : 0;
}

/* Two equal runs of n bytes prove 8n bits, less the places where the second could begin. */
static bool trace_copy(a3d_tracing *t, size_t at)
{
    size_t rest = t->size - at, copies = count_copies(t, at), same = at < rest ? at : rest;
    if (same < 4 * (size_t)LEAST && copies == 0)
        return false;
    if (memcmp(t->data, t->data + at, same) != 0 || is_monotonous(t->data, at))
        return false;
    a3d_evidence e = {A3D_FILE_TWICE, at, rest, 8 * (uint64_t)same - 64, false, t->data, at};
    if (copies > 0) {
        a3d_add_trace(t, &e, "the file holds its content %s times: the same %s from offset %zu on",
                      copies == 2 ? "two" : a3d_number_of(copies).text, a3d_amount_of(at, "byte").text, at);
    } else if (at < rest) {
        e.undone = t->data + at;
        e.undone_size = rest;
        e.off = 0;
        e.size = at;
        a3d_add_trace(t, &e, "the file begins again at offset %zu: the first %s are a part of the copy there", at,
                      a3d_amount_of(at, "byte").text);
    } else {
        a3d_add_trace(t, &e, "the file begins again at offset %zu: the last %s are a part of a second copy", at,
                      a3d_amount_of(rest, "byte").text);
    }
    return true;
}

void a3d_trace_copies(a3d_tracing *t)
{
    size_t head = t->size < 4096 ? t->size : 4096, at = LEAST;
    if (t->size < 2 * LEAST || is_monotonous(t->data, head))
        return;
    for (unsigned i = 0; i < CANDIDATES; i++, at++) {
        at = find_start(t, at);
        if (at == t->size || trace_copy(t, at))
            return;
    }
}
