/* What the mutator makes of a seed, as digests: no change of it goes unnoticed. If one is meant, take the numbers that
 * the test prints. Left out is what zlib packed, which another zlib packs otherwise. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"
#include "engine/decode/decode.h"
#include "engine/mutate/mutant.h"
#include "engine/mutate/mutate.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

enum { ROOM = 16384, SEEDS = 250, BLOCKS = 4 };

typedef struct pinned {
    const char *name;
    const a3d_format *format;
    uint32_t version;
    const char *words[4];
    uint32_t mutants[BLOCKS]; /* of SEEDS seeds each */
} pinned;

static const pinned list[] = {
    {"a3d1", &a3d_format_a3d1, 1, {"images+=2", "images[*].url=\"a\\x00\"", "objects+=3"},
     {0x05b7818c, 0xaa435729, 0x1fc97660, 0xb6eadd67}},
    {"a3d2", &a3d_format_a3d2, 6, {"images+=2", "images[0].url=\"a picture\"", "meshes+={id=5,name=\"m\",surfaces+=3}"},
     {0xd01a7266, 0xdbb4c7a8, 0x12c4feb5, 0x1cf13f45}},
    {"tanki", &a3d_format_tanki, 3, {"materials+={name=\"Default\"}", "meshes+={vertexCount=300,buffers+={type=position}}", "objects+=2"},
     {0x7f6c8869, 0xfc2845d9, 0x67719b4e, 0x393f67d7}},
    {"m3g", &a3d_format_m3g, 1, {"sections[1].objects+={type=Group}"},
     {0x9fba12d6, 0x959ec138, 0x1661224d, 0xd9e26439}},
    {"odol", &a3d_format_odol, 64, {NULL},
     {0xb70356e0, 0x5a0b0166, 0x1ecf78eb, 0x5fa9ccc6}},
};

/* Whether a stream of the file is smaller packed than unpacked, so that zlib has packed it. */
static unsigned left_out;
static bool is_packed(const a3d_format *format, const uint8_t *data, size_t size)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = a3d_decode_structure(&arena, format, data, (uint32_t)size, NULL, format->usual);
    bool packed = false;
    for (size_t i = 1; doc != NULL && i < doc->n_streams; i++)
        packed |= doc->streams[i].packed_size < doc->streams[i].size + 5;
    a3d_arena_free(&arena);
    return packed;
}

/* Adds the mutant of a seed, made with the room that the seed chooses. */
static void add_mutant(a3d_hasher *h, const build *b, const build *other, const a3d_format *format, uint64_t seed)
{
    static uint8_t out[ROOM];
    size_t most = seed % 5 == 0 ? b->size + seed % 64 : ROOM;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_mutation m = {.format = seed % 16 != 0 ? format : NULL, .data = b->bytes, .size = b->size, .seed = seed};
    if (seed % 3 == 0) {
        m.other = other->bytes;
        m.other_size = other->size;
    }
    size_t n = a3d_mutate(&arena, &m, out, most);
    if (is_packed(format, out, n)) {
        left_out++;
    } else {
        a3d_hash_number(h, n);
        a3d_hash_add(h, out, n);
    }
    a3d_arena_free(&arena);
}

static uint32_t digest_of(const pinned *p, unsigned block)
{
    build b, other;
    a3d_hasher h;
    build_make(&b, p->format, p->version, p->words);
    build_make(&other, p->format, p->version, WORDS(NULL));
    a3d_hash_begin(&h);
    for (uint64_t seed = block * SEEDS; seed < (block + 1) * SEEDS; seed++)
        add_mutant(&h, &b, &other, p->format, seed);
    build_free(&other);
    build_free(&b);
    a3d_hash hash = a3d_hash_end(&h);
    return (uint32_t)hash.bytes[0] << 24 | (uint32_t)hash.bytes[1] << 16 | (uint32_t)hash.bytes[2] << 8 | hash.bytes[3];
}

static void mutants_are_what_they_were(void **state)
{
    bool differ = false;
    (void)state;
    left_out = 0;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (unsigned block = 0; block < BLOCKS; block++) {
            uint32_t is = digest_of(&list[i], block);
            if (is == list[i].mutants[block])
                continue;
            differ = true;
            print_error("%s, seeds from %u on: 0x%08x\n", list[i].name, block * SEEDS, (unsigned)is);
        }
    assert_false(differ);
    assert_true(left_out < BLOCKS * SEEDS / 5);
}

/* ---- looking for nodes ---- */

static unsigned asked;

static bool never(const a3d_doc *doc, uint32_t node, const void *wanted)
{
    (void)doc;
    (void)node;
    (void)wanted;
    asked++;
    return false;
}

/* A search asks as many nodes as it is told to, goes on at the first after the last, and asks none twice. */
static void searches_end(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_odol, 64, WORDS(NULL));
    uint32_t n = (uint32_t)b.doc->n_nodes;
    assert_true(n > 20);
    for (uint32_t most = 0; most <= n + 3; most++) {
        asked = 0;
        assert_int_equal(a3d_find_from(b.doc, n - 2, most, never, NULL), A3D_NO_NODE);
        assert_int_equal(asked, most < n ? most : n);
    }
    build_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mutants_are_what_they_were), cmocka_unit_test(searches_end)};
    return cmocka_run_group_tests_name("what mutants are", tests, NULL, NULL);
}
