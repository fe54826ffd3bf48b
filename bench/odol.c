/* odol.c - a large model of version 73 checked, against unpacking its blocks and copying what comes out: once, or twice,
 * which takes as long as one pass at half the speed of a copy. */
#include "lint/lint.h"
#include "bench.h"
#include "codec/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct model {
    const bench_file *file;
    const a3d_doc *doc;   /* its streams say where the blocks are */
    uint8_t *out, *copy;  /* have room for all unpacked bytes */
    size_t unpacked;
    unsigned copies;
} model;

static void check(void *user)
{
    const model *m = user;
    bench_keep(bench_check(m->file->data, m->file->size));
}

static void unpack_and_copy(void *user)
{
    const model *m = user;
    size_t at = 0;
    for (size_t i = 0; i < m->doc->n_streams; i++) {
        const a3d_stream *s = &m->doc->streams[i];
        if (s->packed_size == 0)
            continue;
        a3d_codec_result r = a3d_lzo1x_unpack(m->doc->streams[s->parent].data + s->off, s->packed_size, m->out + at, s->size);
        if (r.status != A3D_CODEC_OK) {
            fputs("bench: a block does not unpack\n", stderr);
            exit(1);
        }
        at += s->size;
    }
    for (unsigned i = 0; i < m->copies; i++) {
        memcpy(m->copy, m->out, m->unpacked);
        bench_keep(m->copy[m->unpacked / 2]);
    }
}

/* The largest file of version 73; the version is the second word of the file. */
static const bench_file *largest(const bench_files *files)
{
    const bench_file *best = NULL;
    for (size_t i = 0; i < files->n; i++) {
        const bench_file *f = &files->at[i];
        if (f->size > 8 && memcmp(f->data, "ODOL\x49\0\0\0", 8) == 0 && (best == NULL || f->size > best->size))
            best = f;
    }
    return best;
}

static bool measure(model *m, const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    a3d_arena arena;
    a3d_options options = {0};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, m->file->data, m->file->size, &options);
    m->doc = result != NULL ? result->doc : NULL;
    for (size_t i = 0; m->doc != NULL && i < m->doc->n_streams; i++)
        m->unpacked += m->doc->streams[i].packed_size != 0 ? m->doc->streams[i].size : 0;
    if (m->unpacked > 0) {
        m->out = bench_alloc(m->unpacked);
        m->copy = bench_alloc(m->unpacked);
        snprintf(input, room, "a real file of %zu bytes, %zu unpacked", m->file->size, m->unpacked);
        *figure = bench_in_turn(check, unpack_and_copy, m, row->higher);
        free(m->out);
        free(m->copy);
    }
    a3d_arena_free(&arena);
    return m->unpacked > 0;
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room, unsigned copies)
{
    bench_files files = bench_read_folder("odol");
    model m = {.file = largest(&files), .copies = copies};
    snprintf(input, room, "no real file of version 73 (set A3D_ASSETS)");
    bool done = m.file != NULL && measure(&m, row, figure, input, room);
    bench_free_files(&files);
    return done;
}

static bool run_once(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, 1);
}

static bool run_twice(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, 2);
}

const bench_row bench_packed_odol = {
    2, "check of a packed ODOL 73 model", "unpacking its blocks and one pass over them at half the speed of memcpy", 0.7, true, run_twice};
const bench_row bench_odol_blocks = {15, "check of a large ODOL 73 model", "unpacking its blocks and one memcpy of what they hold", 0.7, true, run_once};
