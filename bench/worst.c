/* worst.c - what the worst of many inputs of 64 KiB costs, against the mean of the valid ones: in steps, and in time.
 *
 * Valid files of each format and version are generated, and changed where their structure is, up to four times in turn.
 * Cost is held against bytes, those that are unpacked too. A time that seems to be the worst is taken five times and the
 * least counts, so that a busy machine is not blamed. The two worst inputs are left in build/release for whoever looks
 * into them. A3D_BENCH_INPUTS says how many inputs there are. */
#include "lint/generate.h"
#include "engine/mutate/mutate.h"
#include "lint/lint.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 10000, SIZE = 64 << 10, LEAST = SIZE / 2, SEEDS = 12, FILES_MOST = 1000, TRIES = 5, IN_TURN = 4 };

typedef struct cost {
    double steps, time; /* of each byte */
} cost;

typedef struct survey {
    bench_made files[FILES_MOST]; /* valid */
    size_t n_files, n_inputs;
    cost mean, worst;
    a3d_arena arena; /* of the check */
} survey;

/* ---- what an input costs ---- */

typedef struct input {
    a3d_arena *arena;
    const uint8_t *data;
    size_t size, bytes; /* bytes: those that are unpacked too */
    uint64_t steps;
} input;

static void check(void *user)
{
    input *in = user;
    a3d_options options = {0};
    a3d_arena_reset(in->arena);
    const a3d_result *result = a3d_lint(in->arena, in->data, in->size, &options);
    in->bytes = in->size;
    in->steps = result != NULL ? result->steps : 0;
    for (size_t i = 1; result != NULL && result->doc != NULL && i < result->doc->n_streams; i++)
        in->bytes += result->doc->streams[i].packed_size > 0 ? result->doc->streams[i].size : 0;
}

/* `enough`: a first try that takes less for each byte is not followed by others. */
static cost cost_of(survey *s, const uint8_t *data, size_t size, double enough)
{
    input in = {.arena = &s->arena, .data = data, .size = size};
    double least = bench_time(check, &in);
    for (unsigned i = 1; i < TRIES && least > enough * (double)in.bytes; i++) {
        double time = bench_time(check, &in);
        least = time < least ? time : least;
    }
    if (in.bytes < LEAST)
        return (cost){0, 0};
    return (cost){(double)in.steps / (double)in.bytes, least / (double)in.bytes};
}

/* ---- valid inputs ---- */

static void add_file(survey *s, const a3d_wish *wish)
{
    a3d_arena arena;
    a3d_text text;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    if (a3d_generate_random(&arena, wish, &text) == NULL && text.size <= SIZE && s->n_files < FILES_MOST) {
        bench_made file = {bench_alloc(text.size), text.size};
        memcpy(file.data, text.data, text.size);
        cost c = cost_of(s, file.data, file.size, 0);
        s->mean.steps += c.steps;
        s->mean.time += c.time;
        if (c.steps > 0)
            s->files[s->n_files++] = file;
        else
            free(file.data);
    }
    a3d_arena_free(&arena);
}

static void generate(survey *s)
{
    for (const a3d_format *const *format = a3d_formats(); *format != NULL; format++) {
        unsigned versions = 0;
        for (const a3d_version *v = (*format)->versions; v->text != NULL; v++)
            versions += v->generated;
        for (const a3d_version *v = (*format)->versions; v->text != NULL; v++) {
            a3d_wish wish = {.format = *format, .version = v, .size = SIZE * 9 / 10};
            for (wish.seed = 0; v->generated && wish.seed * versions < SEEDS; wish.seed++)
                add_file(s, &wish);
        }
    }
    s->mean.steps /= (double)s->n_files;
    s->mean.time /= (double)s->n_files;
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
    cost c = cost_of(s, data, size, s->worst.time);
    if (c.steps > s->worst.steps) {
        s->worst.steps = c.steps;
        keep("build/release/worst-steps.bin", data, size);
    }
    if (c.time > s->worst.time) {
        s->worst.time = c.time;
        keep("build/release/worst-time.bin", data, size);
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
    static uint8_t buffers[2][SIZE];
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
        m.size = (uint32_t)a3d_mutate(&arena, &m, out, SIZE);
        m.data = out;
        try_input(s, m.data, m.size);
        a3d_arena_reset(&arena);
    }
    a3d_document_cache_free(&kept);
    a3d_arena_free(&arena);
}

/* ---- rows ---- */

/* All of it once, since both rows need it. */
static const survey *worst_of_all(void)
{
    static survey s;
    const char *wanted = getenv("A3D_BENCH_INPUTS");
    if (s.n_inputs > 0)
        return &s;
    a3d_arena_init(&s.arena, NULL);
    generate(&s);
    s.n_inputs = wanted != NULL ? strtoul(wanted, NULL, 10) : INPUTS;
    for (size_t i = 0; i < s.n_files; i++) {
        try_input(&s, s.files[i].data, s.files[i].size);
        mutate(&s, &s.files[i], (uint64_t)i << 32, s.n_inputs / s.n_files);
        free(s.files[i].data);
    }
    a3d_arena_free(&s.arena);
    return &s;
}

static bool tell(const survey *s, double worst, double mean, bench_figure *figure, char *text, size_t room)
{
    snprintf(text, room, "%zu mutants of %zu valid inputs%s", s->n_inputs, s->n_files,
             s->n_inputs < 100000 ? " (A3D_BENCH_INPUTS=100000 tries as many)" : "");
    *figure = (bench_figure){.ratio = worst / mean, .least = worst / mean, .most = worst / mean, .pairs = 1};
    return true;
}

static bool run_steps(const bench_row *row, bench_figure *figure, char *text, size_t room)
{
    const survey *s = worst_of_all();
    (void)row;
    return tell(s, s->worst.steps, s->mean.steps, figure, text, room);
}

static bool run_time(const bench_row *row, bench_figure *figure, char *text, size_t room)
{
    const survey *s = worst_of_all();
    (void)row;
    return tell(s, s->worst.time, s->mean.time, figure, text, room);
}

const bench_row bench_worst_steps = {9, "worst steps for each byte, inputs of 64 KiB", "the mean valid input", 10.0, false, run_steps};
const bench_row bench_worst_time = {9, "worst time for each byte, inputs of 64 KiB", "the mean valid input, least of five tries", 10.0, false, run_time};
