/* M3G: of one damage there is one finding without a cause, however much follows from it. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "engine/document/path.h"
#include "formats/m3g/m3g.h"
#include "lint/lint.h"
#include "lint/steps.h"

#define GROUP "sections[1].objects[0]"
#define ADD(type_) "sections[1].objects+=1", "sections[1].objects[1].type=" type_
#define ADDED "sections[1].objects[1]"
#define HEADER "sections[0].objects[0]"
#define ARRAY "sections[1].objects+={type=VertexArray,componentSize=short,vertices-=1,componentCount=3,vertices+=3}"

/* Files with one thing wrong, of which more follows than one finding. */
static const struct rooted {
    const char *const *words;
    const char *root; /* rule and place of the only error without a cause */
} rooted[] = {
    {WORDS("@file+51=00"), "m3g/header-once sections[1].objects[0].type"},
    {WORDS("sections[0].objects+=1", "sections[0].objects[1].type=Header", "sections[0].objects[1].totalFileSize=5"),
     "m3g/header-alone sections[0].objects[1].type"},
    {WORDS(ADD("Group"), ADDED ".children+=1", ADDED ".children[0]=2", "sections[0].objects-=1"), "m3g/header-first sections[0].objects"},
    {WORDS("sections+=1", "sections[2].objects+=1", "sections[2].objects[0].type=Group", GROUP ".type=ExternalReference", ADD("Header"),
           HEADER ".hasExternalReferences=1", HEADER ".approximateContentSize=1000", GROUP ".URI=\"a.png\""),
     "m3g/header-once sections[1].objects[1].type"},
    {WORDS(HEADER ".hasExternalReferences=2", HEADER ".approximateContentSize=9"), "m3g/boolean sections[0].objects[0].hasExternalReferences"},
    {WORDS("sections[1].scheme=zlib", "@file+42=02"), "m3g/compression-scheme sections[1].scheme"},
    {WORDS(ADD("Image2D"), ADDED ".isMutable=1", ADDED ".width=0x80000001", "sections[1].objects+={type=Texture2D,image=3}"),
     "m3g/image-size sections[1].objects[1].width"},
    {WORDS(ADD("World"), ADDED ".activeCamera=4", "sections[1].objects+={type=Camera}"), "m3g/reference-order sections[1].objects[1].activeCamera"},
    {WORDS(ARRAY, "sections[1].objects+={type=VertexBuffer,positions=3}", "sections[1].objects+={type=TriangleStripArray}",
           "sections[1].objects+={type=SkinnedMesh,vertexBuffer=4,skeleton=7,transformReferences+=1}",
           "sections[1].objects[4].submeshes[0].indexBuffer=5", "sections[1].objects[4].transformReferences[0].transformNode=2",
           "sections[1].objects+={type=Group}"),
     "m3g/reference-order sections[1].objects[4].skeleton"},
    {WORDS(ARRAY, ARRAY, "sections[1].objects+={type=VertexBuffer,positions=3}", "sections[1].objects+={type=VertexBuffer,positions=4}",
           "sections[1].objects+={type=TriangleStripArray}", "sections[1].objects+={type=MorphingMesh,vertexBuffer=5}",
           "sections[1].objects[6].submeshes[0].indexBuffer=7", "sections[1].objects[6].morphTargets[0].morphTarget=6",
           "sections[1].objects[2].userParameters.$count=99"),
     "m3g/count sections[1].objects[2].userParameters"},
    {WORDS(ARRAY, ARRAY, "sections[1].objects+={type=VertexBuffer,positions=3}", "sections[1].objects+={type=VertexBuffer,positions=4}",
           "sections[1].objects+={type=TriangleStripArray}", "sections[1].objects+={type=MorphingMesh,vertexBuffer=5}",
           "sections[1].objects[6].submeshes[0].indexBuffer=7", "sections[1].objects[6].morphTargets[0].morphTarget=6",
           "sections[1].objects[3].userParameters.$count=99"),
     "m3g/count sections[1].objects[3].userParameters"},
    {WORDS("sections[0].objects+=1", "sections[0].objects[1].type=Group", ADD("Group"), ADDED ".children+=1", ADDED ".children[0]=2", GROUP ".children+=1",
           GROUP ".children[0]=3"),
     "m3g/header-alone sections[0].objects[1].type"},
    {WORDS(ADD("KeyframeSequence"), ADDED ".duration=0", ADDED ".keyframes[0].time=7"), "m3g/duration sections[1].objects[1].duration"},
};

static void one_root(void **state)
{
    for (size_t i = 0; i < sizeof rooted / sizeof *rooted; i++) {
        build b;
        char root[100] = "";
        (void)state;
        build_make(&b, &a3d_format_m3g, 1, rooted[i].words);
        for (size_t k = 0; k < b.doc->n_findings; k++) {
            const a3d_finding *f = &b.doc->findings[k];
            assert_true(f->cause == A3D_NO_CAUSE || f->cause < k);
            if (f->cause != A3D_NO_CAUSE || f->severity < A3D_WARNING || f->rule->fault == A3D_FAULT_CHECKSUM)
                continue;
            a3d_text t;
            a3d_text_init(&t, b.doc->arena);
            a3d_put_place(&t, b.doc, &f->place);
            if (root[0] != '\0')
                fail_msg("not only %s, but\n%s", root, build_findings(b.doc));
            snprintf(root, sizeof root, "%s %.*s", f->rule->id, (int)t.size, t.data);
            a3d_text_free(&t);
        }
        assert_string_equal(root, rooted[i].root);
        build_free(&b);
    }
}

/* An object with the type of the header does not tell the version of the file. */
static void version_of_the_header(void **state)
{
    build b;
    char version[16];
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS(GROUP ".userID=0x302", "@file+51=00"));
    a3d_format_m3g.version_text(b.doc, version, sizeof version);
    assert_string_equal(version, "1.0");
    build_free(&b);
}

/* Nor does it change how what stands behind it is read and judged, and it is written back as it is. */
static void objects_behind_a_stray_header(void **state)
{
    build b, again;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS(ADD("Header"), ADDED ".versionMajor=2", "sections[1].objects+={type=Group,enablePicking=2}"));
    expect_at(b.doc, ADDED ".versionMajor", "2");
    expect_finding(b.doc, "m3g/boolean sections[1].objects[2].enablePicking file+119/1 is 2 not 0..1");
    build_edit(&b, WORDS("sections[1].objects[2].enablePicking=1", ADDED ".versionMajor=3"));
    assert_int_equal(b.doc->vars[A3D_VAR_VERSION], 1);
    build_encode(&b, A3D_FAITHFUL);
    build_again(&again, &b, 0);
    expect_at(again.doc, ADDED ".versionMajor", "3");
    expect_at(again.doc, "sections[1].objects[2].enablePicking", "1");
    build_free(&again);
    build_free(&b);
}

/* Two packed sections have the same fault at the same offset: a Light whose intensity is NaN. A byte of the first is
 * damaged; once that is repaired, the fault is found there, too: they are two findings, of two streams. */
static void faults_of_two_streams(void **state)
{
    static const char hex[] =
        "ab4a5352313834bb0d0a1a0a001e00000011000000000c0000000100008000000080000000003d01390c012b000000370000"
        "0078dae3316240018c8cff4100c86ab047126e606038500fe30000d29c07badd0c3cdb012b0000003700000078dae3316240"
        "078c8cff4100c86ab047126e606038500fe30000d29c07badd0c3cdb";
    const a3d_options options = {.format = &a3d_format_m3g};
    unsigned first = 0, second = 0;
    a3d_arena arena;
    a3d_text file;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    assert_null(a3d_put_recipe_hex(&file, hex));
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    for (size_t i = 0; i < result->doc->n_findings; i++) {
        const a3d_finding *f = &result->doc->findings[i];
        a3d_text path;
        a3d_text_init(&path, &arena);
        a3d_put_place(&path, result->doc, &f->place);
        a3d_putc(&path, '\0');
        first += f->later && strcmp(path.data, "sections[1].objects[0].intensity") == 0;
        second += !f->later && strcmp(path.data, "sections[2].objects[0].intensity") == 0;
    }
    assert_int_equal(first, 1);
    assert_int_equal(second, 1);
    a3d_arena_free(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(one_root), cmocka_unit_test(version_of_the_header),
                                              cmocka_unit_test(objects_behind_a_stray_header),
                                              cmocka_unit_test(faults_of_two_streams)};
    return cmocka_run_group_tests_name("one damage of M3G, one root", tests, NULL, NULL);
}
