/* packed.c - meshes that are packed by zlib at its usual level, checked against zlib's own inflate of the same bytes. */
#include "lint/lint.h"
#include "base/bytes.h"
#include "bench.h"
#include "codec/inflate.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LEVEL = 6 };

/* A file, and the zlib stream in it. */
typedef struct packed {
    bench_made file;
    size_t at, size, unpacked;
    uint8_t *out;
} packed;

/* ---- making ---- */

/* Puts n bytes, packed, into a file that has `before` bytes so far and room for as many behind as `behind` says. */
static packed pack(const uint8_t *data, size_t n, size_t before, size_t behind)
{
    packed p = {.at = before, .size = a3d_deflate_bound(n), .unpacked = n};
    p.file.data = bench_alloc(before + p.size + behind);
    p.out = bench_alloc(n);
    if (a3d_deflate(NULL, data, n, LEVEL, p.file.data + before, &p.size) != 0) {
        fputs("bench: zlib does not pack\n", stderr);
        exit(1);
    }
    p.file.size = before + p.size + behind;
    return p;
}

/* The length of a package has four bytes, of which the highest bit says that it has. */
static packed make_a3d2(void)
{
    enum { LENGTH = 4 };
    bench_made stored = bench_make_a3d2();
    a3d_arena arena;
    a3d_options options = {0};
    packed p = {0};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, stored.data, stored.size, &options);
    if (result != NULL && result->doc != NULL && result->doc->n_streams > 1) {
        p = pack(result->doc->streams[1].data, result->doc->streams[1].size, LENGTH, 0);
        a3d_store(p.file.data, LENGTH, 0x80000000u | p.size, true);
    }
    a3d_arena_free(&arena);
    free(stored.data);
    return p;
}

/* The header's section, whose sizes are made right, and the one behind it: a scheme, two sizes, content, checksum. */
static packed make_m3g(void)
{
    enum { IDENTIFIER = 12, TOTAL = IDENTIFIER + 9 + 5 + 3, HEADER_END = 42, BEFORE = HEADER_END + 9, SUM = 4 };
    bench_made stored = bench_make_m3g(false);
    size_t content = stored.size - BEFORE - SUM;
    packed p = pack(stored.data + BEFORE, content, BEFORE, SUM);
    uint8_t *file = p.file.data;
    memcpy(file, stored.data, BEFORE);
    a3d_store(file + TOTAL, 4, p.file.size, false);
    a3d_store(file + TOTAL + 4, 4, p.file.size, false);
    a3d_store(file + HEADER_END - SUM, SUM, a3d_adler32(1, file + IDENTIFIER, HEADER_END - IDENTIFIER - SUM), false);
    file[HEADER_END] = 1;
    a3d_store(file + HEADER_END + 1, 4, p.file.size - HEADER_END, false);
    a3d_store(file + p.file.size - SUM, SUM, a3d_adler32(1, file + HEADER_END, p.file.size - HEADER_END - SUM), false);
    free(stored.data);
    return p;
}

/* ---- measuring ---- */

static void check(void *user)
{
    const packed *p = user;
    bench_keep(bench_check(p->file.data, p->file.size));
}

static void inflate_bare(void *user)
{
    const packed *p = user;
    uLongf made = p->unpacked;
    if (uncompress(p->out, &made, p->file.data + p->at, p->size) != Z_OK || made != p->unpacked) {
        fputs("bench: a stream does not unpack\n", stderr);
        exit(1);
    }
    bench_keep(p->out[made / 2]);
}

static void inflate_by_libdeflate(void *user)
{
    static struct libdeflate_decompressor *d;
    const packed *p = user;
    d = d == NULL ? libdeflate_alloc_decompressor() : d;
    if (d == NULL ||
        libdeflate_zlib_decompress(d, p->file.data + p->at, p->size, p->out, p->unpacked, NULL) != LIBDEFLATE_SUCCESS) {
        fputs("bench: a stream does not unpack\n", stderr);
        exit(1);
    }
    bench_keep(p->out[p->unpacked / 2]);
}

static bool measure(packed p, const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    bool sound = p.file.size > 0 && bench_check(p.file.data, p.file.size) == 0;
    snprintf(input, room,
             sound ? "a made file of %zu bytes, %zu unpacked" : "the made file of %zu bytes (%zu) has errors",
             p.file.size, p.unpacked);
    if (sound) {
        size_t n = strlen(input);
        bench_figure other = bench_in_turn(inflate_by_libdeflate, inflate_bare, &p, row->higher);
        snprintf(input + n, room - n, "; libdeflate, which refuses less, inflates %.2f times as fast as zlib",
                 other.ratio);
        *figure = bench_in_turn(check, inflate_bare, &p, row->higher);
    }
    free(p.out);
    free(p.file.data);
    return sound;
}

static bool run_a3d2(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(make_a3d2(), row, figure, input, room);
}

static bool run_m3g(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(make_m3g(), row, figure, input, room);
}

#define AGAINST "zlib's own inflate of the same stream"

const bench_row bench_packed_a3d2 = {2, "check of a packed A3D2 file of meshes", AGAINST, 1.7, true, run_a3d2};
const bench_row bench_packed_m3g = {2, "check of a packed M3G section of meshes", AGAINST, 1.55, true, run_m3g};
