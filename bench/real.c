/* real.c - all real files of a family, read and checked, against reading them and unpacking what is packed in them. */
#define _XOPEN_SOURCE 700
#include "lint/lint.h"
#include "bench.h"
#include "codec/codec.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

enum { PACKED_MOST = 20000, FIRST_WITH_LZO = 44 };

typedef struct packed {
    const uint8_t *data;
    uint32_t size, unpacked;
    bool zlib, lzo; /* neither: LZSS */
} packed;

typedef struct family {
    bench_files files;
    packed at[PACKED_MOST];
    size_t n, unpacked;
    uint8_t *out;
} family;

static void fail(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/* Notes the packed streams of a file. Those that do not unpack are nobody's work. */
static void find_packed(family *f, const bench_file *file)
{
    a3d_arena arena;
    a3d_options options = {0};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, file->data, file->size, &options);
    const a3d_doc *doc = result != NULL ? result->doc : NULL;
    for (size_t i = 1; doc != NULL && i < doc->n_streams && f->n < PACKED_MOST; i++) {
        const a3d_stream *s = &doc->streams[i];
        if (s->packed_size == 0 || !s->sound || s->parent != 0)
            continue;
        bool is_zlib = a3d_shape_of(a3d_at(doc, s->owner))->pack == A3D_PACK_ZLIB;
        f->at[f->n++] = (packed){file->data + s->off, s->packed_size, s->size, is_zlib,
                                 doc->vars[A3D_VAR_VERSION] >= FIRST_WITH_LZO};
        f->unpacked = s->size > f->unpacked ? s->size : f->unpacked;
    }
    a3d_arena_free(&arena);
}

static void read_all(const family *f)
{
    for (size_t i = 0; i < f->files.n; i++) {
        const bench_file *file = &f->files.at[i];
        int fd = open(file->path, O_RDONLY);
        ssize_t n = fd >= 0 ? read(fd, file->data, file->size) : -1;
        if (n < 0 || (size_t)n != file->size || close(fd) != 0)
            fail("a file cannot be read again");
    }
}

static void read_and_check(void *user)
{
    const family *f = user;
    read_all(f);
    for (size_t i = 0; i < f->files.n; i++)
        bench_keep(bench_check(f->files.at[i].data, f->files.at[i].size));
}

static bool unpack(const packed *p, uint8_t *out)
{
    uLongf made = p->unpacked;
    if (p->zlib)
        return uncompress(out, &made, p->data, p->size) == Z_OK && made == p->unpacked;
    if (p->lzo)
        return a3d_lzo1x_unpack(p->data, p->size, out, p->unpacked).status == A3D_CODEC_OK;
    return a3d_lzss_unpack(p->data, p->size, out, p->unpacked).status == A3D_CODEC_OK;
}

static void read_and_unpack(void *user)
{
    const family *f = user;
    read_all(f);
    for (size_t i = 0; i < f->n; i++)
        if (!unpack(&f->at[i], f->out))
            fail("a stream does not unpack");
    bench_keep(f->out[0]);
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room, const char *folder)
{
    static family f;
    f = (family){.files = bench_read_folder(folder)};
    if (f.files.n == 0) {
        snprintf(input, room, "no real files (set A3D_ASSETS)");
        return false;
    }
    for (size_t i = 0; i < f.files.n; i++)
        find_packed(&f, &f.files.at[i]);
    f.out = bench_alloc(f.unpacked + 1);
    f.out[0] = 0;
    snprintf(input, room, "%zu real files, %zu bytes, %zu packed streams", f.files.n, f.files.bytes, f.n);
    *figure = bench_in_turn(read_and_check, read_and_unpack, &f, row->higher);
    free(f.out);
    bench_free_files(&f.files);
    return true;
}

#define FAMILY(name)                                                                                                  \
    static bool run_##name(const bench_row *row, bench_figure *figure, char *input, size_t room)                      \
    {                                                                                                                 \
        return run(row, figure, input, room, #name);                                                                  \
    }
FAMILY(a3d2)
FAMILY(tanki)
FAMILY(m3g)
FAMILY(odol)

#define AGAINST "reading them and the bare unpacking of what is packed"

const bench_row bench_real_a3d2 = {13, "all real A3D2 files", AGAINST, 2.0, false, run_a3d2};
const bench_row bench_real_tanki = {13, "all real Tanki files", AGAINST, 2.0, false, run_tanki};
const bench_row bench_real_m3g = {13, "all real M3G files", AGAINST, 2.0, false, run_m3g};
const bench_row bench_real_odol = {13, "all real ODOL files", AGAINST, 2.0, false, run_odol};
