/* ODOL: each structural rule by a bad file and its good neighbour, packed blocks damaged at known places, and
 * what is read after a fault. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "formats/odol/odol.h"

#define LOD "lods[0]"
#define TWO_LODS "lods+=1", "resolution={2,1}"
/* Three triangles, each 16 in the measure of alloc from version 69 on. */
#define FACES LOD ".faces+=3", LOD ".faces[0].indices={0,0,0}"
#define SECTION LOD ".sections+=1", LOD ".sections[0].face_to=48"
#define VERTEX LOD ".n_vertices=1", LOD ".clip+=1", LOD ".uv0.uv+=1", LOD ".positions+=1", LOD ".normals+=1"
#define ANIMATION "has_anims=1", "animations.classes+=1"
#define BONE "modelInfo.skeleton={name=\"s\",bones+={bone=\"a\"}}"
#define MATERIAL LOD ".materials+=1", LOD ".materials[0].name=\"m\""

static const twins list[] = {
    {"magic", 75, .bad = WORDS("@file+0=4d"), .findings = "odol/magic magic file+0/4"},
    {"version 39", 40, .bad = WORDS("@file+4=27"), .findings = "odol/version version file+4/4 is 39 not 40..75"},
    {"version 76", 75, .bad = WORDS("@file+4=4c"), .findings = "odol/version version file+4/4 is 76 not 40..75"},
    {"version not seen", 60, .findings = "odol/version-unseen version file+4/4 is 60"},
    {"branch not seen", 53, ODOL_ARMA, .findings = "odol/branch-unseen version file+4/4 is 53"},
    {"encrypted", 75, .bad = WORDS("enc1=1"), .findings = "odol/encrypted enc1 file+8/4 is 1 not 0"},
    {"encrypted, second word", 75, .bad = WORDS("enc2=0x80000000"),
     .findings = "odol/encrypted enc2 file+12/4 is 2147483648 not 0"},
    {"cut at the end", 75, .cut = 1, .findings = "odol/truncated meshesB.meshes file+534/3 is 3 not 4"},
    {"cut in the LOD", 75, .cut = 100, .findings = "odol/lod-address lod_end[0] file+314/4 is 502 not 320..438"},
    {"cut in the header", 75, .cut = 500, .findings = "odol/truncated modelInfo.geometry_sphere file+37/1 is 1 not 4"},
    {"trailing bytes", 75, .tail = "\0\0", .tail_size = 2, .findings = "odol/trailing-bytes - file+538/2 is 2 not 0"},
    {"trailing bytes, no tail in this version", 50, .tail = "x", .tail_size = 1,
     .findings = "odol/trailing-bytes - file+429/1 is 1 not 0"},
    {"count of records", 75, .bad = WORDS(LOD ".proxies.$count=0x7fffffff"),
     .findings = "odol/count-too-large lods[0].proxies file+319/4 is 2147483647"},
    {"count of words", 75, .bad = WORDS(LOD ".sub2skel.$count=1000"),
     .findings = "odol/count-too-large lods[0].sub2skel file+323/4 is 1000"},
    {"count in a field", 75, .bad = WORDS("@file+21=00000040"),
     .findings = "odol/count-too-large resolution file+21/4 is 1073741824"},
    {"float", 75, .bad = WORDS("modelInfo.mass=f:nan"), .findings = "odol/float-finite modelInfo.mass file+251/4 is bits:7fc00000"},
    {"string without end", 75, .both = WORDS("muzzle_flash=\"abc\""), .cut = 518,
     .findings = "odol/string-end muzzle_flash file+20/3"},
    {"boolean", 75, .bad = WORDS("modelInfo.autocenter=2"),
     .findings = "odol/boolean modelInfo.autocenter file+205/1 is 2 not 0..1"},
    {"boolean in a list", 75, .bad = WORDS("permanent[0]=2"),
     .findings = "odol/boolean permanent[0] file+318/1 is 2 not 0..1"},
    {"boolean that decides", 75, .bad = WORDS("has_anims=2"),
     .findings = "odol/boolean has_anims file+309/1 is 2 not 0..1"},
    {"reserved in a LOD", 75, .bad = WORDS(LOD ".zero=1"),
     .findings = "odol/reserved lods[0].zero file+411/2 is 1 not 0"},
    {"reserved in a section", 75, .both = WORDS(FACES, SECTION), .bad = WORDS(LOD ".sections[0].zero=1"),
     .findings = "odol/reserved lods[0].sections[0].zero file+472/4 is 1 not 0"},
    {"reserved in a selection", 75, .both = WORDS(LOD ".selections+=1"), .bad = WORDS(LOD ".selections[0].zero=9"),
     .findings = "odol/reserved lods[0].selections[0].zero file+426/4 is 9 not 0"},

    {"block flag 3", 75, .both = WORDS(LOD ".point2vertex={1,2}"), .bad = WORDS(LOD ".point2vertex.$pack=3"),
     .findings = "odol/block-flag lods[0].point2vertex file+399/1 is 3"},
    {"block flag 1", 75, .both = WORDS(LOD ".point2vertex={1,2}", LOD ".point2vertex.$pack=packed"),
     .bad = WORDS(LOD ".point2vertex.$pack=1"), .findings = "odol/block-flag-one lods[0].point2vertex file+399/1 is 1"},
    {"block of more than its bytes can yield", 75,
     .both = WORDS(LOD ".point2vertex={1,2}", LOD ".point2vertex.$pack=packed"),
     .bad = WORDS(LOD ".point2vertex.$count=1000000"),
     .findings = "odol/block-ratio lods[0].point2vertex file+400/1 is 4000000 not 0..29440"},
    {"block smaller than its count", 75, .both = WORDS(LOD ".point2vertex={1,2}", LOD ".point2vertex.$pack=packed"),
     .bad = WORDS(LOD ".point2vertex.$count=3"), .findings = "odol/block-size lods[0].point2vertex file+409/1"},
    {"block larger than its count", 75, .both = WORDS(LOD ".point2vertex={1,2,3}", LOD ".point2vertex.$pack=packed"),
     .bad = WORDS(LOD ".point2vertex.$count=2"), .findings = "odol/block-size lods[0].point2vertex file+400/1"},

    {"no LOD", 75, .bad = WORDS("lods-=1"), .findings = "odol/no-lods nLods file+21/4 is 0 not 1..4294967295"},
    {"LOD begins inside the header", 75, .bad = WORDS("lod_start[0]=4"),
     .findings = "odol/lod-address lod_start[0] file+310/4 is 4 not 319..537"},
    {"LOD begins behind the file", 75, .bad = WORDS("lod_start[0]=538"),
     .findings = "odol/lod-address lod_start[0] file+310/4 is 538 not 319..537"},
    {"LOD ends before it begins", 75, .bad = WORDS("lod_end[0]=0"),
     .findings = "odol/lod-address lod_end[0] file+314/4 is 0 not 320..538"},
    {"LOD ends behind the file", 75, .bad = WORDS("lod_end[0]=539"),
     .findings = "odol/lod-address lod_end[0] file+314/4 is 539 not 320..538"},
    {"LOD ends early", 50, .bad = WORDS("lod_end[0]=426"),
     .findings = "odol/truncated lods[0].neighbours file+425/1 is 1 not 4\n"
     "odol/trailing-bytes - file+426/3 is 3 not 0"},
    {"LOD ends late", 50, .both = WORDS(TWO_LODS), .bad = WORDS("lod_end[0]=443"),
     .findings = "odol/lod-left-over lods[0] file+442/1 is 1 not 0\n"
     "odol/lod-overlap lod_start[1] file+254/4 is 442 not 443"},
    {"LODs overlap", 75, .both = WORDS(TWO_LODS), .bad = WORDS("lod_start[1]=400"),
     .findings = "odol/lod-overlap lod_start[1] file+330/4 is 400 not 527"},
    {"LODs in one place", 50, .both = WORDS(TWO_LODS), .bad = WORDS("lod_start[1]=0x12c"),
     .findings = "odol/lod-overlap lod_start[1] file+254/4 is 300 not 442"},
    {"left over in a LOD", 75, .bad = WORDS(LOD ".$slack=hex:0000"),
     .findings = "odol/lod-left-over lods[0] file+502/2 is 2 not 0"},
    {"gap between LODs", 75, .both = WORDS(TWO_LODS), .bad = WORDS(LOD ".$slack=hex:010203", "lod_end[0]=527"),
     .findings = "odol/lod-gap lods file+527/3 is 530 not 527"},
    {"order of LODs", 75, .both = WORDS(TWO_LODS), .bad = WORDS("resolution={1,2}"),
     .findings = "odol/lod-order resolution[1] file+29/4"},

    {"animation type", 75, .both = WORDS(ANIMATION), .bad = WORDS("animations.classes[0].type=10"),
     .findings = "odol/animation-type animations.classes[0].type file+314/4 is 10"},
    {"animation address", 75, .both = WORDS(ANIMATION), .bad = WORDS("animations.classes[0].address=3"),
     .findings = "odol/animation-address animations.classes[0].address file+344/4 is 3"},
    {"animation address, early version", 50, .both = WORDS(ANIMATION), .bad = WORDS("animations.classes[0].address=3"),
     .findings = "odol/animation-address-early animations.classes[0].address file+272/4 is 3"},
    {"animation LODs", 75, .both = WORDS(ANIMATION), .bad = WORDS("animations.nAnimLods=2"),
     .findings = "odol/animation-lods animations.nAnimLods file+356/4 is 2 not 1"},
    {"animation LODs, none", 75, .both = WORDS("has_anims=1"), .bad = WORDS("animations.nAnimLods=-1"),
     .findings = "odol/animation-lods-none animations.nAnimLods file+314/4 is -1 not 1"},
    {"animation bones", 75, .both = WORDS(ANIMATION), .bad = WORDS("animations.lod_bones[0].bones+=1"),
     .findings = "odol/animation-bones animations.lod_bones[0].bones file+360/4 is 1 not 0"},

    {"hint: faces", 75, .both = WORDS("permanent={0}"), .bad = WORDS("loadableInfos[0].n_faces=7"),
     .findings = "odol/loadable-info loadableInfos[0].n_faces file+319/4 is 7 not 0"},
    {"hint: colour", 50, .both = WORDS("permanent={0}"), .bad = WORDS("loadableInfos[0].color=7"),
     .findings = "odol/loadable-info loadableInfos[0].color file+259/4 is 7 not 0"},
    {"hint: skeleton", 75, .both = WORDS("permanent={0}"), .bad = WORDS("loadableInfos[0].has_skeleton=1"),
     .findings = "odol/loadable-skeleton loadableInfos[0].has_skeleton file+335/1 is 1 not 0"},
    {"hint: area", 75, .both = WORDS("permanent={0}"), .bad = WORDS("loadableInfos[0].face_area=1.5"),
     .findings = "odol/loadable-area loadableInfos[0].face_area file+340/4 is 1069547520 not 0"},

    {"material version", 75, .both = WORDS(MATERIAL), .bad = WORDS(LOD ".materials[0].mv=12"),
     .findings = "odol/material-version lods[0].materials[0].mv file+397/4 is 12"},
    {"material version of DayZ", 75, .both = WORDS(MATERIAL), .bad = WORDS(LOD ".materials[0].mv:=16"),
     .findings = "odol/material-version lods[0].materials[0].mv file+397/4 is 16 not 0..11"},
    {"stage filter", 75, .both = WORDS(MATERIAL), .bad = WORDS(LOD ".materials[0].stages[0].filter=4"),
     .findings = "odol/stage-filter lods[0].materials[0].stages[0].filter file+534/4 is 4"},
    {"alloc", 75, .both = WORDS(FACES, SECTION), .bad = WORDS(LOD ".alloc=24"),
     .findings = "odol/alloc lods[0].alloc file+407/4 is 24 not 48"},
    {"section: boundary", 75,
     .both = WORDS(FACES, LOD ".sections+=2", LOD ".sections[0].face_to=16", LOD ".sections[1].face_from=16", LOD ".sections[1].face_to=48"),
     .bad = WORDS(LOD ".sections[0].face_to=20", LOD ".sections[1].face_from=20"),
     .findings = "odol/section-boundary lods[0].sections[0].face_to file+460/4"},
    {"section: order", 75,
     .both = WORDS(FACES, LOD ".sections+=2", LOD ".sections[0].face_to=16", LOD ".sections[1].face_from=16", LOD ".sections[1].face_to=48"),
     .bad = WORDS(LOD ".sections[1].face_to=0"),
     .findings = "odol/section-order lods[0].sections[1].face_to file+507/4"},
    {"section: empty", 75, .both = WORDS(FACES, SECTION),
     .bad = WORDS(LOD ".sections+=1", LOD ".sections[1].face_from=48", LOD ".sections[1].face_to=48"),
     .findings = "odol/section-empty lods[0].sections[1].face_to file+507/4"},
    {"section: empty, beside a single face", 75,
     .both = WORDS(LOD ".faces+=1", LOD ".faces[0].indices={0,0,0}", LOD ".sections+=1", LOD ".sections[0].face_to=16"),
     .bad = WORDS(LOD ".sections+=1", LOD ".sections[1].face_from=16", LOD ".sections[1].face_to=16"),
     .findings = "odol/section-empty lods[0].sections[1].face_to file+481/4"},
    {"section: begins late", 75, .both = WORDS(FACES, SECTION), .bad = WORDS(LOD ".sections[0].face_from=16"),
     .findings = "odol/section-partition lods[0].sections[0].face_from file+456/4 is 16 not 0"},
    {"section: ends early", 75, .both = WORDS(FACES, SECTION), .bad = WORDS(LOD ".sections[0].face_to=32"),
     .findings = "odol/section-partition lods[0].sections[0].face_to file+460/4 is 32 not 48"},
    {"section: missing", 75, .both = WORDS(FACES, SECTION), .bad = WORDS(LOD ".sections-=1"),
     .findings = "odol/section-missing lods[0].sections file+452/4"},
    {"section: without faces", 75, .bad = WORDS(LOD ".sections+=1"),
     .findings = "odol/section-without-faces lods[0].sections file+413/4 is 1 not 0"},

    {"vertices: number", 75, .both = WORDS(VERTEX), .bad = WORDS(LOD ".n_vertices=2"),
     .findings = "odol/vertex-count lods[0].n_vertices file+331/4 is 2 not 1"},
    {"vertices: positions", 75, .both = WORDS(VERTEX), .bad = WORDS(LOD ".positions+=1"),
     .findings = "odol/vertex-count lods[0].positions file+486/4 is 2 not 1"},
    {"bone of a vertex", 75, .both = WORDS(VERTEX, LOD ".sub2skel={0}", LOD ".bone_ref+=1", LOD ".bone_ref[0]={n=2}"),
     .bad = WORDS(LOD ".bone_ref[0].pair1.bone=1"),
     .findings = "odol/vertex-bone lods[0].bone_ref[0].pair1.bone file+532/1 is 1 not 0"},
    {"bone of a neighbour", 75, .both = WORDS(VERTEX, LOD ".sub2skel={0}", LOD ".neighbours+=1", LOD ".neighbours[0].b.bones.n=1"),
     .bad = WORDS(LOD ".neighbours[0].b.bones.pair0.bone=7"),
     .findings = "odol/neighbour-bone lods[0].neighbours[0].b.bones.pair0.bone file+554/1 is 7 not 0"},
    {"hint: vertices", 75, .both = WORDS(VERTEX, "permanent={0}", "loadableInfos[0].n_vertices=1"),
     .bad = WORDS("loadableInfos[0].n_vertices=2"), .findings = "odol/loadable-info loadableInfos[0].n_vertices file+336/4 is 2 not 1"},
    {"vertices: further UV set", 75, .both = WORDS(VERTEX, LOD ".uv_more+=1"), .bad = WORDS(LOD ".uv_more[0].uv+=2"),
     .good = WORDS(LOD ".uv_more[0].uv+=1"),
     .findings = "odol/vertex-count lods[0].uv_more[0].uv file+502/4 is 2 not 1"},
    {"vertices: optional array", 75, .both = WORDS(VERTEX), .bad = WORDS(LOD ".st+=2"), .good = WORDS(LOD ".st+=1"),
     .findings = "odol/vertex-array-count lods[0].st file+513/4 is 2 not 1"},
    {"vertices: points of a frame", 75, .both = WORDS(VERTEX, LOD ".frames+=1"),
     .bad = WORDS(LOD ".frames[0].points+=3"), .good = WORDS(LOD ".frames[0].points+=1"),
     .findings = "odol/vertex-array-count lods[0].frames[0].points file+433/4 is 3 not 1"},
    {"UV set empty", 75, .both = WORDS(VERTEX), .bad = WORDS(LOD ".uv_more+=1"),
     .findings = "odol/uv-set-empty lods[0].uv_more[0].uv file+502/4 is 0 not 1"},
    {"UV count", 75, .bad = WORDS(LOD ".uv_more+=8"), .good = WORDS(LOD ".uv_more+=7"),
     .findings = "odol/uv-count lods[0].n_uv file+472/4 is 9 not 0..8"},
    {"UV count 0", 75, .bad = WORDS(LOD ".n_uv=0"),
     .findings = "odol/uv-count-zero lods[0].n_uv file+472/4 is 0 not 1"},
    {"weights of a selection", 75, .both = WORDS(LOD ".selections+=1", LOD ".selections[0].vertices={0,1}"),
     .bad = WORDS(LOD ".selections[0].weights={255}"), .good = WORDS(LOD ".selections[0].weights={255,0}"),
     .findings = "odol/selection-weights lods[0].selections[0].weights file+448/4 is 1 not 2"},
    {"links of the skeleton", 75, .bad = WORDS(LOD ".skel2sub+=1"),
     .findings = "odol/skeleton-links lods[0].skel2sub file+327/4 is 1 not 0"},
    {"link to an entry of an empty list", 75, .both = WORDS(BONE), .bad = WORDS(LOD ".skel2sub+={links={0}}"),
     .good = WORDS(LOD ".skel2sub+={links={0}}", LOD ".sub2skel={0}"),
     .findings = "odol/skel2sub-range lods[0].skel2sub[0].links[0] file+345/4 is 0\n"
     "odol/skel2sub-inverse lods[0].skel2sub file+337/12"},
    {"four links", 75, .both = WORDS(BONE, LOD ".sub2skel={0}"), .bad = WORDS(LOD ".skel2sub+={links={0,0,0,0}}"),
     .good = WORDS(LOD ".skel2sub+={links={0,0,0}}"),
     .findings = "odol/skel2sub-many lods[0].skel2sub[0].links file+345/4\n"
     "odol/skel2sub-inverse lods[0].skel2sub file+341/24"},
    {"vertex of an empty list", 75, .both = WORDS(LOD ".selections+=1"), .bad = WORDS(LOD ".selections[0].vertices={0}"),
     .findings = "odol/selection-vertex lods[0].selections[0].vertices[0] file+440/4 is 0"},
    {"face of an empty list", 75, .both = WORDS(LOD ".selections+=1"), .bad = WORDS(LOD ".selections[0].faces={0}"),
     .findings = "odol/selection-face lods[0].selections[0].faces[0] file+427/4 is 0"},
    {"section of an empty list", 75, .both = WORDS(LOD ".selections+=1"), .bad = WORDS(LOD ".selections[0].sections={0}"),
     .findings = "odol/selection-section lods[0].selections[0].sections[0] file+436/4 is 0\n"
     "odol/selection-sectional lods[0].selections[0].sections file+431/9"},
    {"bones of a vertex", 75, .both = WORDS(VERTEX, LOD ".bone_ref+=1"), .bad = WORDS(LOD ".bone_ref[0].n=5"),
     .good = WORDS(LOD ".bone_ref[0].n=4"),
     .findings = "odol/bone-count lods[0].bone_ref[0].n file+522/4 is 5 not 0..4"},
    {"rest size", 75, .bad = WORDS(LOD ".rest_size=5"),
     .findings = "odol/rest-size lods[0].rest_size file+442/4 is 5 not 55"},
    {"unknown structure", 75, .bad = WORDS(LOD ".u67=1", LOD ".$slack=hex:00"),
     .findings = "odol/unknown-structure lods[0].u67 file+497/4 is 1 not 0"},
    {"structure missing", 75, .bad = WORDS(LOD ".u67=1"),
     .findings = "odol/structure-missing lods[0].u67 file+497/4 is 1 not 0"},
    {"structure missing before version 68", 67, .bad = WORDS(LOD ".u67=1"),
     .findings = "odol/structure-missing lods[0].u67 file+476/4 is 1 not 0"},
    {"PhysX version", 75, .bad = WORDS("hullsA.S=1"), .findings = "odol/physx-signature hullsA.S file+502/4 is 1"},
    {"buoyancy kind", 75, .bad = WORDS("buoyancy.kind=3"),
     .findings = "odol/buoyancy-kind buoyancy.kind file+518/4 is 3"},
    {"buoyancy count", 75, .both = WORDS("buoyancy.kind=spheres"), .bad = WORDS("buoyancy.spheres.nz=-1"),
     .findings = "odol/buoyancy-count buoyancy.spheres.nz file+530/4 is -1 not 0..2147483647"},

    {"after a fault: the next LOD", 75, .both = WORDS(TWO_LODS),
     .bad = WORDS(LOD ".proxies.$count=1000", "lods[1].alloc=3", "hullsB.S=5"),
     .findings = "odol/count-too-large lods[0].proxies file+344/4 is 1000\n"
     "odol/alloc lods[1].alloc file+615/4 is 3 not 0\n"
     "odol/physx-signature hullsB.S file+730/4 is 5"},
    {"after a fault: two LODs that fail", 75, .both = WORDS(TWO_LODS), .bad = WORDS(LOD ".u67=2", LOD ".$slack=hex:00", "lods[1].u67=3", "lods[1].$slack=hex:00"),
     .findings = "odol/unknown-structure lods[0].u67 file+522/4 is 2 not 0 x2"},
    {"after a fault: a LOD that ends early", 50, .both = WORDS(TWO_LODS),
     .bad = WORDS(LOD ".$slack=hex:01", "lods[1].rest_size=1"),
     .findings = "odol/lod-left-over lods[0] file+442/1 is 1 not 0\n"
     "odol/rest-size lods[1].rest_size file+562/4 is 1 not 55"},
};

/* ---- packed blocks ---- */

/* A file whose LOD has a packed list of n words, and where its packed bytes lie. */
static void with_block(build *b, uint32_t version, unsigned n, uint32_t *at, uint32_t *size)
{
    build made;
    build_fresh(&made, &a3d_format_odol, version, 0);
    build_edit(&made, WORDS(LOD ".point2vertex={7,7,1,7,8}"));
    for (unsigned i = 5; i < n; i++)
        build_edit(&made, WORDS(LOD ".point2vertex+={7}"));
    if (version >= 64)
        build_edit(&made, WORDS(LOD ".point2vertex.$pack=packed"));
    build_encode(&made, A3D_FAITHFUL);
    build_again(b, &made, 0);
    build_free(&made);
    expect_clean(b->doc, "");
    assert_int_equal(b->doc->n_streams, 2);
    *at = b->doc->streams[1].off;
    *size = b->doc->streams[1].packed_size;
}

static void expect_damage(const build *b, uint32_t at, const char *bytes, size_t n, const char *findings)
{
    build bad;
    uint8_t *copy = test_malloc(b->size);
    memcpy(copy, b->bytes, b->size);
    memcpy(copy + at, bytes, n);
    build_read(&bad, &a3d_format_odol, copy, b->size, 0);
    expect_findings(bad.doc, findings);
    expect_bytes(bad.doc, copy, b->size);
    build_free(&bad);
    test_free(copy);
}

/* The block ends where the LOD does, by an address that lies. */
static void expect_cut(const build *b, uint32_t version, uint32_t end, const char *findings)
{
    uint8_t bytes[4];
    build good;
    build_make(&good, &a3d_format_odol, version, NULL); /* the header does not depend on what the LOD holds */
    a3d_store(bytes, 4, end, false);
    expect_damage(b, build_offset(good.doc, "lod_end"), (const char *)bytes, 4, findings);
    build_free(&good);
}

/* 400: 15 07 00 00 00 (four literals) 6d 00 01 (match, one literal) dd 00 08 dc 00 6c 02 32 0c 00 11 00 00 */
static void lzo_faults(void **state)
{
    build b;
    uint32_t at, size;
    (void)state;
    with_block(&b, 75, 12, &at, &size);
    assert_int_equal(at, 400);
    assert_int_equal(size, 21);
    expect_damage(&b, 406, "\xff", 1, "odol/block-data lods[0].point2vertex file+405/1");
    expect_damage(&b, 400, "\xff", 1, "odol/block-size lods[0].point2vertex file+400/1");
    expect_damage(&b, 419, "\4", 1, "odol/block-data lods[0].point2vertex file+418/1");
    expect_damage(&b, 416, "\x11\0\0", 3, "odol/block-size lods[0].point2vertex file+415/1");
    expect_cut(&b, 75, 418, "odol/block-cut lods[0].point2vertex file+418/0\n"
                            "odol/trailing-bytes - file+454/106 is 106 not 0");
    build_free(&b);
}

/* 304: 5f 07 00 07 00 01 04 00 08 ..., at the end a match 12 0b and the sum 63 10 00 00 */
static void lzss_faults(void **state)
{
    build b;
    uint32_t at, size;
    (void)state;
    with_block(&b, 40, 600, &at, &size);
    assert_int_equal(at, 304);
    assert_int_equal(size, 158);
    expect_damage(&b, 458, "\x64", 1, "odol/block-checksum lods[0].point2vertex file+458/4 is 4196 not 4195");
    expect_damage(&b, 305, "\x08", 1, "odol/block-checksum lods[0].point2vertex file+458/4 is 4195 not 4526");
    expect_damage(&b, 457, "\x0f", 1, "odol/block-size lods[0].point2vertex file+456/1");
    expect_cut(&b, 40, 450, "odol/block-cut lods[0].point2vertex file+450/0\n"
                            "odol/trailing-bytes - file+450/89 is 89 not 0");
    expect_cut(&b, 40, 460, "odol/block-cut lods[0].point2vertex file+460/0\n"
                            "odol/trailing-bytes - file+460/79 is 79 not 0");
    build_free(&b);
}

static void fill_flag(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_odol, 75, WORDS(VERTEX, LOD ".clip.$fill=1"));
    expect_clean(b.doc, "");
    expect_damage(&b, build_offset(b.doc, LOD ".clip") + 4, "\2", 1, "odol/boolean lods[0].clip file+450/1 is 2 not 0..1");
    build_free(&b);
}

/* A face must say how many corners it has before the next can be found. */
static void face_corners(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_odol, 75, WORDS(FACES, SECTION));
    expect_clean(b.doc, "");
    uint32_t at = build_offset(b.doc, LOD ".faces[1].corners");
    expect_damage(&b, at, "\5", 1, "odol/face-corners lods[0].faces[1].corners file+426/1 is 5 not 3..4");
    build_free(&b);
}

/* A list of vertices that is too long is no fault of the hint, which states the same number as its LOD. */
static void list_and_hint(void **state)
{
    build b;
    (void)state;
    build_make(&b, &a3d_format_odol, 75, WORDS(VERTEX, "permanent={0}", "loadableInfos[0].n_vertices=1", LOD ".positions+=1"));
    expect_finding(b.doc, "odol/vertex-count lods[0].positions file+511/4 is 2 not 1");
    assert_null(strstr(build_findings(b.doc), "odol/loadable-info"));
    build_free(&b);
}

/* ---- branches ---- */

static void branches_are_chosen(void **state)
{
    (void)state;
    for (uint32_t version = 53; version <= 55; version++) {
        for (uint32_t branch = ODOL_ARMA; branch <= ODOL_DAYZ; branch++) {
            build made, b;
            build_fresh(&made, &a3d_format_odol, version, branch);
            build_edit(&made, WORDS(LOD ".textures+=1", LOD ".textures[0].name=\"a.paa\""));
            build_encode(&made, A3D_FAITHFUL);
            build_again(&b, &made, 0);
            assert_int_equal(b.doc->vars[A3D_VAR_BRANCH], branch);
            expect_clean(b.doc, "");
            expect_at(b.doc, LOD ".textures[0].name", "a.paa");
            expect_bytes(b.doc, made.bytes, made.size);
            build_free(&b);
            build_free(&made);
        }
    }
}

/* Versions 53 and 55, the name of a skeleton long enough that the other branch can be read in the middle of it. */
static void make_named(build *b, uint32_t version, uint32_t branch, const char *word, const char *tail)
{
    build made;
    build_fresh(&made, &a3d_format_odol, version, branch);
    build_edit(&made, WORDS("modelInfo.skeleton.name=\"a long name\"", word));
    build_encode(&made, A3D_FAITHFUL);
    build_tail(&made, 0, tail, strlen(tail));
    build_again(b, &made, 0);
    build_free(&made);
}

/* As DayZ all of the file can be read, too, but values are wrong. */
static void branch_without_errors_fits(void **state)
{
    build b;
    (void)state;
    make_named(&b, 55, ODOL_ARMA, NULL, "");
    assert_int_equal(b.doc->vars[A3D_VAR_BRANCH], ODOL_ARMA);
    assert_int_equal(b.doc->why, A3D_WHY_ONLY);
    expect_findings(b.doc, "odol/branch-unseen version file+4/4 is 55");
    build_free(&b);
}

/* What is misread as the wrong branch ends early and so has few errors, but it does not look like it. */
static void branch_that_it_looks_like(void **state)
{
    build b;
    (void)state;
    make_named(&b, 53, ODOL_DAYZ, LOD ".textures.$count:=1000", "x");
    assert_int_equal(b.doc->vars[A3D_VAR_BRANCH], ODOL_DAYZ);
    assert_int_equal(b.doc->why, A3D_WHY_LOOKS);
    expect_findings(b.doc, "odol/count-too-large lods[0].textures file+369/4 is 1000\n"
                           "odol/trailing-bytes - file+479/1 is 1 not 0");
    build_free(&b);
}

/* A model with values that are not 0 where branches differ. */
static void make_plain(build *b, uint32_t version, uint32_t branch)
{
    build made;
    build_fresh(&made, &a3d_format_odol, version, branch);
    build_edit(&made, WORDS("modelInfo.autocenter=1", "modelInfo.can_be_occluded=1", "modelInfo.inv_inertia[0]=1.5", "modelInfo.inv_inertia[8]=1.5",
                            "modelInfo.htMin=60", "modelInfo.htMax=1800", "modelInfo.afMax=30", "modelInfo.mfMax=120.5", "modelInfo.mFact=0.25",
                            "modelInfo.tBody=37"));
    build_encode(&made, A3D_FAITHFUL);
    build_again(b, &made, 0);
    build_free(&made);
}

/* The branch of a model with `n` bytes more or less at a field. */
static int64_t branch_with(const build *b, const char *field, int n)
{
    uint32_t at = build_offset(b->doc, field), from = n < 0 ? at - (uint32_t)n : at, to = n > 0 ? at + (uint32_t)n : at;
    uint8_t bytes[1000];
    build other;
    assert_true(b->size + to < sizeof bytes);
    memset(bytes, 0x55, sizeof bytes);
    memcpy(bytes, b->bytes, at);
    memcpy(bytes + to, b->bytes + from, b->size - from);
    build_read(&other, &a3d_format_odol, bytes, b->size - from + to, 0);
    int64_t branch = other.doc->vars[A3D_VAR_BRANCH];
    build_free(&other);
    return branch;
}

/* Bytes that are lost or too many before the branches differ, or among the fields in which they do. */
static void branch_of_shifted_bytes(void **state)
{
    static const char *const fields[] = {"special_flags", "bbox_min", "center_of_mass", "mfMax", "sb_source"};
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        uint32_t version = 53 + i / 2, branch = i % 2 != 0 ? ODOL_DAYZ : ODOL_ARMA;
        build b;
        make_plain(&b, version, branch);
        for (unsigned k = 0; k < 5; k++)
            for (int n = -8; n <= 8; n++) {
                char field[60];
                snprintf(field, sizeof field, "modelInfo.%s", fields[k]);
                if (branch_with(&b, field, n) != (int64_t)branch)
                    fail_msg("version %u, branch %u, %d bytes at %s", (unsigned)version, (unsigned)branch, n, field);
            }
        build_free(&b);
    }
}

/* The trial of the branch that does not fit leaves nothing behind. */
static void trials_leave_nothing(void **state)
{
    build made, tried, forced;
    (void)state;
    build_fresh(&made, &a3d_format_odol, 54, ODOL_ARMA);
    build_encode(&made, A3D_FAITHFUL);
    build_again(&tried, &made, 0);
    build_again(&forced, &made, ODOL_ARMA);
    assert_int_equal(tried.doc->n_nodes, forced.doc->n_nodes);
    assert_int_equal(tried.doc->n_streams, forced.doc->n_streams);
    assert_int_equal(tried.doc->n_findings, forced.doc->n_findings);
    assert_int_equal(tried.doc->n_sides, forced.doc->n_sides);
    build_free(&forced);
    build_free(&tried);
    build_free(&made);
}

int main(void)
{
    static const struct CMUnitTest more[] = {
        cmocka_unit_test(lzo_faults),          cmocka_unit_test(lzss_faults),          cmocka_unit_test(face_corners),
        cmocka_unit_test(fill_flag),           cmocka_unit_test(list_and_hint),
        cmocka_unit_test(branches_are_chosen), cmocka_unit_test(branch_without_errors_fits),
        cmocka_unit_test(branch_that_it_looks_like), cmocka_unit_test(branch_of_shifted_bytes), cmocka_unit_test(trials_leave_nothing),
    };
    return run_twins("structure of ODOL", &a3d_format_odol, list, sizeof list / sizeof *list, more, sizeof more / sizeof *more);
}
