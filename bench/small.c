/* small.c - instructions of one check of a small file, as callgrind counts them: exact, so that constant costs are seen on
 * any machine. Each random file is checked twice in one process, as a run over many files does it, and the second
 * check counts: messages of notes are not wanted, and the plans of records are there already. */
#define _XOPEN_SOURCE 700
#include "bench.h"
#include "engine/document/plan_cache.h"
#include "lint/generate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 30, WISHED = 3 << 10, LEAST = 2 << 10, MOST = 5 << 10 };

/* ---- what is counted, in a process of its own ---- */

/* Counting begins and ends with this function, whose name callgrind is told. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void bench_small_counted(a3d_arena *arena, const a3d_text *file, const a3d_options *options)
{
    const a3d_result *result = a3d_lint(arena, (const uint8_t *)file->data, file->size, options);
    bench_keep(result != NULL ? result->steps : 0);
}

static void check_twice(const a3d_text *file, const a3d_options *options)
{
    for (unsigned i = 0; i < 2; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        if (i == 0)
            bench_keep((uint64_t)a3d_lint(&arena, (const uint8_t *)file->data, file->size, options)->steps);
        else
            bench_small_counted(&arena, file, options);
        a3d_arena_free(&arena);
    }
}

/* The newest version, but not of a branch: its files are read as every branch that has the version. */
static const a3d_version *newest(const a3d_format *format)
{
    const a3d_version *best = NULL;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->generated && v->branch == NULL)
            best = v;
    return best;
}

int bench_small_count(const char *family)
{
    const a3d_format *format = a3d_format_named(family, strlen(family));
    if (format == NULL)
        return 2;
    a3d_plan_cache plans;
    a3d_plan_cache_init(&plans, NULL);
    a3d_options options = {.worded = A3D_WARNING, .limits.plan_cache = &plans};
    a3d_wish wish = {.format = format, .version = newest(format), .size = WISHED};
    for (unsigned n = 0; n < FILES;) {
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        wish.seed++;
        if (a3d_generate_random(&arena, &wish, &file) == NULL && file.size >= LEAST && file.size <= MOST) {
            check_twice(&file, &options);
            n++;
        }
        a3d_arena_free(&arena);
    }
    a3d_plan_cache_free(&plans);
    return 0;
}

/* ---- counting ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Takes the counts out of a folder of callgrind's files, one for each call, and removes it. */
static unsigned take_counts(const char *folder, double *counts)
{
    unsigned n = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        char path[600];
        double total = 0;
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        total = bench_total_of(path);
        if (total > 0 && n < FILES)
            counts[n++] = total;
        unlink(path);
    }
    if (dir != NULL)
        closedir(dir);
    rmdir(folder);
    return n;
}

static bool run(bench_figure *figure, char *input, size_t room, const char *family)
{
    char folder[] = "/tmp/a3dbench-XXXXXX", command[400];
    double counts[FILES];
    if (mkdtemp(folder) == NULL)
        return false;
    snprintf(command, sizeof command,
             "valgrind -q --tool=callgrind --toggle-collect=bench_small_counted --dump-after=bench_small_counted "
             "--callgrind-out-file=%s/out build/release/a3dbench --small %s 2>/dev/null", folder, family);
    int status = system(command);
    unsigned n = take_counts(folder, counts);
    if (status != 0 || n != FILES) {
        snprintf(input, room, "no valgrind here");
        return false;
    }
    qsort(counts, FILES, sizeof counts[0], by_value);
    double median = (counts[FILES / 2 - 1] + counts[FILES / 2]) / 2;
    *figure = (bench_figure){.ratio = median / 1000, .least = counts[0] / 1000, .most = counts[FILES - 1] / 1000, .pairs = FILES};
    snprintf(input, room, "%d random files of 2 to 5 KiB, median of %.0f instructions", FILES, median);
    return true;
}

/* ---- rows ---- */

static bool run_a3d1(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "a3d1");
}

static bool run_tanki(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "tanki");
}

static bool run_odol(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "odol");
}

static bool run_a3d2(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "a3d2");
}

static bool run_m3g(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "m3g");
}

#define NAME(family) "thousand instructions of one check of a small file, " family
#define AGAINST "a thousand instructions"

const bench_row bench_small_check_a3d1 = {20, NAME("A3D1"), AGAINST, 40, false, run_a3d1};
const bench_row bench_small_check_tanki = {20, NAME("Tanki"), AGAINST, 70, false, run_tanki};
const bench_row bench_small_check_odol = {20, NAME("ODOL"), AGAINST, 130, false, run_odol};
const bench_row bench_small_check_a3d2 = {20, NAME("A3D2"), AGAINST, 150, false, run_a3d2};
const bench_row bench_small_check_m3g = {20, NAME("M3G"), AGAINST, 200, false, run_m3g};
