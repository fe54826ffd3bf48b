/* mutate_main.c - the mutator alone: to look at what it makes, and to measure it.
 *
 *     mutate FILE... [--seed N] [--count K] [--out DIR] [--judge | --rate] [--describe] [--forget]
 *
 * Makes K mutants of each file, one in four mixed with another file, writes them to DIR/NUMBER when it is given (and
 * makes DIR),
 * and prints how many were made in a second of the processor, how many still decode, and what `check` says of
 * them. With --judge each must hold what the harness of its family asks of any input, come out the same a second
 * time, and be no larger than is allowed. With --rate they are made and not looked at. With
 * --forget no file was seen before: each mutant is made of one that has to be decoded first. */
#include "base/text.h"
#include "lint/lint.h"
#include "family.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out, size_t max_size,
                                 unsigned int seed);
void mutator_forget(void); /* mutator.c */
void mutator_describe(a3d_text *out);

enum { MOST = 1 << 16, MIXED = 4 };

typedef struct file {
    uint8_t *data;
    size_t size;
} file;

typedef struct wish {
    unsigned long seed, count;
    const char *folder;
    bool judge, rate, forget, describe, help;
} wish;

typedef struct tally {
    unsigned long made, same, whole, verdicts[A3DLINT_LIMITED + 1];
    double bytes, seconds;
} tally;

static file read_file(const char *path)
{
    file f = {malloc(MOST), 0};
    FILE *in = f.data != NULL ? fopen(path, "rb") : NULL;
    if (in == NULL) {
        fprintf(stderr, "mutate: %s cannot be read\n", path);
        exit(3);
    }
    f.size = fread(f.data, 1, MOST, in);
    fclose(in);
    return f;
}

static void write_mutant(const char *folder, unsigned long number, const uint8_t *data, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%06lu", folder, number);
    FILE *out = fopen(path, "wb");
    if (out == NULL || fwrite(data, 1, size, out) != size || fclose(out) != 0) {
        fprintf(stderr, "mutate: %s cannot be written\n", path);
        exit(3);
    }
}

static const a3d_format *look(tally *t, const file *f, const uint8_t *data, size_t size)
{
    a3d_arena arena;
    a3d_options options = {.limits = {.work = 20000}};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    const a3d_format *format = result != NULL ? result->format : NULL;
    if (result != NULL) {
        t->verdicts[result->verdict]++;
        t->whole += result->doc != NULL && !result->doc->faulty;
    }
    t->same += size == f->size && memcmp(data, f->data, size) == 0;
    a3d_arena_free(&arena);
    return format;
}

/* `out` has room for MOST bytes, whatever the mutant may take. */
static size_t make(const file *f, const file *other, unsigned seed, uint8_t *out, size_t most)
{
    if (seed % MIXED == 0)
        return LLVMFuzzerCustomCrossOver(f->data, f->size, other->data, other->size, out, most, seed);
    memcpy(out, f->data, f->size);
    return LLVMFuzzerCustomMutator(out, f->size, most, seed);
}

/* Judged in a block of exactly its size. */
static void judge(const a3d_format *format, const file *f, const file *other, unsigned seed, const uint8_t *data, size_t size)
{
    static uint8_t again[MOST];
    size_t most = f->size + seed % 64, n = make(f, other, seed, again, MOST);
    if (n != size || memcmp(again, data, size) != 0)
        family_refuse("mutate", size, "the same seed gives another mutant");
    n = make(f, other, seed, again, most);
    if (n > most)
        family_refuse("mutate", n, "a mutant is larger than is allowed");
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact == NULL)
        return;
    memcpy(exact, data, size);
    if (format != NULL)
        family_run(format, exact, size);
    free(exact);
}

static void print_description(unsigned long number)
{
    a3d_arena arena;
    a3d_text text;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    mutator_describe(&text);
    printf("%06lu %.*s\n", number, (int)text.size, text.size > 0 ? text.data : "");
    a3d_arena_free(&arena);
}

static void mutate(tally *t, const file *f, const file *other, unsigned seed, const wish *w)
{
    static uint8_t out[MOST];
    if (w->forget)
        mutator_forget();
    clock_t before = clock();
    size_t n = make(f, other, seed, out, MOST);
    t->seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
    t->bytes += (double)f->size;
    if (w->folder != NULL)
        write_mutant(w->folder, t->made, out, n);
    if (w->describe)
        print_description(t->made);
    t->made++;
    if (w->rate)
        return;
    const a3d_format *format = look(t, f, out, n);
    if (w->judge)
        judge(format, f, other, seed, out, n);
}

static void print(const tally *t, const wish *w)
{
    double all = t->made > 0 ? (double)t->made / 100 : 1;
    printf("%lu mutants of %.0f bytes on average; %.0f in a second\n", t->made, t->bytes / (double)t->made,
           t->seconds > 0 ? (double)t->made / t->seconds : 0);
    if (w->rate)
        return;
    printf("%.1f %% decode to their end, %.1f %% are the file itself\n", (double)t->whole / all, (double)t->same / all);
    printf("%.1f %% valid, %.1f %% invalid, %.1f %% unreadable, %.1f %% limited\n", (double)t->verdicts[A3DLINT_VALID] / all,
           (double)t->verdicts[A3DLINT_INVALID] / all, (double)t->verdicts[A3DLINT_UNREADABLE] / all,
           (double)t->verdicts[A3DLINT_LIMITED] / all);
}

/* An option and its value; false when it is a file. */
static bool take_option(wish *w, char **argv, int argc, int *i)
{
    bool more = *i + 1 < argc;
    if (strcmp(argv[*i], "--help") == 0)
        w->help = true;
    else if (strcmp(argv[*i], "--judge") == 0)
        w->judge = true;
    else if (strcmp(argv[*i], "--rate") == 0)
        w->rate = true;
    else if (strcmp(argv[*i], "--describe") == 0)
        w->describe = true;
    else if (strcmp(argv[*i], "--forget") == 0)
        w->forget = true;
    else if (strcmp(argv[*i], "--seed") == 0 && more)
        w->seed = strtoul(argv[++*i], NULL, 0);
    else if (strcmp(argv[*i], "--count") == 0 && more)
        w->count = strtoul(argv[++*i], NULL, 0);
    else if (strcmp(argv[*i], "--out") == 0 && more)
        w->folder = argv[++*i];
    else
        return false;
    return true;
}

static int usage(const char *name, bool asked)
{
    fprintf(asked ? stdout : stderr,
            "usage: %s FILE... [--seed N] [--count K] [--out DIR] [--judge | --rate] [--describe] [--forget]\n"
            "Makes K mutants of each FILE (1000), and writes them to DIR. The same N gives the same mutants.\n",
            name);
    return asked ? 0 : 2;
}

int main(int argc, char **argv)
{
    wish w = {.seed = 1, .count = 1000};
    unsigned long n = 0;
    file *files = calloc((size_t)argc, sizeof *files);
    tally t = {0};
    for (int i = 1; files != NULL && i < argc; i++)
        if (!take_option(&w, argv, argc, &i))
            files[n++] = read_file(argv[i]);
    if (w.help || n == 0)
        return usage(argv[0], w.help);
    if (w.folder != NULL && mkdir(w.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "mutate: the folder %s cannot be made\n", w.folder);
        return 3;
    }
    for (unsigned long k = 0; k < w.count; k++)
        for (unsigned long i = 0; i < n; i++)
            mutate(&t, &files[i], &files[(i + 1 + k) % n], (unsigned)(w.seed + k * n + i), &w);
    print(&t, &w);
    while (n > 0)
        free(files[--n].data);
    free(files);
    return 0;
}
