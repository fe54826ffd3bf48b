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

enum { BASE = 8 << 20, SMALL = 8 << 20, RECORDS = 10 };

int bench_peak(char **argv)
{
    struct rusage used;
    int status;
    pid_t child = fork();
    if (child == 0) { /* what it finds is not what is measured */
        if (freopen("/dev/null", "w", stdout) != NULL)
            execv(argv[0], argv);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
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

/* `times`: what the input may take besides what is unpacked; 0: see allowed(). */
static bool measure(bench_figure *figure, char *input, size_t room, bench_made file, unsigned times)
{
    a3d_options options = {0};
    a3d_arena arena;
    size_t unpacked = 0, most = 0, peak = peak_of(&file);
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, file.data, file.size, &options);
    bool sound = peak > 0 && result != NULL && result->doc != NULL;
    if (sound)
        most = allowed(result->doc, file.size, &unpacked);
    if (sound && times > 0)
        most = BASE + times * (unpacked > 0 ? unpacked : file.size);
    if (sound)
        *figure = (bench_figure){.ratio = (double)peak / (double)most, .pairs = 1};
    figure->least = figure->most = figure->ratio;
    snprintf(input, room, sound ? "a made file of %zu bytes, %zu unpacked: %zu bytes" : "no figure", file.size,
             unpacked, peak);
    a3d_arena_free(&arena);
    free(file.data);
    return sound;
}

/* The first byte that makes a file invalid when it is changed, from the middle on. */
static bench_made damaged(bench_made file)
{
    for (size_t i = file.size / 2; i < file.size; i++) {
        file.data[i] ^= 0xff;
        if (bench_check(file.data, file.size) > 0)
            break;
        file.data[i] ^= 0xff;
    }
    return file;
}

#define ROW(name, file, times)                                                                                         \
    static bool run_##name(const bench_row *row, bench_figure *figure, char *input, size_t room)                       \
    {                                                                                                                  \
        (void)row;                                                                                                     \
        return measure(figure, input, room, file, times);                                                              \
    }
ROW(tanki, bench_make_tanki(), 0)
ROW(m3g, bench_make_m3g(false), 0)
ROW(odol, bench_make_odol(), 0)
ROW(a3d2, bench_make_a3d2(), 0)
ROW(small_tanki, bench_small_tanki(SMALL), RECORDS)
ROW(small_m3g, bench_small_m3g(SMALL), RECORDS)
ROW(small_odol, bench_small_odol(SMALL), RECORDS)
ROW(small_a3d2, bench_small_a3d2(SMALL), RECORDS)
ROW(damaged, damaged(bench_small_tanki(SMALL)), RECORDS)

#define AGAINST "twice the input, or the input and twice what is unpacked, and 8 MiB"
#define RECORDS_AGAINST "10 times the bytes of the records, and 8 MiB"

const bench_row bench_memory_tanki = {8, "peak memory of the program, Tanki 3", AGAINST, 1.0, false, run_tanki};
const bench_row bench_memory_m3g = {8, "peak memory of the program, M3G", AGAINST, 1.0, false, run_m3g};
const bench_row bench_memory_odol = {8, "peak memory of the program, ODOL 73", AGAINST, 1.0, false, run_odol};
const bench_row bench_memory_a3d2 = {8, "peak memory of the program, A3D2", AGAINST, 1.0, false, run_a3d2};
const bench_row bench_memory_small_tanki = {
    8, "peak memory of the program, small records, Tanki 3", RECORDS_AGAINST, 1.0, false, run_small_tanki};
const bench_row bench_memory_small_m3g = {
    8, "peak memory of the program, small records, M3G", RECORDS_AGAINST, 1.0, false, run_small_m3g};
const bench_row bench_memory_small_odol = {
    8, "peak memory of the program, small records, ODOL 73", RECORDS_AGAINST, 1.0, false, run_small_odol};
const bench_row bench_memory_small_a3d2 = {
    8, "peak memory of the program, small records, A3D2", RECORDS_AGAINST, 1.0, false, run_small_a3d2};
const bench_row bench_memory_damaged = {
    8,          "peak memory of the program, a damaged file of small records, Tanki 3", RECORDS_AGAINST, 1.0, false,
    run_damaged};
