/* tanki.c - all real Tanki files checked in memory, against reading them. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void check_all(void *user)
{
    const bench_files *files = user;
    for (size_t i = 0; i < files->n; i++)
        bench_keep(bench_check(files->at[i].data, files->at[i].size));
}

/* Each into the memory where it lies already, and where it is checked. */
static void read_all(void *user)
{
    const bench_files *files = user;
    for (size_t i = 0; i < files->n; i++) {
        const bench_file *file = &files->at[i];
        int fd = open(file->path, O_RDONLY);
        ssize_t n = fd >= 0 ? read(fd, file->data, file->size) : -1;
        if (n < 0 || (size_t)n != file->size || close(fd) != 0) {
            fprintf(stderr, "bench: cannot read %s again\n", file->path);
            exit(1);
        }
    }
}

/* The same as a program does it that meets each file once: into memory that the system gives it for the file. */
static void read_anew(void *user)
{
    const bench_files *files = user;
    for (size_t i = 0; i < files->n; i++) {
        const bench_file *file = &files->at[i];
        int fd = open(file->path, O_RDONLY);
        uint8_t *to = mmap(NULL, file->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ssize_t n = fd >= 0 && to != MAP_FAILED ? read(fd, to, file->size) : -1;
        if (n < 0 || (size_t)n != file->size || close(fd) != 0) {
            fprintf(stderr, "bench: cannot read %s again\n", file->path);
            exit(1);
        }
        bench_keep(to[file->size / 2]);
        munmap(to, file->size);
    }
}

static bool run_against(const bench_row *row, bench_fn against, bench_figure *figure, char *input, size_t room)
{
    bench_files files = bench_read_folder("tanki");
    if (files.n == 0) {
        snprintf(input, room, "no real files (set A3D_ASSETS)");
        return false;
    }
    snprintf(input, room, "%zu real files, %zu bytes, two of them invalid", files.n, files.bytes);
    *figure = bench_in_turn(check_all, against, &files, row->higher);
    bench_free_files(&files);
    return true;
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run_against(row, read_all, figure, input, room);
}

static bool run_anew(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run_against(row, read_anew, figure, input, room);
}

const bench_row bench_tanki_read = {13, "check of all Tanki files, in memory", "open, read(2) and close of each, into warm memory", 1.0, true, run};
const bench_row bench_tanki_anew = {17, "check of all Tanki files, in memory", "open, read(2) and close of each, into fresh memory", 1.0, true, run_anew};
