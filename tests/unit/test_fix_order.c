/* test_fix_order.c - elements are sorted by a number: equal ones keep their order, and only numbers are sorted */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "engine/scene/scene.h"
#include "engine/document/content.h"
#include "engine/document/path.h"
#include "engine/fix/fix.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

static uint32_t node_at(build *b, const char *wanted)
{
    for (uint32_t i = 0; i < b->doc->n_nodes; i++) {
        a3d_text path;
        a3d_text_init(&path, &b->arena);
        a3d_put_path(&path, b->doc, i);
        a3d_putc(&path, '\0');
        bool same = strcmp(path.data, wanted) == 0;
        a3d_text_free(&path);
        if (same)
            return i;
    }
    fail_msg("no %s", wanted);
    return A3D_NO_NODE;
}

/* Sorts five vertices by x, which y numbers. */
static void expect_plain(const char *const *words, const char *order, bool done)
{
    enum { COUNT = 5, STRIDE = 12 };
    build b;
    a3d_fixer x;
    uint32_t stream, off;
    char found[COUNT + 1] = "";
    build_make(&b, &a3d_format_tanki, 3, words);
    uint32_t list = node_at(&b, "meshes[0].buffers[0].vertices");
    assert_true(a3d_at(b.doc, list)->flat);
    assert_true(a3d_fix_begin(&x, b.doc));
    const a3d_finding f = {.place = {list, ""}, .off = build_offset(b.doc, "meshes[0].buffers[0].vertices[1].x"), .size = 4};
    uint64_t cost = x.cost;
    assert_int_equal(a3d_fix_order(&x, &f), done);
    assert_int_equal(x.cost - cost, COUNT * STRIDE);
    const uint8_t *p = a3d_content(b.doc, a3d_at(b.doc, list), &stream, &off);
    for (unsigned i = 0; i < COUNT; i++)
        found[i] = (char)('0' + (int)a3d_float_at(p + STRIDE * (size_t)i + 4, false));
    assert_string_equal(found, order);
    build_free(&b);
}

#define VERTEX(i, x, y) "meshes[0].buffers[0].vertices[" i "].x=f:" x, "meshes[0].buffers[0].vertices[" i "].y=f:" y
#define FIVE(a, b, c, d, e) \
    WORDS("meshes+={vertexCount=5}", "meshes[0].buffers+={type=1}", VERTEX("0", a, "1"), VERTEX("1", b, "2"), \
          VERTEX("2", c, "3"), VERTEX("3", d, "4"), VERTEX("4", e, "5"))

static void plain_lists(void **state)
{
    (void)state;
    expect_plain(FIVE("1", "2", "3", "4", "5"), "12345", true);
    expect_plain(FIVE("5", "4", "3", "2", "1"), "54321", true);
    expect_plain(FIVE("2", "1", "2", "1", "2"), "24135", true); /* equal ones as they were */
    expect_plain(FIVE("7", "7", "7", "7", "7"), "12345", true);
    expect_plain(FIVE("0", "-1", "-0", "1e-40", "-3e38"), "52134", true);
    expect_plain(FIVE("3e38", "2", "3", "4", "-3e38"), "52341", true);
    expect_plain(FIVE("5", "4", "nan", "2", "1"), "12345", false); /* what is no number has no place */
    expect_plain(FIVE("5", "4", "3", "2", "inf"), "12345", false);
    expect_plain(FIVE("-inf", "4", "3", "2", "1"), "12345", false);
    expect_plain(FIVE("5", "4", "3", "-nan", "1"), "12345", false);
}

/* Elements that addresses place: the greater the number, the earlier in the file. Writes the order of their places. */
static void expect_placed(const char *resolution, const char *order, bool done)
{
    enum { COUNT = 4 };
    build b;
    a3d_fixer x;
    char found[COUNT + 1] = "", word[80];
    snprintf(word, sizeof word, "resolution={%s}", resolution);
    build_make(&b, &a3d_format_odol, 75, WORDS("lods+=3", word));
    const a3d_finding f = {.place = {node_at(&b, "resolution"), ""}, .size = 4};
    uint32_t first = a3d_at(b.doc, node_at(&b, "lods"))->v.at.first;
    assert_true(a3d_fix_begin(&x, b.doc));
    uint64_t cost = x.cost;
    assert_int_equal(a3d_fix_order(&x, &f), done);
    assert_int_equal(x.cost - cost, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < COUNT; k++)
            before += a3d_at(b.doc, first + k)->off < a3d_at(b.doc, first + i)->off;
        found[i] = (char)('0' + before);
    }
    assert_string_equal(found, order);
    build_free(&b);
}

static void placed_lists(void **state)
{
    (void)state;
    expect_placed("4,3,2,1", "0123", true);
    expect_placed("1,2,3,4", "3210", true);
    expect_placed("f:2,f:5,f:2,f:5", "2031", true); /* equal ones as they were */
    expect_placed("f:2,f:2,f:2,f:2", "0123", true);
    expect_placed("f:2,f:nan,f:3,f:4", "0123", false);
    expect_placed("f:1,f:2,f:3,f:inf", "0123", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_lists),
        cmocka_unit_test(placed_lists),
    };
    return cmocka_run_group_tests_name("order of elements", tests, NULL, NULL);
}
