/* replay_main.c - runs a harness over files and folders, without a fuzzer.
 *
 * Each input is copied to a block of exactly its size, so that a sanitizer sees a read beyond its end. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long inputs;

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

/* The whole file in a block of its size. NULL when it cannot be read. */
static uint8_t *read_whole(FILE *file, size_t *size)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return NULL;
    long n = ftell(file);
    uint8_t *data = n >= 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)n) : NULL;
    *size = data != NULL ? (size_t)n : 0;
    if (data != NULL && fread(data, 1, *size, file) == *size)
        return data;
    int empty = n == 0;
    free(data);
    return empty ? malloc(1) : NULL;
}

static int replay_file(const char *path)
{
    size_t size = 0;
    FILE *file = fopen(path, "rb");
    uint8_t *data = file != NULL ? read_whole(file, &size) : NULL;
    if (file != NULL)
        fclose(file);
    if (data == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    if (getenv("REPLAY_NAMES") != NULL)
        fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    inputs++;
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
    for (int i = 1; i < argc; i++)
        failed |= replay(argv[i]);
    printf("%lu inputs, %s\n", inputs, failed ? "some could not be read" : "no fault");
    return failed;
}
