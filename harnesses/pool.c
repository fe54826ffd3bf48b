/* pool.c - see pool.h */
#include "pool.h"

#include <stdlib.h>
#include <string.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define FORBID(p, n) __asan_poison_memory_region(p, n)
#define ALLOW(p, n) __asan_unpoison_memory_region(p, n)
#elif __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORBID(p, n) __msan_allocated_memory(p, n)
#define ALLOW(p, n) __msan_allocated_memory(p, n)
#else
#define FORBID(p, n) ((void)(p), (void)(n))
#define ALLOW(p, n) ((void)(p), (void)(n))
#endif

/* What does not fit in the region comes from malloc. */
enum { REGION = 32 << 20, ALIGN = 16, GUARD = 16 };

/* What pool_starve chose. */
static struct {
    uint32_t request;
    bool stays;
    size_t now; /* the chunk of arenas: 1, once it was called */
} starved;
static const pool *last;
static void (*watcher)(uint32_t request);

static size_t cut_size(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN + GUARD;
}

static bool inside(const pool *p, const void *block)
{
    uintptr_t at = (uintptr_t)block, base = (uintptr_t)p->base;
    return at >= base && at < base + p->size;
}

static void *cut(pool *p, size_t size)
{
    if (size > p->size || cut_size(size) > p->size - p->used)
        return malloc(size);
    unsigned char *block = p->base + p->used;
    p->used += cut_size(size);
    if (p->used > p->most)
        p->most = p->used;
    ALLOW(block, size);
    return block;
}

/* Only what was cut last can be given back; the rest waits for the next run. */
static void give_back(pool *p, unsigned char *block, size_t size)
{
    if (!inside(p, block)) {
        free(block);
        return;
    }
    FORBID(block, size);
    if (block + cut_size(size) == p->base + p->used)
        p->used = (size_t)(block - p->base);
}

/* What was cut last becomes larger or smaller where it lies. */
static bool resized_in_place(pool *p, unsigned char *block, size_t old_size, size_t size)
{
    if (!inside(p, block) || block + cut_size(old_size) != p->base + p->used)
        return false;
    size_t start = (size_t)(block - p->base);
    if (size > p->size || cut_size(size) > p->size - start)
        return false;
    p->used = start + cut_size(size);
    if (p->used > p->most)
        p->most = p->used;
    if (size < old_size)
        FORBID(block + size, old_size - size);
    else
        ALLOW(block + old_size, size - old_size);
    return true;
}

static void *pool_resize(void *user, void *block, size_t old_size, size_t size)
{
    pool *p = user;
    if (size == 0) {
        if (block != NULL)
            give_back(p, block, old_size);
        return NULL;
    }
    p->asked++;
    if (watcher != NULL)
        watcher(p->asked);
    if (p->fail_at != 0 && (p->asked == p->fail_at || (p->stays && p->asked > p->fail_at))) {
        p->refused = true;
        return NULL;
    }
    if (block == NULL)
        return cut(p, size);
    if (!inside(p, block))
        return realloc(block, size);
    if (resized_in_place(p, block, old_size, size))
        return block;
    void *moved = cut(p, size);
    if (moved != NULL) {
        memcpy(moved, block, old_size < size ? old_size : size);
        give_back(p, block, old_size);
    }
    return moved;
}

a3d_allocator pool_restart(pool *p)
{
    if (p->base == NULL) {
        p->base = malloc(REGION);
        p->size = p->base != NULL ? REGION : 0;
        p->most = p->size; /* all of it is forbidden once */
    }
    if (p->base != NULL)
        FORBID(p->base, p->most);
    p->used = p->most = 0;
    p->asked = 0;
    p->refused = false;
    p->fail_at = starved.request;
    p->stays = starved.stays;
    last = p;
    return (a3d_allocator){pool_resize, p, starved.now};
}

void pool_starve(uint32_t request, bool stays)
{
    starved.request = request;
    starved.stays = stays;
    starved.now = 1;
    last = NULL;
}

void pool_feed(void)
{
    starved.request = 0;
    starved.stays = false;
    starved.now = 0;
}

bool pool_starving(void)
{
    return starved.now != 0;
}

void pool_watch(void (*see)(uint32_t request))
{
    watcher = see;
}

uint32_t pool_asked(void)
{
    return last != NULL ? last->asked : 0;
}

bool pool_refused(void)
{
    return last != NULL && last->refused;
}
