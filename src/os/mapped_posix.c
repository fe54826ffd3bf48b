/* mapped_posix.c - see mapped.h */
#define _DEFAULT_SOURCE
#include "os/mapped.h"

#ifndef _WIN32
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The mappings, which the handler of the signal looks up. It may run in any thread. A mapping that finds no place is
 * not made. */
enum { MOST = 1024 };
static struct mapping {
    _Atomic uintptr_t data; /* 0: free, 1: about to be filled */
    _Atomic size_t size;
    _Atomic bool cut;
} mappings[MOST];

static _Atomic bool begun;
static uintptr_t page;

static struct mapping *find(uintptr_t at)
{
    for (unsigned i = 0; i < MOST; i++) {
        uintptr_t data = mappings[i].data;
        if (data > 1 && at >= data && at - data < mappings[i].size)
            return &mappings[i];
    }
    return NULL;
}

/* Replaces the pages from the missing one on by zeros. Any other signal of this kind ends the program as ever. */
static void on_missing(int number, siginfo_t *info, void *context)
{
    uintptr_t at = (uintptr_t)info->si_addr & ~(page - 1);
    struct mapping *m = find((uintptr_t)info->si_addr);
    (void)context;
    if (m != NULL) {
        size_t left = m->size - (size_t)(at - m->data);
        m->cut = true;
        if (mmap((void *)at, left, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
            return;
    }
    signal(number, SIG_DFL);
    raise(number);
}

void a3d_mapped_begin(void)
{
    struct sigaction action;
    long size = sysconf(_SC_PAGESIZE);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_missing;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    page = size > 0 ? (uintptr_t)size : 4096;
    begun = sigaction(SIGBUS, &action, NULL) == 0;
}

static struct mapping *reserve(void)
{
    for (unsigned i = 0; i < MOST; i++) {
        uintptr_t none = 0;
        if (mappings[i].data == 0 && atomic_compare_exchange_strong(&mappings[i].data, &none, 1))
            return &mappings[i];
    }
    return NULL;
}

static void release(void *data, size_t size)
{
    struct mapping *m = find((uintptr_t)data);
    if (m != NULL)
        m->data = 1; /* the next mapping may get the same address at once */
    munmap(data, size);
    if (m != NULL)
        m->data = 0;
}

uint8_t *a3d_map(a3d_arena *arena, int fd, size_t size)
{
    struct mapping *m = begun ? reserve() : NULL;
    if (m == NULL)
        return NULL;
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) {
        m->data = 0;
        return NULL;
    }
    m->size = size;
    m->cut = false;
    m->data = (uintptr_t)data;
    if (a3d_arena_adopt(arena, data, size, release))
        return data;
    release(data, size);
    return NULL;
}

void a3d_map_set_aside(const uint8_t *data, size_t size)
{
    enum { WORTH = 1 << 20 };
    uintptr_t from = ((uintptr_t)data + page - 1) & ~(page - 1), to = ((uintptr_t)data + size) & ~(page - 1);
    if (size >= WORTH && find((uintptr_t)data) != NULL)
        madvise((void *)from, to - from, MADV_DONTNEED);
}

bool a3d_map_is_cut(const uint8_t *data)
{
    const struct mapping *m = find((uintptr_t)data);
    return m != NULL && m->cut;
}
#endif
