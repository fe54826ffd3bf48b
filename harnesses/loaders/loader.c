/* loader.c - planted faults of the example loaders; see loader.h
 *
 * A record is a file of 64-bit numbers that all processes of a run map: executions, the time of the first, and for
 * each fault whether it was seen. Beside it, FILE.log gets one line for each fault, when it is first seen. */
#define _POSIX_C_SOURCE 200809L
#include "loader.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { FAULTS = 1024 };

typedef struct record {
    _Atomic uint64_t runs, started;
    _Atomic uint64_t seen[FAULTS];
} record;

static enum { UNKNOWN, ABORT, GO, RECORD } mode;
static record *shared;
static int log_file = -1;

static uint64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void open_record(const char *path)
{
    char log_path[4096];
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    snprintf(log_path, sizeof log_path, "%s.log", path);
    log_file = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0 || log_file < 0 || ftruncate(file, sizeof(record)) != 0) {
        perror(path);
        exit(2);
    }
    void *map = mmap(NULL, sizeof(record), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED) {
        perror(path);
        exit(2);
    }
    shared = map;
}

static void find_mode(void)
{
    const char *say = getenv("LOADER_FAULTS");
    mode = ABORT;
    if (say != NULL && strcmp(say, "go") == 0)
        mode = GO;
    if (say != NULL && strncmp(say, "abort:", 6) == 0)
        open_record(say + 6);
    if (say != NULL && strncmp(say, "record:", 7) == 0) {
        mode = RECORD;
        open_record(say + 7);
    }
}

void fault_run(void)
{
    uint64_t none = 0;
    if (mode == UNKNOWN)
        find_mode();
    if (shared != NULL && atomic_fetch_add(&shared->runs, 1) == 0)
        atomic_compare_exchange_strong(&shared->started, &none, milliseconds());
}

static void note(unsigned number)
{
    char line[96];
    if (number >= FAULTS || atomic_exchange(&shared->seen[number], 1) != 0)
        return;
    uint64_t started = atomic_load(&shared->started), now = milliseconds();
    int n = snprintf(line, sizeof line, "fault %u runs %llu ms %llu\n", number,
                     (unsigned long long)atomic_load(&shared->runs), (unsigned long long)(started != 0 ? now - started : 0));
    if (write(log_file, line, (size_t)n) != n)
        exit(2);
}

bool fault(unsigned number)
{
    if (mode == UNKNOWN)
        find_mode();
    if (mode == RECORD) {
        note(number);
        return true;
    }
    if (shared != NULL)
        note(number);
    fprintf(stderr, "planted fault %u\n", number);
    if (mode == ABORT)
        abort();
    return false;
}
