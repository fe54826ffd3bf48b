/* document_cache.c - caches the documents of recent files; see mutate.h */
#include "engine/decode/decode.h"
#include "engine/mutate/mutant.h"

#include <string.h>

/* ---- limited memory ---- */

static void *bounded_resize(void *user, void *p, size_t old_size, size_t size)
{
    a3d_bound *b = user;
    if (size > old_size && size - old_size > b->left)
        return NULL;
    void *q = b->mem.resize(b->mem.user, p, old_size, size);
    if (size == 0 || q != NULL)
        b->left = b->left + old_size - size;
    return q;
}

void a3d_bounded_init(a3d_arena *arena, a3d_bound *b, const a3d_allocator *mem, size_t file_size)
{
    *b = (a3d_bound){.mem = *mem, .left = ((size_t)4 << 20) + 64 * file_size};
    a3d_arena_init(arena, &(a3d_allocator){bounded_resize, b, mem->chunk});
}

/* ---- recent files ---- */

static const a3d_doc *decode(a3d_document_cache *cache, a3d_cached_document *k, const uint8_t *data)
{
    a3d_limits limits = {
        .unpacked = (1 << 20) + 16 * (uint64_t)k->size, .nodes = (1 << 16) + k->size, .plan_cache = &cache->plans};
    uint8_t *own = a3d_arena_alloc(&k->arena, k->size);
    if (own == NULL)
        return NULL;
    k->data = memcpy(own, data, k->size);
    a3d_doc *doc = a3d_decode_structure(&k->arena, k->format, own, k->size, &limits, k->format->usual);
    return doc != NULL && doc->limited == A3D_LIMIT_NONE && doc->n_nodes > 1 ? doc : NULL;
}

const a3d_doc *a3d_cached_doc(a3d_document_cache *cache, const a3d_format *format, const uint8_t *data, uint32_t size)
{
    for (unsigned i = 0; i < cache->n; i++) {
        const a3d_cached_document *k = &cache->files[i];
        if (k->size == size && k->format == format && k->data != NULL && memcmp(k->data, data, size) == 0)
            return k->doc;
    }
    if (data == NULL || cache->n == A3D_CACHED_DOCUMENTS)
        return NULL;
    a3d_cached_document *k = &cache->files[cache->n++];
    *k = (a3d_cached_document){.format = format, .size = size};
    a3d_bounded_init(&k->arena, &k->bound, &cache->mem, size);
    return k->doc = decode(cache, k, data);
}

const a3d_doc *a3d_other_doc(a3d_mutant *m)
{
    if (m->unread != NULL)
        m->other = a3d_cached_doc(m->cache, m->unread->format, m->unread->other, m->unread->other_size);
    m->unread = NULL;
    return m->other;
}

void a3d_document_cache_init(a3d_document_cache *cache, const a3d_allocator *mem)
{
    cache->mem = *mem;
    cache->n = 0;
    a3d_plan_cache_init(&cache->plans, mem);
    cache->plans.at_once = true;
}

void a3d_document_cache_free(a3d_document_cache *cache)
{
    while (cache->n > 0)
        a3d_arena_free(&cache->files[--cache->n].arena);
    a3d_plan_cache_free(&cache->plans);
}

/* ---- copying a document ---- */

/* Copies an array, with room to grow. */
static void *copied(a3d_arena *arena, const void *array, size_t n, size_t elem, size_t *cap)
{
    void *copy = NULL;
    *cap = 0;
    if (n > 0 && (copy = a3d_grow(arena, NULL, cap, n + n / 8, elem)) != NULL)
        memcpy(copy, array, n * elem);
    return copy;
}

a3d_doc *a3d_copy_doc(a3d_arena *arena, const a3d_doc *doc)
{
    a3d_doc *copy = a3d_arena_alloc(arena, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *doc;
    copy->arena = arena;
    copy->nodes = copied(arena, doc->nodes, doc->n_nodes, sizeof *doc->nodes, &copy->cap_nodes);
    copy->streams = copied(arena, doc->streams, doc->n_streams, sizeof *doc->streams, &copy->cap_streams);
    copy->sides = copied(arena, doc->sides, doc->n_sides, sizeof *doc->sides, &copy->cap_sides);
    copy->findings = copied(arena, doc->findings, doc->n_findings, sizeof *doc->findings, &copy->cap_findings);
    copy->more_rules = copied(arena, doc->more_rules, doc->more_findings, sizeof *doc->more_rules, &copy->cap_more);
    copy->side_heads = doc->cap_heads > 0 ? a3d_block_resize(arena, NULL, doc->cap_heads * sizeof *doc->side_heads)
                                          : NULL;
    if (copy->nodes == NULL || copy->streams == NULL || (doc->n_sides > 0 && copy->sides == NULL) ||
        (doc->n_findings > 0 && copy->findings == NULL) || (doc->more_findings > 0 && copy->more_rules == NULL) ||
        (doc->cap_heads > 0 && copy->side_heads == NULL))
        return NULL;
    if (doc->cap_heads > 0)
        memcpy(copy->side_heads, doc->side_heads, doc->cap_heads * sizeof *doc->side_heads);
    for (size_t i = 0; i < copy->n_streams; i++)
        copy->streams[i].owned = false; /* shared with the original */
    return copy;
}
