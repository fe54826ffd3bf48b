/* pack.c - see pack.h */
#include "engine/encode/pack.h"
#include "codec/codec.h"
#include "model/doc.h"

/* Larger content is compressed at a lower level (generated content from LARGE on, all content from VAST on): level 9
 * takes up to two seconds per MiB of repetitive data. On real models level 6 costs 0.2 % in size, level 4 up to 2 %. */
enum { LARGE = 256 << 10, VAST = 4 << 20 };

static int level_of(unsigned packing, size_t size)
{
    if (packing == A3D_PACKS_FAST)
        return 1;
    if (packing == A3D_PACKS_MADE && size > LARGE)
        return 4;
    return size > VAST ? 6 : 9;
}

static bool deflate_to(const a3d_text *content, unsigned packing, a3d_text *out)
{
    const uint8_t *from = (const uint8_t *)content->data;
    bool stored = packing == A3D_PACKS_STORED;
    size_t bound = stored ? a3d_deflate_stored_bound(content->size) : a3d_deflate_bound(content->size), size = bound;
    uint8_t *to = a3d_extend(out, bound);
    if (to == NULL)
        return false;
    if (stored)
        a3d_deflate_stored(from, content->size, to);
    else if (a3d_deflate(out->arena, from, content->size, level_of(packing, content->size), to, &size) != 0)
        return false;
    out->size -= bound - size;
    return true;
}

static bool is_same(const a3d_text *a, const a3d_text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* Takes over *content and stores a copy of its packed form. */
static bool keep_packed(a3d_packs *packs, a3d_text *content, const char *packed, size_t size)
{
    struct a3d_packed *p = &packs->list[packs->next++];
    if (packs->next > packs->n) {
        packs->n = packs->next;
        a3d_text_init(&p->packed, content->arena);
    } else {
        a3d_text_free(&p->content);
    }
    p->content = *content;
    a3d_text_init(content, content->arena);
    p->packed.size = 0;
    a3d_put(&p->packed, packed, size);
    return !p->packed.failed;
}

bool a3d_put_packed(a3d_packs *packs, a3d_text *content, unsigned packing, bool keep, a3d_text *out)
{
    size_t before = out->size;
    if (packs->next < packs->n && is_same(&packs->list[packs->next].content, content)) {
        const a3d_text *packed = &packs->list[packs->next++].packed;
        a3d_put(out, packed->data, packed->size);
        return !out->failed;
    }
    if (!deflate_to(content, packing, out))
        out->failed = true;
    if (out->failed || !keep)
        return !out->failed;
    struct a3d_packed *list = a3d_grow(content->arena, packs->list, &packs->cap, packs->next + 1, sizeof *list);
    if (list == NULL)
        return false;
    packs->list = list;
    return keep_packed(packs, content, out->data + before, out->size - before);
}

void a3d_packs_free(a3d_packs *packs, a3d_arena *arena)
{
    for (size_t i = 0; i < packs->n; i++) {
        a3d_text_free(&packs->list[i].content);
        a3d_text_free(&packs->list[i].packed);
    }
    a3d_block_resize(arena, packs->list, 0);
    *packs = (a3d_packs){0};
}
