/* A3D1 and A3D2: each structural rule by a bad file and its good neighbour; packages packed by hand. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"

/* A fresh A3D1 file is 00 01 00 00, a mask of two bytes (six bits used, seven unused: 2 bytes, 13 bits) and
 * nothing: all six lists are absent. */
static const twins a3d1_list[] = {
    {"a3d1: truncated", .version = 1, .both = WORDS("objects+=1", "objects[0].surfaces+=1"), .cut = 1,
     .findings = "a3d1/count-fits objects[0].surfaces file+8/1 is 1"},
    {"a3d1: cut before the mask", .version = 1, .cut = 2, .findings = "a3d1/truncated $mask file+4/0 is 0 not 1"},
    {"a3d1: cut in the mask", .version = 1, .cut = 1, .findings = "a3d1/truncated $mask file+4/1 is 1 not 2"},
    {"a3d1: trailing byte", .version = 1, .tail = "\0", .tail_size = 1,
     .findings = "a3d1/trailing-bytes - file+6/1 is 1 not 0"},
    {"a3d1: major version", .version = 1, .bad = WORDS("@file+0=0002"),
     .findings = "a3d1/major-version versionMajor file+0/2 is 2 not 1"},
    {"a3d1: minor version", .version = 1, .bad = WORDS("versionMinor=1"),
     .findings = "a3d1/minor-version versionMinor file+2/2 is 1 not 0"},
    {"a3d1: count", .version = 1, .both = WORDS("images+=1", "images[0].url=\"a\\x00\""),
     .bad = WORDS("images[0].url.$count=127"), .findings = "a3d1/count-fits images[0].url file+7/1 is 127"},
    {"a3d1: count of elements without bytes", .version = 1, .both = WORDS("materials+=1"),
     .bad = WORDS("materials.$count=0x3fffff"),
     .findings = "a3d1/count-fits-mask materials file+6/3 is 4194303 not 0..1"},
    {"a3d1: over-long length of 2", .version = 1, .both = WORDS("images+=1"), .bad = WORDS("images.$form=2"),
     .findings = "a3d1/over-long-length images file+6/2 is 2 not 1"},
    {"a3d1: over-long length of 3", .version = 1, .both = WORDS("images+=1", "images[0].url=\"abc\""),
     .bad = WORDS("images[0].url.$form=3"), .findings = "a3d1/over-long-length images[0].url file+7/3 is 3 not 1"},
    {"a3d1: mask exhausted", .version = 1, .bad = WORDS("$mask.form=short", "$mask.room=5"),
     .findings = "a3d1/mask-exhausted objects file+4/1 bit 7 is 5 not 6"},
    {"a3d1: mask empty, one byte", .version = 1, .bad = WORDS("@file+4=8000"),
     .findings = "a3d1/mask-empty $mask file+4/1"},
    {"a3d1: mask empty, three bytes", .version = 1, .both = WORDS("materials+=1"), .bad = WORDS("@file+4=c00000"),
     .findings = "a3d1/mask-empty $mask file+4/3"},
    {"a3d1: mask form, three bytes", .version = 1, .bad = WORDS("$mask.form=long3"),
     .findings = "a3d1/mask-form $mask file+4/4 is 4 not 2"},
    {"a3d1: mask surplus", .version = 1, .both = WORDS("materials+=4"), .bad = WORDS("$mask.room=48"),
     .findings = "a3d1/mask-surplus $mask file+4/7 is 48 not 40"},
    {"a3d1: mask padding", .version = 1, .bad = WORDS("$mask.bit[9]=1"),
     .findings = "a3d1/mask-padding $mask file+5/1 bit 4 is 1 not 0"},
    {"a3d1: boolean", .version = 1, .both = WORDS("objects+=1", "objects[0].visible=1"),
     .bad = WORDS("objects[0].visible=2"), .findings = "a3d1/boolean objects[0].visible file+8/1 is 2 not 0..1"},
    {"a3d1: vertex attribute", .version = 1,
    
     .both = WORDS("geometries+=1", "geometries[0].vertexBuffers+=1", "geometries[0].vertexBuffers[0].attributes={0,1}"),
     .bad = WORDS("geometries[0].vertexBuffers[0].attributes={0,6}"),
     .findings = "a3d1/vertex-attribute geometries[0].vertexBuffers[0].attributes[1] file+10/1 is 6 not 0..5"},
    {"a3d1: vertex attribute below 0", .version = 1,
    
     .both = WORDS("geometries+=1", "geometries[0].vertexBuffers+=1", "geometries[0].vertexBuffers[0].attributes={0,1}"),
     .bad = WORDS("geometries[0].vertexBuffers[0].attributes={-1,1}"),
     .findings = "a3d1/vertex-attribute geometries[0].vertexBuffers[0].attributes[0] file+9/1 is -1 not 0..5"},
    {"a3d1: string coding", .version = 1, .both = WORDS("images+=1", "images[0].url=\"a\\xc3\\xa9\\x00\""),
     .bad = WORDS("images[0].url=\"a\\xe9\\x00\""), .findings = "a3d1/string-utf8 images[0].url file+9/1 is 233"},
    {"a3d1: float", .version = 1, .both = WORDS("objects+=1", "objects[0].transformation.matrix.d=1"),
     .bad = WORDS("objects[0].transformation.matrix.d=f:nan"),
     .findings = "a3d1/float-finite objects[0].transformation.matrix.d file+20/4 is bits:7fc00000"},
    {"a3d1: float in a box", .version = 1, .both = WORDS("boxes+=1", "boxes[0].box={0,0,0,1,1,1}"),
     .bad = WORDS("boxes[0].box[4]=f:inf"), .findings = "a3d1/float-finite boxes[0].box[4] file+24/4 is bits:7f800000"},
};

#define SKIN(attributes, numbers)                                                                                      \
    "indexBuffers+={id=1,indexCount=3,byteBuffer=hex:000000000000}",                                                   \
        "vertexBuffers+={id=1,attributes={" attributes "},vertexCount=1,byteBuffer=hex:0000803f0000004000004040000000000000403f000040400000803e}", \
        "joints+={id=10,visible=1}", "joints+={id=11,parentId=10,visible=1}",                                          \
        "skins+={id=1,indexBufferId=1,jointBindTransforms+={id=10,bindPoseTransform.matrix.a=1},jointBindTransforms+={id=11,bindPoseTransform.matrix.a=1}," \
        "joints={10,11},numJoints={" numbers "},surfaces+={indexBegin=0,numTriangles=1},vertexBuffers={1},visible=1}"

static const twins a3d2_list[] = {
    {"a3d2: surfaces without joints", .both = WORDS(SKIN("POSITION,JOINT", "2"), "skins[0].surfaces+={indexBegin=0,numTriangles=1}", "skins[0].surfaces+={indexBegin=0,numTriangles=1}"), .bad = WORDS("skins[0].numJoints={0,2,0}"), .good = WORDS("skins[0].numJoints={1,1}"),
     .findings = "a3d2/skin-surface-joints skins[0].numJoints package+197/2 x2"},
    {"a3d2: cut in the header", .cut = 16, .findings = "a3d2/truncated $package file+0/1 is 1 not 2"},
    {"a3d2: package cut", .cut = 1, .findings = "a3d2/package-length $package file+0/2 is 15 not 14\n"
     "a3d2/zlib-complete - file+16/0 by 0"},
    {"a3d2: package length too large", .bad = WORDS("$package=100"),
     .findings = "a3d2/package-length $package file+0/2 is 100 not 15"},
    {"a3d2: package length too small", .bad = WORDS("$package=5"), .findings = "a3d2/zlib-complete - file+7/0\n"
     "a3d2/trailing-bytes - file+7/10 is 10 not 0 by 0"},
    {"a3d2: stored package, length too large", .both = WORDS("images+=1"),
     .bad = WORDS("$package.form=stored", "$package=100"),
     .findings = "a3d2/package-length $package file+0/2 is 100 not 13\n"
     "a3d2/package-stored $package file+0/2\n"
     "a3d2/package-looks-like-a3d1 $package file+0/2"},
    {"a3d2: trailing byte behind the package", .tail = "\0", .tail_size = 1,
     .findings = "a3d2/trailing-bytes - file+17/1 is 1 not 0"},
    {"a3d2: stored package, left over", .bad = WORDS("$package.form=stored", "$package=9"), .tail = "\1\2", .tail_size = 2,
     .findings = "a3d2/message-left-over - file+9/2 is 2 not 0\n"
     "a3d2/package-stored $package file+0/2\n"
     "a3d2/package-looks-like-a3d1 $package file+0/2"},
    {"a3d2: stored package, looks like A3D1", .bad = WORDS("$package.form=stored"),
     .findings = "a3d2/package-stored $package file+0/2\n"
     "a3d2/package-looks-like-a3d1 $package file+0/2"},
    {"a3d2: long form", .bad = WORDS("$package.form=long"), .findings = "a3d2/package-form $package file+0/4"},
    {"a3d2: major version", .bad = WORDS("versionMajor=3"),
     .findings = "a3d2/major-version versionMajor package+3/2 is 3 not 2"},
    {"a3d2: minor version 1", .bad = WORDS("@package+5=0001"),
     .findings = "a3d2/minor-version versionMinor package+5/2 is 1"},
    {"a3d2: minor version 7", .version = 6, .bad = WORDS("@package+6=0007"),
     .findings = "a3d2/minor-version versionMinor package+6/2 is 7"},
    {"a3d2: truncated", .both = WORDS("objects+=1"), .bad = WORDS("$mask.bit[14]=0"),
     .findings = "a3d2/truncated objects[0].id package+13/5 is 5 not 8"},
    {"a3d2: count", .both = WORDS("images+=1"), .bad = WORDS("images.$count=12"),
     .findings = "a3d2/count-fits images package+7/1 is 12"},
    {"a3d2: count of a string", .both = WORDS("images+=1", "images[0].url=\"picture\""),
     .bad = WORDS("images[0].url.$count=0x3fffff"),
     .findings = "a3d2/count-fits images[0].url package+12/3 is 4194303"},
    {"a3d2: count and mask bits", .both = WORDS("cubeMaps+=1", "maps+=20"), .bad = WORDS("cubeMaps.$count=11"),
     .findings = "a3d2/count-fits-mask cubeMaps package+8/1 is 11 not 0..4"},
    {"a3d2: over-long length", .both = WORDS("images+=1"), .bad = WORDS("images[0].url.$form=2"),
     .findings = "a3d2/over-long-length images[0].url package+12/2 is 2 not 1"},
    {"a3d2: mask exhausted", .both = WORDS("materials+=3"), .bad = WORDS("$mask.form=short"),
     .findings = "a3d2/count-fits-mask materials package+8/1 is 3 not 0..2"},
    {"a3d2: mask exhausted by a bit", .bad = WORDS("$mask.form=short", "$mask.room=13"),
     .findings = "a3d2/mask-exhausted objects package+1/1 bit 7 is 13 not 14"},
    {"a3d2: mask empty", .bad = WORDS("@package+0=80"), .findings = "a3d2/mask-empty $mask package+0/1"},
    {"a3d2: mask form", .bad = WORDS("$mask.form=long1"), .findings = "a3d2/mask-form $mask package+0/4 is 4 not 3"},
    {"a3d2: mask form, longer than needed", .bad = WORDS("$mask.room=29"),
     .findings = "a3d2/mask-form $mask package+0/4 is 4 not 3"},
    {"a3d2: mask surplus", .both = WORDS("materials+=2"), .bad = WORDS("$mask.room=48"),
     .findings = "a3d2/mask-surplus $mask package+0/7 is 48 not 40"},
    {"a3d2: mask padding", .bad = WORDS("$mask.tail=1"),
     .findings = "a3d2/mask-padding $mask package+2/1 bit 7 is 1 not 0"},
    {"a3d2: mask padding, first bit", .bad = WORDS("$mask.bit[19]=1"),
     .findings = "a3d2/mask-padding $mask package+2/1 bit 6 is 1 not 0"},
    {"a3d2: boolean", .both = WORDS("objects+=1"), .bad = WORDS("objects[0].visible=255"),
     .good = WORDS("objects[0].visible=1"), .findings = "a3d2/boolean objects[0].visible package+17/1 is 255 not 0..1"},
    {"a3d2: vertex attribute", .both = WORDS("vertexBuffers+=1", "vertexBuffers[0].attributes={0,1}"),
     .bad = WORDS("vertexBuffers[0].attributes[1]=5"),
     .findings = "a3d2/vertex-attribute vertexBuffers[0].attributes[1] package+13/4 is 5"},
    {"a3d2: string coding", .both = WORDS("images+=1"), .bad = WORDS("images[0].url=\"ab\\xed\\xa0\\x80\""),
     .findings = "a3d2/string-utf8 images[0].url package+15/1 is 237"},
    {"a3d2: float", .both = WORDS("animationTracks+=1", "animationTracks[0].keyframes+=2"),
     .bad = WORDS("animationTracks[0].keyframes[1].transform.matrix.l=f:-inf"),
     .findings = "a3d2/float-finite animationTracks[0].keyframes[1].transform.matrix.l package+113/4 is bits:ff800000"},
};

/* ---- packages packed by hand ---- */

typedef struct package {
    uint8_t bytes[400];
    size_t size;
} package;

/* Header and zlib stream around the message of a fresh 2.0 file with one image. */
static void message_of(build *b, uint8_t *message, size_t *size)
{
    build_make(b, &a3d_format_a3d2, 0, WORDS("images+=1", "images[0].url=\"a picture, a picture, a picture\""));
    assert_int_equal(b->doc->n_streams, 2);
    *size = b->doc->streams[1].size;
    assert_true(*size < 100);
    memcpy(message, b->doc->streams[1].data, *size);
}

static void put_header(package *p, size_t length)
{
    a3d_store(p->bytes, 2, 0x4000 | length, true);
}

static void expect_package(package *p, const char *findings)
{
    build b;
    put_header(p, p->size - 2);
    build_read(&b, &a3d_format_a3d2, p->bytes, p->size, 0);
    expect_findings(b.doc, findings);
    expect_bytes(b.doc, p->bytes, p->size);
    build_free(&b);
}

/* zlib around the message, its bytes changed by the caller. */
static void pack(package *p, const uint8_t *message, size_t size)
{
    p->size = 2 + a3d_deflate_stored(message, size, p->bytes + 2);
}

static void zlib_headers(void **state)
{
    static const struct {
        const char *bytes;
        const char *findings;
    } heads[] = {
        {"\x1f\x8b", "a3d2/zlib-header - file+2/1"}, /* gzip */
        {"\x79\x01", "a3d2/zlib-header - file+2/1"}, /* method 9 */
        {"\x88\x1c", "a3d2/zlib-header - file+2/1"}, /* a window of 64 KiB */
        {"\x78\x02", "a3d2/zlib-header - file+3/1"}, /* check bits */
        {"\x78\x20", "a3d2/zlib-header - file+3/1"}, /* a preset dictionary */
    };
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        pack(&p, message, size);
        memcpy(p.bytes + 2, heads[i].bytes, 2);
        expect_package(&p, heads[i].findings);
    }
    pack(&p, message, size);
    expect_package(&p, "");
    build_free(&b);
}

static void raw_deflate(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    pack(&p, message, size);
    memmove(p.bytes + 2, p.bytes + 4, p.size - 4);
    p.size -= 2 + 4; /* neither header nor checksum */
    expect_package(&p, "a3d2/zlib-header - file+2/1");
    build_free(&b);
}

static void empty_package(void **state)
{
    package p = {.size = 2};
    (void)state;
    expect_package(&p, "a3d2/zlib-complete - file+2/0");
}

static void deflate_faults(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    pack(&p, message, size);
    p.bytes[4] = 0x07; /* last block, type 3 */
    expect_package(&p, "a3d2/zlib-data - file+4/1 bit 6");
    pack(&p, message, size);
    p.bytes[7] ^= 1; /* the complement of the length */
    expect_package(&p, "a3d2/zlib-data - file+5/1 bit 7");
    /* fixed codes: a match at the very beginning reaches before it. 1 01 then length code 257 (0000001) */
    pack(&p, message, size);
    p.bytes[4] = 0x03;
    p.bytes[5] = 0x02;
    expect_package(&p, "a3d2/zlib-data - file+5/1 bit 0");
    /* the same behind a stored block, so that the fault lies far into the stream */
    pack(&p, message, size);
    p.bytes[4] = 0;
    p.bytes[9 + size] = 0x06; /* not last, type 3, where the checksum stood */
    expect_package(&p, "a3d2/zlib-data - file+53/1 bit 6");
    build_free(&b);
}

static void package_ends_early(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    for (size_t cut = 1; cut <= 12; cut++) {
        char line[100];
        pack(&p, message, size);
        p.size -= cut;
        snprintf(line, sizeof line, "a3d2/zlib-complete - file+%u/0", (unsigned)p.size);
        expect_package(&p, line);
    }
    build_free(&b);
}

static void wrong_adler(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    char line[120];
    (void)state;
    message_of(&b, message, &size);
    pack(&p, message, size);
    uint32_t right = a3d_adler32(1, message, size);
    p.bytes[p.size - 1] ^= 0x80;
    snprintf(line, sizeof line, "a3d2/zlib-checksum - file+%u/4 is %u not %u", (unsigned)p.size - 4, (unsigned)(right ^ 0x80), (unsigned)right);
    expect_package(&p, line);
    build_free(&b);
}

/* The checksum does not keep the message from being judged. */
static void faults_behind_a_wrong_adler(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    message[size - 1] = 0xff;
    pack(&p, message, size);
    message[size - 1] = 'e';
    a3d_store(p.bytes + p.size - 4, 4, a3d_adler32(1, message, size), true);
    expect_package(&p, "a3d2/zlib-checksum - file+53/4 is 291245420 not 301338118\n"
                       "a3d2/string-utf8 images[0].url package+43/1 is 255");
    build_free(&b);
}

static void byte_behind_the_message(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    message[size++] = 0;
    pack(&p, message, size);
    expect_package(&p, "a3d2/trailing-bytes - package+44/1 is 1 not 0");
    build_free(&b);
}

static void bytes_behind_the_stream(void **state)
{
    build b;
    package p;
    uint8_t message[100];
    size_t size;
    (void)state;
    message_of(&b, message, &size);
    pack(&p, message, size);
    memcpy(p.bytes + p.size, "\1\2\3", 3);
    p.size += 3;
    char line[100];
    snprintf(line, sizeof line, "a3d2/zlib-trailing - file+%u/3 is 3 not 0", (unsigned)p.size - 3);
    expect_package(&p, line);
    build_free(&b);
}

/* A file that claims four million elements costs what its bytes cost. */
static void claims_cost_nothing(void **state)
{
    static const char *const words[] = {"materials+=1", "materials.$count=0x3fffff"};
    build b;
    (void)state;
    build_make(&b, &a3d_format_a3d1, 1, WORDS(words[0], words[1]));
    assert_true(b.doc->n_nodes < 100);
    assert_true(b.doc->steps < 1000);
    build_free(&b);
}

enum {
    REQUIRED_SPRITE_MATERIAL = A3D2_REQUIRED_SPRITE_MATERIAL | A3D2_REQUIRED_SPOT_DECAL,
    OPTIONAL_SPOT_DECAL = A3D2_OPTIONAL_SPOT_DECAL | A3D2_OPTIONAL_SPRITE_MATERIAL
};

/* Sprite.materialId is optional, or required under the other reading. */
static void required_sprite_material(void **state)
{
    build made, usual, other;
    (void)state;
    build_fresh(&made, &a3d_format_a3d2, 6, REQUIRED_SPRITE_MATERIAL);
    build_edit(&made, WORDS("sprites+=1", "sprites[0].materialId=7"));
    build_encode(&made, A3D_FAITHFUL);
    build_again(&other, &made, REQUIRED_SPRITE_MATERIAL);
    expect_clean(other.doc, "");
    expect_at(other.doc, "sprites[0].materialId", "7");
    expect_bytes(other.doc, made.bytes, made.size);
    build_again(&usual, &made, 0);
    assert_true(usual.doc->n_findings > 0);
    build_free(&usual);
    build_free(&other);
    build_free(&made);
}

/* SpotLight.falloff, SpotLight.hotspot and Decal.offset are required, or optional under the other reading. Each uses a
 * mask bit there, whether it is present or not. */
static void optional_spot_decal(void **state)
{
    static const struct {
        const char *word, *path, *value;
    } cases[] = {
        {"spotLights+={id=1,falloff=1,hotspot=0.5,visible=1,transform.matrix.a=1}", "spotLights[0].falloff", "bits:3f800000"},
        {"spotLights+={id=1,hotspot=0.5,visible=1,transform.matrix.a=1}", "spotLights[0].hotspot", "bits:3f000000"},
        {"spotLights+={id=1,visible=1,transform.matrix.a=1}", "spotLights[0].transform.matrix.a", "bits:3f800000"},
        {"decals+={id=1,offset=2,visible=1,parentId=1,transform.matrix.a=1}", "decals[0].offset", "bits:40000000"},
        {"decals+={id=1,visible=1,parentId=1,transform.matrix.a=1}", "decals[0].transform.matrix.a", "bits:3f800000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        build made, usual, other;
        build_fresh(&made, &a3d_format_a3d2, 6, OPTIONAL_SPOT_DECAL);
        build_edit(&made, WORDS(cases[i].word));
        build_encode(&made, A3D_FAITHFUL);
        build_again(&other, &made, OPTIONAL_SPOT_DECAL);
        expect_clean(other.doc, "");
        expect_at(other.doc, cases[i].path, cases[i].value);
        expect_bytes(other.doc, made.bytes, made.size);
        build_again(&usual, &made, 0);
        assert_true(usual.doc->faulty);
        build_free(&usual);
        build_free(&other);
        build_free(&made);
    }
}

/* A skin with joints needs vertices that have them; an attribute of an unknown kind may be that. */
static void strange_attributes_may_be_joints(void **state)
{
    static const char *const kinds[] = {"POSITION", "NORMAL", "TANGENT4", "JOINT", "TEXCOORD", "5", "9", "-1", "0x7fffffff"};
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        build b;
        char word[80];
        snprintf(word, sizeof word, "vertexBuffers[0].attributes={POSITION,%s}", kinds[i]);
        build_make(&b, &a3d_format_a3d2, 0, WORDS(SKIN("POSITION,JOINT", "2"), word));
        bool missed = strstr(build_findings(b.doc), "a3d2/skin-weights skins[0].vertexBuffers") != NULL;
        if (missed != (i < 3 || i == 4))
            fail_msg("%s: %s", kinds[i], build_findings(b.doc));
        build_free(&b);
    }
}

int main(void)
{
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(zlib_headers),        cmocka_unit_test(raw_deflate),
        cmocka_unit_test(empty_package),       cmocka_unit_test(deflate_faults),
        cmocka_unit_test(package_ends_early),  cmocka_unit_test(wrong_adler),
        cmocka_unit_test(faults_behind_a_wrong_adler), cmocka_unit_test(bytes_behind_the_stream),
        cmocka_unit_test(byte_behind_the_message),
        cmocka_unit_test(claims_cost_nothing), cmocka_unit_test(required_sprite_material),
        cmocka_unit_test(optional_spot_decal), cmocka_unit_test(strange_attributes_may_be_joints),
    };
    int failed = run_twins("structure of A3D1", &a3d_format_a3d1, a3d1_list, sizeof a3d1_list / sizeof *a3d1_list, NULL, 0);
    return failed + run_twins("structure of A3D2", &a3d_format_a3d2, a3d2_list, sizeof a3d2_list / sizeof *a3d2_list, more,
                              sizeof more / sizeof *more);
}
