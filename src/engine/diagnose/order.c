/* order.c - where suspects are searched, and in what order; see search.h */
#include "engine/diagnose/search.h"

#include <stdlib.h>

enum { NEAR_BITS = 128 };

/* How many fields are near the fault. */
enum { NEAR = 8, AROUND = 40, OUTER = 200 };

static void add_seen(a3d_search *s, int64_t count)
{
    unsigned known = 0;
    while (known < s->n_seen && s->seen[known] != count)
        known++;
    if (known == s->n_seen && s->n_seen < A3D_SEEN && count >= A3D_SMALL)
        s->seen[s->n_seen++] = (uint32_t)count;
}

/* A field that may be repaired. There are as many as nodes, so they are small. */
typedef struct candidate {
    uint32_t off;
    uint32_t node : 31, idle : 1; /* idle: nothing is left to try */
} candidate;

static int nearest_first(const void *a, const void *b)
{
    const candidate *p = a, *q = b;
    if (p->off != q->off)
        return p->off > q->off ? -1 : 1;
    return (p->node < q->node) - (p->node > q->node);
}

/* A field that was read, or the one that failed: it has a place, but no value. */
static bool may_be_tried(const a3d_search *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    bool read = node->state == A3D_PRESENT || (node->state == A3D_NOT_READ && node->off > 0);
    return read && node->stream == s->stream && node->off <= s->fault && node->row != &a3d_row_element &&
           (s->unit == A3D_NO_NODE || node->off >= a3d_at(s->doc, s->unit)->off) &&
           s->doc->streams[s->stream].size - node->off >= 4;
}

/* Lists the fields before the fault, nearest first, because most damage shows soon. NULL when memory ran out. */
static candidate *candidates(a3d_search *s, size_t *n)
{
    candidate *list = NULL;
    size_t cap = 0;
    *n = 0;
    for (uint32_t i = 0; i < s->doc->n_nodes && i < INT32_MAX; i++) {
        if (!may_be_tried(s, i))
            continue;
        list = a3d_grow(&s->arena, list, &cap, *n + 1, sizeof *list);
        if (list == NULL)
            return NULL;
        list[(*n)++] = (candidate){a3d_at(s->doc, i)->off, i & INT32_MAX, false};
    }
    if (*n > 0)
        qsort(list, *n, sizeof *list, nearest_first);
    return list;
}

/* Collects counts of lists, nearest to the fault first; then numbers that may be counts. */
static void collect_counts(a3d_search *s, const candidate *list, size_t n)
{
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n && s->n_seen < A3D_SEEN; i++) {
            const a3d_node *node = a3d_at(s->doc, list[i].node);
            const a3d_shape *shape = a3d_shape_of(node);
            bool number = shape->kind == A3D_SCALAR && shape->type != A3D_F32 && a3d_width(shape->type) > 1;
            if (pass == 0 && (shape->kind == A3D_ARRAY || shape->kind == A3D_VECTOR))
                add_seen(s, node->v.at.count);
            else if (pass == 1 && number && node->v.i < s->doc->streams[s->stream].size)
                add_seen(s, node->v.i);
        }
}

/* The candidates, nearest first. */
typedef struct fields {
    candidate *list;
    size_t n;
} fields;

/* Tries fields from..to with one kind of guess. */
static void try_fields(a3d_search *s, const fields *f, size_t from, size_t to, a3d_guess guess)
{
    s->guess = guess;
    for (size_t i = from; i < f->n && i < to && s->budget > 0; i++)
        if (!f->list[i].idle)
            f->list[i].idle = !a3d_try_node(s, f->list[i].node);
}

static void try_likely(a3d_search *s, const fields *f, size_t from, size_t to)
{
    for (unsigned guess = A3D_GUESS_NEAR; guess <= A3D_GUESS_SEEN; guess++)
        try_fields(s, f, from, to, (a3d_guess)guess);
}

/* Tries the ends of the texts among the fields from..to, counted back from the first error. */
static void try_texts(a3d_search *s, const fields *f, size_t from, size_t to, bool common)
{
    size_t first = 0;
    while (first < f->n && f->list[first].off > s->first_error)
        first++;
    for (size_t i = from; i < f->n - first && i < to && s->budget > 0; i++)
        if (a3d_ends_with_nul(a3d_at(s->doc, f->list[first + i].node)))
            a3d_try_text_ends(s, f->list[first + i].node, common);
}

static void try_nested(a3d_search *s, const fields *f)
{
    for (size_t i = 0; i < f->n && i < AROUND && s->budget > 0; i++)
        a3d_try_nested(s, f->list[i].node);
}

/* Searches in rings around the fault, and tries the likely guesses of each ring first. */
static void search_rings(a3d_search *s, const fields *f)
{
    try_texts(s, f, 0, AROUND, false);
    try_likely(s, f, 0, NEAR);
    try_fields(s, f, NEAR, AROUND, A3D_GUESS_NEAR);
    try_nested(s, f);
    try_texts(s, f, 0, AROUND, true);
    try_fields(s, f, 0, NEAR, A3D_GUESS_SMALL);
    try_fields(s, f, NEAR, AROUND, A3D_GUESS_FLIP);
    try_fields(s, f, NEAR, AROUND, A3D_GUESS_SEEN);
    try_likely(s, f, AROUND, OUTER);
    try_likely(s, f, OUTER, SIZE_MAX);
    a3d_try_bits(s, NEAR_BITS, UINT32_MAX);
    try_texts(s, f, AROUND, SIZE_MAX, false);
    try_fields(s, f, NEAR, SIZE_MAX, A3D_GUESS_SMALL);
    a3d_try_mask_bytes(s);
}

void a3d_try_nodes(a3d_search *s)
{
    fields f;
    f.list = candidates(s, &f.n);
    if (f.list == NULL)
        return;
    collect_counts(s, f.list, f.n);
    a3d_try_bits(s, 0, NEAR_BITS);
    a3d_try_versions(s);
    a3d_try_windows(s);
    a3d_try_lists(s);
    search_rings(s, &f);
}

void a3d_try_misread(a3d_search *s)
{
    fields f;
    f.list = candidates(s, &f.n);
    if (f.list == NULL)
        return;
    try_texts(s, &f, 0, AROUND, false);
    try_fields(s, &f, 0, AROUND, A3D_GUESS_NEAR);
    try_nested(s, &f);
    try_texts(s, &f, 0, AROUND, true);
    try_fields(s, &f, 0, NEAR, A3D_GUESS_FLIP);
    try_fields(s, &f, 0, NEAR, A3D_GUESS_SMALL);
}
