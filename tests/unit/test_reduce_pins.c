/* What the reducer tries and makes, as digests: no change of it goes unnoticed. If one is meant, take the lines that the
 * test prints. Which candidates hold is left to chance, so that steps are taken in many orders. Packed content is left
 * out, since another zlib packs otherwise. */
#include "../support/build.h"

#include <string.h>

#include "base/blake2b.h"
#include "engine/reduce/reduce.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

enum { TRIES = 3000 };

typedef struct pinned {
    const char *name;
    const a3d_format *format;
    uint32_t version;
    const char *words[6];
    uint32_t cut, of; /* bytes that the file lacks at its end; one of so many candidates holds, if it keeps a quarter */
    uint32_t tries, size, digest;
    uint64_t steps;
} pinned;

static const pinned list[] = {
    {"a3d1", &a3d_format_a3d1, 1, {"images+=3", "images[*].url=\"a long text\"", "objects+=5", "objects[1].name=\"thing\""}, 0, 2,
     79, 15, 0xcce41152, 47454},
    {"a3d1, of 5", &a3d_format_a3d1, 1, {"images+=9", "images[*].url=\"text\"", "objects+=7"}, 0, 5, 212, 16, 0x8a20dc46, 140404},
    {"a3d1, cut", &a3d_format_a3d1, 1, {"images+=3", "objects+=5"}, 9, 2, 15, 2, 0x01cf79da, 7933},
    {"a3d2", &a3d_format_a3d2, 6, {"package.$form=stored", "images+=4", "images[*].url=\"a\"", "boxes+=3", "meshes+=2"}, 0, 2,
     69, 41, 0x223a4d2a, 48627},
    {"a3d2, of 7", &a3d_format_a3d2, 6, {"package.$form=stored", "images+=7", "boxes+=9", "meshes+={id=5,surfaces+=3}"}, 0, 7,
     594, 344, 0x103096cd, 592555},
    {"tanki", &a3d_format_tanki, 3, {"materials+=3", "objects+=4", "meshes+={vertexCount=30,buffers+={type=position}}"}, 0, 2,
     657, 146, 0x3c5e0ab2, 458862},
    {"tanki, of 4", &a3d_format_tanki, 3, {"materials+=9", "materials[*].name=\"stone\"", "objects+=2", "meshes+=2"}, 0, 4,
     615, 108, 0x30bef2c4, 381458},
    {"tanki, cut", &a3d_format_tanki, 2, {"materials+=3", "objects+=4"}, 3, 3, 233, 35, 0x64ecd06e, 142561},
    {"m3g", &a3d_format_m3g, 1, {"sections[1].objects+={type=Group}", "sections[1].objects+={type=Fog}"}, 0, 2, 204, 36, 0x1fc4c048, 118303},
    {"m3g, wrong sums", &a3d_format_m3g, 1,
     {"sections[1].objects+={type=Group,userID=7}", "sections[1].objects+={type=Fog}", "sections[0].checksum:=1",
      "sections[1].checksum:=2"}, 0, 3, 429, 36, 0x2d59f829, 277450},
    {"tanki, a claim", &a3d_format_tanki, 3, {"materials+=3", "objects+=4", "objects.$count:=9"}, 0, 2, 199, 44, 0x9a338ac0, 115806},
    {"odol, claims", &a3d_format_odol, 73, {"lods+=3", "lods[*].proxies.$count:=77"}, 0, 3, 707, 289, 0xb0e0cca1, 459019},
    {"a3d1, a claim", &a3d_format_a3d1, 1, {"images+=3", "objects+=5", "objects.$count:=6"}, 0, 2, 71, 4, 0xec75c2d2, 38548},
    {"odol", &a3d_format_odol, 52, {NULL}, 0, 2, 458, 115, 0x767f7168, 357969},
    {"odol, of 9", &a3d_format_odol, 64, {NULL}, 0, 9, 1516, 129, 0x486f1206, 1206143},
};

typedef struct chance {
    uint32_t of, most;
    uint64_t asked;
} chance;

static uint32_t digest_of(const void *data, size_t size)
{
    a3d_hasher h;
    a3d_hash_begin(&h);
    a3d_hash_add(&h, data, size);
    a3d_hash hash = a3d_hash_end(&h);
    return (uint32_t)hash.bytes[0] << 24 | (uint32_t)hash.bytes[1] << 16 | (uint32_t)hash.bytes[2] << 8 | hash.bytes[3];
}

static int holds_by_chance(void *user, const uint8_t *data, uint32_t size)
{
    chance *c = user;
    c->asked++;
    assert_true(size <= c->most);
    return size > c->most / 4 && digest_of(data, size) % c->of == 0;
}

static bool is_as_before(const pinned *p)
{
    build b;
    a3d_arena arena;
    a3d_text out;
    a3d_reduced result;
    build_make(&b, p->format, p->version, p->words);
    build_tail(&b, p->cut, "", 0);
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    chance c = {.of = p->of, .most = b.size};
    a3d_reduction how = {.format = p->format, .branches = p->format->usual, .data = b.bytes, .size = b.size,
                         .holds = holds_by_chance, .user = &c, .most_tries = TRIES};
    assert_null(a3d_reduce(&arena, &how, &out, &result));
    uint32_t digest = digest_of(out.data, out.size);
    bool same = result.tries == p->tries && out.size == p->size && digest == p->digest && result.steps == p->steps;
    if (!same)
        print_error("%s (%u bytes, %s): %u, %u, 0x%08x, %u\n", p->name, b.size, result.ended ? "ended" : "whole",
                    (unsigned)result.tries, (unsigned)out.size, (unsigned)digest, (unsigned)result.steps);
    assert_true(c.asked <= result.tries + 1);
    a3d_arena_free(&arena);
    build_free(&b);
    return same;
}

static void reductions_are_what_they_were(void **state)
{
    bool same = true;
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        same &= is_as_before(&list[i]);
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reductions_are_what_they_were)};
    return cmocka_run_group_tests_name("what reductions are", tests, NULL, NULL);
}
