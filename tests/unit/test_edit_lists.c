/* Edits of lists that get shorter while they are edited. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define A3D2 &a3d_format_a3d2, 6
#define TANKI &a3d_format_tanki, 3
#define ODOL &a3d_format_odol, 75
#define VERTICES "meshes[0].buffers[0].vertices"
#define TRIANGLE "meshes+={vertexCount=3,buffers+={type=position}}"
#define FEWER "meshes[0].vertexCount:=1"
#define MATERIALS "objects[0].materials"
#define CLIP "lods[0].clip"
#define UV "lods[0].uv0.uv"
#define SEVEN "07000000"
#define KEYFRAMES "sections[1].objects[1].keyframes"

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
    static const char why[] = "vertices has 3 elements, as another field says";
    static const refusal cases[] = {
        {TANKI, {TRIANGLE}, {VERTICES "+={x=1}"}, why},
        {TANKI, {TRIANGLE}, {VERTICES "[3]+={x=1}"}, why},
        {TANKI, {TRIANGLE}, {"meshes[0]={buffers[0]={vertices+={x=1}}}"}, why},
        {TANKI, {TRIANGLE, "meshes[0].buffers+=2"}, {"meshes[0].buffers[1].vertices+={x=1}"}, why},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
}

/* A face with two corners could not be read, and those after it neither. */
static void lengths_that_a_count_cannot_have(void **state)
{
#define FACES ODOL, {"lods[0].faces+=1", "lods[0].faces+={indices={0,1,2}}"}
    static const refusal cases[] = {
        {FACES, {"lods[0].faces[0].indices-=1"}, "indices cannot have 2 values, since corners cannot be 2"},
        {FACES, {"lods[0].faces[0].indices-=3"}, "indices cannot have 0 values, since corners cannot be 0"},
        {FACES, {"lods[0].faces[0].indices+=1", "lods[0].faces[0].indices+=1"}, "indices cannot have 5 values, since corners cannot be 5"},
        {FACES, {"lods[0].faces[0].indices={4,5}"}, "indices cannot have 2 values, since corners cannot be 2"},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
    build b;
    build_make(&b, ODOL, WORDS("lods[0].faces+=1", "lods[0].faces+={indices={0,1,2}}"));
    build_edit(&b, WORDS("lods[0].faces[0].indices+=1"));
    expect_at(b.doc, "lods[0].faces[0].corners", "4");
    expect_at(b.doc, "lods[0].faces[1].indices[2]", "2");
    build_free(&b);
#undef FACES
}

/* A list may go as a whole, with a version that was set before and followed by nothing. */
static void inserted_elements_of_lists_that_go(void **state)
{
    static const refusal cases[] = {
        {A3D2, {"lods+=1"}, {"$version:=4", "lods+={id=1}"},
         "lods does not exist in this version or with these values"},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
}

/* Before others it stays, and the last one goes. */
static void inserted_elements_that_stay(void **state)
{
    build b;
    (void)state;
    build_make(&b, TANKI, WORDS(TRIANGLE, VERTICES "[1].x=4"));
    build_edit(&b, WORDS(VERTICES "[1]+={x=1,y=2}"));
    expect_at(b.doc, VERTICES "[*].x", "bits:00000000 bits:3f800000 bits:40800000");
    expect_at(b.doc, VERTICES "[1].y", "bits:40000000");
    build_free(&b);
}

/* The document is normalized between two fields, and the element may be gone then; a filled list holds one element. */
static void elements_that_are_not_there(void **state)
{
    static const refusal cases[] = {
        {TANKI, {TRIANGLE}, {FEWER, VERTICES "[2]={x=1,y=2}"}, "path 'y': vertices has 1 elements"},
        {TANKI, {TRIANGLE}, {VERTICES "[3]={x=1}"}, "path 'x': vertices has 3 elements"},
        {TANKI, {"materials+=3"}, {"materials[3]={name=\"a\"}"}, "path 'name': list has 3 elements"},
        {ODOL, {UV "+=3", UV ".$fill:=1"}, {UV "[2].u=1"}, "the bytes lie beyond the end of the content"},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
}

/* Each element that goes moves the others forward, so [*] comes to its end early. */
static void lists_that_get_shorter_on_the_way(void **state)
{
    static const refusal cases[] = {
        {TANKI, {"materials+=3"}, {"materials[*]-=1"}, "path 'materials[*]': list has 1 elements"},
        {TANKI, {"materials+=3"}, {"materials[1..2]-=1"}, "path 'materials[1..2]': list has 2 elements"},
        {TANKI, {"objects+={materials={1,2,3}}"}, {MATERIALS "[*]-=1"},
         "path '" MATERIALS "[*]': materials has 1 elements"},
        {TANKI, {TRIANGLE}, {FEWER, VERTICES "[*]={x=1}"}, "path '" VERTICES "[*]': vertices has 1 elements"},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
}

/* A value for a whole element of records would be written over one byte of it. */
static void records_take_no_value(void **state)
{
#define NO_VALUE " is a record or list: set its fields, or several as {name=value,\xe2\x80\xa6}"
    static const refusal cases[] = {
        {TANKI, {TRIANGLE}, {VERTICES "[1]=5"}, "vertices" NO_VALUE},
        {TANKI, {TRIANGLE}, {VERTICES "[3]=5"}, "vertices" NO_VALUE},
        {TANKI, {"materials+=3"}, {"materials[3]=5"}, "list" NO_VALUE},
    };
    (void)state;
    expect_refusals(cases, COUNT(cases));
}

/* A field that was refused stays set, though the elements are shorter than it says. Four of 2^30 bytes are none in 32
 * bits. */
static void elements_shorter_than_a_field_says(void **state)
{
    static const char *const counts[] = {"200", "268435455"};
    static const char *const edits[] = {KEYFRAMES "[1].vectorValue[100]:=1", KEYFRAMES "[1].vectorValue={1}",
                                        KEYFRAMES "[1]:={time=2}"};
    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        build b;
        char count[80];
        build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=KeyframeSequence,keyframes+=3}"));
        snprintf(count, sizeof count, "sections[1].objects[1].componentCount:=%s", counts[i]);
        assert_string_equal(build_try(&b, count), "a count was set that the content of its list does not have");
        for (size_t k = 0; k < COUNT(edits); k++)
            assert_non_null(build_try(&b, edits[k]));
        assert_string_equal(build_try(&b, KEYFRAMES "[1]+=1"), "memory ran out");
        assert_string_equal(build_try(&b, KEYFRAMES "[1]-=1"), "memory ran out");
        build_free(&b);
    }
}

/* Content is copied for its first change only: 3,000 copies of a list of 36,000 bytes would be 108 MB. */
static void content_is_copied_once(void **state)
{
    build b;
    (void)state;
    build_make(&b, TANKI, WORDS("meshes+={vertexCount=3000,buffers+={type=position}}"));
    build_edit(&b, WORDS(VERTICES "[*].z=1", VERTICES "[*]={x=1,y=2}"));
    assert_true(b.doc->streams[b.doc->edit_stream].size < 2 * 36000);
    expect_at(b.doc, VERTICES "[0].z", "bits:3f800000");
    expect_at(b.doc, VERTICES "[2999].y", "bits:40000000");
    build_free(&b);
}

/* A list that was written as one element for all gets as many as it counts. */
static void filled_lists_are_written_out(void **state)
{
    static const struct {
        const char *base, *edits[4], *path, *value;
    } cases[] = {
        {CLIP ".$fill=1", {CLIP ".$fill=0"}, CLIP, SEVEN SEVEN SEVEN},
        {CLIP ".$fill=1", {CLIP "[0]=9", CLIP ".$fill=0", CLIP "[2]=5"}, CLIP, "090000000900000005000000"},
        {CLIP ".$fill=0", {CLIP ".$fill=1", CLIP "+=2", CLIP ".$fill=0"}, CLIP, SEVEN SEVEN SEVEN SEVEN SEVEN},
        {CLIP ".$fill=1", {CLIP "-=3", CLIP ".$fill=0"}, CLIP, ""},
        {UV ".$fill=1", {UV ".$fill=0", UV "[1].u=5"}, UV "[*].u", "3 5 3"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        build b, after;
        build_make(&b, ODOL, WORDS(CLIP "={7,7,7}", UV "+=3", UV "[*].u=3", cases[i].base));
        build_edit(&b, cases[i].edits);
        build_encode(&b, A3D_FAITHFUL);
        build_again(&after, &b, 0);
        expect_clean(after.doc, "");
        expect_at(after.doc, cases[i].path, cases[i].value);
        build_free(&after);
        build_free(&b);
    }
}

/* As many as no document may get are not made of one. */
static void filled_lists_too_long_stay_filled(void **state)
{
    build b;
    (void)state;
    build_make(&b, ODOL, WORDS(CLIP "={7,7,7}", CLIP ".$fill=1"));
    b.doc->most_fresh = 11;
    assert_string_equal(build_try(&b, CLIP ".$fill=0"), "memory ran out");
    b.doc->most_fresh = 12;
    assert_null(build_try(&b, CLIP ".$fill=0"));
    build_free(&b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(inserted_elements_that_do_not_stay),
        cmocka_unit_test(lengths_that_a_count_cannot_have), cmocka_unit_test(inserted_elements_of_lists_that_go),
        cmocka_unit_test(inserted_elements_that_stay),
        cmocka_unit_test(elements_that_are_not_there),
        cmocka_unit_test(lists_that_get_shorter_on_the_way),
        cmocka_unit_test(records_take_no_value),
        cmocka_unit_test(elements_shorter_than_a_field_says),
        cmocka_unit_test(content_is_copied_once),
        cmocka_unit_test(filled_lists_are_written_out),
        cmocka_unit_test(filled_lists_too_long_stay_filled),
    };
    return cmocka_run_group_tests_name("edits of lists", tests, NULL, NULL);
}
