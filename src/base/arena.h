/* arena.h - the memory that one call owns.
 *
 * Everything the library allocates belongs to an arena and is freed with it. Small allocations are cut from chunks and
 * never freed one by one; growing arrays and the contents of streams are blocks of their own, which can be resized and
 * freed. An arena may be used by one thread at a time.
 *
 * An arena remembers that a request was refused, and so do all arenas above it. Whatever was made in between may lack
 * something, so nobody has to carry each failure through all calls: who hands out a result asks the arena first. */
#ifndef A3D_BASE_ARENA_H
#define A3D_BASE_ARENA_H

#include "base/budget.h"

#include <stdbool.h>
#include <stddef.h>

/* Where the arena gets its memory. `resize` works like realloc: p NULL allocates, size 0 frees and returns NULL,
 * failure returns NULL and leaves p as it was. A zeroed struct means the C library. */
typedef struct a3d_allocator {
    void *(*resize)(void *user, void *p, size_t old_size, size_t size);
    void *user;
    size_t chunk; /* small allocations are cut from blocks of this size; 0: the default, 1: each gets its own block */
} a3d_allocator;

typedef struct a3d_block {
    struct a3d_block *next, *prev;
    size_t size;
    void (*release)(void *p, size_t size); /* for memory that the arena adopted, which the content describes; or NULL */
} a3d_block;

typedef struct a3d_arena {
    a3d_allocator mem;
    a3d_account *account; /* bounds what is taken, or NULL; outlives the arena */
    a3d_block *blocks;    /* all blocks, newest first */
    unsigned char *chunk; /* small allocations are cut from here */
    size_t chunk_left;
    size_t held;          /* bytes held now, headers included */
    struct a3d_arena *above; /* learns when a request is refused, or NULL */
    bool refused;         /* a request was; what the arena holds may not be complete */
} a3d_arena;

/* Prepares an empty arena, which allocates nothing yet. `mem` is copied; NULL means the C library. */
void a3d_arena_init(a3d_arena *arena, const a3d_allocator *mem);
/* As above, for results that go into `above`: with its memory and its account, and what is refused here counts as
 * refused there. The arena above must not move as long as this one is used. */
void a3d_arena_init_below(a3d_arena *arena, a3d_arena *above);
/* Notes that a request was refused, here and above: one that was not made of the arena, but whose result is in it. */
void a3d_arena_refuse(a3d_arena *arena);
/* Frees everything. The arena may be initialized again. `refused` stays as it is. */
void a3d_arena_free(a3d_arena *arena);
/* Frees what the arena holds, but keeps one chunk for the next call. All former results are invalid afterwards, and
 * `refused` is false. */
void a3d_arena_reset(a3d_arena *arena);

/* A moment in the life of an arena, to which a3d_arena_rewind returns: what was made since is freed, and `refused` is
 * false. Blocks from before must not have been resized or freed since. */
typedef struct a3d_arena_mark {
    a3d_block *blocks;
    unsigned char *chunk;
    size_t chunk_left;
} a3d_arena_mark;
a3d_arena_mark a3d_arena_now(const a3d_arena *arena);
void a3d_arena_rewind(a3d_arena *arena, const a3d_arena_mark *mark);

/* Whether a bound refused a request, rather than the system. */
static inline bool a3d_arena_is_bound(const a3d_arena *arena)
{
    return arena->account != NULL && arena->account->lack != A3D_LACK_NONE;
}
/* Forgets that a bound refused a request, here and above, after the caller has dealt with it. */
void a3d_arena_excuse(a3d_arena *arena);

/* How many bytes more a request may ask for, before the limit of the account refuses it for sure. */
size_t a3d_arena_room(const a3d_arena *arena);

/* Returns `size` zeroed bytes, aligned for any type, or NULL if memory runs out. */
void *a3d_arena_alloc(a3d_arena *arena, size_t size);

/* Resizes a block of its own; p is NULL or a former result of this function. Returns the block, perhaps moved, whose
 * new bytes are not zeroed, or NULL if memory runs out, in which case p stays valid. Size 0 frees the block and returns
 * NULL. */
void *a3d_block_resize(a3d_arena *arena, void *p, size_t size);

/* Takes over memory that was not made by the arena, and counts as its own from now on: `release` is called when the
 * arena frees it. False when that is refused; then it stays with the caller. */
bool a3d_arena_adopt(a3d_arena *arena, void *p, size_t size, void (*release)(void *p, size_t size));

/* Makes room for `need` elements of `elem` bytes in a growing array, whose capacity in elements is *cap. Returns the
 * array, perhaps moved, or NULL if memory runs out, in which case the old array stays valid. */
void *a3d_grow(a3d_arena *arena, void *array, size_t *cap, size_t need, size_t elem);

/* Copies `n` bytes and adds a NUL. Returns NULL if memory runs out. */
char *a3d_arena_text(a3d_arena *arena, const char *text, size_t n);

#endif
