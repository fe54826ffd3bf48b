/* Results that are kept as bytes: they are reported in the same words, and bytes that are no result do no harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "lint/generate.h"
#include "report/common/again.h"
#include "report/forms.h"

static const a3d_level levels[] = {{"*/name*", A3D_OFF}, {"*", A3D_WARNING}};
static const a3d_options plain = {0}, changed = {.levels = levels, .n_levels = 2};

static void put_report(const a3d_report_form *form, a3d_text *out, const a3d_result *result)
{
    a3d_sink sink = {.out = out, .show = A3D_NOTE, .verbose = true};
    form->begin(&sink);
    form->file(&sink, "input", result);
    form->end(&sink);
}

static bool same_sizes(const size_t *a, const size_t *b, size_t n)
{
    return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, n * sizeof *a) == 0);
}

/* All forms that need neither fields nor bytes, and what settings did. */
static void expect_same(a3d_arena *arena, const a3d_result *result, const a3d_options *options)
{
    a3d_text kept;
    a3d_text_init(&kept, arena);
    assert_true(a3d_again_put(&kept, result, options->n_levels));
    const a3d_result *again = a3d_again_read(arena, (const uint8_t *)kept.data, kept.size, options->n_levels);
    assert_non_null(again);
    assert_true(same_sizes(result->lowered, again->lowered, options->n_levels));
    assert_int_equal(result->unselected, again->unselected);
    assert_true((result->doc == NULL) == (again->doc == NULL));
    if (result->doc != NULL)
        assert_ptr_equal(result->doc->format, again->doc->format);
    for (const a3d_report_form *form = a3d_report_forms; form->name != NULL; form++) {
        a3d_text one, other;
        if (form->page)
            continue;
        a3d_text_init(&one, arena);
        a3d_text_init(&other, arena);
        put_report(form, &one, result);
        put_report(form, &other, again);
        assert_int_equal(one.size, other.size);
        assert_memory_equal(one.data, other.data, one.size);
    }
    a3d_text_free(&kept);
}

/* Bytes that are not a result are refused, or make one that can be reported: no sanitizer finds anything. */
static void expect_harmless(a3d_arena *arena, const a3d_result *result, const a3d_options *options)
{
    static unsigned turn;
    a3d_text kept;
    a3d_text_init(&kept, arena);
    assert_true(a3d_again_put(&kept, result, options->n_levels));
    for (size_t i = 0; i < kept.size; i++) {
        a3d_arena own;
        a3d_text out;
        a3d_arena_init(&own, NULL);
        a3d_text_init(&out, &own);
        uint8_t *copy = malloc(kept.size); /* an exact one, so that a sanitizer sees a byte too far */
        memcpy(copy, kept.data, kept.size);
        assert_null(a3d_again_read(&own, copy, i, options->n_levels));
        copy[i] ^= (uint8_t)(1 << turn++ % 8);
        const a3d_result *other = a3d_again_read(&own, copy, kept.size, options->n_levels);
        const a3d_report_form *form = &a3d_report_forms[turn % 7];
        if (other != NULL && !form->page)
            put_report(form, &out, other);
        free(copy);
        a3d_arena_free(&own);
    }
    a3d_text_free(&kept);
}

typedef void check_fn(a3d_arena *arena, const a3d_result *result, const a3d_options *options);

/* With options of both kinds, and with a byte changed and bytes cut off. */
static void check_file(const a3d_text *file, check_fn *check)
{
    for (unsigned i = 0; i < 6; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        if (i > 0)
            file->data[file->size * i / 7] ^= (char)(1 << i);
        const a3d_options *options = i % 2 == 0 ? &plain : &changed;
        size_t cut = i % 3 < file->size ? i % 3 : 0;
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file->data, file->size - cut, options);
        assert_non_null(result);
        check(&arena, result, options);
        a3d_arena_free(&arena);
    }
}

/* Calls `check` with results of files that break each rule, or one rule in `step`; on an emulated machine one in 47. */
static void with_results(check_fn *check, unsigned step)
{
    if (getenv("A3D_TEST_SLOW") != NULL)
        step = 47;
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i += step) {
            a3d_arena arena;
            a3d_text file;
            const a3d_wish wish = {.format = *f};
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&file, &arena);
            if (a3d_break_rule(&arena, &(*f)->rules[i], &wish, false, &file) == NULL && file.size > 0)
                check_file(&file, check);
            a3d_arena_free(&arena);
        }
}

static void kept_results_are_reported_the_same(void **state)
{
    (void)state;
    with_results(expect_same, 2);
}

static void other_bytes_do_no_harm(void **state)
{
    (void)state;
    with_results(expect_harmless, 47);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_results_are_reported_the_same),
        cmocka_unit_test(other_bytes_do_no_harm),
    };
    return cmocka_run_group_tests_name("again", tests, NULL, NULL);
}
