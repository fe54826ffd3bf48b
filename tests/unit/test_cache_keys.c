/* test_cache_keys.c - what a cache takes for the same file, and what a key depends on */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/cache/parts.h"
#include "cli/config/config.h"
#include "formats/formats.h"

/* ---- times ---- */

static bool is_settled(int64_t changed, int64_t now)
{
    const a3d_os_info info = {.kind = A3D_OS_FILE, .size = 1, .modified = 1, .changed = changed};
    return a3d_cache_is_settled(&info, now);
}

/* What was changed in the last two seconds may be changed again, and what has coarse times may have any. */
static void only_old_and_fine_times_are_settled(void **state)
{
    const int64_t second = 1000000000, coarse = 10000000, now = 1700000000 * second + 5;
    (void)state;
    assert_true(is_settled(now - 2 * second - 1, now));
    assert_false(is_settled(now - 2 * second, now));
    assert_false(is_settled(now, now));
    assert_false(is_settled(now + second, now));
    for (int64_t i = 1; i < 5; i++) {
        int64_t time = now - 5 - i * 7 * second;
        assert_false(is_settled(time, now));
        assert_false(is_settled(time + i * coarse, now));
        assert_true(is_settled(time + i * coarse / 10, now));
        assert_true(is_settled(time + i * coarse + 1, now));
        assert_true(is_settled(time + i * coarse - 1, now));
    }
    assert_true(is_settled(1, now));
    assert_false(is_settled(0, now)); /* not known */
    assert_false(is_settled(-1, now));
}

static void a_state_is_the_same_in_all_fields(void **state)
{
    const a3d_os_info a = {A3D_OS_FILE, 2, 3, 4, 5, 6};
    a3d_os_info b = a;
    (void)state;
    assert_true(a3d_cache_same_state(&a, &b));
    b.kind = A3D_OS_FOLDER;
    assert_false(a3d_cache_same_state(&a, &b));
    b = a, b.size++;
    assert_false(a3d_cache_same_state(&a, &b));
    b = a, b.device++;
    assert_false(a3d_cache_same_state(&a, &b));
    b = a, b.node++;
    assert_false(a3d_cache_same_state(&a, &b));
    b = a, b.modified++;
    assert_false(a3d_cache_same_state(&a, &b));
    b = a, b.changed++;
    assert_false(a3d_cache_same_state(&a, &b));
}

/* ---- keys ---- */

typedef struct known {
    a3d_cli cli;
    a3d_cache cache;
    a3d_choices choices;
    a3d_job job;
    uint8_t data[3];
} known;

static const char *const words[] = {"one", "two", "one"};
static const a3d_level levels[] = {{"one", A3D_NOTE}, {"two", A3D_NOTE}, {"one", A3D_ERROR}, {"one", A3D_NOTE}};

static void as_usual(known *k)
{
    memset(k, 0, sizeof *k);
    k->cache.cli = &k->cli;
    k->job.choices = &k->choices;
    k->job.path = "folder/file.a3d";
    k->job.input.data = k->data;
    k->job.input.size = 2;
    k->job.cached.before = (a3d_os_info){A3D_OS_FILE, 2, 3, 4, 5, 6};
    memcpy(k->data, "abc", 3);
}

static a3d_hash key(known *k, unsigned kind)
{
    a3d_cache_make_key(&k->cache, &k->job, kind);
    assert_true(k->job.cached.has[kind]);
    return k->job.cached.keys[kind];
}

/* Changes one thing that the report may depend on. */
static bool change(known *k, unsigned i)
{
    a3d_options *o = &k->choices.options;
    switch (i) {
    case 0: return true;
    case 1: k->cache.run.bytes[0] = 1; return true;
    case 2: k->cache.run.bytes[sizeof k->cache.run.bytes - 1] = 1; return true;
    case 3: o->limits.input = 1; return true;
    case 4: o->limits.unpacked = 1; return true;
    case 5: o->limits.nodes = 1; return true;
    case 6: o->limits.depth = 1; return true;
    case 7: o->limits.findings = 1; return true;
    case 8: o->limits.work = 1; return true;
    case 9: o->limits.work = 2; return true;
    case 10: o->format = &a3d_format_m3g; return true;
    case 11: o->format = &a3d_format_odol; return true;
    case 12: o->branch = 1; return true;
    case 13: o->branch = 2; return true;
    case 14: o->worded = A3D_NOTE; return true;
    case 15: o->worded = A3D_ERROR; return true;
    case 16: o->accept_content = true; return true;
    case 17: o->compats = words, o->n_compats = 1; return true;
    case 18: o->compats = words, o->n_compats = 2; return true;
    case 19: o->compats = words + 1, o->n_compats = 2; return true;
    case 20: o->only = words, o->n_only = 1; return true;
    case 21: o->only = words, o->n_only = 2; return true;
    case 22: o->only = words + 1, o->n_only = 1; return true;
    case 23: o->levels = levels, o->n_levels = 1; return true;
    case 24: o->levels = levels + 1, o->n_levels = 1; return true;
    case 25: o->levels = levels + 2, o->n_levels = 1; return true;
    case 26: o->levels = levels, o->n_levels = 3; return true;
    case 27: o->levels = levels + 1, o->n_levels = 3; return true;
    case 28: k->job.path = "folder/file.m3g"; return true;
    case 29: k->job.path = "folder.a3d/file"; return true;
    case 30: k->job.path = "folder/file.zip"; return true;
    default: return false;
    }
}

static void expect_other(const a3d_hash *keys, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (memcmp(keys[i].bytes, keys[j].bytes, sizeof keys[i].bytes) == 0)
                fail_msg("changes %u and %u have one key", j, i);
}

/* Nothing that may change a report leaves the key as it was, and no two of these changes have one key. */
static void each_setting_has_its_key(void **state)
{
    enum { MOST = 40 };
    (void)state;
    for (unsigned kind = A3D_BY_STATE; kind < A3D_CACHE_KEYS; kind += A3D_BY_CONTENT) {
        a3d_hash keys[MOST];
        known k;
        unsigned n = 0;
        for (as_usual(&k); change(&k, n); as_usual(&k)) {
            assert_true(n < MOST);
            keys[n++] = key(&k, kind);
        }
        assert_int_equal(n, 31);
        expect_other(keys, n);
    }
}

static void each_state_has_its_key(void **state)
{
    a3d_hash keys[9];
    known k;
    (void)state;
    as_usual(&k);
    keys[0] = key(&k, A3D_BY_STATE);
    k.job.cached.before.size++;
    keys[1] = key(&k, A3D_BY_STATE);
    k.job.cached.before.device++;
    keys[2] = key(&k, A3D_BY_STATE);
    k.job.cached.before.node++;
    keys[3] = key(&k, A3D_BY_STATE);
    k.job.cached.before.modified++;
    keys[4] = key(&k, A3D_BY_STATE);
    k.job.cached.before.changed++;
    keys[5] = key(&k, A3D_BY_STATE);
    keys[6] = key(&k, A3D_BY_CONTENT);
    k.job.input.size++;
    keys[7] = key(&k, A3D_BY_CONTENT);
    k.data[2] = 0;
    keys[8] = key(&k, A3D_BY_CONTENT);
    expect_other(keys, 9);
}

/* A copy elsewhere has the result of the first. */
static void only_what_matters_has_a_key(void **state)
{
    known k;
    (void)state;
    as_usual(&k);
    a3d_hash first = key(&k, A3D_BY_CONTENT);
    k.job.path = "x.a3d";
    k.job.cached.before = (a3d_os_info){A3D_OS_FILE, 12, 13, 14, 15, 16};
    k.choices.place = "/x.a3d";
    k.choices.fail_on = A3D_ERROR;
    k.job.named = true;
    a3d_hash other = key(&k, A3D_BY_CONTENT);
    assert_memory_equal(first.bytes, other.bytes, sizeof first.bytes);
    as_usual(&k);
    first = key(&k, A3D_BY_STATE);
    k.data[0] = 'x';
    other = key(&k, A3D_BY_STATE);
    assert_memory_equal(first.bytes, other.bytes, sizeof first.bytes);
}

/* ---- the program ---- */

static a3d_hash run_with(uint64_t memory)
{
    a3d_arena arena;
    a3d_cli cli = {.arena = &arena, .max_memory = memory};
    a3d_cache cache = {.cli = &cli, .begun = a3d_cache_now()};
    a3d_arena_init(&arena, NULL);
    a3d_cache_know_program(&cache);
    a3d_arena_free(&arena);
    return cache.run;
}

static void memory_is_of_the_run(void **state)
{
    const a3d_hash keys[] = {run_with(0), run_with(A3D_LEAST_MEMORY), run_with(A3D_MOST_MEMORY - 1)};
    const a3d_hash same = run_with(A3D_MOST_MEMORY);
    (void)state;
    expect_other(keys, 3);
    assert_memory_equal(same.bytes, keys[0].bytes, sizeof same.bytes); /* the default */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_old_and_fine_times_are_settled),
        cmocka_unit_test(a_state_is_the_same_in_all_fields),
        cmocka_unit_test(each_setting_has_its_key),
        cmocka_unit_test(each_state_has_its_key),
        cmocka_unit_test(only_what_matters_has_a_key),
        cmocka_unit_test(memory_is_of_the_run),
    };
    return cmocka_run_group_tests_name("cache_keys", tests, NULL, NULL);
}
