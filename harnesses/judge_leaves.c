/* judge_leaves.c - see judge_leaves.h */
#include "judge_leaves.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct reading {
    a3d_arena *arena;
    const char *p, *end;
    const char *inside;
    a3d_text path;
    leaf *at;
    size_t n, cap;
} reading;

static void skip_space(reading *r)
{
    while (r->p < r->end && strchr(" \n\r\t", *r->p) != NULL)
        r->p++;
}

static bool take(reading *r, char c)
{
    skip_space(r);
    bool there = r->p < r->end && *r->p == c;
    r->p += there;
    return there;
}

/* The token that comes next: a text with its quotes, or all up to the next punctuation. */
static size_t token(const reading *r)
{
    size_t n = 0, left = (size_t)(r->end - r->p);
    if (left > 0 && *r->p == '"') {
        for (n = 1; n < left && r->p[n] != '"'; n++)
            n += r->p[n] == '\\';
        return n < left ? n + 1 : 0;
    }
    while (n < left && strchr(",]} \n", r->p[n]) == NULL)
        n++;
    return n;
}

/* The path without the member that is looked into; NULL if it is not inside that. */
static const char *path_inside(const reading *r)
{
    size_t n = r->inside != NULL ? strlen(r->inside) : 0;
    if (n == 0)
        return r->path.data;
    if (strncmp(r->path.data, r->inside, n) != 0 || (r->path.data[n] != '.' && r->path.data[n] != '['))
        return NULL;
    return r->path.data + n + (r->path.data[n] == '.');
}

static bool keep(reading *r, const char *value, size_t n)
{
    a3d_putc(&r->path, '\0');
    r->path.size--;
    const char *path = r->path.failed ? NULL : path_inside(r);
    if (path == NULL)
        return !r->path.failed;
    if (r->n == r->cap) {
        r->cap = 2 * r->cap + 64;
        r->at = a3d_block_resize(r->arena, r->at, r->cap * sizeof *r->at);
    }
    if (r->at == NULL)
        return false;
    leaf l = {a3d_arena_text(r->arena, path, strlen(path)), a3d_arena_text(r->arena, value, n), false};
    r->at[r->n++] = l;
    return l.path != NULL && l.value != NULL;
}

static bool read_value(reading *r, unsigned depth);

static bool read_member(reading *r, unsigned depth)
{
    skip_space(r);
    size_t n = token(r), before = r->path.size;
    if (n < 2 || *r->p != '"')
        return false;
    if (n != 8 || memcmp(r->p, "\"$value\"", 8) != 0) {
        a3d_puts(&r->path, before > 0 ? "." : "");
        a3d_put(&r->path, r->p + 1, n - 2);
    }
    r->p += n;
    bool good = take(r, ':') && read_value(r, depth + 1);
    r->path.size = before;
    return good;
}

static bool read_element(reading *r, unsigned depth, unsigned i)
{
    size_t before = r->path.size;
    a3d_printf(&r->path, "[%u]", i);
    bool good = read_value(r, depth + 1);
    r->path.size = before;
    return good;
}

static bool read_value(reading *r, unsigned depth)
{
    skip_space(r);
    size_t n = token(r);
    bool list = take(r, '['), object = !list && take(r, '{');
    if (!list && !object) {
        bool good = n > 0 && keep(r, r->p, n);
        r->p += n;
        return good;
    }
    if (take(r, list ? ']' : '}'))
        return keep(r, list ? "[]" : "{}", 2);
    for (unsigned i = 0; depth < DEEPEST; i++) {
        if (list ? !read_element(r, depth, i) : !read_member(r, depth))
            return false;
        if (!take(r, ','))
            return take(r, list ? ']' : '}');
    }
    return false;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const leaf *)a)->path, ((const leaf *)b)->path);
}

void leaves_sort(leaves *list)
{
    if (list->n > 1)
        qsort(list->at, list->n, sizeof *list->at, by_path);
}

bool leaves_of(a3d_arena *arena, const a3d_text *json, const char *inside, leaves *list)
{
    reading r = {.arena = arena, .p = json->data, .end = json->data + json->size, .inside = inside};
    *list = (leaves){.n = 0};
    if (json->failed || json->data == NULL)
        return false;
    a3d_text_init(&r.path, arena);
    if (!read_value(&r, 0))
        return false;
    static leaf none;
    *list = (leaves){r.at != NULL ? r.at : &none, r.n};
    leaves_sort(list);
    for (size_t i = 1; i < r.n; i++)
        if (strcmp(r.at[i - 1].path, r.at[i].path) == 0)
            return false;
    return true;
}

leaf *leaves_from(const leaves *list, const char *path)
{
    size_t low = 0, high = list->n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (strcmp(list->at[mid].path, path) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return list->at + low;
}

leaf *leaves_find(const leaves *list, const char *path)
{
    leaf *l = leaves_from(list, path);
    return l < list->at + list->n && strcmp(l->path, path) == 0 ? l : NULL;
}

bool leaf_is_inside(const leaf *l, const char *path)
{
    size_t n = strlen(path);
    return strncmp(l->path, path, n) == 0 && (n == 0 || l->path[n] == '\0' || l->path[n] == '.' || l->path[n] == '[');
}
