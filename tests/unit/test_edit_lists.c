/* Edits of lists that get shorter while they are edited. */
#include "../support/build.h"

#include <string.h>

#include "formats/tanki/tanki.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define VERTICES "meshes[0].buffers[0].vertices"
#define TRIANGLE "meshes+={vertexCount=3,buffers+={type=position}}"

/* Edits of which only the last is refused, and the reason. */
typedef struct refusal {
    const a3d_format *format;
    uint32_t version;
    const char *base[4];
    const char *edits[4];
    const char *why;
} refusal;

static void expect_refusals(const refusal *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        build b;
        const char *why = NULL, *last = "";
        build_make(&b, cases[i].format, cases[i].version, cases[i].base);
        for (const char *const *word = cases[i].edits; *word != NULL; word++) {
            if (why != NULL)
                fail_msg("%s: %s", last, why);
            why = build_try(&b, last = *word);
        }
        if (why == NULL || strcmp(why, cases[i].why) != 0)
            fail_msg("%s: '%s', not '%s'", last, why != NULL ? why : "done", cases[i].why);
        build_free(&b);
    }
}

/* Where another field gives the count, a new last element goes as soon as the document is normalized. */
static void inserted_elements_that_do_not_stay(void **state)
{
    static const refusal cases[] = {
        {&a3d_format_tanki, 3, {TRIANGLE}, {VERTICES "+={x=1}"}, "vertices has 3 elements, as another field says"},
        {&a3d_format_tanki, 3, {TRIANGLE}, {VERTICES "[3]+={x=1}"}, "vertices has 3 elements, as another field says"},
        {&a3d_format_tanki, 3, {TRIANGLE}, {"meshes[0]={buffers[0]={vertices+={x=1}}}"}, "vertices has 3 elements, as another field says"},
        {&a3d_format_tanki, 3, {"meshes+={vertexCount=3,buffers+={type=position},buffers+={type=uv1},buffers+={type=normal}}"},
         {"meshes[0].buffers[1].vertices+={x=1}"}, "vertices has 3 elements, as another field says"},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
}

/* Before others it stays, and the last one goes. */
static void inserted_elements_that_stay(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, WORDS(TRIANGLE, VERTICES "[1].x=4"));
    build_edit(&b, WORDS(VERTICES "[1]+={x=1,y=2}"));
    expect_at(b.doc, VERTICES "[*].x", "bits:00000000 bits:3f800000 bits:40800000");
    expect_at(b.doc, VERTICES "[1].y", "bits:40000000");
    build_free(&b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(inserted_elements_that_do_not_stay),
        cmocka_unit_test(inserted_elements_that_stay),
    };
    return cmocka_run_group_tests_name("edits of lists", tests, NULL, NULL);
}
