/* elements.c - see elements.h */
#include "engine/edit/elements.h"
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"

/* Works on a copy of the content. Fails if the content is too short, since a field that was set around it may make
 * its elements longer than the bytes that exist; offsets of such elements need not fit in 32 bits. */
int a3d_splice(a3d_doc *doc, uint32_t list, uint32_t from, uint32_t to, const a3d_text *insert, uint32_t count)
{
    uint32_t total;
    const uint8_t *p;
    a3d_text bytes;
    if (!a3d_stored_content(doc, list, &p, &total))
        return A3D_STOP;
    A3D_ASSERT(from <= to && to <= total);
    bool kept = a3d_size_is_kept(doc, list);
    a3d_text_init(&bytes, doc->arena);
    a3d_put(&bytes, p, from);
    a3d_put(&bytes, insert->data, insert->size);
    if (p != NULL)
        a3d_put(&bytes, p + to, total - to);
    int st = bytes.failed || insert->failed ? A3D_STOP
                                            : a3d_set_content(doc, list, bytes.data, (uint32_t)bytes.size, count);
    a3d_text_free(&bytes);
    return st == A3D_OK && kept ? a3d_keep_size(doc, list) : st;
}

int a3d_splice_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t remove, const a3d_text *insert,
                        uint32_t count)
{
    a3d_doc *doc = ctx->doc;
    a3d_node *node = a3d_at(doc, list);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t size, stored = a3d_stored_count(node);
    if (s->fill && (node->form & A3D_FORM_FILL)) { /* one element represents all: only the count changes */
        node->v.at.count += count - remove;
        return A3D_OK;
    }
    uint32_t total = (uint32_t)a3d_content_size(doc, list), width = s->kind == A3D_ARRAY ? a3d_width(s->type) : 0;
    uint32_t from = width ? index * width : index < stored ? a3d_flat_locate(doc, list, index, &size) : total;
    uint32_t to = width                     ? (index + remove) * width
                  : index + remove < stored ? a3d_flat_locate(doc, list, index + remove, &size)
                                            : total;
    from = from < total ? from : total; /* where elements say a wrong size, one may seem to lie beyond the content */
    to = to < total ? to : total;
    return a3d_splice(doc, list, from, to, insert, node->v.at.count + count - remove);
}

int a3d_move_elements(a3d_ctx *ctx, uint32_t list, const uint32_t *from, uint32_t now)
{
    a3d_doc *doc = ctx->doc;
    uint32_t old = a3d_at(doc, list)->v.at.first, count = a3d_at(doc, list)->v.at.count, first;
    uint32_t *moved = a3d_arena_alloc(doc->arena, (count + 1u) * sizeof *moved);
    A3D_ASSERT(!a3d_at(doc, list)->flat);
    if (moved == NULL || from == NULL || a3d_reserve(ctx, now, list, a3d_at(doc, list)->stream, &first) != A3D_OK)
        return A3D_STOP;
    bool extra = false;
    for (uint32_t i = 0; i < now; i++) {
        a3d_node *to = a3d_at(doc, first + i);
        to->row = &a3d_row_element;
        to->off = UINT32_MAX;
        if (from[i] == UINT32_MAX)
            continue;
        *to = *a3d_at(doc, old + from[i]);
        moved[from[i]] = first + i;
        for (uint32_t k = 0; to->state == A3D_PRESENT && k < to->v.at.count; k++)
            a3d_at(doc, to->v.at.first + k)->parent = first + i;
        extra |= to->extra != 0;
        a3d_at(doc, old + from[i])->state = A3D_GATED;
    }
    for (size_t k = 0; extra && k < doc->n_sides; k++) {
        uint32_t place = doc->sides[k].node - old;
        if (place < count && moved[place] != 0)
            doc->sides[k].node = moved[place];
    }
    if (extra)
        a3d_side_rehash(doc);
    a3d_at(doc, list)->v.at.first = first;
    a3d_at(doc, list)->v.at.count = now;
    return A3D_OK;
}

int a3d_remove_spans(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    uint32_t count = a3d_at(doc, list)->v.at.count, now = 0;
    a3d_text none;
    a3d_text_init(&none, doc->arena);
    if (a3d_shape_of(a3d_at(doc, list))->kind == A3D_ARRAY || a3d_at(doc, list)->flat) {
        int st = A3D_OK;
        for (uint32_t i = n; i > 0 && st == A3D_OK; i--)
            st = a3d_splice_elements(ctx, list, spans[i - 1].at, spans[i - 1].n, &none, 0);
        return st;
    }
    uint32_t *from = a3d_arena_alloc(doc->arena, (count + 1u) * sizeof *from);
    for (uint32_t i = 0, k = 0; from != NULL && i < count; i++) {
        k += k < n && i >= spans[k].at + spans[k].n;
        if (k == n || i < spans[k].at)
            from[now++] = i;
    }
    return a3d_move_elements(ctx, list, from, now);
}

int a3d_remove_elements(a3d_ctx *ctx, uint32_t list, uint32_t index, uint32_t n)
{
    return a3d_remove_spans(ctx, list, &(a3d_span){index, n}, 1);
}

int a3d_set_fill(a3d_doc *doc, uint32_t list, bool fill)
{
    a3d_node *node = a3d_at(doc, list);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t stream, off, count = node->v.at.count, times = fill ? 1 : count;
    uint32_t size = s->kind == A3D_ARRAY ? a3d_width(s->type) : a3d_flat_stride(doc, list, s->record);
    if (((node->form & A3D_FORM_FILL) != 0) == fill)
        return A3D_OK;
    if ((uint64_t)size * times > doc->most_fresh)
        return A3D_STOP;
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    const uint8_t *first = a3d_content(doc, node, &stream, &off);
    for (uint32_t i = 0; i < times && !bytes.failed; i++)
        a3d_put(&bytes, first, size);
    int st = bytes.failed ? A3D_STOP : a3d_set_content(doc, list, bytes.data, (uint32_t)bytes.size, count);
    if (st == A3D_OK)
        node->form = ((node->form & 6u) | (fill ? A3D_FORM_FILL : 0u)) & 7;
    a3d_text_free(&bytes);
    return st;
}
