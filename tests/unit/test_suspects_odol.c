/* ODOL: a fault that shows elsewhere names what was damaged: counts before packed blocks, flags, addresses. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "engine/document/path.h"
#include "engine/diagnose/suspect.h"
#include "formats/odol/odol.h"

#define LOD "lods[0]"
/* Blocks of 1200 bytes, which are packed before version 64 without being told to. */
#define VERTICES LOD ".positions+=100", LOD ".positions[3].x=1", LOD ".positions[50].y=2", LOD ".uv0.uv+=100", LOD ".normals+=100", LOD ".normals[7]=0x1ff"
#define FLOAT_VERTICES LOD ".clip+=100", LOD ".positions+=100", LOD ".positions[3].x=1", LOD ".uv0.uv+=100", LOD ".normals+=100", LOD ".normals[7].z=1"
#define NEW_VERTICES LOD ".n_vertices=100", LOD ".clip+=100", VERTICES
#define MORE_LODS "lods+=2", "resolution={3,2,1}"
#define PACKED LOD ".positions.$pack=packed"

typedef struct damage {
    const char *name;
    uint32_t version;
    const char *const *edits;
    const char *path;    /* the damage lies at `delta` bytes from the place of this field */
    uint32_t delta;
    const char *bytes;
    uint32_t n;
    const char *rule;    /* of the finding */
    const char *suspects; /* PATH=REPAIR @OFFSET/SIZE relative to the damage, the best first */
} damage;

static const damage list[] = {
    {"count before an LZO block", 50, WORDS(NEW_VERTICES), LOD ".positions", 0, "\x65", 1, "odol/block-size", "lods[0].positions.$count=100@0/4"},
    {"count before an LZO block, raw by that count", 50, WORDS(NEW_VERTICES), LOD ".positions", 0, "\x05", 1, "odol/lod-left-over",
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
    {"which LODs have hints", 75, WORDS(MORE_LODS, "permanent={1,0,1}"), "permanent", 2, "\0", 1, "odol/lod-address", "permanent[1]=1@-1/1 permanent[2]=1@0/1"},
    {"whether there are animations", 75, WORDS("has_anims=1"), "has_anims", 0, "\0", 1, "odol/lod-address", "has_anims=1@0/1"},

    {"version of a layout with a field less", 54, WORDS(MORE_LODS), "version", 0, "\x33", 1, "odol/lod-address", "version=55@0/4 version=54@0/4"},

    {"end of a LOD, early", 75, WORDS(MORE_LODS), "lod_end", 0, "\1", 1, "odol/truncated", "lod_end[0]=552@0/4"},
    {"end of a LOD, late", 75, WORDS(MORE_LODS), "lod_end", 4, "\xff", 1, "odol/lod-left-over", "lod_end[1]=735@0/4"},
    {"start of a LOD, early", 75, WORDS(MORE_LODS), "lod_start", 4, "\x90\x01", 2, "odol/lod-overlap", "lod_start[1]=552@0/4"},
    {"start of a LOD, late", 75, WORDS(MORE_LODS), "lod_start", 8, "\xff", 1, "odol/lod-gap", "lod_start[2]=735@0/4"},
    {"end of the last LOD", 75, WORDS(MORE_LODS), "lod_end", 8, "\xff\x03", 2, "odol/lod-address", "lod_end[2]=918@0/4"},

    {"one value for all, and there are several", 75, WORDS(NEW_VERTICES), LOD ".normals", 4, "\1", 1, "odol/lod-left-over", "lods[0].normals.$fill=0@0/1"},
    {"several values, and there is one for all", 75, WORDS(NEW_VERTICES, LOD ".clip.$fill=1"), LOD ".clip", 4, "\0", 1, "odol/block-flag",
     "lods[0].clip.$fill=1@0/1"},
};

static void put_suspects(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, uint32_t at)
{
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        a3d_puts(out, i > 0 ? " " : "");
        a3d_put_place(out, doc, &f->suspects[i].place);
        a3d_printf(out, "=%s@%d/%u", f->suspects[i].repair, (int)f->suspects[i].off - (int)at, (unsigned)f->suspects[i].size);
    }
    a3d_putc(out, '\0');
}

/* The finding that has suspects, or the first. */
static const a3d_finding *root_of(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].n_suspects > 0)
            return &doc->findings[i];
    return &doc->findings[0];
}

static void names_the_damage(void **state)
{
    const damage *d = *state;
    build sound, bad;
    build_make(&sound, &a3d_format_odol, d->version, d->edits);
    expect_clean(sound.doc, "");
    uint32_t at = build_offset(sound.doc, d->path) + d->delta;
    build_encode(&sound, A3D_FAITHFUL);
    assert_memory_not_equal(sound.bytes + at, d->bytes, d->n);
    memcpy(sound.bytes + at, d->bytes, d->n);
    build_again(&bad, &sound, 0);
    a3d_find_suspects(bad.doc);
    assert_true(bad.doc->n_findings > 0);
    const a3d_finding *f = root_of(bad.doc);
    a3d_text text;
    a3d_text_init(&text, &bad.arena);
    put_suspects(&text, bad.doc, f, at);
    if (strcmp(f->rule->id, d->rule) != 0 || strcmp(text.data, d->suspects) != 0)
        fail_msg("%s: suspects \"%s\", not %s: \"%s\"\n%s", f->rule->id, text.data, d->rule, d->suspects, build_findings(bad.doc));
    build_free(&bad);
    build_free(&sound);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_the_damage, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("suspects of ODOL", tests, sizeof list / sizeof *list, NULL, NULL);
}
