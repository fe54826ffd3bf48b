/* m3g.c - M3G files in one stored section, made here since no real one is large: of 16 MiB meshes and keyframes, of any
 * size keyframes and groups.
 *
 * Against what no reader can do without: one Adler-32 over the section, and one look at each word as a float. */
#include "base/bytes.h"
#include "bench.h"
#include "codec/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

enum { SIZE = 16 << 20, HEADER_END = 42 };

/* ---- making ---- */

typedef struct writer {
    uint8_t *data;
    size_t at, object; /* the object that is open */
    uint32_t objects;  /* the number of the object written last; the header is 1 */
} writer;

static void put(writer *w, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        w->data[w->at++] = (uint8_t)(value >> 8 * i);
}

static void put_float(writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(w, bits, 4);
}

/* The type, the length to be filled in, and Object3D. */
static void begin_object(writer *w, unsigned type, uint32_t track)
{
    put(w, type, 1);
    w->object = w->at;
    put(w, 0, 4);
    put(w, 0, 4);
    put(w, track != 0, 4);
    if (track != 0)
        put(w, track, 4);
    put(w, 0, 4);
}

static uint32_t end_object(writer *w)
{
    a3d_store(w->data + w->object, 4, w->at - w->object - 4, false);
    return ++w->objects;
}

/* No transforms, drawn and picked, opaque, in every scope, not aligned. */
static void put_node(writer *w)
{
    put(w, 0, 2);
    put(w, 0xffff0101u, 3);
    put(w, 0xffffffffu, 4);
    put(w, 0, 1);
}

static void begin_section(writer *w, size_t *start)
{
    *start = w->at;
    put(w, 0, 9);
}

static void end_section(writer *w, size_t start)
{
    a3d_store(w->data + start + 1, 4, w->at - start + 4, false);
    a3d_store(w->data + start + 5, 4, w->at - start - 9, false);
    put(w, a3d_adler32(1, w->data + start, w->at - start), 4);
}

static void put_header(writer *w)
{
    static const char identifier[] = "\xABJSR184\xBB\r\n\x1A\n";
    size_t start;
    memcpy(w->data, identifier, 12);
    w->at = 12;
    begin_section(w, &start);
    put(w, 0, 1);
    put(w, 12, 4);
    put(w, 1, 2); /* 1.0 */
    put(w, 0, 1);
    put(w, 0, 4);
    put(w, 0, 4);
    put(w, 0, 1);
    end_section(w, start);
    w->objects = 1;
}

/* The sizes in the header, which were not known when it was written. */
static void settle_header(writer *w)
{
    a3d_store(w->data + 12 + 9 + 5 + 3, 4, w->at, false);
    a3d_store(w->data + 12 + 9 + 5 + 7, 4, w->at, false);
    a3d_store(w->data + HEADER_END - 4, 4, a3d_adler32(1, w->data + 12, HEADER_END - 16), false);
}

static uint32_t put_array(writer *w, unsigned width, unsigned components, unsigned vertices, unsigned seed)
{
    begin_object(w, 20, 0);
    put(w, width, 1);
    put(w, components, 1);
    put(w, 0, 1);
    put(w, vertices, 2);
    for (unsigned i = 0; i < vertices * components; i++)
        put(w, (i * 2654435761u + seed) >> 16, width);
    return end_object(w);
}

static uint32_t put_vertex_buffer(writer *w, uint32_t positions, uint32_t normals, uint32_t texcoords)
{
    begin_object(w, 21, 0);
    put(w, 0xffffffffu, 4);
    put(w, positions, 4);
    for (unsigned i = 0; i < 3; i++)
        put_float(w, 0);
    put_float(w, 0.001f);
    put(w, normals, 4);
    put(w, 0, 4);
    put(w, 1, 4);
    put(w, texcoords, 4);
    for (unsigned i = 0; i < 3; i++)
        put_float(w, 0);
    put_float(w, 1);
    return end_object(w);
}

/* Strips of 24 vertices through a grid. */
static uint32_t put_strips(writer *w, unsigned vertices)
{
    enum { STRIP = 24, COLUMNS = 100 };
    unsigned strips = vertices * 2 / STRIP;
    begin_object(w, 11, 0);
    put(w, 130, 1);
    put(w, strips * STRIP, 4);
    for (unsigned i = 0; i < strips * STRIP; i++)
        put(w, (i / 2 + i % 2 * COLUMNS) % vertices, 2);
    put(w, strips, 4);
    for (unsigned i = 0; i < strips; i++)
        put(w, STRIP, 4);
    return end_object(w);
}

static uint32_t put_mesh(writer *w, uint32_t appearance, unsigned seed)
{
    enum { VERTICES = 30000 };
    uint32_t positions = put_array(w, 2, 3, VERTICES, seed), normals = put_array(w, 1, 3, VERTICES, seed);
    uint32_t texcoords = put_array(w, 2, 2, VERTICES, seed), strips = put_strips(w, VERTICES);
    uint32_t buffer = put_vertex_buffer(w, positions, normals, texcoords);
    begin_object(w, 14, 0);
    put_node(w);
    put(w, buffer, 4);
    put(w, 1, 4);
    put(w, strips, 4);
    put(w, appearance, 4);
    return end_object(w);
}

/* A group that a sequence of translations moves. */
static uint32_t put_moved_group(writer *w, unsigned keys, unsigned seed)
{
    begin_object(w, 19, 0);
    put(w, 176, 1);
    put(w, 192, 1);
    put(w, 0, 1);
    put(w, keys * 40, 4);
    put(w, 0, 4);
    put(w, keys - 1, 4);
    put(w, 3, 4);
    put(w, keys, 4);
    for (unsigned i = 0; i < keys; i++) {
        put(w, i * 40, 4);
        for (unsigned k = 0; k < 3; k++)
            put_float(w, (float)((i * 2654435761u + k + seed) >> 8) * 0.001f + 1);
    }
    uint32_t sequence = end_object(w);
    begin_object(w, 2, 0);
    put(w, sequence, 4);
    put(w, 0, 4);
    put(w, 275, 4);
    uint32_t track = end_object(w);
    begin_object(w, 9, track);
    put_node(w);
    put(w, 0, 4);
    return end_object(w);
}

static uint32_t put_group(writer *w)
{
    begin_object(w, 9, 0);
    put_node(w);
    put(w, 0, 4);
    return end_object(w);
}

typedef enum kind { MESHES, KEYFRAMES, GROUPS } kind;

static uint32_t put_child(writer *w, kind what, size_t size, uint32_t appearance, unsigned seed)
{
    enum { KEYS = 16384 };
    if (what == MESHES)
        return put_mesh(w, appearance, seed);
    return what == GROUPS ? put_group(w) : put_moved_group(w, size / 16 < KEYS ? (unsigned)(size / 16) : KEYS, seed);
}

/* All of them children of one group. */
static bench_made make(kind what, size_t size)
{
    enum { BEYOND = 4 << 20, CHILD_LEAST = 32 };
    writer w = {.data = bench_alloc(size + size / 4 + BEYOND)};
    uint32_t *children = bench_alloc((size / CHILD_LEAST + 1) * sizeof *children);
    size_t start, n = 0;
    put_header(&w);
    begin_section(&w, &start);
    begin_object(&w, 3, 0); /* an Appearance without anything */
    put(&w, 0, 1);
    for (unsigned i = 0; i < 5; i++)
        put(&w, 0, 4);
    uint32_t appearance = end_object(&w);
    while (w.at - start < size && n <= size / CHILD_LEAST) {
        children[n] = put_child(&w, what, size, appearance, (unsigned)n);
        n++;
    }
    begin_object(&w, 9, 0);
    put_node(&w);
    put(&w, (uint32_t)n, 4);
    for (size_t i = 0; i < n; i++)
        put(&w, children[i], 4);
    end_object(&w);
    end_section(&w, start);
    settle_header(&w);
    free(children);
    return (bench_made){w.data, w.at};
}

bench_made bench_make_m3g(bool floats)
{
    return make(floats ? KEYFRAMES : MESHES, SIZE);
}

bench_made bench_flat_m3g(size_t size)
{
    return make(KEYFRAMES, size);
}

bench_made bench_small_m3g(size_t size)
{
    return make(GROUPS, size);
}

/* ---- measuring ---- */

static void check(void *user)
{
    const bench_made *f = user;
    bench_keep(bench_check(f->data, f->size));
}

static uint32_t adler(const uint8_t *p, size_t n)
{
    return libdeflate_adler32(1, p, n);
}

/* How many words would be no finite float; every word is looked at. */
static uint32_t scan(const uint8_t *p, size_t words)
{
    enum { LANES = 16 };
    uint32_t sum = 0, odd[LANES] = {0};
    for (size_t i = 0; i + LANES <= words; i += LANES) {
        uint32_t x[LANES];
        memcpy(x, p + 4 * i, sizeof x);
        for (unsigned k = 0; k < LANES; k++)
            odd[k] += (x[k] & 0x7f800000u) == 0x7f800000u;
    }
    for (unsigned k = 0; k < LANES; k++)
        sum += odd[k];
    return sum;
}

static void sum_and_scan(void *user)
{
    const bench_made *f = user;
    bench_keep(adler(f->data, f->size) + scan(f->data, f->size / 4));
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room, bool floats)
{
    bench_made f = bench_make_m3g(floats);
    bool sound = bench_check(f.data, f.size) == 0;
    snprintf(input, room, sound ? "a made file of %zu bytes" : "the made file of %zu bytes has errors", f.size);
    if (sound)
        *figure = bench_in_turn(check, sum_and_scan, &f, row->higher);
    free(f.data);
    return sound;
}

static bool run_mesh(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, false);
}

static bool run_floats(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, true);
}

#define AGAINST "one Adler-32 (libdeflate's) and one float scan"

const bench_row bench_m3g_mesh = {14, "check of a stored 16 MiB M3G section of meshes", AGAINST, 1.3, false, run_mesh};
const bench_row bench_m3g_floats = {16, "check of a stored 16 MiB M3G section of keyframes", AGAINST, 1.3, false, run_floats};
