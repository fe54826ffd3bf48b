/* Two documents field by field: which elements answer to each other, what is told and what is not. */
#include "../support/build.h"

#include <stdio.h>
#include <string.h>

#include "engine/diff/align.h"
#include "engine/diff/compare.h"
#include "engine/diff/parts.h"
#include "engine/encode/encode.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

enum { ROOM = 4096, MANY = 50000 };

/* ---- alignment ---- */

/* Each letter is an element; letters that differ in case only are like each other. */
static unsigned like_letters(void *user, uint32_t a, uint32_t b)
{
    const char *const *texts = user;
    return (texts[0][a] | 32) == (texts[1][b] | 32) ? 3 : 0;
}

/* Pairs as text: "aa -b c-" for two that answer to each other, one of b alone, one of a alone. */
static void expect_pairs(const char *a, const char *b, bool keys, const char *expected)
{
    a3d_arena arena;
    const char *texts[2] = {a, b};
    uint64_t na[64], nb[64];
    a3d_pair pairs[128];
    char text[512] = "";
    a3d_alignment x = {.arena = &arena, .a = na, .b = nb, .n_a = (uint32_t)strlen(a), .n_b = (uint32_t)strlen(b),
                       .likeness = like_letters, .user = texts, .pairs = pairs};
    a3d_arena_init(&arena, NULL);
    for (uint32_t i = 0; i < x.n_a; i++)
        na[i] = (uint64_t)a[i];
    for (uint32_t i = 0; i < x.n_b; i++)
        nb[i] = (uint64_t)b[i];
    assert_true(keys ? a3d_align_keys(&x) : a3d_align(&x));
    for (size_t i = 0; i < x.n; i++) {
        char pair[4] = {pairs[i].a == A3D_NO_NODE ? '-' : a[pairs[i].a], pairs[i].b == A3D_NO_NODE ? '-' : b[pairs[i].b], ' ', 0};
        strcat(text, pair);
    }
    assert_string_equal(text, expected);
    assert_int_equal(arena.held, 0);
    a3d_arena_free(&arena);
}

static void elements_are_aligned(void **state)
{
    (void)state;
    expect_pairs("abc", "abc", false, "aa bb cc ");
    expect_pairs("abc", "axbc", false, "aa -x bb cc ");
    expect_pairs("abcd", "acd", false, "aa b- cc dd ");
    expect_pairs("abc", "xyz", false, "ax by cz ");      /* as many: from the front */
    expect_pairs("abcde", "xaBcyde", false, "-x aa bB cc -y dd ee ");
    expect_pairs("pq", "xPq", false, "-x pP qq ");       /* the likest */
    expect_pairs("abab", "bab", false, "a- bb aa bb "); /* what is equal at the end */
    expect_pairs("", "ab", false, "-a -b ");
    expect_pairs("abcd", "dbca", false, "ad bb cc da ");
    expect_pairs("prXpq", "spXmp", false, "-s pp r- XX -m pp q- "); /* p is unique on each side of X only */
}

static void keys_align_what_moved(void **state)
{
    (void)state;
    expect_pairs("abc", "cxa", true, "aa b- cc -x ");
    expect_pairs("aab", "aba", true, "aa aa bb ");
    expect_pairs("a", "aa", true, "aa -a ");
}

/* Many elements take n log n steps: with a quadratic one the test would not end. */
static void long_lists_are_aligned_soon(void **state)
{
    static uint64_t a[MANY], b[MANY + 1];
    static a3d_pair pairs[2 * MANY + 1];
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_alignment x = {.arena = &arena, .a = a, .b = b, .n_a = MANY, .n_b = MANY + 1, .pairs = pairs};
    for (uint32_t i = 0; i < MANY; i++)
        a[i] = b[i < MANY / 2 ? i : i + 1] = i % 2 == 0 ? i : 7; /* half of them unique */
    b[MANY / 2] = UINT64_MAX;
    assert_true(a3d_align(&x));
    assert_int_equal(x.n, MANY + 1);
    for (uint32_t i = 0; i < MANY; i++) /* and what has nothing unique */
        a[i] = i % 3;
    for (uint32_t i = 0; i <= MANY; i++)
        b[i] = (i + 1) % 3;
    assert_true(a3d_align(&x));
    assert_in_range(x.n, MANY + 1, 2 * MANY + 1);
    a3d_arena_free(&arena);
}

/* ---- documents ---- */

typedef struct told {
    char text[ROOM];
    size_t n;
    unsigned choices;
} told;

/* "PATH" where both have it, "-PATH" and "+PATH" where one has; "*" marks a choice, "!" a lie. */
static void tell(void *user, const a3d_difference *d)
{
    static const char *const signs[] = {"", "-", "+", "#"};
    told *t = user;
    t->choices += d->choice;
    t->n += (size_t)snprintf(t->text + t->n, ROOM - t->n, "%s%s%s%s\n", d->choice ? "*" : "", signs[d->kind],
                             d->kind == A3D_ONLY_B ? d->b.path : d->a.path, d->a.lies || d->b.lies ? "!" : "");
    assert_true(t->n < ROOM);
}

static a3d_comparison values(told *t)
{
    memset(t, 0, sizeof *t);
    return (a3d_comparison){.values = true, .each = tell, .user = t};
}

static void expect_told(a3d_doc *a, a3d_doc *b, const char *lines)
{
    a3d_arena arena;
    a3d_compared sums;
    told t;
    a3d_comparison how = values(&t);
    a3d_arena_init(&arena, NULL);
    assert_true(a3d_compare(&arena, a, b, &how, &sums));
    assert_string_equal(t.text, lines);
    assert_int_equal(arena.held, 0);
    a3d_arena_free(&arena);
}

/* The same document, once with one list of edits and once with another. */
static void expect_differ(const a3d_format *format, uint32_t version, const char *const *left, const char *const *right, const char *lines)
{
    build a, b;
    build_make(&a, format, version, left);
    build_make(&b, format, version, right);
    expect_told(a.doc, b.doc, lines);
    expect_told(a.doc, a.doc, "");
    build_free(&a);
    build_free(&b);
}

static void values_are_told(void **state)
{
    (void)state;
    expect_differ(&a3d_format_a3d2, 6, WORDS("boxes+={id=1,box={1,2,3,4,5,6}}", "images+={id=4,url=\"a\"}"),
                  WORDS("boxes+={id=1,box={1,2,3,4,5,7}}", "images+={id=4,url=\"bc\"}"), "boxes[0].box[5]\nimages[0].url\n");
}

static void elements_are_told_once(void **state)
{
    (void)state;
    expect_differ(&a3d_format_a3d2, 6, WORDS("boxes+={id=1}", "boxes+={id=2}"), WORDS("boxes+={id=3}", "boxes+={id=2,box={9,0,0,0,0,0}}"),
                  "-boxes[0]\nboxes[1].box[0]\n+boxes[0]\n");
}

/* Without keys: by what they hold. Whatever repeats the new length is not told. */
static void objects_are_found_again(void **state)
{
    (void)state;
    expect_differ(&a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Group,userID=7}", "sections[1].objects+={type=Fog,userID=8}"),
                  WORDS("sections[1].objects[0]+={type=Fog,userID=5}", "sections[1].objects+={type=Group,userID=7}",
                        "sections[1].objects+={type=Fog,userID=8,density=1}"),
                  "+sections[1].objects[0]\nsections[1].objects[2].density\n");
}

/* A reference by position names the same object wherever that stands now. */
static void references_move_along(void **state)
{
    (void)state;
    expect_differ(&a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Fog,userID=8}", "sections[1].objects+={type=Appearance,fog=3,userID=9}"),
                  WORDS("sections[1].objects[0]+={type=CompositingMode,userID=5}", "sections[1].objects+={type=Fog,userID=8}",
                        "sections[1].objects+={type=Appearance,fog=4,userID=9}"),
                  "+sections[1].objects[0]\n");
    expect_differ(&a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Fog,userID=8}", "sections[1].objects+={type=Appearance,fog=3,userID=9}"),
                  WORDS("sections[1].objects+={type=Fog,userID=8}", "sections[1].objects+={type=Appearance,fog=2,userID=9}"),
                  "sections[1].objects[2].fog\n");
}

/* With componentCount 0 each vertex has no bytes. */
static void elements_without_bytes_are_equal(void **state)
{
    (void)state;
    expect_differ(&a3d_format_m3g, 1, WORDS("sections[1].objects+={type=VertexArray,vertices+=3,componentCount:=0}"),
                  WORDS("sections[1].objects+={type=VertexArray,vertices+=3,componentCount:=0,userID=1}"),
                  "sections[1].objects[1].userID\n");
}

static void lies_are_told(void **state)
{
    (void)state;
    expect_differ(&a3d_format_m3g, 1, NULL, WORDS("sections[1].totalLength:=99"), "sections[1].totalLength!\nsections[1].checksum!\n");
}

static void floats_may_differ_a_little(void **state)
{
    build a, b;
    a3d_arena arena;
    a3d_compared sums;
    told t;
    a3d_comparison how = values(&t);
    (void)state;
    build_make(&a, &a3d_format_a3d2, 6, WORDS("boxes+={id=1,box={1000,0,f:nan,0,0,0}}"));
    build_make(&b, &a3d_format_a3d2, 6, WORDS("boxes+={id=1,box={1000.5,0.0005,bits:7fc00001,0,0,0}}"));
    a3d_arena_init(&arena, NULL);
    how.tolerance = 0.001;
    assert_true(a3d_compare(&arena, a.doc, b.doc, &how, &sums));
    assert_string_equal(t.text, "");
    assert_true(sums.tolerated);
    how = values(&t);
    how.tolerance = 0.0001;
    assert_true(a3d_compare(&arena, a.doc, b.doc, &how, &sums));
    assert_string_equal(t.text, "boxes[0].box\n");
    how = values(&t);
    assert_true(a3d_compare(&arena, a.doc, b.doc, &how, &sums));
    assert_false(sums.tolerated);
    a3d_arena_free(&arena);
    build_free(&a);
    build_free(&b);
}

/* At each limit of steps the differences are the first of all. */
static void comparisons_end_at_a_limit(void **state)
{
    build a, b;
    a3d_arena arena;
    a3d_compared sums = {.limited = true};
    told all, t;
    a3d_comparison how = values(&all);
    unsigned ended = 0;
    (void)state;
    build_make(&a, &a3d_format_a3d2, 6, WORDS("images+=20", "boxes+={id=1}", "boxes+={id=2}", "boxes+={id=4}"));
    build_make(&b, &a3d_format_a3d2, 6, WORDS("images+=3", "boxes+={id=1,box={1,2,3,4,5,6}}", "boxes+={id=3}"));
    a3d_arena_init(&arena, NULL);
    assert_true(a3d_compare(&arena, a.doc, b.doc, &how, &sums));
    assert_false(sums.limited);
    for (uint64_t steps = 1; sums.limited || steps == 1; steps++) {
        how = values(&t);
        how.steps = steps;
        assert_true(a3d_compare(&arena, a.doc, b.doc, &how, &sums));
        assert_memory_equal(t.text, all.text, strlen(t.text));
        ended += sums.limited;
    }
    assert_string_equal(t.text, all.text);
    assert_true(ended > 5);
    a3d_arena_free(&arena);
    build_free(&a);
    build_free(&b);
}

/* A file and its canonical form hold the same values; what differs are choices. */
static void canonical_forms_are_choices(void **state)
{
    static const struct {
        const a3d_format *format;
        uint32_t version;
        const char *words[4];
    } files[] = {
        {&a3d_format_a3d1, 1, {"images+=2", "images.$form=2"}},
        {&a3d_format_a3d2, 6, {"boxes+={id=5}", "boxes.$form=1"}},
        {&a3d_format_tanki, 3, {"materials+={name=\"abc\"}"}},
        {&a3d_format_m3g, 1, {"sections[1].scheme=zlib"}},
        {&a3d_format_odol, 64, {NULL}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        build a, b;
        a3d_arena arena;
        a3d_compared sums;
        told t;
        build_make(&a, files[i].format, files[i].version, files[i].words);
        build_make(&b, files[i].format, files[i].version, files[i].words);
        build_encode(&b, A3D_CANONICAL);
        build c;
        build_again(&c, &b, 0);
        expect_told(a.doc, c.doc, "");
        a3d_comparison how = values(&t);
        how.values = false;
        how.choices = true;
        a3d_arena_init(&arena, NULL);
        assert_true(a3d_compare(&arena, a.doc, c.doc, &how, &sums));
        assert_int_equal(sums.differ + sums.only_a + sums.only_b, t.choices);
        if (a.size != c.size)
            assert_true(t.choices > 0);
        a3d_arena_free(&arena);
        build_free(&a);
        build_free(&b);
        build_free(&c);
    }
}

static void large_arrays_are_folded(void **state)
{
    build a, b;
    a3d_arena arena;
    a3d_compared sums;
    told t;
    a3d_comparison how = values(&t);
    (void)state;
    build_make(&a, &a3d_format_tanki, 3, WORDS("meshes+={vertexCount=100,buffers+={type=position}}"));
    build_make(&b, &a3d_format_tanki, 3, WORDS("meshes+={vertexCount=100,buffers+={type=position}}", "meshes[0].buffers[0].vertices[7..30].y=1"));
    a3d_arena_init(&arena, NULL);
    assert_true(a3d_compare(&arena, a.doc, b.doc, &how, &sums));
    assert_string_equal(t.text, "meshes[0].buffers[0].vertices[7].y\nmeshes[0].buffers[0].vertices[8].y\n"
                               "meshes[0].buffers[0].vertices[9].y\nmeshes[0].buffers[0].vertices[10].y\n"
                               "#meshes[0].buffers[0].vertices\n");
    assert_int_equal(sums.differ, 24);
    a3d_arena_free(&arena);
    build_free(&a);
    build_free(&b);
}

/* Each bit of a hash is about as often 0 as 1, and often differs if a bit of the input does. */
static void hashes_are_even(void **state)
{
    (void)state;
    enum { INPUTS = 4096, LEAST = INPUTS / 3, MOST = INPUTS * 2 / 3, SIZES = 12 };
    for (size_t size = 2; size < SIZES; size++) {
        unsigned ones[64] = {0}, changes[64] = {0};
        for (unsigned i = 0; i < INPUTS; i++) {
            uint8_t bytes[SIZES];
            for (size_t k = 0; k < size; k++)
                bytes[k] = (uint8_t)((i * SIZES + k) * UINT32_C(2654435761) >> 20);
            uint64_t hash = a3d_hash_bytes(1, bytes, size);
            bytes[i % size] ^= (uint8_t)(1 << i / size % 8);
            uint64_t change = hash ^ a3d_hash_bytes(1, bytes, size);
            for (unsigned k = 0; k < 64; k++) {
                ones[k] += (unsigned)(hash >> k & 1);
                changes[k] += (unsigned)(change >> k & 1);
            }
        }
        for (unsigned k = 0; k < 64; k++)
            if (ones[k] < LEAST || ones[k] > MOST || changes[k] < INPUTS / 5)
                fail_msg("bit %u of %zu bytes: %u ones, %u changes", k, size, ones[k], changes[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_even),
        cmocka_unit_test(elements_are_aligned),       cmocka_unit_test(keys_align_what_moved),
        cmocka_unit_test(long_lists_are_aligned_soon), cmocka_unit_test(values_are_told),
        cmocka_unit_test(elements_are_told_once),     cmocka_unit_test(objects_are_found_again),
        cmocka_unit_test(references_move_along), cmocka_unit_test(elements_without_bytes_are_equal), cmocka_unit_test(lies_are_told),              cmocka_unit_test(floats_may_differ_a_little),
        cmocka_unit_test(comparisons_end_at_a_limit),
        cmocka_unit_test(canonical_forms_are_choices), cmocka_unit_test(large_arrays_are_folded),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
