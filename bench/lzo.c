/* lzo.c - our LZO1X against liblzo2's safe one, over the blocks of real models and over what we pack ourselves. */
#include "lint/lint.h"
#include "bench.h"
#include "codec/codec.h"

#include <lzo/lzo1x.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    const uint8_t *packed;
    size_t packed_size, size;
} block;

typedef struct blocks {
    block *at;
    size_t n, cap, packed, unpacked, largest;
    uint8_t *out;
} blocks;

static void add(blocks *b, const uint8_t *packed, size_t packed_size, size_t size)
{
    if (b->n == b->cap) {
        b->cap = b->cap * 2 + 64;
        block *more = realloc(b->at, b->cap * sizeof *more);
        if (more == NULL)
            exit(1);
        b->at = more;
    }
    b->at[b->n++] = (block){packed, packed_size, size};
    b->packed += packed_size;
    b->unpacked += size;
    b->largest = size > b->largest ? size : b->largest;
}

static void ours(void *user)
{
    const blocks *b = user;
    for (size_t i = 0; i < b->n; i++) {
        a3d_codec_result r = a3d_lzo1x_unpack(b->at[i].packed, b->at[i].packed_size, b->out, b->at[i].size);
        bench_keep(r.made + (r.status != A3D_CODEC_OK));
    }
}

static void theirs(void *user)
{
    const blocks *b = user;
    for (size_t i = 0; i < b->n; i++) {
        lzo_uint made = b->at[i].size;
        bench_keep(made + (unsigned)lzo1x_decompress_safe(b->at[i].packed, b->at[i].packed_size, b->out, &made, NULL));
    }
}

static void measure(blocks *b, const bench_row *row, bench_figure *figure)
{
    b->out = bench_alloc(b->largest);
    *figure = bench_in_turn(ours, theirs, b, row->higher);
    free(b->out);
    free(b->at);
}

/* The blocks of a file of a version that packs with LZO. */
static void add_blocks(blocks *b, const bench_file *file)
{
    a3d_arena arena;
    a3d_options options = {0};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = file->size > 8 && file->data[4] >= 64 ? a3d_lint(&arena, file->data, file->size, &options) : NULL;
    const a3d_doc *doc = result != NULL ? result->doc : NULL;
    for (size_t i = 0; doc != NULL && i < doc->n_streams; i++) {
        const a3d_stream *s = &doc->streams[i];
        if (s->packed_size != 0 && s->parent == 0)
            add(b, file->data + s->off, s->packed_size, s->size);
    }
    a3d_arena_free(&arena);
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    bench_files files = bench_read_folder("odol");
    blocks b = {0};
    for (size_t i = 0; i < files.n; i++)
        add_blocks(&b, &files.at[i]);
    snprintf(input, room, "no real files (set A3D_ASSETS)");
    if (b.n > 0) {
        snprintf(input, room, "%zu blocks of real files, %zu bytes, %zu unpacked", b.n, b.packed, b.unpacked);
        measure(&b, row, figure);
    }
    bool done = b.n > 0;
    bench_free_files(&files);
    return done;
}

/* Vertices of a wavy grid: floats of which the upper bytes repeat. */
static bool run_made(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    enum { FLOATS = 1 << 20 };
    uint8_t *data = bench_alloc(FLOATS * 4), *packed = bench_alloc(a3d_lzo1x_pack_bound(FLOATS * 4));
    for (unsigned i = 0; i < FLOATS; i++) {
        float value = (float)(i % 64) * 0.25f + (float)(i * 2654435761u >> 24) * 0.0001f;
        memcpy(data + 4 * (size_t)i, &value, 4);
    }
    blocks b = {0};
    add(&b, packed, a3d_lzo1x_pack(data, FLOATS * 4, packed), FLOATS * 4);
    snprintf(input, room, "one made block of %zu bytes, %zu unpacked", b.packed, b.unpacked);
    measure(&b, row, figure);
    free(packed);
    free(data);
    return true;
}

const bench_row bench_lzo = {3, "own LZO1X, real blocks", "liblzo2's lzo1x_decompress_safe", 1.0, true, run};
const bench_row bench_lzo_made = {3, "own LZO1X, a made block", "liblzo2's lzo1x_decompress_safe", 1.0, true, run_made};
