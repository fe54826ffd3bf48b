/* scale.c - cost against size: files of one kind from 1 KiB on, each four times as large as the one before. The figure is the
 * exponent of the curve over the last three decades, by least squares over the logarithms; 1 is a straight line. What is
 * smaller costs mostly what each file costs. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEAST = 1 << 10, FLAT = 256 << 20, SMALL = 16 << 20, TIMES = 4, POINTS_MOST = 16, TRIES = 5 };

typedef struct point {
    double size, time; /* logarithms */
} point;

static void check(void *user)
{
    const bench_made *f = user;
    bench_keep(bench_check(f->data, f->size));
}

typedef struct repeated {
    bench_made *file;
    unsigned rounds;
} repeated;

static void check_often(void *user)
{
    const repeated *r = user;
    for (unsigned i = 0; i < r->rounds; i++)
        check(r->file);
}

/* The least of some tries, each of which takes a few milliseconds at least. */
static double time_of(bench_made *file)
{
    repeated r = {file, 1};
    double least = bench_time(check_often, &r);
    r.rounds = least < 2e-3 ? (unsigned)(2e-3 / (least > 1e-6 ? least : 1e-6)) + 1 : 1;
    for (unsigned i = 0; i < TRIES; i++) {
        double time = bench_time(check_often, &r) / r.rounds;
        least = time < least ? time : least;
    }
    return least;
}

static double slope(const point *p, unsigned n)
{
    double x = 0, y = 0, up = 0, down = 0;
    for (unsigned i = 0; i < n; i++) {
        x += p[i].size / n;
        y += p[i].time / n;
    }
    for (unsigned i = 0; i < n; i++) {
        up += (p[i].size - x) * (p[i].time - y);
        down += (p[i].size - x) * (p[i].size - x);
    }
    return up / down;
}

/* The spread is that of the exponents from one size to the next. */
static bool run(bench_figure *figure, char *input, size_t room, bench_maker make, size_t most)
{
    point points[POINTS_MOST];
    unsigned n = 0;
    *figure = (bench_figure){.least = HUGE_VAL, .most = -HUGE_VAL};
    for (size_t size = LEAST; size <= most && n < POINTS_MOST; size *= TIMES, n++) {
        bench_made file = make(size);
        if (file.size == 0 || bench_check(file.data, file.size) != 0) {
            snprintf(input, room, "the made file of %zu bytes has errors", file.size);
            free(file.data);
            return false;
        }
        points[n] = (point){log((double)file.size), log(time_of(&file))};
        free(file.data);
        double step = n > 0 ? slope(points + n - 1, 2) : 1;
        if (n > 0 && step < figure->least)
            figure->least = step;
        if (n > 0 && step > figure->most)
            figure->most = step;
    }
    unsigned first = 0;
    while (points[first].size < points[n - 1].size - log(1000))
        first++;
    figure->ratio = slope(points + first, n - first);
    figure->pairs = n - 1;
    snprintf(input, room, "%u files from 1 KiB to %zu MiB, %.2f to %.2f ns for each byte; spread: from one size to the next", n, most >> 20,
             exp(points[0].time - points[0].size) * 1e9, exp(points[n - 1].time - points[n - 1].size) * 1e9);
    return true;
}

#define SERIES(family, kind, most)                                                                                    \
    static bool run_##kind##_##family(const bench_row *row, bench_figure *figure, char *input, size_t room)           \
    {                                                                                                                 \
        (void)row;                                                                                                    \
        return run(figure, input, room, bench_##kind##_##family, most);                                               \
    }
SERIES(tanki, flat, FLAT)
SERIES(tanki, small, SMALL)
SERIES(m3g, flat, FLAT)
SERIES(m3g, small, SMALL)
SERIES(odol, flat, FLAT)
SERIES(odol, small, SMALL)
SERIES(a3d2, flat, FLAT)
SERIES(a3d2, small, SMALL)

#define AGAINST "a straight line"

const bench_row bench_scale_flat_tanki = {12, "exponent of time, Tanki 3, arrays", AGAINST, 1.05, false, run_flat_tanki};
const bench_row bench_scale_small_tanki = {12, "exponent of time, Tanki 3, small records", AGAINST, 1.05, false, run_small_tanki};
const bench_row bench_scale_flat_m3g = {12, "exponent of time, M3G, arrays", AGAINST, 1.05, false, run_flat_m3g};
const bench_row bench_scale_small_m3g = {12, "exponent of time, M3G, small records", AGAINST, 1.05, false, run_small_m3g};
const bench_row bench_scale_flat_odol = {12, "exponent of time, ODOL 73, arrays", AGAINST, 1.05, false, run_flat_odol};
const bench_row bench_scale_small_odol = {12, "exponent of time, ODOL 73, small records", AGAINST, 1.05, false, run_small_odol};
const bench_row bench_scale_flat_a3d2 = {12, "exponent of time, A3D2, arrays", AGAINST, 1.05, false, run_flat_a3d2};
const bench_row bench_scale_small_a3d2 = {12, "exponent of time, A3D2, small records", AGAINST, 1.05, false, run_small_a3d2};
