/* arena.c - see arena.h */
#include "base/arena.h"
#include "base/never.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef A3D_CHUNK
#define A3D_CHUNK 16384 /* a test makes it smaller, so that each small allocation can be refused */
#endif

enum { ALIGN = 16 };

/* The content follows the header, which is rounded up so that the content is aligned whatever the width of a
 * pointer. */
#define HEADER ((sizeof(a3d_block) + ALIGN - 1) / ALIGN * ALIGN)

static void *plain_resize(void *user, void *p, size_t old_size, size_t size)
{
    (void)user;
    (void)old_size;
    if (size == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, size);
}

void a3d_arena_init(a3d_arena *arena, const a3d_allocator *mem)
{
    memset(arena, 0, sizeof *arena);
    if (mem != NULL)
        arena->mem = *mem;
    if (arena->mem.resize == NULL)
        arena->mem.resize = plain_resize;
    if (arena->mem.chunk == 0)
        arena->mem.chunk = A3D_CHUNK;
}

void a3d_arena_init_below(a3d_arena *arena, a3d_arena *above)
{
    a3d_arena_init(arena, &above->mem);
    arena->account = above->account;
    arena->above = above;
}

void a3d_arena_refuse(a3d_arena *arena)
{
    for (; arena != NULL; arena = arena->above)
        arena->refused = true;
}

static void *refuse(a3d_arena *arena)
{
    a3d_arena_refuse(arena);
    return NULL;
}

/* The content of a block for memory that the arena adopted. */
typedef struct adopted {
    void *p;
    size_t size;
} adopted;

static void release_adopted(a3d_arena *arena, a3d_block *b)
{
    adopted a;
    memcpy(&a, (unsigned char *)b + HEADER, sizeof a);
    b->release(a.p, a.size);
    arena->held -= a.size;
    if (arena->account != NULL)
        a3d_account_return(arena->account, a.size);
}

static void give_back(a3d_arena *arena, a3d_block *b)
{
    size_t held = b->size + HEADER;
    if (b->release != NULL)
        release_adopted(arena, b);
    arena->mem.resize(arena->mem.user, b, held, 0);
    arena->held -= held;
    if (arena->account != NULL)
        a3d_account_return(arena->account, held);
}

static void give_back_until(a3d_arena *arena, const a3d_block *last)
{
    while (arena->blocks != last && !A3D_NEVER(arena->blocks == NULL)) {
        a3d_block *next = arena->blocks->next;
        give_back(arena, arena->blocks);
        arena->blocks = next;
    }
    if (arena->blocks != NULL)
        arena->blocks->prev = NULL;
}

void a3d_arena_free(a3d_arena *arena)
{
    give_back_until(arena, NULL);
    arena->chunk = NULL;
    arena->chunk_left = 0;
}

a3d_arena_mark a3d_arena_now(const a3d_arena *arena)
{
    return (a3d_arena_mark){arena->blocks, arena->chunk, arena->chunk_left};
}

void a3d_arena_rewind(a3d_arena *arena, const a3d_arena_mark *mark)
{
    give_back_until(arena, mark->blocks);
    arena->chunk = mark->chunk;
    arena->chunk_left = mark->chunk_left;
    arena->refused = false;
}

void a3d_arena_excuse(a3d_arena *arena)
{
    if (!a3d_arena_is_bound(arena))
        return;
    arena->account->lack = A3D_LACK_NONE;
    for (; arena != NULL; arena = arena->above)
        arena->refused = false;
}

size_t a3d_arena_room(const a3d_arena *arena)
{
    size_t room = arena->account != NULL ? a3d_allowance(arena->account) : SIZE_MAX;
    return room > HEADER ? room - HEADER : 0;
}

void a3d_arena_reset(a3d_arena *arena)
{
    a3d_block *kept = NULL;
    while (arena->blocks != NULL) {
        a3d_block *next = arena->blocks->next;
        if (kept == NULL && arena->blocks->size == arena->mem.chunk)
            kept = arena->blocks;
        else
            give_back(arena, arena->blocks);
        arena->blocks = next;
    }
    if (kept != NULL)
        kept->next = kept->prev = NULL;
    arena->blocks = kept;
    arena->chunk = kept != NULL ? (unsigned char *)kept + HEADER : NULL;
    arena->chunk_left = kept != NULL ? arena->mem.chunk : 0;
    arena->refused = false;
}

static void unlink_block(a3d_arena *arena, a3d_block *b)
{
    if (b->prev != NULL)
        b->prev->next = b->next;
    else
        arena->blocks = b->next;
    if (b->next != NULL)
        b->next->prev = b->prev;
}

static void link_block(a3d_arena *arena, a3d_block *b)
{
    b->prev = NULL;
    b->next = arena->blocks;
    if (b->next != NULL)
        b->next->prev = b;
    arena->blocks = b;
}

void *a3d_block_resize(a3d_arena *arena, void *p, size_t size)
{
    a3d_block *old = p != NULL ? (a3d_block *)(void *)((unsigned char *)p - HEADER) : NULL;
    size_t before = old != NULL ? old->size + HEADER : 0, after = size + HEADER;
    a3d_account *account = arena->account;
    if (size == 0) {
        if (old != NULL) {
            unlink_block(arena, old);
            give_back(arena, old);
        }
        return NULL;
    }
    if (size > SIZE_MAX - HEADER || (account != NULL && after > before && !a3d_account_take(account, after - before)))
        return refuse(arena);
    if (old != NULL)
        unlink_block(arena, old);
    a3d_block *b = arena->mem.resize(arena->mem.user, old, before, after);
    if (account != NULL && (b == NULL) == (after > before))
        a3d_account_return(account, after > before ? after - before : b != NULL ? before - after : 0);
    if (b == NULL) {
        if (old != NULL)
            link_block(arena, old);
        return refuse(arena);
    }
    b->size = size;
    b->release = NULL;
    link_block(arena, b);
    arena->held += after - before;
    return (unsigned char *)b + HEADER;
}

bool a3d_arena_adopt(a3d_arena *arena, void *p, size_t size, void (*release)(void *p, size_t size))
{
    adopted a = {p, size};
    if (arena->account != NULL && !a3d_account_take(arena->account, size)) {
        refuse(arena);
        return false;
    }
    unsigned char *content = a3d_block_resize(arena, NULL, sizeof a);
    if (content == NULL) {
        if (arena->account != NULL)
            a3d_account_return(arena->account, size);
        return false;
    }
    memcpy(content, &a, sizeof a);
    ((a3d_block *)(void *)(content - HEADER))->release = release;
    arena->held += size;
    return true;
}

void *a3d_arena_alloc(a3d_arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGN)
        return refuse(arena);
    /* an empty allocation still gets an address, since NULL means failure */
    size = size == 0 ? ALIGN : (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size > arena->mem.chunk / 4) {
        void *own = a3d_block_resize(arena, NULL, size);
        return own != NULL ? memset(own, 0, size) : NULL;
    }
    if (size > arena->chunk_left) {
        arena->chunk = a3d_block_resize(arena, NULL, arena->mem.chunk);
        arena->chunk_left = arena->chunk != NULL ? arena->mem.chunk : 0;
        if (arena->chunk == NULL)
            return NULL;
    }
    void *p = arena->chunk;
    arena->chunk += size;
    arena->chunk_left -= size;
    return memset(p, 0, size);
}

static void *grow(a3d_arena *arena, void *array, size_t *cap, size_t need, size_t elem)
{
    enum { SMALL = 4096 };
    size_t next = *cap < 16 ? 16 : *cap + *cap / 2;
    if (next < need)
        next = need;
    if (next > SMALL && next - *cap > a3d_arena_room(arena) / elem) {
        size_t most = *cap + a3d_arena_room(arena) / elem;
        next = need < most ? need + (most - need) / 4 : need; /* near the limit, leave something for others */
    }
    if (next > SIZE_MAX / elem)
        return refuse(arena);
    void *moved = a3d_block_resize(arena, array, next * elem);
    if (moved != NULL)
        *cap = next;
    return moved;
}

void *a3d_grow(a3d_arena *arena, void *array, size_t *cap, size_t need, size_t elem)
{
    return need <= *cap ? array : grow(arena, array, cap, need, elem);
}

char *a3d_arena_text(a3d_arena *arena, const char *text, size_t n)
{
    char *copy = a3d_arena_alloc(arena, n + 1);
    if (copy != NULL && n > 0)
        memcpy(copy, text, n);
    return copy;
}
