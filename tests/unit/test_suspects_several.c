/* Two damages of one file: both are named in one run, and a finding that shows only after a repair cannot be repaired
 * yet. */
#include "../support/build.h"

#include "engine/diagnose/suspect.h"
#include "engine/encode/encode.h"
#include "engine/fix/offer.h"
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
        const char *bytes;
        uint32_t n;
    } damage[PLACES];
    bool later; /* one of them shows only after the repair of the other */
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

static const several list[] = {
    {"counts of two LODs", &a3d_format_odol, 75, WORDS("lods+=1", "resolution={2,1}", LOD(0), LOD(1)),
     {{"lods[0].positions", 0, "\x65", 1}, {"lods[1].positions", 0, "\x65", 1}}, false},
    {"a count and a value", &a3d_format_odol, 75, WORDS("lods+=1", "resolution={2,1}", LOD(0), LOD(1)),
     {{"lods[0].positions", 0, "\x65", 1}, {"modelInfo.min_shadow", 0, "\x77\0", 2}}, false},
    {"a count that hides a value", &a3d_format_tanki, 3, WORDS(OBJECTS),
     {{"objects[0].materials", 0, "\0", 1}, {"objects[1].transform", 0, "\x63", 1}}, true},
};

static bool covers(uint32_t stream, uint32_t off, uint32_t size, uint32_t at, uint32_t n)
{
    return stream == 0 && size <= 64 && off < at + n && at < off + (size > 0 ? size : 1);
}

/* Whether an error without a cause, or a suspect of one, is about these bytes of the file. */
static bool is_named(const a3d_doc *doc, uint32_t at, uint32_t n)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        bool named = covers(f->stream, f->off, f->size, at, n);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            named |= covers(f->suspects[k].stream, f->suspects[k].off, f->suspects[k].size, at, n);
        if (named && f->cause == A3D_NO_CAUSE && f->severity == A3D_ERROR)
            return true;
    }
    return false;
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
    }
    return later;
}

static void names_both(void **state)
{
    const several *d = *state;
    build sound, bad;
    uint32_t at[PLACES];
    build_make(&sound, d->format, d->version, d->edits);
    expect_clean(sound.doc, "");
    build_encode(&sound, A3D_FAITHFUL);
    for (unsigned i = 0; i < PLACES; i++) {
        at[i] = build_offset(sound.doc, d->damage[i].path) + d->damage[i].delta;
        assert_memory_not_equal(sound.bytes + at[i], d->damage[i].bytes, d->damage[i].n);
        memcpy(sound.bytes + at[i], d->damage[i].bytes, d->damage[i].n);
    }
    build_again(&bad, &sound, 0);
    uint64_t limit = bad.doc->work_limit;
    a3d_find_suspects(bad.doc);
    for (unsigned i = 0; i < PLACES; i++)
        if (!is_named(bad.doc, at[i], d->damage[i].n))
            fail_msg("%s: %s is not named\n%s", d->name, d->damage[i].path, build_findings(bad.doc));
    assert_int_equal(expect_sound(bad.doc), d->later);
    assert_true(bad.doc->steps <= limit);
    expect_bytes(bad.doc, bad.bytes, bad.size);
    build_free(&bad);
    build_free(&sound);
}

int main(void)
{
    struct CMUnitTest tests[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tests[i] = (struct CMUnitTest){list[i].name, names_both, NULL, NULL, (void *)(uintptr_t)&list[i]};
    return _cmocka_run_group_tests("several damages", tests, sizeof list / sizeof *list, NULL, NULL);
}
