/* M3G: a rule over several values names the one that must be wrong, and a checksum the byte that was changed. */
#include "../support/damage.h"

#include "formats/m3g/m3g.h"

#define STRIPS(n) \
    "sections[1].objects+={type=TriangleStripArray,encoding=indices_u8,indices+=" #n ",stripLengths={3,3,5,3}}"
#define KEYFRAMES \
    "sections[1].objects+={type=KeyframeSequence,encoding=floats,keyframes+={time=5}}", OBJECT ".keyframes+={time=300}"
#define CAMERA "sections[1].objects+={type=Camera}"
#define HEADER "sections[0].objects[0]"
#define OBJECT "sections[1].objects[1]"

static const damage list[] = {
    {"strip that is too long", 1, WORDS(STRIPS(14), OBJECT ".stripLengths[2]=133"),
     OBJECT ".stripLengths[2]", 0, NULL, 0,
     "m3g/strip-indices-missing", OBJECT ".stripLengths[2]=5@0/4"},
    {"strip as long as its neighbors were", 1, WORDS(STRIPS(14), OBJECT ".stripLengths[0]=4"),
     OBJECT ".stripLengths[0]", 0, NULL, 0, "m3g/strip-indices-missing",
     OBJECT ".stripLengths[0]=3@0/4 " OBJECT ".stripLengths[2]=4@8/4"},
    {"high byte of the length of a strip", 1, WORDS(STRIPS(14), OBJECT ".stripLengths[3]=16777219"),
     OBJECT ".stripLengths[3]", 0, NULL, 0, "m3g/strip-indices-missing", OBJECT ".stripLengths[3]=3@0/4"},
    {"low byte of a length above 255", 1, WORDS(STRIPS(311), OBJECT ".stripLengths={300,3,5,3}", OBJECT ".stripLengths[0]=301"),
     OBJECT ".stripLengths[0]", 0, NULL, 0, "m3g/strip-indices-missing",
     OBJECT ".stripLengths[0]=300@0/4 " OBJECT ".stripLengths[2]=4@8/4"},
    {"byte of a section, which is a number", 1, WORDS(CAMERA), OBJECT ".userID", 2, "\x40", 1, "m3g/checksum",
     OBJECT ".userID=0@0/1"},
    {"byte of a section, before a count", 1, WORDS(STRIPS(14)), OBJECT ".indices", 3, "\x01", 1, "m3g/count",
     OBJECT "=hex:00@0/1"},
    {"byte of packed data", 1, WORDS(CAMERA, "sections[1].scheme=1"), "sections[1].objects", 0, "\x79", 1,
     "m3g/zlib-header", "sections[1].objects=hex:78@0/1"},
    {"two bytes of the file size", 1, WORDS(CAMERA), HEADER ".totalFileSize", 0, "\x77\x66", 2, "m3g/total-file-size",
     HEADER ".totalFileSize=178@0/2"},
    {"file size, written as zeros", 1, WORDS(CAMERA), HEADER ".totalFileSize", 0, "\0\0\0\0", 4, "m3g/total-file-size",
     HEADER ".totalFileSize=178@0/1"},
    {"all of the length of stored content", 1, WORDS(CAMERA), "sections[1].uncompressedLength", 0, "\xff\xff\xff\xff", 4,
     "m3g/uncompressed-length", "sections[1].uncompressedLength=123@0/4"},
    {"all of a number in a list of elements", 1, WORDS(KEYFRAMES), OBJECT ".keyframes[2].time", 0, "\0\0\0\x80", 4,
     "m3g/keyframe-time", OBJECT ".keyframes[2].time=300@0/4"},
    {"byte of the checksum itself", 1, WORDS(CAMERA), "sections[1].checksum", 1, "\xff", 1, "m3g/checksum", ""},
};

static void names_the_damage(void **state)
{
    expect_suspects(&a3d_format_m3g, *state);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("suspects of M3G", tests, sizeof list / sizeof *list, NULL, NULL);
}
