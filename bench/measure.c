/* measure.c - two things in turn. By processor time other work on the machine does not count; a busy machine still
 * shows in the spread. */
#define _XOPEN_SOURCE 700
#include "bench.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { LEAST_PAIRS = 9, MOST_PAIRS = 201 };

/* One sample takes about this long, one figure about that long; in seconds. */
static const double sample_time = 0.01, figure_time = 1.5;

static volatile uint64_t kept;

void bench_keep(uint64_t value)
{
    kept = kept + value;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double used_by(int who)
{
    struct rusage used;
    getrusage(who, &used);
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

static double now(bench_clock clock)
{
    struct timespec t;
    if (clock == BENCH_PROCESSES)
        return used_by(RUSAGE_SELF) + used_by(RUSAGE_CHILDREN);
    clock_gettime(clock == BENCH_WALL ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double sample(bench_clock clock, bench_fn fn, void *user, unsigned rounds)
{
    double start = now(clock);
    for (unsigned i = 0; i < rounds; i++)
        fn(user);
    return (now(clock) - start) / rounds;
}

double bench_time(bench_fn fn, void *user)
{
    return sample(BENCH_THREAD, fn, user, 1);
}

/* How often a sample calls a function, so that the clock's own grain does not matter. */
static unsigned rounds_of(bench_clock clock, bench_fn fn, void *user)
{
    sample(clock, fn, user, 1);
    double once = sample(clock, fn, user, 1);
    return once > sample_time ? 1 : once > 0 ? (unsigned)(sample_time / once) + 1 : 1000;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, unsigned n)
{
    qsort(values, n, sizeof *values, by_size);
    return n % 2 != 0 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* `part`, which may be NULL, is what `a` does besides. */
static bench_figure in_turn(bench_clock clock, bench_fn a, bench_fn part, bench_fn b, void *user, bool speed)
{
    static double ratios[MOST_PAIRS], mine[MOST_PAIRS], others[MOST_PAIRS];
    unsigned rounds_a = rounds_of(clock, a, user), rounds_b = rounds_of(clock, b, user), n = 0;
    bench_figure figure;
    for (double spent = 0; n < LEAST_PAIRS || (n < MOST_PAIRS && spent < figure_time); n++) {
        mine[n] = sample(clock, a, user, rounds_a) - (part != NULL ? sample(clock, part, user, rounds_a) : 0);
        others[n] = sample(clock, b, user, rounds_b);
        ratios[n] = speed ? others[n] / mine[n] : mine[n] / others[n];
        spent += mine[n] * rounds_a + others[n] * rounds_b;
    }
    figure.pairs = n;
    figure.ratio = median(ratios, n);
    figure.least = ratios[0];
    figure.most = ratios[n - 1];
    figure.ms = median(mine, n) * 1e3;
    figure.other_ms = median(others, n) * 1e3;
    return figure;
}

bench_figure bench_in_turn_by(bench_clock clock, bench_fn a, bench_fn b, void *user, bool speed)
{
    return in_turn(clock, a, NULL, b, user, speed);
}

bench_figure bench_in_turn(bench_fn a, bench_fn b, void *user, bool speed)
{
    return in_turn(BENCH_THREAD, a, NULL, b, user, speed);
}

bench_figure bench_less(bench_fn a, bench_fn part, bench_fn b, void *user, bool speed)
{
    return in_turn(BENCH_THREAD, a, part, b, user, speed);
}
