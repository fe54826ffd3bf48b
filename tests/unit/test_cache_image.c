/* test_cache_image.c - a cache file: what was written is read, what is old makes room, and damage is seen */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/bytes.h"
#include "cli/cache/image.h"

enum { HEADER = 128, ENTRY = 48, HASH_AT = 16, PROGRAM_AT = 48, COUNT_AT = 112, SIZE_AT = 120, PLENTY = 100000 };

typedef struct file {
    a3d_arena arena;
    a3d_text out;
    a3d_cache_image image;
} file;

static a3d_cache_entry entry(uint8_t key, const char *record, uint32_t day, bool brief, bool fresh)
{
    a3d_cache_entry e = {.record = (const uint8_t *)record, .day = day, .brief = brief, .fresh = fresh};
    e.size = (uint32_t)strlen(record);
    memset(e.key.bytes, key, sizeof e.key.bytes);
    return e;
}

static void begin(file *f, a3d_cache_entry *entries, size_t n, uint64_t most)
{
    a3d_cache_image from = {.program.bytes = {1, 2, 3}, .program_state.bytes = {4, 5, 6}};
    a3d_arena_init(&f->arena, NULL);
    a3d_text_init(&f->out, &f->arena);
    assert_true(a3d_cache_image_put(&f->out, &f->arena, &from, entries, n, most));
    assert_int_equal(a3d_cache_image_read(&f->image, (const uint8_t *)f->out.data, f->out.size), A3D_CACHE_SOUND);
    assert_memory_equal(&f->image.program, &from.program, sizeof from.program);
    assert_memory_equal(&f->image.program_state, &from.program_state, sizeof from.program_state);
}

/* The entries of the file are these, in this order. */
static void expect(const file *f, const a3d_cache_entry *entries, size_t n)
{
    assert_int_equal(f->image.n, n);
    for (size_t i = 0; i < n; i++) {
        a3d_cache_entry e;
        assert_true(a3d_cache_image_entry(&f->image, i, &e));
        assert_memory_equal(&e.key, &entries[i].key, sizeof e.key);
        assert_int_equal(e.size, entries[i].size);
        assert_memory_equal(e.record, entries[i].record, e.size);
        assert_int_equal(e.day, entries[i].day);
        assert_int_equal(e.brief, entries[i].brief);
        assert_false(e.fresh);
        assert_int_equal(a3d_cache_image_find(&f->image, &e.key), i);
    }
}

static void entries_are_sorted_and_found(void **state)
{
    a3d_cache_entry in[] = {entry(9, "nine", 20000, false, true), entry(2, "", 0x01020304, true, false),
                            entry(5, "five and more", 7, true, true), entry(3, "nine", 1, false, false),
                            entry(7, "x", 2, false, false), entry(8, "y", 3, false, false)};
    const a3d_cache_entry out[] = {in[1], in[3], in[2], in[4], in[5], in[0]};
    file f;
    (void)state;
    begin(&f, in, 6, PLENTY);
    expect(&f, out, 6);
    assert_int_equal(f.out.size, HEADER + 6 * ENTRY + 4 + 13 + 1 + 1); /* equal records are written once */
    assert_int_equal(f.image.records_size, 4 + 13 + 1 + 1);
    for (uint8_t key = 0; key < 12; key++) {
        a3d_cache_entry e = entry(key, "", 0, false, false);
        bool known = key == 2 || key == 3 || key == 5 || (key >= 7 && key <= 9);
        assert_int_equal(a3d_cache_image_find(&f.image, &e.key) != SIZE_MAX, known);
    }
    a3d_arena_free(&f.arena);
}

/* Of equal keys the latest day stays, and on one day what is fresh. */
static void equal_keys_are_one_entry(void **state)
{
    a3d_cache_entry in[] = {entry(1, "old", 4, false, true),    entry(1, "new", 5, true, false),
                            entry(2, "fresh", 6, false, true),  entry(2, "kept", 6, false, false),
                            entry(1, "older", 3, false, true),  entry(0, "alone", 9, false, true)};
    const a3d_cache_entry out[] = {in[5], in[1], in[2]};
    file f;
    (void)state;
    begin(&f, in, 6, PLENTY);
    expect(&f, out, 3);
    a3d_arena_free(&f.arena);
}

/* If one byte is missing, the oldest are left out until an eighth is free. */
static void the_oldest_make_room(void **state)
{
    enum { N = 40, SIZE = 10, ALL = HEADER + N * (ENTRY + SIZE), LEAST = (ALL - 1) - (ALL - 1) / 8 };
    static char records[N][SIZE + 1];
    a3d_cache_entry in[N], out[N];
    file f;
    size_t n = 0, kept = (LEAST - HEADER) / (ENTRY + SIZE);
    (void)state;
    for (int all = 1; all >= 0; all--) {
        for (uint8_t i = 0; i < N; i++) {
            memset(records[i], 'a' + i % 26, SIZE);
            records[i][0] = (char)('A' + i / 26);
            in[i] = entry(i, records[i], 1000 + i * 7u % N, false, false);
        }
        n = 0;
        for (uint8_t i = 0; i < N; i++)
            if (all || i * 7u % N >= N - kept)
                out[n++] = in[i];
        begin(&f, in, N, all ? ALL : ALL - 1);
        expect(&f, out, n);
        a3d_arena_free(&f.arena);
    }
    assert_int_equal(n, kept);
}

static void no_entries_are_a_file(void **state)
{
    file f;
    (void)state;
    begin(&f, NULL, 0, PLENTY);
    expect(&f, NULL, 0);
    assert_int_equal(f.out.size, HEADER);
    f.image.n = 1; /* it may have been another's */
    assert_int_equal(a3d_cache_image_read(&f.image, NULL, 0), A3D_CACHE_SOUND);
    assert_int_equal(f.image.n, 0);
    a3d_arena_free(&f.arena);
}

/* Writes the hash of what follows it, so that only the content is wrong. */
static void seal(a3d_text *out)
{
    a3d_hash sum = a3d_hash_of(out->data + PROGRAM_AT, out->size - PROGRAM_AT);
    memcpy(out->data + HASH_AT, sum.bytes, sizeof sum.bytes);
}

static void damage_is_seen(void **state)
{
    a3d_cache_entry in[] = {entry(1, "one", 1, false, true), entry(2, "second", 2, true, true)}, e;
    file f;
    (void)state;
    begin(&f, in, 2, PLENTY);
    uint8_t *data = (uint8_t *)f.out.data;
    for (size_t size = 1; size < f.out.size; size++)
        assert_int_equal(a3d_cache_image_read(&f.image, data, size), A3D_CACHE_DAMAGED);
    for (size_t at = 0; at < f.out.size; at++) {
        data[at] ^= 0x40;
        a3d_cache_read seen = at < HASH_AT ? A3D_CACHE_FOREIGN : A3D_CACHE_DAMAGED;
        assert_int_equal(a3d_cache_image_read(&f.image, data, f.out.size), seen);
        data[at] ^= 0x40;
    }
    /* records: "one" at 0, "second" at 3; the second entry may not lead out of these nine bytes */
    static const struct {
        uint32_t off, size;
        bool inside;
    } places[] = {{3, 6, true},   {9, 0, true},           {0, 9, true}, {3, 7, false}, {4, 6, false},
                  {10, 0, false}, {UINT32_MAX, 6, false}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        a3d_store(data + HEADER + ENTRY + 32, 4, places[i].off, false);
        a3d_store(data + HEADER + ENTRY + 36, 4, places[i].size, false);
        seal(&f.out);
        assert_int_equal(a3d_cache_image_read(&f.image, data, f.out.size), A3D_CACHE_SOUND);
        assert_int_equal(a3d_cache_image_entry(&f.image, 1, &e), places[i].inside);
        if (places[i].inside)
            assert_ptr_equal(e.record, data + HEADER + 2 * ENTRY + places[i].off);
        else
            assert_null(e.record);
    }
    /* counts that do not add up to the file */
    static const uint64_t counts[][2] = {{2, 8}, {2, 10}, {1, 9}, {3, 9}, {UINT64_MAX, 9}, {1, 9 + ENTRY + 1}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        a3d_store(data + COUNT_AT, 8, counts[i][0], false);
        a3d_store(data + SIZE_AT, 8, counts[i][1], false);
        seal(&f.out);
        assert_int_equal(a3d_cache_image_read(&f.image, data, f.out.size), A3D_CACHE_DAMAGED);
    }
    a3d_arena_free(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_sorted_and_found), cmocka_unit_test(equal_keys_are_one_entry),
        cmocka_unit_test(the_oldest_make_room),         cmocka_unit_test(no_entries_are_a_file),
        cmocka_unit_test(damage_is_seen),
    };
    return cmocka_run_group_tests_name("cache_image", tests, NULL, NULL);
}
