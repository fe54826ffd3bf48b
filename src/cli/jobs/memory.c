/* memory.c - see memory.h */
#include "cli/jobs/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 256, KEPT_MOST = 512 << 10 }; /* bytes */

/* The size class of a block, or A3D_JOB_CLASSES when it is too large to be kept. */
static unsigned class_of(size_t size)
{
    unsigned c = 0;
    while (c < A3D_JOB_CLASSES && (size_t)LEAST << c < size)
        c++;
    return c;
}

/* A kept block links to the next one in its first bytes. */
static void *take(a3d_job_memory *memory, size_t size)
{
    unsigned c = class_of(size);
    if (c == A3D_JOB_CLASSES)
        return malloc(size);
    void *block = memory->kept[c];
    if (block == NULL)
        return malloc((size_t)LEAST << c);
    memcpy(&memory->kept[c], block, sizeof(void *));
    memory->n_bytes -= (size_t)LEAST << c;
    return block;
}

static void give_back(a3d_job_memory *memory, void *block, size_t size)
{
    unsigned c = class_of(size);
    if (block == NULL || c == A3D_JOB_CLASSES || memory->n_bytes > KEPT_MOST) {
        free(block);
        return;
    }
    memcpy(block, &memory->kept[c], sizeof(void *));
    memory->kept[c] = block;
    memory->n_bytes += (size_t)LEAST << c;
}

static void *resize(void *user, void *block, size_t old_size, size_t size)
{
    a3d_job_memory *memory = user;
    if (size == 0) {
        give_back(memory, block, old_size);
        return NULL;
    }
    unsigned before = class_of(old_size), after = class_of(size);
    if (block != NULL && before == after)
        return before == A3D_JOB_CLASSES ? realloc(block, size) : block;
    void *moved = take(memory, size);
    if (moved != NULL && block != NULL) {
        memcpy(moved, block, old_size < size ? old_size : size);
        give_back(memory, block, old_size);
    }
    return moved;
}

a3d_allocator a3d_job_allocator(a3d_job_memory *memory)
{
    return (a3d_allocator){.resize = resize, .user = memory};
}

void a3d_job_memory_free(a3d_job_memory *memory)
{
    for (unsigned c = 0; c < A3D_JOB_CLASSES; c++) {
        while (memory->kept[c] != NULL) {
            void *block = memory->kept[c];
            memcpy(&memory->kept[c], block, sizeof(void *));
            free(block);
        }
    }
    memory->n_bytes = 0;
}
