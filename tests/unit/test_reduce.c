/* The reducer asks only for files that are no larger than the input, keeps what it is asked to keep, ends where
 * it is told to, and finds nothing more to do in its own result. */
#include "../support/build.h"

#include <stdlib.h>
#include <string.h>

#include "lint/lint.h"
#include "engine/decode/decode.h"
#include "engine/reduce/reduce.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"

enum { TRIES = 5000 };

typedef struct asked {
    const char *needle; /* NULL: everything holds */
    uint32_t most, best; /* size of the input; of the last file that held */
    uint64_t asked, end_after;
} asked;

static bool has(const uint8_t *data, uint32_t size, const char *needle)
{
    size_t n = strlen(needle);
    for (uint32_t i = 0; i + n <= size; i++)
        if (memcmp(data + i, needle, n) == 0)
            return true;
    return false;
}

static int holds(void *user, const uint8_t *data, uint32_t size)
{
    asked *q = user;
    assert_true(size <= q->most);
    if (++q->asked > q->end_after)
        return -1;
    if (q->needle != NULL && !has(data, size, q->needle))
        return 0;
    q->best = size;
    return 1;
}

/* Whether a file of A3D2 has all of its content. */
static int unpacks(void *user, const uint8_t *data, uint32_t size)
{
    a3d_arena arena;
    (void)user;
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = a3d_decode(&arena, &a3d_format_a3d2, data, size, NULL, a3d_format_a3d2.usual);
    bool good = doc != NULL && !doc->faulty && doc->n_streams > 1 && doc->streams[1].size >= 200000;
    a3d_arena_free(&arena);
    return good;
}

/* Reduces and returns the size; *again is what reducing the result gives. */
static uint32_t reduced(const build *b, const a3d_format *format, const char *needle, uint64_t end_after, uint64_t most_tries, a3d_reduced *result,
                        uint32_t *again)
{
    a3d_arena arena;
    asked q = {.needle = needle, .most = b->size, .best = b->size, .end_after = end_after};
    a3d_reduction how = {.format = format, .branches = format != NULL ? format->usual : 0, .data = b->bytes, .size = b->size, .holds = holds,
                         .user = &q, .most_tries = most_tries};
    a3d_text out, second;
    a3d_reduced unused;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    a3d_text_init(&second, &arena);
    assert_null(a3d_reduce(&arena, &how, &out, result));
    assert_int_equal(out.size, q.best);
    assert_true(needle == NULL || has((const uint8_t *)out.data, (uint32_t)out.size, needle));
    how.data = (const uint8_t *)out.data;
    how.size = (uint32_t)out.size;
    assert_null(a3d_reduce(&arena, &how, &second, &unused));
    *again = (uint32_t)second.size;
    uint32_t size = (uint32_t)out.size;
    a3d_text_free(&out);
    a3d_text_free(&second);
    assert_int_equal(arena.held, 0);
    a3d_arena_free(&arena);
    return size;
}

static const struct {
    const a3d_format *format;
    uint32_t version;
    const char *words[4];
    const char *needle;
} files[] = {
    {&a3d_format_a3d1, 1, {"images+=3", "images[1].url=\"needle\"", "images[2].url=\"a long text that nobody needs\""}, "needle"},
    {&a3d_format_tanki, 3, {"materials+={name=\"other\"}", "materials+={name=\"needle\"}", "objects+=2"}, "needle"},
    {&a3d_format_m3g, 1, {"sections[1].objects+={type=Fog}", "sections[1].objects+={type=Group,userID=0x6e656564}"}, "deen"},
    {&a3d_format_odol, 64, {NULL}, "ODOL"},
};

static void what_is_kept_stays(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        build b;
        a3d_reduced result;
        uint32_t again;
        build_make(&b, files[i].format, files[i].version, files[i].words);
        uint32_t size = reduced(&b, files[i].format, files[i].needle, UINT64_MAX, TRIES, &result, &again);
        assert_true(size < b.size && size >= strlen(files[i].needle));
        assert_int_equal(again, size);
        assert_false(result.ended);
        assert_in_range(result.tries, 1, TRIES);
        build_free(&b);
    }
}

/* Whether a file still begins with its first byte and has 4096 bytes or more. */
static int is_large(void *user, const uint8_t *data, uint32_t size)
{
    (void)user;
    return size >= 4096 && data[0] == 1;
}

/* A file of up to 4096 bytes is cut byte by byte; of a larger one, no piece is as small as that. */
static void large_files_are_not_cut_byte_by_byte(void **state)
{
    static const struct { uint32_t size, least; } sizes[] = {{4097, 4097}, {4098, 4096}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        a3d_arena arena;
        a3d_text out;
        a3d_reduced result;
        uint8_t *bytes = calloc(sizes[i].size, 1);
        assert_non_null(bytes);
        bytes[0] = 1;
        a3d_reduction how = {.data = bytes, .size = sizes[i].size, .holds = is_large, .most_tries = 20000};
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        assert_null(a3d_reduce(&arena, &how, &out, &result));
        assert_int_equal(out.size, sizes[i].least);
        a3d_arena_free(&arena);
        free(bytes);
    }
}

/* Nothing is asked of the file, so nothing stays of what can go. */
static void nothing_kept_is_nothing_left(void **state)
{
    build b;
    a3d_reduced result;
    uint32_t again;
    (void)state;
    build_make(&b, &a3d_format_a3d2, 6, WORDS("boxes+=3"));
    assert_int_equal(reduced(&b, NULL, NULL, UINT64_MAX, TRIES, &result, &again), 0);
    assert_int_equal(result.tries, 1);
    build_free(&b);
}

/* Whether both checksums of a file are wrong. */
static int both_are_wrong(void *user, const uint8_t *data, uint32_t size)
{
    a3d_arena arena;
    a3d_options options = {0};
    unsigned wrong = 0;
    (void)user;
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    for (size_t i = 0; result != NULL && result->doc != NULL && i < result->doc->n_findings; i++)
        if (strcmp(result->doc->findings[i].rule->id, "m3g/checksum") == 0)
            wrong += result->doc->findings[i].count;
    a3d_arena_free(&arena);
    return wrong >= 2;
}

/* What is wrong on purpose stays wrong by as much while the rest becomes smaller. */
static void several_wrong_values_stay_wrong(void **state)
{
    build b, least;
    a3d_arena arena;
    a3d_text out;
    a3d_reduced result;
    (void)state;
    build_make(&least, &a3d_format_m3g, 1, NULL);
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=Fog}", "sections[1].objects+={type=Group,userID=7}",
                                            "sections[0].checksum:=1", "sections[1].checksum:=2"));
    a3d_reduction how = {.format = &a3d_format_m3g, .branches = a3d_format_m3g.usual, .data = b.bytes, .size = b.size,
                         .holds = both_are_wrong, .most_tries = TRIES};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    assert_null(a3d_reduce(&arena, &how, &out, &result));
    assert_true(both_are_wrong(NULL, (const uint8_t *)out.data, (uint32_t)out.size));
    assert_in_range(out.size, 1, least.size);
    a3d_arena_free(&arena);
    build_free(&b);
    build_free(&least);
}

static void tries_are_bounded(void **state)
{
    build b;
    a3d_reduced result;
    uint32_t again;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, files[1].words);
    reduced(&b, &a3d_format_tanki, "needle", UINT64_MAX, 3, &result, &again);
    assert_int_equal(result.tries, 3);
    assert_true(result.ended);
    uint32_t size = reduced(&b, &a3d_format_tanki, "needle", 0, TRIES, &result, &again);
    assert_int_equal(size, b.size);
    assert_true(result.ended);
    build_free(&b);
}

/* Ends at the limit of steps, one try beyond it at most, and keeps what was won. */
static void steps_are_bounded(void **state)
{
    build b;
    a3d_arena arena;
    a3d_text out;
    a3d_reduced all = {0}, some = {0};
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, files[1].words);
    asked q = {.needle = "needle", .most = b.size, .end_after = UINT64_MAX};
    a3d_reduction how = {.format = &a3d_format_tanki, .branches = a3d_format_tanki.usual, .data = b.bytes, .size = b.size,
                         .holds = holds, .user = &q, .most_tries = TRIES};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    assert_null(a3d_reduce(&arena, &how, &out, &all));
    assert_false(all.limited);
    assert_true(all.steps > all.tries * 512);
    size_t least = out.size;
    how.most_steps = all.steps / 2;
    assert_null(a3d_reduce(&arena, &how, &out, &some));
    assert_true(some.limited && some.ended);
    assert_in_range(some.steps, how.most_steps, how.most_steps + 4096);
    assert_true(out.size < b.size && out.size > least);
    how.most_steps = all.steps; /* as many as it takes are enough, one less is not */
    assert_null(a3d_reduce(&arena, &how, &out, &some));
    assert_false(some.limited);
    assert_int_equal(out.size, least);
    how.most_steps = all.steps - 1;
    assert_null(a3d_reduce(&arena, &how, &out, &some));
    assert_true(some.limited && some.ended);
    how.most_steps = 1; /* not enough for one try */
    assert_null(a3d_reduce(&arena, &how, &out, &some));
    assert_true(some.limited && some.ended);
    assert_int_equal(some.tries, 0);
    assert_int_equal(out.size, b.size);
    a3d_arena_free(&arena);
    build_free(&b);
}

/* Tries of packed content are stored; only the result is packed as small as it can be. */
static void tries_are_not_packed(void **state)
{
    enum { CONTENT = 200000, SHORTEST = 0x78DA };
    build b;
    a3d_arena arena;
    a3d_text out;
    a3d_reduced result = {0};
    (void)state;
    build_make(&b, &a3d_format_a3d2, 6, WORDS("images+=1", "package.$form=packed"));
    build_edit(&b, WORDS("indexBuffers+={byteBuffer+=200000}", "images[0].url=\"needle in a long text that nobody needs\""));
    build_encode(&b, A3D_FAITHFUL);
    a3d_reduction how = {.format = &a3d_format_a3d2, .branches = a3d_format_a3d2.usual, .data = b.bytes, .size = b.size,
                         .holds = unpacks, .user = &b, .most_tries = TRIES};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    assert_null(a3d_reduce(&arena, &how, &out, &result));
    print_message("%u tries, %u steps\n", (unsigned)result.tries, (unsigned)result.steps);
    assert_true(result.steps < result.tries * CONTENT);
    assert_true(out.size > 4 && out.size <= b.size);
    assert_int_equal((uint8_t)out.data[2] << 8 | (uint8_t)out.data[3], SHORTEST);
    a3d_arena_free(&arena);
    build_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_stays),
        cmocka_unit_test(large_files_are_not_cut_byte_by_byte), cmocka_unit_test(nothing_kept_is_nothing_left),
        cmocka_unit_test(several_wrong_values_stay_wrong),
        cmocka_unit_test(tries_are_bounded),
        cmocka_unit_test(steps_are_bounded),
        cmocka_unit_test(tries_are_not_packed),
    };
    return cmocka_run_group_tests_name("reduce", tests, NULL, NULL);
}
