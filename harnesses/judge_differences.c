/* judge_differences.c - what is reported to differ differs in the dumps; see judge_views.h */
#include "judge_views.h"
#include "report/diff/diff.h"

#include <stdio.h>
#include <string.h>

typedef struct comparing {
    leaves dump[2], diff;
    a3d_text path; /* being put together */
    bool moved;    /* an element is only on one side, or has another place */
    bool others;   /* a reference kept its number, and names another element */
    char *why;
    size_t room;
} comparing;

static bool fail(const comparing *c, const char *what, const char *path)
{
    snprintf(c->why, c->room, "diff and dump: %s: %s", what, path);
    return false;
}

static const char *joined(comparing *c, const char *a, const char *b)
{
    c->path.size = 0;
    a3d_puts(&c->path, a);
    a3d_puts(&c->path, b);
    a3d_putc(&c->path, '\0');
    return c->path.failed ? "" : c->path.data;
}

static leaf *member(comparing *c, const char *of, const char *name)
{
    return leaves_find(&c->diff, joined(c, of, name));
}

/* A text of JSON without its quotes; paths have no characters to escape. */
static const char *text_of(a3d_arena *arena, const leaf *l)
{
    size_t n = l != NULL ? strlen(l->value) : 0;
    const char *text = n >= 2 && l->value[0] == '"' ? a3d_arena_text(arena, l->value + 1, n - 2) : NULL;
    return text != NULL ? text : "";
}

/* The value of an element of a list that repeats one value, which the dump shows once. */
static leaf *repeated_at(const leaves *dump, const char *path)
{
    char at[512];
    for (const char *index = strchr(path, '['); index != NULL; index = strchr(index + 1, '[')) {
        const char *after = strchr(index, ']');
        int n = (int)(index - path);
        if (after == NULL || snprintf(at, sizeof at, "%.*s[0]%s", n, path, after + 1) >= (int)sizeof at)
            return NULL;
        leaf *l = leaves_find(dump, at);
        if (l == NULL || snprintf(at, sizeof at, "%.*s.$fill", n, path) >= (int)sizeof at)
            continue;
        const leaf *fill = leaves_find(dump, at);
        if (fill != NULL && strcmp(fill->value, "true") == 0)
            return l;
    }
    return NULL;
}

/* The value at a path, or the text that it is an element of. */
static leaf *shown_at(const leaves *dump, const char *path)
{
    char list[512];
    const char *index = strrchr(path, '[');
    leaf *l = leaves_find(dump, path);
    if (l == NULL)
        l = repeated_at(dump, path);
    if (l != NULL || index == NULL || (size_t)(index - path) >= sizeof list)
        return l;
    memcpy(list, path, (size_t)(index - path));
    list[index - path] = '\0';
    return leaves_find(dump, list);
}

/* The values of one side are those that its dump has at the path. What stands for a large array is not looked at. */
static bool side_agrees(comparing *c, unsigned side, const char *value, const char *path)
{
    size_t n = strlen(value);
    for (const leaf *l = leaves_from(&c->diff, value); l < c->diff.at + c->diff.n && strncmp(l->path, value, n) == 0;
         l++) {
        if (!leaf_is_inside(l, value) || strchr(l->path + n, '$') != NULL)
            continue;
        const leaf *shown = shown_at(&c->dump[side], joined(c, path, l->path + n));
        if (shown != NULL && shown->value[0] == '"' && l->value[0] != '"')
            continue; /* a byte of many, which dump writes as one text */
        if (shown == NULL || strcmp(shown->value, l->value) != 0)
            return fail(c, shown == NULL ? "the dump has no such value" : "the dump has another value",
                        joined(c, path, l->path + n));
    }
    return true;
}

/* The difference "[i]" of the list. */
static bool difference_agrees(comparing *c, a3d_arena *arena, const char *of, bool *ended)
{
    const leaf *kind = member(c, of, ".kind"), *choice = member(c, of, ".choice");
    *ended = kind == NULL;
    if (kind == NULL)
        return true;
    const char *path[2] = {text_of(arena, member(c, of, ".a.path")), text_of(arena, member(c, of, ".b.path"))};
    bool several = strstr(path[0], "..") != NULL || strstr(path[1], "..") != NULL; /* the value is that of the first */
    bool changed = strcmp(kind->value, "\"changed\"") == 0, more = strcmp(kind->value, "\"more\"") == 0;
    c->moved |= !(changed || more) || strcmp(path[0], path[1]) != 0;
    if (choice == NULL || strcmp(choice->value, "true") == 0 || more || several)
        return true;
    for (unsigned side = 0; side < 2; side++) {
        const char *value = a3d_arena_text(arena, joined(c, of, side == 0 ? ".a.value" : ".b.value"), strlen(of) + 8);
        if (value != NULL && path[side][0] != '\0' && !side_agrees(c, side, value, path[side]))
            return false;
    }
    const leaf *a = member(c, of, ".a.value"), *b = member(c, of, ".b.value");
    bool wrong = member(c, of, ".a.wrong") != NULL || member(c, of, ".b.wrong") != NULL; /* what else differs */
    bool others = member(c, of, ".b.otherElements") != NULL; /* the same number names another element */
    c->others |= others;
    bool same = changed && !wrong && !others && a != NULL && b != NULL && strcmp(a->value, b->value) == 0;
    return !same || fail(c, "a difference has one value on both sides", joined(c, path[0], a->value));
}

/* Whether a difference is about a path: at it, around it, or about the list that it is in. */
static bool is_told(comparing *c, a3d_arena *arena, const char *path)
{
    for (size_t i = 0; i < c->diff.n; i++) {
        const char *at = c->diff.at[i].path;
        size_t n = strlen(at);
        if (n < 7 || strcmp(at + n - 7, ".a.path") != 0)
            continue;
        const char *told = text_of(arena, &c->diff.at[i]);
        leaf l = {.path = (char *)path};
        n = strlen(told);
        if (leaf_is_inside(&l, told))
            return true;
        /* the first few of many that differ, or a byte of those that dump writes as one text */
        const char *list = strrchr(told, '[');
        size_t before = list != NULL ? (size_t)(list - told) : 0;
        if (list != NULL && strncmp(path, told, before) == 0 && (path[before] == '[' || path[before] == '\0'))
            return true;
    }
    return false;
}

/* Each value that the dumps show differently is told. */
static bool all_is_told(comparing *c, a3d_arena *arena)
{
    for (size_t i = 0; i < c->dump[0].n; i++) {
        const leaf *a = &c->dump[0].at[i], *b = leaves_find(&c->dump[1], a->path);
        bool differs = b == NULL || strcmp(a->value, b->value) != 0;
        if (differs && strchr(a->path, '$') == NULL && !is_told(c, arena, a->path))
            return fail(c, "no difference tells of it", a->path);
    }
    return true;
}

bool judge_differences(a3d_arena *arena, const a3d_result *a, const a3d_result *b, bool keyed, char *why, size_t room)
{
    comparing c = {.why = why, .room = room};
    a3d_diff_file files[2] = {{"a", a, a->doc->streams[0].data}, {"b", b, b->doc->streams[0].data}};
    a3d_diff_end end;
    a3d_text out;
    char of[24];
    a3d_text_init(&out, arena);
    a3d_text_init(&c.path, arena);
    if (!a3d_diff(&out, &files[0], &files[1], &(a3d_diff_options){.json = true, .all = true}, &end) ||
        !judge_leaves(arena, a->doc, true, &c.dump[0]) || !judge_leaves(arena, b->doc, true, &c.dump[1]))
        return true; /* memory ran out, or judge_hex_values says it */
    if (!leaves_of(arena, &out, "differences", &c.diff))
        return out.failed || arena->refused || fail(&c, "the differences are not JSON", "");
    bool ended = false;
    for (unsigned i = 0; !ended; i++) {
        snprintf(of, sizeof of, "[%u]", i);
        if (!difference_agrees(&c, arena, of, &ended))
            return arena->refused;
    }
    if (c.others && !c.moved && !arena->refused)
        return fail(&c, "a reference names another element, though all are where they were", "");
    return keyed || c.moved || all_is_told(&c, arena) || arena->refused;
}
