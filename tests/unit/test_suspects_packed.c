/* Packed data: a changed instruction names the byte that was changed, and between which bytes the damage is. */
#include "../support/damage.h"

#include "formats/odol/odol.h"

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

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("suspects in packed data", tests, sizeof list / sizeof *list, NULL, NULL);
}
