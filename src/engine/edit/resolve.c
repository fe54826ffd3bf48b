/* resolve.c - see resolve.h */
#include "engine/edit/resolve.h"
#include "base/distance.h"
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/flat.h"
#include "engine/edit/fresh.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    a3d_ctx *ctx;
    const char *path; /* the whole path, for messages */
    size_t n;
    bool create;
    a3d_target_fn each;
    void *user;
} walk;

/* One step: a name, perhaps with an index. */
typedef struct step {
    const char *name;
    size_t name_size;
    bool indexed, all;
    uint32_t from, to;
} step;

const char *a3d_error(a3d_ctx *ctx, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *copy = a3d_arena_text(ctx->doc->arena, text, strlen(text));
    return copy != NULL ? copy : "memory ran out";
}

static const char *bad_path(walk *w, const char *at, const char *why)
{
    return a3d_error(w->ctx, "path '%.*s': %s at '%.*s'", (int)w->n, w->path, why, (int)(w->path + w->n - at), at);
}

static const char *too_few(walk *w, uint32_t list)
{
    const a3d_node *node = a3d_at(w->ctx->doc, list);
    return a3d_error(w->ctx, "path '%.*s': %s has %u elements", (int)w->n, w->path, a3d_row_name(node->row),
                     (unsigned)node->v.at.count);
}

/* ---- parsing ---- */

/* Parses digits; a number that is too large becomes UINT32_MAX. Returns what follows, or NULL without digits. */
static const char *parse_number(const char *p, const char *end, uint32_t *value)
{
    uint64_t v = 0;
    const char *start = p;
    while (p < end && *p >= '0' && *p <= '9' && v < UINT32_MAX)
        v = v * 10 + (uint64_t)(*p++ - '0');
    *value = v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
    return p > start ? p : NULL;
}

static const char *parse_index(const char *p, const char *end, step *s)
{
    s->indexed = true;
    if (p < end && *p == '*') {
        s->all = true;
        p++;
    } else {
        p = parse_number(p, end, &s->from);
        if (p == NULL)
            return NULL;
        s->to = s->from;
        if (end - p > 2 && p[0] == '.' && p[1] == '.')
            p = parse_number(p + 2, end, &s->to);
    }
    return p != NULL && p < end && *p == ']' ? p + 1 : NULL;
}

/* Parses one step. Returns what follows it, after the dot, or NULL if it is not a step. */
static const char *parse_step(const char *p, const char *end, step *s)
{
    memset(s, 0, sizeof *s);
    s->name = p;
    while (p < end && *p != '.' && *p != '[')
        p++;
    s->name_size = (size_t)(p - s->name);
    if (p < end && *p == '[')
        p = parse_index(p + 1, end, s);
    if (p == NULL || (s->name_size == 0 && !s->indexed))
        return NULL;
    if (p < end && *p == '.' && p + 1 < end)
        return p + 1;
    return p == end || *p == '[' ? p : NULL;
}

static bool is_named(const char *text, const step *s)
{
    return strlen(text) == s->name_size && memcmp(text, s->name, s->name_size) == 0;
}

/* ---- fields of records ---- */

static const char *ensure_present(walk *w, uint32_t index)
{
    const char *name = a3d_row_name(a3d_at(w->ctx->doc, index)->row);
    if (a3d_at(w->ctx->doc, index)->state == A3D_PRESENT)
        return NULL;
    if (!w->create)
        return a3d_error(w->ctx, "path '%.*s': %s is not there", (int)w->n, w->path, name);
    if (a3d_at(w->ctx->doc, index)->state != A3D_ABSENT)
        return a3d_error(w->ctx, "path '%.*s': %s does not exist in this version or with these values", (int)w->n,
                         w->path, name);
    return a3d_fresh(w->ctx, index) == A3D_OK ? NULL : "memory ran out";
}

static bool is_record(const a3d_doc *doc, uint32_t index)
{
    return a3d_at(doc, index)->state == A3D_PRESENT && a3d_record_type(doc, index) != NULL;
}

/* Finds a child of a record by name, looking through transparent fields. Prefers a field that exists over one that
 * the version leaves out. Returns A3D_NO_NODE if there is none. */
static uint32_t find_child(const a3d_doc *doc, uint32_t record, const step *s)
{
    uint32_t gated = A3D_NO_NODE;
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count; i++) {
        uint32_t index = a3d_field(doc, record, i);
        const a3d_node *node = a3d_at(doc, index);
        uint32_t found = A3D_NO_NODE;
        if (node->row->transparent && is_record(doc, index))
            found = find_child(doc, index, s);
        else if (is_named(a3d_row_name(node->row), s) || is_named(node->row->name, s))
            found = index;
        if (found == A3D_NO_NODE)
            continue;
        if (a3d_at(doc, found)->state != A3D_GATED)
            return found;
        gated = found;
    }
    return gated;
}

/* Finds the field of a record whose name is most similar, looking through transparent fields. */
static void find_near(const a3d_doc *doc, uint32_t record, const char *word, const char **near, unsigned *least)
{
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count; i++) {
        uint32_t index = a3d_field(doc, record, i);
        const a3d_node *node = a3d_at(doc, index);
        unsigned d = a3d_distance(word, a3d_row_name(node->row));
        if (node->row->transparent && is_record(doc, index)) {
            find_near(doc, index, word, near, least);
        } else if (d < *least && node->state != A3D_GATED) {
            *near = a3d_row_name(node->row);
            *least = d;
        }
    }
}

/* A name with one letter in three wrong at most is that of the nearest field. */
static const char *no_such_field(walk *w, uint32_t record, const step *s, const char *p)
{
    char word[80];
    const char *near = NULL;
    unsigned least = (unsigned)(s->name_size / 3) + 1;
    snprintf(word, sizeof word, "%.*s", (int)(s->name_size < sizeof word ? s->name_size : sizeof word - 1), s->name);
    find_near(w->ctx->doc, record, word, &near, &least);
    if (near == NULL)
        return bad_path(w, p, "no such field");
    return a3d_error(w->ctx, "path '%.*s': no such field at '%.*s'; did you mean %s?", (int)w->n, w->path,
                     (int)(w->path + w->n - p), p, near);
}

/* The transparent list of a record, which is what [i] on the record means. */
static uint32_t transparent_list(const a3d_doc *doc, uint32_t record)
{
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count; i++) {
        const a3d_node *node = a3d_at(doc, a3d_field(doc, record, i));
        if (node->row->transparent && a3d_shape_of(node)->kind == A3D_VECTOR)
            return a3d_field(doc, record, i);
    }
    return A3D_NO_NODE;
}

/* ---- fields inside elements without nodes ---- */

typedef struct seek {
    const char *path;
    size_t n;
    a3d_target *target;
    uint32_t base;
    bool found;
} seek;

static int seek_leaf(void *user, const a3d_leaf *leaf)
{
    seek *k = user;
    char name[120];
    size_t n = 0;
    for (unsigned i = 0; i < leaf->depth && !A3D_NEVER(n >= sizeof name - 1); i++)
        n += (size_t)snprintf(name + n, sizeof name - n, "%s%s", i > 0 ? "." : "", a3d_row_name(leaf->rows[i]));
    if (A3D_NEVER(n >= sizeof name) || k->n < n || memcmp(k->path, name, n) != 0)
        return 0;
    a3d_target *t = k->target;
    unsigned width = a3d_width(leaf->shape->type);
    t->field = true;
    t->row = leaf->rows[leaf->depth - 1];
    t->type = leaf->shape->type;
    t->off = k->base + leaf->off;
    t->count = leaf->count;
    t->array = leaf->shape->kind == A3D_ARRAY && k->n == n;
    t->prefix = t->array ? leaf->prefix : 0;
    t->counter = t->array ? leaf->counter : NULL;
    t->counter_off = k->base + leaf->counter_off;
    if (k->n > n) { /* [i] of an array inside the element */
        uint32_t i;
        const char *end = k->path[n] == '[' ? parse_number(k->path + n + 1, k->path + k->n, &i) : NULL;
        if (end == NULL || *end != ']' || end + 1 != k->path + k->n || i >= leaf->count)
            return 0;
        t->off += i * width;
        t->count = 1;
    }
    k->found = true;
    return 1;
}

static const char *walk_element(walk *w, a3d_target t, const char *p)
{
    const a3d_doc *doc = w->ctx->doc;
    const a3d_node *node = a3d_at(doc, t.node);
    const a3d_record *type = a3d_shape_of(node)->record;
    if (t.index >= node->v.at.count)
        return too_few(w, t.node);
    if (!node->flat)
        return bad_path(w, p, "what is before it has no fields");
    if (t.index >= a3d_stored_count(node) || !a3d_elements_are_whole(doc, t.node))
        return "the bytes lie beyond the end of the content";
    uint32_t size, stream, off, base = a3d_flat_locate(doc, t.node, t.index, &size);
    const uint8_t *data = a3d_content(doc, node, &stream, &off);
    seek k = {p, (size_t)(w->path + w->n - p), &t, base, false};
    a3d_flat_element(doc, t.node, type, data + base, size, seek_leaf, &k);
    return k.found ? w->each(w->user, w->ctx, &t) : bad_path(w, p, "no such field");
}

/* ---- steps ---- */

static const char *walk_steps(walk *w, a3d_target t, const char *p);

static const char *walk_claim(walk *w, a3d_target t, const char *p)
{
    step s;
    const char *next = parse_step(p, w->path + w->n, &s);
    if (next != w->path + w->n || s.name_size + 2 > sizeof t.claim)
        return bad_path(w, p, "nothing can follow a choice");
    size_t mark = s.name[0] == '$' ? 0 : 1; /* $mask.form means $mask.$form */
    t.claim[0] = '$';
    memcpy(t.claim + mark, s.name, s.name_size);
    t.claim[mark + s.name_size] = '\0';
    t.claim_index = s.indexed ? (int64_t)s.from : -1;
    return w->each(w->user, w->ctx, &t);
}

static const char *walk_index(walk *w, a3d_target t, const step *s, const char *p, const char *next)
{
    a3d_doc *doc = w->ctx->doc;
    unsigned kind = a3d_shape_of(a3d_at(doc, t.node))->kind;
    if (kind == A3D_RECORD && transparent_list(doc, t.node) != A3D_NO_NODE) {
        t.node = transparent_list(doc, t.node);
        kind = A3D_VECTOR;
    }
    uint32_t count = a3d_at(doc, t.node)->v.at.count, from = s->all ? 0 : s->from, to = s->all ? count : s->to + 1;
    if (kind != A3D_VECTOR && kind != A3D_ARRAY)
        return bad_path(w, p, "not a list");
    if ((s->all ? 0 : s->to) >= count && !(next == w->path + w->n && !s->all && s->from == s->to && s->from == count))
        return too_few(w, t.node);
    for (uint32_t i = from; i < to; i++) {
        if (i < count && i >= a3d_at(doc, t.node)->v.at.count) /* an earlier element took others with it */
            return too_few(w, t.node);
        a3d_target e = t;
        e.indexed = true;
        e.index = i;
        e.element = kind == A3D_ARRAY || a3d_at(doc, t.node)->flat || i == count;
        if (!e.element)
            e.node = a3d_at(doc, t.node)->v.at.first + i;
        const char *why = walk_steps(w, e, next);
        if (why != NULL)
            return why;
    }
    return NULL;
}

/* $mask, $package and $section[i] of the document are fields; any other step with a '$' is a choice. */
static bool names_field(walk *w, uint32_t index, const char *p)
{
    step s;
    if (index != w->ctx->doc->root || parse_step(p, w->path + w->n, &s) == NULL)
        return false;
    return (s.name_size == 8 && memcmp(s.name, "$section", 8) == 0) ||
           find_child(w->ctx->doc, index, &s) != A3D_NO_NODE;
}

static const char *walk_steps(walk *w, a3d_target t, const char *p)
{
    const char *end = w->path + w->n;
    step s;
    if (p == end)
        return w->each(w->user, w->ctx, &t);
    bool custom = a3d_shape_of(a3d_at(w->ctx->doc, t.node))->kind == A3D_CUSTOM;
    if (custom || (*p == '$' && !names_field(w, t.node, p)))
        return walk_claim(w, t, p);
    const char *next = parse_step(p, end, &s);
    if (next == NULL)
        return bad_path(w, p, "cannot read the step");
    if (t.element)
        return walk_element(w, t, p);
    if (s.name_size == 0)
        return walk_index(w, t, &s, p, next);
    if (s.name_size == 8 && memcmp(s.name, "$section", 8) == 0)
        s.name = "sections";
    if (!is_record(w->ctx->doc, t.node))
        return bad_path(w, p, "what is before it has no fields");
    uint32_t found = find_child(w->ctx->doc, t.node, &s);
    if (found == A3D_NO_NODE)
        return no_such_field(w, t.node, &s, p);
    t.node = found;
    t.indexed = false;
    bool last = !s.indexed && next == end, choice = !s.indexed && next < end && *next == '$';
    bool may_lack = last || (choice && a3d_at(w->ctx->doc, found)->state == A3D_ABSENT);
    const char *why = may_lack ? NULL : ensure_present(w, found);
    if (why != NULL)
        return why;
    return s.indexed ? walk_index(w, t, &s, p, next) : walk_steps(w, t, next);
}

const char *a3d_resolve(a3d_ctx *ctx, const a3d_target *base, const char *path, size_t n, bool create,
                        a3d_target_fn each, void *user)
{
    walk w = {ctx, path, n, create, each, user};
    a3d_target root = {.node = ctx->doc->root, .claim_index = -1};
    if (n == 0)
        return "the path is empty";
    return walk_steps(&w, base != NULL ? *base : root, path);
}
