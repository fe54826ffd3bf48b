/* pick.c - see pick.h */
#include "report/hex/pick.h"
#include "engine/document/flat.h"
#include "engine/document/path.h"
#include "engine/edit/resolve.h"

#include <stdlib.h>
#include <string.h>

/* ---- marks ---- */

static int by_place(const void *a, const void *b)
{
    const a3d_hex_mark *p = a, *q = b;
    if (p->stream != q->stream)
        return p->stream < q->stream ? -1 : 1;
    if (p->off != q->off)
        return p->off < q->off ? -1 : 1;
    if (p->finding != q->finding)
        return p->finding < q->finding ? -1 : 1;
    return (p->suspect > q->suspect) - (p->suspect < q->suspect);
}

bool a3d_hex_marks_make(a3d_hex_marks *marks, const a3d_doc *doc, a3d_arena *arena)
{
    size_t most = 1;
    for (size_t i = 0; i < doc->n_findings; i++)
        most += 1 + doc->findings[i].n_suspects;
    *marks = (a3d_hex_marks){a3d_arena_alloc(arena, most * sizeof *marks->at), 0};
    if (marks->at == NULL)
        return false;
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        marks->at[marks->n++] = (a3d_hex_mark){f->stream, f->off, f->size, f->bit, i, NULL};
        for (uint32_t k = 0; k < f->n_suspects; k++) {
            const a3d_suspect *s = &f->suspects[k];
            marks->at[marks->n++] = (a3d_hex_mark){s->stream, s->off, s->size, s->bit, i, s};
        }
    }
    qsort(marks->at, marks->n, sizeof *marks->at, by_place);
    return true;
}

size_t a3d_hex_marks_from(const a3d_hex_marks *marks, uint32_t stream, uint32_t off)
{
    size_t low = 0, high = marks->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const a3d_hex_mark *m = &marks->at[middle];
        if (m->stream < stream || (m->stream == stream && m->off < off))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- picks ---- */

typedef struct picker {
    a3d_hex_picks *picks;
    a3d_doc *doc;
} picker;

static const char *add(picker *p, a3d_hex_pick pick)
{
    a3d_hex_pick *at = a3d_grow(p->doc->arena, p->picks->at, &p->picks->cap, p->picks->n + 1, sizeof *at);
    if (at == NULL)
        return "memory ran out";
    p->picks->at = at;
    at[p->picks->n++] = pick;
    return NULL;
}

/* Picks a field inside an element, an element, a mask bit, or a node with its content. */
static const char *add_target(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    picker *p = user;
    const a3d_node *node = a3d_at(ctx->doc, t->node);
    const a3d_shape *s = a3d_shape_of(node);
    const a3d_mask *mask = &ctx->doc->mask;
    uint32_t stream, off, size, at;
    if (strcmp(t->claim, "$bit") == 0 && mask->node == t->node && t->claim_index >= 0) {
        if (t->claim_index >= (int64_t)mask->room)
            return a3d_error(ctx, "bit %u does not exist; the mask has %u", (unsigned)t->claim_index,
                             (unsigned)mask->room);
        at = node->off + (mask->header + (uint32_t)t->claim_index) / 8;
        return add(p, (a3d_hex_pick){A3D_NO_NODE, node->stream, at, 1, true});
    }
    if (!t->element || t->claim[0] != '\0')
        return add(p, (a3d_hex_pick){.node = t->node});
    if (t->index >= a3d_stored_count(node) || a3d_content(ctx->doc, node, &stream, &off) == NULL)
        return a3d_error(ctx, "element %u has no bytes of its own", (unsigned)t->index);
    if (t->field) {
        at = t->off - t->prefix;
        size = t->count * a3d_width(t->type) + t->prefix;
    } else if (s->kind == A3D_ARRAY) {
        size = a3d_width(s->type);
        at = t->index * size;
    } else {
        at = a3d_flat_locate(ctx->doc, t->node, t->index, &size);
    }
    return add(p, (a3d_hex_pick){A3D_NO_NODE, stream, off + at, size, true});
}

/* Parses @STREAM+OFFSET, which is how reports write places. */
static const char *add_offset(picker *p, a3d_ctx *ctx, const char *text)
{
    const char *plus = strrchr(text, '+');
    char *end = NULL;
    unsigned long long off = plus != NULL && plus[1] >= '0' && plus[1] <= '9' ? strtoull(plus + 1, &end, 0) : 0;
    if (end == NULL || *end != '\0')
        return a3d_error(ctx, "'@%s' is not @STREAM+OFFSET", text);
    for (uint32_t s = 0; s < p->doc->n_streams; s++) {
        a3d_text name;
        a3d_text_init(&name, p->doc->arena);
        a3d_put_stream(&name, p->doc, s);
        bool same = name.size == (size_t)(plus - text) && name.size > 0 && memcmp(name.data, text, name.size) == 0;
        a3d_text_free(&name);
        if (same && off < p->doc->streams[s].size)
            return add(p, (a3d_hex_pick){A3D_NO_NODE, s, (uint32_t)off, 1, true});
        if (same)
            return a3d_error(ctx, "'@%s' is beyond the end of the stream", text);
    }
    return a3d_error(ctx, "'@%s' names no stream", text);
}

/* Of a finding that covers more bytes, only the beginning is shown. */
enum { MOST_OF_A_FINDING = 64 };

static const char *add_marks(picker *p, const a3d_hex_marks *marks, const a3d_hex_options *options)
{
    for (size_t i = 0; i < marks->n; i++) {
        const a3d_hex_mark *m = &marks->at[i];
        uint32_t end = p->doc->streams[m->stream].size, off = m->off < end || end == 0 ? m->off : end - 1;
        uint32_t size = m->size < MOST_OF_A_FINDING ? m->size : MOST_OF_A_FINDING;
        bool asked = options->one ? m->finding == options->finding
                                  : options->among == NULL || options->among[m->finding];
        const char *why = !asked ? NULL
                          : add(p, (a3d_hex_pick){A3D_NO_NODE, m->stream, off, size > 0 ? size : 1, false});
        if (why != NULL)
            return why;
    }
    return NULL;
}

static const char *no_such_finding(a3d_ctx *ctx, unsigned finding, size_t n)
{
    if (n < 2)
        return a3d_error(ctx, "finding %u does not exist; the file has %s", finding,
                         n == 0 ? "no findings" : "only finding 0");
    return a3d_error(ctx, "finding %u does not exist; choose from 0\u2013%zu (a3dlint hex FILE marks them all)",
                     finding, n - 1);
}

const char *a3d_hex_picks_make(a3d_hex_picks *picks, a3d_doc *doc, const a3d_hex_marks *marks,
                               const a3d_hex_options *options)
{
    picker p = {picks, doc};
    a3d_ctx ctx;
    memset(picks, 0, sizeof *picks);
    picks->all = options->at == NULL && !options->one && !options->near;
    if (picks->all)
        return NULL;
    if (a3d_resume(&ctx, doc) != A3D_OK)
        return "memory ran out";
    if (options->one && options->finding >= doc->n_findings)
        return no_such_finding(&ctx, options->finding, doc->n_findings);
    const char *why = NULL;
    if (options->at != NULL && options->at[0] == '@')
        why = add_offset(&p, &ctx, options->at + 1);
    else if (options->at != NULL)
        why = a3d_resolve(&ctx, NULL, options->at, strlen(options->at), false, add_target, &p);
    if (why == NULL && (options->one || (options->near && options->at == NULL)))
        why = add_marks(&p, marks, options);
    return why;
}

static bool overlaps(const a3d_hex_pick *pick, uint32_t stream, uint32_t off, uint32_t size)
{
    return pick->node == A3D_NO_NODE && pick->stream == stream && pick->off < (uint64_t)off + size &&
           off < (uint64_t)pick->off + pick->size;
}

static bool inside(const a3d_doc *doc, uint32_t node, uint32_t outer)
{
    while (node != A3D_NO_NODE && node != outer)
        node = a3d_at(doc, node)->parent;
    return node != A3D_NO_NODE;
}

bool a3d_hex_picked(const a3d_hex_picks *picks, const a3d_doc *doc, uint32_t node, uint32_t stream, uint32_t off,
                    uint32_t size)
{
    for (size_t i = 0; i < picks->n; i++)
        if (overlaps(&picks->at[i], stream, off, size) ||
            (picks->at[i].node != A3D_NO_NODE && inside(doc, node, picks->at[i].node)))
            return true;
    return picks->all;
}

bool a3d_hex_unfolds(const a3d_hex_picks *picks, uint32_t stream, uint32_t off, uint32_t size)
{
    for (size_t i = 0; i < picks->n; i++)
        if (picks->at[i].unfold && overlaps(&picks->at[i], stream, off, size))
            return true;
    return false;
}
