/* native.c - seconds that checks of files take in the library, for run.mjs: for each line "ROUNDS PATH" of standard input
 * the median of as many checks with a report as JSON, one number a line */
#define _POSIX_C_SOURCE 200809L
#include "a3dlint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* One check as the module does it, which copies the bytes. */
static double check(a3dlint *lint, const char *path, const void *data, size_t size)
{
    const char *text;
    size_t length;
    double start = now();
    void *copy = malloc(size + 1);
    if (copy == NULL)
        return 0;
    memcpy(copy, data, size);
    a3dlint_report *report = a3dlint_check(lint, path, copy, size);
    int failed = report == NULL || a3dlint_write(report, "json", &text, &length) != 0;
    a3dlint_report_free(report);
    free(copy);
    return failed ? 0 : now() - start;
}

static double median(a3dlint *lint, const char *path, unsigned rounds)
{
    static double times[MOST];
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0)
        return 0;
    size_t size = (size_t)ftell(f);
    char *data = malloc(size + 1);
    rewind(f);
    if (data == NULL || fread(data, 1, size, f) != size)
        return 0;
    fclose(f);
    for (unsigned i = 0; i < rounds; i++)
        times[i] = check(lint, path, data, size);
    free(data);
    qsort(times, rounds, sizeof *times, ascending);
    return times[rounds / 2];
}

int main(void)
{
    char line[5000];
    unsigned rounds;
    int at;
    a3dlint *lint = a3dlint_new(NULL);
    while (lint != NULL && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%u %n", &rounds, &at) != 1 || rounds == 0 || rounds > MOST)
            return 2;
        printf("%.9f\n", median(lint, line + at, rounds));
        fflush(stdout);
    }
    a3dlint_free(lint);
    return 0;
}
