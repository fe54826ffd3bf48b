/* What is kept of the tables from one file to the next changes nothing that is found, whatever files and formats came before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../harnesses/judge.h"
#include "lint/generate.h"
#include "lint/lint.h"
#include "engine/decode/decode.h"
#include "engine/mutate/mutate.h"
#include "engine/document/plan_cache.h"
#include "engine/document/plan.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 << 10, MUTANTS = 40, FORMATS = 5 };

static uint8_t files[FORMATS][SIZE];
static uint32_t sizes[FORMATS];

static void generate(void)
{
    for (unsigned i = 0; a3d_formats()[i] != NULL; i++) {
        const a3d_format *format = a3d_formats()[i];
        const a3d_version *v = format->versions;
        while (!v->generated)
            v++;
        a3d_wish wish = {.format = format, .version = v, .size = 2000, .seed = 3};
        a3d_arena arena;
        a3d_text text;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&text, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &text));
        assert_true(text.size <= SIZE);
        sizes[i] = (uint32_t)text.size;
        memcpy(files[i], text.data, text.size);
        a3d_arena_free(&arena);
    }
}

/* Findings that follow from what elements are called: the records of them are known already when they are met. */
static unsigned expect_same(a3d_plan_cache *sorted, const a3d_format *format, const uint8_t *data, uint32_t size)
{
    char why[300] = "";
    unsigned named = 0;
    a3d_arena arena;
    a3d_limits limits = {.plan_cache = sorted};
    a3d_arena_init(&arena, NULL);
    const a3d_doc *anew = a3d_decode(&arena, format, data, size, NULL, format->usual);
    const a3d_doc *after = a3d_decode(&arena, format, data, size, &limits, format->usual);
    assert_non_null(anew);
    assert_non_null(after);
    bool same = judge_findings(anew, after, why, sizeof why);
    if (!same)
        print_error("%s: %s\n", format->name, why);
    assert_true(same);
    for (size_t i = 0; i < anew->n_findings; i++) {
        const a3d_finding *f = &anew->findings[i];
        const a3d_ref *ref = f->place.node != A3D_NO_NODE ? &a3d_at(anew, f->place.node)->row->ref : NULL;
        named += ref != NULL && ref->rule != 0 && f->rule == &format->rules[ref->rule];
    }
    a3d_arena_free(&arena);
    return named;
}

static void nothing_changes(void **state)
{
    static uint8_t out[SIZE];
    unsigned named = 0;
    a3d_plan_cache sorted;
    a3d_arena arena;
    (void)state;
    generate();
    a3d_plan_cache_init(&sorted, NULL);
    a3d_arena_init(&arena, NULL);
    for (unsigned seed = 0; seed < MUTANTS; seed++)
        for (unsigned i = 0; i < FORMATS; i++) {
            a3d_mutation m = {.format = a3d_formats()[i], .data = files[i], .size = sizes[i], .seed = seed};
            uint32_t size = (uint32_t)a3d_mutate(&arena, &m, out, SIZE);
            named += expect_same(&sorted, m.format, out, size);
        }
    assert_int_equal(sorted.n, FORMATS);
    assert_true(named > 0);
    a3d_arena_free(&arena);
    a3d_plan_cache_free(&sorted);
}

/* After one file of a format everything is known of its records: a fuzzer sees other edges else when it runs an input again. */
static void all_at_once(void **state)
{
    (void)state;
    generate();
    for (unsigned i = 0; i < FORMATS; i++) {
        const a3d_format *format = a3d_formats()[i];
        bool fresh;
        a3d_plan_cache sorted;
        a3d_plan_cache_init(&sorted, NULL);
        sorted.at_once = true;
        expect_same(&sorted, format, files[i], 4);
        const a3d_plan *facts = a3d_cached_plans(&sorted, format, &fresh);
        assert_false(fresh);
        for (unsigned r = 0; r < format->n_records; r++)
            assert_true(facts[format->records[r]->id].rows != NULL && facts[format->records[r]->id].flat_known);
        a3d_plan_cache_free(&sorted);
    }
}

/* An allocator that refuses one request. */
typedef struct refusing {
    unsigned asked, refused;
} refusing;

static void *resize(void *user, void *p, size_t old_size, size_t size)
{
    refusing *r = user;
    (void)old_size;
    if (size > 0 && ++r->asked == r->refused)
        return NULL;
    if (size > 0)
        return realloc(p, size);
    free(p);
    return NULL;
}

/* A file for which memory ran out while its records were worked out leaves nothing wrong behind for the next file. */
static void half_known(void **state)
{
    enum { MOST = 60, CHANGED = 6 };
    static uint8_t out[SIZE];
    a3d_arena arena;
    (void)state;
    generate();
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < FORMATS; i++)
        for (unsigned n = 1; n < MOST; n++) {
            const a3d_format *format = a3d_formats()[i];
            refusing r = {.refused = n};
            a3d_allocator mem = {.resize = resize, .user = &r, .chunk = 1};
            a3d_plan_cache sorted;
            a3d_plan_cache_init(&sorted, &mem);
            a3d_limits limits = {.plan_cache = &sorted};
            a3d_decode(&arena, format, files[i], sizes[i], &limits, format->usual);
            if (r.asked < n)
                n = MOST;
            r.refused = 0;
            for (unsigned seed = 0; seed < CHANGED; seed++) {
                a3d_mutation m = {.format = format, .data = files[i], .size = sizes[i], .seed = seed};
                expect_same(&sorted, format, out, (uint32_t)a3d_mutate(&arena, &m, out, SIZE));
            }
            a3d_plan_cache_free(&sorted);
        }
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_changes), cmocka_unit_test(all_at_once),
                                       cmocka_unit_test(half_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
