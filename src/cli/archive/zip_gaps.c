/* zip_gaps.c - see zip_gaps.h */
#include "cli/archive/zip_gaps.h"
#include "base/sort.h"

#include <string.h>

bool a3d_zip_gaps_add(a3d_zip_gaps *g, a3d_arena *arena, size_t start, size_t stop)
{
    a3d_zip_part *parts = a3d_grow(arena, g->parts, &g->cap, g->n + 1, sizeof *parts);
    if (parts == NULL)
        return false;
    g->parts = parts;
    g->parts[g->n++] = (a3d_zip_part){start, stop};
    return true;
}

static int by_start(const void *a, const void *b)
{
    const a3d_zip_part *p = a, *q = b;
    return p->start < q->start ? -1 : p->start > q->start;
}

/* Four bytes may look like a header by chance; those of a member make sense as one, too. */
static bool is_header(const uint8_t *data, size_t size, size_t at, a3d_zip_header *h)
{
    enum { METHODS = 100 };
    return a3d_zip_local(data, size, at, h) && h->n_name > 0 && h->method < METHODS &&
           memchr(h->name, '\0', h->n_name) == NULL;
}

/* Finds a header in the gap that ends at `stop`. Its name and fields may go on after that. */
static bool find(a3d_zip_gaps *g, const uint8_t *data, size_t size, size_t stop, a3d_zip_header *h)
{
    while (g->at < stop) {
        const uint8_t *p = memchr(data + g->at, 'P', stop - g->at);
        size_t at = p != NULL ? (size_t)(p - data) : stop;
        g->at = at + (at < stop);
        if (at < stop && is_header(data, size, at, h)) {
            bool skips = (h->flags & A3D_ZIP_DESCRIBED) == 0 && h->packed <= size - h->end;
            g->at = skips ? h->end + (size_t)h->packed : h->end; /* its data may hold headers of their own */
            return true;
        }
    }
    return false;
}

bool a3d_zip_gaps_next(a3d_zip_gaps *g, const uint8_t *data, size_t size, a3d_zip_header *h)
{
    if (g->next == 0 && g->at == 0 && g->n > 0)
        a3d_sort(g->parts, g->n, sizeof *g->parts, by_start);
    for (;;) {
        bool last = g->next == g->n;
        if (find(g, data, size, last ? size : g->parts[g->next].start, h))
            return true;
        if (last)
            return false;
        size_t stop = g->parts[g->next++].stop;
        g->at = stop > g->at ? stop : g->at;
    }
}
