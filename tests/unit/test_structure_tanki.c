/* Tanki A3D: each structural rule by a bad file and its good neighbour, and what is read after a fault. */
#include "../support/build.h"

#include <string.h>

#include "formats/tanki/tanki.h"

/* One of everything, version 3. In the file: materials 16, meshes 60, transforms 172, objects 248. */
#define MODEL3                                                                                                  \
    "materials+=1", "materials[0].name=\"ab\"", "materials[0].diffuseMap=\"abcde\"", "meshes+=1",               \
        "meshes[0].name=\"mesh\"", "meshes[0].vertexCount=1", "meshes[0].buffers+=1",                           \
        "meshes[0].buffers[0].type=position", "meshes[0].submeshes+=1",                                         \
        "meshes[0].submeshes[0].indices={0,0,0}", "transforms+=1", "transforms[0].name=\"t\"",                  \
        "transforms.parents={-1}", "objects+=1", "objects[0].materials={0}"

/* The same in version 2. */
#define MODEL2                                                                                                  \
    "materials+=1", "materials[0].name=\"ab\"", "materials[0].diffuseMap=\"abcde\"", "meshes+=1",               \
        "meshes[0].vertexCount=1", "meshes[0].buffers+=1", "meshes[0].buffers[0].type=position",                \
        "meshes[0].submeshes+=1", "meshes[0].submeshes[0].indices={0,0,0}",                                     \
        "meshes[0].submeshes[0].smoothing={1}", "transforms+=1", "transforms.parents={0}", "objects+=1",        \
        "objects[0].name=\"obj\""


static const twins list[] = {
    {"magic", .version = 3, .bad = WORDS("@file+0=42"), .findings = "tanki/magic magic file+0/4"},
    {"version 4", .version = 3, .bad = WORDS("@file+4=0400"),
     .findings = "tanki/version version file+4/2 is 4 not 1..3"},
    {"version 0", .version = 3, .bad = WORDS("@file+4=0000"),
     .findings = "tanki/version version file+4/2 is 0 not 1..3"},
    {"version 1", .version = 3, .bad = WORDS("@file+4=0100"),
     .findings = "tanki/version-1-undocumented version file+4/2 is 1 not 2..3"},
    {"high half of the version", .version = 3, .bad = WORDS("versionHigh=1"),
     .findings = "tanki/version-high-half-zero versionHigh file+6/2 is 1 not 0"},

    {"block id: root", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("rootId=4"),
     .findings = "tanki/block-id rootId file+8/4 is 4 not 1"},
    {"block id: root, and its length leads nowhere", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("rootId=0", "rootLength:=0"),
     .findings = "tanki/block-id rootId file+8/4 is 0 not 1\n"
     "tanki/trailing-bytes - file+16/224 is 224 not 0 by 0"},
    {"block id: materials", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials.id=2"),
     .findings = "tanki/block-id materials.id file+16/4 is 2 not 4"},
    {"block id: meshes", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes.id=4"),
     .findings = "tanki/block-id meshes.id file+60/4 is 4 not 2"},
    {"block id: transforms", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("transforms.id=0"),
     .findings = "tanki/block-id transforms.id file+148/4 is 0 not 3"},
    {"block id: objects", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("objects.id=0xffffffff"),
     .findings = "tanki/block-id objects.id file+212/4 is 4294967295 not 5"},

    {"length: root short", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("rootLength=100"),
     .findings = "tanki/block-length rootLength file+12/4 is 100 not 224"},
    {"length: root long", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("rootLength=1000"),
     .findings = "tanki/block-length rootLength file+12/4 is 1000 not 224"},
    {"length: materials short", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials.length=5"),
     .findings = "tanki/block-length materials.length file+20/4 is 5 not 36"},
    {"length: materials long", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials.length=40"),
     .findings = "tanki/block-length materials.length file+20/4 is 40 not 36"},
    {"length: meshes short", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes.length=103"),
     .findings = "tanki/block-length meshes.length file+64/4 is 103 not 80"},
    {"length: meshes long", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes.length=0xffffffff"),
     .findings = "tanki/block-length meshes.length file+64/4 is 4294967295 not 80"},
    {"length: transforms short", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("transforms.length=0"),
     .findings = "tanki/block-length transforms.length file+152/4 is 0 not 56"},
    {"length: transforms long", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("transforms.length=61"),
     .findings = "tanki/block-length transforms.length file+152/4 is 61 not 56"},
    {"length: objects short", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("objects.length=16"),
     .findings = "tanki/block-length objects.length file+216/4 is 16 not 20"},
    {"length: objects long", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("objects.length=100"),
     .findings = "tanki/block-length objects.length file+216/4 is 100 not 20"},
    {"length: all of them", .version = 3, .both = WORDS(MODEL3),
     .bad = WORDS("rootLength=1", "materials.length=2", "meshes.length=3", "transforms.length=4", "objects.length=5"),
     .findings = "tanki/block-length materials.length file+20/4 is 2 not 36\n"
     "tanki/block-length meshes.length file+64/4 is 3 not 80\n"
     "tanki/block-length transforms.length file+152/4 is 4 not 56\n"
     "tanki/block-length objects.length file+216/4 is 5 not 20\n"
     "tanki/block-length rootLength file+12/4 is 1 not 224"},

    {"length, version 2: root short", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("rootLength=100"),
     .findings = "tanki/block-length-v2 rootLength file+12/4 is 100 not 169"},
    {"length, version 2: root long", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("rootLength=1000"),
     .findings = "tanki/block-length-v2 rootLength file+12/4 is 1000 not 169"},
    {"length, version 2: materials short", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("materials.length=5"),
     .findings = "tanki/block-length-v2 materials.length file+20/4 is 5 not 25"},
    {"length, version 2: materials long", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("materials.length=40"),
     .findings = "tanki/block-length-v2 materials.length file+20/4 is 40 not 25"},
    {"length, version 2: meshes short", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("meshes.length=1"),
     .findings = "tanki/block-length-v2 meshes.length file+53/4 is 1 not 48"},
    {"length, version 2: meshes long", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("meshes.length=1000"),
     .findings = "tanki/block-length-v2 meshes.length file+53/4 is 1000 not 48"},
    {"length, version 2: transforms short", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("transforms.length=1"),
     .findings = "tanki/block-length-v2 transforms.length file+109/4 is 1 not 48"},
    {"length, version 2: transforms long", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("transforms.length=1000"),
     .findings = "tanki/block-length-v2 transforms.length file+109/4 is 1000 not 48"},
    {"length, version 2: objects short", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("objects.length=1"),
     .findings = "tanki/block-length-v2 objects.length file+165/4 is 1 not 16"},
    {"length, version 2: objects long", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("objects.length=1000"),
     .findings = "tanki/block-length-v2 objects.length file+165/4 is 1000 not 16"},
    {"length, version 2: none", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("rootLength=0"),
     .findings = "tanki/block-length-zero rootLength file+12/4 is 0 not 169"},
    {"length, version 2: all none", .version = 2, .both = WORDS(MODEL2),
     .bad = WORDS("rootLength=0", "materials.length=0", "meshes.length=0", "transforms.length=0", "objects.length=0"),
     .findings = "tanki/block-length-zero materials.length file+20/4 is 0 not 25\n"
     "tanki/block-length-zero meshes.length file+53/4 is 0 not 48\n"
     "tanki/block-length-zero transforms.length file+109/4 is 0 not 48\n"
     "tanki/block-length-zero objects.length file+165/4 is 0 not 16\n"
     "tanki/block-length-zero rootLength file+12/4 is 0 not 169"},

    {"count too small, and what follows looks like the next block", .version = 2,
     .both = WORDS(MODEL2, "meshes[0].vertexCount=3"),
     .bad = WORDS("meshes.list.$count:=0"), .findings = "tanki/block-left-over meshes file+61/68 is 68 not 0"},
    {"left over in a block", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("transforms.$slack=hex:00000000"),
     .findings = "tanki/block-left-over transforms file+212/4 is 4 not 0"},
    {"bytes behind the root block", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("$slack=hex:0000"),
     .findings = "tanki/trailing-bytes - file+240/2 is 2 not 0"},
    {"trailing byte", .version = 3, .both = WORDS(MODEL3), .tail = "\0", .tail_size = 1,
     .findings = "tanki/trailing-bytes - file+240/1 is 1 not 0"},
    {"cut in the last block", .version = 3, .both = WORDS(MODEL3), .cut = 1,
     .findings = "tanki/count-fits objects[0].materials file+232/4 is 1"},
    {"cut in the first block", .version = 3, .both = WORDS(MODEL3), .cut = 200,
     .findings = "tanki/count-fits materials file+24/4 is 1"},
    {"cut in the header", .version = 3, .cut = 62, .findings = "tanki/truncated magic file+0/2 is 2 not 4"},

    {"count: materials", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials.list.$count:=100000"),
     .findings = "tanki/count-fits materials file+24/4 is 100000"},
    {"count: meshes", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes.list.$count=0xffffffff"),
     .findings = "tanki/count-fits meshes file+68/4 is 4294967295"},
    {"count: vertices", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("@file+108=ff000000"),
     .findings = "tanki/count-fits meshes[0].buffers[0].vertices file+120/0 is 255"},
    {"count: buffers", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes[0].buffers.$count=1000"),
     .findings = "tanki/count-fits meshes[0].buffers file+112/4 is 1000"},
    {"count: submeshes", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes[0].submeshes.$count=1000"),
     .findings = "tanki/count-fits meshes[0].submeshes file+132/4 is 1000"},
    {"count: indices", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("meshes[0].submeshes[0].indexCount=3000"),
     .findings = "tanki/count-fits meshes[0].submeshes[0].indices file+136/4 is 3000"},
    {"count: faces, version 2", .version = 2, .both = WORDS(MODEL2),
     .bad = WORDS("meshes[0].submeshes[0].faceCount=3000"),
     .findings = "tanki/count-fits meshes[0].submeshes[0].indices file+89/4 is 9000"},
    {"count: string", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials[0].name.$count=0x10000"),
     .findings = "tanki/count-fits materials[0].name file+28/4 is 65536"},
    {"count: materials of an object", .version = 3, .both = WORDS(MODEL3),
     .bad = WORDS("objects[0].materials.$count=2"),
     .findings = "tanki/count-fits objects[0].materials file+232/4 is 2"},

    {"indices: no triangles", .version = 3, .both = WORDS(MODEL3),
     .bad = WORDS("meshes[0].submeshes[0].indices={0,0,0,0}"),
     .good = WORDS("meshes[0].submeshes[0].indices={0,0,0,0,0,0}"),
     .findings = "tanki/index-count-triangles meshes[0].submeshes[0].indexCount file+136/4 is 4"},
    {"buffer type 0", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("@file+116=00000000"),
     .findings = "tanki/buffer-type meshes[0].buffers[0].type file+116/4 is 0"},
    {"buffer type 7, version 2", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("meshes[0].buffers[0].type:=7"),
     .findings = "tanki/buffer-type meshes[0].buffers[0].type file+69/4 is 7"},

    {"string without end", .version = 2, .both = WORDS(MODEL2, "objects[0].name=\"an object\""), .cut = 9,
     .findings = "tanki/string-end objects[0].name file+173/9"},
    {"string without end in an inner block", .version = 2, .both = WORDS(MODEL2), .bad = WORDS("@file+48=20"),
     .findings = "tanki/string-end materials[0].diffuseMap file+43/6"},
    {"string coding", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials[0].name=\"a\\xc0\""),
     .findings = "tanki/string-utf8 materials[0].name file+33/1 is 192"},
    {"padding of a string", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials[0].name.$pad=hex:0001"),
     .findings = "tanki/padding-zero materials[0].name file+34/2 is 1 not 0"},
    {"padding of indices", .version = 3, .both = WORDS(MODEL3),
     .bad = WORDS("meshes[0].submeshes[0].indices.$pad=hex:ffff"),
     .findings = "tanki/padding-zero meshes[0].submeshes[0].indices file+146/2 is 255 not 0"},
    {"float: infinite", .version = 3, .both = WORDS(MODEL3), .bad = WORDS("materials[0].color.g=f:-inf"),
     .findings = "tanki/float-finite materials[0].color.g file+40/4 is bits:ff800000"},
    {"float: not a number in a plain list", .version = 3, .both = WORDS(MODEL3),
     .bad = WORDS("meshes[0].buffers[0].vertices[0].y=f:nan"), .good = WORDS("meshes[0].buffers[0].vertices[0].y=f:-0"),
     .findings = "tanki/float-finite meshes[0].buffers[0].vertices[0].y file+124/4 is bits:7fc00000"},

    {"after a fault: blocks", .version = 3, .both = WORDS(MODEL3),
     .bad = WORDS("materials.id=9", "transforms[0].rotation.w=f:inf", "objects.length=1"),
     .findings = "tanki/block-id materials.id file+16/4 is 9 not 4\n"
     "tanki/block-length objects.length file+216/4 is 1 not 20\n"
     "tanki/float-finite transforms[0].rotation.w file+192/4 is bits:7f800000"},
    {"after a fault: counts", .version = 3, .both = WORDS(MODEL3),
    
     .bad = WORDS("materials.list.$count=1000", "meshes[0].buffers.$count=2000", "transforms.list.$count=3000", "objects.list.$count=4000"),
     .findings = "tanki/count-fits materials file+24/4 is 1000\n"
     "tanki/count-fits meshes[0].buffers file+112/4 is 2000\n"
     "tanki/count-fits transforms file+156/4 is 3000\n"
     "tanki/count-fits objects file+220/4 is 4000"},
    {"after a fault: version 2", .version = 2, .both = WORDS(MODEL2),
     .bad = WORDS("meshes[0].submeshes[0].faceCount=3000", "transforms[0].scale.x=f:nan", "objects.length=1"),
     .findings = "tanki/count-fits meshes[0].submeshes[0].indices file+89/4 is 9000\n"
     "tanki/block-length-v2 objects.length file+165/4 is 1 not 16\n"
     "tanki/float-finite transforms[0].scale.x file+145/4 is bits:7fc00000"},
};

/* Errors that do not follow from another finding. */
static size_t root_errors(const a3d_doc *doc)
{
    size_t n = 0;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].severity == A3D_ERROR && doc->findings[i].cause == A3D_NO_CAUSE;
    return n;
}

/* What stood in the blocks after one with a wrong length, id or count. */
static void later_blocks_are_read(void **state)
{
    static const char *const faults[] = {"rootLength=3",      "materials.length=3", "materials.length=4000", "materials.id=7",
                                         "materials.list.$count=5000", "meshes.length=7", "meshes.length=1000", "meshes.id=7",
                                         "meshes[0].buffers[0].type=9", "transforms.length=0", "transforms.length=100"};
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        build b;
        build_make(&b, &a3d_format_tanki, 3, WORDS(MODEL3, "transforms[0].position.z=2.5", faults[i]));
        assert_int_equal(root_errors(b.doc), 1);
        expect_at(b.doc, "transforms[0].position.z", "bits:40200000");
        expect_at(b.doc, "objects[0].materials", "00000000");
        build_free(&b);
    }
}

/* Materials and meshes change places, each whole and with its own length. */
static void blocks_in_the_wrong_order(void **state)
{
    build b, swapped;
    uint8_t copy[2000];
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, WORDS(MODEL3));
    uint32_t a = 16, m = 60, t = 60 + 8 + a3d_load32(b.bytes + 64, false);
    assert_true(b.size < sizeof copy);
    memcpy(copy, b.bytes, b.size);
    memcpy(copy + a, b.bytes + m, t - m);
    memcpy(copy + a + (t - m), b.bytes + a, m - a);
    build_read(&swapped, &a3d_format_tanki, copy, b.size, 0);
    expect_findings(swapped.doc, "tanki/block-id materials.id file+16/4 is 2 not 4\n"
                                 "tanki/block-id meshes.id file+104/4 is 4 not 2 by 0");
    expect_at(swapped.doc, "transforms[0].name", "t");
    expect_at(swapped.doc, "objects[0].materials", "00000000");
    build_free(&swapped);
    build_free(&b);
}

/* One damage moves all blocks behind it, and is one finding: what is found behind it follows from it. */
static void blocks_that_move_others(void **state)
{
    static const struct {
        uint32_t from, to, put; /* the bytes from..to are replaced by `put` bytes of `bytes` */
        const char *bytes, *findings;
    } damages[] = {
        /* no materials */
        {16, 60, 0, "",
         "tanki/block-id materials.id file+16/4 is 2 not 4\n"
         "tanki/block-id meshes.id file+104/4 is 3 not 2 by 0\n"
         "tanki/block-id transforms.id file+168/4 is 5 not 3 by 0\n"
         "tanki/truncated objects.id file+196/0 is 0 not 4 by 0"},
        /* no transforms */
        {148, 212, 0, "",
         "tanki/block-id transforms.id file+148/4 is 5 not 3\n"
         "tanki/truncated objects.id file+176/0 is 0 not 4 by 0"},
        /* a foreign block */
        {60, 60, 12, "\7\0\0\0\4\0\0\0\0\0\0\0",
         "tanki/block-id meshes.id file+60/4 is 7 not 2\n"
         "tanki/block-id transforms.id file+72/4 is 2 not 3 by 0\n"
         "tanki/block-id objects.id file+160/4 is 3 not 5 by 0\n"
         "tanki/block-left-over - file+224/28 is 28 not 0 by 0"},
        /* the same before the last */
        {212, 212, 12, "\6\0\0\0\4\0\0\0\0\0\0\0",
         "tanki/block-id objects.id file+212/4 is 6 not 5\n"
         "tanki/block-left-over - file+224/28 is 28 not 0 by 0"},
        /* materials twice */
        {60, 60, 12, "\4\0\0\0\4\0\0\0\0\0\0\0",
         "tanki/block-id meshes.id file+60/4 is 4 not 2\n"
         "tanki/block-id transforms.id file+72/4 is 2 not 3 by 0\n"
         "tanki/block-id objects.id file+160/4 is 3 not 5 by 0\n"
         "tanki/block-left-over - file+224/28 is 28 not 0 by 0"},
        /* bytes inside that nobody counts */
        {156, 156, 4, "\0\0\0\0",
         "tanki/block-length transforms.length file+152/4 is 56 not 4\n"
         "tanki/block-id objects.id file+160/4 is 1 not 5 by 0\n"
         "tanki/block-left-over - file+169/75 is 75 not 0 by 0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        build b, moved;
        uint8_t copy[2000];
        uint32_t from = damages[i].from, put = damages[i].put, rest;
        build_make(&b, &a3d_format_tanki, 3, WORDS(MODEL3));
        rest = (uint32_t)b.size - damages[i].to;
        memcpy(copy, b.bytes, from);
        memcpy(copy + from, damages[i].bytes, put);
        memcpy(copy + from + put, b.bytes + damages[i].to, rest);
        a3d_store32(copy + 12, from + put + rest - 16, false);
        build_read(&moved, &a3d_format_tanki, copy, from + put + rest, 0);
        expect_findings(moved.doc, damages[i].findings);
        build_free(&moved);
        build_free(&b);
    }
}

/* Two wrong ids that have nothing to do with each other stay two findings. */
static void blocks_that_moved_nothing(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, WORDS(MODEL3, "materials.id=9", "transforms.id=8"));
    expect_findings(b.doc, "tanki/block-id materials.id file+16/4 is 9 not 4\n"
                           "tanki/block-id transforms.id file+148/4 is 8 not 3");
    build_free(&b);
}

/* The positions became normals, and there were normals: one damage, which names both buffers. */
static void positions_of_another_type(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, WORDS(MODEL3, "meshes[0].buffers+=1", "meshes[0].buffers[1].type=normal", "meshes[0].buffers[0].type=normal"));
    const a3d_finding *repeated = &b.doc->findings[0], *missing = &b.doc->findings[1];
    assert_string_equal(repeated->rule->id, "tanki/buffer-repeated");
    assert_int_equal(repeated->off, 132);
    assert_int_equal(repeated->n_suspects, 1);
    assert_int_equal(repeated->suspects[0].off, 116);
    assert_string_equal(repeated->suspects[0].repair, "1");
    assert_string_equal(missing->rule->id, "tanki/position-buffer");
    assert_int_equal(missing->cause, 0);
    build_free(&b);
}

int main(void)
{
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(later_blocks_are_read),
        cmocka_unit_test(blocks_in_the_wrong_order),
        cmocka_unit_test(blocks_that_move_others),
        cmocka_unit_test(blocks_that_moved_nothing),
        cmocka_unit_test(positions_of_another_type),
    };
    return run_twins("structure of Tanki A3D", &a3d_format_tanki, list, sizeof list / sizeof *list, more, sizeof more / sizeof *more);
}
