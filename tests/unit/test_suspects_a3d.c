/* Alternativa3D: several bits of one byte of the null mask. */
#include "../support/damage.h"

#include "formats/a3d1/a3d1.h"

static const damage list[] = {
    {"two bits of the mask", 1,
     WORDS("objects+=3", "objects[0].name=\"first\"", "objects[1].name=\"second\"", "objects[2].name=\"third\""),
     "$mask", 2, "\x9d", 1, "a3d1/count-fits", "$mask=hex:97@0/1 $mask=hex:b6@0/1 $mask=hex:bf@0/1"},
};

static void names_the_damage(void **state)
{
    expect_suspects(&a3d_format_a3d1, *state);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("suspects of Alternativa3D", tests, sizeof list / sizeof *list, NULL, NULL);
}
