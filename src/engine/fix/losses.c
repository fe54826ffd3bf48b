/* losses.c - see losses.h */
#include "engine/fix/losses.h"
#include "engine/document/flat.h"
#include "engine/document/path.h"
#include "engine/edit/resolve.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool a3d_losses_init(a3d_losses *lost, a3d_arena *arena)
{
    *lost = (a3d_losses){.arena = arena, .gone = a3d_arena_alloc(arena, sizeof *lost->gone)};
    lost->last = &lost->first;
    return lost->gone != NULL;
}

/* ---- original places ---- */

static a3d_gone_list *find_list(a3d_losses *lost, const char *path, size_t n)
{
    a3d_gone_list *g = *lost->gone;
    for (; g != NULL && (strncmp(g->path, path, n) != 0 || g->path[n] != '\0'); g = g->next)
        lost->cost++;
    return g;
}

static uint32_t original_index(a3d_losses *lost, const a3d_gone_list *g, uint32_t index)
{
    for (uint32_t i = 0; g != NULL && i < g->n && g->spans[i].at <= index; i++, lost->cost++)
        index += g->spans[i].n;
    return index;
}

/* Appends a path with the original indices, in place of those of the document at this time. */
static void put_original(a3d_text *out, a3d_losses *lost, const char *path)
{
    for (char *end; *path != '\0'; path = end) {
        size_t n = strcspn(path, "[");
        a3d_put(out, path, n);
        end = (char *)(uintptr_t)path + n;
        if (*end == '[') {
            uint32_t index = (uint32_t)strtoul(end + 1, &end, 10);
            a3d_gone_list *g = out->failed ? NULL : find_list(lost, out->data, out->size);
            a3d_printf(out, "[%" PRIu32, original_index(lost, g, index));
        }
    }
}

/* The original path of a node or an element, in the arena; NULL when memory ran out. */
static char *original_path(a3d_losses *lost, const a3d_doc *doc, uint32_t node, uint32_t element)
{
    a3d_text now, path;
    a3d_text_init(&now, lost->arena);
    a3d_text_init(&path, lost->arena);
    a3d_put_path(&now, doc, node);
    if (element != UINT32_MAX)
        a3d_printf(&now, "[%" PRIu32 "]", element);
    a3d_putc(&now, '\0');
    if (!now.failed)
        put_original(&path, lost, now.data);
    bool good = !now.failed && !path.failed;
    char *kept = good ? a3d_arena_text(lost->arena, path.data != NULL ? path.data : "", path.size) : NULL;
    a3d_text_free(&path);
    a3d_text_free(&now);
    return kept;
}

bool a3d_lose(a3d_losses *lost, const a3d_doc *doc, uint32_t node, uint32_t element, uint32_t count, const char *how)
{
    a3d_lost *l = a3d_arena_alloc(lost->arena, sizeof *l);
    const char *path = l != NULL ? original_path(lost, doc, node, element) : NULL;
    if (path == NULL)
        return false;
    *l = (a3d_lost){.path = path, .how = how, .count = count, .node = A3D_NO_NODE};
    *lost->last = lost->newest = l;
    lost->last = &l->next;
    lost->n++;
    return true;
}

bool a3d_lose_span(a3d_losses *lost, const a3d_doc *doc, uint32_t list, const a3d_span *span)
{
    const char *path = original_path(lost, doc, list, UINT32_MAX);
    a3d_gone_list *g = path != NULL ? find_list(lost, path, strlen(path)) : NULL;
    if (path != NULL && g == NULL) {
        g = a3d_arena_alloc(lost->arena, sizeof *g);
        if (g == NULL)
            return false;
        *g = (a3d_gone_list){.path = path, .next = *lost->gone};
        *lost->gone = g;
    }
    for (uint32_t i = 0; g != NULL && i < span->n; i++) {
        uint32_t at = original_index(lost, g, span->at + i);
        if (g->n_now > 0 && g->now[g->n_now - 1].at + g->now[g->n_now - 1].n == at) {
            g->now[g->n_now - 1].n++;
            continue;
        }
        a3d_span *more = a3d_grow(lost->arena, g->now, &g->now_room, g->n_now + 1u, sizeof *more);
        if (more == NULL)
            return false;
        g->now = more;
        g->now[g->n_now++] = (a3d_span){at, 1};
    }
    return g != NULL;
}

static int by_place(const void *a, const void *b)
{
    const a3d_span *p = a, *q = b;
    return p->at < q->at ? -1 : p->at > q->at;
}

void a3d_losses_next(a3d_losses *lost)
{
    for (a3d_gone_list *g = *lost->gone; g != NULL; g = g->next) {
        a3d_span *all = a3d_grow(lost->arena, g->spans, &g->room, g->n + g->n_now + 1u, sizeof *all);
        if (all == NULL)
            return; /* places are less exact then */
        g->spans = all;
        memcpy(all + g->n, g->now, g->n_now * sizeof *all);
        g->n += g->n_now;
        g->n_now = 0;
        qsort(all, g->n, sizeof *all, by_place);
    }
}

/* ---- bytes ---- */

/* Takes the extent of what a path names. */
static const char *take_extent(void *user, a3d_ctx *ctx, const a3d_target *target)
{
    a3d_lost *l = user;
    const a3d_doc *doc = ctx->doc;
    const a3d_node *node = a3d_at(doc, target->node);
    uint32_t stream = node->stream, off = node->off, size = node->size;
    if (target->element && a3d_content(doc, node, &stream, &off) != NULL && node->flat)
        off += a3d_flat_locate(doc, target->node, target->index, &size);
    for (; stream != 0 && doc->streams[stream].owner != A3D_NO_NODE; stream = doc->streams[stream].parent) {
        off = doc->streams[stream].off;
        size = doc->streams[stream].packed_size;
    }
    uint64_t end = (uint64_t)off + size;
    if (l->node == A3D_NO_NODE && !target->element)
        l->node = target->node;
    l->size = l->size > 0 && end > l->off ? (uint32_t)(end - l->off) : l->size > 0 ? l->size : size;
    l->off = l->size == size ? off : l->off;
    return NULL;
}

void a3d_locate_losses(a3d_losses *lost, a3d_ctx *original)
{
    for (a3d_lost *l = lost->first; l != NULL; l = l->next) {
        const char *open = l->count > 1 ? strrchr(l->path, '[') : NULL;
        a3d_resolve(original, NULL, l->path, strlen(l->path), false, take_extent, l);
        if (open == NULL)
            continue;
        a3d_text last;
        a3d_text_init(&last, lost->arena);
        a3d_put(&last, l->path, (size_t)(open - l->path));
        a3d_printf(&last, "[%" PRIu32 "]", (uint32_t)strtoul(open + 1, NULL, 10) + l->count - 1);
        if (!last.failed)
            a3d_resolve(original, NULL, last.data, last.size, false, take_extent, l);
        a3d_text_free(&last);
    }
}
