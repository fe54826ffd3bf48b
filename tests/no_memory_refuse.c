/* no_memory_refuse.c - malloc and its relatives, for all that the process links or loads; see no_memory.h
 *
 * They take the place of those of the C library, whose own allocator they call under its other names. New memory is
 * filled with a pattern, so that bytes which nobody wrote are the same in each run and look wrong. */
#include "no_memory.h"

#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <string.h>

enum { PATTERN = 0xa5 };

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static refusal *shared;
static _Thread_local bool inside; /* backtrace() may allocate */

void refusal_begin(refusal *page)
{
    void *warm[2];
    backtrace(warm, 2); /* loads a library on its first call */
    shared = page;
    page->armed = true;
}

void refusal_end(void)
{
    shared->armed = false;
}

/* Counts a request, and returns whether it is refused. */
static bool refuses(void)
{
    refusal *r = shared;
    if (r == NULL || !r->armed || inside)
        return false;
    uint32_t number = __atomic_add_fetch(&r->asked, 1, __ATOMIC_RELAXED);
    if (r->at == 0 || number < r->at || (number > r->at && !r->stays))
        return false;
    if (number == r->at) {
        inside = true;
        r->depth = backtrace(r->where, REFUSED_DEPTH);
        inside = false;
        r->refused = true;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    void *p = refuses() ? NULL : __libc_malloc(size);
    return p != NULL && shared != NULL ? memset(p, PATTERN, size) : p;
}

void *calloc(size_t n, size_t size)
{
    return refuses() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    if (size > 0 && refuses())
        return NULL;
    size_t before = p != NULL && shared != NULL ? malloc_usable_size(p) : 0;
    unsigned char *moved = __libc_realloc(p, size);
    if (moved != NULL && shared != NULL && size > before)
        memset(moved + before, PATTERN, size - before);
    return moved;
}

void *memalign(size_t alignment, size_t size)
{
    return refuses() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    void *p = memalign(alignment, size);
    if (p == NULL)
        return ENOMEM;
    *to = p;
    return 0;
}
