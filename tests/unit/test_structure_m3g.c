/* M3G: each structural rule by a bad file and its good neighbour, and what is read after a fault. */
#include "../support/build.h"

#include <string.h>

#include "codec/codec.h"
#include "formats/m3g/m3g.h"

/* In a fresh file section 0 begins at 12 (12 scheme, 13 and 17 lengths, 21 the header object: 21 type, 22 length,
 * 26 version, 29 total size, 33 content size, 37 authoring field, 38 checksum) and section 1 at 42 (51 the
 * group: 51 type, 52 length, 56 userID ...). */
#define GROUP "sections[1].objects[0]"
#define ADD(type_) "sections[1].objects+=1", "sections[1].objects[1].type=" type_
#define ADDED "sections[1].objects[1]"
#define HEADER "sections[0].objects[0]"

static const twins list[] = {
    {"identifier", .version = 1, .bad = WORDS("@file+1=4b"), .findings = "m3g/identifier identifier file+0/12"},
    {"identifier, top bits cleared", .version = 1, .bad = WORDS("@file+0=2b", "@file+7=3b"),
     .findings = "m3g/identifier identifier file+0/12"},
    {"identifier, CR LF became LF", .version = 1, .bad = WORDS("@file+8=0a1a0a"),
     .findings = "m3g/identifier identifier file+0/12"},
    {"identifier, LF became CR LF", .version = 1, .bad = WORDS("@file+11=0d0a"),
     .findings = "m3g/identifier identifier file+0/12"},
    {"identifier, cut at end of text", .version = 1, .cut = 75,
     .findings = "m3g/cut-short identifier file+0/11 is 11 not 12"},
    {"identifier cut", .version = 1, .cut = 77, .findings = "m3g/cut-short identifier file+0/9 is 9 not 12"},
    {"a number of a keyframe", .version = 1, .both = WORDS("sections[1].objects+={type=KeyframeSequence,componentCount=3,duration=9,keyframes[0].vectorValue={0,0,0}}"),
     .bad = WORDS("sections[1].objects[1].keyframes[0].vectorValue[0]=f:nan"), .findings = "m3g/float sections[1].objects[1].keyframes[0].vectorValue[0] file+126/4 is bits:7fc00000"},
    {"the last number of a keyframe", .version = 1, .both = WORDS("sections[1].objects+={type=KeyframeSequence,componentCount=3,duration=9,keyframes[0].vectorValue={0,0,0}}"),
     .bad = WORDS("sections[1].objects[1].keyframes[0].vectorValue[2]=f:nan"), .findings = "m3g/float sections[1].objects[1].keyframes[0].vectorValue[2] file+134/4 is bits:7fc00000"},
    {"cut in the last section", .version = 1, .cut = 1,
     .findings = "m3g/total-file-size sections[0].objects[0].totalFileSize file+29/4 is 86 not 85\n"
     "m3g/length-past-end sections[1].totalLength file+43/4 is 44 not 43\n"
     "m3g/length-past-end sections[1].objects[0].length file+52/4 is 26 not 25 by 1\n"
     "m3g/cut-short sections[1].objects[0].children file+78/3 is 3 not 4 by 2\n"
     "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 31 not 30 by 1\n"
     "m3g/checksum sections[1].checksum file+81/4 is 721775616 not 834602348 by 1"},
    {"cut in the first section", .version = 1, .cut = 60,
     .findings = "m3g/length-past-end sections[0].totalLength file+13/4 is 30 not 14\n"
     "m3g/cut-short sections[0].objects[0].length file+22/0 is 0 not 4 by 0\n"
     "m3g/uncompressed-length sections[0].uncompressedLength file+17/4 is 17 not 1 by 0\n"
     "m3g/checksum sections[0].checksum file+22/4 is 12 not 23920688 by 0"},

    {"total length short", .version = 1, .bad = WORDS("sections[1].totalLength=40"),
     .findings = "m3g/length-past-end sections[1].objects[0].length file+52/4 is 26 not 22\n"
     "m3g/cut-short sections[1].objects[0].children file+78/0 is 0 not 4 by 0\n"
     "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 31 not 27\n"
     "m3g/checksum sections[1].checksum file+78/4 is 0 not 552535400 by 0\n"
     "m3g/cut-short sections[2].totalLength file+83/3 is 3 not 4\n"
     "m3g/compression-scheme sections[2].scheme file+82/1 is 104"},
    {"total length below 13", .version = 1, .bad = WORDS("sections[1].totalLength=12"),
     .findings = "m3g/length-too-small sections[1].totalLength file+43/4 is 12 not 13"},
    {"total length 0", .version = 1, .bad = WORDS("sections[0].totalLength=0"),
     .findings = "m3g/length-too-small sections[0].totalLength file+13/4 is 0 not 13"},
    {"total length long", .version = 1, .bad = WORDS("sections[1].totalLength=0xffffffff"),
     .findings = "m3g/length-past-end sections[1].totalLength file+43/4 is 4294967295 not 44"},
    {"total length of the header's section long", .version = 1, .bad = WORDS("sections[0].totalLength=31"),
     .findings = "m3g/cut-short sections[0].objects[1].length file+39/0 is 0 not 4\n"
     "m3g/uncompressed-length sections[0].uncompressedLength file+17/4 is 17 not 18 x2\n"
     "m3g/checksum sections[0].checksum file+39/4 is 656896 not 198836692 x2 by 1\n"
     "m3g/length-past-end sections[1].totalLength file+44/4 is 520093696 not 43\n"
     "m3g/compression-scheme sections[1].scheme file+43/1 is 44\n"
     "m3g/header-alone sections[0].objects[1].type file+38/1"},
    {"uncompressed length small", .version = 1, .bad = WORDS("sections[1].uncompressedLength=4"),
     .findings = "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 4 not 31"},
    {"uncompressed length large", .version = 1, .bad = WORDS("sections[1].uncompressedLength=400"),
     .findings = "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 400 not 31"},
    {"uncompressed length small, zlib", .version = 1, .both = WORDS("sections[1].scheme=zlib"),
     .bad = WORDS("sections[1].uncompressedLength=4"),
     .findings = "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 4 not 31"},
    {"uncompressed length large, zlib", .version = 1, .both = WORDS("sections[1].scheme=zlib"),
     .bad = WORDS("sections[1].uncompressedLength=400"),
     .findings = "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 400 not 31"},
    {"checksum", .version = 1, .bad = WORDS("sections[1].checksum=1"),
     .findings = "m3g/checksum sections[1].checksum file+82/4 is 1 not 925566316"},
    {"checksum, zlib", .version = 1, .both = WORDS("sections[1].scheme=zlib"), .bad = WORDS("sections[1].checksum=0"),
     .findings = "m3g/checksum sections[1].checksum file+70/4 is 0 not 1619134304"},
    {"zlib data that no longer ends", .version = 1, .both = WORDS("sections[1].scheme=zlib"), .bad = WORDS("@file+64=26"),
     .findings = "m3g/zlib-end sections[1].objects file+70/1\n"
     "m3g/checksum sections[1].checksum file+70/4 is 1619134304 not 1631717248 by 0"},
    {"total file size small", .version = 1, .bad = WORDS(HEADER ".totalFileSize=100"),
     .findings = "m3g/total-file-size sections[0].objects[0].totalFileSize file+29/4 is 100 not 86"},
    {"total file size large", .version = 1, .bad = WORDS(HEADER ".totalFileSize=200"),
     .findings = "m3g/total-file-size sections[0].objects[0].totalFileSize file+29/4 is 200 not 86"},
    {"trailing bytes", .version = 1, .tail = "\1\2\3", .tail_size = 3,
     .findings = "m3g/total-file-size sections[0].objects[0].totalFileSize file+29/4 is 86 not 89\n"
     "m3g/cut-short sections[2].totalLength file+87/2 is 2 not 4"},

    {"object length short", .version = 1, .bad = WORDS(GROUP ".length=20"),
     .findings = "m3g/cut-short sections[1].objects[0].scope file+73/3 is 3 not 4\n"
     "m3g/string-end sections[1].objects[1].URI file+81/0\n"
     "m3g/cut-short sections[1].objects[2].length file+82/0 is 0 not 4\n"
     "m3g/external-unflagged sections[1].objects[1].type file+76/1\n"
     "m3g/header-once sections[1].objects[2].type file+81/1"},
    {"object length long", .version = 1, .bad = WORDS(GROUP ".length=100"),
     .findings = "m3g/length-past-end sections[1].objects[0].length file+52/4 is 100 not 26"},
    {"object length long, another follows", .version = 1, .both = WORDS(ADD("Group")), .bad = WORDS(GROUP ".length=40"),
     .findings = "m3g/left-over sections[1].objects[0] file+82/14 is 14 not 0\n"
     "m3g/header-once sections[1].objects[1].type file+96/1\n"
     "m3g/length-past-end sections[1].objects[2].length file+102/4 is 4294967041 not 7\n"
     "m3g/cut-short sections[1].objects[2].animationTracks file+110/3 is 3 not 4 by 2\n"
     "m3g/cut-short sections[1].objects[1].versionMajor file+101/0 is 0 not 1"},
    {"left over in an object", .version = 1, .bad = WORDS(GROUP ".$slack=hex:00"),
     .findings = "m3g/left-over sections[1].objects[0] file+82/1 is 1 not 0"},
    {"object type 23", .version = 1, .both = WORDS(ADD("Group")), .bad = WORDS(GROUP ".type=23"),
     .findings = "m3g/object-type sections[1].objects[0].type file+51/1 is 23"},
    {"object type 254", .version = 1, .both = WORDS(ADD("Group")), .bad = WORDS(GROUP ".type=254"),
     .findings = "m3g/object-type sections[1].objects[0].type file+51/1 is 254"},
    {"count of an object", .version = 1, .bad = WORDS(GROUP ".children.$count=10"),
     .findings = "m3g/count sections[1].objects[0].children file+78/4 is 10"},
    {"count of records", .version = 1, .bad = WORDS(GROUP ".userParameters.$count=0x7fffffff"),
     .findings = "m3g/count sections[1].objects[0].userParameters file+64/4 is 2147483647"},
    {"unknown scheme", .version = 1, .bad = WORDS("sections[1].scheme=2"),
     .findings = "m3g/compression-scheme sections[1].scheme file+42/1 is 2"},

    {"no section", .version = 1, .bad = WORDS("sections-=2"), .findings = "m3g/no-objects sections file+12/0"},
    {"sections without objects", .version = 1, .bad = WORDS("sections[*].objects-=1"),
     .findings = "m3g/no-objects sections file+12/26"},
    {"only the header", .version = 1, .bad = WORDS("sections-=1"), .findings = "m3g/only-header sections file+12/30"},
    {"empty section", .version = 1, .bad = WORDS("sections+=1"),
     .findings = "m3g/empty-section sections[2] file+86/13"},
    {"section of 13 bytes with zlib", .version = 1, .bad = WORDS("sections+=1", "@file+86=01", "@file+95=0f007a00"),
     .findings = "m3g/empty-zlib-section sections[2].objects file+95/0"},
    {"header's section packed", .version = 1, .bad = WORDS("sections[0].scheme=zlib"),
     .findings = "m3g/header-stored sections[0].scheme file+12/1 is 1 not 0\n"
     "m3g/zlib-no-gain sections[0].scheme file+12/1"},
    {"first object is no header", .version = 1,
     .bad = WORDS("sections[0].objects+=1", "sections[0].objects-=1", "sections[0].objects[0].type=Group"),
     .findings = "m3g/header-first sections[0].objects[0].type file+21/1 is 9 not 0"},
    {"two objects in section 0", .version = 1,
     .bad = WORDS("sections[0].objects+=1", "sections[0].objects[1].type=Group"),
     .findings = "m3g/header-alone sections[0].objects[1].type file+38/1"},
    {"second header", .version = 1, .bad = WORDS("sections[1].objects+=1", "sections[1].objects[1].type=Header"),
     .findings = "m3g/header-once sections[1].objects[1].type file+82/1"},
    {"external reference missing", .version = 1, .bad = WORDS(HEADER ".hasExternalReferences=1"),
     .findings = "m3g/content-size-unlinked sections[0].objects[0].approximateContentSize file+33/4 is 86\n"
     "m3g/external-missing sections[0].objects[0].hasExternalReferences file+28/1"},
    {"version 1.1", .version = 1, .bad = WORDS(HEADER ".versionMinor=1"),
     .findings = "m3g/version sections[0].objects[0].versionMinor file+27/1 is 1 not 0"},
    {"version 3.0", .version = 1, .bad = WORDS(HEADER ".versionMajor=3"),
     .findings = "m3g/version sections[0].objects[0].versionMajor file+26/1 is 3 not 1"},
    {"version 2.0", .version = 1, .bad = WORDS(HEADER ".versionMajor=2"),
     .findings = "m3g/version-draft sections[0].objects[0].versionMajor file+26/1 is 2 not 1"},
    {"content size", .version = 1, .bad = WORDS(HEADER ".approximateContentSize=1"),
     .findings = "m3g/content-size sections[0].objects[0].approximateContentSize file+33/4 is 1 not 86"},
    {"boolean", .version = 1, .bad = WORDS(GROUP ".enablePicking=2"),
     .findings = "m3g/boolean sections[1].objects[0].enablePicking file+71/1 is 2 not 0..1"},
    {"boolean that decides", .version = 1, .bad = WORDS(GROUP ".hasGeneralTransform=2"),
     .findings = "m3g/boolean sections[1].objects[0].hasGeneralTransform file+69/1 is 2 not 0..1"},
    {"enumeration", .version = 1, .both = WORDS(ADD("CompositingMode")), .bad = WORDS(ADDED ".blending=63"),
     .findings = "m3g/enumeration sections[1].objects[1].blending file+103/1 is 63"},
    {"enumeration that decides", .version = 1, .both = WORDS(ADD("Fog")), .bad = WORDS(ADDED ".mode=82"),
     .findings = "m3g/enumeration sections[1].objects[1].mode file+102/1 is 82"},
    {"float: -0", .version = 1, .both = WORDS(ADD("Light")), .bad = WORDS(ADDED ".spotAngle=f:-0"),
     .good = WORDS(ADDED ".spotAngle=f:0"),
     .findings = "m3g/float sections[1].objects[1].spotAngle file+129/4 is bits:80000000"},
    {"float: denormal in a matrix", .version = 1, .both = WORDS(GROUP ".hasGeneralTransform=1"),
     .bad = WORDS(GROUP ".transform[15]=bits:1"),
     .findings = "m3g/float sections[1].objects[0].transform[15] file+130/4 is bits:00000001"},
    {"string without end", .version = 1, .bad = WORDS("@file+37=41", "@file+38=2a012e0a"),
     .findings = "m3g/string-end sections[0].objects[0].authoringField file+37/1"},
    {"string coding", .version = 1, .bad = WORDS(HEADER ".authoringField=\"\\x80\""),
     .good = WORDS(HEADER ".authoringField=\"\\xc2\\x80\""),
     .findings = "m3g/string-coding sections[0].objects[0].authoringField file+37/1 is 128"},
    {"property", .version = 1, .both = WORDS(ADD("AnimationTrack")), .bad = WORDS(ADDED ".propertyID=277"),
     .findings = "m3g/property-id sections[1].objects[1].propertyID file+107/4 is 277"},
    {"layer", .version = 1, .both = WORDS(ADD("Appearance"), ADDED ".layer=-63"), .bad = WORDS(ADDED ".layer=-64"),
     .findings = "m3g/layer sections[1].objects[1].layer file+99/1 is -64 not -63..63"},
    {"crop size", .version = 1, .both = WORDS(ADD("Background")), .bad = WORDS(ADDED ".cropHeight=-1"),
     .findings = "m3g/crop-size sections[1].objects[1].cropHeight file+121/4 is -1 not 0..2147483647"},
    {"image size", .version = 1, .both = WORDS(ADD("Image2D")), .bad = WORDS(ADDED ".width=0"),
     .findings = "m3g/image-size sections[1].objects[1].width file+101/4 is 0 not 1..2147483647"},
    {"index limit", .version = 1,
     .both = WORDS(ADD("TriangleStripArray"), ADDED ".encoding=indices_u32", ADDED ".indices={1,65535,3}"),
     .bad = WORDS(ADDED ".indices[1]=65536"),
     .findings = "m3g/index-limit sections[1].objects[1].indices[1] file+108/4 is 65536 not 0..65535"},
    {"strip length", .version = 1, .both = WORDS(ADD("TriangleStripArray")), .bad = WORDS(ADDED ".stripLengths[0]=2"),
     .findings = "m3g/strip-length sections[1].objects[1].stripLengths[0] file+108/4 is 2 not 3..4294967295"},
    {"duration", .version = 1, .both = WORDS(ADD("KeyframeSequence")), .bad = WORDS(ADDED ".duration=0x80000000"),
     .findings = "m3g/duration sections[1].objects[1].duration file+102/4 is 2147483648 not 1..2147483647"},
    {"keyframe components", .version = 1, .both = WORDS(ADD("KeyframeSequence")),
     .bad = WORDS(ADDED ".componentCount=0"),
     .findings = "m3g/keyframe-components sections[1].objects[1].componentCount file+114/4 is 0 not 1..4294967295"},
    {"keyframe count", .version = 1, .both = WORDS(ADD("KeyframeSequence")), .bad = WORDS(ADDED ".keyframes-=1"),
     .findings = "m3g/keyframe-count sections[1].objects[1].keyframeCount file+118/4 is 0 not 1..4294967295"},
    {"keyframe time", .version = 1, .both = WORDS(ADD("KeyframeSequence"), ADDED ".keyframes+=2"),
     .bad = WORDS(ADDED ".keyframes[1].time=0xffffffff"),
     .findings = "m3g/keyframe-time sections[1].objects[1].keyframes[1].time file+130/4 is 4294967295 not 0..2147483647"},
    {"vertex components", .version = 1, .both = WORDS(ADD("VertexArray"), ADDED ".vertices-=1"),
     .bad = WORDS(ADDED ".componentCount=5", ADDED ".vertices+=1"),
     .good = WORDS(ADDED ".vertices+=1"),
     .findings = "m3g/vertex-components sections[1].objects[1].componentCount file+100/1 is 5 not 2..4"},
    {"vertex count", .version = 1, .both = WORDS(ADD("VertexArray")), .bad = WORDS(ADDED ".vertices-=1"),
     .findings = "m3g/vertex-count sections[1].objects[1].vertexCount file+102/2 is 0 not 1..65535"},
    {"bone vertices", .version = 1, .both = WORDS(ADD("SkinnedMesh"), ADDED ".transformReferences+=1"),
     .bad = WORDS(ADDED ".transformReferences[0].vertexCount=0"),
     .findings = "m3g/bone-vertices sections[1].objects[1].transformReferences[0].vertexCount file+141/4 is 0 not 1..4294967295"},
    {"bone weight", .version = 1, .both = WORDS(ADD("SkinnedMesh"), ADDED ".transformReferences+=1"),
     .bad = WORDS(ADDED ".transformReferences[0].weight=0"),
     .findings = "m3g/bone-weight sections[1].objects[1].transformReferences[0].weight file+145/4 is 0 not 1..2147483647"},

    {"after a fault: objects", .version = 1, .both = WORDS(ADD("Fog")),
     .bad = WORDS(GROUP ".children.$count=99", ADDED ".density=f:nan", ADDED ".mode=LINEAR", ADDED ".near=f:inf"),
     .findings = "m3g/count sections[1].objects[0].children file+78/4 is 99\n"
     "m3g/float sections[1].objects[1].near file+103/4 is bits:7f800000"},
    {"after a fault: an unknown type", .version = 1, .both = WORDS(ADD("Light")),
     .bad = WORDS(GROUP ".type=30", ADDED ".enableRendering=9"),
     .findings = "m3g/object-type sections[1].objects[0].type file+51/1 is 30\n"
     "m3g/boolean sections[1].objects[1].enableRendering file+101/1 is 9 not 0..1"},
    {"after a fault: sections", .version = 1, .bad = WORDS(HEADER ".length=400", GROUP ".enablePicking=3"),
     .findings = "m3g/length-past-end sections[0].objects[0].length file+22/4 is 400 not 12\n"
     "m3g/boolean sections[1].objects[0].enablePicking file+71/1 is 3 not 0..1"},
    {"after a fault: an empty section", .version = 1, .both = WORDS("sections+=1"), .good = WORDS("sections-=2"), .bad = WORDS(GROUP ".children.$count=99"),
     .findings = "m3g/count sections[1].objects[0].children file+78/4 is 99\n"
     "m3g/empty-section sections[2] file+86/13"},
    {"after a fault: checksums", .version = 1, .bad = WORDS("sections[0].checksum=1", "sections[1].checksum=2"),
     .findings = "m3g/checksum sections[0].checksum file+38/4 is 1 not 166527209 x2"},
};

/* ---- links to other files ---- */

/* A header, a section with external references, and one with a group. */
#define LINKED                                                                                                    \
    "sections+=1", "sections[2].objects+=1", "sections[2].objects[0].type=Group", GROUP ".type=ExternalReference", \
        GROUP ".URI=\"a.png\"", HEADER ".hasExternalReferences=1", HEADER ".approximateContentSize=1000"

static void links(void **state)
{
    static const struct {
        const char *words[3];
        const char *findings;
    } cases[] = {
        {{NULL}, ""},
        {{HEADER ".hasExternalReferences=0", HEADER ".approximateContentSize=110"}, 
         "m3g/external-unflagged sections[1].objects[0].type file+51/1"},
        {{"sections[2].objects+=1", "sections[2].objects[1].type=ExternalReference"}, 
         "m3g/external-place sections[2].objects[1].type file+106/1"},
        {{"sections[1].objects+=1", "sections[1].objects[1].type=Group"}, 
         "m3g/external-mixed sections[1].objects[1].type file+62/1 is 9"},
        {{GROUP ".URI=\"\\xff\""}, 
         "m3g/string-coding sections[1].objects[0].URI file+56/1 is 255"},
        {{HEADER ".approximateContentSize=110"}, 
         "m3g/content-size-unlinked sections[0].objects[0].approximateContentSize file+33/4 is 110"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build made, b;
        build_fresh(&made, &a3d_format_m3g, 1, 0);
        build_edit(&made, WORDS(LINKED));
        build_edit(&made, cases[i].words);
        build_encode(&made, A3D_FAITHFUL);
        build_again(&b, &made, 0);
        expect_findings(b.doc, cases[i].findings);
        expect_bytes(b.doc, made.bytes, made.size);
        build_free(&b);
        build_free(&made);
    }
}

/* ---- zlib sections made by hand ---- */

typedef struct file {
    uint8_t bytes[400];
    size_t size;
} file;

/* A fresh file whose section 1 (from 42 on) has scheme 1 and this stored content. */
static void put_section(file *f, const uint8_t *packed, size_t n, uint32_t unpacked)
{
    build b;
    build_fresh(&b, &a3d_format_m3g, 1, 0);
    build_encode(&b, A3D_FAITHFUL);
    memcpy(f->bytes, b.bytes, 42);
    build_free(&b);
    f->size = 42 + 13 + n;
    f->bytes[42] = 1;
    a3d_store(f->bytes + 43, 4, 13 + n, false);
    a3d_store(f->bytes + 47, 4, unpacked, false);
    memcpy(f->bytes + 51, packed, n);
    a3d_store(f->bytes + 51 + n, 4, a3d_adler32(1, f->bytes + 42, 9 + n), false);
    a3d_store(f->bytes + 29, 4, f->size, false);
    a3d_store(f->bytes + 33, 4, f->size, false);
    a3d_store(f->bytes + 38, 4, a3d_adler32(1, f->bytes + 12, 26), false);
}

static void zlib_sections(void **state)
{
    build b;
    uint8_t objects[100], packed[200];
    (void)state;
    build_make(&b, &a3d_format_m3g, 1, NULL);
    size_t size = b.size - 51 - 4, n;
    memcpy(objects, b.bytes + 51, size);
    build_free(&b);
    static const struct {
        uint8_t at, bits;   /* of the packed bytes, changed */
        int more, unpacked; /* bytes more at the end; stated size less the true one */
        const char *findings;
    } cases[] = {
        {0, 0, 0, 0, "m3g/zlib-no-gain sections[1].scheme file+42/1"},
        {0, 0x01, 0, 0, "m3g/zlib-header sections[1].objects file+51/1"},
        {1, 0x01, 0, 0, "m3g/zlib-header sections[1].objects file+52/1"},
        {2, 0x06, 0, 0, "m3g/zlib-data sections[1].objects file+53/1 bit 6"},
        {5, 0x01, 0, 0, "m3g/zlib-data sections[1].objects file+54/1 bit 7"},
        {200, 0, -1, 0, "m3g/zlib-end sections[1].objects file+92/1"},
        {200, 0, -20, 0, "m3g/zlib-end sections[1].objects file+73/1"},
        {200, 0, 2, 0, "m3g/zlib-trailing sections[1].objects file+93/2 is 2 not 0"},
        {200, 0x10, 0, 0, "m3g/zlib-checksum sections[1].objects file+89/4 is 741410097 not 741410081"},
        {0, 0, 0, -1, "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 30 not 31"},
        {0, 0, 0, 1, "m3g/uncompressed-length sections[1].uncompressedLength file+47/4 is 32 not 31"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file f;
        memset(packed, 0, sizeof packed);
        n = a3d_deflate_stored(objects, size, packed);
        size_t at = cases[i].at == 200 ? n - 1 : cases[i].at;
        packed[at] ^= cases[i].bits;
        put_section(&f, packed, (size_t)((int)n + cases[i].more), (uint32_t)((int)size + cases[i].unpacked));
        build_read(&b, &a3d_format_m3g, f.bytes, f.size, 0);
        expect_findings(b.doc, cases[i].findings);
        expect_bytes(b.doc, f.bytes, f.size);
        build_free(&b);
    }
}

int main(void)
{
    static const struct CMUnitTest more[] = {cmocka_unit_test(links), cmocka_unit_test(zlib_sections)};
    return run_twins("structure of M3G", &a3d_format_m3g, list, sizeof list / sizeof *list, more, sizeof more / sizeof *more);
}
