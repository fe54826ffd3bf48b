/* replay_main.c - runs a harness over files and folders, without a fuzzer.
 *
 * Each input is copied to a block of exactly its size: under AddressSanitizer one of malloc, which sees a step
 * beyond either end; else one that ends where a page begins that nobody may touch.
 *
 *     REPLAY_NAMES=1   prints each path before it is run
 *     REPLAY_TIMES=N   runs each input N times and prints how many runs that makes in a second of the processor
 *     REPLAY_STARVE=N  runs each input again up to 2 N times, a request for memory refused in each: the places are
 *                      spread over the run, other ones for each input, and what follows is refused too or not */
#define _DEFAULT_SOURCE
#include "pool.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define GUARDED 0
#else
#define GUARDED 1
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long inputs, times = 1, starved, runs;
static double seconds;

/* ---- a block that ends at a page which nobody may touch ---- */

typedef struct block {
    uint8_t *data;
    size_t size;
    void *map; /* the pages around it, or NULL: it is malloc's */
    size_t map_size;
} block;

static int take_block(block *b, size_t size)
{
    *b = (block){.size = size};
    if (!GUARDED) {
        b->data = malloc(size > 0 ? size : 1);
        return b->data != NULL;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size / page + 1) * page;
    b->map_size = room + page;
    b->map = mmap(NULL, b->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->map == MAP_FAILED)
        return 0;
    b->data = (uint8_t *)b->map + room - size;
    return mprotect((uint8_t *)b->map + room, page, PROT_NONE) == 0;
}

static void drop_block(block *b)
{
    if (b->map != NULL)
        munmap(b->map, b->map_size);
    else
        free(b->data);
}

/* ---- files and folders ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *joined(const char *folder, const char *name)
{
    size_t n = strlen(folder) + strlen(name) + 2;
    char *path = malloc(n);
    if (path != NULL)
        snprintf(path, n, "%s/%s", folder, name);
    return path;
}

/* The paths of what a folder holds, sorted, NULL at their end. NULL when it cannot be read. */
static char **list_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    char **paths = dir != NULL ? calloc(1, sizeof *paths) : NULL;
    size_t n = 0;
    for (const struct dirent *e; paths != NULL && (e = readdir(dir)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        char **more = realloc(paths, (n + 2) * sizeof *paths);
        if (more == NULL)
            break;
        paths = more;
        paths[n++] = joined(folder, e->d_name);
        paths[n] = NULL;
    }
    if (dir != NULL)
        closedir(dir);
    if (n > 1)
        qsort(paths, n, sizeof *paths, compare_names);
    return paths;
}

/* The whole file; false when it cannot be read. */
static int read_whole(FILE *file, block *b)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return 0;
    long n = ftell(file);
    if (n < 0 || fseek(file, 0, SEEK_SET) != 0 || !take_block(b, (size_t)n))
        return 0;
    if (fread(b->data, 1, b->size, file) == b->size)
        return 1;
    drop_block(b);
    return 0;
}

static void run_starved(const block *b)
{
    pool_starve(0, false);
    LLVMFuzzerTestOneInput(b->data, b->size);
    unsigned long asked = pool_asked(), step = asked / starved + 1;
    for (unsigned long at = 1 + inputs % step; at <= asked; at += step)
        for (int stays = 0; stays < 2; stays++) {
            pool_starve((uint32_t)at, stays != 0);
            LLVMFuzzerTestOneInput(b->data, b->size);
            runs++;
        }
    pool_starve(0, false);
}

static void run(const block *b)
{
    clock_t before = clock();
    for (unsigned long i = 0; i < times; i++)
        LLVMFuzzerTestOneInput(b->data, b->size);
    seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
    runs += times;
    if (starved > 0)
        run_starved(b);
    inputs++;
}

static int replay_file(const char *path)
{
    block b;
    FILE *file = fopen(path, "rb");
    int ok = file != NULL && read_whole(file, &b);
    if (file != NULL)
        fclose(file);
    if (!ok) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    if (getenv("REPLAY_NAMES") != NULL)
        fprintf(stderr, "%s\n", path);
    run(&b);
    drop_block(&b);
    return 0;
}

static int replay(const char *path)
{
    char **inside = list_folder(path);
    if (inside == NULL)
        return replay_file(path);
    int failed = 0;
    for (char **p = inside; *p != NULL; p++) {
        failed |= replay(*p);
        free(*p);
    }
    free(inside);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE|FOLDER...\n", argv[0]);
        return 2;
    }
    const char *wish = getenv("REPLAY_TIMES");
    if (wish != NULL && strtoul(wish, NULL, 10) > 0)
        times = strtoul(wish, NULL, 10);
    const char *starve = getenv("REPLAY_STARVE");
    if (starve != NULL)
        starved = strtoul(starve, NULL, 10);
    for (int i = 1; i < argc; i++)
        failed |= replay(argv[i]);
    printf("%lu inputs, %s\n", inputs, failed ? "some could not be read" : "no fault");
    if (starved > 0)
        printf("%lu runs, with memory refused in all but one of each input\n", runs);
    if (wish != NULL && seconds > 0)
        printf("%lu runs, %.0f in a second\n", runs, (double)runs / seconds);
    return failed;
}
