/* A changed byte of a packed scene is named, or the part of the packed data in which it is. It is repaired only if it is
 * known. */
#include "../support/build.h"

#include <stdlib.h>
#include <string.h>

#include "engine/fix/offer.h"
#include "formats/a3d2/a3d2.h"
#include "lint/lint.h"

/* A scene of some objects. */
static void make_scene(build *b)
{
    build_make(b, &a3d_format_a3d2, 0,
               WORDS("objects+=4", "objects[0].name=\"first of four\"", "objects[1].name=\"second\"",
                     "objects[2].name=\"third one\"", "objects[3].name=\"the last\"", "objects[1].id=1",
                     "objects[2].id=2", "objects[3].id=3", "objects[1].visible=0"));
    expect_clean(b->doc, "");
    build_encode(b, A3D_FAITHFUL);
}

static bool covers(const a3d_finding *f, uint32_t at)
{
    for (uint32_t i = 0; i < f->n_suspects; i++)
        if (f->suspects[i].stream == 0 && f->suspects[i].off == at)
            return true;
    return f->stream == 0 && at >= f->off && at - f->off < f->size;
}

/* Checks the file with one changed byte. Returns whether the first error names it, or the part in which it is. */
static bool is_named(const build *b, uint32_t at, uint8_t change, bool *repaired)
{
    a3d_arena arena;
    a3d_options options = {.format = &a3d_format_a3d2};
    const a3d_finding *first = NULL;
    uint8_t was = b->bytes[at];
    b->bytes[at] ^= change;
    a3d_arena_init(&arena, NULL);
    const a3d_result *r = a3d_lint(&arena, b->bytes, b->size, &options);
    assert_non_null(r);
    assert_int_equal(r->verdict, A3DLINT_INVALID);
    for (size_t i = 0; i < r->doc->n_findings && first == NULL; i++)
        if (r->doc->findings[i].severity == A3D_ERROR && r->doc->findings[i].cause == A3D_NO_CAUSE)
            first = &r->doc->findings[i];
    assert_non_null(first);
    bool named = covers(first, at);
    *repaired = a3d_has_proven_cause(first);
    if (*repaired) { /* then it is the true one */
        assert_int_equal(first->suspects[0].off, at);
        assert_int_equal(first->suspects[0].bytes[0], was);
    }
    a3d_arena_free(&arena);
    b->bytes[at] = was;
    return named;
}

static void names_changed_bytes(void **state)
{
    enum { PACKAGE = 4, SUM = 4 };
    build b;
    unsigned tried = 0, named = 0, repaired = 0;
    (void)state;
    make_scene(&b);
    for (uint32_t at = PACKAGE; at < b.size - SUM; at++)
        for (unsigned change = 1; change <= UINT8_MAX; change = 3 * change + 1) {
            bool repair;
            tried++;
            named += is_named(&b, at, (uint8_t)change, &repair);
            repaired += repair;
        }
    if (named < tried * 9 / 10 || repaired < tried / 4)
        fail_msg("%u of %u named, %u repaired", named, tried, repaired);
    build_free(&b);
}

/* The data fail where they end: the last byte that can be damaged is the last of the file. */
static void damage_ends_with_the_file(void **state)
{
    static const uint8_t file[] = {0x40, 0x1b, 0x78, 0xda, 0xab, 0xff, 0xfb, 0x00, 0x84, 0xc0, 0x80, 0x00, 0xca, 0x00, 0x32, 0xc1, 0x03, 0x00};
    uint8_t *exact = malloc(sizeof file); /* so that sanitizers see what reads beyond it */
    a3d_arena arena;
    unsigned about_data = 0;
    (void)state;
    assert_non_null(exact);
    memcpy(exact, file, sizeof file);
    a3d_arena_init(&arena, NULL);
    const a3d_result *r = a3d_lint(&arena, exact, sizeof file, &(a3d_options){.format = NULL});
    assert_non_null(r);
    for (size_t i = 0; i < r->doc->n_findings; i++) {
        const a3d_finding *f = &r->doc->findings[i];
        if (strcmp(f->rule->id, "a3d2/zlib-data") != 0)
            continue;
        assert_int_equal(f->off, 4);
        assert_int_equal(f->size, 14);
        assert_non_null(strstr(f->message, "the damage is in bytes 2\xe2\x80\x93" "15 of the packed data"));
        about_data++;
    }
    assert_int_equal(about_data, 1);
    a3d_arena_free(&arena);
    free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_changed_bytes),
        cmocka_unit_test(damage_ends_with_the_file),
    };
    return cmocka_run_group_tests_name("suspects in zlib data", tests, NULL, NULL);
}
