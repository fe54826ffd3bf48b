/* encode.c - documents written again as they were, against the least that it takes: a copy, and reading them. */
#include "bench.h"
#include "lint/generate.h"
#include "engine/encode/encode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    a3d_arena arena; /* of the document */
    a3d_doc *doc;
    const uint8_t *data;
    size_t size;
    a3d_text out;
    uint8_t *copy;
} job;

static void encode(void *user)
{
    job *j = user;
    j->out.size = 0;
    if (a3d_encode(j->doc, A3D_FAITHFUL, &j->out, NULL, 0) != NULL || j->out.size != j->size) {
        fputs("bench: a document is not written as it was\n", stderr);
        exit(1);
    }
    bench_keep(j->out.size);
}

static void copy(void *user)
{
    job *j = user;
    memcpy(j->copy, j->data, j->size);
    bench_keep(j->copy[j->size / 2]);
}

static void read_again(void *user)
{
    const job *j = user;
    bench_keep(bench_check(j->data, j->size));
}

static bool measure(const uint8_t *data, size_t size, bench_fn against, const bench_row *row, bench_figure *figure)
{
    job j = {.data = data, .size = size, .copy = bench_alloc(size)};
    a3d_options options = {0};
    a3d_arena_init(&j.arena, NULL);
    a3d_text_init(&j.out, &j.arena);
    const a3d_result *result = a3d_lint(&j.arena, data, size, &options);
    j.doc = result != NULL ? result->doc : NULL;
    bool done = j.doc != NULL;
    if (done)
        *figure = bench_in_turn(encode, against, &j, row->higher);
    a3d_arena_free(&j.arena);
    free(j.copy);
    return done;
}

static bool run_mesh(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    bench_files files = bench_read_folder("tanki");
    const bench_file *largest = NULL;
    for (size_t i = 0; i < files.n; i++)
        if (largest == NULL || files.at[i].size > largest->size)
            largest = &files.at[i];
    snprintf(input, room, "no real files (set A3D_ASSETS)");
    bool done = largest != NULL && measure(largest->data, largest->size, copy, row, figure);
    if (done)
        snprintf(input, room, "the largest real Tanki file, %zu bytes", largest->size);
    bench_free_files(&files);
    return done;
}

static bool run_small(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    a3d_arena arena;
    a3d_text out;
    const a3d_format *format = a3d_format_named("a3d1", 4);
    a3d_wish wish = {.format = format, .version = bench_newest(format), .seed = 11, .size = 1 << 20};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    bool done = a3d_generate_random(&arena, &wish, &out) == NULL && measure((const uint8_t *)out.data, out.size, read_again, row, figure);
    snprintf(input, room, "a made A3D1 scene of small records, %zu bytes", out.size);
    a3d_arena_free(&arena);
    return done;
}

const bench_row bench_encode_mesh = {11, "faithful encode of a file of meshes", "memcpy of its output", 0.5, true, run_mesh};
const bench_row bench_encode_small = {11, "faithful encode of small records", "reading and checking them", 0.7, true, run_small};
