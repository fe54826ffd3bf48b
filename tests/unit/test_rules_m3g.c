/* M3G: what the constraint rows take for granted about the meaning of bytes, shown by what the rules make of them. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "formats/m3g/m3g.h"

#define FIRST "sections[1].objects[0]"
#define ADD "sections[1].objects+="

/* Nothing but notes. */
static void expect_notes(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity >= A3D_WARNING)
            fail_msg("expected notes at most, but found\n%s", build_findings(doc));
}

/* No rule above a note fires. */
static void clean(const char *const *words)
{
    build b;
    build_make(&b, &a3d_format_m3g, 1, words);
    expect_notes(b.doc);
    build_free(&b);
}

/* A note or warning that only the right reading of the bytes gives. */
static void finds(const char *const *words, const char *rule, bool wanted)
{
    build b;
    bool found = false;
    build_make(&b, &a3d_format_m3g, 1, words);
    for (size_t i = 0; i < b.doc->n_findings; i++)
        found = found || strcmp(b.doc->findings[i].rule->id, rule) == 0;
    assert_int_equal(found, wanted);
    build_free(&b);
}

/* M3G-001 */
static void numbers_are_little_endian(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS(FIRST ".userID=0x01020304"));
    assert_memory_equal(b.bytes + 12 + 30 + 9 + 5, "\x04\x03\x02\x01", 4);
    build_free(&b);
}

/* M3G-010: the bottom row is the last four numbers, not each fourth. */
static void matrices_are_row_by_row(void **state)
{
    (void)state;
    clean(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={1,0,0,5,0,1,0,6,0,0,1,7,0,0,0,1}"));
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1}"), "m3g/transform-projective", true);
}

/* M3G-226: neither a place far away nor small factors make a matrix that cannot be inverted. */
static void far_is_not_singular(void **state)
{
    (void)state;
    clean(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={2,1,0,1e20,0,2,1,-1e30,0,0,2,1e38,0,0,0,1}"));
    clean(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={1e-20,0,0,1e20,0,1e-30,0,0,0,0,1e-37,0,0,0,0,1}"));
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={1,2,3,1e20,2,4,6,0,0,1,0,0,0,0,0,1}"), "m3g/transform-singular", true);
}

/* M3G-226, M3G-227: each number of the bottom row counts, except in textures; where products cancel each other, their
 * sizes do not. */
static void bottom_rows_are_neutral(void **state)
{
    static const char *const rows[] = {"1,0,0,1", "0,1,0,1", "0,0,-1,1", "0,0,0,2", "0,0,0,-1", "0,0,0,0"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char node[160], texture[200];
        snprintf(node, sizeof node, FIRST ".transform={1,0,0,0,0,1,0,0,0,0,1,0,%s}", rows[i]);
        finds(WORDS(FIRST ".hasGeneralTransform=1", node), "m3g/transform-projective", true);
        snprintf(texture, sizeof texture, "sections[1].objects[2].transform={1,0,0,0,0,1,0,0,0,0,1,0,%s}", rows[i]);
        finds(WORDS(ADD "{type=Image2D,format=RGB,width=1,height=1,pixels=hex:010203}", ADD "{type=Texture2D,image=3}",
                    "sections[1].objects[2].hasGeneralTransform=1", texture), "m3g/transform-projective", false);
    }
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={0,1,0,0,1,0,0,0,0,0,1,0,0,0,0,1}"), "m3g/transform-singular", false);
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={0.1,0.3,0,0,0.7,2.1,0,0,0,0,1,0,0,0,0,1}"), "m3g/transform-singular", false);
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={1,2,3,0,4,5,6,0,7,8,9,0,0,0,0,1}"), "m3g/transform-singular", true);
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={3,-2,1,0,6,-4,2,0,1,7,5,0,0,0,0,1}"), "m3g/transform-singular", true);
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={0,1,1,0,1,0,1,0,1,-1,0,0,0,0,0,1}"), "m3g/transform-singular", true);
    finds(WORDS(FIRST ".hasGeneralTransform=1", FIRST ".transform={1,0,1,0,0,1,1,0,1,-1,0,0,0,0,0,1}"), "m3g/transform-singular", true);
}

/* M3G-011, M3G-116, M3G-180, M3G-196 */
static void free_values(void **state)
{
    (void)state;
    clean(WORDS(ADD "{type=Material,diffuseColor={red=0,green=255,blue=1,alpha=254}}"));
    clean(WORDS(ADD "{type=CompositingMode,blending=ALPHA,alphaThreshold=255,depthOffsetFactor=-1e30,depthOffsetUnits=3e38}"));
    clean(WORDS(FIRST ".alphaFactor=0", FIRST ".scope=0x80000000"));
    clean(WORDS(FIRST ".userID=0xffffffff", FIRST ".userParameters+={parameterID=0xffffffff,parameterValue=hex:00ff80}"));
}

#define LINKED                                                                                                   \
    "sections+=1", "sections[1].objects-=1", "sections[1].objects+={type=ExternalReference,URI=\"a.m3g\"}",      \
        "sections[0].objects[0].hasExternalReferences=1", "sections[0].objects[0].approximateContentSize=4096"

/* M3G-012: the header is 1, an external reference counts, and numbers go on from section to section. */
static void objects_are_numbered_over_sections(void **state)
{
    (void)state;
    clean(WORDS(LINKED, "sections[2].objects+={type=Group}", "sections+=1", "sections[3].objects+={type=Group,children={2,3}}"));
    finds(WORDS(LINKED, "sections[2].objects+={type=Group,children={3}}"), "m3g/reference-order", true);
}

/* M3G-083: nothing is asked of what is in another file. */
static void external_objects_are_not_looked_into(void **state)
{
    (void)state;
    clean(WORDS(LINKED, "sections[2].objects+={type=Texture2D,image=2}", "sections[2].objects+={type=Background,backgroundImage=2}",
                "sections[2].objects+={type=VertexBuffer,positions=2,normals=2}",
                "sections[2].objects+={type=AnimationTrack,keyframeSequence=2,propertyID=ALPHA}"));
}

/* M3G-149: -1 + 1 * q / 255 is 0 for 255 alone, and with two bytes for 65535 alone. */
static void keyframes_are_quantised(void **state)
{
    static const char *const encodings[] = {"bytes", "shorts"}, *const whole[] = {"255", "65535"}, *const less[] = {"254", "65534"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++) {
            char object[200], value[120];
            const char *q = k == 0 ? whole[i] : less[i];
            snprintf(object, sizeof object, ADD "{type=KeyframeSequence,interpolation=SLERP,encoding=%s,keyframes-=1,componentCount=4,keyframes+=1}",
                     encodings[i]);
            snprintf(value, sizeof value, "sections[1].objects[1].keyframes[0].vectorValue={%s,%s,%s,%s}", whole[i], whole[i], whole[i], q);
            finds(WORDS(object, "sections[1].objects[1].vectorBias={-1,-1,-1,-1}", "sections[1].objects[1].vectorScale={1,1,1,1}", value),
                  "m3g/quaternion-zero", k == 0);
        }
    }
}

/* M3G-181: without alignment both references are null and both targets NONE, which are not too much alike. */
static void parts_left_out_are_neutral(void **state)
{
    (void)state;
    clean(WORDS(FIRST ".hasAlignment=0", FIRST ".hasComponentTransform=0", FIRST ".hasGeneralTransform=0"));
    finds(WORDS(FIRST ".hasAlignment=1", FIRST ".zTarget=ORIGIN", FIRST ".yTarget=ORIGIN"), "m3g/alignment-same", true);
}

/* M3G-243: stored differences are kept as they are, in the same bytes as plain values. */
static void differences_take_the_bytes_of_values(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1,
               WORDS(ADD "{type=VertexArray,componentSize=byte,encoding=delta,vertices-=1,componentCount=2,vertices+=2}",
                     "sections[1].objects[1].vertices[1].components={-1,127}"));
    expect_notes(b.doc);
    assert_memory_equal(b.bytes + b.size - 8, "\x00\x00\xff\x7f", 4);
    build_free(&b);
}

/* M3G-175: the message names the part that the base lacks. */
static void targets_differ_in_texture_coordinates(void **state)
{
    (void)state;
    build b;
    unsigned seen = 0;
    build_make(&b, &a3d_format_m3g, 1, WORDS(
        ADD "{type=VertexArray,componentSize=short,vertices-=1,componentCount=3,vertices+=3}",
        ADD "{type=VertexArray,componentSize=byte,vertices-=1,componentCount=2,vertices+=3}", ADD "{type=VertexBuffer,positions=3}",
        ADD "{type=TriangleStripArray,encoding=start_u8,stripLengths={3}}",
        ADD "{type=VertexBuffer,positions=3,texcoordArrays+={texCoords=4}}",
        ADD "{type=MorphingMesh,vertexBuffer=5,submeshes[0].indexBuffer=6,morphTargets[0].morphTarget=7}"));
    for (size_t i = 0; i < b.doc->n_findings; i++)
        if (strcmp(b.doc->findings[i].rule->id, "m3g/morph-base") == 0 && ++seen == 1)
            assert_non_null(strstr(b.doc->findings[i].message, "texture coordinates of the morph target: 3 vertices of 2 components of 1 byte; "
                                                               "expected none"));
    assert_int_equal(seen, 1);
    build_free(&b);
}

/* 3 to 5: the geometry of a mesh. The meshes of SKINNED have the skeleton 7 and the bone 6. */
#define GEOMETRY                                                                                        \
    ADD "{type=VertexArray,componentSize=short,vertices-=1,componentCount=3,vertices+=3}",              \
        ADD "{type=VertexBuffer,positions=3}", ADD "{type=TriangleStripArray,encoding=start_u8,stripLengths={3}}"
#define SKINNED(mesh) ADD "{type=SkinnedMesh,vertexBuffer=4,submeshes[0].indexBuffer=5,skeleton=7,transformReferences+=" \
                      "{transformNode=6,vertexCount=3,weight=1}" mesh "}"
#define SCALE "hasComponentTransform=1,scale="

/* addTransform inverts the way from the bone up to the mesh: the bone, the skeleton and what is between them count, the
 * mesh and what is above it does not. */
static void the_way_of_a_bone_can_be_inverted(void **state)
{
    (void)state;
    static const char singular[] = "m3g/bone-singular";
    finds(WORDS(GEOMETRY, ADD "{type=Group}", ADD "{type=Group,children={6}}", SKINNED("")), singular, false);
    finds(WORDS(GEOMETRY, ADD "{type=Group," SCALE "{x=0,y=1,z=1}}", ADD "{type=Group,children={6}}", SKINNED("")),
          singular, true);
    finds(WORDS(GEOMETRY, ADD "{type=Group}", ADD "{type=Group,hasGeneralTransform=1,transform={0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1},"
                                                  "children={6}}", SKINNED("")), singular, true);
    finds(WORDS(GEOMETRY, ADD "{type=Group}", ADD "{type=Group,children={6}}",
                SKINNED("," SCALE "{x=0,y=0,z=0}")), singular, false);
    finds(WORDS(GEOMETRY, ADD "{type=Group}", ADD "{type=Group,children={6}}", SKINNED(""),
                ADD "{type=Group," SCALE "{x=1,y=1,z=0},children={8}}"), singular, false);
    finds(WORDS(GEOMETRY, ADD "{type=Group}", ADD "{type=Group," SCALE "{x=1,y=1,z=1e-30},children={6}}", SKINNED("")),
          singular, false);
}

/* The scale is a warning that explains the error. */
static void the_scale_explains_the_bone(void **state)
{
    build b;
    unsigned seen = 0;
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, WORDS(GEOMETRY, ADD "{type=Group}",
               ADD "{type=Group," SCALE "{x=0,y=1,z=1},children={6}}", SKINNED("")));
    for (size_t i = 0; i < b.doc->n_findings; i++) {
        const a3d_finding *f = &b.doc->findings[i];
        if (strcmp(f->rule->id, "m3g/bone-singular") != 0)
            continue;
        seen++;
        assert_int_equal(f->severity, A3D_ERROR);
        assert_string_equal(f->message, "the transform of object 7 above object 6 (sections[1].objects[4], a Group) cannot be inverted; expected an invertible one");
        assert_true(f->cause != A3D_NO_CAUSE);
        assert_string_equal(b.doc->findings[f->cause].rule->id, "m3g/scale-zero");
    }
    assert_int_equal(seen, 1);
    build_free(&b);
}

/* M3G-056: what fails only when a scene is used is no error of the file. */
static void deferred_faults_are_warnings(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (unsigned i = 1; i < a3d_format_m3g.n_rules; i++) {
        const a3d_rule *rule = &a3d_format_m3g.rules[i];
        if (strncmp(rule->why, "The file loads, but", 19) != 0)
            continue;
        assert_true(rule->severity <= A3D_WARNING);
        seen++;
    }
    assert_true(seen > 10);
}

/* M3G-090: how many components the sequence of each property has, as JSR-184 lists them. Bit n allows n. */
static void properties_have_their_components(void **state)
{
    enum { ANY = 0xfe, FIRST_PROPERTY = 256 };
    static const unsigned allowed[] = {
        1 << 1, 1 << 3, 1 << 3, 1 << 2 | 1 << 4, 1 << 1, 1 << 3, 1 << 3, 1 << 1, 1 << 1, 1 << 1, ANY,
        1 << 1, 1 << 4, 1 << 1, 1 << 1 | 1 << 3, 1 << 1, 1 << 3, 1 << 1, 1 << 1, 1 << 3, 1 << 1};
    (void)state;
    for (unsigned i = 0; i < sizeof allowed / sizeof *allowed; i++)
        for (unsigned components = 1; components < 8; components++) {
            char sequence[120], track[100];
            snprintf(sequence, sizeof sequence, ADD "{type=KeyframeSequence,keyframes-=1,componentCount=%u,keyframes+=1}", components);
            snprintf(track, sizeof track, ADD "{type=AnimationTrack,keyframeSequence=3,propertyID=%u}", FIRST_PROPERTY + i);
            finds(WORDS(sequence, track), "m3g/track-components", (allowed[i] >> components & 1) == 0);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_little_endian),
        cmocka_unit_test(matrices_are_row_by_row), cmocka_unit_test(far_is_not_singular),
        cmocka_unit_test(bottom_rows_are_neutral),
        cmocka_unit_test(free_values), cmocka_unit_test(properties_have_their_components),
        cmocka_unit_test(objects_are_numbered_over_sections),
        cmocka_unit_test(external_objects_are_not_looked_into),
        cmocka_unit_test(keyframes_are_quantised),
        cmocka_unit_test(parts_left_out_are_neutral),
        cmocka_unit_test(differences_take_the_bytes_of_values),
        cmocka_unit_test(targets_differ_in_texture_coordinates),
        cmocka_unit_test(the_way_of_a_bone_can_be_inverted), cmocka_unit_test(the_scale_explains_the_bone),
        cmocka_unit_test(deferred_faults_are_warnings),
    };
    return cmocka_run_group_tests_name("what M3G values mean", tests, NULL, NULL);
}
