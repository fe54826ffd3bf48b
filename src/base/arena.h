/* arena.h - the memory that one call owns.
 *
 * Everything the library allocates hangs on an arena and goes with it. Small things come from chunks and
 * are never freed one by one; growing arrays and stream contents are blocks of their own that can be
 * resized and given back. An arena belongs to one thread at a time. */
#ifndef A3D_BASE_ARENA_H
#define A3D_BASE_ARENA_H

#include <stddef.h>

/* Where the arena gets its memory. `resize` works like realloc: p NULL allocates, size 0 frees and
 * returns NULL, failure returns NULL and leaves p as it was. A zeroed struct means the C library. */
typedef struct a3d_allocator {
    void *(*resize)(void *user, void *p, size_t old_size, size_t size);
    void *user;
    size_t chunk; /* small things are cut from blocks of this size; 0: the usual one, 1: each is a block of its own */
} a3d_allocator;

typedef struct a3d_block {
    struct a3d_block *next, *prev;
    size_t size;
    size_t pad; /* keeps the content behind the header aligned to 16 on every machine */
} a3d_block;

typedef struct a3d_arena {
    a3d_allocator mem;
    a3d_block *blocks;    /* every block, newest first */
    unsigned char *chunk; /* where small things are cut from */
    size_t chunk_left;
    size_t held;          /* bytes held now, headers included */
} a3d_arena;

void a3d_arena_init(a3d_arena *arena, const a3d_allocator *mem);
/* Gives everything back. The arena may be initialised again. */
void a3d_arena_free(a3d_arena *arena);
/* Empties the arena for another call, and keeps a chunk for it. What it held is gone. */
void a3d_arena_reset(a3d_arena *arena);

/* Returns `size` zeroed bytes, aligned for any type, or NULL when memory ran out. */
void *a3d_arena_alloc(a3d_arena *arena, size_t size);

/* A block of its own: p is NULL or a former result. Returns the resized block (new bytes not zeroed) or
 * NULL with p still valid. Size 0 gives the block back and returns NULL. */
void *a3d_block_resize(a3d_arena *arena, void *p, size_t size);

/* Makes room for `need` elements of `elem` bytes in a growing array: *cap is its capacity in elements.
 * Returns the array, moved perhaps, or NULL when memory ran out (the old array stays valid). */
void *a3d_grow(a3d_arena *arena, void *array, size_t *cap, size_t need, size_t elem);

/* Copies `n` bytes and adds a NUL. NULL when memory ran out. */
char *a3d_arena_text(a3d_arena *arena, const char *text, size_t n);

#endif
