/* The mutator: one seed gives one mutant, no larger than is allowed, with memory that the file does not choose. Its
 * mutants are judged in `ci/test replay`. */
#include "../support/build.h"

#include <stdlib.h>
#include <string.h>

#include "engine/mutate.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

enum { ROOM = 65536, SEEDS = 300 };

static const struct {
    const a3d_format *format;
    uint32_t version;
    const char *words[4];
} bases[] = {
    {&a3d_format_a3d1, 1, {"images+=2", "images[*].url=\"a\\x00\"", "objects+=3"}},
    {&a3d_format_a3d2, 6, {"images+=2", "images[0].url=\"a picture\"", "meshes+={id=5,name=\"m\",surfaces+=3}"}},
    {&a3d_format_tanki, 3, {"materials+={name=\"Default\"}", "meshes+={vertexCount=300,buffers+={type=position}}", "objects+=2"}},
    {&a3d_format_m3g, 1, {"sections[1].objects+={type=Group}"}},
    {&a3d_format_odol, 64, {NULL}},
};

static size_t mutant(const build *b, const a3d_format *format, uint64_t seed, uint8_t *out, size_t most, const build *other)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_mutation m = {format, b->bytes, b->size, other != NULL ? other->bytes : NULL, other != NULL ? other->size : 0, seed};
    size_t n = a3d_mutate(&arena, &m, out, most);
    assert_int_equal(arena.held, 0);
    a3d_arena_free(&arena);
    return n;
}

static void seeds_decide(void **state)
{
    static uint8_t first[ROOM], second[ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        unsigned alike = 0, same_as_before = 0;
        build b;
        build_make(&b, bases[i].format, bases[i].version, bases[i].words);
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            size_t n = mutant(&b, bases[i].format, seed, first, ROOM, &b);
            assert_in_range(n, 1, ROOM);
            assert_int_equal(mutant(&b, bases[i].format, seed, second, ROOM, &b), n);
            assert_memory_equal(first, second, n);
            alike += n == b.size && memcmp(first, b.bytes, n) == 0;
            n = mutant(&b, bases[i].format, seed + 1, second, ROOM, &b);
            same_as_before += n == b.size && memcmp(first, second, n) == 0;
        }
        assert_true(alike < SEEDS / 20);
        assert_true(same_as_before < SEEDS / 20);
        build_free(&b);
    }
}

/* Every size has a mutant, in a block of exactly that size. */
static void room_is_kept(void **state)
{
    (void)state;
    build b;
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Group}"));
    for (uint32_t most = 0; most < b.size + 40; most++) {
        uint8_t *exact = malloc(most + (most == 0));
        assert_non_null(exact);
        size_t n = mutant(&b, &a3d_format_m3g, most, exact, most, NULL);
        assert_true(n <= most && (n > 0) == (most > 0));
        free(exact);
    }
    build_free(&b);
}

/* What is no file is changed all the same. */
static void any_bytes_will_do(void **state)
{
    uint8_t out[64];
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        build none = {.bytes = (uint8_t *)(uintptr_t)"\xAB", .size = seed % 2 != 0};
        assert_in_range(mutant(&none, &a3d_format_m3g, seed, out, sizeof out, NULL), 1, sizeof out);
        assert_in_range(mutant(&none, NULL, seed, out, sizeof out, NULL), 1, sizeof out);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_decide), cmocka_unit_test(room_is_kept), cmocka_unit_test(any_bytes_will_do)};
    return cmocka_run_group_tests_name("mutator", tests, NULL, NULL);
}
