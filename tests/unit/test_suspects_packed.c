/* Packed data: a changed instruction names the byte that was changed, and between which bytes the damage is. */
#include "../support/damage.h"

#include "engine/diagnose/search.h"
#include "engine/fix/offer.h"
#include "formats/odol/odol.h"
#include "lint/fix.h"
#include "lint/generate.h"

#include <string.h>

#define LOD "lods[0]"
#define VERTICES LOD ".n_vertices=100", LOD ".clip+=100", LOD ".uv0.uv+=100", LOD ".normals+=100", LOD ".positions+=100", \
    LOD ".positions[3].x=1", LOD ".positions[20].z=-3", LOD ".positions[50].y=2", LOD ".positions[99].x=5"

static const damage list[] = {
    {"LZO: length of a match, longer", 50, WORDS(VERTICES), LOD ".positions", 7, "\x05", 1, "odol/block-size",
     "lods[0].positions=hex:26@34/1 lods[0].positions=hex:04@0/1"},
    {"LZO: length of a match, shorter", 50, WORDS(VERTICES), LOD ".positions", 17, "\x88", 1, "odol/block-size",
     "lods[0].positions=hex:74@20/1 lods[0].positions=hex:99@10/1 lods[0].positions=hex:8c@0/1"},
    {"LZO: distance of a match", 50, WORDS(VERTICES), LOD ".positions", 15, "\xf0", 1, "odol/block-data",
     "lods[0].positions=hex:00@0/1"},
    {"LZO: another instruction", 50, WORDS(VERTICES), LOD ".positions", 12, "\x60", 1, "odol/block-size",
     "lods[0].positions=hex:20@0/1 lods[0].positions=hex:20@-5/1 lods[0].positions=hex:8c@25/1"},
    {"LZO: first instruction", 50, WORDS(VERTICES), LOD ".positions", 4, "\x32", 1, "odol/block-data",
     "lods[0].positions=hex:12@0/1"},
    {"LZO: end marker", 50, WORDS(VERTICES), LOD ".positions", 44, "\x12", 1, "odol/block-data",
     "lods[0].positions=hex:11@0/1"},
};

static void names_the_damage(void **state)
{
    expect_suspects(&a3d_format_odol, *state);
}

/* Damages the length of a match, and searches with so many steps. The damage is then in so many bytes. */
static uint32_t search_within(uint64_t budget)
{
    build sound, bad;
    bool clean;
    build_make(&sound, &a3d_format_odol, 50, WORDS(VERTICES));
    sound.bytes[build_offset(sound.doc, LOD ".positions") + 7] = 5;
    build_again(&bad, &sound, 0);
    a3d_search_document(bad.doc, budget, 0, &clean);
    assert_string_equal(bad.doc->findings[0].rule->id, "odol/block-size");
    uint32_t size = bad.doc->findings[0].size;
    build_free(&bad);
    build_free(&sound);
    return size;
}

/* A search whose steps are used up ends, and says only that the damage is before the fault. */
static void the_search_ends_with_its_steps(void **state)
{
    (void)state;
    for (uint64_t budget = 1; budget <= 2048; budget *= 2)
        assert_int_equal(search_within(budget), 40);
    assert_int_equal(search_within(4096), 35);
}

/* Four bytes of a block without a checksum were overwritten. One number makes it readable, but values of the file then
 * break rules, so that is no proof. */
static void a_number_may_fit_by_chance(void **state)
{
    a3d_arena arena;
    a3d_text file;
    const a3d_options options = {.format = &a3d_format_odol};
    a3d_wish wish = {.format = &a3d_format_odol, .seed = 53, .size = 4096};
    (void)state;
    for (const a3d_version *v = a3d_format_odol.versions; v->text != NULL; v++)
        wish.version = strcmp(v->text, "60") == 0 ? v : wish.version;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    assert_null(a3d_generate_random(&arena, &wish, &file));
    memcpy(file.data + 807, "\xef\x95\x8f\x8c", 4);
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_int_equal(x.n_fixed, 0);
    assert_true(a3d_has_content_cause(&x.before->doc->findings[0]));
    a3d_arena_free(&arena);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list + 2];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    tests[sizeof list / sizeof *list] = (struct CMUnitTest)cmocka_unit_test(the_search_ends_with_its_steps);
    tests[sizeof list / sizeof *list + 1] = (struct CMUnitTest)cmocka_unit_test(a_number_may_fit_by_chance);
    return _cmocka_run_group_tests("suspects in packed data", tests, sizeof list / sizeof *list + 2, NULL, NULL);
}
