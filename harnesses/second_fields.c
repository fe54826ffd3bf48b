/* second_fields.c - see second_fields.h
 *
 * All numbers of the document become runs: so many values of one type, back to back. They are sorted by their place. */
#include "second_fields.h"
#include "engine/document/flat.h"
#include "engine/document/prefix.h"

#include <stdio.h>
#include <stdlib.h>

/* What a run holds besides values of a wire type. */
enum { COUNT = A3D_TYPES, CUSTOM, BYTES };

typedef struct run {
    uint32_t stream, off, width, count;
    unsigned type;
    bool known;
    int64_t value; /* if it is known: of a single number, as the document has it; else its bytes say it */
} run;

static struct runs {
    run *list;
    size_t n, cap;
    bool full;
} runs;

static void add(uint32_t stream, uint32_t off, uint32_t width, uint32_t count, unsigned type, const int64_t *value)
{
    if (count == 0 || width == 0)
        return;
    if (runs.n == runs.cap) {
        size_t cap = runs.cap * 2 + 1024;
        run *more = realloc(runs.list, cap * sizeof *more);
        runs.full |= more == NULL;
        if (more == NULL)
            return;
        runs.list = more;
        runs.cap = cap;
    }
    runs.list[runs.n++] = (run){stream, off, width, count, type, value != NULL, value != NULL ? *value : 0};
}

/* ---- from the document ---- */

typedef struct place {
    uint32_t stream, off;
} place;

static int add_leaf(void *user, const a3d_leaf *leaf)
{
    const place *at = user;
    unsigned type = leaf->shape->type;
    int64_t count = leaf->count;
    if (leaf->prefix > 0)
        add(at->stream, at->off + leaf->off - leaf->prefix, leaf->prefix, 1, COUNT, &count);
    add(at->stream, at->off + leaf->off, a3d_width(type), leaf->count, type, NULL);
    return 0;
}

static void add_elements(const a3d_doc *doc, uint32_t node)
{
    const a3d_node *list = a3d_at(doc, node);
    const a3d_record *type = a3d_shape_of(list)->record;
    place at = {0, 0};
    const uint8_t *data = a3d_content(doc, list, &at.stream, &at.off);
    if (data == NULL || a3d_flat_zero_sized(doc, node, type))
        return;
    uint32_t left = doc->streams[at.stream].size - at.off;
    for (uint32_t i = a3d_stored_count(list); i > 0; i--) {
        int64_t size = a3d_flat_element(doc, node, type, data, left, add_leaf, &at);
        if (size < 0)
            return;
        data += size;
        at.off += (uint32_t)size;
        left -= (uint32_t)size;
    }
}

/* The inline count of a list, and the flags that follow it. */
static void add_count(const a3d_doc *doc, const a3d_node *node, const a3d_shape *shape)
{
    const uint8_t *start = doc->streams[node->stream].data + node->off;
    if (shape->count_by != A3D_COUNT_PREFIX)
        return;
    uint32_t size = a3d_prefix_size(doc->format, start, node->size);
    int64_t count = node->v.at.count, fill = node->form & A3D_FORM_FILL;
    add(node->stream, node->off, size, 1, COUNT, &count);
    if (shape->fill)
        add(node->stream, node->off + size, 1, 1, A3D_U8, &fill);
}

static void add_list(const a3d_doc *doc, uint32_t index, const a3d_shape *shape)
{
    const a3d_node *node = a3d_at(doc, index);
    uint32_t stream = 0, off = 0;
    add_count(doc, node, shape);
    if (node->flat) {
        add_elements(doc, index);
        return;
    }
    if (shape->kind != A3D_ARRAY || a3d_content(doc, node, &stream, &off) == NULL)
        return;
    unsigned type = shape->type == A3D_U8 && !shape->text ? BYTES : shape->type;
    add(stream, off, a3d_width(shape->type), a3d_stored_count(node), type, NULL);
}

static void add_node(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    if (node->state != A3D_PRESENT)
        return;
    switch (shape->kind) {
    case A3D_SCALAR: add(node->stream, node->off, a3d_width(shape->type), 1, shape->type, &node->v.i); break;
    case A3D_ARRAY: case A3D_VECTOR: add_list(doc, index, shape); break;
    case A3D_CUSTOM: case A3D_SLACK: case A3D_GAP: add(node->stream, node->off, node->size, 1, CUSTOM, NULL); break;
    default: break;
    }
}

static int by_place(const void *a, const void *b)
{
    const run *r = a, *s = b;
    if (r->stream != s->stream)
        return r->stream < s->stream ? -1 : 1;
    return (r->off > s->off) - (r->off < s->off);
}

/* ---- comparing ---- */

/* The last run that begins at or before this place, or NULL. */
static const run *run_at(uint32_t stream, uint32_t off)
{
    size_t low = 0, high = runs.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const run *r = &runs.list[middle];
        if (r->stream < stream || (r->stream == stream && r->off <= off))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && runs.list[low - 1].stream == stream ? &runs.list[low - 1] : NULL;
}

static bool is_in(const a3d_doc *doc, const second_seen *seen, uint32_t stream, uint32_t off)
{
    const run *r = run_at(stream, off);
    if (r == NULL || off - r->off >= (uint64_t)r->width * r->count)
        return false;
    if (r->type == CUSTOM || r->type == BYTES) /* what is in them is for the reader to decide */
        return off - r->off + seen->width <= (uint64_t)r->width * r->count;
    if (seen->text)
        return off == r->off && r->width == 1 && r->count == seen->width && r->type < A3D_TYPES;
    if (r->width != seen->width || (off - r->off) % r->width != 0)
        return false;
    const uint8_t *at = doc->streams[stream].data + off;
    int64_t value = r->value;
    if (!r->known)
        value = a3d_load_type(at, r->type, doc->format->big_endian);
    uint64_t mask = seen->width < 8 ? (UINT64_C(1) << 8 * seen->width) - 1 : UINT64_MAX;
    return ((uint64_t)value & mask) == (seen->value & mask);
}

/* The stream whose bytes the other reader has here, or the number of streams. */
static uint32_t stream_of(const a3d_doc *doc, const uint8_t *const *bases, const uint8_t *at)
{
    for (uint32_t i = 0; i < doc->n_streams; i++)
        if (bases[i] != NULL && (uintptr_t)at - (uintptr_t)bases[i] < doc->streams[i].size)
            return i;
    return (uint32_t)doc->n_streams;
}

bool second_differs(const a3d_doc *doc, const uint8_t *const *bases, const second_seen *seen, size_t n, char *why, size_t room)
{
    runs.n = 0;
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        add_node(doc, i);
    if (runs.full)
        return false;
    qsort(runs.list, runs.n, sizeof *runs.list, by_place);
    for (size_t i = 0; i < n; i++) {
        uint32_t stream = stream_of(doc, bases, seen[i].at);
        if (stream == doc->n_streams)
            continue;
        uint32_t off = (uint32_t)(seen[i].at - bases[stream]);
        if (is_in(doc, &seen[i], stream, off))
            continue;
        snprintf(why, room, "the second reader has %s of %zu bytes (%llu) at offset %u of stream %u, the document has not",
                 seen[i].text ? "a text" : "a number", seen[i].width, (unsigned long long)seen[i].value,
                 (unsigned)off, (unsigned)stream);
        return true;
    }
    return false;
}
