/* The bones that vertices follow in ODOL, neighbors of vertices, and numbers that refer to elements of a LOD: each bad
 * file differs from a good one in a single number. */
#include "../support/build.h"

#include "formats/odol/odol.h"

#define LOD "lods[0]"
#define BONES(n) "modelInfo.skeleton={name=\"s\",bones+={bone=\"a\"},bones+={bone=\"b\"},bones+={bone=\"c\"}}", LOD ".skel2sub+=3", LOD ".sub2skel={0,1,2}", VERTICES(n)
#define VERTICES(n) LOD ".n_vertices=" n, LOD ".clip+=" n, LOD ".uv0.uv+=" n, LOD ".positions+=" n, LOD ".normals+=" n
#define REFS LOD ".bone_ref+=3", LOD ".bone_ref[*]={n=2,pair0.weight=100,pair1.bone=1,pair1.weight=155}"
#define PAIRS(at) at ".bones.n=2," at ".bones.pair0.weight=100," at ".bones.pair1.bone=1," at ".bones.pair1.weight=155"
#define NEIGHBOURS "resolution={10000}", LOD ".neighbours+=3", LOD ".neighbours[*]={" PAIRS("a") "," PAIRS("b") "}"

static const twins list[] = {
    {"weight of an unused pair", 75, .both = WORDS(BONES("3"), REFS), .bad = WORDS(LOD ".bone_ref[1].pair2.weight=1"),
     .findings = "odol/vertex-bone-unused lods[0].bone_ref[1] file+622/12"},
    {"bone of an unused pair", 75, .both = WORDS(BONES("3"), REFS), .bad = WORDS(LOD ".bone_ref[1].pair3.bone=1"),
     .findings = "odol/vertex-bone-unused lods[0].bone_ref[1] file+622/12"},
    {"the last used pair", 75, .both = WORDS(BONES("3"), REFS), .bad = WORDS(LOD ".bone_ref[2].pair1.bone=3"),
     .findings = "odol/vertex-bone lods[0].bone_ref[2].pair1.bone file+640/1 is 3 not 0..2"},
    {"several bones, of all vertices", 75, .both = WORDS(BONES("3"), REFS), .bad = WORDS(LOD ".bone_ref_simple=1"),
     .findings = "odol/simple-bones lods[0].bone_ref[0] file+610/12 x3"},
    {"a flag of simple bones that is no flag", 75, .both = WORDS(BONES("3"), LOD ".bone_ref+=3", LOD ".bone_ref[*]={n=1,pair0.weight=255}", LOD ".bone_ref_simple=1"),
     .bad = WORDS(LOD ".bone_ref_simple=2"), .findings = "odol/boolean lods[0].bone_ref_simple file+481/1 is 2 not 0..1"},
    {"many bones of a", 75, .both = WORDS(BONES("3"), REFS, NEIGHBOURS), .bad = WORDS(LOD ".neighbours[1].a.bones.n=5"),
     .findings = "odol/bone-count lods[0].neighbours[1].a.bones.n file+687/4 is 5 not 0..4\n"
                 "odol/neighbour-bones lods[0].neighbours[1].a.bones file+687/12"},
    {"many bones of b", 75, .both = WORDS(BONES("3"), REFS, NEIGHBOURS), .bad = WORDS(LOD ".neighbours[1].b.bones.n=5"),
     .findings = "odol/bone-count lods[0].neighbours[1].b.bones.n file+703/4 is 5 not 0..4\n"
                 "odol/neighbour-bones lods[0].neighbours[1].b.bones file+703/12"},
    {"last used pair of b", 75, .both = WORDS(BONES("3"), REFS, NEIGHBOURS), .bad = WORDS(LOD ".neighbours[2].b.bones.pair1.bone=3"),
     .findings = "odol/neighbour-bone lods[0].neighbours[2].b.bones.pair1.bone file+741/1 is 3 not 0..2\n"
                 "odol/neighbour-bones lods[0].neighbours[2].b.bones file+735/12"},
    {"padding of two", 75, .both = WORDS(BONES("3"), REFS, NEIGHBOURS),
     .bad = WORDS(LOD ".neighbours[1].b.pad=1", LOD ".neighbours[2].a.pad=1"), .findings = "odol/neighbour-pad lods[0].neighbours[1].b.pad file+701/2 x2"},
    {"neighbors in a shadow buffer", 75, .both = WORDS(BONES("3"), REFS, NEIGHBOURS, "resolution={10999}"),
     .bad = WORDS("resolution={11000}"), .findings = "odol/neighbour-kind lods[0].neighbours file+646/101"},
    {"neighbors below shadow volumes", 75, .both = WORDS(BONES("3"), REFS, NEIGHBOURS), .bad = WORDS("resolution={9999}"),
     .findings = "odol/neighbour-kind lods[0].neighbours file+646/101"},
    {"link below 0", 75, .both = WORDS(BONES("3"), LOD ".skel2sub[1].links={0,1,2}"), .bad = WORDS(LOD ".skel2sub[1].links[2]=-1"),
     .findings = "odol/skel2sub-range lods[0].skel2sub[1].links[2] file+375/4 is -1 not 0..2"},
    {"link past the end", 75, .both = WORDS(BONES("3"), LOD ".skel2sub[1].links={0,1,2}"), .bad = WORDS(LOD ".skel2sub[1].links[2]=3"),
     .findings = "odol/skel2sub-range lods[0].skel2sub[1].links[2] file+375/4 is 3 not 0..2"},
    {"links of a bone", 75, .both = WORDS(BONES("3"), LOD ".skel2sub[1].links={0,1,2}"), .bad = WORDS(LOD ".skel2sub[1].links={0,1,2,0}"),
     .findings = "odol/skel2sub-many lods[0].skel2sub[1].links file+363/4"},
};

int main(void)
{
    return run_twins("bones of vertices in ODOL", &a3d_format_odol, list, sizeof list / sizeof *list, NULL, 0);
}
