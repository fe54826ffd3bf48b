/* ODOL: a fault that shows elsewhere names what was damaged: counts before packed blocks, flags, addresses. */
#include "../support/damage.h"

#include "formats/odol/odol.h"

#define LOD "lods[0]"
/* Blocks of 1200 bytes, which are packed before version 64 without being told to. */
#define VERTICES LOD ".positions+=100", LOD ".positions[3].x=1", LOD ".positions[50].y=2", LOD ".uv0.uv+=100", LOD ".normals+=100", LOD ".normals[7]=0x1ff"
#define FLOAT_VERTICES LOD ".clip+=100", LOD ".positions+=100", LOD ".positions[3].x=1", LOD ".uv0.uv+=100", LOD ".normals+=100", LOD ".normals[7].z=1"
#define NEW_VERTICES LOD ".n_vertices=100", LOD ".clip+=100", VERTICES
#define MORE_LODS "lods+=2", "resolution={3,2,1}"
#define SKELETON "modelInfo.skeleton.name=\"s\"", "modelInfo.skeleton.bones+={bone=\"a\"}", "modelInfo.skeleton.bones+={bone=\"b\"}", \
    "modelInfo.skeleton.bones+={bone=\"c\"}"
#define A16 "aaaaaaaaaaaaaaaa"
#define A240 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16 A16
#define PACKED LOD ".positions.$pack=packed"

static const damage list[] = {
    {"count before an LZO block", 50, WORDS(NEW_VERTICES), LOD ".positions", 0, "\x65", 1, "odol/block-size", "lods[0].positions.$count=100@0/4"},
    {"count before an LZO block, raw by that count", 50, WORDS(NEW_VERTICES), LOD ".positions", 0, "\x05", 1, "odol/vertex-count",
     "lods[0].positions.$count=100@0/4"},
    {"count before an LZO block, far from what it was", 50, WORDS(NEW_VERTICES), LOD ".positions", 0, "\x51\x4a\x17", 3,
     "odol/block-ratio", "lods[0].positions.$count=100@0/4"},
    {"count before an LZO block with a flag", 75, WORDS(NEW_VERTICES, PACKED), LOD ".positions", 0, "\x64\x40", 2, "odol/block-ratio",
     "lods[0].positions.$count=100@0/4"},
    {"count before an LZSS block, too small", 43, WORDS(FLOAT_VERTICES), LOD ".positions", 0, "\x63", 1, "odol/block-size",
     "lods[0].positions.$count=100@0/4"},
    {"count before an LZSS block, too large", 43, WORDS(FLOAT_VERTICES), LOD ".positions", 0, "\xe4", 1, "odol/block-cut",
     "lods[0].positions.$count=100@0/4"},

    {"flag of a packed block", 75, WORDS(NEW_VERTICES, PACKED), LOD ".positions", 4, "\0", 1, "odol/count-too-large", "lods[0].positions.$pack=2@0/1"},
    {"flag of a raw block", 75, WORDS(NEW_VERTICES), LOD ".positions", 4, "\2", 1, "odol/block-data", "lods[0].positions.$pack=0@0/1"},
    {"flag that is none", 75, WORDS(NEW_VERTICES), LOD ".positions", 4, "\7", 1, "odol/block-flag", "lods[0].positions.$pack=0@0/1"},
    {"end of a text, before a number", 75, WORDS(LOD ".textures+=1", LOD ".textures[0].name=\"rust.paa\""),
     LOD ".textures[0].name", 8, "x", 1, "odol/truncated", "lods[0].textures[0].name[8]=0@0/1"},
    {"end of a text, before a text", 75, WORDS(LOD ".properties+=2", LOD ".properties[0].name=\"autocenter\"", LOD ".properties[0].value=\"0\""),
     LOD ".properties[0].name", 10, "\x7f", 1,
     "odol/truncated", "lods[0].properties[0].name[10]=0@0/1"},
    {"end of a text in the header", 75, WORDS("muzzle_flash=\"flash\""), "muzzle_flash", 5, " ", 1, "odol/trailing-bytes", "muzzle_flash[5]=0@0/1"},
    {"end of a text, which the next text makes up for", 75,
     WORDS(LOD ".materials+=1", LOD ".materials[0].stages[0].texture=\"a.paa\"", LOD ".materials[0].stage_ti.texture=\"b.paa\""),
     LOD ".materials[0].stages[0].texture", 5, "!", 1, "odol/stage-filter",
     "lods[0].materials[0].stages[0].texture[5]=0@0/1"},
    {"end of a text, its last place that is tried", 75, WORDS(LOD ".textures+=1", LOD ".textures[0].name=\"" A240 "aaaaaaaaaaa.paa\""),
     LOD ".textures[0].name", 255, "x", 1, "odol/truncated", "lods[0].textures[0].name[255]=0@0/1"},
    {"end of a text, too far from its start", 75, WORDS(LOD ".textures+=1", LOD ".textures[0].name=\"" A240 "aaaaaaaaaaaa.paa\""),
     LOD ".textures[0].name", 256, "x", 1, "odol/truncated", ""},
    {"high byte of a count inside a list", 75, WORDS(SKELETON, LOD ".skel2sub+=3"), LOD ".skel2sub", 11, "\1", 1,
     "odol/count-too-large", "lods[0].skel2sub[1].links.$count=0@-3/4"},
    {"which LODs have hints", 75, WORDS(MORE_LODS, "permanent={1,0,1}"), "permanent", 2, "\0", 1, "odol/lod-address", "permanent[1]=1@-1/1 permanent[2]=1@0/1"},
    {"whether there are animations", 75, WORDS("has_anims=1"), "has_anims", 0, "\0", 1, "odol/lod-address", "has_anims=1@0/1"},

    {"version of a layout with a field less", 54, WORDS(MORE_LODS), "version", 0, "\x33", 1, "odol/lod-address", "version=55@0/4 version=54@0/4"},

    {"end of a LOD, early", 75, WORDS(MORE_LODS), "lod_end", 0, "\1", 1, "odol/truncated", "lod_end[0]=552@0/4"},
    {"end of a LOD, late", 75, WORDS(MORE_LODS), "lod_end", 4, "\xff", 1, "odol/lod-left-over", "lod_end[1]=735@0/4"},
    {"start of a LOD, early", 75, WORDS(MORE_LODS), "lod_start", 4, "\x90\x01", 2, "odol/lod-overlap", "lod_start[1]=552@0/4"},
    {"start of a LOD, late", 75, WORDS(MORE_LODS), "lod_start", 8, "\xff", 1, "odol/lod-gap", "lod_start[2]=735@0/4"},
    {"end of the last LOD", 75, WORDS(MORE_LODS), "lod_end", 8, "\xff\x03", 2, "odol/lod-address", "lod_end[2]=918@0/4"},

    {"first bone of a section", 75, WORDS(SKELETON, LOD ".skel2sub+=3", LOD ".sub2skel={0,1,2}", LOD ".sections+={n_bones=3}"),
     LOD ".sections[0].min_bone", 0, "\1", 1, "odol/section-bones", "lods[0].sections[0].min_bone=0@0/4"},
    {"one value for all, and there are several", 75, WORDS(NEW_VERTICES), LOD ".normals", 4, "\1", 1, "odol/lod-left-over", "lods[0].normals.$fill=0@0/1"},
    {"several values, and there is one for all", 75, WORDS(NEW_VERTICES, LOD ".clip.$fill=1"), LOD ".clip", 4, "\0", 1, "odol/block-flag",
     "lods[0].clip.$fill=1@0/1"},
};

static void names_the_damage(void **state)
{
    expect_suspects(&a3d_format_odol, *state);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("suspects of ODOL", tests, sizeof list / sizeof *list, NULL, NULL);
}
