/* arena.c - see arena.h */
#include "base/arena.h"

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

void a3d_arena_free(a3d_arena *arena)
{
    while (arena->blocks != NULL) {
        a3d_block *next = arena->blocks->next;
        arena->mem.resize(arena->mem.user, arena->blocks, arena->blocks->size + HEADER, 0);
        arena->blocks = next;
    }
    arena->chunk = NULL;
    arena->chunk_left = arena->held = 0;
}

void a3d_arena_reset(a3d_arena *arena)
{
    a3d_block *kept = NULL;
    while (arena->blocks != NULL) {
        a3d_block *next = arena->blocks->next;
        if (kept == NULL && arena->blocks->size == arena->mem.chunk)
            kept = arena->blocks;
        else
            arena->mem.resize(arena->mem.user, arena->blocks, arena->blocks->size + HEADER, 0);
        arena->blocks = next;
    }
    if (kept != NULL)
        kept->next = kept->prev = NULL;
    arena->blocks = kept;
    arena->chunk = kept != NULL ? (unsigned char *)kept + HEADER : NULL;
    arena->chunk_left = kept != NULL ? arena->mem.chunk : 0;
    arena->held = kept != NULL ? arena->mem.chunk + HEADER : 0;
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
    size_t old_size = old != NULL ? old->size : 0, old_held = old != NULL ? old_size + HEADER : 0;
    if (size == 0) {
        if (old != NULL) {
            unlink_block(arena, old);
            arena->held -= old_held;
            arena->mem.resize(arena->mem.user, old, old_held, 0);
        }
        return NULL;
    }
    if (size > SIZE_MAX - HEADER)
        return refuse(arena);
    if (old != NULL)
        unlink_block(arena, old);
    a3d_block *b = arena->mem.resize(arena->mem.user, old, old_held, size + HEADER);
    if (b == NULL) {
        if (old != NULL)
            link_block(arena, old);
        return refuse(arena);
    }
    b->size = size;
    link_block(arena, b);
    arena->held += size + HEADER - old_held;
    return (unsigned char *)b + HEADER;
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

void *a3d_grow(a3d_arena *arena, void *array, size_t *cap, size_t need, size_t elem)
{
    if (need <= *cap)
        return array;
    size_t next = *cap < 16 ? 16 : *cap + *cap / 2;
    if (next < need)
        next = need;
    if (next > SIZE_MAX / elem)
        return refuse(arena);
    void *moved = a3d_block_resize(arena, array, next * elem);
    if (moved != NULL)
        *cap = next;
    return moved;
}

char *a3d_arena_text(a3d_arena *arena, const char *text, size_t n)
{
    char *copy = a3d_arena_alloc(arena, n + 1);
    if (copy != NULL && n > 0)
        memcpy(copy, text, n);
    return copy;
}
