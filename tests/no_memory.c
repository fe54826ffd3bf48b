/* no_memory.c - memory that runs out must never change a result.
 *
 *     no_memory [--seed N] [--seconds N] [--part K/N] [--show | --count] COMMANDS < /dev/null
 *
 * COMMANDS is a file with one command line of a3dlint on each line, which run in the working folder; after a ! it is
 * one with a mistake. Each runs first with memory. Then it runs again and again, and one request for memory is refused: with all later ones, or alone.
 * Requests of the C library and zlib count too. Such a run must end with status 5 and a message and leave
 * each file as it was or as it has to become, or it must be the same as the run with memory.
 *
 * By default every request of every command is refused. With --seconds a sample is, which the seed chooses.
 * --part: only every N-th command. --show: who made the request, as lines of source. --count: only prints how many
 * requests each command makes. */
#define _GNU_SOURCE
#include "no_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { USAGE = 2, OUT_OF_MEMORY = 5, MOST_SHOWN = 30 };

typedef struct command {
    char *words;
    uint32_t asked; /* requests of the run with memory */
    bool mistake;   /* its status is that of a wrong command line */
    output reference;
    unsigned long runs, failures;
} command;

static command *commands;
static size_t n_commands;
static folder before;
static refusal *page;
static unsigned long seed, part, parts = 1, seconds, all_runs, all_failures;
static uint64_t state;
static bool show, count;

/* xorshift64* */
static uint64_t draw(uint64_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (state * 0x2545f4914f6cdd1dull >> 16) % below;
}

/* ---- reports ---- */

static void show_place(const refusal *r)
{
    char words[64 + REFUSED_DEPTH * 20];
    int n = snprintf(words, sizeof words, "addr2line -s -f -p -i -e /proc/%d/exe", (int)getpid());
    for (int i = 2; i < r->depth && i < 12; i++)
        n += snprintf(words + n, sizeof words - (size_t)n, " %p", r->where[i]);
    printf("    ");
    fflush(stdout);
    if (system(words) != 0)
        printf("    (no addr2line)\n");
}

static void fail(command *c, const output *o, const char *what)
{
    refusal was = *page;
    c->failures++;
    if (++all_failures > MOST_SHOWN && !show)
        return;
    printf("FAILED %s: request %u of %u refused%s: %s\n", c->words, was.at, c->asked,
           was.stays ? ", with all later ones" : "", what);
    if (show) {
        show_place(&was);
        printf("    status %d, standard error: %.*s\n", o->status, (int)o->err_size, (const char *)o->err);
    }
}

/* ---- runs ---- */

static void read_commands(const char *path)
{
    char *line = NULL;
    size_t cap = 0, all = 0;
    FILE *file = must_have(fopen(path, "r"));
    for (ssize_t n; (n = getline(&line, &cap, file)) > 0;) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || all++ % parts != part)
            continue;
        bool mistake = line[0] == '!';
        commands = must_have(realloc(commands, (n_commands + 1) * sizeof *commands));
        commands[n_commands++] = (command){.words = must_have(strdup(line + mistake)), .mistake = mistake};
    }
    free(line);
    fclose(file);
}

/* The run with memory. It must work, or be a mistake that the list expects, and be the same when it is repeated. */
static void run_reference(command *c)
{
    output again;
    run_program(c->words, page, 0, false, &c->reference);
    c->asked = page->asked;
    folder_restore(&c->reference.files, &before);
    run_program(c->words, page, 0, false, &again);
    const char *fault = output_fault(&again, &c->reference, &before);
    if (again.status == OUT_OF_MEMORY || (again.status == USAGE) != c->mistake || fault != NULL) {
        printf("FAILED %s: with memory: %s; status %d\n%s", c->words, fault != NULL ? fault : "it does not work",
               again.status, (const char *)again.err);
        all_failures++;
    }
    folder_restore(&again.files, &before);
    output_free(&again);
}

static void run_refused(command *c, uint32_t at, bool stays)
{
    output o;
    run_program(c->words, page, at, stays, &o);
    const char *fault = output_fault(&o, &c->reference, &before);
    if (fault != NULL)
        fail(c, &o, fault);
    c->runs++;
    all_runs++;
    folder_restore(&o.files, &before);
    output_free(&o);
}

static void run_all(void)
{
    for (size_t i = 0; i < n_commands; i++)
        for (uint32_t at = 1; at <= commands[i].asked; at++) {
            run_refused(&commands[i], at, false);
            run_refused(&commands[i], at, true);
        }
}

static void run_sample(void)
{
    time_t end = time(NULL) + (time_t)seconds;
    while (n_commands > 0 && time(NULL) < end) {
        command *c = &commands[draw(n_commands)];
        if (c->asked > 0)
            run_refused(c, 1 + (uint32_t)draw(c->asked), draw(2) == 0);
    }
}

static bool parse(int argc, char **argv)
{
    const char *path = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            seconds = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--show") == 0)
            show = true;
        else if (strcmp(argv[i], "--count") == 0)
            count = true;
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc &&
                 sscanf(argv[i + 1], "%lu/%lu", &part, &parts) == 2 && part < parts)
            i++;
        else if (path == NULL)
            path = argv[i];
        else
            return false;
    }
    if (path != NULL)
        read_commands(path);
    return path != NULL;
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv)) {
        fprintf(stderr, "usage: no_memory [--seed N] [--seconds N] [--part K/N] [--show | --count] COMMANDS\n");
        return 2;
    }
    state = seed * 0x9e3779b97f4a7c15ull + 0x1234567 + part; /* never 0 */
    page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        must_have(NULL);
    folder_read(&before);
    for (size_t i = 0; i < n_commands; i++)
        run_reference(&commands[i]);
    for (size_t i = 0; count && i < n_commands; i++)
        printf("%u %s\n", commands[i].asked, commands[i].words);
    if (count)
        return 0;
    if (seconds > 0)
        run_sample();
    else
        run_all();
    for (size_t i = 0; i < n_commands; i++)
        if (commands[i].failures > 0)
            printf("%s: %lu of %lu runs failed\n", commands[i].words, commands[i].failures, commands[i].runs);
    printf("%lu runs of %zu commands, seed %lu: %lu failed\n", all_runs, n_commands, seed, all_failures);
    return all_failures > 0 || n_commands == 0;
}
