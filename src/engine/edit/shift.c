/* shift.c - see shift.h */
#include "engine/edit/shift.h"
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/edit/elements.h"

typedef struct shift {
    a3d_ctx *ctx;
    a3d_gone gone;
    unsigned space;
    bool kinds; /* elements of several kinds are numbered together */
    int64_t first;    /* the position of the list's first element */
    const a3d_span *spans;
    uint32_t *before; /* by span: how many elements are removed before it */
    uint32_t n;
    bool write;       /* false: only look whether anything changes */
    bool changes;
} shift;

/* The new value of a reference. A reference that was wrong, because it names nothing or an element of the wrong
 * kind, shifts like the others and stays wrong. */
static int64_t shifted(shift *s, const a3d_row *row, unsigned type, int64_t value)
{
    bool here = s->kinds || (row->ref.spaces >> (s->space - 1) & 1) != 0;
    int64_t at = value - s->first;
    if (row->ref.spaces == 0 || !here || (row->ref.has_none && value == row->ref.none) || at < s->spans[0].at)
        return value;
    uint32_t low = 0, high = s->n; /* find the last span that begins at or before it */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->spans[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    if (at >= (int64_t)s->spans[low].at + s->spans[low].n)
        return value - ((int64_t)s->before[low] + s->spans[low].n);
    if (row->ref.has_none)
        return row->ref.none;
    if (s->gone == A3D_GONE_KEEPS_INDEX)
        return value;
    return A3D_NEVER(a3d_width(type) < 4) ? a3d_type_most(type) : INT32_MAX;
}

static void shift_values(shift *s, const a3d_row *row, unsigned type, const uint8_t *p, uint32_t n)
{
    bool big = s->ctx->doc->format->big_endian;
    unsigned width = a3d_width(type);
    for (uint32_t i = 0; row->ref.spaces != 0 && i < n; i++) {
        int64_t value = a3d_load_type(p + (size_t)i * width, type, big), now = shifted(s, row, type, value);
        s->changes |= now != value;
        if (s->write && now != value)
            a3d_store((uint8_t *)(uintptr_t)p + (size_t)i * width, width, (uint64_t)now, big);
    }
}

static int shift_leaf(void *user, const a3d_leaf *leaf)
{
    shift_values(user, leaf->rows[leaf->depth - 1], leaf->shape->type, leaf->data,
                 leaf->shape->kind == A3D_ARRAY ? leaf->count : 1);
    return 0;
}

static void shift_content(shift *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    uint32_t stream, off, n = a3d_stored_count(node), pos = 0;
    const uint8_t *p = n > 0 ? a3d_content(s->ctx->doc, node, &stream, &off) : NULL;
    if (p == NULL)
        return;
    if (shape->kind == A3D_ARRAY) {
        shift_values(s, node->row, shape->type, p, n);
        return;
    }
    uint32_t left = s->ctx->doc->streams[stream].size - off;
    for (uint32_t i = 0; i < n; i++) {
        int64_t size = a3d_flat_element(s->ctx->doc, index, shape->record, p + pos, left - pos, shift_leaf, s);
        if (size < 0)
            return;
        pos += (uint32_t)size;
    }
}

/* Gives the node a copy of its content that may be changed. */
static bool own_content(a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    uint32_t size, count = node->v.at.count;
    const uint8_t *p;
    unsigned form = node->form;
    a3d_text copy;
    if (!a3d_stored_content(doc, index, &p, &size))
        return false;
    a3d_text_init(&copy, doc->arena);
    a3d_put(&copy, p, size);
    bool ok = !copy.failed && a3d_set_content(doc, index, copy.data, size, count) == A3D_OK;
    a3d_at(doc, index)->form = form & 7;
    a3d_text_free(&copy);
    return ok;
}

static bool shift_node(shift *s, uint32_t index)
{
    a3d_node *node = a3d_at(s->ctx->doc, index);
    unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING;
    if (kind == A3D_SCALAR && node->row->ref.spaces != 0)
        node->v.i = shifted(s, node->row, a3d_shape_of(node)->type, node->v.i);
    if ((kind != A3D_ARRAY || node->row->ref.spaces == 0) && (kind != A3D_VECTOR || !node->flat))
        return true;
    s->write = s->changes = false;
    shift_content(s, index);
    if (!s->changes)
        return true;
    s->write = true;
    if (!own_content(s->ctx->doc, index))
        return false;
    shift_content(s, index);
    return true;
}

bool a3d_shift_refs(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n, a3d_gone gone)
{
    const a3d_keys *keys = &a3d_at(ctx->doc, list)->row->keys;
    a3d_index *index = &ctx->index;
    shift s = {.ctx = ctx, .gone = gone, .space = keys->space, .kinds = keys->kind_slot != 0, .spans = spans, .n = n};
    bool known = false;
    if (keys->space == 0 || !keys->by_position || n == 0)
        return true;
    index->n = index->n_lists = 0;
    s.before = a3d_arena_alloc(ctx->doc->arena, n * sizeof *s.before);
    if (s.before == NULL || a3d_index_build(ctx) != A3D_OK)
        return false;
    for (uint32_t i = 1; i < n; i++)
        s.before[i] = s.before[i - 1] + spans[i - 1].n;
    for (size_t i = 0; i < index->n_lists; i++)
        if (index->lists[i].list == list) {
            s.first = index->lists[i].first;
            known = true;
        }
    for (uint32_t i = 0; known && i < ctx->doc->n_nodes; i++)
        if (ctx->doc->nodes[i].row != NULL && !shift_node(&s, i))
            return false;
    return true;
}
