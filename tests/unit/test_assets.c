/* test_assets.c - whether a document has geometry: its records count, and so do fields from 1 on */
#include "engine/document/assets.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "../support/build.h"

typedef struct shown {
    const a3d_format *format;
    uint32_t version;
    const char *edit;
    bool geometry;
} shown;

#define BUFFER(n) "geometries+={vertexBuffers+={vertexCount=" #n "}}"

static const shown cases[] = {
    {&a3d_format_a3d1, 0, NULL, false},
    {&a3d_format_a3d1, 0, BUFFER(0), false},
    {&a3d_format_a3d1, 0, BUFFER(1), true},
    {&a3d_format_a3d1, 0, "materials+={id=1}", false},
    {&a3d_format_a3d2, 0x20000, NULL, false},
    {&a3d_format_a3d2, 0x20000, "vertexBuffers+={vertexCount=0}", false},
    {&a3d_format_a3d2, 0x20000, "vertexBuffers+={vertexCount=1}", true},
    {&a3d_format_a3d2, 0x20000, "meshes+={}", true},
};

static void counts_from_one_on_are_geometry(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build b;
        build_fresh(&b, cases[i].format, cases[i].version, 0);
        if (cases[i].edit != NULL)
            build_edit(&b, WORDS(cases[i].edit));
        if (a3d_has_geometry(b.doc) != cases[i].geometry)
            fail_msg("%s %s", cases[i].format->name, cases[i].edit != NULL ? cases[i].edit : "as it is");
        build_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_from_one_on_are_geometry)};
    return cmocka_run_group_tests_name("assets", tests, NULL, NULL);
}
