/* meshes.c - large files of meshes, one of each family, against one memcpy of their bytes.
 *
 * Tanki, M3G and A3D2 files are put together here, the ODOL model by the generator, since no real file is as large. The
 * content of an A3D2 file of that size is always packed: it lies in stored blocks, and the time of a decode that judges
 * nothing, which is that of unpacking, is taken off. */
#include "lint/generate.h"
#include "lint/lint.h"
#include "base/bytes.h"
#include "bench.h"
#include "codec/codec.h"
#include "engine/decode/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 << 20, ROOM = SIZE + (8 << 20), GRID = 200, VERTICES = GRID * GRID, QUADS = (GRID - 1) * (GRID - 1) };

/* ---- what the files are made of ---- */

typedef struct writer {
    uint8_t *data;
    size_t at;
    bool big;
} writer;

static void put(writer *w, uint64_t value, unsigned width)
{
    a3d_store(w->data + w->at, width, value, w->big);
    w->at += width;
}

/* Little-endian whatever the file is. */
static void put_float(writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    a3d_store(w->data + w->at, 4, bits, false);
    w->at += 4;
}

static void put_floats(writer *w, const float *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put_float(w, values[i]);
}

/* A grid with hills, up to 4 high. */
static void place(unsigned i, float position[3])
{
    position[0] = (float)(i % GRID);
    position[1] = (float)(i / GRID);
    position[2] = (float)((i * 7 + i / GRID * 3) % 17) * 0.25f;
}

static void put_position(writer *w, unsigned i)
{
    float position[3];
    place(i, position);
    put_floats(w, position, 3);
}

/* The greatest distance of a vertex from the origin. */
static float reach(void)
{
    float farthest = 0, p[3];
    for (unsigned i = 0; i < VERTICES; i++) {
        place(i, p);
        float square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
        farthest = square > farthest ? square : farthest;
    }
    double root = GRID;
    for (unsigned i = 0; i < 20; i++)
        root = (root + (double)farthest / root) / 2;
    return (float)root;
}

/* A Pythagorean triple over 13, turned by the vertex. */
static void put_normal(writer *w, unsigned i)
{
    float a = 3.0f / 13, b = 4.0f / 13, c = 12.0f / 13;
    put_float(w, i % 2 != 0 ? a : b);
    put_float(w, i % 2 != 0 ? b : a);
    put_float(w, i % 3 != 0 ? c : -c);
}

static void put_uv(writer *w, unsigned i)
{
    put_float(w, (float)(i % GRID) / GRID);
    put_float(w, (float)(i / GRID) / GRID);
}

static void put_triangles(writer *w)
{
    for (unsigned q = 0; q < QUADS; q++) {
        unsigned first = q / (GRID - 1) * GRID + q % (GRID - 1);
        unsigned corners[6] = {first, first + 1, first + GRID, first + 1, first + GRID + 1, first + GRID};
        for (unsigned k = 0; k < 6; k++, w->at += 2)
            a3d_store(w->data + w->at, 2, corners[k], false);
    }
}

/* ---- Tanki 3 ---- */

static size_t begin_block(writer *w, unsigned id)
{
    put(w, id, 4);
    put(w, 0, 4);
    return w->at;
}

static void end_block(writer *w, size_t start)
{
    a3d_store(w->data + start - 4, 4, w->at - start, false);
}

static void put_tanki_mesh(writer *w)
{
    const float bounds[] = {0, 0, 0, GRID - 1, GRID - 1, 4, reach()};
    static const unsigned types[] = {1, 2, 3, 6};
    put(w, 0, 4);
    put_floats(w, bounds, 7);
    put(w, VERTICES, 4);
    put(w, 4, 4);
    for (unsigned t = 0; t < 4; t++) {
        put(w, types[t], 4);
        for (unsigned i = 0; i < VERTICES; i++)
            types[t] == 1 ? put_position(w, i) : types[t] == 2 ? put_uv(w, i) : put_normal(w, i);
    }
    put(w, 1, 4);
    put(w, 6 * QUADS, 4);
    put_triangles(w);
    w->at = (w->at + 3) / 4 * 4;
}

bench_made bench_make_tanki(void)
{
    enum { MESHES = 8 };
    static const float transform[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    writer w = {.data = calloc(ROOM, 1)};
    memcpy(w.data, "A3D\0\3\0\0\0", 8);
    w.at = 8;
    size_t root = begin_block(&w, 1), block = begin_block(&w, 4);
    put(&w, 0, 4);
    end_block(&w, block);
    block = begin_block(&w, 2);
    put(&w, MESHES, 4);
    for (unsigned i = 0; i < MESHES; i++)
        put_tanki_mesh(&w);
    end_block(&w, block);
    block = begin_block(&w, 3);
    put(&w, 1, 4);
    put(&w, 1, 4); /* the name, padded */
    put(&w, 'T', 4);
    put_floats(&w, transform, 10);
    put(&w, UINT32_MAX, 4);
    end_block(&w, block);
    block = begin_block(&w, 5);
    put(&w, MESHES, 4);
    for (unsigned i = 0; i < MESHES; i++) {
        put(&w, i, 4);
        put(&w, 0, 4);
        put(&w, 1, 4);
        put(&w, UINT32_MAX, 4);
    }
    end_block(&w, block);
    end_block(&w, root);
    return (bench_made){w.data, w.at};
}

/* ---- A3D2 2.0 ---- */

/* A length in three bytes. */
static void put_length(writer *w, size_t n)
{
    put(w, 0xc00000 | n, 3);
}

static void put_vertex_buffer(writer *w, unsigned id)
{
    put(w, 3, 1); /* positions, normals, coordinates of textures */
    put(w, 0, 4);
    put(w, 1, 4);
    put(w, 4, 4);
    put_length(w, (size_t)32 * VERTICES);
    for (unsigned i = 0; i < VERTICES; i++) {
        put_position(w, i);
        put_normal(w, i);
        put_uv(w, i);
    }
    put(w, id, 4);
    put(w, VERTICES, 2);
}

static void put_a3d2_mesh(writer *w, unsigned id)
{
    put(w, id, 8);
    put(w, id, 4); /* index buffer */
    put(w, 1, 1);
    put(w, 0, 4); /* a surface */
    put(w, 2 * QUADS, 4);
    put(w, 1, 1);
    put(w, id, 4); /* vertex buffer */
    put(w, 1, 1);
}

/* Bits of the null mask: all of the scene is left out but index buffers, meshes, vertex buffers; of a mesh all that may be. */
static void put_mask(writer *w, unsigned meshes)
{
    enum { INDEX_BUFFERS = 8, IN_MESHES = 12, BEHIND_MESHES = 6, OF_MESH = 5 };
    unsigned bits = IN_MESHES + 1 + meshes * OF_MESH + BEHIND_MESHES, bytes = (bits + 7) / 8;
    put(w, 0x80 | bytes, 1);
    for (unsigned i = 0; i < 8 * bytes; i++) {
        bool there = i == INDEX_BUFFERS || i == IN_MESHES || i >= bits - 1;
        w->data[w->at + i / 8] |= (uint8_t)((there ? 0 : 0x80) >> i % 8);
    }
    w->at += bytes;
}

bench_made bench_make_a3d2(void)
{
    enum { MESHES = 10 };
    writer w = {.data = calloc(ROOM, 1), .big = true};
    put_mask(&w, MESHES);
    put(&w, 2, 2);
    put(&w, 0, 2);
    put(&w, MESHES, 1);
    for (unsigned i = 0; i < MESHES; i++) {
        put_length(&w, (size_t)12 * QUADS);
        put_triangles(&w);
        put(&w, i, 4);
        put(&w, 6 * QUADS, 4);
    }
    put(&w, MESHES, 1);
    for (unsigned i = 0; i < MESHES; i++)
        put_a3d2_mesh(&w, i);
    put(&w, MESHES, 1);
    for (unsigned i = 0; i < MESHES; i++)
        put_vertex_buffer(&w, i);
    bench_made file = {bench_alloc(a3d_deflate_stored_bound(w.at) + 4), 0};
    file.size = a3d_deflate_stored(w.data, w.at, file.data + 4);
    a3d_store(file.data, 4, 0x80000000u | file.size, true);
    file.size += 4;
    free(w.data);
    return file;
}

/* ---- ODOL 73 ---- */

/* The seed is one that leaves most blocks as they are. */
bench_made bench_make_odol_mixed(void)
{
    const a3d_format *format = a3d_format_named("odol", 4);
    a3d_wish wish = {.format = format, .version = format->versions, .seed = 2, .size = SIZE};
    a3d_arena arena;
    a3d_text text;
    while (wish.version->number != 73)
        wish.version++;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    bench_made file = {NULL, 0};
    if (a3d_generate_random(&arena, &wish, &text) == NULL) {
        file = (bench_made){bench_alloc(text.size), text.size};
        memcpy(file.data, text.data, text.size);
    }
    a3d_arena_free(&arena);
    return file;
}

bench_made bench_make_odol(void)
{
    bench_made file = bench_make_odol_mixed();
    if (file.size > 0)
        bench_group_faces(&file);
    return file;
}

/* ---- measuring ---- */

typedef struct copied {
    bench_made file;
    const a3d_format *format;
    uint8_t *copy;
} copied;

static void check(void *user)
{
    const copied *c = user;
    bench_keep(bench_check(c->file.data, c->file.size));
}

static void copy(void *user)
{
    const copied *c = user;
    memcpy(c->copy, c->file.data, c->file.size);
    bench_keep(c->copy[c->file.size / 2]);
}

static void unpack(void *user)
{
    const copied *c = user;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = a3d_decode_structure(&arena, c->format, c->file.data, (uint32_t)c->file.size, NULL, c->format->usual);
    bench_keep(doc != NULL ? doc->n_nodes : 0);
    a3d_arena_free(&arena);
}

static bool measure(const bench_row *row, bench_figure *figure, char *input, size_t room, bench_made file, bool packed)
{
    copied c = {.file = file, .format = a3d_format_named("a3d2", 4), .copy = bench_alloc(file.size)};
    bool sound = file.size > 0 && bench_check(file.data, file.size) == 0;
    snprintf(input, room, sound ? "a made file of %zu bytes" : "the made file of %zu bytes has errors", file.size);
    if (sound)
        *figure = bench_less(check, packed ? unpack : NULL, copy, &c, row->higher);
    free(c.copy);
    free(file.data);
    return sound;
}

static bool run_tanki(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_tanki(), false);
}

static bool run_m3g(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_m3g(false), false);
}

static bool run_odol(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_odol(), false);
}

static bool run_mixed(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_odol_mixed(), false);
}

static bool run_a3d2(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(row, figure, input, room, bench_make_a3d2(), true);
}

#define AGAINST "memcpy of the same bytes"

const bench_row bench_mesh_tanki = {1, "check of 16 MiB of meshes, Tanki 3", AGAINST, 0.4, true, run_tanki};
const bench_row bench_mesh_m3g = {1, "check of 16 MiB of meshes, M3G in a stored section", AGAINST, 0.4, true, run_m3g};
const bench_row bench_mesh_odol = {1, "check of 16 MiB of meshes, ODOL 73, faces in runs as in real files, an eighth packed", AGAINST, 0.35, true, run_odol};
const bench_row bench_mesh_mixed = {1, "check of 16 MiB of meshes, ODOL 73, faces of chance, an eighth packed", AGAINST, 0.25, true, run_mixed};
const bench_row bench_mesh_a3d2 = {1, "check of 16 MiB of meshes, A3D2, without unpacking", AGAINST, 0.4, true, run_a3d2};
