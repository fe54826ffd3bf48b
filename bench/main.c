/* main.c - runs all rows and writes the two reports.
 *
 *     a3dbench OUT [ID...]     OUT.md and OUT.json; with ids those rows only, to standard output alone */
#define _XOPEN_SOURCE 700
#include "lint/lint.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* By id; what several rows measure together has a name of its own. */
static const bench_row *const rows[] = {
    &bench_mesh_tanki, &bench_mesh_m3g, &bench_mesh_odol, &bench_mesh_mixed, &bench_mesh_a3d2,
    &bench_packed_a3d2, &bench_packed_m3g, &bench_packed_odol,
    &bench_lzo, &bench_lzo_made, &bench_start, &bench_many, &bench_jobs,
    &bench_gltf_tanki, &bench_gltf_m3g, &bench_gltf_odol, &bench_gltf_mixed, &bench_gltf_a3d2,
    &bench_report_text, &bench_report_json, &bench_report_sarif,
    &bench_memory_tanki, &bench_memory_m3g, &bench_memory_odol, &bench_memory_a3d2,
    &bench_memory_small_tanki, &bench_memory_small_m3g, &bench_memory_small_odol, &bench_memory_small_a3d2,
    &bench_memory_damaged,
    &bench_worst_small, &bench_worst_large,
    &bench_count_tanki, &bench_count_m3g, &bench_count_odol, &bench_count_a3d2,
    &bench_encode_mesh, &bench_encode_small,
    &bench_scale_flat_tanki, &bench_scale_small_tanki, &bench_scale_flat_m3g, &bench_scale_small_m3g,
    &bench_scale_flat_odol, &bench_scale_small_odol, &bench_scale_flat_a3d2, &bench_scale_small_a3d2,
    &bench_real_a3d2, &bench_real_tanki, &bench_real_m3g, &bench_real_odol, &bench_m3g_mesh, &bench_odol_blocks, &bench_m3g_floats,
    &bench_assets, &bench_gzip, &bench_excludes,
    &bench_small_check_a3d1, &bench_small_check_tanki, &bench_small_check_odol, &bench_small_check_a3d2,
    &bench_small_check_m3g,
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct {
    int id;
    const char *name;
} figures[] = {
    {1, "check of 16 MiB of meshes"},
    {2, "check of what is packed"},
    {3, "own LZO1X"},
    {5, "10,000 files of at most 4 KiB, one process"},
    {6, "MB/s of check on meshes"},
    {7, "report writers"},
    {8, "peak memory"},
    {9, "nanoseconds for each byte of the worst input"},
    {10, "instructions of decode for each byte of small records"},
    {11, "faithful encode"},
    {12, "cost against size"},
    {13, "all real files"},
    {20, "thousand instructions of one check of a small file"},
};

typedef struct result {
    bench_figure figure;
    char input[160];
    bool done, met;
} result;

static void machine(char *out, size_t room)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    snprintf(out, room, "unknown processor");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(out, room, "%s", colon + 2);
        break;
    }
    if (f != NULL)
        fclose(f);
    size_t n = strlen(out);
    snprintf(out + n, room - n, ", %ld cores, compiled by %s %s", sysconf(_SC_NPROCESSORS_ONLN),
#ifdef __clang__
             "clang", __clang_version__
#else
             "gcc", __VERSION__
#endif
    );
}

static void say(const bench_row *row, const result *r)
{
    if (!r->done)
        printf("%3d  not measured: %s  %s\n", row->id, row->name, r->input);
    else
        printf("%3d  %.3f (%.3f to %.3f, %u pairs; %.3f and %.3f ms)  goal %s %.2f %s  %s\n", row->id, r->figure.ratio, r->figure.least, r->figure.most,
               r->figure.pairs, r->figure.ms, r->figure.other_ms, row->higher ? "at least" : "at most", row->goal, r->met ? "met" : "MISSED", row->name);
    fflush(stdout);
}

static void measure(const bench_row *row, result *r)
{
    r->done = row->run(row, &r->figure, r->input, sizeof r->input);
    r->met = r->done && (row->higher ? r->figure.ratio >= row->goal : r->figure.ratio <= row->goal);
    say(row, r);
}

static FILE *create(const char *out, const char *extension, char *path, size_t room)
{
    snprintf(path, room, "%s.%s", out, extension);
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        perror(path);
        exit(1);
    }
    return f;
}

static void finish(FILE *f, const char *path)
{
    if (fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

static const char *name_of(const bench_row *row)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (figures[i].id == row->id)
            return figures[i].name;
    return row->name;
}

/* How far a row is beyond its goal: below 1 it misses it. */
static double margin(const bench_row *row, const result *r)
{
    return row->higher ? r->figure.ratio / row->goal : row->goal / r->figure.ratio;
}

static void put_figure(FILE *f, const bench_row *row, const result *r)
{
    fprintf(f, "\"ratio\": %.3f, \"goal\": %.2f, \"better\": \"%s\", \"met\": %s", r->figure.ratio, row->goal, row->higher ? "higher" : "lower",
            r->met ? "true" : "false");
}

/* One figure: the rows from `first` on that have its id. The worst stands for all, and all stand below it. */
static void put_rows(FILE *f, const result *results, unsigned first)
{
    unsigned worst = ROWS, n = 0;
    for (unsigned i = first; i < ROWS && rows[i]->id == rows[first]->id; i++) {
        if (!results[i].done)
            continue;
        n++;
        if (worst == ROWS || margin(rows[i], &results[i]) < margin(rows[worst], &results[worst]))
            worst = i;
    }
    if (n == 0)
        return;
    fprintf(f, "%s\n  {\"id\": %d, \"name\": \"%s\", ", ftell(f) > 16 ? "," : "", rows[first]->id, name_of(rows[first]));
    put_figure(f, rows[worst], &results[worst]);
    for (unsigned i = first, k = 0; n > 1 && k < n; i++) {
        if (!results[i].done)
            continue;
        fprintf(f, "%s\n    {\"name\": \"%s\", ", k++ == 0 ? ", \"parts\": [" : ",", rows[i]->name);
        put_figure(f, rows[i], &results[i]);
        fputs(k < n ? "}" : "}\n  ]", f);
    }
    fputs("}", f);
}

static void write_json(const char *out, const result *results)
{
    char path[4096];
    FILE *f = create(out, "json", path, sizeof path);
    fputs("{\"rows\": [", f);
    for (unsigned i = 0; i < ROWS; i++)
        if (i == 0 || rows[i - 1]->id != rows[i]->id)
            put_rows(f, results, i);
    fputs("\n]}\n", f);
    finish(f, path);
}

static void write_text(const char *out, const result *results)
{
    char path[4096], name[400];
    FILE *f = create(out, "md", path, sizeof path);
    machine(name, sizeof name);
    fprintf(f, "# Speed\n\na3dlint " A3DLINT_VERSION ", `make bench`, on %s.\n", name);
    fputs("\nEach figure is a ratio of two things measured in turn in one run, by processor time where nothing else is said: the median of\n"
          "all pairs, and the least and the greatest of them. Where more is better the ratio is a speed, else a time.\n\n"
          "| # | measured | against | ratio | spread | pairs | goal | met |\n|---|---|---|---|---|---|---|---|\n", f);
    for (unsigned i = 0; i < ROWS; i++) {
        const bench_figure *g = &results[i].figure;
        if (results[i].done)
            fprintf(f, "| %d | %s: %s | %s | %.2f | %.2f to %.2f | %u | %s %.2f | %s |\n", rows[i]->id, rows[i]->name, results[i].input, rows[i]->against,
                    g->ratio, g->least, g->most, g->pairs, rows[i]->higher ? "≥" : "≤", rows[i]->goal, results[i].met ? "yes" : "**no**");
        else
            fprintf(f, "| %d | %s | %s | not measured: %s | | | | |\n", rows[i]->id, rows[i]->name, rows[i]->against, results[i].input);
    }
    finish(f, path);
}

/* Whether each of these is the number of a row; says so if not. */
static bool are_rows(char **ids, int n)
{
    for (int k = 0; k < n; k++) {
        char number[16] = "";
        for (unsigned i = 0; i < ROWS && strcmp(number, ids[k]) != 0; i++)
            snprintf(number, sizeof number, "%d", rows[i]->id);
        if (strcmp(number, ids[k]) == 0)
            continue;
        fprintf(stderr, "a3dbench: no row has the number '%s'\n", ids[k]);
        return false;
    }
    return true;
}

static bool asked_for(int id, char **ids, int n)
{
    for (int i = 0; i < n; i++)
        if (atoi(ids[i]) == id)
            return true;
    return n == 0;
}

/* Memory that was given back stays with the process: what is measured is checking, not the system clearing pages. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
}

int main(int argc, char **argv)
{
    static result results[ROWS];
    if (argc > 2 && strcmp(argv[1], "--peak") == 0)
        return bench_peak(argv + 2);
    if (argc > 2 && strcmp(argv[1], "--count") == 0)
        return bench_count(argv[2]);
    if (argc > 2 && strcmp(argv[1], "--small") == 0)
        return bench_small_count(argv[2]);
    if (argc == 2 && strcmp(argv[1], "--accept") == 0)
        return bench_accept();
    keep_memory();
    if (argc < 2 || argv[1][0] == '-') {
        fputs("usage: a3dbench OUT [ID...] | --accept\n", stderr);
        return 2;
    }
    if (!are_rows(argv + 2, argc - 2))
        return 2;
    for (unsigned i = 0; i < ROWS; i++)
        if (asked_for(rows[i]->id, argv + 2, argc - 2))
            measure(rows[i], &results[i]);
    if (argc == 2) {
        write_text(argv[1], results);
        write_json(argv[1], results);
    }
    return 0;
}
