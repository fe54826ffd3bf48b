/* memory.c - the most memory that the program has at once while it checks a file, against the bound that it keeps to.
 *
 * What a process has is counted by the system from its start, and a process that is started counts on from the one that
 * starts it. So this program, which is large by then, starts itself once more, and that one the other. */
#define _GNU_SOURCE
#include "lint/lint.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BASE = 8 << 20 };

int bench_peak(char **argv)
{
    struct rusage used;
    int status;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[0], argv);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 1;
    printf("%ld\n", used.ru_maxrss);
    return 0;
}

/* The peak of a check of these bytes, 0 when it fails. */
static size_t peak_of(const bench_made *file)
{
    char path[] = "/tmp/a3dbench-XXXXXX", command[200];
    long kib = 0;
    int fd = mkstemp(path);
    if (fd < 0 || write(fd, file->data, file->size) != (ssize_t)file->size || close(fd) != 0)
        return 0;
    snprintf(command, sizeof command, "build/release/a3dbench --peak build/release/a3dlint -q %s", path);
    FILE *said = popen(command, "r");
    if (said == NULL || fscanf(said, "%ld", &kib) != 1)
        kib = 0;
    if (said != NULL)
        pclose(said);
    unlink(path);
    return (size_t)kib << 10;
}

/* What a file of this size may take: twice its bytes, or its bytes and twice what is unpacked from them. */
static size_t allowed(const a3d_doc *doc, size_t size, size_t *unpacked)
{
    *unpacked = 0;
    for (size_t i = 1; i < doc->n_streams; i++)
        *unpacked += doc->streams[i].packed_size > 0 ? doc->streams[i].size : 0;
    return BASE + size + (*unpacked > 0 ? 2 * *unpacked : size);
}

static bool measure(const bench_row *row, bench_figure *figure, char *input, size_t room, bench_made file)
{
    a3d_options options = {0};
    a3d_arena arena;
    size_t unpacked = 0, most = 0, peak = peak_of(&file);
    (void)row;
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, file.data, file.size, &options);
    bool sound = peak > 0 && result != NULL && result->doc != NULL;
    if (sound)
        most = allowed(result->doc, file.size, &unpacked);
    if (sound)
        *figure = (bench_figure){.ratio = (double)peak / (double)most, .pairs = 1};
    figure->least = figure->most = figure->ratio;
    snprintf(input, room, sound ? "a made file of %zu bytes, %zu unpacked: %zu bytes" : "no figure", file.size, unpacked, peak);
    a3d_arena_free(&arena);
    free(file.data);
    return sound;
}

static bool run_tanki(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_tanki());
}

static bool run_m3g(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_m3g(false));
}

static bool run_odol(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_odol());
}

static bool run_a3d2(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_a3d2());
}

#define AGAINST "twice the input, or the input and twice what is unpacked, and 8 MiB"

const bench_row bench_memory_tanki = {8, "peak memory of the program, Tanki 3", AGAINST, 1.0, false, run_tanki};
const bench_row bench_memory_m3g = {8, "peak memory of the program, M3G", AGAINST, 1.0, false, run_m3g};
const bench_row bench_memory_odol = {8, "peak memory of the program, ODOL 73", AGAINST, 1.0, false, run_odol};
const bench_row bench_memory_a3d2 = {8, "peak memory of the program, A3D2", AGAINST, 1.0, false, run_a3d2};
