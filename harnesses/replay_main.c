/* replay_main.c - runs a harness over files and folders, without a fuzzer.
 *
 * Each input is copied to a block of exactly its size: under AddressSanitizer one of malloc, which sees a step
 * beyond either end; else one that ends where a page begins that nobody may touch.
 *
 *     REPLAY_NAMES=1   prints each path before it is run
 *     REPLAY_TIMES=N   runs each input N times and prints how many runs that makes in a second of the processor
 *     REPLAY_STARVE=1  runs each input again for each place that asks for memory and was not met in an input before
 *                      (places.h): once that request is refused, once all that follow are too; 2: only
 *                      the latter, which is quicker
 *     REPLAY_LIMITS=1  runs each input again under limits of many sizes, as the harness of a family takes them from
 *                      the bytes before its mark (family.c) */
#define _DEFAULT_SOURCE
#include "places.h"
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

static unsigned long inputs, times = 1, starved, limited, places, runs;
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
    const uint32_t *requests;
    places_begin();
    pool_starve(0, false);
    pool_watch(places_see);
    LLVMFuzzerTestOneInput(b->data, b->size);
    pool_watch(NULL);
    size_t n = places_noted(&requests);
    for (size_t i = 0; i < n; i++)
        for (int stays = starved == 2; stays < 2; stays++) {
            pool_starve(requests[i], stays != 0);
            LLVMFuzzerTestOneInput(b->data, b->size);
            runs++;
        }
    places += n;
    pool_feed();
}

/* Bytes before the mark and what they limit: the values from 1 to `most` are tried. */
static const struct {
    unsigned at, most;
} limits[] = {{3, 20}, {4, 16}, {5, 8}, {6, 4}, {7, 22}};

static void run_limited(const block *b)
{
    enum { CHOICES = 8, MARK = 8 };
    block more;
    if (!take_block(&more, b->size + CHOICES + MARK))
        return;
    uint8_t *choice = more.data + b->size;
    memcpy(more.data, b->data, b->size);
    memcpy(choice + CHOICES, "A3DLIMIT", MARK);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        for (unsigned value = 1; value <= limits[i].most; value++) {
            memset(choice, 0, CHOICES);
            choice[limits[i].at] = (uint8_t)value;
            LLVMFuzzerTestOneInput(more.data, more.size);
            runs++;
        }
    drop_block(&more);
}

static void run(const block *b)
{
    clock_t before = clock();
    for (unsigned long i = 0; i < times; i++)
        LLVMFuzzerTestOneInput(b->data, b->size);
    seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
    runs += times;
    if (limited > 0)
        run_limited(b);
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
    const char *starve = getenv("REPLAY_STARVE"), *limit = getenv("REPLAY_LIMITS");
    starved = starve != NULL ? strtoul(starve, NULL, 10) : 0;
    limited = limit != NULL ? strtoul(limit, NULL, 10) : 0;
    for (int i = 1; i < argc; i++)
        failed |= replay(argv[i]);
    printf("%lu inputs, %s\n", inputs, failed ? "some could not be read" : "no fault");
    if (starved > 0 || limited > 0)
        printf("%lu runs, memory refused at %lu places\n", runs, places);
    if (wish != NULL && seconds > 0)
        printf("%lu runs, %.0f in a second\n", runs, (double)runs / seconds);
    return failed;
}
