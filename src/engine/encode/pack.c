/* pack.c - see pack.h */
#include "engine/encode/pack.h"
#include "codec/codec.h"
#include "model/doc.h"

/* The more content a file has, the lower is the level of what comes after: on a few symbols in random order, level 9
 * takes 3 seconds per MiB, level 7 0.15 and level 6 0.08. On real models level 6 costs 0.2 % in size, level 4 up to
 * 2 %. */
enum { LARGE = 256 << 10, VAST = 1 << 20 };

enum { BEST_MARK = 0xda }; /* second byte of a zlib stream: of level 7 and above */

static int level_of(unsigned packing, size_t size, uint64_t before)
{
    if (packing == A3D_PACKS_USUAL)
        return 6;
    if (packing == A3D_PACKS_MADE && size > LARGE)
        return 4;
    return before + size > VAST ? 6 : before + size > LARGE ? 7 : 9;
}

/* What packing took: content that repeats itself is passed over quickly. Level 9 can take more, but only for content
 * that is short. */
static uint64_t steps_of(int level, uint64_t content, uint64_t packed)
{
    unsigned most = level == 4 ? 1 : level == 6 ? 4 : 8;
    uint64_t steps = content / 8 + 6 * most * packed;
    return steps < most * content ? steps : most * content;
}

static bool deflate_to(a3d_packs *packs, const a3d_text *content, unsigned packing, a3d_text *out)
{
    const uint8_t *from = (const uint8_t *)content->data;
    bool stored = packing == A3D_PACKS_STORED || packing == A3D_PACKS_TRIED;
    int level = level_of(packing, content->size, packs->content);
    size_t bound = stored ? a3d_deflate_stored_bound(content->size) : a3d_deflate_bound(content->size), size = bound;
    uint8_t *to = a3d_extend(out, bound);
    if (to == NULL)
        return false;
    if (stored)
        a3d_deflate_stored(from, content->size, to);
    else if (a3d_deflate(out->arena, from, content->size, level, to, &size) != 0)
        return false;
    out->size -= bound - size;
    if (packing == A3D_PACKS_TRIED)
        to[1] = BEST_MARK; /* the level that the result will have; else a rule about it would speak against each try */
    packs->content += content->size;
    packs->steps += stored ? content->size / 16 : steps_of(level, content->size, size);
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

void a3d_packs_round(a3d_packs *packs)
{
    packs->next = 0;
    packs->content = 0;
}

bool a3d_put_packed(a3d_packs *packs, a3d_text *content, unsigned packing, bool keep, a3d_text *out)
{
    size_t before = out->size;
    if (packs->next < packs->n && is_same(&packs->list[packs->next].content, content)) {
        const a3d_text *packed = &packs->list[packs->next++].packed;
        packs->content += content->size;
        a3d_put(out, packed->data, packed->size);
        return !out->failed;
    }
    if (!a3d_packs_allow(packs, content->size))
        return false;
    if (!deflate_to(packs, content, packing, out))
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
