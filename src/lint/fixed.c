/* fixed.c - see fixed.h */
#include "lint/fixed.h"
#include "engine/document/path.h"
#include "lint/proof.h"

#include <stdlib.h>
#include <string.h>

static const char *path_of(const a3d_doc *doc, a3d_arena *arena, const a3d_finding *f)
{
    a3d_text path;
    a3d_text_init(&path, arena);
    if (f->place.node != A3D_NO_NODE)
        a3d_put_place(&path, doc, &f->place);
    const char *copy = path.failed ? NULL : a3d_arena_text(arena, path.data, path.size);
    a3d_text_free(&path);
    return copy;
}

static a3d_fixed *record(a3d_arena *arena, const a3d_doc *doc, const a3d_finding *f)
{
    const char *cause = a3d_has_proven_cause(f) ? f->suspects[0].message : NULL;
    a3d_fixed *fixed = a3d_arena_alloc(arena, sizeof *fixed);
    if (fixed == NULL)
        return NULL;
    *fixed = (a3d_fixed){.rule = f->rule,
                         .path = path_of(doc, arena, f),
                         .message = a3d_arena_text(arena, f->message, strlen(f->message)),
                         .cause = cause != NULL ? a3d_arena_text(arena, cause, strlen(cause)) : NULL,
                         .content = a3d_offer_of(doc, f) == A3D_OFFER_CONTENT};
    bool whole = fixed->path != NULL && fixed->message != NULL && (cause == NULL || fixed->cause != NULL);
    return whole ? fixed : NULL;
}

bool a3d_fixed_take(a3d_fixed_list *list, a3d_arena *arena, const a3d_doc *doc, const a3d_rule *rule, uint32_t from,
                    uint32_t n)
{
    uint32_t number = 0;
    a3d_fixed **last = &list->first;
    *list = (a3d_fixed_list){.n = 0};
    for (size_t i = 0; i < doc->n_findings && list->n < n; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->rule != rule || number++ < from)
            continue;
        if ((*last = record(arena, doc, f)) == NULL)
            return false;
        last = &(*last)->next;
        list->n++;
    }
    return true;
}

/* ---- what is still there ---- */

typedef struct found {
    const char *path, *message;
    a3d_fixed *fixed; /* before the repair; NULL: after it */
    bool matched;     /* it is there before and after */
} found;

static int by_path(const void *a, const void *b)
{
    return strcmp(((const found *)a)->path, ((const found *)b)->path);
}

static int by_message(const void *a, const void *b)
{
    int order = by_path(a, b);
    return order != 0 ? order : strcmp(((const found *)a)->message, ((const found *)b)->message);
}

/* The findings that the rule has after the repair. NULL when memory ran out. */
static found *found_after(const a3d_doc *after, const a3d_rule *rule, a3d_arena *arena, size_t *n)
{
    found *list = a3d_arena_alloc(arena, (after->n_findings + 1) * sizeof *list);
    *n = 0;
    for (size_t i = 0; list != NULL && i < after->n_findings; i++) {
        const a3d_finding *f = &after->findings[i];
        if (f->rule != rule)
            continue;
        const char *path = path_of(after, arena, f);
        if (path == NULL)
            return NULL;
        list[(*n)++] = (found){path, f->message, NULL, false};
    }
    return list;
}

static found *found_before(const a3d_fixed_list *list, a3d_arena *arena)
{
    found *out = a3d_arena_alloc(arena, (list->n + 1) * sizeof *out);
    a3d_fixed *fixed = list->first;
    for (uint32_t i = 0; out != NULL && i < list->n; i++, fixed = fixed->next)
        out[i] = (found){fixed->path, fixed->message, fixed, false};
    return out;
}

/* Matches equal ones of two sorted lists, each with at most one. */
static void match(found *a, size_t n_a, found *b, size_t n_b, int (*order)(const void *, const void *))
{
    for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
        int c = a[i].matched ? -1 : b[j].matched ? 1 : order(&a[i], &b[j]);
        if (c == 0)
            a[i].matched = b[j].matched = true;
        i += c <= 0;
        j += c >= 0;
    }
}

/* Keeps the first n of a list. */
static void cut(a3d_fixed_list *list, uint32_t n)
{
    a3d_fixed **link = &list->first;
    for (uint32_t i = 0; i < n && *link != NULL; i++)
        link = &(*link)->next;
    *link = NULL;
    list->n = n < list->n ? n : list->n;
}

/* Removes those that lost their rule. */
static void sweep(a3d_fixed_list *list)
{
    for (a3d_fixed **link = &list->first; *link != NULL;) {
        if ((*link)->rule != NULL) {
            link = &(*link)->next;
        } else {
            *link = (*link)->next;
            list->n--;
        }
    }
}

static bool sift(a3d_fixed_list *list, const a3d_doc *after, a3d_arena *arena)
{
    size_t n_after = 0;
    found *before = found_before(list, arena);
    found *now = before != NULL && list->n > 0 ? found_after(after, list->first->rule, arena, &n_after) : NULL;
    if (now == NULL)
        return list->n == 0;
    qsort(before, list->n, sizeof *before, by_message);
    qsort(now, n_after, sizeof *now, by_message);
    match(before, list->n, now, n_after, by_message);
    match(before, list->n, now, n_after, by_path);
    for (uint32_t i = 0; i < list->n; i++)
        if (before[i].matched)
            before[i].fixed->rule = NULL;
    sweep(list);
    return true;
}

bool a3d_fixed_sift(a3d_fixed_list *list, uint32_t n, const a3d_doc *after)
{
    a3d_arena arena;
    a3d_arena_init_below(&arena, after->arena);
    cut(list, n);
    bool good = sift(list, after, &arena);
    a3d_arena_free(&arena);
    return good;
}

/* ---- in the result ---- */

bool a3d_fixed_append(const a3d_fixed_list *list, a3d_arena *arena, a3d_fixed ***last)
{
    for (const a3d_fixed *of = list->first; of != NULL; of = of->next) {
        a3d_fixed *fixed = a3d_arena_alloc(arena, sizeof *fixed);
        if (fixed == NULL)
            return false;
        *fixed = *of;
        fixed->next = NULL;
        fixed->path = a3d_arena_text(arena, of->path, strlen(of->path));
        fixed->message = a3d_arena_text(arena, of->message, strlen(of->message));
        fixed->cause = of->cause != NULL ? a3d_arena_text(arena, of->cause, strlen(of->cause)) : NULL;
        if (fixed->path == NULL || fixed->message == NULL || (of->cause != NULL && fixed->cause == NULL))
            return false;
        **last = fixed;
        *last = &fixed->next;
    }
    return true;
}
