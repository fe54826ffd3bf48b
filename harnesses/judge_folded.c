/* judge_folded.c - what a dump leaves out of large arrays, and says of them instead, is true; see judge_views.h */
#include "judge_views.h"
#include "report/dump/dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct folding {
    const leaves *full;
    char *why;
    size_t room;
} folding;

/* What a full dump has of one array. */
typedef struct content {
    unsigned long count;
    double least, most;
    bool some;         /* numbers that can be compared */
    const char *bytes; /* hexadecimal digits with quotes, or NULL */
} content;

static bool fail(const folding *f, const char *what, const char *path)
{
    snprintf(f->why, f->room, "folded dump: %s: %s", what, path);
    return false;
}

static bool number_of(const char *value, double *number)
{
    char *end;
    size_t quoted = value[0] == '"'; /* infinities */
    *number = strtod(value + quoted, &end);
    return *number == *number && end > value + quoted && (*end == '\0' || *end == '"');
}

/* The elements of an array, or of a list, of which each has several values. */
static content content_at(const leaves *full, const char *path)
{
    content c = {.count = 0};
    const leaf *whole = leaves_find(full, path);
    size_t n = strlen(path);
    if (whole != NULL && whole->value[0] == '"') {
        c.bytes = whole->value;
        c.count = (unsigned long)(strlen(whole->value) - 2) / 2;
    }
    for (const leaf *l = leaves_from(full, path); l < full->at + full->n && strncmp(l->path, path, n) == 0; l++) {
        double value;
        unsigned long i = l->path[n] == '[' ? strtoul(l->path + n + 1, NULL, 10) : 0;
        if (l->path[n] != '[')
            continue;
        c.count = i >= c.count ? i + 1 : c.count;
        if (!number_of(l->value, &value))
            continue;
        c.least = !c.some || value < c.least ? value : c.least;
        c.most = !c.some || value > c.most ? value : c.most;
        c.some = true;
    }
    return c;
}

static unsigned long sum_of(const char *digits)
{
    unsigned long low = 1, high = 0;
    for (; digits[0] != '"'; digits += 2) {
        char byte[] = {digits[0], digits[1], '\0'};
        low = (low + strtoul(byte, NULL, 16)) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

/* "$count", "$min", "$max" or "$adler32" of what is at a path. */
static bool is_true(const folding *f, const leaf *claim, const char *path, const char *name)
{
    content c = content_at(f->full, path);
    double value;
    bool known = number_of(claim->value, &value);
    if (c.count == 0)
        return fail(f, "the full dump has no such array", claim->path);
    if (strcmp(name, "$count") == 0)
        return (unsigned long)value == c.count || fail(f, "another count", claim->path);
    if (strcmp(name, "$min") == 0)
        return !known || !c.some || value == c.least || fail(f, "another least value", claim->path);
    if (strcmp(name, "$max") == 0)
        return !known || !c.some || value == c.most || fail(f, "another greatest value", claim->path);
    if (strcmp(name, "$adler32") == 0 && c.bytes != NULL)
        return strtoul(claim->value + 1, NULL, 16) == sum_of(c.bytes + 1) || fail(f, "another sum", claim->path);
    return true;
}

/* Whether something else stands for the value at this path: "$adler32" is beside it. */
static bool is_summary(a3d_arena *arena, const leaves *folded, const char *path)
{
    a3d_text sum;
    a3d_text_init(&sum, arena);
    a3d_printf(&sum, "%s.$adler32", path);
    a3d_putc(&sum, '\0');
    bool there = !sum.failed && leaves_find(folded, sum.data) != NULL;
    a3d_text_free(&sum);
    return there;
}

static bool look_at(const folding *f, a3d_arena *arena, const leaves *folded, const leaf *l)
{
    const char *dot = strrchr(l->path, '.');
    const leaf *full = leaves_find(f->full, l->path);
    if (dot != NULL && dot[1] == '$' && full == NULL) {
        const char *path = a3d_arena_text(arena, l->path, (size_t)(dot - l->path));
        return path == NULL || !is_summary(arena, folded, path) || is_true(f, l, path, dot + 1);
    }
    if (full == NULL)
        return fail(f, "the full dump has no such value", l->path);
    return strcmp(full->value, l->value) == 0 || fail(f, "another value", l->path);
}

bool judge_folded(a3d_arena *arena, const a3d_result *result, char *why, size_t room)
{
    leaves full, folded;
    folding f = {.full = &full, .why = why, .room = room};
    if (!judge_leaves(arena, result->doc, true, &full) || !judge_leaves(arena, result->doc, false, &folded))
        return true; /* memory ran out, or judge_hex_values says it */
    for (size_t i = 0; i < folded.n; i++)
        if (!look_at(&f, arena, &folded, &folded.at[i]))
            return arena->refused;
    return true;
}
