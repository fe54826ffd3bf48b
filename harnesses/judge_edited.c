/* judge_edited.c - see judge_edited.h */
#include "judge_edited.h"
#include "engine/decode/decode.h"
#include "engine/document/context.h"
#include "engine/document/nodes.h"
#include "engine/edit/resolve.h"
#include "engine/encode/encode.h"
#include "judge.h"
#include "judge_links.h"
#include "judge_views.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 200, MOST_BYTES = 8192 };

/* An edit that is looked at. */
typedef struct order {
    char path[LONGEST]; /* of a list without its index */
    const char *value;
    long add; /* elements that come or, below 0, go; 0: a number is set */
    long at;  /* the first of them; -1: at the end */
} order;

static bool read_order(const char *words, order *o)
{
    size_t n = strcspn(words, "=");
    bool list = n > 1 && (words[n - 1] == '+' || words[n - 1] == '-');
    const char *digits = words + n + (words[n] == '=');
    size_t n_path = n - list, sign = !list && *digits == '-';
    if (words[n] != '=' || n_path == 0 || n_path >= LONGEST || digits[sign] == '\0' ||
        strspn(digits + sign, "0123456789") != strlen(digits + sign))
        return false;
    for (size_t i = 0; i < n_path; i++)
        if (strchr("_.[]", words[i]) == NULL && !(words[i] >= '0' && words[i] <= '9') &&
            !((words[i] | 32) >= 'a' && (words[i] | 32) <= 'z'))
            return false;
    if (strstr(words, "..") != NULL || (words[n_path - 1] != ']' && strchr("_.[", words[n_path - 1]) != NULL))
        return false;
    *o = (order){.value = digits, .at = -1};
    memcpy(o->path, words, n_path);
    char *index = list && o->path[n_path - 1] == ']' ? strrchr(o->path, '[') : NULL;
    o->add = !list ? 0 : words[n - 1] == '+' ? atol(digits) : -atol(digits);
    if (index != NULL) {
        o->at = atol(index + 1);
        *index = '\0';
    }
    return !list || o->add != 0;
}

/* The file that the document makes; NULL if there is none, or it reaches a limit. */
static a3d_doc *read_again(a3d_arena *arena, a3d_doc *doc)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    if (a3d_encode(doc, A3D_FAITHFUL, &out, NULL, 0) != NULL || out.failed || out.size > MOST_BYTES)
        return NULL;
    a3d_limits limits = {.unpacked = 1 << 20, .nodes = 1 << 16, .work = 1 << 20, .unsearched = true};
    a3d_doc *file = a3d_decode(arena, doc->format, (const uint8_t *)out.data, (uint32_t)out.size, &limits,
                               doc->format->usual);
    return file != NULL && file->limited == A3D_LIMIT_NONE ? file : NULL;
}

/* Whether a count, or the form, size or bits of the null mask were set by hand. They stay, right or wrong, whatever
 * comes and goes. */
static bool has_claims(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_sides; i++) {
        unsigned kind = doc->sides[i].kind;
        if (kind == A3D_SIDE_CLAIM || kind == A3D_SIDE_FLIP || kind == A3D_SIDE_MASK)
            return true;
    }
    return false;
}

void edited_begin(edited *e, a3d_arena *arena, a3d_doc *doc, const char *words)
{
    order o;
    *e = (edited){.arena = arena, .format = doc->format};
    a3d_doc *file = read_order(words, &o) && !has_claims(doc) ? read_again(arena, doc) : NULL;
    e->file = file;
    e->known = file != NULL && !file->faulty && judge_leaves(arena, file, true, &e->before);
    e->branch = file != NULL ? file->vars[A3D_VAR_BRANCH] : 0;
}

/* What a path names. */
typedef struct named {
    bool derived;
    const a3d_row *reference; /* the row of a reference, or NULL */
    unsigned type;
    const char *counter; /* of a list: the field beside it that has its count, or NULL */
    bool plain_count;    /* a list of any number of elements, with a count of its own before them */
} named;

static const char *counter_of(const a3d_doc *doc, const a3d_target *t)
{
    const a3d_node *node = a3d_at(doc, t->node);
    const a3d_shape *shape = a3d_shape_of(node);
    bool list = !t->element && !t->field && (shape->kind == A3D_VECTOR || shape->kind == A3D_ARRAY);
    if (t->counter != NULL)
        return a3d_row_name(t->counter);
    return list && shape->count_by == A3D_COUNT_FIELD
               ? a3d_row_name(a3d_at(doc, a3d_field(doc, node->parent, shape->slot))->row)
               : NULL;
}

static const char *look_up(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    named *n = user;
    const a3d_node *node = a3d_at(ctx->doc, t->node);
    const a3d_row *row = t->row != NULL ? t->row : node->row;
    n->derived = row->derive.kind != A3D_GIVEN || node->row->derive.kind != A3D_GIVEN || judge_is_place(ctx->doc, node);
    n->reference = row->ref.spaces != 0 ? row : node->row->ref.spaces != 0 ? node->row : NULL;
    n->type = t->field || t->element ? t->type : a3d_shape_of(node)->type;
    n->counter = counter_of(ctx->doc, t);
    n->plain_count = !t->field && !t->element && a3d_shape_of(node)->kind != A3D_SCALAR &&
                     a3d_shape_of(node)->count_by == A3D_COUNT_PREFIX;
    return NULL;
}

static named name_of(a3d_doc *doc, const char *path)
{
    named n = {.type = A3D_TYPES};
    a3d_ctx ctx;
    if (a3d_resume(&ctx, doc) == A3D_OK)
        a3d_resolve(&ctx, NULL, path, strlen(path), false, look_up, &n);
    return n;
}

static bool is_number(const char *wanted, const char *shown, unsigned type)
{
    if (strcmp(shown, "true") == 0 || strcmp(shown, "false") == 0)
        return strtol(wanted, NULL, 10) == (shown[0] == 't');
    double a = strtod(wanted, NULL), b = strtod(shown, NULL);
    return type == A3D_F32 ? (float)a == (float)b : a == b;
}

/* Where what was at a path is after the edit: NULL if it went with its element. */
static const char *place_after(a3d_arena *arena, const order *o, long count, const char *was)
{
    size_t n = strlen(o->path);
    if (o->add == 0 || strncmp(was, o->path, n) != 0 || was[n] != '[')
        return was;
    char *rest;
    long i = strtol(was + n + 1, &rest, 10), at = o->at >= 0 ? o->at : o->add > 0 ? count : count + o->add;
    if (o->add < 0 && i >= at && i < at - o->add)
        return NULL;
    a3d_text path;
    a3d_text_init(&path, arena);
    a3d_printf(&path, "%s[%ld%s", o->path, i >= at ? i + o->add : i, rest);
    a3d_putc(&path, '\0');
    return path.failed ? was : path.data;
}

static long count_in(const leaves *list, const char *path)
{
    long most = 0;
    size_t n = strlen(path);
    for (const leaf *l = leaves_from(list, path); l < list->at + list->n && strncmp(l->path, path, n) == 0; l++)
        if (l->path[n] == '[' && strtol(l->path + n + 1, NULL, 10) >= most)
            most = strtol(l->path + n + 1, NULL, 10) + 1;
    return most;
}

/* Not asked are choices, what the edit names, and what was empty around it. */
static bool is_asked(const leaf *l, const order *o)
{
    size_t n = strlen(l->path);
    bool around = strncmp(o->path, l->path, n) == 0 && (o->path[n] == '\0' || o->path[n] == '.' || o->path[n] == '[');
    return strchr(l->path, '$') == NULL && !around;
}

static const char *say(a3d_arena *arena, const char *what, const char *path)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    a3d_printf(&out, "%s: %s", what, path);
    a3d_putc(&out, '\0');
    return out.failed ? NULL : out.data;
}

/* Whether a path is that of the field that counts a list which was edited. */
static bool counts(a3d_doc *file, const order *o, const char *path)
{
    const char *counter = o->add != 0 ? name_of(file, o->path).counter : NULL, *dot = strrchr(o->path, '.');
    size_t n = dot != NULL ? (size_t)(dot + 1 - o->path) : 0;
    return counter != NULL && strncmp(path, o->path, n) == 0 && strcmp(path + n, counter) == 0;
}

/* What a value names by position, before and after an edit of a list. */
typedef struct naming {
    edited *e;
    const order *o;
    long count;
    links before, after;
} naming;

/* Whether a reference names after the edit what it named before. What named nothing may name anything. */
static bool still_names(naming *n, const a3d_row *row, const leaf *is, const char *target)
{
    const char *place = place_after(n->e->arena, n->o, n->count, target);
    const char *names = links_target(&n->after, n->e->arena, row, strtoll(is->value, NULL, 10));
    return target[0] == '\0' || (names != NULL && strcmp(names, place != NULL ? place : "") == 0);
}

/* The values that were there before are there now. */
static const char *others_changed(edited *e, a3d_doc *file, const leaves *after, const order *o)
{
    naming n = {e, o, o->add != 0 ? count_in(&e->before, o->path) : 0, links_open(e->file), links_open(file)};
    for (size_t i = 0; i < e->before.n; i++) {
        const leaf *b = &e->before.at[i];
        const char *path = is_asked(b, o) ? place_after(e->arena, o, n.count, b->path) : NULL;
        if (path == NULL)
            continue;
        const leaf *a = leaves_find(after, path);
        bool same = a != NULL && strcmp(a->value, b->value) == 0;
        bool refers = o->add != 0 && strchr("\"[{", b->value[0]) == NULL;
        if (same && !refers)
            continue;
        named field = name_of(file, path);
        int64_t number = refers ? strtoll(b->value, NULL, 10) : 0;
        const char *target = refers ? links_target(&n.before, e->arena, field.reference, number) : NULL;
        if (target != NULL && a != NULL ? still_names(&n, field.reference, a, target) : same)
            continue;
        if (a == NULL && field.type == A3D_TYPES && o->add == 0)
            continue;
        if (!field.derived && !counts(file, o, path))
            return say(e->arena, a == NULL ? "an edit removed another field" : "an edit changed another field", path);
    }
    return NULL;
}

const char *edited_end(edited *e, a3d_doc *doc, const char *words)
{
    order o;
    leaves after;
    if (!e->known || !read_order(words, &o))
        return NULL;
    a3d_doc *file = read_again(e->arena, doc);
    if (file != NULL && file->faulty && o.add != 0 && name_of(doc, o.path).plain_count)
        return say(e->arena, "an edit made a file that is not whole", o.path);
    if (file == NULL || file->faulty || file->vars[A3D_VAR_BRANCH] != e->branch ||
        !judge_leaves(e->arena, file, true, &after))
        return NULL;
    const leaf *set = o.add == 0 ? leaves_find(&after, o.path) : NULL;
    if (set != NULL && set->value[0] != '"' && !is_number(o.value, set->value, name_of(file, o.path).type))
        return say(e->arena, "an edit set another value", set->value);
    if (o.add == 0) { /* the same fields, or the layout depends on it */
        bool same = e->before.n == after.n;
        for (size_t i = 0; same && i < after.n; i++)
            same = strcmp(e->before.at[i].path, after.at[i].path) == 0;
        if (!same)
            return NULL;
    }
    return others_changed(e, file, &after, &o);
}
