/* instructions.c - instructions that decoding takes for each byte of files of small records, as callgrind counts them: exact,
 * so that a loop that gets slower is seen on any machine. The figures that landed stand in bench/instructions.json, with the
 * compiler that they hold for; `make bench-accept` writes it anew. */
#define _XOPEN_SOURCE 700
#include "lint/lint.h"
#include "bench.h"
#include "engine/decode/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LANDED "bench/instructions.json"

enum { SIZE = 256 << 10, FAMILIES = 4 };

#ifdef __clang__
static const char compiler[] = "clang " __clang_version__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

static const struct {
    const char *name;
    bench_maker make;
} families[FAMILIES] = {{"tanki", bench_small_tanki}, {"m3g", bench_small_m3g}, {"odol", bench_small_odol}, {"a3d2", bench_small_a3d2}};

/* ---- what is counted, in a process of its own ---- */

/* Counting begins and ends with this function, whose name callgrind is told. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void bench_counted(const a3d_format *format, const bench_made *file)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = a3d_decode_structure(&arena, format, file->data, (uint32_t)file->size, NULL, format->usual);
    bench_keep(doc != NULL ? doc->n_nodes : 0);
    a3d_arena_free(&arena);
}

int bench_count(const char *family)
{
    for (unsigned i = 0; i < FAMILIES; i++) {
        if (strcmp(families[i].name, family) != 0)
            continue;
        bench_made file = families[i].make(SIZE);
        bench_counted(a3d_format_named(family, strlen(family)), &file);
        printf("%zu\n", file.size);
        free(file.data);
        return 0;
    }
    return 2;
}

/* ---- counting ---- */

/* The sum of what functions of this program cost by themselves. Functions of libraries depend on the processor: the C
 * library has several copies of memcpy. */
double bench_total_of(const char *path)
{
    char line[1000], number[40] = "";
    double total = 0;
    bool own = false, calls = false;
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        const char *space = strchr(line, ' ');
        const char *object = strncmp(line, "ob=", 3) == 0 ? line + 3 : strncmp(line, "cob=", 4) == 0 ? line + 4 : NULL;
        if (object != NULL && strstr(object, "a3dbench") != NULL) /* it is named once, then only numbered: (2) NAME */
            snprintf(number, sizeof number, "%.*s", (int)strcspn(object, " "), object);
        if (strncmp(line, "ob=", 3) == 0) {
            own = number[0] != '\0' && strncmp(object, number, strlen(number)) == 0;
        } else if (strncmp(line, "calls=", 6) == 0) {
            calls = true; /* the next line has the cost of what is called */
        } else if (strchr("+-*0123456789", line[0]) != NULL && space != NULL) {
            total += own && !calls ? strtod(space, NULL) : 0;
            calls = false;
        }
    }
    if (f != NULL)
        fclose(f);
    return total;
}

/* Instructions for each byte; 0 when they cannot be counted. */
static double count(const char *family)
{
    char path[] = "/tmp/a3dbench-XXXXXX", command[300];
    size_t size = 0;
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0)
        return 0;
    snprintf(command, sizeof command,
             "valgrind -q --tool=callgrind --toggle-collect=bench_counted --callgrind-out-file=%s build/release/a3dbench --count %s 2>/dev/null", path,
             family);
    FILE *said = popen(command, "r");
    if (said == NULL || fscanf(said, "%zu", &size) != 1)
        size = 0;
    if (said != NULL && pclose(said) != 0)
        size = 0;
    double total = bench_total_of(path);
    unlink(path);
    return size > 0 ? total / (double)size : 0;
}

int bench_accept(void)
{
    double counts[FAMILIES];
    for (unsigned i = 0; i < FAMILIES; i++)
        if ((counts[i] = count(families[i].name)) <= 0) {
            fprintf(stderr, "bench: no instructions are counted; is valgrind there?\n");
            return 1;
        }
    FILE *f = fopen(LANDED, "w");
    if (f == NULL) {
        perror(LANDED);
        return 1;
    }
    fprintf(f, "{\"compiler\": \"%s\"", compiler);
    for (unsigned i = 0; i < FAMILIES; i++)
        fprintf(f, ",\n \"%s\": %.3f", families[i].name, counts[i]);
    fputs("}\n", f);
    return fclose(f) != 0;
}

/* ---- rows ---- */

/* The member of that name of what landed; 0 when there is none, or it holds for another compiler. */
static double landed(const char *family)
{
    char text[1000] = "", key[50];
    FILE *f = fopen(LANDED, "r");
    if (f == NULL)
        return 0;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    snprintf(key, sizeof key, "\"%s\": ", family);
    const char *at = strstr(text, key), *same = strstr(text, compiler);
    return at != NULL && same != NULL && same[sizeof compiler - 1] == '"' ? strtod(at + strlen(key), NULL) : 0;
}

static bool run(bench_figure *figure, char *input, size_t room, const char *family)
{
    double before = landed(family), now = before > 0 ? count(family) : 0;
    if (before <= 0)
        snprintf(input, room, "no figure of this compiler in " LANDED " (make bench-accept)");
    else if (now <= 0)
        snprintf(input, room, "no valgrind here");
    else {
        *figure = (bench_figure){.ratio = now / before, .least = now / before, .most = now / before, .pairs = 1};
        snprintf(input, room, "256 KiB, %.2f instructions for each byte", now);
    }
    return now > 0;
}

static bool run_tanki(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "tanki");
}

static bool run_m3g(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, "m3g");
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

#define AGAINST "the figure that landed last"

const bench_row bench_count_tanki = {10, "instructions of decode, small records, Tanki 3", AGAINST, 1.02, false, run_tanki};
const bench_row bench_count_m3g = {10, "instructions of decode, small records, M3G", AGAINST, 1.02, false, run_m3g};
const bench_row bench_count_odol = {10, "instructions of decode, small records, ODOL 73", AGAINST, 1.02, false, run_odol};
const bench_row bench_count_a3d2 = {10, "instructions of decode, small records, A3D2", AGAINST, 1.02, false, run_a3d2};
