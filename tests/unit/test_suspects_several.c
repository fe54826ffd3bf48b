/* Two damages of one file: both are named in one run, and a finding that shows only after a repair cannot be repaired
 * yet. */
#include "../support/build.h"

#include "engine/diagnose/suspect.h"
#include "engine/encode/encode.h"
#include "engine/document/path.h"
#include "engine/fix/offer.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

#include <string.h>

enum { PLACES = 2 };

typedef struct several {
    const char *name;
    const a3d_format *format;
    uint32_t version;
    const char *const *edits;
    struct {
        const char *path;
        uint32_t delta;
        const char *bytes; /* NULL: the path is an edit */
        uint32_t n;
    } damage[PLACES];
    bool later;            /* one of them shows only after the repair of the other */
    const char *roots;     /* errors without a cause, as roots_of writes them */
} several;

#define LOD(i) "lods[" #i "].n_vertices=100", "lods[" #i "].clip+=100", "lods[" #i "].positions+=100", \
    "lods[" #i "].positions[3].x=1", "lods[" #i "].uv0.uv+=100", "lods[" #i "].normals+=100"
#define TRANSFORM(name) "transforms+={name=\"" name "\",rotation={w=1},scale={x=1,y=1,z=1}}"
#define OBJECTS \
    "materials+={name=\"Default\"}", \
    "meshes+={boundsMax={x=1,y=1},radius=1,vertexCount=3,submeshes+={indices={0,1,2}}}", \
    "meshes[0].buffers+={type=position,vertices[1].x=1,vertices[2].y=1}", TRANSFORM("a"), TRANSFORM("b"), \
    TRANSFORM("c"), "transforms.parents={-1,-1,-1}", "objects+=2", "objects[0].materials={-1}", \
    "objects[1].materials={-1}", "objects[1].transform=2"
#define BOX "boxes+=1", "boxes[0].id=0", "boxes[0].box={0,0,0,1,1,1}"
#define IMAGES "images+=3", "images[0].id=0", "images[1].id=1", "images[2].id=2", "images[0].url=\"first.png\"", \
    "images[1].url=\"second.png\"", "images[2].url=\"third.png\""
#define CAMERAS "sections[1].objects+={type=Camera}", "sections[1].objects+={type=Camera}"

static const several list[] = {
    {"ODOL: counts of two LODs", &a3d_format_odol, 75, WORDS("lods+=1", "resolution={2,1}", LOD(0), LOD(1)),
     {{"lods[0].positions", 0, "\x65", 1}, {"lods[1].positions", 0, "\x65", 1}}, false,
     "odol/vertex-count 0+1303/4 lods[0].positions lods[0].positions.$count=100\n"
     "odol/vertex-count 0+3890/4 lods[1].positions lods[1].positions.$count=100\n"},
    {"ODOL: a count and a value", &a3d_format_odol, 75, WORDS("lods+=1", "resolution={2,1}", LOD(0), LOD(1)),
     {{"lods[0].positions", 0, "\x65", 1}, {"modelInfo.min_shadow", 0, "\x77\0", 2}}, false,
     "odol/min-shadow 0+289/4 modelInfo.min_shadow\n"
     "odol/vertex-count 0+1303/4 lods[0].positions lods[0].positions.$count=100\n"},
    {"Tanki: a count that hides a value", &a3d_format_tanki, 3, WORDS(OBJECTS),
     {{"objects[0].materials", 0, "\0", 1}, {"objects[1].transform", 0, "\x63", 1}}, true,
     "tanki/count-fits 0+364/4 objects[1].materials objects[0].materials.$count=1\n"
     "tanki/object-transform 0+364/4 objects[1].transform\n"},
    {"A3D1: a count and a value", &a3d_format_a3d1, 1, WORDS(BOX, IMAGES),
     {{"boxes[0].box={0,0,0,1,1}", 0, NULL, 0}, {"images[1].url", 0, "\x02", 1}}, false,
     "a3d1/count-fits 0+59/1 images[2].url images[1].url.$count=10 images[2].url.$count=17\n"
     "a3d1/box-count 0+8/21 boxes[0].box\n"},
    {"A3D2: a long package and a value", &a3d_format_a3d2, 6, WORDS("package.$form=packed", BOX),
     {{"package:=300", 0, NULL, 0}, {"boxes[0].box={0,0,0,1,1}", 0, NULL, 0}}, false,
     "a3d2/package-length 0+0/2 $package $package=26\n"
     "a3d2/box-count 1+9/21 boxes[0].box\n"},
    {"A3D2: a short package and a value", &a3d_format_a3d2, 6, WORDS("package.$form=packed", BOX),
     {{"package:=20", 0, NULL, 0}, {"boxes[0].box={0,0,0,1,1}", 0, NULL, 0}}, true,
     "a3d2/zlib-complete 0+22/0  $package=26\n"
     "a3d2/box-count 0+2/26 boxes[0].box\n"},
    {"A3D2: a short package and a count", &a3d_format_a3d2, 6, WORDS("package.$form=packed", BOX, IMAGES),
     {{"package:=20", 0, NULL, 0}, {"images.$count:=5", 0, NULL, 0}}, true,
     "a3d2/zlib-complete 0+22/0  $package=57\n"
     "a3d2/truncated 0+2/57 images[3].id images.$count=3\n"},
    {"M3G: two objects", &a3d_format_m3g, 1, WORDS(CAMERAS),
     {{"sections[1].objects[1].userParameters.$count:=7", 0, NULL, 0},
      {"sections[1].objects[2].animationTracks.$count:=9", 0, NULL, 0}}, false,
     "m3g/count 0+95/4 sections[1].objects[1].userParameters sections[1].objects[1]=hex:00\n"
     "m3g/enumeration 0+237/1 sections[1].objects[2].projectionType sections[1].objects[2].animationTracks.$count=0\n"},
};

/* The errors without a cause, one on a line: RULE STREAM+OFFSET/SIZE PATH, and PATH=VALUE of each suspect. */
static const char *roots_of(const a3d_doc *doc)
{
    a3d_text out;
    a3d_text_init(&out, doc->arena);
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->cause != A3D_NO_CAUSE || f->severity != A3D_ERROR)
            continue;
        a3d_printf(&out, "%s %u+%u/%u ", f->rule->id, (unsigned)f->stream, (unsigned)f->off, (unsigned)f->size);
        a3d_put_place(&out, doc, &f->place);
        for (uint32_t k = 0; k < f->n_suspects; k++) {
            a3d_puts(&out, " ");
            a3d_put_place(&out, doc, &f->suspects[k].place);
            a3d_printf(&out, "=%s", f->suspects[k].repair);
        }
        a3d_puts(&out, "\n");
    }
    a3d_putc(&out, '\0');
    assert_false(out.failed);
    return out.data;
}

/* Checks what was added after repairs: it says so, it cannot be repaired, and causes end at a root. Returns whether
 * there is any. */
static bool expect_sound(const a3d_doc *doc)
{
    bool later = false;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        unsigned steps = 0;
        for (uint32_t at = f->cause; at != A3D_NO_CAUSE; at = doc->findings[at].cause)
            assert_true(at < doc->n_findings && ++steps <= doc->n_findings);
        if (!f->later)
            continue;
        later = true;
        assert_non_null(strstr(f->message, "once the damage before it is repaired"));
        assert_false(a3d_is_fixable(doc, f, true));
        assert_true(f->stream < doc->n_streams && f->off <= doc->streams[f->stream].size);
        assert_true(f->place.node == A3D_NO_NODE || f->place.node < doc->n_nodes);
        for (uint32_t k = 0; k < f->n_suspects; k++) /* bytes are stated where the document has them */
            assert_true(!f->suspects[k].structural || f->suspects[k].size <= sizeof f->suspects[k].bytes);
    }
    return later;
}

/* Makes the damaged file: its edits, then its bytes. */
static void make_damage(build *b, const several *d)
{
    build sound;
    build_make(&sound, d->format, d->version, d->edits);
    expect_clean(sound.doc, "");
    for (unsigned i = 0; i < PLACES; i++)
        if (d->damage[i].bytes == NULL)
            build_edit(&sound, WORDS(d->damage[i].path));
    build_encode(&sound, A3D_FAITHFUL);
    build_again(b, &sound, 0);
    build_free(&sound);
    build_encode(b, A3D_FAITHFUL);
    for (unsigned i = 0; i < PLACES; i++) {
        if (d->damage[i].bytes == NULL)
            continue;
        uint32_t at = build_offset(b->doc, d->damage[i].path) + d->damage[i].delta;
        assert_memory_not_equal(b->bytes + at, d->damage[i].bytes, d->damage[i].n);
        memcpy(b->bytes + at, d->damage[i].bytes, d->damage[i].n);
    }
}

static void names_both(void **state)
{
    const several *d = *state;
    build damaged, bad;
    make_damage(&damaged, d);
    build_again(&bad, &damaged, 0);
    uint64_t limit = bad.doc->work_limit;
    a3d_find_suspects(bad.doc);
    assert_string_equal(roots_of(bad.doc), d->roots);
    assert_int_equal(expect_sound(bad.doc), d->later);
    assert_true(bad.doc->steps <= limit);
    expect_bytes(bad.doc, bad.bytes, bad.size);
    build_free(&bad);
    build_free(&damaged);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_both, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("several damages", tests, sizeof list / sizeof *list, NULL, NULL);
}
