/* Tanki: a count that is too small leaves letters as padding, or shifts what is read without an end to notice it. */
#include "../support/damage.h"

#include "formats/tanki/tanki.h"

#define MATERIAL "materials+={name=\"Default\"}"
#define MESH \
    "meshes+={boundsMax={x=1,y=1},radius=1,vertexCount=3,submeshes+={indices={0,1,2}}}", \
    "meshes[0].buffers+={type=position,vertices[1].x=1,vertices[2].y=1}"
#define TRANSFORM(name) "transforms+={name=\"" name "\",rotation={w=1},scale={x=1,y=1,z=1}}"
/* Without the only element of the first list, the second object is read four bytes early, and its list is as much
 * longer. */
#define OBJECTS \
    MATERIAL, MESH, TRANSFORM("a"), TRANSFORM("b"), TRANSFORM("c"), "transforms.parents={-1,-1,-1}", "objects+=2", \
    "objects[0].materials={-1}", "objects[1].materials={-1}", "objects[1].transform=2"

static const damage list[] = {
    {"letter that became padding", 3, WORDS(MATERIAL), "materials[0].name", 0, "\6", 1, "tanki/padding-zero",
     "materials[0].name.$count=7@0/4 materials[0].name.$count=8@0/4"},
    {"letters that became padding", 3, WORDS(MATERIAL), "materials[0].name", 0, "\5", 1, "tanki/padding-zero",
     "materials[0].name.$count=7@0/4 materials[0].name.$count=8@0/4"},
    {"count that shifts what follows", 3, WORDS(OBJECTS), "objects[0].materials", 0, "\0", 1, "tanki/object-mesh",
     "objects[0].materials.$count=1@0/4"},
    {"padding", 3, WORDS(MATERIAL), "materials[0].name", 11, "\x1f", 1, "tanki/padding-zero", ""},
};

static void names_the_damage(void **state)
{
    expect_suspects(&a3d_format_tanki, *state);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("suspects of Tanki", tests, sizeof list / sizeof *list, NULL, NULL);
}
