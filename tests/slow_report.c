/* slow_report.c - the report of slow.c */
#include "slow.h"

#include <stdio.h>
#include <time.h>

enum { BOUND = 2 }; /* seconds for each MB */

bool slow_report(const char *base, const slow_worst *worst, size_t inputs, uint64_t seed, const char *seconds)
{
    char path[400], day[20];
    time_t now = time(NULL);
    snprintf(path, sizeof path, "%s.md", base);
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    FILE *f = fopen(path, "w");
    if (f == NULL)
        return false;
    fprintf(f, "# Slow inputs\n\nThe input on which each command takes longest for its size, as `make slow SECONDS=%s "
            "SEED=%u` found it on\n%s: the worst of %zu inputs of up to 1 MiB. Time is processor time of the release\n"
            "build, start of the program included. The bound is %d ms per MB; an input below 1 MB counts as 1 MB.\n\n"
            "| command | ms per MB | ms | bytes | unpacked | status | how the input was made |\n"
            "|---|---:|---:|---:|---:|---:|---|\n",
            seconds, (unsigned)seed, day, inputs, BOUND * 1000);
    for (unsigned i = 0; i < SLOW_COMMANDS; i++)
        if (worst[i].how != NULL)
            fprintf(f, "| %s | %.0f | %.0f | %zu | %zu | %d | %s |\n", slow_commands[i].name, worst[i].rate * 1e3,
                    worst[i].cost.seconds * 1e3, worst[i].facts.size, worst[i].facts.bytes, worst[i].cost.status,
                    worst[i].how);
    return fclose(f) == 0;
}

int slow_verdict(const slow_worst *worst)
{
    int status = 0;
    for (unsigned i = 0; i < SLOW_COMMANDS; i++)
        if (worst[i].rate > BOUND) {
            fprintf(stderr, "slow: %s takes %.0f ms per MB: %s\n", slow_commands[i].name, worst[i].rate * 1e3,
                    worst[i].how);
            status = 1;
        }
    return status;
}
