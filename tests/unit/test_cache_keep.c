/* test_cache_keep.c - which results a cache keeps, for how many days, and when its file is written anew */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cache/parts.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/output/write.h"

enum { DAY = 20000, FRESH = 100 };

typedef struct run {
    a3d_arena arena;
    a3d_cli cli;
    a3d_cache cache;
    a3d_choices choices;
    a3d_job job;
} run;

static char folder[512], file[600];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/keep-XXXXXX", a3d_os_temporary());
    if (!a3d_os_make_temporary(folder))
        return 1;
    snprintf(file, sizeof file, "%s/kept", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    a3d_os_remove(file);
    return a3d_os_remove_folder(folder);
}

static a3d_hash key(uint8_t byte)
{
    a3d_hash h;
    memset(h.bytes, byte, sizeof h.bytes);
    return h;
}

static void begin(run *r, uint32_t today)
{
    a3d_os_info info;
    a3d_input input;
    memset(r, 0, sizeof *r);
    a3d_arena_init(&r->arena, NULL);
    a3d_arena_init(&r->job.arena, NULL);
    r->cli.arena = &r->arena;
    r->cache.cli = &r->cli;
    r->cache.path = file;
    r->cache.today = today;
    r->job.choices = &r->choices;
    r->job.path = "file.a3d";
    if (a3d_os_info_of(file, &info)) {
        assert_null(a3d_read_input(&r->arena, file, A3D_CACHE_MOST, &input));
        assert_int_equal(a3d_cache_image_read(&r->cache.image, input.data, input.size), A3D_CACHE_SOUND);
    }
    r->cache.used = a3d_arena_alloc(&r->arena, r->cache.image.n + 1);
}

static void end(run *r)
{
    assert_int_equal(a3d_cache_end(&r->cache), 0);
    a3d_arena_free(&r->job.arena);
    a3d_arena_free(&r->arena);
}

/* A job with a result that has all keys. */
static void check(run *r)
{
    r->job.result = a3d_lint(&r->job.arena, (const uint8_t *)"no model", 8, &r->choices.options);
    assert_non_null(r->job.result);
    for (unsigned kind = 0; kind < A3D_CACHE_KEYS; kind++) {
        r->job.cached.keys[kind] = key((uint8_t)(FRESH + kind));
        r->job.cached.has[kind] = true;
    }
}

/* The job has the result of this entry by its content. */
static void find(run *r, uint8_t byte)
{
    const a3d_hash h = key(byte);
    r->job.cached.keys[A3D_BY_CONTENT] = h;
    r->job.cached.has[A3D_BY_CONTENT] = r->job.cached.known[A3D_BY_CONTENT] = r->job.cached.found = true;
    r->job.cached.entry = a3d_cache_image_find(&r->cache.image, &h);
    assert_true(r->job.cached.entry < r->cache.image.n);
    r->job.result = a3d_lint(&r->job.arena, (const uint8_t *)"no model", 8, &r->choices.options);
}

/* A file with one entry of each kind, used on this day: 1 by its content, 2 by its state. */
static void write_two(uint32_t day)
{
    a3d_arena arena;
    a3d_text out;
    const a3d_cache_image image = {0};
    a3d_cache_entry two[] = {{key(1), (const uint8_t *)"one", 3, day, false, true},
                             {key(2), (const uint8_t *)"two", 3, day, true, true}};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    assert_true(a3d_cache_image_put(&out, &arena, &image, two, 2, A3D_CACHE_MOST));
    assert_null(a3d_write_output(file, &out));
    a3d_arena_free(&arena);
}

/* The day of the entry with this key in the file; 0: there is none. */
static uint32_t day_of(uint8_t byte)
{
    run r;
    a3d_cache_entry e = {0};
    const a3d_hash h = key(byte);
    begin(&r, 0);
    size_t i = a3d_cache_image_find(&r.cache.image, &h);
    if (i != SIZE_MAX)
        assert_true(a3d_cache_image_entry(&r.cache.image, i, &e));
    uint32_t day = e.day;
    a3d_arena_free(&r.job.arena);
    a3d_arena_free(&r.arena);
    return day;
}

/* ---- what is kept ---- */

static void expect_kept(void (*change)(run *), size_t added, size_t looked)
{
    run r;
    a3d_os_remove(file);
    begin(&r, DAY);
    check(&r);
    change(&r);
    a3d_cache_keep(&r.cache, &r.job);
    assert_int_equal(r.cache.n_added, added);
    assert_int_equal(r.cache.looked, looked);
    end(&r);
}

static void nothing(run *r) { (void)r; }
static void no_result(run *r) { r->job.result = NULL; }
static void a_problem(run *r) { r->job.problem = "unreadable"; }
static void is_skipped(run *r) { r->job.skipped = "empty"; }
static void is_limited(run *r) { r->job.limited = true; }
static void an_archive(run *r) { r->job.archive = 1; }
static void no_memory(run *r) { r->job.arena.refused = true; }
static void no_state(run *r) { r->job.cached.has[A3D_BY_STATE] = false; }
static void known_content(run *r) { r->job.cached.known[A3D_BY_CONTENT] = true; }
static void no_key(run *r) { memset(r->job.cached.has, 0, sizeof r->job.cached.has); }

/* What depends on more than the file and the settings is not kept: another run may have more memory. */
static void results_are_kept_by_each_key(void **state)
{
    (void)state;
    expect_kept(nothing, 3, 1);
    assert_int_equal(day_of(FRESH + A3D_BY_STATE), DAY);
    assert_int_equal(day_of(FRESH + A3D_BY_GIT), DAY);
    assert_int_equal(day_of(FRESH + A3D_BY_CONTENT), DAY);
    expect_kept(no_state, 2, 1);
    expect_kept(known_content, 2, 1);
    expect_kept(no_key, 0, 1);
    expect_kept(no_result, 0, 0);
    expect_kept(a_problem, 0, 0);
    expect_kept(is_skipped, 0, 0);
    expect_kept(is_limited, 0, 0);
    expect_kept(an_archive, 0, 0);
    expect_kept(no_memory, 0, 0);
}

/* The key of a state is brief. */
static void a_state_is_brief(void **state)
{
    run r;
    (void)state;
    a3d_os_remove(file);
    begin(&r, DAY);
    check(&r);
    a3d_cache_keep(&r.cache, &r.job);
    assert_int_equal(r.cache.n_added, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(r.cache.added[i].brief, i == 0);
        assert_true(r.cache.added[i].fresh);
        assert_int_equal(r.cache.added[i].day, DAY);
    }
    end(&r);
}

/* ---- days ---- */

/* Days after which entries that nobody used are dropped, when the file is written. */
static void unused_entries_are_dropped(void **state)
{
    static const struct {
        uint32_t later;
        bool content, state;
    } cases[] = {{0, true, true}, {13, true, true}, {14, true, false}, {59, true, false}, {60, false, false}, {1000, false, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run r;
        write_two(DAY);
        begin(&r, DAY + cases[i].later);
        check(&r);
        a3d_cache_keep(&r.cache, &r.job);
        end(&r);
        assert_int_equal(day_of(1), cases[i].content ? DAY : 0);
        assert_int_equal(day_of(2), cases[i].state ? DAY : 0);
        assert_int_equal(day_of(FRESH), DAY + cases[i].later);
    }
}

/* An entry that is used gets the day, once a week if there is no other reason to write the file. */
static void use_is_noted(void **state)
{
    static const struct {
        uint32_t later, day;
    } cases[] = {{0, 0}, {1, 0}, {7, 0}, {8, 8}, {13, 13}, {80, 80}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run r;
        write_two(DAY);
        begin(&r, DAY + cases[i].later);
        find(&r, 1);
        a3d_cache_keep(&r.cache, &r.job);
        assert_int_equal(r.cache.looked, 1);
        assert_int_equal(r.cache.found[A3D_BY_CONTENT], 1);
        assert_int_equal(r.cache.n_added, 0);
        end(&r);
        assert_int_equal(day_of(1), DAY + cases[i].day);
        assert_int_equal(day_of(2), cases[i].day < 14 ? DAY : 0);
    }
}

/* With another reason, at once: a key that was not known is added with the record that was found. */
static void what_is_added_writes_all(void **state)
{
    run r;
    (void)state;
    write_two(DAY);
    begin(&r, DAY + 1);
    find(&r, 1);
    r.job.cached.keys[A3D_BY_STATE] = key(FRESH);
    r.job.cached.has[A3D_BY_STATE] = true;
    a3d_cache_keep(&r.cache, &r.job);
    assert_int_equal(r.cache.n_added, 1);
    assert_true(r.cache.added[0].brief);
    assert_int_equal(r.cache.added[0].size, 3);
    assert_memory_equal(r.cache.added[0].record, "one", 3);
    end(&r);
    assert_int_equal(day_of(1), DAY + 1);
    assert_int_equal(day_of(2), DAY);
    assert_int_equal(day_of(FRESH), DAY + 1);
}

/* Another program writes its hashes; the same leaves the file alone. */
static void another_program_writes(void **state)
{
    (void)state;
    for (uint8_t other = 0; other < 2; other++) {
        run r;
        write_two(DAY);
        begin(&r, DAY + 20);
        r.cache.program_state.bytes[31] = other;
        end(&r);
        assert_int_equal(day_of(1), DAY);
        assert_int_equal(day_of(2), other ? 0 : DAY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_kept_by_each_key),
        cmocka_unit_test(a_state_is_brief),
        cmocka_unit_test(unused_entries_are_dropped),
        cmocka_unit_test(use_is_noted),
        cmocka_unit_test(what_is_added_writes_all),
        cmocka_unit_test(another_program_writes),
    };
    return cmocka_run_group_tests_name("cache_keep", tests, make_folder, remove_folder);
}
