/* series.c - valid files of any size for the rows that hold cost against size: flat ones, that are large arrays of numbers,
 * and such as are made of many small records. */
#include "lint/generate.h"
#include "lint/lint.h"
#include "base/bytes.h"
#include "bench.h"
#include "codec/codec.h"
#include "engine/edit/edit.h"
#include "engine/encode/encode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    uint8_t *data;
    size_t at;
    bool big;
} writer;

/* Room for a file of this size, and for the record that goes beyond it. */
static writer begin(size_t size, bool big)
{
    enum { BEYOND = 2 << 20 };
    return (writer){.data = bench_alloc(size + size / 4 + BEYOND), .big = big};
}

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

static void put_floats(writer *w, float value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put_float(w, value);
}

static void put_name(writer *w, size_t number)
{
    enum { NAME = 8 };
    char name[2 * NAME];
    snprintf(name, sizeof name, "n%07zx", number & 0xfffffff);
    memcpy(w->data + w->at, name, NAME);
    w->at += NAME;
}

static size_t at_most(size_t value, size_t least, size_t most)
{
    return value < least ? least : value < most ? value : most;
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

/* Positions along a line, and each of them a corner once. */
static void put_tanki_mesh(writer *w, size_t vertices)
{
    enum { LINE = 64 };
    float end = (float)(vertices < LINE ? vertices - 1 : LINE - 1);
    put(w, 0, 4); /* no name; bounds, radius */
    put_floats(w, 0, 3);
    put_float(w, end);
    put_floats(w, 0, 2);
    put_float(w, end);
    put(w, vertices, 4);
    put(w, 1, 4);
    put(w, 1, 4);
    for (size_t i = 0; i < vertices; i++) {
        put_float(w, (float)(i % LINE));
        put_floats(w, 0, 2);
    }
    put(w, 1, 4);
    put(w, vertices / 3 * 3, 4);
    for (size_t i = 0; i < vertices / 3 * 3; i++)
        put(w, i, 2);
    while (w->at % 4 != 0)
        put(w, 0, 1);
}

static void put_tanki_transforms(writer *w, size_t n)
{
    put(w, n, 4);
    for (size_t i = 0; i < n; i++) {
        put(w, 8, 4);
        put_name(w, i);
        put_floats(w, 0, 7);
        put_floats(w, 1, 3);
    }
    for (size_t i = 0; i < n; i++)
        put(w, i == 0 ? UINT32_MAX : (i - 1) / 8, 4);
}

/* `n` of one or the other; an object for each mesh. */
static bench_made make_tanki(size_t size, size_t meshes, size_t vertices, size_t transforms)
{
    writer w = begin(size, false);
    memcpy(w.data, "A3D\0\3\0\0\0", 8);
    w.at = 8;
    size_t root = begin_block(&w, 1), block = begin_block(&w, 4);
    put(&w, 0, 4);
    end_block(&w, block);
    block = begin_block(&w, 2);
    put(&w, meshes, 4);
    for (size_t i = 0; i < meshes; i++)
        put_tanki_mesh(&w, vertices);
    end_block(&w, block);
    block = begin_block(&w, 3);
    put_tanki_transforms(&w, transforms);
    end_block(&w, block);
    block = begin_block(&w, 5);
    put(&w, meshes, 4);
    for (size_t i = 0; i < meshes; i++) {
        put(&w, i, 4);
        put(&w, 0, 4);
        put(&w, 1, 4);
        put(&w, UINT32_MAX, 4);
    }
    end_block(&w, block);
    end_block(&w, root);
    return (bench_made){w.data, w.at};
}

bench_made bench_flat_tanki(size_t size)
{
    size_t vertices = at_most(size / 16, 6, 60000);
    return make_tanki(size, size / (14 * vertices) + 1, vertices, 1);
}

bench_made bench_small_tanki(size_t size)
{
    return make_tanki(size, 0, 0, size / 56 + 1);
}

/* ---- A3D2 2.0 ---- */

/* A count or length in three bytes. */
static void put_length(writer *w, size_t n)
{
    put(w, 0xc00000 | n, 3);
}

/* A null mask of `n` bits: all set, which is to say that nothing is there. */
static uint8_t *put_mask(writer *w, size_t n)
{
    size_t bytes = (n + 7) / 8;
    put_length(w, bytes);
    uint8_t *bits = w->data + w->at;
    memset(bits, 0xff, bytes);
    if (n % 8 != 0)
        bits[bytes - 1] = (uint8_t)(0xff00u >> n % 8);
    w->at += bytes;
    return bits;
}

static void clear_bit(uint8_t *bits, size_t i)
{
    bits[i / 8] &= (uint8_t) ~(0x80 >> i % 8);
}

/* The package around what was written, in stored blocks. */
static bench_made package(writer *w)
{
    bench_made file = {bench_alloc(a3d_deflate_stored_bound(w->at) + 4), 0};
    file.size = a3d_deflate_stored(w->data, w->at, file.data + 4);
    a3d_store(file.data, 4, 0x80000000u | file.size, true);
    file.size += 4;
    free(w->data);
    return file;
}

/* Buffers of positions. */
bench_made bench_flat_a3d2(size_t size)
{
    enum { LISTS = 19, VERTEX_BUFFERS = 18 };
    size_t vertices = at_most(size / 16, 4, 60000), n = size / (12 * vertices) + 1;
    writer w = begin(size, true);
    clear_bit(put_mask(&w, LISTS), VERTEX_BUFFERS);
    put(&w, 0x20000, 4);
    put_length(&w, n);
    for (size_t i = 0; i < n; i++) {
        put(&w, 1, 1);
        put(&w, 0, 4);
        put_length(&w, 12 * vertices);
        for (size_t v = 0; v < vertices; v++) {
            put_float(&w, (float)(v % 64));
            put_floats(&w, (float)(v / 64), 2);
        }
        put(&w, i, 4);
        put(&w, vertices, 2);
    }
    return package(&w);
}

/* A tree of objects with names. */
bench_made bench_small_a3d2(size_t size)
{
    enum { LISTS = 19, OBJECTS = 13, FIRST = OBJECTS + 1, NAMED = 1, PARENT = 2, OF_OBJECT = 4 };
    size_t n = size / 27 + 1;
    writer w = begin(size, true);
    uint8_t *mask = put_mask(&w, LISTS + n * OF_OBJECT);
    clear_bit(mask, OBJECTS);
    put(&w, 0x20000, 4);
    put_length(&w, n);
    for (size_t i = 0; i < n; i++) {
        clear_bit(mask, FIRST + i * OF_OBJECT + NAMED);
        put(&w, i, 8);
        put(&w, 8, 1);
        put_name(&w, i);
        if (i > 0) {
            clear_bit(mask, FIRST + i * OF_OBJECT + PARENT);
            put(&w, (i - 1) / 8, 8);
        }
        put(&w, 1, 1);
    }
    return package(&w);
}

/* ---- ODOL 73 ---- */

/* A model of so many vertices at one place, and one frame with them. */
static const a3d_doc *frame_model(a3d_arena *arena, size_t vertices, a3d_text *file)
{
    static const char *const parts[] = {"n_vertices=", "clip+=", "uv0.uv+=", "positions+=", "normals+=", "frames+={time=0,points+="};
    a3d_options options = {0};
    a3d_wish wish = {.format = a3d_format_named("odol", 4), .version = a3d_format_named("odol", 4)->versions};
    a3d_text made;
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    while (wish.version->number != 73)
        wish.version++;
    a3d_text_init(&made, arena);
    if (a3d_generate_random(arena, &wish, &made) != NULL)
        return NULL;
    a3d_doc *doc = a3d_lint(arena, (const uint8_t *)made.data, made.size, &options)->doc;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char edit[100];
        snprintf(edit, sizeof edit, "lods[0].%s%zu%s", parts[i], vertices, strchr(parts[i], '{') != NULL ? "}" : "");
        if (a3d_edit(doc, edit, &patches, &n_patches) != NULL)
            return NULL;
    }
    a3d_text_init(file, arena);
    if (a3d_encode(doc, A3D_FAITHFUL, file, NULL, 0) != NULL)
        return NULL;
    return a3d_lint(arena, (const uint8_t *)file->data, file->size, &options)->doc;
}

static const a3d_node *named(const a3d_doc *doc, const char *name)
{
    for (size_t i = 0; i < doc->n_nodes; i++)
        if (doc->nodes[i].row != NULL && doc->nodes[i].row->name != NULL && strcmp(doc->nodes[i].row->name, name) == 0)
            return &doc->nodes[i];
    return NULL;
}

/* The frame as often as it takes, at a time of its own each, and the end of the LOD moved. */
static bench_made make_odol(size_t size, size_t vertices)
{
    enum { COUNT = 4 };
    a3d_arena arena;
    a3d_text base;
    writer w = begin(size, false);
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = frame_model(&arena, vertices, &base);
    const a3d_node *frames = doc != NULL ? named(doc, "frames") : NULL, *end = doc != NULL ? named(doc, "lod_end") : NULL;
    if (frames != NULL && end != NULL) {
        size_t frame = frames->size - COUNT, behind = frames->off + frames->size, n = size > base.size ? (size - base.size) / frame + 1 : 1;
        const uint8_t *from = (const uint8_t *)base.data;
        memcpy(w.data, from, w.at = frames->off);
        put(&w, n, COUNT);
        for (size_t i = 0; i < n; i++, w.at += frame - 4) {
            memcpy(w.data + w.at, from + frames->off + COUNT, frame);
            put_float(&w, (float)i);
        }
        memcpy(w.data + w.at, from + behind, base.size - behind);
        w.at += base.size - behind;
        a3d_store(w.data + end->off, 4, a3d_load(from + end->off, 4, false) + (n - 1) * frame, false);
    }
    a3d_arena_free(&arena);
    return (bench_made){w.data, w.at};
}

bench_made bench_flat_odol(size_t size)
{
    return make_odol(size, at_most(size / 64, 8, 20000));
}

bench_made bench_small_odol(size_t size)
{
    return make_odol(size, 1);
}
