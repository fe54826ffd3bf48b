/* References by position when elements come or go. */
#include "../support/build.h"

#include "engine/document/context.h"
#include "engine/edit/resolve.h"
#include "engine/edit/shift.h"
#include "formats/formats.h"

#include <string.h>

static const char *take_node(void *user, a3d_ctx *ctx, const a3d_target *target)
{
    (void)ctx;
    *(uint32_t *)user = target->node;
    return NULL;
}

/* Removes spans of the six materials of a Tanki file, and looks at what refers to them: the materials 0 to 5 and none. */
static void expect_shifted(uint32_t version, const a3d_span *spans, uint32_t n, a3d_gone gone, const char *left, const char *refs)
{
    static const char *const by_object[] = {"materials+=6", "materials[0].name=\"a\"", "materials[1].name=\"b\"", "materials[2].name=\"c\"",
        "materials[3].name=\"d\"", "materials[4].name=\"e\"", "materials[5].name=\"f\"", "objects+={materials={0,1,2,3,4,5,-1}}", NULL};
    build b;
    uint32_t list;
    build_make(&b, &a3d_format_tanki, version, by_object);
    a3d_ctx ctx;
    assert_int_equal(a3d_resume(&ctx, b.doc), A3D_OK);
    assert_null(a3d_resolve(&ctx, NULL, "materials.list", strlen("materials.list"), false, take_node, &list));
    assert_true(a3d_shift_for_removed(&ctx, list, spans, n, gone));
    assert_int_equal(a3d_remove_spans(&ctx, list, spans, n), A3D_OK);
    expect_at(b.doc, left[0] == '\0' ? "materials.list" : "materials[*].name", left[0] == '\0' ? "0" : left);
    expect_at(b.doc, "objects[0].materials[*]", refs);
    build_free(&b);
}

static void removed_elements_are_named_by_none(void **state)
{
    (void)state;
    static const a3d_span first[] = {{0, 1}}, two[] = {{1, 2}}, apart[] = {{1, 2}, {4, 1}}, four[] = {{0, 1}, {2, 1}, {4, 1}, {5, 1}}, last[] = {{3, 3}}, all[] = {{0, 6}};
    expect_shifted(3, first, 1, A3D_GONE_NAMES_NOTHING, "b c d e f", "-1 0 1 2 3 4 -1");
    expect_shifted(3, two, 1, A3D_GONE_NAMES_NOTHING, "a d e f", "0 -1 -1 1 2 3 -1");
    expect_shifted(3, apart, 2, A3D_GONE_NAMES_NOTHING, "a d f", "0 -1 -1 1 -1 2 -1");
    expect_shifted(3, four, 4, A3D_GONE_NAMES_NOTHING, "b d", "-1 0 -1 1 -1 -1 -1");
    expect_shifted(3, last, 1, A3D_GONE_NAMES_NOTHING, "a b c", "0 1 2 -1 -1 -1 -1");
    expect_shifted(3, all, 1, A3D_GONE_NAMES_NOTHING, "", "-1 -1 -1 -1 -1 -1 -1");
    expect_shifted(3, apart, 2, A3D_GONE_KEEPS_INDEX, "a d f", "0 -1 -1 1 -1 2 -1"); /* there is a value for none */
}

/* There is no value for none, and so one that names nothing is taken, or the number is kept. */
static void references_to_a_removed_element_are_told_by_how_it_goes(void **state)
{
    (void)state;
    static const char *const steps[] = {"meshes+=3", "objects+=3", "objects[1].mesh=1", "objects[2].mesh=2", NULL};
    static const struct {
        a3d_gone gone;
        const char *refs;
    } ways[] = {{A3D_GONE_KEEPS_INDEX, "0 1 1"}, {A3D_GONE_NAMES_NOTHING, "0 2147483647 1"}};
    static const a3d_span span = {1, 1};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        build b;
        uint32_t list;
        a3d_ctx ctx;
        build_make(&b, &a3d_format_tanki, 3, steps);
        assert_int_equal(a3d_resume(&ctx, b.doc), A3D_OK);
        assert_null(a3d_resolve(&ctx, NULL, "meshes.list", strlen("meshes.list"), false, take_node, &list));
        assert_true(a3d_shift_for_removed(&ctx, list, &span, 1, ways[i].gone));
        expect_at(b.doc, "objects[*].mesh", ways[i].refs);
        build_free(&b);
    }
}

/* Two of five sections go, with the objects in them. */
static void elements_of_removed_lists_are_named_by_none(void **state)
{
    (void)state;
    static const char *const steps[] = {"sections+=3", "sections[2].objects+=2", "sections[3].objects+=3", "sections[4].objects+=1",
        "sections[2].objects[0..1].type=Fog", "sections[3].objects[0].type=Fog", "sections[3].objects[1].type=Appearance",
        "sections[3].objects[2].type=Group", "sections[4].objects[0].type=Fog", "sections[3].objects[1].fog=3",
        "sections[3].objects[2].children={2,3,4,5,8}", NULL};
    static const a3d_span spans[] = {{2, 1}, {4, 1}};
    build b;
    uint32_t list;
    build_make(&b, &a3d_format_m3g, 1, steps);
    a3d_ctx ctx;
    assert_int_equal(a3d_resume(&ctx, b.doc), A3D_OK);
    assert_null(a3d_resolve(&ctx, NULL, "sections", strlen("sections"), false, take_node, &list));
    assert_true(a3d_shift_for_removed(&ctx, list, spans, 2, A3D_GONE_NAMES_NOTHING));
    assert_int_equal(b.doc->unlinked, 4);
    assert_int_equal(a3d_remove_spans(&ctx, list, spans, 2), A3D_OK);
    expect_at(b.doc, "sections[2].objects[1].fog", "0");
    expect_at(b.doc, "sections[2].objects[2].children[*]", "2 0 0 3 0");
    build_free(&b);
}

/* Edits of a document, and what refers where afterwards. */
static const struct edited {
    const a3d_format *format;
    const char *base[12], *edits[4];
    const char *path, *now;
    uint32_t unlinked;
} edited[] = {
#define TANKI &a3d_format_tanki, {"materials+=3", "objects+={materials={0,1,2,3,-1}}"}
    {TANKI, {"materials[1]-=1"}, "objects[0].materials[*]", "0 -1 1 2 -1", 1},
    {TANKI, {"materials-=2"}, "objects[0].materials[*]", "0 -1 -1 1 -1", 2},
    {TANKI, {"materials[0]+=2"}, "objects[0].materials[*]", "2 3 4 5 -1", 0}, /* 3 named nothing, as 5 does */
    {TANKI, {"materials[1]+={name=\"a\"}"}, "objects[0].materials[*]", "0 2 3 4 -1", 0},
    {TANKI, {"materials+=2"}, "objects[0].materials[*]", "0 1 2 3 -1", 0},
    {TANKI, {"materials+=0"}, "objects[0].materials[*]", "0 1 2 3 -1", 0},
    {TANKI, {"materials[2]-=1", "materials[0]+=1", "materials[1]-=1"}, "objects[0].materials[*]", "-1 1 -1 2 -1", 2},
    {TANKI, {"objects[0].materials[1]-=1"}, "objects[0].materials[*]", "0 2 3 -1", 0},
#undef TANKI
#define M3G &a3d_format_m3g, {"sections+=1", "sections[2].objects+=3", "sections[2].objects[0].type=Fog", "sections[2].objects[1].type=Appearance", \
    "sections[2].objects[2].type=Appearance", "sections[2].objects[1].fog=3", "sections[2].objects[2].fog=3"}
    {M3G, {NULL}, "sections[2].objects[1..2].fog", "3 3", 0},
    {M3G, {"sections[1].objects[0]-=1"}, "sections[2].objects[1..2].fog", "2 2", 0},
    {M3G, {"sections[1].objects+=2"}, "sections[2].objects[1..2].fog", "5 5", 0},
    {M3G, {"sections[2].objects[1]+=1"}, "sections[2].objects[2..3].fog", "3 3", 0},
    {M3G, {"sections[1]-=1"}, "sections[1].objects[1..2].fog", "2 2", 0},
    {M3G, {"sections[1]+=1", "sections[1].objects+=4"}, "sections[3].objects[1..2].fog", "7 7", 0},
    {M3G, {"sections[1]+={objects+=4}", "sections[1]-=1"}, "sections[2].objects[1..2].fog", "3 3", 0},
    {M3G, {"sections[2].objects[0]-=1"}, "sections[2].objects[0..1].fog", "0 0", 2},
    {M3G, {"sections[2].objects[0]-=2"}, "sections[2].objects[0].fog", "0", 1}, /* one reference went, too */
#undef M3G
    /* references in plain elements, and in an array */
#define M3G &a3d_format_m3g, {"sections+=1", "sections[2].objects+=3", "sections[2].objects[0].type=VertexArray", "sections[2].objects[1].type=VertexBuffer", \
    "sections[2].objects[1].texcoordArrays+=4", "sections[2].objects[1].texcoordArrays[0].texCoords=3", "sections[2].objects[1].texcoordArrays[2].texCoords=2", \
    "sections[2].objects[1].texcoordArrays[3].texCoords=3", "sections[2].objects[2].type=Group", "sections[2].objects[2].children={4,1,3}"}
    {M3G, {NULL}, "sections[2].objects[1].texcoordArrays[*].texCoords", "3 0 2 3", 0},
    {M3G, {"sections[2].objects[0]+=2"}, "sections[2].objects[3].texcoordArrays[*].texCoords", "5 0 2 5", 0},
    {M3G, {"sections[1].objects[0]+=1"}, "sections[2].objects[1].texcoordArrays[*].texCoords", "4 0 3 4", 0},
    {M3G, {"sections[1].objects[0]-=1"}, "sections[2].objects[1].texcoordArrays[*].texCoords", "2 0 0 2", 1},
    {M3G, {"sections[2].objects[0]-=1"}, "sections[2].objects[0].texcoordArrays[*].texCoords", "0 0 2 0", 3},
    {M3G, {"sections[2].objects[0]+=2"}, "sections[2].objects[4].children[*]", "6 1 5", 0},
    {M3G, {"sections[2].objects[0]-=1"}, "sections[2].objects[1].children[*]", "3 1 0", 3},
#undef M3G
    /* of two lists with numbers of their own */
#define TANKI &a3d_format_tanki, {"materials+=3", "meshes+=3", "objects+={mesh=2,materials={2}}"}
    {TANKI, {"materials-=1"}, "objects[0].mesh", "2", 1},
    {TANKI, {"meshes[0]-=1"}, "objects[0].mesh", "1", 0},
    {TANKI, {"meshes[0]-=1"}, "objects[0].materials[*]", "2", 0},
    {TANKI, {"materials[0]+=1"}, "objects[0].mesh", "2", 0},
#undef TANKI
};

static void references_name_the_same_elements_after_an_edit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof edited / sizeof *edited; i++) {
        build b;
        build_make(&b, edited[i].format, edited[i].format == &a3d_format_m3g ? 1 : 3, edited[i].base);
        const char *why = NULL;
        b.doc->unlinked = 0;
        for (const char *const *edit = edited[i].edits; why == NULL && *edit != NULL; edit++)
            why = build_try(&b, *edit);
        assert_null(why);
        expect_at(b.doc, edited[i].path, edited[i].now);
        if (b.doc->unlinked != edited[i].unlinked)
            fail_msg("edit %zu: %u references were taken away", i, (unsigned)b.doc->unlinked);
        build_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removed_elements_are_named_by_none), cmocka_unit_test(elements_of_removed_lists_are_named_by_none),
        cmocka_unit_test(references_to_a_removed_element_are_told_by_how_it_goes), cmocka_unit_test(references_name_the_same_elements_after_an_edit)};
    return cmocka_run_group_tests_name("shift", tests, NULL, NULL);
}
