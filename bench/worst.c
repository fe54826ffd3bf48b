/* worst.c - what the worst of many inputs takes, in nanoseconds for each byte, those that are unpacked too.
 *
 * Valid files of each format are generated, and changed where their structure is, up to four times in turn. A time that
 * seems to be the worst is taken five times and the least counts, so that a busy machine is not blamed. The worst input
 * of each size is left in build/release for whoever looks into it. A3D_BENCH_INPUTS says how many inputs there are. */
#include "lint/generate.h"
#include "engine/mutate/mutate.h"
#include "lint/lint.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_INPUTS = 100000, LARGE_INPUTS = 200, SEEDS = 12, FILES_MOST = 1000, TRIES = 5, IN_TURN = 4 };

typedef struct survey {
    size_t size; /* of an input, about */
    bench_made files[FILES_MOST]; /* valid */
    size_t n_files, n_inputs;
    double worst; /* seconds for each byte */
    const char *kept;
    a3d_arena arena; /* of the check */
} survey;

/* ---- what an input costs ---- */

typedef struct input {
    a3d_arena *arena;
    const uint8_t *data;
    size_t size, bytes; /* bytes: those that are unpacked too */
} input;

static void check(void *user)
{
    input *in = user;
    a3d_options options = {0};
    a3d_arena_reset(in->arena);
    const a3d_result *result = a3d_lint(in->arena, in->data, in->size, &options);
    in->bytes = in->size;
    for (size_t i = 1; result != NULL && result->doc != NULL && i < result->doc->n_streams; i++)
        in->bytes += result->doc->streams[i].packed_size > 0 ? result->doc->streams[i].size : 0;
}

/* `enough`: a first try that takes less for each byte is not followed by others. */
static double cost_of(survey *s, const uint8_t *data, size_t size, double enough)
{
    input in = {.arena = &s->arena, .data = data, .size = size};
    double least = bench_time(check, &in);
    for (unsigned i = 1; i < TRIES && least > enough * (double)in.bytes; i++) {
        double time = bench_time(check, &in);
        least = time < least ? time : least;
    }
    return in.bytes < s->size / 2 ? 0 : least / (double)in.bytes;
}

/* ---- valid inputs ---- */

static void add_file(survey *s, const a3d_wish *wish)
{
    a3d_arena arena;
    a3d_text text;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    if (a3d_generate_random(&arena, wish, &text) == NULL && text.size <= s->size && s->n_files < FILES_MOST) {
        bench_made file = {bench_alloc(text.size), text.size};
        memcpy(file.data, text.data, text.size);
        s->files[s->n_files++] = file;
    }
    a3d_arena_free(&arena);
}

static void generate(survey *s)
{
    for (const a3d_format *const *format = a3d_formats(); *format != NULL; format++) {
        unsigned versions = 0, seeds = s->size > 1 << 20 ? 1 : SEEDS;
        for (const a3d_version *v = (*format)->versions; v->text != NULL; v++)
            versions += v->generated;
        for (const a3d_version *v = (*format)->versions; v->text != NULL; v++) {
            if (s->size > 1 << 20 && v != bench_newest(*format))
                continue;
            a3d_wish wish = {.format = *format, .version = v, .size = s->size * 9 / 10};
            for (wish.seed = 0; v->generated && wish.seed * versions < seeds; wish.seed++)
                add_file(s, &wish);
        }
    }
}

/* ---- mutated ones ---- */

static void keep(const char *path, const uint8_t *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(data, 1, size, f) != size || fclose(f) != 0)
        perror(path);
}

static void try_input(survey *s, const uint8_t *data, size_t size)
{
    double c = cost_of(s, data, size, s->worst);
    if (c > s->worst) {
        s->worst = c;
        keep(s->kept, data, size);
    }
}

static const a3d_format *format_of(const bench_made *file)
{
    const a3d_format *best = NULL;
    int surest = 0;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        int sure = (*f)->probe(file->data, file->size);
        best = sure > surest ? *f : best;
        surest = sure > surest ? sure : surest;
    }
    return best;
}

/* Mutants of one file: each is changed once more until it was changed IN_TURN times. */
static void mutate(survey *s, const bench_made *file, uint64_t seed, size_t n)
{
    uint8_t *buffers[2] = {bench_alloc(s->size), bench_alloc(s->size)};
    a3d_arena arena;
    a3d_document_cache kept;
    a3d_document_cache_init(&kept, &s->arena.mem);
    a3d_arena_init(&arena, NULL);
    a3d_mutation m = {.format = format_of(file), .seed = seed, .cache = &kept};
    for (size_t i = 0; i < n; i++) {
        if (i % IN_TURN == 0) {
            m.data = file->data;
            m.size = (uint32_t)file->size;
        }
        if (kept.n + A3D_CACHED_IN_ONE > A3D_CACHED_DOCUMENTS) {
            a3d_document_cache_free(&kept);
            a3d_document_cache_init(&kept, &s->arena.mem);
        }
        m.seed++;
        uint8_t *out = buffers[i % 2];
        m.size = (uint32_t)a3d_mutate(&arena, &m, out, (uint32_t)s->size);
        m.data = out;
        try_input(s, m.data, m.size);
        a3d_arena_reset(&arena);
    }
    a3d_document_cache_free(&kept);
    a3d_arena_free(&arena);
    free(buffers[0]);
    free(buffers[1]);
}

/* ---- rows ---- */

static bool measure(survey *s, size_t inputs, bench_figure *figure, char *text, size_t room)
{
    const char *wanted = getenv("A3D_BENCH_INPUTS");
    s->n_inputs = wanted != NULL ? strtoul(wanted, NULL, 10) * inputs / SMALL_INPUTS : inputs;
    a3d_arena_init(&s->arena, NULL);
    generate(s);
    for (size_t i = 0; i < s->n_files; i++) {
        try_input(s, s->files[i].data, s->files[i].size);
        mutate(s, &s->files[i], (uint64_t)i << 32, s->n_inputs / s->n_files + 1);
        free(s->files[i].data);
    }
    a3d_arena_free(&s->arena);
    snprintf(text, room, "%zu mutants of %zu valid inputs, the least of five tries", s->n_inputs, s->n_files);
    *figure = (bench_figure){.ratio = s->worst * 1e9, .least = s->worst * 1e9, .most = s->worst * 1e9, .pairs = 1};
    return true;
}

static bool run_small(const bench_row *row, bench_figure *figure, char *text, size_t room)
{
    static survey s = {.size = 64 << 10, .kept = "build/release/worst-small.bin"};
    (void)row;
    return measure(&s, SMALL_INPUTS, figure, text, room);
}

static bool run_large(const bench_row *row, bench_figure *figure, char *text, size_t room)
{
    static survey s = {.size = 16 << 20, .kept = "build/release/worst-large.bin"};
    (void)row;
    return measure(&s, LARGE_INPUTS, figure, text, room);
}

#define AGAINST "a nanosecond"

const bench_row bench_worst_small = {9, "time for each byte of the worst input of 64 KiB", AGAINST, 300.0, false, run_small};
const bench_row bench_worst_large = {9, "time for each byte of the worst input of 16 MiB", AGAINST, 100.0, false, run_large};
