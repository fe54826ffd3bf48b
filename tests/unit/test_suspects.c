/* What looking for the cause of a fault may cost: a damaged file is judged in the time that sound ones take, and stays as it is. */
#include "../support/build.h"

#include "lint/generate.h"
#include "lint/lint.h"
#include "engine/encode/encode.h"
#include "engine/mutate/mutate.h"
#include "formats/a3d2/a3d2.h"

#include <string.h>

/* What a search may take besides two steps for each byte (engine/diagnose/suspect.c). */
enum { SIZE = 64 << 10, LEAST = 160 << 10, NODES = 8, IN_TURN = 4, MUTANTS = 24 };
/* What the search for a changed byte of zlib data may take (engine/diagnose/deflated.c). */
enum { PACKED = 4 << 20 };
/* What trials of damage to the whole file may take besides six steps for each byte: two of all (lint/whole_file.c), and
 * two of those without inserted bytes and with lost ones each (lint/undeclared.c). */
enum { WHOLE_FILE = 640 << 10 };

static const a3d_result *judged(a3d_arena *arena, const uint8_t *data, uint32_t size, bool unsearched)
{
    a3d_options options = {.limits = {.unsearched = unsearched}};
    const a3d_result *result = a3d_lint(arena, data, size, &options);
    assert_non_null(result);
    return result;
}

/* Trials leave the document as it was: it is written back as it was read. */
static void expect_unchanged(const a3d_result *result, const uint8_t *data, uint32_t size)
{
    a3d_text out;
    if (result->doc == NULL || result->doc->limited != A3D_LIMIT_NONE)
        return;
    a3d_text_init(&out, result->doc->arena);
    assert_null(a3d_encode(result->doc, A3D_FAITHFUL, &out, NULL, 0));
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, data, size);
    a3d_text_free(&out);
}

/* Whether the checksum of a zlib stream is wrong, by which its changed byte is searched. */
static bool has_wrong_sum(const a3d_result *result)
{
    for (size_t i = 0; result->doc != NULL && i < result->doc->n_findings; i++)
        if (result->doc->findings[i].rule->fault == A3D_FAULT_PACKED_CHECKSUM)
            return true;
    return false;
}

/* Returns whether there was something to search. */
static bool expect_bounded(const uint8_t *data, uint32_t size)
{
    a3d_arena one, other;
    a3d_arena_init(&one, NULL);
    a3d_arena_init(&other, NULL);
    const a3d_result *with = judged(&one, data, size, false), *without = judged(&other, data, size, true);
    uint64_t bytes = 0, most = without->steps + LEAST, whole = WHOLE_FILE + 6 * (uint64_t)size + without->steps;
    for (size_t i = 0; with->doc != NULL && i < with->doc->n_streams; i++)
        bytes += with->doc->streams[i].size;
    if (with->doc != NULL)
        most = (most > 2 * bytes + LEAST ? most : 2 * bytes + LEAST) + with->doc->n_nodes / NODES + bytes / 2; /* one block, or one rule on all values, is work that is done as a whole */
    most += whole + (has_wrong_sum(with) ? PACKED : 0);
    if (with->steps > most)
        print_error("%s: %llu steps, %llu without a search, %llu bytes\n", with->format->name, (unsigned long long)with->steps,
                    (unsigned long long)without->steps, (unsigned long long)bytes);
    assert_true(with->steps <= most);
    assert_int_equal(with->verdict, without->verdict);
    expect_unchanged(with, data, size);
    bool faulty = with->doc != NULL && with->doc->faulty;
    a3d_arena_free(&other);
    a3d_arena_free(&one);
    return faulty;
}

static unsigned mutate(const a3d_format *format, const a3d_text *file)
{
    static uint8_t buffers[2][SIZE];
    unsigned faulty = 0;
    a3d_arena arena;
    a3d_document_cache kept;
    a3d_arena_init(&arena, NULL);
    a3d_document_cache_init(&kept, &arena.mem);
    a3d_mutation m = {.format = format, .cache = &kept};
    for (unsigned i = 0; i < MUTANTS; i++) {
        if (i % IN_TURN == 0) {
            m.data = (const uint8_t *)file->data;
            m.size = (uint32_t)file->size;
        }
        m.seed++;
        uint8_t *out = buffers[i % 2];
        m.size = (uint32_t)a3d_mutate(&arena, &m, out, SIZE);
        m.data = out;
        faulty += expect_bounded(m.data, m.size);
    }
    a3d_document_cache_free(&kept);
    a3d_arena_free(&arena);
    return faulty;
}

static void searches_are_bounded(void **state)
{
    (void)state;
    for (const a3d_format *const *format = a3d_formats(); *format != NULL; format++) {
        const a3d_version *v = (*format)->versions;
        while (!v->generated)
            v++;
        a3d_wish wish = {.format = *format, .version = v, .size = SIZE * 3 / 4, .seed = 7};
        a3d_arena arena;
        a3d_text text;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&text, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &text));
        assert_true(text.size <= SIZE);
        assert_true(mutate(*format, &text) > 0);
        a3d_arena_free(&arena);
    }
}

/* A length that is tried may need another form of its field: the form of the file's own stays. */
static void trials_keep_forms(void **state)
{
    enum { BEHIND = 17000 };
    static uint8_t bytes[SIZE];
    build b;
    (void)state;
    build_make(&b, &a3d_format_a3d2, 6, WORDS("package.$form=packed", "package:=20"));
    memcpy(bytes, b.bytes, b.size);
    assert_true(bytes[0] == 0x40 && bytes[1] == 20);
    assert_true(expect_bounded(bytes, (uint32_t)b.size + BEHIND));
    build_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(searches_are_bounded), cmocka_unit_test(trials_keep_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
