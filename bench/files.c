/* files.c - real files in memory, and the library called as a caller would. */
#define _XOPEN_SOURCE 700
#include "lint/lint.h"
#include "bench.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *bench_alloc(size_t size)
{
    void *p = malloc(size > 0 ? size : 1);
    if (p == NULL) {
        fputs("bench: not enough memory\n", stderr);
        exit(1);
    }
    return p;
}

static bool read_whole(bench_file *file)
{
    FILE *f = fopen(file->path, "rb");
    long size = f != NULL && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (size >= 0) {
        file->size = (size_t)size;
        file->data = bench_alloc(file->size);
        rewind(f);
        if (fread(file->data, 1, file->size, f) != file->size)
            size = -1;
    }
    if (f != NULL)
        fclose(f);
    return size >= 0;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void add_file(bench_files *files, const char *folder, const char *name)
{
    bench_file file = {.path = bench_alloc(strlen(folder) + strlen(name) + 2)};
    sprintf(file.path, "%s/%s", folder, name);
    if (!read_whole(&file)) {
        fprintf(stderr, "bench: cannot read %s\n", file.path);
        exit(1);
    }
    files->at[files->n++] = file;
    files->bytes += file.size;
}

bench_files bench_read_folder(const char *name)
{
    const char *assets = getenv("A3D_ASSETS");
    char folder[4096];
    struct dirent **entries = NULL;
    bench_files files = {0};
    snprintf(folder, sizeof folder, "%s/%s", assets != NULL && assets[0] != '\0' ? assets : "../shared/assets", name);
    int n = scandir(folder, &entries, visible, alphasort);
    if (n > 0)
        files.at = bench_alloc((size_t)n * sizeof *files.at);
    for (int i = 0; i < n; i++) {
        add_file(&files, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return files;
}

void bench_free_files(bench_files *files)
{
    for (size_t i = 0; i < files->n; i++) {
        free(files->at[i].path);
        free(files->at[i].data);
    }
    free(files->at);
    *files = (bench_files){0};
}

size_t bench_check(const uint8_t *data, size_t size)
{
    a3d_arena arena;
    a3d_options options = {0};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    size_t errors = result != NULL ? result->counts[A3D_ERROR] : SIZE_MAX;
    a3d_arena_free(&arena);
    return errors;
}

const a3d_version *bench_newest(const a3d_format *format)
{
    const a3d_version *best = NULL;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->generated)
            best = v;
    return best;
}
